// Dates, times, timestamps and intervals: the civil calendar (proleptic Gregorian, as java.time) and Flink's
// text forms of them (DateTimeUtils). DATE = days since 1970-01-01, TIME = milliseconds of the day, TIMESTAMP
// = milliseconds + nanoseconds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind {

constexpr int64_t kMillisPerSecond = 1000;
constexpr int64_t kMillisPerMinute = 60 * kMillisPerSecond;
constexpr int64_t kMillisPerHour = 60 * kMillisPerMinute;
constexpr int64_t kMillisPerDay = 24 * kMillisPerHour;

inline int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0);
}
inline int64_t floor_mod(int64_t a, int64_t b) {
  return a - floor_div(a, b) * b;
}

struct CivilDate {
  int64_t year = 1970;
  int32_t month = 1;  // 1..12
  int32_t day = 1;    // 1..31
};

bool is_leap_year(int64_t year);
int32_t days_of_month(int64_t year, int32_t month);
// Days since 1970-01-01; month and day may lie outside the year and month only in the day (as day 0 or 32).
int64_t days_from_civil(int64_t year, int32_t month, int32_t day);
CivilDate civil_from_days(int64_t days);
// 1 = Monday .. 7 = Sunday.
int32_t iso_day_of_week(int64_t days);
int32_t day_of_year(int64_t days);

// A wall-clock time taken apart.
struct CivilTime {
  CivilDate date;
  int32_t hour = 0, minute = 0, second = 0;
  int32_t nanos = 0;  // of the second
};
CivilTime civil_time(Timestamp local);
Timestamp timestamp_from_civil(const CivilTime& time);

// Months added to a date; the day is clipped to the length of the month (SQL: DATE + INTERVAL MONTH).
int64_t add_months(int64_t days, int64_t months);
// Milliseconds added.
Timestamp add_millis(Timestamp t, int64_t millis);
inline int32_t compare(Timestamp a, Timestamp b) {
  if (a.millis != b.millis) return a.millis < b.millis ? -1 : 1;
  return a.nanos_of_millis < b.nanos_of_millis ? -1 : a.nanos_of_millis > b.nanos_of_millis ? 1 : 0;
}

// Text forms. Years print with their last four digits.
std::string date_text(int64_t days);                       // 2021-09-24
std::string time_text(int64_t millis, int32_t precision);  // 12:34:56, 12:34:56.1, 12:34:56.0
std::string timestamp_text(Timestamp t,
                           int32_t precision);     // 2021-09-24 12:34:56.100: exactly `precision` digits
std::string interval_months_text(int64_t months);  // +1-02
std::string interval_millis_text(int64_t millis);  // +1 10:17:36.789

// CAST(text AS DATE): "y", "y-M", "y-M-d", blanks around the parts; what follows the first blank is ignored.
std::optional<int32_t> parse_date(std::string_view text);
// CAST(text AS TIME): "H[:m[:s[.fff]]]" with an optional "+hh[:mm]" or "-hh[:mm]" that shifts the result
// (beyond a day, too).
std::optional<int32_t> parse_time(std::string_view text);
// CAST(text AS TIMESTAMP): "yyyy-M-d[ H:m:s[.f{0,9}]]"; day 30 of February is its last day, 24:00:00 the next
// midnight. The fraction is cut to `precision`. The error is Java's DateTimeParseException.
Result<Timestamp> parse_timestamp(std::string_view text, int32_t precision);

// TIME(p): digits beyond the precision cut away (milliseconds are the finest).
int64_t cut_time(int64_t millis, int32_t precision);
// Nanoseconds beyond `precision` cut away. Flink's CAST(TIMESTAMP AS TIMESTAMP(p)): cuts toward 1970, so
// upwards before it.
Timestamp cut_timestamp(Timestamp t, int32_t precision);

}  // namespace rowkind
