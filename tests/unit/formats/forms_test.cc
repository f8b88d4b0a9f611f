#include "formats/forms.h"

#include <random>

#include "changelog/table.h"
#include "formats/paste.h"
#include "support.h"

using namespace rowkind;

namespace {

struct Rows {
  RowType columns;
  std::vector<Change> changes;
  std::vector<RowPtr> rows;

  Rows(const std::string& ddl_text, const std::vector<std::string>& lines, const TimeZone& zone)
      : columns(ddl(ddl_text)) {
    for (const std::string& line : lines) {
      changes.push_back(parse_change(line, columns, zone).or_throw());
      rows.push_back(changes.back().row);
    }
  }
};

std::string changelog(const std::string& form, const std::string& columns,
                      const std::vector<std::string>& lines, int32_t width = kTableauWidth) {
  Rows rows(columns, lines, TimeZone::utc());
  FormOptions options;
  options.max_width = width;
  options.table = "t";
  options.keys = {"id"};
  Result<std::string> text = write_changelog(form, rows.changes, rows.columns, TimeZone::utc(), options);
  return text ? *text : to_text(text.error());
}
std::string table(const std::string& form, const std::string& columns,
                  const std::vector<std::string>& lines) {
  Rows rows(columns, lines, TimeZone::utc());
  Result<std::string> text = write_table(form, rows.rows, rows.columns, TimeZone::utc());
  return text ? *text : to_text(text.error());
}

const std::string kTwo = "id INT, name STRING";

}  // namespace

// Drawn by Flink 2.3.0.
TEST_CASE("tableau: what Flink draws") {
  CHECK(changelog("tableau", "id INT, b BOOLEAN, bin BYTES, ti TINYINT, si SMALLINT",
                  {"+I[1, TRUE, x'00FF', 1, 2]", "-U[1, null, null, null, null]"}) ==
        "+----+-------------+--------+--------------------------------+--------+--------+\n"
        "| op |          id |      b |                            bin |     ti |     si |\n"
        "+----+-------------+--------+--------------------------------+--------+--------+\n"
        "| +I |           1 |   TRUE |                        x'00ff' |      1 |      2 |\n"
        "| -U |           1 | <NULL> |                         <NULL> | <NULL> | <NULL> |\n"
        "+----+-------------+--------+--------------------------------+--------+--------+\n"
        "Received a total of 2 rows\n");
  CHECK(changelog("tableau", "bi BIGINT, de DECIMAL(10, 2), dt DATE, tm TIME, ts TIMESTAMP(0)",
                  {"+I[5, 12.5, 2024-01-01, 10:00:00, 2024-01-01 10:00:00]"}) ==
        "+----+----------------------+--------------+------------+----------+---------------------+\n"
        "| op |                   bi |           de |         dt |       tm |                  ts |\n"
        "+----+----------------------+--------------+------------+----------+---------------------+\n"
        "| +I |                    5 |        12.50 | 2024-01-01 | 10:00:00 | 2024-01-01 10:00:00 |\n"
        "+----+----------------------+--------------+------------+----------+---------------------+\n"
        "Received a total of 1 row\n");
  CHECK(changelog("tableau", "ts3 TIMESTAMP(3), ts6 TIMESTAMP(6), ts9 TIMESTAMP(9)",
                  {"+I[2024-01-01 10:00:00.12, 2024-01-01 10:00:00.12, 2024-01-01 10:00:00.12]"}) ==
        "+----+-------------------------+----------------------------+-------------------------------+\n"
        "| op |                     ts3 |                        ts6 |                           ts9 |\n"
        "+----+-------------------------+----------------------------+-------------------------------+\n"
        "| +I | 2024-01-01 10:00:00.120 | 2024-01-01 10:00:00.120000 | 2024-01-01 10:00:00.120000000 |\n"
        "+----+-------------------------+----------------------------+-------------------------------+\n"
        "Received a total of 1 row\n");
  CHECK(
      changelog("tableau", "a ARRAY<INT>, r ROW<a INT, b STRING, c BYTES>, ab ARRAY<BYTES>",
                {"+I[[1, null], (1, x, x'01'), [x'0102']]"}) ==
      "+----+--------------------------------+--------------------------------+----------------------------"
      "----+\n"
      "| op |                              a |                              r |                             "
      "ab |\n"
      "+----+--------------------------------+--------------------------------+----------------------------"
      "----+\n"
      "| +I |                      [1, NULL] |                  (1, x, x'01') |                      "
      "[x'0102'] |\n"
      "+----+--------------------------------+--------------------------------+----------------------------"
      "----+\n"
      "Received a total of 1 row\n");
  CHECK(changelog("tableau", kTwo, {}) ==
        "+----+-------------+--------------------------------+\n"
        "| op |          id |                           name |\n"
        "+----+-------------+--------------------------------+\n"
        "Received a total of 0 row\n");
}

TEST_CASE("tableau: cells that are cut, wide characters") {
  CHECK(changelog("tableau", "s STRING, w STRING, w4 STRING, e STRING, w1 STRING, e2 STRING, `名字` STRING",
                  {"+I[a string longer, 中文字符串, 中文中文, 😀😀😀😀, 中a文字符串, a😀😀😀😀, 表]"}, 8) ==
        "+----+----------+----------+----------+----------+----------+----------+----------+\n"
        "| op |        s |        w |       w4 |        e |       w1 |       e2 |     名字 |\n"
        "+----+----------+----------+----------+----------+----------+----------+----------+\n"
        "| +I | a str... |  中文... | 中文中文 |  😀?... | 中a文... |  a😀... |       表 |\n"
        "+----+----------+----------+----------+----------+----------+----------+----------+\n"
        "Received a total of 1 row\n");
  CHECK(changelog("tableau", "a_long_name INT, `名字名字名字` STRING, d DECIMAL(15, 0), t STRING, q STRING",
                  {"+I[1, x, 123456789012345, ' ', ⌚☎]"}, 8) ==
        "+----+-------------+----------+-------------------+----------+----------+\n"
        "| op | a_long_name |  名字... |                 d |        t |        q |\n"
        "+----+-------------+----------+-------------------+----------+----------+\n"
        "| +I |           1 |        x |   123456789012345 |          |      ⌚☎ |\n"
        "+----+-------------+----------+-------------------+----------+----------+\n"
        "Received a total of 1 row\n");
}

TEST_CASE("tableau: a table is as wide as what is in it") {
  CHECK(table("tableau", kTwo, {"+I[1, ann]", "+I[20, null]"}) ==
        "+----+--------+\n"
        "| id |   name |\n"
        "+----+--------+\n"
        "|  1 |    ann |\n"
        "| 20 | <NULL> |\n"
        "+----+--------+\n"
        "2 rows in set\n");
  CHECK(table("tableau", kTwo, {"+I[1, a string that is longer than thirty characters]"}) ==
        "+----+--------------------------------+\n"
        "| id |                           name |\n"
        "+----+--------------------------------+\n"
        "|  1 | a string that is longer tha... |\n"
        "+----+--------------------------------+\n"
        "1 row in set\n");
  CHECK(table("tableau", kTwo, {}) == "Empty set\n");
}

TEST_CASE("the other forms") {
  const std::vector<std::string> lines = {"+I[1, 'it''s, ok']", "-U[1, 'it''s, ok']", "+U[1, null]",
                                          "-D[1, null]"};
  CHECK(changelog("notation", kTwo, lines) ==
        "+I[1, 'it''s, ok']\n-U[1, 'it''s, ok']\n+U[1, null]\n-D[1, null]\n");
  CHECK(changelog("print", kTwo, lines) == "+I[1, it's, ok]\n-U[1, it's, ok]\n+U[1, null]\n-D[1, null]\n");
  CHECK(changelog("named", kTwo, lines) ==
        "+I[id:1, name:'it''s, ok']\n-U[id:1, name:'it''s, ok']\n+U[id:1, name:null]\n-D[id:1, name:null]\n");
  CHECK(changelog("docs", kTwo, lines) ==
        "(changelog kind) id name\n"
        "================ == ========\n"
        "+(INSERT)         1 it's, ok\n"
        "-(UPDATE_BEFORE)  1 it's, ok\n"
        "+(UPDATE_AFTER)   1 NULL\n"
        "-(DELETE)         1 NULL\n");
  CHECK(changelog("changelog-json", kTwo, {lines[0]}) ==
        "{\"data\":{\"id\":1,\"name\":\"it's, ok\"},\"op\":\"+I\"}\n");
  CHECK(changelog("debezium-json", kTwo, lines) ==
        "{\"before\":null,\"after\":{\"id\":1,\"name\":\"it's, "
        "ok\"},\"op\":\"c\",\"source\":{\"db\":\"default_database\","
        "\"table\":\"t\"}}\n"
        "{\"before\":{\"id\":1,\"name\":\"it's, "
        "ok\"},\"after\":{\"id\":1,\"name\":null},\"op\":\"u\",\"source\":{\"db\":"
        "\"default_database\",\"table\":\"t\"}}\n"
        "{\"before\":{\"id\":1,\"name\":null},\"after\":null,\"op\":\"d\",\"source\":{\"db\":\"default_"
        "database\","
        "\"table\":\"t\"}}\n");
  CHECK(changelog("canal-json", kTwo, {lines[1], lines[2]}) ==
        "{\"old\":[{\"id\":1,\"name\":\"it's, ok\"}],\"data\":[{\"id\":1,\"name\":null}],\"type\":\"UPDATE\","
        "\"database\":\"default_database\",\"table\":\"t\",\"pkNames\":[\"id\"]}\n");
  CHECK(contains(changelog("yaml", kTwo, lines), "There is no form 'yaml'."));
  CHECK(contains(changelog("debezium-json", "m MAP<INT, INT>", {}), "non-string as key type of map"));
  CHECK(table("docs", kTwo, {"+I[1, ann]"}) == "id name\n== ====\n 1 ann\n");
  CHECK(table("csv", kTwo, {"+I[1, 'a, b']"}) == "1,\"a, b\"\n");
  CHECK(table("json", kTwo, {"+I[1, null]"}) == "{\"id\":1,\"name\":null}\n");
  CHECK(table("notation", kTwo, {"+I[1, null]"}) == "[1, null]\n");
}

namespace {

// Rows of random values, kinds in pairs as a changelog has them.
class RandomRows {
 public:
  explicit RandomRows(uint32_t seed) : random_(seed) {}

  std::vector<Change> changes(const RowType& type, bool tame) {
    std::vector<Change> out;
    for (int32_t i = 0; i < 6; ++i) {
      RowPtr row = this->row(type, tame);
      switch (random_() % 3) {
        case 0:
          out.push_back({RowKind::kInsert, row});
          break;
        case 1:
          out.push_back({RowKind::kUpdateBefore, row});
          out.push_back({RowKind::kUpdateAfter, this->row(type, tame)});
          break;
        default:
          out.push_back({RowKind::kDelete, row});
      }
    }
    return out;
  }

 private:
  RowPtr row(const RowType& type, bool tame) {
    RowBuilder out(static_cast<int32_t>(type.size()));
    for (size_t i = 0; i < type.size(); ++i) out.set(static_cast<int32_t>(i), value(type[i].type, tame));
    return out.finish();
  }

  Value value(const LogicalType& type, bool tame) {
    if (random_() % 6 == 0) return Value::null();
    std::string text;
    switch (type.root()) {
      case TypeRoot::kBoolean:
        return Value::boolean(random_() % 2 == 0);
      case TypeRoot::kVarChar: {
        // Nothing says where a bare text ends or that it is no NULL: tame ones have nothing to mistake.
        const std::vector<std::string> wild = {"",      " a ", "null", "a, b", "it's",
                                               "x\\ny", "[",   "k=v",  "中文", "😀"};
        const std::vector<std::string> calm = {"ann", "b c", "中文 x", "😀", "10%", "a-b_c", "x.y"};
        const auto& texts = tame ? calm : wild;
        return Value::string(texts[random_() % texts.size()]);
      }
      case TypeRoot::kVarBinary:
        return Value::bytes(std::string("\x00\xFF\x7F", random_() % 4));
      case TypeRoot::kDecimal:
        return Value::decimal({static_cast<int64_t>(random_() % 200000) - 100000, type.scale()});
      case TypeRoot::kDouble:
        return Value::floating((static_cast<double>(random_() % 2000) - 1000) / 7 *
                               (random_() % 2 ? 1e12 : 1e-6));
      case TypeRoot::kDate:
        return Value::integer(static_cast<int64_t>(random_() % 40000) - 10000);
      case TypeRoot::kTime:
        return Value::integer(static_cast<int64_t>(random_() % 86400) * 1000);
      case TypeRoot::kTimestamp:
      case TypeRoot::kTimestampLtz:
        return Value::timestamp({static_cast<int64_t>(random_() % 2000000000) * 1000 + 120, 0});
      case TypeRoot::kArray: {
        std::vector<Value> items;
        for (uint32_t i = random_() % 3; i > 0; --i) items.push_back(value(type.element(), true));
        return Value::array(std::move(items));
      }
      case TypeRoot::kRow:
        return Value::row(row(type.fields(), true));
      default:
        return Value::integer(static_cast<int64_t>(random_() % 2001) - 1000);
    }
  }

  std::mt19937 random_;
};

std::string texts(const std::vector<Change>& changes, const RowType& type, const TimeZone& zone) {
  std::string out;
  for (const Change& change : changes) out += print_change(change.kind, *change.row, type, zone) + "\n";
  return out;
}

std::vector<Change> pasted(const std::string& text, const RowType& type, const TimeZone& zone) {
  std::vector<Change> out;
  for (PastedRow& row : parse_pasted(text, type, zone)) {
    if (row.error) FAIL((to_text(*row.error) + ": " + std::string(row.text)));
    out.push_back(std::move(row.change));
  }
  return out;
}

std::vector<Change> decoded(const std::string& format, const std::string& text, const RowType& type,
                            const TimeZone& zone) {
  FormatConfig config;
  config.physical = type;
  config.zone = &zone;
  std::unique_ptr<Decoder> decoder = std::move(make_decoder(format, config).or_throw());
  std::vector<Change> out;
  for (const RawMessage& message : split_messages(text)) {
    Status status = decoder->decode(message.text, out);
    if (!status) FAIL(to_text(status.error()));
  }
  return out;
}

const char* const kColumns =
    "id INT, b BOOLEAN, s STRING, by BYTES, d DECIMAL(10, 2), f DOUBLE, dt DATE, tm TIME(0), ts "
    "TIMESTAMP(3), "
    "z TIMESTAMP_LTZ(3), a ARRAY<INT>, r ROW<x BIGINT, y STRING>";

}  // namespace

TEST_CASE("what is written is read again") {
  RowType type = ddl(kColumns);
  const TimeZone& zone = *TimeZone::find("Asia/Tokyo");
  FormOptions options;
  options.max_width = 200;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    for (const char* form :
         {"notation", "named", "tableau", "print", "docs", "changelog-json", "debezium-json", "canal-json"}) {
      CAPTURE(form);
      CAPTURE(seed);
      const std::string name = form;
      const bool json = name.find("-json") != std::string::npos;
      const bool quoted = json || name == "notation" || name == "named";
      std::vector<Change> changes = RandomRows(seed).changes(type, !quoted);
      std::string text = write_changelog(form, changes, type, zone, options).or_throw();
      CHECK(texts(json ? decoded(name, text, type, zone) : pasted(text, type, zone), type, zone) ==
            texts(changes, type, zone));
    }
  }
}

TEST_CASE("what a sink writes describes the same table") {
  RowType type = ddl(kColumns);
  const TimeZone& zone = TimeZone::utc();
  auto table_of = [&](const std::vector<Change>& changes) {
    MaterializedTable table({});
    for (const Change& change : changes) table.apply(change);
    return table.to_text(type, zone);
  };
  for (uint32_t seed = 0; seed < 60; ++seed) {
    for (const char* format : {"debezium-json", "canal-json", "maxwell-json", "ogg-json"}) {
      CAPTURE(format);
      CAPTURE(seed);
      FormatConfig config;
      config.physical = type;
      config.zone = &zone;
      std::unique_ptr<Encoder> encoder = std::move(make_encoder(format, config).or_throw());
      std::vector<Change> changes = RandomRows(seed).changes(type, false);
      std::string text;
      for (const Change& change : changes)
        text += encoder->encode(change.kind, *change.row).or_throw() + "\n";
      CHECK(table_of(decoded(format, text, type, zone)) == table_of(changes));
    }
  }
}
