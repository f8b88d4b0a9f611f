#include "types/time_zone.h"

#include <doctest/doctest.h>

#include <sstream>

#include "types/datetime.h"

namespace rowkind {
namespace {

int64_t seconds(const char* text) {
  return parse_timestamp(text, 0)->millis / 1000;
}

// Offsets at these local times (LocalDateTime.atZone) and at the same texts read as UTC, as Java 17 gives
// them.
const char* const kTimes[] = {"0001-01-01 00:00:00", "1883-11-18 12:03:00", "1901-01-01 00:00:00",
                              "1945-05-24 02:30:00", "1986-05-04 02:30:00", "1991-03-31 02:30:00",
                              "2011-12-30 12:00:00", "2024-03-10 02:30:00", "2024-03-31 02:30:00",
                              "2024-04-07 01:45:00", "2024-10-06 02:15:00", "2024-10-27 02:30:00",
                              "2024-11-03 01:30:00", "2100-07-01 00:00:00", "2500-07-01 00:00:00",
                              "9999-12-31 23:59:59", "9999-07-01 00:00:00"};
const char* const kZones =
    R"(Asia/Shanghai 29143 29143 28800 32400 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800 | 29143 29143 28800 32400 32400 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800 28800
Europe/Berlin 3208 3208 3600 7200 7200 3600 3600 3600 3600 7200 7200 7200 3600 7200 7200 3600 7200 | 3208 3208 3600 10800 7200 7200 3600 3600 7200 7200 7200 3600 3600 7200 7200 3600 7200
America/Los_Angeles -28378 -28378 -28800 -25200 -25200 -28800 -28800 -28800 -25200 -25200 -25200 -25200 -25200 -25200 -25200 -28800 -25200 | -28378 -28378 -28800 -25200 -25200 -28800 -28800 -28800 -25200 -25200 -25200 -25200 -25200 -25200 -25200 -28800 -25200
Australia/Lord_Howe 38180 38180 36000 36000 37800 37800 39600 39600 39600 39600 37800 39600 39600 37800 37800 39600 37800 | 38180 38180 36000 36000 37800 37800 39600 39600 39600 37800 39600 39600 39600 37800 37800 39600 37800
Asia/Kolkata 21208 19270 19270 23400 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 | 21208 19270 19270 23400 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800 19800
Pacific/Apia 45184 45184 -41216 -41400 -39600 -39600 -36000 46800 46800 46800 46800 46800 46800 46800 46800 46800 46800 | 45184 45184 -41216 -41400 -39600 -39600 50400 46800 46800 46800 46800 46800 46800 46800 46800 46800 46800
Europe/Dublin -1521 -1521 -1521 3600 3600 3600 0 0 3600 3600 3600 0 0 3600 3600 0 3600 | -1521 -1521 -1521 3600 3600 3600 0 0 3600 3600 3600 0 0 3600 3600 0 3600
Africa/Cairo 7509 7509 7200 10800 10800 7200 7200 7200 7200 7200 10800 10800 7200 10800 10800 7200 10800 | 7509 7509 7200 10800 10800 7200 7200 7200 7200 7200 10800 10800 7200 10800 10800 7200 10800
Europe/Moscow 9017 9017 9017 10800 14400 10800 14400 10800 10800 10800 10800 10800 10800 10800 10800 10800 10800 | 9017 9017 9017 10800 14400 10800 14400 10800 10800 10800 10800 10800 10800 10800 10800 10800 10800
America/St_Johns -12652 -12652 -12652 -9000 -9000 -12600 -12600 -12600 -9000 -9000 -9000 -9000 -9000 -9000 -9000 -12600 -9000 | -12652 -12652 -12652 -9000 -9000 -12600 -12600 -12600 -9000 -9000 -9000 -9000 -9000 -9000 -9000 -12600 -9000
)";

TEST_CASE("offsets as Java has them, in gaps and overlaps too") {
  std::istringstream lines(kZones);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string id, bar;
    words >> id;
    CAPTURE(id);
    const TimeZone* zone = TimeZone::find(id);
    REQUIRE(zone != nullptr);
    for (int part = 0; part < 2; ++part) {
      for (const char* text : kTimes) {
        CAPTURE(text);
        int64_t expected = 0, at = seconds(text);
        words >> expected;
        if (part == 0) CHECK(at - zone->to_utc(at * 1000) / 1000 == expected);
        if (part == 1) CHECK(zone->offset_at(at * 1000) / 1000 == expected);
      }
      words >> bar;
    }
  }
}

TEST_CASE("milliseconds survive, also before 1970") {
  const TimeZone* zone = TimeZone::find("Asia/Shanghai");
  CHECK(zone->to_local(int64_t{-1}) == 28800000 - 1);
  CHECK(zone->to_utc(int64_t{-1}) == -28800000 - 1);
  Timestamp t = zone->to_local(Timestamp{5, 999999});
  CHECK(t.millis == 28800005);
  CHECK(t.nanos_of_millis == 999999);
}

std::string offset_of(const TimeZone* zone) {
  return zone == nullptr ? "-" : std::to_string(zone->offset_at(1704067200000) / 1000);
}

TEST_CASE("identifiers: ZoneId, TimeZone.getTimeZone, session option") {
  struct {
    const char *id, *zone_id, *java_util, *session;
  } const kCases[] = {
      {"Z", "0", "0", "-"},
      {"UTC", "0", "0", "0"},
      {"GMT", "0", "0", "0"},
      {"UTC+8", "28800", "0", "-"},
      {"GMT-03:30", "-12600", "-12600", "-12600"},
      {"GMT+8", "28800", "28800", "28800"},
      {"+08:00", "28800", "0", "-"},
      {"+8", "28800", "0", "-"},
      {"+0830", "30600", "0", "-"},
      {"-08:30:15", "-30615", "0", "-"},
      {"+18:00", "64800", "0", "-"},
      {"+18:01", "-", "0", "-"},
      {"UTC+", "-", "0", "-"},
      {"+8:00", "-", "0", "-"},
      {"GMT0", "0", "0", "0"},
      {"asia/shanghai", "-", "0", "-"},
      {"PST", "-", "-28800", "-"},
      {"EST", "-", "-18000", "-"},
      {"", "-", "0", "-"},
      {"+08:60", "-", "0", "-"},
      {"GMT+8:00", "-", "28800", "-"},
      {"Etc/GMT+8", "-28800", "-28800", "-28800"},
      {"US/Pacific", "-28800", "-28800", "-28800"},
      {"America/Indiana/Indianapolis", "-18000", "-18000", "-18000"},
      {"Foo/Bar", "-", "0", "-"},
      {"Asia", "-", "0", "-"},
      {"=Asia", "-", "0", "-"},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.id);
    CHECK(offset_of(TimeZone::find(c.id)) == c.zone_id);
    CHECK(offset_of(&TimeZone::java_util(c.id)) == c.java_util);
    CHECK(offset_of(TimeZone::find_session(c.id)) == c.session);
  }
}

}  // namespace
}  // namespace rowkind
