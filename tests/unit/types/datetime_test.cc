#include "types/datetime.h"

#include <doctest/doctest.h>

namespace rowkind {
namespace {

TEST_CASE("the calendar goes both ways") {
  for (int64_t days = -1000000; days < 3000000; days += 17) {
    CivilDate date = civil_from_days(days);
    REQUIRE(days_from_civil(date.year, date.month, date.day) == days);
  }
  CHECK(days_from_civil(1970, 1, 1) == 0);
  CHECK(days_from_civil(2024, 2, 29) == 19782);
  CHECK(iso_day_of_week(0) == 4);
  CHECK(iso_day_of_week(-1) == 3);
  CHECK(day_of_year(days_from_civil(2024, 12, 31)) == 366);
}

TEST_CASE("months are added with the day clipped") {
  int64_t january = days_from_civil(2024, 1, 31);
  CHECK(date_text(add_months(january, 1)) == "2024-02-29");
  CHECK(date_text(add_months(january, -11)) == "2023-02-28");
  CHECK(date_text(add_months(january, 12)) == "2025-01-31");
}

TEST_CASE("text of dates and times") {
  CHECK(date_text(-719528) == "0000-01-01");
  CHECK(date_text(2932897) == "0000-01-01");  // of the year 10000
  CHECK(time_text(45296120, 3) == "12:34:56.12");
  CHECK(time_text(45296000, 3) == "12:34:56.0");
  CHECK(time_text(45296120, 1) == "12:34:56.1");
  CHECK(time_text(45296120, 0) == "12:34:56");
  CHECK(time_text(-1, 0) == "23:59:59");
  CHECK(timestamp_text(Timestamp{-1, 500000}, 0) == "1969-12-31 23:59:59");
  CHECK(timestamp_text(Timestamp{-1, 500000}, 3) == "1969-12-31 23:59:59.999");
  CHECK(timestamp_text(Timestamp{-1, 500000}, 9) == "1969-12-31 23:59:59.999500000");
  CHECK(interval_months_text(14) == "+1-02");
  CHECK(interval_months_text(-123) == "-10-03");
  CHECK(interval_millis_text(-123456789) == "-1 10:17:36.789");
  CHECK(interval_millis_text(0) == "+0 00:00:00.000");
}

std::string time_of(const char* text) {
  std::optional<int32_t> millis = parse_time(text);
  return millis ? std::to_string(*millis) : "-";
}

TEST_CASE("text to TIME, zone suffixes shift") {
  CHECK(time_of("23") == "82800000");
  CHECK(time_of("09:30:00.1236") == "34200124");
  CHECK(time_of("1:2:3+02:00") == "10923000");
  CHECK(time_of("1:2:3-02:00") == "-3477000");
  CHECK(time_of("23:00:00+02:30") == "91800000");
  CHECK(time_of(" 12 : 30 : 10 ") == "45010000");
  for (const char* bad :
       {"", "25", "12:60", "12:30:60", "a", "24:00:00", "1:2:3:4", "2024-06-01", "-", "12-"}) {
    CAPTURE(bad);
    CHECK(time_of(bad) == "-");
  }
}

std::string timestamp_of(const char* text) {
  Result<Timestamp> t = parse_timestamp(text, 9);
  return t.ok() ? timestamp_text(*t, 9) : t.error().message;
}

TEST_CASE("text to TIMESTAMP, with the messages of java.time") {
  CHECK(timestamp_of("2024-6-1 9:3:7") == "2024-06-01 09:03:07.000000000");
  CHECK(timestamp_of("2024-06-01 10:00:00.5") == "2024-06-01 10:00:00.500000000");
  CHECK(timestamp_of("2024-06-01 10:00:00.") == "2024-06-01 10:00:00.000000000");
  CHECK(timestamp_of("2024-06-01 24:00:00") == "2024-06-02 00:00:00.000000000");
  CHECK(timestamp_of("2023-02-30") == "2023-02-28 00:00:00.000000000");
  CHECK(timestamp_of("2024-0606-01") == "2024-06-01 00:00:00.000000000");
  CHECK(parse_timestamp("+999999999-01-01", 3).ok());
  CHECK(timestamp_of("20240601") == "Text '20240601' could not be parsed at index 0");
  CHECK(timestamp_of("2024/06/01") == "Text '2024/06/01' could not be parsed at index 4");
  CHECK(timestamp_of("2024-06-01 10:00") ==
        "Text '2024-06-01 10:00' could not be parsed, unparsed text found at index 10");
  CHECK(timestamp_of("2024-06-01 25:00:00") ==
        "Text '2024-06-01 25:00:00' could not be parsed: Invalid value for HourOfDay (valid values 0 - 23): "
        "25");
  CHECK(timestamp_of("2024-13-01") ==
        "Text '2024-13-01' could not be parsed: Invalid value for MonthOfYear (valid values 1 - 12): 13");
}

}  // namespace
}  // namespace rowkind
