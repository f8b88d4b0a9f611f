#include <doctest/doctest.h>

#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

// What the planner of Flink 2.3.0 says: Y, or "." (the validator refuses), "x" (refused later).
const char* const kTypes[] = {"BOOLEAN",
                              "TINYINT",
                              "SMALLINT",
                              "INT",
                              "BIGINT",
                              "FLOAT",
                              "DOUBLE",
                              "DECIMAL(10,2)",
                              "CHAR(3)",
                              "VARCHAR(3)",
                              "BINARY(3)",
                              "VARBINARY(3)",
                              "DATE",
                              "TIME(3)",
                              "TIMESTAMP(3)",
                              "TIMESTAMP_LTZ(3)",
                              "ARRAY<INT>",
                              "MULTISET<INT>",
                              "MAP<INT,INT>",
                              "ROW<a INT>",
                              "ROW<a INT,b INT>",
                              "ROW<c STRING>",
                              "ARRAY<BOOLEAN>",
                              "INTERVAL MONTH",
                              "INTERVAL YEAR",
                              "INTERVAL YEAR TO MONTH",
                              "INTERVAL SECOND",
                              "INTERVAL DAY",
                              "INTERVAL DAY TO SECOND"};
const char* const kVerdicts[] = {
    "YYYYYYYYYY...................", "YYYYYYYYYY....xx.......YY.YY.", "YYYYYYYYYY....xx.......YY.YY.",
    "YYYYYYYYYY....xx.......YY.YY.", "YYYYYYYYYY....xx.......YY.YY.", "YYYYYYYYYY....xx.............",
    "YYYYYYYYYY....xx.............", "YYYYYYYYYY....xx.......xx.xx.", "YYYYYYYYYYYYYYYYx.....xxxxxxx",
    "YYYYYYYYYYYYYYYYx.....xxxxxxx", "........YYYYxxxx.............", "........YYYYxxxx.............",
    "........YY..Y.YY.............", "........YY...YYY.............", ".xxxxxxxYY..YYYY.............",
    ".xxxxxxxYY..YYYY.............", "........YY......Y.....Y......", "........YY.......Y...........",
    "........YY........Y..........", "........YY.........Y.Y.......", "........YY..........Y........",
    "........YY.........Y.Y.......", "........YY......Y.....Y......", "........YY.............YYY...",
    "........YY.............YYY...", "........YY.............YYY...", "........YY................YYY",
    "........YY................YYY", "........YY................YYY"};

TEST_CASE("the planner's matrix of casts") {
  for (size_t i = 0; i < std::size(kTypes); ++i) {
    for (size_t j = 0; j < std::size(kTypes); ++j) {
      CAPTURE(kTypes[i]);
      CAPTURE(kTypes[j]);
      Status status = check_cast(*parse_type(kTypes[i]), *parse_type(kTypes[j]));
      char verdict = status.ok() ? 'Y' : status.error().message.find("Cast function") == 0 ? '.' : 'x';
      CHECK(verdict == kVerdicts[i][j]);
    }
    CHECK(cast_supported(LogicalType(), *parse_type(kTypes[i])));
  }
}

std::string refusal(const char* from, const char* to) {
  Status status = check_cast(*parse_type(from), *parse_type(to));
  return status.ok() ? "" : status.error().message;
}

TEST_CASE("messages of refused casts") {
  CHECK(refusal("BOOLEAN", "TIMESTAMP(3)") ==
        "Cast function cannot convert value of type BOOLEAN to type TIMESTAMP(3)");
  CHECK(refusal("INTERVAL DAY", "BIGINT") ==
        "Cast function cannot convert value of type INTERVAL DAY to type BIGINT");
  CHECK(refusal("ARRAY<INT>", "ARRAY<BYTES>") ==
        "Cast function cannot convert value of type INTEGER ARRAY to type VARBINARY(2147483647) ARRAY");
  CHECK(refusal("BYTES", "DATE") == "Unsupported cast from 'BYTES' to 'DATE'.");
  CHECK(refusal("DECIMAL(5, 2)", "INTERVAL DAY") ==
        "Unsupported cast from 'DECIMAL(5, 2)' to 'INTERVAL SECOND(3)'.");
  CHECK(refusal("STRING NOT NULL", "INTERVAL YEAR") ==
        "Unsupported cast from 'STRING NOT NULL' to 'INTERVAL MONTH NOT NULL'.");
  CHECK(refusal("BIGINT", "TIMESTAMP(3)") ==
        "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use "
        "TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds.");
}

TEST_CASE("nested values are cast and printed part by part") {
  CastOptions options{&TimeZone::utc(), false};
  LogicalType from = *parse_type("ROW<a ARRAY<INT>, m MAP<STRING, INT>>");
  LogicalType to = *parse_type("ROW<x ARRAY<TINYINT>, y MAP<VARCHAR(1), STRING>>");
  RowBuilder builder(2);
  builder.set(0, Value::array({Value::integer(300), Value::null()}));
  builder.set(1, Value::map({{Value::string("key"), Value::null()}}));
  Value row = Value::row(builder.finish());
  CHECK(cast_to_string(row, from, *options.zone) == "([300, NULL], {key=NULL})");
  CHECK(cast_to_string(row, from, *options.zone, true) == "([300, null],{key=null})");
  Result<Value> cast = cast_value(row, from, to, options);
  REQUIRE(cast.ok());
  CHECK(cast_to_string(*cast, to, *options.zone) == "([44, NULL], {k=NULL})");
  CHECK(cast_to_string(Value::array({}), from.fields()[0].type, *options.zone) == "[]");
  CHECK(cast_to_string(Value::map({}), from.fields()[1].type, *options.zone) == "{}");
}

}  // namespace
}  // namespace rowkind
