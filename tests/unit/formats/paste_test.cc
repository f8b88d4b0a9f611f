#include "formats/paste.h"

#include "support.h"

using namespace rowkind;

namespace {

std::string pasted(const std::string& columns, const std::string& text, const char* zone = "UTC") {
  const TimeZone& z = *TimeZone::find(zone);
  RowType type = ddl(columns);
  std::string out;
  for (const PastedRow& row : parse_pasted(text, type, z)) {
    out += (out.empty() ? "" : " ") + (row.error ? "error: " + to_text(*row.error)
                                                 : print_change(row.change.kind, *row.change.row, type, z));
    if (!row.note.empty()) out += " (" + row.note + ")";
  }
  return out;
}
const std::string kTwo = "id INT, name STRING";

}  // namespace

TEST_CASE("tables of the SQL client") {
  const std::string table =
      "Flink SQL> select * from t;\n"
      "+----+-------------+--------------------------------+\n"
      "| op |          id |                           name |\n"
      "+----+-------------+--------------------------------+\n"
      "| +I |           1 |                          Alice |\n"
      "| -U |           1 |                          Alice |\n"
      "| +U |           1 |                         <NULL> |\n"
      "| +I |           2 |                          a | b |\n"
      "| +I |           3 |                         王二 |x |\n"
      "| -D |           1 |                         (NULL) |\n"
      "+----+-------------+--------------------------------+\n"
      "Received a total of 3 rows\n";
  CHECK(pasted(kTwo, table) ==
        "+I[1, Alice] -U[1, Alice] +U[1, null] +I[2, a | b] +I[3, 王二 |x] -D[1, null]");
  CHECK(pasted(kTwo,
               "+------+----+\n| name | id |\n+------+----+\n| ann  |  1 |\n+------+----+\n1 row in set\n") ==
        "+I[1, ann]");
  CHECK(contains(pasted(kTwo, "| op | id | name |\n| +I | 1 | abcdefghijklmnopqrstuvwxyz0... |\n"),
                 "was cut by the SQL client"));
  CHECK(pasted("a INT, b STRING", "| id | name |\n|----|--------|\n| 1 | Alice2 |\n") == "+I[1, Alice2]");
}

TEST_CASE("the print connector and its relatives") {
  CHECK(pasted(kTwo, "+I[1, Alice]\n2> -U[1, Alice]\nsink:3> +U[1, Alicia]\nout> -D[1, Alicia]\n") ==
        "+I[1, Alice] -U[1, Alice] +U[1, Alicia] -D[1, Alicia]");
  CHECK(
      pasted(kTwo,
             "+I{id=1, name=Alice}\n[+I, id = 1, name = Alice]\n+I(1,Alice)\n-- +I[name:'it''s', id:2]\n") ==
      "+I[1, Alice] +I[1, Alice] +I[1, Alice] +I[2, 'it''s']");
  CHECK(pasted("r ROW<a INT, b STRING>, xs ARRAY<INT>, m MAP<STRING, INT>",
               "+I[+I[1, x], [1, null], {a=1, b=2}]\n+I[(1, x), [1, NULL], {a=1, b=2}]") ==
        "+I[(1, x), [1, null], {a=1, b=2}] +I[(1, x), [1, null], {a=1, b=2}]");
  CHECK(pasted("a BOOLEAN, t TIMESTAMP(3), z TIMESTAMP_LTZ(3), d DATE, b BYTES",
               "+I[true, 2024-06-01T09:30, 2024-06-01T00:00:00.123Z, 2024-06-01, [1, 2, -1]]",
               "Asia/Tokyo") ==
        "+I[TRUE, 2024-06-01 09:30:00.000, 2024-06-01 09:00:00.123, 2024-06-01, x'0102FF']");
  CHECK(pasted(kTwo, "(true,+I[1, Alice])\n(false,1,Alice)\n") == "+I[1, Alice] -D[1, Alice]");
  CHECK(pasted(kTwo, "+I[1, 'null'] <= a comment\n+I[2, null]\n") == "+I[1, 'null'] +I[2, null]");
}

TEST_CASE("tables of the docs") {
  CHECK(pasted("update_time STRING, product_id STRING, price DECIMAL(10, 2)",
               "(changelog kind)  update_time  product_id   price\n"
               "================= =========== ============ =====\n"
               "+(INSERT)         00:01:00    scooter      11.11\n"
               "-(UPDATE_BEFORE)  12:00:00    scooter      11.11\n"
               "+(UPDATE_AFTER)   12:00:00    big scooter  12.99  <= it rose\n") ==
        "+I[00:01:00, scooter, 11.11] -U[12:00:00, scooter, 11.11] +U[12:00:00, big scooter, 12.99]");
  CHECK(pasted("amount INT, currency STRING",
               "amount currency\n====== =========\n     1 US Dollar        <== arrived at time 10:30\n     2 "
               "Euro\n") == "+I[1, US Dollar] +I[2, Euro]");
  CHECK(pasted("id STRING, n INT, changelog BOOLEAN", "+ 0001, 1, true\n- 0001, 1, true\n") ==
        "+I[0001, 1, TRUE] -D[0001, 1, TRUE]");
  CHECK(contains(pasted(kTwo, "-(INSERT) 1 a"), "The sign contradicts INSERT"));
}

TEST_CASE("signs that stand for updates") {
  RowType type = ddl("id STRING, n INT, changelog BOOLEAN");
  std::vector<PastedRow> rows =
      parse_pasted("+ 0001, 1, true\n- 0001, 1, true\n+ 0001, 2, true\n- 0001, 2, true\n+ 0002, 1, true\n",
                   type, TimeZone::utc());
  pair_updates(rows, {0});
  std::string kinds;
  for (const PastedRow& row : rows) kinds += short_string(row.change.kind);
  CHECK(kinds == "+I-U+U-D+I");
  rows = parse_pasted("+I[1, 1, TRUE]\n-D[1, 1, TRUE]\n+I[1, 2, TRUE]", type, TimeZone::utc());
  pair_updates(rows, {0});
  CHECK(rows[1].change.kind == RowKind::kDelete);
}

TEST_CASE("tables of the docs without kinds") {
  CHECK(pasted("n INT, name STRING", " n name\n== =====\n-5 中文 x\n 1 -- y\n") ==
        "+I[-5, 中文 x] +I[1, -- y]");
}

TEST_CASE("pasted rows that do not fit") {
  CHECK(pasted(kTwo, "+I[1, Smith, John]") ==
        "error: The row has 3 values, the table has 2 columns (columns: id, name; put a text with commas in "
        "quotes: 'a, b')");
  CHECK(pasted(kTwo, "+I[1, 'Smith, John']") == "+I[1, 'Smith, John']");
  CHECK(contains(pasted(kTwo, "+I[x, y]\n+I[1, y]"), "Column id: For input string: 'x'."));
  CHECK(contains(pasted(kTwo, "+I[1, y"), "The row ends too early"));
  CHECK(pasted(kTwo, "nothing\nto see here") == "");
  CHECK(contains(pasted("a ARRAY<INT>", "+I[" + std::string(10000, '[') + std::string(10000, ']') + "]"),
                 "error"));
}

TEST_CASE("what a text is") {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {R"({"before":null,"after":{},"op":"c"})", "debezium-json"},
      {R"({"schema":{},"payload":{"op":"c"}})", "debezium-json"},
      {R"({"data":[{"id":1}],"type":"INSERT"})", "canal-json"},
      {R"({"type":"insert","data":{"id":1}})", "maxwell-json"},
      {R"({"op_type":"I","after":{}})", "ogg-json"},
      {R"({"data":{},"op":"-U"})", "changelog-json"},
      {R"({"type":"insert","table":"a.b","after":{}})", "cdc-events"},
      {"{\n  \"before\": null,\n  \"op\": \"c\"\n}", "debezium-json"},
      {R"([{"a":1},{"a":2}])", "json"},
      {"null\n{\"a\":1}", "json"},
      {"DataChangeEvent{tableId=a.b}", "cdc-events"},
      {"+----+\n| op |", "tableau"},
      {"Flink SQL> \n| a |", "tableau"},
      {"+I[1, ann]\n-D[1, ann]", "changelog"},
      {"2> +I[1, ann]", "print"},
      {"+I{id=1}", "print"},
      {"[+I, id = 1]", "print"},
      {"(true,1,ann)", "retract"},
      {"+(INSERT) 00:01:00 a", "docs"},
      {"+ 0001, 1, true", "docs"},
      {"amount currency\n====== =====\n 1 x", "docs"},
      {"1,ann,true", "csv"},
      {"", "csv"},
  };
  for (const auto& [text, expected] : texts) {
    CAPTURE(text);
    CHECK(detect_format(text) == expected);
  }
}
