#include "types/logical_type.h"

#include <doctest/doctest.h>

namespace rowkind {
namespace {

std::string summary(std::string_view text) {
  Result<LogicalType> type = parse_type(text);
  return type.ok() ? type->to_string() : "error: " + type.error().message;
}

TEST_CASE("types print as Flink's asSummaryString") {
  CHECK(summary("int") == "INT");
  CHECK(summary("INTEGER NOT NULL") == "INT NOT NULL");
  CHECK(summary("decimal") == "DECIMAL(10, 0)");
  CHECK(summary("NUMERIC(38,18)") == "DECIMAL(38, 18)");
  CHECK(summary("char") == "CHAR(1)");
  CHECK(summary("varchar(2147483647)") == "STRING");
  CHECK(summary("VARBINARY(2147483647)") == "BYTES");
  CHECK(summary("time") == "TIME(0)");
  CHECK(summary("timestamp") == "TIMESTAMP(6)");
  CHECK(summary("TIMESTAMP(3) WITHOUT TIME ZONE NULL") == "TIMESTAMP(3)");
  CHECK(summary("TIMESTAMP WITH LOCAL TIME ZONE") == "TIMESTAMP_LTZ(6)");
  CHECK(summary("DOUBLE PRECISION") == "DOUBLE");
  CHECK(summary("interval day(3) to second(3)") == "INTERVAL DAY(3) TO SECOND(3)");
  CHECK(summary("INTERVAL YEAR TO MONTH") == "INTERVAL YEAR(2) TO MONTH");
  CHECK(summary("INTERVAL SECOND") == "INTERVAL SECOND(6)");
  CHECK(summary("ROW<a INT, `b``c` STRING NOT NULL 'it''s'>") == "ROW<`a` INT, `b``c` STRING NOT NULL>");
  CHECK(summary("ROW(a INT)") == "ROW<`a` INT>");
  CHECK(summary("MAP<STRING, ARRAY<INT NOT NULL>> NOT NULL") == "MAP<STRING, ARRAY<INT NOT NULL>> NOT NULL");
  CHECK(summary("INT NOT NULL ARRAY NOT NULL MULTISET") == "MULTISET<ARRAY<INT NOT NULL> NOT NULL>");
}

TEST_CASE("a type that cannot be read is an error with a place") {
  Result<LogicalType> type = parse_type("ROW<a INT, b STRIN>");
  REQUIRE_FALSE(type.ok());
  CHECK(type.error().code == "type/syntax");
  CHECK(type.error().span.offset == 13);
  for (const char* bad :
       {"", "DECIMAL(39, 0)", "DECIMAL(5, 6)", "CHAR(0)", "INT INT", "ARRAY<INT", "ROW<a>", "TIMESTAMP(10)",
        "TIMESTAMP WITH TIME ZONE", "INT NOT", "ROW<`a INT>", "CHAR(92233720368547758070)"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_type(bad).ok());
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "ARRAY<";
  CHECK_FALSE(parse_type(deep).ok());
}

TEST_CASE("time attributes show in the summary, not in the DDL") {
  LogicalType type = LogicalType::timestamp(3, TimeAttribute::kRowtime);
  CHECK(type.to_string() == "TIMESTAMP(3) *ROWTIME*");
  CHECK(type.to_ddl() == "TIMESTAMP(3)");
  CHECK(type.to_plan(true) == "TIMESTAMP(3) *ROWTIME*");
  CHECK(LogicalType::timestamp_ltz(3, TimeAttribute::kProctime).with_nullable(false).to_string() ==
        "TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*");
  CHECK(type.equals(LogicalType::timestamp(3)));
}

TEST_CASE("plans print Calcite's full type string") {
  CHECK(LogicalType::string().with_nullable(false).to_plan(true) ==
        "VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\" NOT NULL");
  CHECK(LogicalType::string().with_nullable(false).to_plan(false) ==
        "VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\"");
  CHECK(LogicalType::array(LogicalType::string()).to_plan(false, false) == "VARCHAR(2147483647) ARRAY");
  CHECK(LogicalType::timestamp_ltz(3).to_plan(true) == "TIMESTAMP_WITH_LOCAL_TIME_ZONE(3)");
  CHECK(LogicalType::integer().to_plan(true) == "INTEGER");
  CHECK(LogicalType::interval(IntervalUnit::kMinute).to_plan(true) == "INTERVAL MINUTE");
  LogicalType row = LogicalType::row(
      {Field{"x", LogicalType::integer().with_nullable(false)}, Field{"y", LogicalType::character(2)}});
  CHECK(row.to_plan(true) ==
        "RecordType:peek_no_expand(INTEGER NOT NULL x, CHAR(2) CHARACTER SET \"UTF-16LE\" y)");
  CHECK(row.to_plan(true, false) == "RecordType:peek_no_expand(INTEGER x, CHAR(2) y)");
}

TEST_CASE("equality is structural") {
  CHECK(parse_type("ROW<a INT, b ARRAY<INT>>")->equals(*parse_type("ROW<a INT, b ARRAY<INT>>")));
  CHECK_FALSE(parse_type("ROW<a INT>")->equals(*parse_type("ROW<b INT>")));
  CHECK_FALSE(parse_type("ARRAY<INT NOT NULL>")->equals(*parse_type("ARRAY<INT>")));
  CHECK(parse_type("ARRAY<INT NOT NULL>")->equals(*parse_type("ARRAY<INT>"), true));
  CHECK_FALSE(parse_type("VARCHAR(3)")->equals(*parse_type("VARCHAR(4)")));
}

}  // namespace
}  // namespace rowkind
