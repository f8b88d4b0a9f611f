// Statements that change the session: what they make, and how they refuse.
#include "doctest/doctest.h"
#include "plan/connectors.h"
#include "plan/planner.h"

using namespace rowkind;

namespace {

constexpr const char* kKafka = " WITH ('connector' = 'kafka', 'format' = 'json');\n";

Error error_of(const std::string& sql) {
  const auto script = compile_script(sql, {});
  REQUIRE_FALSE(script.ok());
  return script.error();
}

void refuses(const std::string& sql, const std::string& gist, const std::string& at = "") {
  const Error error = error_of(sql);
  CAPTURE(sql);
  CHECK_MESSAGE(error.message.find(gist) != std::string::npos, error.message);
  if (!at.empty())
    CHECK(sql.substr(static_cast<size_t>(error.span.offset), static_cast<size_t>(error.span.length)) == at);
}

std::shared_ptr<const CatalogTable> table_of(const std::string& sql, size_t which = 0,
                                             const ScriptOptions& options = {}) {
  const auto script = compile_script(sql, options);
  if (!script.ok()) INFO(script.error().message);
  REQUIRE(script.ok());
  REQUIRE(script->tables.size() > which);
  return script->tables[which];
}

std::string columns_text(const RowType& fields) {
  std::string out;
  for (const Field& f : fields) out += (out.empty() ? "" : ", ") + f.name + " " + f.type.to_string();
  return out;
}

}  // namespace

TEST_CASE("columns: physical, computed over them, metadata behind them in the feed") {
  const auto t =
      table_of(std::string("CREATE TABLE t (a INT, `off` BIGINT METADATA FROM 'offset' VIRTUAL, twice AS a * "
                           "2, b STRING NOT NULL, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp')") +
               kKafka);
  CHECK(columns_text(t->schema()) == "a INT, off BIGINT, twice INT, b STRING NOT NULL, ts TIMESTAMP_LTZ(3)");
  CHECK(columns_text(t->input_type()) ==
        "a INT, b STRING NOT NULL, off BIGINT NOT NULL, ts TIMESTAMP_LTZ(3) NOT NULL");
  CHECK(columns_text(t->sink_type()) == "a INT, b STRING NOT NULL, ts TIMESTAMP_LTZ(3)");
}

TEST_CASE("key columns become NOT NULL") {
  const auto t =
      table_of(std::string("CREATE TABLE t (a INT, b INT, PRIMARY KEY (b) NOT ENFORCED)") + kKafka);
  CHECK(t->primary_key == std::vector<std::string>{"b"});
  CHECK(columns_text(t->schema()) == "a INT, b INT NOT NULL");
}

TEST_CASE("a watermark makes its column a rowtime attribute") {
  const auto t = table_of(
      std::string("CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)") + kKafka);
  CHECK(t->schema()[0].type.is_rowtime());
  REQUIRE(t->watermark);
  CHECK(t->watermark->expression != nullptr);
  const auto source = table_of(
      std::string("CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK())") + kKafka);
  CHECK(source->watermark->expression == nullptr);
}

TEST_CASE("what a table refuses") {
  refuses(std::string("CREATE TABLE t (a INT, a STRING)") + kKafka,
          "A regular Column named 'a' already exists in the table.", "a");
  refuses(std::string("CREATE TABLE t (a INT, PRIMARY KEY (a) ENFORCED)") + kKafka,
          "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint.");
  refuses(std::string("CREATE TABLE t (a INT, PRIMARY KEY (a))") + kKafka,
          "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint.");
  refuses(std::string("CREATE TABLE t (a INT, PRIMARY KEY (b) NOT ENFORCED)") + kKafka,
          "Primary key column 'b' is not defined in the schema", "b");
  refuses(std::string("CREATE TABLE t (a INT, PRIMARY KEY (a, a) NOT ENFORCED)") + kKafka,
          "A primary key must not contain duplicate columns. Found: [a]");
  refuses(std::string("CREATE TABLE t (a INT, c AS a + 1, PRIMARY KEY (c) NOT ENFORCED)") + kKafka,
          "A PRIMARY KEY constraint must be declared on physical columns.");
  refuses(std::string("CREATE TABLE t (a INT, WATERMARK FOR b AS b)") + kKafka,
          "The rowtime attribute field 'b' is not defined in the table schema");
  refuses(std::string("CREATE TABLE t (a INT, WATERMARK FOR a AS a)") + kKafka,
          "Invalid data type of time field for watermark definition.");
  refuses(std::string("CREATE TABLE t (a TIMESTAMP(6), WATERMARK FOR a AS a)") + kKafka,
          "but the time field type is TIMESTAMP(6)");
  refuses(std::string("CREATE TABLE t (a INT, c AS nope + 1)") + kKafka, "Unknown identifier 'nope'", "nope");
  refuses(std::string("CREATE TABLE t (a INT, m INT METADATA FROM 'key')") + kKafka,
          "Invalid metadata key 'key' in column 'm' of table 'default_catalog.default_database.t'.");
  refuses(std::string("CREATE TABLE t (a INT)") + kKafka + "CREATE TABLE t (a INT)" + kKafka,
          "already exists");
  refuses("CREATE FUNCTION f AS 'x.Y';", "CREATE FUNCTION is not executable here");
  refuses("DROP TABLE nope;", "Table with identifier 'default_catalog.default_database.nope' does not exist.",
          "nope");
}

TEST_CASE("LIKE takes over what its options say") {
  const std::string base = std::string(
                               "CREATE TABLE s (id INT, twice AS id * 2, ts TIMESTAMP(3), WATERMARK FOR ts "
                               "AS ts, PRIMARY KEY (id) NOT ENFORCED)") +
                           kKafka;
  const auto all =
      table_of(base + "CREATE TABLE t (extra STRING) WITH ('format' = 'debezium-json') LIKE s;", 1);
  CHECK(columns_text(all->schema()) ==
        "id INT NOT NULL, twice INT NOT NULL, ts TIMESTAMP(3) *ROWTIME*, extra STRING");
  CHECK(all->format == "debezium-json");
  CHECK(all->connector == "kafka");
  const auto some = table_of(
      base + "CREATE TABLE t WITH ('connector' = 'print') LIKE s (EXCLUDING ALL INCLUDING GENERATED);", 1);
  CHECK(columns_text(some->schema()) == "id INT, twice INT, ts TIMESTAMP(3)");
  CHECK(some->primary_key.empty());
  CHECK_FALSE(some->watermark);
  refuses(base + "CREATE TABLE t (PRIMARY KEY (ts) NOT ENFORCED) LIKE s;",
          "The base table already has a primary key.");
  refuses(base + "CREATE TABLE t (id STRING) LIKE s;",
          "A column named 'id' already exists in the base table.");
  refuses(base + "CREATE TABLE t WITH ('format' = 'csv') LIKE s (INCLUDING OPTIONS);",
          "There already exists an option ['format' -> 'json']");
}

TEST_CASE("views, temporary objects, databases") {
  const std::string base = std::string("CREATE TABLE s (id INT, v STRING)") + kKafka;
  refuses(base + "CREATE VIEW v (a) AS SELECT id, v FROM s;", "VIEW definition and input fields not match");
  refuses(base + "CREATE VIEW v AS SELECT nope FROM s;", "Column 'nope' not found in any table", "nope");
  CHECK(compile_script(base + "CREATE VIEW v AS SELECT id FROM s; DROP VIEW v; CREATE VIEW v AS SELECT v "
                              "FROM s; SELECT v FROM v;",
                       {})
            .ok());
  CHECK(compile_script(base + "CREATE TEMPORARY VIEW s AS SELECT 1 AS one_; SELECT one_ FROM s;", {}).ok());
  CHECK(compile_script(base + "CREATE DATABASE d; USE d; SELECT id FROM default_database.s;", {}).ok());
  refuses(base + "CREATE DATABASE d; USE d; SELECT id FROM s;", "Object 's' not found", "s");
  refuses("USE nope;", "A database with name [nope] does not exist");
}

TEST_CASE("options: SET, RESET, values that cannot be read") {
  const auto script = compile_script("SET 'table.exec.state.ttl' = '1 h'; SET 'a' = 'b'; RESET 'a';", {});
  REQUIRE(script.ok());
  CHECK(script->settings == Options{{"table.exec.state.ttl", "1 h"}});
  refuses("SET 'table.exec.state.ttl' = '1 fortnight';",
          "Could not parse value '1 fortnight' for key 'table.exec.state.ttl'.", "'1 fortnight'");
  refuses("SET 'table.exec.mini-batch.enabled' = 'maybe';", "Unrecognized option for boolean: maybe.");
  refuses("SET 'table.exec.sink.not-null-enforcer' = 'WARN';", "Expected one of: ERROR, DROP");
  refuses("SET 'table.local-time-zone' = 'Nowhere/Land';", "Invalid time zone.");
  CHECK(*parse_duration("5 min") == 300'000);
  CHECK(*parse_duration("7") == 7);
  CHECK(*parse_duration("2 d") == 172'800'000);
  CHECK_FALSE(parse_duration("").ok());
  CHECK_FALSE(parse_duration("9999999999999 d").ok());
  CHECK(*parse_memory("64 kb") == 65536);
  CHECK(*parse_integer("-12") == -12);
  CHECK_FALSE(parse_integer("12x").ok());
}

TEST_CASE("modes follow connector and format, or what the scenario says") {
  const auto mode = [](const std::string& with, const ScriptOptions& options = {}) {
    const auto t =
        table_of("CREATE TABLE t (a INT, PRIMARY KEY (a) NOT ENFORCED) WITH (" + with + ");", 0, options);
    return t->source_mode.to_string() + " " + (t->sink_mode ? t->sink_mode->to_string() : "any") +
           (t->lookup ? " lookup" : "");
  };
  CHECK(mode("'connector' = 'kafka', 'format' = 'json'") == "[I] [I]");
  CHECK(mode("'connector' = 'kafka', 'value.format' = 'canal-json'") == "[I,UB,UA,D] [I,UB,UA,D]");
  CHECK(mode("'connector' = 'upsert-kafka', 'value.format' = 'json'") == "[UA,D] [I,UA,D]");
  CHECK(mode("'connector' = 'mysql-cdc'") == "[I,UB,UA,D] [I]");
  CHECK(mode("'connector' = 'jdbc'") == "[I] [I,UA,D] lookup");
  CHECK(mode("'connector' = 'print'") == "[I] any");
  ScriptOptions said;
  said.table_modes["t"] = ChangelogMode::retract();
  CHECK(mode("'connector' = 'my-connector'", said) == "[I,UB,UA,D] [I,UB,UA,D]");
}

TEST_CASE("INSERT: columns, casts, conflicts") {
  const std::string base = std::string("CREATE TABLE s (id INT, v STRING)") + kKafka +
                           "CREATE TABLE o (id BIGINT, v VARCHAR(3), w INT) WITH ('connector' = 'print');\n";
  CHECK(compile_script(base + "INSERT INTO o (v, id) SELECT v, id FROM s;", {}).ok());
  refuses(base + "INSERT INTO o (v) SELECT v, id FROM s;",
          "Number of columns must match number of query columns");
  refuses(base + "INSERT INTO o (v, v) SELECT v, v FROM s;", "Target column 'v' is assigned more than once");
  refuses(base + "INSERT INTO o (nope) SELECT v FROM s;", "Unknown target column 'nope'", "nope");
  refuses(base + "INSERT INTO o SELECT id, v FROM s;", "Cause: Different number of columns.");
  refuses(base + "INSERT INTO o SELECT v, v, id FROM s;",
          "Cause: Incompatible types for sink column 'id' at position 1.");
  refuses(base + "INSERT INTO nope SELECT id FROM s;", "Object 'nope' not found", "nope");
  const auto script =
      compile_script(base + "INSERT INTO o SELECT id, v, id FROM s ON CONFLICT DO DEDUPLICATE;", {});
  REQUIRE(script.ok());
  CHECK(script->logical.sinks[0]->conflict == ConflictStrategy::kDeduplicate);
  CHECK(script->logical.sinks[0]->name == "o");
}

TEST_CASE("outputs of a script are named by their sinks") {
  const auto script = compile_script("SELECT 1 AS a; SELECT 2 AS b; SELECT 3 AS c;", {});
  REQUIRE(script.ok());
  REQUIRE(script->logical.sinks.size() == 3);
  CHECK(script->logical.sinks[0]->name == "select");
  CHECK(script->logical.sinks[1]->name == "select2");
  CHECK(script->logical.sinks[2]->name == "select3");
}

TEST_CASE("hopeless texts end as errors") {
  std::string deep = "SELECT ";
  for (int i = 0; i < 10'000; ++i) deep += "(";
  CHECK_FALSE(compile_script(deep + "1", {}).ok());
  std::string nots = "SELECT ";
  for (int i = 0; i < 10'000; ++i) nots += "NOT ";
  CHECK_FALSE(compile_script(nots + "TRUE", {}).ok());
  std::string sums = "SELECT 1";
  for (int i = 0; i < 20'000; ++i) sums += " + 1";
  const auto long_sum = compile_script(sums, {});
  CHECK((long_sum.ok() || !long_sum.error().message.empty()));
  std::string wide = "SELECT 1";
  for (int i = 0; i < 20'000; ++i) wide += ", 1";
  refuses(wide, "A select list has at most 10000 columns here");
  std::string broad = "CREATE TABLE t (c INT";
  for (int i = 0; i < 20'000; ++i) broad += ", c" + std::to_string(i) + " INT";
  refuses(broad + ")", "A table has at most 10000 columns here");
  CHECK_FALSE(compile_script("SELECT * FROM", {}).ok());
  CHECK(compile_script("", {}).ok());
}
