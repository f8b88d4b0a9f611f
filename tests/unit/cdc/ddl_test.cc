#include "cdc/ddl.h"

#include "doctest/doctest.h"
#include "types/time_zone.h"

using namespace rowkind;
using namespace rowkind::cdc;

namespace {

// The statement's events in the notation of changelogs; or the error.
std::string read(const char* statement) {
  Result<std::vector<Event>> events = parse_ddl(statement);
  if (!events) return events.error().message;
  std::string out;
  for (const Event& event : *events)
    for (const std::string& line : notation_lines(event, TimeZone::utc()))
      out += (out.empty() ? "" : "; ") + line;
  return out;
}

}  // namespace

TEST_CASE("a clause is an event") {
  CHECK(read("ALTER TABLE db.t ADD c INT") == "db.t ALTER ADD c INT LAST");
  CHECK(read("ALTER TABLE db.t ADD COLUMN c INT NOT NULL FIRST") == "db.t ALTER ADD c INT NOT NULL FIRST");
  CHECK(read("ALTER TABLE db.t ADD (c INT, d STRING)") == "db.t ALTER ADD c INT LAST, d STRING LAST");
  CHECK(read("alter table t drop c") == "t ALTER DROP c");
  CHECK(read("ALTER TABLE t RENAME a TO b, MODIFY c BIGINT") ==
        "t ALTER RENAME a TO b; t ALTER MODIFY c BIGINT");
  CHECK(read("TRUNCATE TABLE t") == "t TRUNCATE");
  CHECK(read("DROP TABLE ns.db.t") == "ns.db.t DROP");
}

TEST_CASE("a table has keys, partitions, a comment and options") {
  CHECK(
      read("CREATE TABLE t (id INT NOT NULL, b STRING DEFAULT 'x' COMMENT 'it''s', PRIMARY KEY (id)) "
           "PARTITIONED BY (b) COMMENT 'all' WITH ('k' = 'v')") ==
      "t CREATE (id INT NOT NULL, b STRING DEFAULT 'x' COMMENT 'it''s', PRIMARY KEY (id)) PARTITIONED BY (b) "
      "COMMENT 'all' WITH ('k' = 'v')");
}

TEST_CASE("what is no DDL is an error with its place") {
  CHECK_FALSE(parse_ddl("SELECT 1"));
  CHECK_FALSE(parse_ddl("ALTER TABLE t ADD"));
  CHECK_FALSE(parse_table_schema("id NOTATYPE"));
  CHECK_FALSE(parse_table_schema("id INT COMMENT 'open"));
}
