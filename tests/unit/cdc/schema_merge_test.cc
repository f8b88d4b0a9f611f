#include "cdc/schema_merge.h"

#include "cdc/ddl.h"
#include "doctest/doctest.h"
#include "types/time_zone.h"

using namespace rowkind;
using namespace rowkind::cdc;

namespace {

SchemaPtr schema(const std::string& text) {
  return parse_table_schema(text).or_throw();
}

std::string common(const char* a, const char* b) {
  const LogicalType x = schema("c " + std::string(a))->columns[0].type;
  const LogicalType y = schema("c " + std::string(b))->columns[0].type;
  CHECK(type_text(common_type(x, y)) == type_text(common_type(y, x)));
  return type_text(common_type(x, y));
}

std::string difference(const char* before, const char* after) {
  std::string out;
  for (const Event& event :
       schema_difference(parse_table_id("t").or_throw(), *schema(before), *schema(after)))
    for (const std::string& line : notation_lines(event, TimeZone::utc()))
      out += (out.empty() ? "" : "; ") + line.substr(2);
  return out;
}

}  // namespace

TEST_CASE("numbers meet in the next type that holds both") {
  CHECK(common("TINYINT", "INT") == "INT");
  CHECK(common("INT", "BIGINT") == "BIGINT");
  CHECK(common("INT", "DECIMAL(6, 2)") == "DECIMAL(12, 2)");
  CHECK(common("DECIMAL(5, 1)", "DECIMAL(6, 3)") == "DECIMAL(7, 3)");
  CHECK(common("SMALLINT", "FLOAT") == "FLOAT");
  CHECK(common("INT", "FLOAT") == "DOUBLE");
  CHECK(common("DECIMAL(5, 1)", "DOUBLE") == "STRING");
}

TEST_CASE("times meet in the one with the zone, everything else in STRING") {
  CHECK(common("DATE", "TIMESTAMP(3)") == "TIMESTAMP(9)");
  CHECK(common("TIMESTAMP(3)", "TIMESTAMP_LTZ(6)") == "TIMESTAMP_LTZ(6)");
  CHECK(common("TIME(0)", "TIME(3)") == "STRING");
  CHECK(common("BOOLEAN", "INT") == "STRING");
  CHECK(common("BINARY(2)", "BYTES") == "STRING");
  CHECK(common("VARCHAR(3)", "VARCHAR(5)") == "STRING");
  CHECK(common("INT NOT NULL", "INT") == "INT");
}

TEST_CASE("the difference of two schemas adds, then alters") {
  CHECK(difference("a INT", "a INT").empty());
  CHECK(difference("a INT", "a BIGINT, b INT") == "ALTER ADD b INT AFTER a; ALTER MODIFY a BIGINT");
  CHECK(difference("a INT", "z INT, a INT") == "ALTER ADD z INT FIRST");
  CHECK(difference("a INT, b INT", "a INT") == "ALTER DROP b");
}
