#include <algorithm>
#include <limits>

#include "base/utf8.h"
#include "cdc/functions.h"
#include "expr/functions/java_time.h"
#include "types/datetime.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

constexpr std::string_view kDefaultFormat = "yyyy-MM-dd HH:mm:ss";

const TimeZone& zone_of(const Args& a) {
  return *a.context.zone;
}

Value local_time(const Args& a) {
  return Value::integer(floor_mod(zone_of(a).to_local(a.context.now), kMillisPerDay));
}

Value local_timestamp(const Args& a) {
  return Value::timestamp(Timestamp{zone_of(a).to_local(a.context.now), 0});
}

Value current_date(const Args& a) {
  return Value::integer(floor_div(zone_of(a).to_local(a.context.now), kMillisPerDay));
}

Value now(const Args& a) {
  return Value::timestamp(Timestamp{a.context.now, 0});
}

Value unix_now(const Args& a) {
  return Value::integer(floor_div(a.context.now, 1000));
}

// SimpleDateFormat looks at its pattern before there is a text.
void check_simple(std::string_view format) {
  bool quoted = false;
  for (char c : format) {
    if (c == '\'') quoted = !quoted;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!quoted && letter && std::string_view("GyMdkHmsSEDFwWahKzZYuXL").find(c) == std::string_view::npos)
      fail_run(std::string("Illegal pattern character '") + c + "'");
  }
  if (quoted) fail_run("Unterminated quote");
}

// The text's epoch milliseconds; not set: it does not fit.
std::optional<int64_t> read_simple(std::string_view text, std::string_view format, const TimeZone& zone) {
  std::optional<int64_t> millis = parse_simple(text, format, zone);
  if (!millis) check_simple(format);
  return millis;
}

[[noreturn]] void fail_null_text(const Args& a, std::string_view format) {
  if (a.node.args.size() < 2 || !a[1].is_null()) check_simple(format);
  fail_null();
}

Value unix_timestamp(const Args& a) {
  const bool given = a.node.args.size() > 1 && !a[1].is_null();
  std::string_view format = given ? a[1].string() : kDefaultFormat;
  if (a[0].is_null() || (a.node.args.size() > 1 && a[1].is_null())) {
    if (level(a.node.version) < 36) fail_null_text(a, format);
    return Value::null();
  }
  std::optional<int64_t> millis = read_simple(a[0].string(), format, zone_of(a));
  return Value::integer(millis ? floor_div(*millis, 1000) : std::numeric_limits<int64_t>::min());
}

Value from_unixtime(const Args& a) {
  if (a[0].is_null() || (a.node.args.size() > 1 && a[1].is_null())) {
    if (level(a.node.version) < 36) fail_null();
    return Value::null();
  }
  std::string_view format = a.node.args.size() > 1 ? a[1].string() : kDefaultFormat;
  return Value::string(format_simple(a[0].integer() * 1000, format, zone_of(a)));
}

// java.time refuses fields that the value does not have.
void check_fields(std::string_view format, std::string_view refused, const char* what) {
  bool quoted = false;
  for (char c : format) {
    if (c == '\'') quoted = !quoted;
    if (!quoted && refused.find(c) != std::string_view::npos)
      fail_run("Unsupported field: " + std::string(1, c) + " in a format for a " + what);
  }
}

Value date_format(const Args& a) {
  if (a[0].is_null()) return Value::null();
  if (a[1].is_null() && level(a.node.version) < 36) fail_null();
  if (a[1].is_null()) return Value::null();
  std::string_view format = a[1].string();
  switch (a.node.args[0]->java) {
    case JavaType::kDate:
      check_fields(format, "HhKkmsSaAnN", "DATE");
      return Value::string(format_date_time(Timestamp{a[0].integer() * kMillisPerDay, 0}, format));
    case JavaType::kTime:
      check_fields(format, "yuMLdDEecwWQqYG", "TIME");
      return Value::string(format_date_time(Timestamp{a[0].integer(), 0}, format));
    case JavaType::kInstant:
      return Value::string(format_simple(a[0].timestamp().millis, format, zone_of(a)));
    default:
      return Value::string(format_simple(a[0].timestamp().millis, format, TimeZone::utc()));
  }
}

const TimeZone& named_zone(std::string_view name) {
  const TimeZone* zone = TimeZone::find(name);
  if (zone == nullptr) fail_run("Unknown time-zone ID: " + std::string(name));
  return *zone;
}

Value date_format_tz(const Args& a) {
  bool with_format = a.node.args.size() > 2;
  std::string_view format = with_format ? a[1].string() : kDefaultFormat;
  const TimeZone& zone = named_zone(a[with_format ? 2 : 1].string());
  bool instant = a.node.args[0]->java == JavaType::kInstant;
  return Value::string(format_simple(a[0].timestamp().millis, format, instant ? zone : TimeZone::utc()));
}

Value to_date(const Args& a) {
  const bool given = a.node.args.size() > 1 && !a[1].is_null();
  std::string_view format = given ? a[1].string() : std::string_view("yyyy-MM-dd");
  if (level(a.node.version) < 36) {
    if (a[0].is_null() || (a.node.args.size() > 1 && a[1].is_null())) fail_null_text(a, format);
    // Lenient; what cannot be read is the smallest long. Days of 32 bits, counted in the pipeline's zone.
    const int64_t millis =
        read_simple(a[0].string(), format, zone_of(a)).value_or(std::numeric_limits<int64_t>::min());
    const int64_t carried = floor_div(millis % kMillisPerDay + zone_of(a).offset_at(millis), kMillisPerDay);
    return Value::integer(static_cast<int32_t>(millis / kMillisPerDay + carried));
  }
  for (size_t i = 0; i < a.node.args.size(); ++i)
    if (a[i].is_null()) return Value::null();
  std::optional<Timestamp> parsed = parse_date_time(a[0].string(), format);
  return parsed ? Value::integer(floor_div(parsed->millis, kMillisPerDay)) : Value::null();
}

Value day_of(const Args& a) {
  const Value& value = a.node.args[0]->java == JavaType::kZoned ? a[0].row()[0] : a[0];
  return Value::integer(floor_div(value.timestamp().millis, kMillisPerDay));
}

Value to_timestamp(const Args& a) {
  const bool given = a.node.args.size() > 1 && !a[1].is_null();
  std::string_view format = given ? a[1].string() : kDefaultFormat;
  if (a[0].is_null() || (a.node.args.size() > 1 && a[1].is_null())) fail_null_text(a, format);
  const TimeZone& zone = level(a.node.version) < 36 ? zone_of(a) : TimeZone::utc();
  std::optional<int64_t> millis = read_simple(a[0].string(), format, zone);
  if (!millis) fail_run("Unparseable date: \"" + std::string(a[0].string()) + "\"");
  return Value::timestamp(Timestamp{*millis, 0});
}

Value to_timestamp_ltz(const Args& a) {
  int64_t precision = a.node.args.size() > 1 ? a[1].integer() : 3;
  if (precision != 0 && precision != 3)
    fail_run("TO_TIMESTAMP_LTZ precision must be 0 or 3, but get: " + std::to_string(precision));
  return Value::timestamp(Timestamp{precision == 0 ? a[0].integer() * 1000 : a[0].integer(), 0});
}

Value text_to_timestamp_ltz(const Args& a) {
  std::string_view format =
      a.node.args.size() > 1 ? a[1].string() : std::string_view("yyyy-MM-dd HH:mm:ss.SSS");
  const TimeZone& zone = a.node.args.size() > 2 ? named_zone(a[2].string()) : TimeZone::utc();
  std::optional<int64_t> millis = parse_simple(a[0].string(), format, zone);
  if (!millis) fail_run("Unparseable date: \"" + std::string(a[0].string()) + "\"");
  return Value::timestamp(Timestamp{*millis, 0});
}

// The wall clock a value shows: TIMESTAMP_LTZ in `zone`.
CivilTime civil_of(const Args& a, size_t index, const TimeZone& zone) {
  Timestamp t = a[index].timestamp();
  return civil_time(a.node.args[index]->java == JavaType::kInstant ? zone.to_local(t) : t);
}

[[noreturn]] void fail_unit(const Args& a, const std::string& what, const std::string& unit) {
  if (level(a.node.version) < 36)
    fail_run("Unsupported timestamp interval unit " + unit +
             ". Supported units are: SECOND, MINUTE, HOUR, DAY, MONTH, YEAR");
  fail_run("Unsupported time interval unit in timestamp " + what + " function: " + unit);
}

// The length of a unit in milliseconds; 0: it has no fixed one, or there is no such unit.
int64_t millis_of_unit(std::string_view unit) {
  constexpr std::pair<std::string_view, int64_t> kUnits[] = {{"SECOND", kMillisPerSecond},
                                                             {"MINUTE", kMillisPerMinute},
                                                             {"HOUR", kMillisPerHour},
                                                             {"DAY", kMillisPerDay}};
  for (const auto& [name, length] : kUnits) {
    if (ascii_iequals(unit, name)) return length;
  }
  return 0;
}

Value timestamp_diff(const Args& a) {
  const bool old = level(a.node.version) < 36;
  std::string unit = old ? std::string(a[0].string()) : ascii_upper(a[0].string());
  if (old && unit != ascii_upper(unit)) fail_unit(a, "diff", unit);
  int64_t out = 0;
  if (unit == "MONTH" || unit == "YEAR") {
    CivilDate from = civil_of(a, 1, zone_of(a)).date, to = civil_of(a, 2, zone_of(a)).date;
    out = to.year - from.year;
    if (unit == "MONTH") out = out * 12 + to.month - from.month;
  } else {
    // Up to 3.5 a TIMESTAMP counts as one in UTC, even against an instant.
    bool mixed = a.node.args[1]->java != a.node.args[2]->java && level(a.node.version) >= 36;
    auto millis = [&](size_t i) {
      int64_t t = a[i].timestamp().millis;
      return mixed && a.node.args[i]->java == JavaType::kTimestamp ? zone_of(a).to_utc(t) : t;
    };
    const int64_t length = millis_of_unit(unit);
    if (length == 0) fail_unit(a, "diff", unit);
    out = (millis(2) - millis(1)) / length;
    if (old) {  // seconds come first, in an int; only too many forward are noticed
      const int64_t seconds = (millis(2) - millis(1)) / kMillisPerSecond;
      if (seconds > std::numeric_limits<int32_t>::max()) return Value::null();
      out = static_cast<int32_t>(seconds) / (length / kMillisPerSecond);
    }
  }
  bool fits = out >= std::numeric_limits<int32_t>::min() && out <= std::numeric_limits<int32_t>::max();
  return fits ? Value::integer(out) : Value::null();
}

Value timestamp_add(const Args& a) {
  int64_t amount = a[1].integer(), millis = a[2].timestamp().millis;
  if (int64_t length = millis_of_unit(a[0].string()))
    return Value::timestamp(Timestamp{millis + amount * length, 0});
  std::string unit = ascii_upper(a[0].string());
  if (unit == "MONTH" || unit == "YEAR") {
    // Calendar arithmetic on an instant: in the pipeline's zone up to 3.5, in UTC later.
    bool instant = a.node.args[2]->java == JavaType::kInstant;
    const TimeZone& zone = instant && level(a.node.version) < 36 ? zone_of(a) : TimeZone::utc();
    int64_t local = zone.to_local(millis);
    int64_t day = floor_div(local, kMillisPerDay);
    local += (add_months(day, unit == "YEAR" ? amount * 12 : amount) - day) * kMillisPerDay;
    return Value::timestamp(Timestamp{zone.to_utc(local), 0});
  }
  fail_unit(a, "add", unit);
}

Value date_add(const Args& a) {
  int64_t day;
  switch (a.node.args[0]->java) {
    case JavaType::kDate:
      day = a[0].integer();
      break;
    case JavaType::kTimestamp:
      day = floor_div(a[0].timestamp().millis, kMillisPerDay);
      break;
    case JavaType::kInstant:
      day = floor_div(zone_of(a).to_local(a[0].timestamp().millis), kMillisPerDay);
      break;
    default: {
      std::string_view text = a[0].string();
      if (text.size() != 10 && text.size() != 19) return Value::null();
      std::optional<Timestamp> parsed =
          parse_date_time(text, text.size() == 10 ? std::string_view("yyyy-MM-dd") : kDefaultFormat);
      if (!parsed) return Value::null();
      day = floor_div(parsed->millis, kMillisPerDay);
    }
  }
  return Value::string(date_text(day + a[1].integer()));
}

enum Unit : int32_t {
  kYear,
  kQuarter,
  kMonth,
  kWeek,
  kDayOfYear,
  kDayOfMonth,
  kDayOfWeek,
  kHour,
  kMinute,
  kSecond
};

int64_t iso_week(int64_t day) {
  // The week of a day is that of its Thursday.
  int64_t thursday = day - (iso_day_of_week(day) - 4);
  return (day_of_year(thursday) - 1) / 7 + 1;
}

int64_t part_of(const Args& a, int32_t unit) {
  JavaType java = a.node.args[0]->java;
  CivilTime time;
  if (java == JavaType::kDate) {
    time.date = civil_from_days(a[0].integer());
  } else if (java == JavaType::kTime) {
    if (unit < kHour) fail_run("Unsupported field of a TIME");
    time = civil_time(Timestamp{a[0].integer(), 0});
  } else {
    time = civil_of(a, 0, zone_of(a));
  }
  int64_t day = days_from_civil(time.date.year, time.date.month, time.date.day);
  switch (unit) {
    case kYear:
      return time.date.year;
    case kQuarter:
      return (time.date.month - 1) / 3 + 1;
    case kMonth:
      return time.date.month;
    case kWeek:
      return iso_week(day);
    case kDayOfYear:
      return day_of_year(day);
    case kDayOfMonth:
      return time.date.day;
    case kDayOfWeek:
      return iso_day_of_week(day) % 7 + 1;  // Sunday is 1
    case kHour:
      return time.hour;
    case kMinute:
      return time.minute;
    default:
      return time.second;
  }
}

Value field(const Args& a) {
  return Value::integer(part_of(a, a.node.option));
}

Value extract(const Args& a) {
  constexpr const char* kNames[] = {"YEAR", "QUARTER", "MONTH", "WEEK",   "DOY",
                                    "DAY",  "DOW",     "HOUR",  "MINUTE", "SECOND"};
  std::string unit = ascii_upper(a[1].string());
  for (int32_t i = 0; i < 10; ++i)
    if (unit == kNames[i]) return Value::integer(part_of(a, i));
  fail_run("Unsupported time unit in EXTRACT: " + unit);
}

const FunctionEntry kFunctions[] = {
    {"LOCALTIME", 35, "", Returns::kTime, OnNull::kNull, local_time},
    {"CURRENT_TIME", 35, "", Returns::kTime, OnNull::kNull, local_time},
    {"LOCALTIMESTAMP", 35, "", Returns::kTimestamp, OnNull::kNull, local_timestamp},
    {"CURRENT_DATE", 35, "", Returns::kDate, OnNull::kNull, current_date},
    {"CURRENT_TIMESTAMP", 35, "", Returns::kTimestampLtz, OnNull::kNull, now},
    {"NOW", 35, "", Returns::kTimestampLtz, OnNull::kNull, now},
    {"UNIX_TIMESTAMP", 35, "", Returns::kBigInt, OnNull::kNull, unix_now},
    {"UNIX_TIMESTAMP", 35, "s?s", Returns::kBigInt, OnNull::kSee, unix_timestamp},
    {"FROM_UNIXTIME", 35, "n?s", Returns::kString, OnNull::kSee, from_unixtime},
    {"DATE_FORMAT", 35, "ts", Returns::kString, OnNull::kSee, date_format},
    {"DATE_FORMAT_TZ", 36, "mss", Returns::kString, OnNull::kNull, date_format_tz},
    {"DATE_FORMAT_TZ", 36, "ms", Returns::kString, OnNull::kNull, date_format_tz},
    {"TO_DATE", 35, "s?s", Returns::kDate, OnNull::kSee, to_date},
    {"TO_DATE time", 37, "a", Returns::kDate, OnNull::kNull, day_of},
    {"TO_TIMESTAMP", 35, "s?s", Returns::kTimestamp, OnNull::kSee, to_timestamp},
    {"TO_TIMESTAMP_LTZ", 36, "l?i", Returns::kTimestampLtz, OnNull::kNull, to_timestamp_ltz},
    {"TO_TIMESTAMP_LTZ text", 36, "s?ss", Returns::kTimestampLtz, OnNull::kFail, text_to_timestamp_ltz},
    {"TIMESTAMPDIFF", 35, "umm", Returns::kInt, OnNull::kNull, timestamp_diff},
    {"TIMESTAMP_DIFF", 35, "umm", Returns::kInt, OnNull::kNull, timestamp_diff},
    {"TIMESTAMPADD", 35, "ubm", Returns::kThird, OnNull::kNull, timestamp_add},
    {"TIMESTAMP_ADD", 35, "ubm", Returns::kThird, OnNull::kNull, timestamp_add},
    {"DATE_ADD", 36, "ai", Returns::kString, OnNull::kNull, date_add},
    {"EXTRACT", 37, "tu", Returns::kBigInt, OnNull::kNull, extract},
    {"YEAR", 37, "t", Returns::kBigInt, OnNull::kNull, field, kYear},
    {"QUARTER", 37, "t", Returns::kBigInt, OnNull::kNull, field, kQuarter},
    {"MONTH", 37, "t", Returns::kBigInt, OnNull::kNull, field, kMonth},
    {"WEEK", 37, "t", Returns::kBigInt, OnNull::kNull, field, kWeek},
    {"DAYOFYEAR", 37, "t", Returns::kBigInt, OnNull::kNull, field, kDayOfYear},
    {"DAYOFMONTH", 37, "t", Returns::kBigInt, OnNull::kNull, field, kDayOfMonth},
    {"DAYOFWEEK", 37, "t", Returns::kBigInt, OnNull::kNull, field, kDayOfWeek},
    {"HOUR", 37, "t", Returns::kBigInt, OnNull::kNull, field, kHour},
    {"MINUTE", 37, "t", Returns::kBigInt, OnNull::kNull, field, kMinute},
    {"SECOND", 37, "t", Returns::kBigInt, OnNull::kNull, field, kSecond},
};

}  // namespace

FunctionTable time_functions() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace rowkind::cdc
