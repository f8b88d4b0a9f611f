#include "support.h"

using namespace rowkind;

TEST_CASE("canal-json: rows, updates and types") {
  FormatTest t{"canal-json", "id INT, city STRING, temp DECIMAL(4, 1)"};
  CHECK(
      t(R"({"data":[{"id":"1","city":"Oslo","temp":"3.5"},{"id":"2","city":"Rome","temp":"18"}],"type":"INSERT"})") ==
      "+I[1, Oslo, 3.5] +I[2, Rome, 18.0]");
  CHECK(t(R"({"type":"UPDATE","old":[{"temp":"3.5"}],"data":[{"id":"1","city":"Oslo","temp":"4.0"}]})") ==
        "-U[1, Oslo, 3.5] +U[1, Oslo, 4.0]");
  CHECK(t(R"({"data":[{"id":"1","city":"Oslo","temp":"5.0"}],"old":[{"temp":null}],"type":"UPDATE"})") ==
        "-U[1, Oslo, null] +U[1, Oslo, 5.0]");
  CHECK(
      t(R"({"data":[{"id":"1","city":"A","temp":"1"},{"id":"2","city":"B","temp":"2"}],"old":[{"temp":null},{"city":"C"}],"type":"UPDATE"})") ==
      "-U[1, null, null] +U[1, A, 1.0] -U[2, C, null] +U[2, B, 2.0]");
  CHECK(t(R"({"data":[{"id":"2","city":"Rome","temp":"18"}],"type":"DELETE"})") == "-D[2, Rome, 18.0]");
  CHECK(t(R"({"data":null,"type":"CREATE","isDdl":true})") == "");
  CHECK(t("null") == "");
  const std::vector<std::pair<std::string, std::string>> bad = {
      {R"({"data":null,"type":"ALTER"})", "Unknown \"type\" value \"ALTER\"."},
      {R"({"data":[],"type":"insert"})", "Unknown \"type\" value \"insert\"."},
      {R"({"data":[{}],"old":null,"type":"UPDATE"})", "The \"old\" field"},
      {R"({"data":null,"type":"INSERT"})", "The \"data\" field is null"},
      {R"({"data":[null],"type":"INSERT"})", "is null"},
      {R"({"data":[{}]})", "The \"type\" field is missing"},
      {R"({"data":{},"type":"INSERT"})", "Fail to deserialize at field: data."},
      {R"({"data":[{"id":"x"}],"type":"INSERT"})", "Fail to deserialize at field: id."}};
  FormatTest ignoring{"canal-json", t.columns, {{"ignore-parse-errors", "true"}}};
  for (const auto& [message, gist] : bad) {
    CAPTURE(message);
    CHECK(contains(t(message), "error: Corrupt Canal JSON message '" + message + "'."));
    CHECK(contains(t(message), gist));
  }
  CHECK(ignoring(bad[0].first) == "");
  CHECK(
      ignoring(
          R"({"data":[{"id":"1","city":"b"},{"id":"2","city":"d"}],"old":[{"city":"a"}],"type":"UPDATE"})") ==
      "-U[1, a, null] +U[1, b, null]");
}

TEST_CASE("canal-json: include options and metadata") {
  FormatTest t{"canal-json", "id INT", {{"database.include", "shop|w.*"}, {"table.include", "^t$"}}};
  const std::string row = R"("data":[{"id":1}],"type":"INSERT")";
  CHECK(t(R"({"database":"w1","table":"t",)" + row + "}") == "+I[1]");
  CHECK(t(R"({"database":"xw1","table":"t",)" + row + "}") == "");
  CHECK(t(R"({"database":"shop","table":"tt",)" + row + "}") == "");
  CHECK(t(R"({"database":"other","table":"t","type":"ALTER"})") == "");
  CHECK(contains(t(R"({"table":"t",)" + row + "}"), "Corrupt Canal JSON message"));
  FormatTest bad{"canal-json", "id INT", {{"table.include", "(?<=a)b"}}};
  CHECK(contains(bad("{}"), "is no regular expression"));
  FormatTest meta{"canal-json",
                  "id INT",
                  {},
                  {"database", "table", "sql-type", "pk-names", "ingestion-timestamp", "event-timestamp"}};
  CHECK(
      meta(
          R"({"data":[{"id":"1"}],"type":"INSERT","database":"w","table":"t","sqlType":{"id":4},"pkNames":["id"],"es":1717200000000,"ts":1717200000456})") ==
      "+I[1, w, t, {id=4}, [id], 2024-06-01 00:00:00.456, 2024-06-01 00:00:00.000]");
}

TEST_CASE("maxwell-json") {
  FormatTest t{"maxwell-json", "id BIGINT, note STRING"};
  CHECK(t(R"({"type":"insert","ts":1717200000,"data":{"id":7,"note":"x"}})") == "+I[7, x]");
  CHECK(t(R"({"type":"update","data":{"id":7,"note":"y"},"old":{"note":"x"}})") == "-U[7, x] +U[7, y]");
  CHECK(t(R"({"type":"update","data":{"id":7,"note":"y"},"old":{"note":null}})") == "-U[7, null] +U[7, y]");
  CHECK(t(R"({"type":"delete","data":{"id":7,"note":"y"}})") == "-D[7, y]");
  CHECK(contains(t(R"({"type":"bootstrap-insert","data":{"id":8}})"),
                 "Unknown \"type\" value \"bootstrap-insert\"."));
  CHECK(contains(t(R"({"type":"update","data":{"id":7}})"), "Corrupt Maxwell JSON message"));
  FormatTest bootstrap{"maxwell-json", "id BIGINT, note STRING", {{"bootstrap", "insert"}}};
  CHECK(bootstrap(R"({"type":"bootstrap-insert","data":{"id":8,"note":"b"}})") == "+I[8, b]");
  CHECK(bootstrap(R"({"type":"bootstrap-start"})") == "");
  FormatTest meta{"maxwell-json", "id INT", {}, {"ingestion-timestamp", "primary-key-columns", "database"}};
  CHECK(meta(R"({"type":"insert","data":{"id":1},"ts":1717200000,"primary_key_columns":["id"]})") ==
        "+I[1, 2024-06-01 00:00:00.000, [id], null]");
}

TEST_CASE("ogg-json and changelog-json") {
  FormatTest t{"ogg-json", "ID INT, NM STRING"};
  CHECK(t(R"({"op_type":"I","after":{"ID":1,"NM":"a"}})") == "+I[1, a]");
  CHECK(t(R"({"op_type":"U","before":{"ID":1,"NM":"a"},"after":{"ID":1,"NM":"b"}})") == "-U[1, a] +U[1, b]");
  CHECK(t(R"({"op_type":"D","before":{"ID":1,"NM":"b"}})") == "-D[1, b]");
  CHECK(contains(t(R"({"op_type":"T"})"), "Unknown \"op_type\" value \"T\"."));
  CHECK(contains(t(R"({"op_type":"U","after":{}})"), "if you are using Ogg Postgres Connector"));
  FormatTest meta{
      "ogg-json", "ID INT", {}, {"event-timestamp", "ingestion-timestamp", "table", "primary-keys"}};
  CHECK(
      meta(
          R"({"table":"S.P","op_type":"I","op_ts":"2024-06-01 10:11:12.345678","current_ts":"2024-06-01T10:11:13.456000","after":{"ID":1}})") ==
      "+I[1, 2024-06-01 10:11:12.345000, 2024-06-01 10:11:13.456000, S.P, null]");
  FormatTest log{"changelog-json", "id INT, name STRING"};
  CHECK(log(R"({"data":{"id":1,"name":"a"},"op":"-U"})") == "-U[1, a]");
  CHECK(contains(log(R"({"data":{"id":1},"op":"U"})"), "Unsupported operation 'U' for row kind."));
}

TEST_CASE("raw") {
  CHECK(FormatTest{"raw", "line STRING"}("GET /a 200") == "+I[GET /a 200]");
  CHECK(FormatTest{"raw", "line STRING"}("null") == "+I[null]");
  CHECK(FormatTest{"raw", "n INT"}("0x0000002A") == "+I[42]");
  CHECK(FormatTest{"raw", "n INT", {{"endianness", "little-endian"}}}("0x2A000000") == "+I[42]");
  CHECK(contains(FormatTest{"raw", "n INT"}("42"),
                 "Size of data received for deserializing INT type is not 4."));
  CHECK(FormatTest{"raw", "n TINYINT"}("0xFF") == "+I[-1]");
  CHECK(FormatTest{"raw", "n SMALLINT"}("0xFF00") == "+I[-256]");
  CHECK(FormatTest{"raw", "n BIGINT"}("0xFFFFFFFFFFFFFFFE") == "+I[-2]");
  CHECK(FormatTest{"raw", "b BOOLEAN"}("0x02") == "+I[TRUE]");
  CHECK(FormatTest{"raw", "d DOUBLE"}("0x3FF8000000000000") == "+I[1.5]");
  CHECK(FormatTest{"raw", "f FLOAT"}("0x3FC00000") == "+I[1.5]");
  CHECK(FormatTest{"raw", "b BYTES"}("ab") == "+I[x'6162']");
  CHECK(FormatTest{"raw", "s STRING", {{"line-delimiter", ";"}}}("a;b;;c;") == "+I[a] +I[b] +I[''] +I[c]");
  CHECK(contains(FormatTest{"raw", "a STRING, b INT"}("x"),
                 "The 'raw' format only supports single physical column."));
  CHECK(contains(FormatTest{"raw", "a DATE"}("x"), "doesn't supports 'DATE' as column type"));
}

TEST_CASE("csv") {
  FormatTest t{"csv", "id INT, name STRING, ok BOOLEAN"};
  CHECK(t("1,Ann,true") == "+I[1, Ann, TRUE]");
  CHECK(t("2, Bob ,no") == "+I[2, ' Bob ', FALSE]");
  CHECK(t("3,\"Smith, J.\",true") == "+I[3, 'Smith, J.', TRUE]");
  CHECK(t("4,\"say \"\"hi\"\"\",false") == "+I[4, 'say \"hi\"', FALSE]");
  CHECK(t("4, \"x\",true") == "+I[4, ' \"x\"', TRUE]");
  CHECK(t("4,a\"b\"c,true") == "+I[4, 'a\"b\"c', TRUE]");
  CHECK(t("4,\"a\" \t,true") == "+I[4, a, TRUE]");
  CHECK(t("5,,true") == "+I[5, '', TRUE]");
  CHECK(t("6,Eve,TRUE,") == "+I[6, Eve, TRUE]");
  CHECK(t("7,a,true\n8,b,true") == "+I[7, a, TRUE]");
  CHECK(contains(t("6,Ann"),
                 "Failed to deserialize CSV row '6,Ann'. Row length mismatch. 3 fields expected but was 2."));
  CHECK(contains(t("5,Ann,true,x"), "Too many entries: expected at most 3 (value #3 (1 chars) \"x\")"));
  CHECK(contains(t("5,\"Ann,true"), "Missing closing quote"));
  CHECK(contains(t("5,\"Ann\"x,true"), "Expected column separator character"));
  CHECK(contains(t("x,a,true"), "Fail to deserialize at field: id. For input string: \"x\""));
  CHECK(contains(t(""), "No content to map due to end-of-input"));
  FormatTest ignoring{"csv", t.columns, {{"ignore-parse-errors", "true"}}};
  CHECK(ignoring("6,Ann") == "+I[6, Ann, null]");
  CHECK(ignoring("x,Bob,true") == "+I[null, Bob, TRUE]");
  for (const char* message : {"7,Cy,true,extra", "8,\"open quote,true", ""}) CHECK(ignoring(message) == "");
  CHECK(FormatTest{"csv", t.columns, {{"field-delimiter", "\\t"}}}("7\ta,b\ttrue") == "+I[7, 'a,b', TRUE]");
  CHECK(FormatTest{"csv", t.columns, {{"disable-quote-character", "true"}}}("8,\"x\",true") ==
        "+I[8, '\"x\"', TRUE]");
  CHECK(FormatTest{"csv", t.columns, {{"quote-character", "'"}}}("8,'x,''y',true") == "+I[8, 'x,''y', TRUE]");
  CHECK(FormatTest{"csv", t.columns, {{"escape-character", "\\"}}}("1,a\\,b,true") == "+I[1, 'a,b', TRUE]");
  CHECK(FormatTest{"csv", t.columns, {{"null-literal", ""}}}(",,") == "+I[null, null, null]");
  CHECK(contains(FormatTest{"csv", t.columns, {{"allow-comments", "true"}}}("# x"), "No content to map"));
  CHECK(contains(FormatTest{"csv", t.columns, {{"field-delimiter", "||"}}}("1"),
                 "Option 'csv.field-delimiter' must be a string with single character, but was: ||"));
  FormatTest nested{"csv", "k INT, tags ARRAY<STRING>, p ROW<x INT, y STRING>"};
  CHECK(nested("1,a;b,4;q") == "+I[1, [a, b], (4, q)]");
  CHECK(nested("2,,5;") == "+I[2, [], (5, '')]");
  CHECK(nested("2,a;;c,") == "+I[2, [a, '', c], null]");
  CHECK(contains(nested("1,a,4"), "Row length mismatch. 2 fields expected but was 1."));
  FormatTest dates{
      "csv", "d DATE, ts TIMESTAMP(3), t TIME, z TIMESTAMP_LTZ(3)", {{"ignore-parse-errors", "true"}}};
  CHECK(dates("2024-2-3,2024-06-01 09:30:00,09:30,2024-06-01 09:30:00Z") ==
        "+I[2024-02-03, 2024-06-01 09:30:00.000, 09:30:00, 2024-06-01 09:30:00.000]");
  CHECK(dates("2024-02-30,2024-06-01T09:30:00,09:30:05,2024-06-01 09:30:00") ==
        "+I[2024-03-01, null, 09:30:05, null]");
  CHECK(contains(FormatTest{"csv", "m MAP<STRING, INT>"}("x"),
                 "Unsupported type 'MAP<STRING, INT>' for field 'm'."));
  CHECK(contains(
      FormatTest{"csv", "a ARRAY<ARRAY<INT>>"}("x"),
      "Only simple types are supported in the second level nesting of fields 'a' but was: ARRAY<INT>"));
}
