#include "scenario/feed.h"

#include "changelog/notation.h"
#include "doctest/doctest.h"
#include "types/time_zone.h"

using namespace rowkind;

namespace {

using Tables = std::vector<std::shared_ptr<const CatalogTable>>;

std::shared_ptr<CatalogTable> table(const std::string& name, const std::string& columns,
                                    const std::string& connector, const std::string& format,
                                    ChangelogMode mode) {
  auto out = std::make_shared<CatalogTable>();
  out->name = name;
  const LogicalType row = parse_type("ROW<" + columns + ">").or_throw();
  for (const Field& field : row.fields()) {
    Column column;
    column.name = field.name;
    column.type = field.type;
    out->columns.push_back(std::move(column));
  }
  out->connector = connector;
  out->format = format;
  out->options = {{"connector", connector}, {"format", format}};
  out->source_mode = mode;
  return out;
}

void add_metadata(CatalogTable& to, const std::string& name, const std::string& key, LogicalType type) {
  Column column;
  column.name = name;
  column.kind = ColumnKind::kMetadata;
  column.metadata_key = key;
  column.type = column.metadata_type = std::move(type);
  to.columns.push_back(std::move(column));
}

std::string show(const std::string& yaml, const Tables& tables, const char* zone = "UTC") {
  Scenario scenario = read_scenario("sql: SELECT 1\ninput:\n" + yaml).or_throw();
  const TimeZone& z = *TimeZone::find(zone);
  std::string out;
  for (const FeedItem& item : build_feed(scenario, tables, z).items) {
    out += std::to_string(item.line) + (item.message ? "m" : "");
    for (const Change& change : item.changes) {
      out += " " +
             print_change(change.kind, *change.row, tables[static_cast<size_t>(item.table)]->input_type(), z);
    }
    if (item.time != 0) out += " " + std::to_string(item.time);
    if (item.error) out += " error " + item.error->code + ": " + to_text(*item.error);
    out += '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("a step is a row of the notation or a message") {
  Tables tables = {
      table("orders", "id INT, name STRING", "kafka", "debezium-json", ChangelogMode::retract())};
  CHECK(show("  - table: orders\n    rows: |\n      +I[1, ann]\n\n      # no\n      -U[1, ann]\n      +U[1, "
             "bob]\n"
             "  - table: default_catalog.default_database.orders\n    format: debezium-json\n    rows: |\n"
             "      {\"before\":{\"id\":1},\"after\":{\"id\":2},\"op\":\"u\"}\n      null\n  - end\n",
             tables) == "5 +I[1, ann]\n8 -U[1, ann]\n9 +U[1, bob]\n13m -U[1, null] +U[2, null]\n14m\n0\n");
}

TEST_CASE("a row that cannot be read ends the feed") {
  Tables tables = {table("t", "id INT, name STRING", "kafka", "json", ChangelogMode::append())};
  CHECK(show("  - table: t\n    rows: |\n      +I[1, a]\n      +I[x, a]\n      +I[2, a]\n", tables) ==
        "5 +I[1, a]\n6 error rows/value: Table t, row 2: Column id: For input string: 'x'. Invalid character "
        "found.\n");
  CHECK(show("  - {table: t, rows: '+I[1]'}\n", tables) ==
        "3 error rows/arity: Table t, row 1: The row has 1 value, the table has 2 columns (columns: id, "
        "name)\n");
  CHECK(show("  - {table: t, rows: '-D[1, a]'}\n", tables)
            .find("Table t cannot emit -D, its changelog mode is [I]") != std::string::npos);
  CHECK(show("  - {table: tt, rows: '+I[1, a]'}\n", tables) ==
        "3 error input/unknown-table: input names table tt, which the script does not create (did you mean "
        "'t'?)\n");
  CHECK(show("  - {table: t, format: json, rows: '{\"id\":1'}\n", tables)
            .find("3m error format/message: Table t, message 1: Failed to deserialize JSON") == 0);
  CHECK(show("  - {table: t, format: jsn, rows: '{}'}\n", tables)
            .find("Could not find any factory for identifier 'jsn'") != std::string::npos);
}

TEST_CASE("times are those of the session zone") {
  Tables tables = {table("t", "id INT", "kafka", "json", ChangelogMode::append())};
  CHECK(show("  - clock: '2024-01-01 10:00:00'\n  - clock: '2024-01-02'\n", tables, "Asia/Tokyo") ==
        "3 1704070800000\n4 1704121200000\n");
  CHECK(show("  - {table: t, watermark: '1970-01-01 00:00:00.001'}\n", tables) == "3 1\n");
  CHECK(show("  - clock: '10:00'\n", tables) ==
        "3 error input/time: Text '10:00' could not be parsed as a time (write '2024-01-01 10:00:00')\n");
  CHECK(show("  - clock: '2023-01-01'\n", tables).find("cannot go back") != std::string::npos);
}

TEST_CASE("upsert-kafka: values arrive as +I") {
  Tables tables = {table("u", "id INT NOT NULL, v STRING", "upsert-kafka", "",
                         ChangelogMode{false, false, true, true, false})};
  CHECK(show("  - table: u\n    rows: |\n      +I[1, a]\n      +U[1, b]\n      -D[1, null]\n      -U[1, b]\n",
             tables) ==
        "5 +I[1, a]\n6 +I[1, b]\n7 -D[1, null]\n8 error input/kind: Table u, row 4: Table u cannot emit -U, "
        "its changelog mode is [UA,D] (the mode follows "
        "connector and format; `tables: {u: {changelog-mode: [I, UB, UA, D]}}` sets another one)\n");
  CHECK(show("  - {table: u, format: json, rows: 'null'}\n", tables).find("A tombstone needs a key") !=
        std::string::npos);
}

TEST_CASE("a table without inserts gets +U for +I") {
  Tables tables = {table("t", "id INT", "x", "", ChangelogMode{false, false, true, true, false})};
  CHECK(show("  - {table: t, rows: '+I[1]'}\n", tables) == "3 +U[1]\n");
}

TEST_CASE("NOT NULL columns without a value read as the type's default") {
  Tables tables = {table("t", "id INT NOT NULL, s STRING NOT NULL, b BOOLEAN NOT NULL, v INT", "kafka",
                         "json", ChangelogMode::append())};
  CHECK(show("  - {table: t, format: json, rows: '{}'}\n", tables) == "3m +I[-1, '', FALSE, null]\n");
}

TEST_CASE("metadata of the record and of the message") {
  auto t = table("t", "id INT", "kafka", "debezium-json", ChangelogMode::retract());
  add_metadata(*t, "db", "value.source.database", LogicalType::string());
  add_metadata(*t, "off", "offset", LogicalType::bigint());
  add_metadata(*t, "topic", "", LogicalType::string());
  add_metadata(*t, "ts", "timestamp", LogicalType::timestamp_ltz(3));
  add_metadata(*t, "part", "partition", LogicalType::integer());
  add_metadata(*t, "made", "value.ingestion-timestamp", LogicalType::timestamp(0));
  t->options["topic"] = "clicks";
  CHECK(show("  - clock: '2024-06-01 10:00:00'\n  - table: t\n    format: debezium-json\n    rows: |\n      "
             "null\n"
             "      {\"after\":{\"id\":1},\"op\":\"c\",\"ts_ms\":1717200000456,\"source\":{\"db\":\"d\"}}\n",
             {t}, "Europe/Berlin") ==
        "3 1717228800000\n7m\n8m +I[1, d, 1, clicks, 2024-06-01 10:00:00.000, 0, 2024-06-01 02:00:00]\n");
}

TEST_CASE("records with a key: upsert-kafka") {
  auto u = table("u", "id STRING NOT NULL, pts INT", "upsert-kafka", "",
                 ChangelogMode{false, false, true, true, false});
  u->primary_key = {"id"};
  u->options = {{"connector", "upsert-kafka"}, {"key.format", "json"}, {"value.format", "json"}};
  CHECK(show("  - table: u\n    format: json\n    rows: |\n"
             "      {\"id\":\"u1\"}\t{\"id\":\"u1\",\"pts\":1}\n"
             "      {\"id\":\"u3\",\"pts\":2}\n"
             "      {\"id\":\"u1\"}\tnull\n"
             "      {\"@key\":{\"id\":\"u2\"},\"@value\":null}\n"
             "      {\"@key\":\"{\\\"id\\\":\\\"u4\\\"}\",\"@value\":{\"id\":\"u4\",\"pts\":7}}\n",
             {u}) == "6m +I[u1, 1]\n7m +I[u3, 2]\n8m -D[u1, null]\n9m -D[u2, null]\n10m +I[u4, 7]\n");
}

TEST_CASE("records with a key: kafka") {
  auto t = table("t", "k_id INT, id INT, v STRING", "kafka", "", ChangelogMode::append());
  t->options = {{"connector", "kafka"},   {"key.format", "json"},
                {"key.fields", "k_id"},   {"key.fields-prefix", "k_"},
                {"value.format", "json"}, {"value.fields-include", "EXCEPT_KEY"}};
  add_metadata(*t, "off", "offset", LogicalType::bigint());
  add_metadata(*t, "h", "headers", LogicalType::map(LogicalType::string(), LogicalType::bytes()));
  CHECK(show("  - table: t\n    format: json\n    rows: |\n"
             "      {\"id\":9}\t{\"id\":1,\"v\":\"x\"}\n"
             "      {\"@key\":{\"id\":8},\"@value\":{\"id\":2},\"@offset\":40,\"@headers\":{\"a\":\"b\"}}\n"
             "      {\"id\":3}\n"
             "      {\"id\":9}\tnull\n",
             {t}) ==
        "6m +I[9, 1, x, 0, null]\n7m +I[8, 2, null, 40, {a=x'62'}]\n8m +I[null, 3, null, 2, null]\n"
        "9m error format/message: Table t, message 4: Invalid null value received in non-upsert mode. Could "
        "not to set row kind for output record.\n");
  CHECK(show("  - {table: t, format: json, rows: '{\"@key\":1,\"@foo\":2}'}\n", {t})
            .find("A record has no part '@foo'") != std::string::npos);
}

TEST_CASE("pasted text is a step a row") {
  Tables tables = {table("t", "id INT, name STRING", "kafka", "debezium-json", ChangelogMode::retract())};
  CHECK(show("  - table: t\n    format: tableau\n    rows: |\n"
             "      +----+----+------+\n      | op | id | name |\n      +----+----+------+\n      | +I |  1 "
             "|  ann |\n"
             "  - {table: t, format: print, rows: '2> -D[1, ann]'}\n  - {table: t, format: print, rows: '2> "
             "-D[x, ann]'}\n",
             tables) ==
        "9 +I[1, ann]\n10 -D[1, ann]\n11 error rows/value: Table t, row 3: Column id: For input string: 'x'. "
        "Invalid character found.\n");
}

#ifndef __SANITIZE_ADDRESS__  // two million rows take too much memory there
TEST_CASE("the number of steps has a limit") {
  Tables tables = {table("t", "id INT", "kafka", "json", ChangelogMode::append())};
  Scenario scenario;
  InputItem item;
  item.table = "t";
  for (int i = 0; i < 2'000'001; ++i) item.text.text += "+I[1]\n";
  scenario.input = {item};
  Feed feed = build_feed(scenario, tables, TimeZone::utc());
  REQUIRE(feed.items.size() == 2'000'001);
  CHECK(feed.items.back().error->message == "The input has more than 2000000 steps");
}
#endif
