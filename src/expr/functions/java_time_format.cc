// The writing half: time -> text, letter by letter as java.time.format.DateTimeFormatterBuilder and
// java.text.SimpleDateFormat define them (locale en-US: weeks begin on Sunday, the first has one day).
#include <algorithm>

#include "base/error.h"
#include "expr/functions/java_time.h"
#include "expr/functions/java_time_pattern.h"
#include "types/datetime.h"
#include "types/zone_names.h"

namespace rowkind {

namespace {

[[noreturn]] void bad_pattern(std::string message) {
  throw Failure("run/date-pattern", std::move(message));
}

std::string padded(int64_t v, int width) {
  std::string digits = std::to_string(v < 0 ? -v : v);
  while (static_cast<int>(digits.size()) < width) digits.insert(digits.begin(), '0');
  return (v < 0 ? "-" : "") + digits;
}

std::string offset_text(int64_t millis, int count, char letter) {
  if (letter == 'X' && millis == 0) return "Z";
  int64_t minutes = millis / kMillisPerMinute;
  int64_t absolute = minutes < 0 ? -minutes : minutes;
  std::string out = minutes < 0 ? "-" : "+";
  out += padded(absolute / 60, 2);
  if (letter == 'X' && count == 1) return out;
  if (letter == 'X' && count == 3) out += ":";
  return out + padded(absolute % 60, 2);
}

CivilDate julian_date(int64_t days) {
  const int64_t c = days + 2440588 + 32082;
  const int64_t d = floor_div(4 * c + 3, 1461);
  const int64_t e = c - floor_div(1461 * d, 4);
  const int64_t m = (5 * e + 2) / 153;
  return CivilDate{static_cast<int32_t>(d - 4800 + m / 10), static_cast<int32_t>(m + 3 - 12 * (m / 10)),
                   static_cast<int32_t>(e - (153 * m + 2) / 5 + 1)};
}

// A point in time and what the letters want to know of its day.
struct Moment {
  CivilTime time;
  int64_t days;  // since 1970
  explicit Moment(Timestamp local)
      : time(civil_time(local)), days(days_from_civil(time.date.year, time.date.month, time.date.day)) {}

  int32_t iso_day() const { return iso_day_of_week(days); }  // Monday is 1
  int32_t us_day() const { return iso_day() % 7 + 1; }       // Sunday is 1
  int32_t half_hour() const { return time.hour % 12; }
  int64_t year_of_era() const { return time.date.year > 0 ? time.date.year : 1 - time.date.year; }
  int32_t week_of_month() const {
    const int64_t shift = iso_day_of_week(days - (time.date.day - 1)) % 7;
    return static_cast<int32_t>((time.date.day - 1 + shift) / 7 + 1);
  }
  // The year whose first week holds the Saturday of this week, and the week of it.
  void week_of_year(int64_t& year, int32_t& week) const {
    const int64_t saturday = days + 7 - us_day();
    year = civil_from_days(saturday).year;
    week = (day_of_year(saturday) - 1) / 7 + 1;
  }
};

// The text of a name in the style that the number of letters asks for: 3 short, 4 full, 5 the first letter.
std::string styled(std::string_view full, int count) {
  return std::string(count == 4 ? full : full.substr(0, count == 5 ? 1 : 3));
}

std::string quarter_text(int32_t quarter, int count) {
  static constexpr std::string_view kFull[] = {"1st quarter", "2nd quarter", "3rd quarter", "4th quarter"};
  if (count == 4) return std::string(kFull[quarter - 1]);
  return (count == 3 ? "Q" : "") + std::to_string(quarter);
}

std::string day_period(const CivilTime& t) {
  if (t.minute == 0 && t.second == 0 && t.nanos == 0 && t.hour % 12 == 0)
    return t.hour == 0 ? "midnight" : "noon";
  if (t.hour < 6 || t.hour >= 21) return "at night";
  return t.hour < 12 ? "in the morning" : t.hour < 18 ? "in the afternoon" : "in the evening";
}

// LocalDateTime.toString(): seconds and fraction only where there are some.
std::string iso_text(const CivilTime& t) {
  std::string out = padded(t.date.year, 4) + "-" + padded(t.date.month, 2) + "-" + padded(t.date.day, 2) +
                    "T" + padded(t.hour, 2) + ":" + padded(t.minute, 2);
  if (t.second == 0 && t.nanos == 0) return out;
  out += ":" + padded(t.second, 2);
  if (t.nanos == 0) return out;
  const size_t digits = t.nanos % 1000000 == 0 ? 3 : t.nanos % 1000 == 0 ? 6 : 9;
  return out + "." + padded(t.nanos, 9).substr(0, digits);
}

// How many times a letter may stand; a letter that is not here may stand any number of times.
int most_letters(char letter) {
  switch (letter) {
    case 'a':
    case 'F':
    case 'W':
      return 1;
    case 'd':
    case 'h':
    case 'H':
    case 'k':
    case 'K':
    case 'm':
    case 's':
    case 'w':
      return 2;
    case 'D':
      return 3;
    case 'z':
    case 'v':
      return 4;
    case 'M':
    case 'L':
    case 'Q':
    case 'q':
    case 'E':
    case 'e':
    case 'c':
    case 'G':
    case 'Z':
    case 'X':
    case 'x':
      return 5;
    default:
      return INT32_MAX;
  }
}

// The fields that both of Java's formatters write alike; nothing for other letters.
std::optional<std::string> common_field(const DateItem& item, const Moment& m) {
  const int width = item.count;
  const CivilTime& t = m.time;
  switch (item.letter) {
    case 'd':
      return padded(t.date.day, width);
    case 'D':
      return padded(day_of_year(m.days), width);
    case 'a':
      return t.hour < 12 ? "AM" : "PM";
    case 'H':
      return padded(t.hour, width);
    case 'k':
      return padded(t.hour == 0 ? 24 : t.hour, width);
    case 'K':
      return padded(m.half_hour(), width);
    case 'h':
      return padded(m.half_hour() == 0 ? 12 : m.half_hour(), width);
    case 'm':
      return padded(t.minute, width);
    case 's':
      return padded(t.second, width);
    default:
      return std::nullopt;
  }
}

// One field of a DateTimeFormatter that has no zone.
std::string modern_field(const DateItem& item, const Moment& m) {
  const int width = item.count;
  const CivilTime& t = m.time;
  if (width > most_letters(item.letter)) bad_pattern(std::string("Too many pattern letters: ") + item.letter);
  if (auto common = common_field(item, m)) return *common;
  int64_t week_year = 0;
  int32_t week = 0;
  const auto year = [width](int64_t y) {
    if (width == 2) return padded(floor_mod(y, 100), 2);
    return (width >= 4 && y > 9999 ? "+" : "") + padded(y, width);
  };
  switch (item.letter) {
    case 'y':
      return year(m.year_of_era());
    case 'u':
      return year(t.date.year);
    case 'Y':
      m.week_of_year(week_year, week);
      return year(week_year);
    case 'w':
      m.week_of_year(week_year, week);
      return padded(week, width);
    case 'W':
      return std::to_string(m.week_of_month());
    case 'M':
    case 'L':
      return width <= 2 ? padded(t.date.month, width) : styled(kMonthNames[t.date.month - 1], width);
    case 'Q':
    case 'q': {
      const int32_t quarter = (t.date.month + 2) / 3;
      return width <= 2 ? padded(quarter, width) : quarter_text(quarter, width);
    }
    case 'F':
      return std::to_string((t.date.day - 1) % 7 + 1);
    case 'g':
      return padded(m.days + 40587, width);
    case 'E':
      return styled(kDayNames[m.iso_day() - 1], std::max(width, 3));
    case 'c':
      if (width == 2) bad_pattern("Invalid pattern \"cc\"");
      [[fallthrough]];
    case 'e':
      return width <= 2 ? padded(m.us_day(), width) : styled(kDayNames[m.iso_day() - 1], width);
    case 'G':
      if (width == 4) return t.date.year > 0 ? "Anno Domini" : "Before Christ";
      return std::string(t.date.year > 0 ? "AD" : "BC").substr(0, width == 5 ? 1 : 2);
    case 'B':
      if (width != 1 && width != 4 && width != 5) bad_pattern("Wrong number of pattern letters: B");
      return day_period(t);
    case 'S':
      if (width > 9)
        bad_pattern("Maximum width must be from 1 to 9 inclusive but was " + std::to_string(width));
      return padded(t.nanos, 9).substr(0, static_cast<size_t>(width));
    case 'n':
      return padded(t.nanos, width);
    case 'A':
      return padded((t.hour * 3600LL + t.minute * 60 + t.second) * 1000 + t.nanos / 1000000, width);
    case 'N':
      return padded((t.hour * 3600LL + t.minute * 60 + t.second) * 1000000000 + t.nanos, width);
    case 'V':
      if (width != 2) bad_pattern("Pattern letter count must be 2: V");
      [[fallthrough]];
    case 'z':
    case 'v':
      throw Failure("run/date-pattern", "Unable to extract ZoneId from temporal " + iso_text(t), {},
                    "a timestamp has no zone of its own");
    case 'O':
    case 'X':
    case 'x':
    case 'Z':
      throw Failure("run/date-pattern", "Unsupported field: OffsetSeconds", {},
                    "a timestamp has no offset of its own");
    case '{':
    case '}':
    case '#':
      bad_pattern(std::string("Pattern includes reserved character: '") + item.letter + "'");
    default:
      bad_pattern(std::string("Unknown pattern letter: ") + item.letter);
  }
}

// One field of a SimpleDateFormat; the zone letters are not here.
std::string simple_field(const DateItem& item, const Moment& m) {
  if (auto common = common_field(item, m)) return *common;
  const int width = item.count;
  const CivilTime& t = m.time;
  int64_t week_year = 0;
  int32_t week = 0;
  m.week_of_year(week_year, week);
  const auto year = [width](int64_t y) {
    return width == 2 ? padded(floor_mod(y, 100), 2) : padded(y, width);
  };
  switch (item.letter) {
    case 'G':
      return t.date.year > 0 ? "AD" : "BC";
    case 'y':
      return year(m.year_of_era());
    case 'Y':
      return year(week_year);
    case 'M':
    case 'L':
      if (width <= 2) return padded(t.date.month, width);
      return styled(kMonthNames[t.date.month - 1], std::min(width, 4));
    case 'w':
      return padded(week, width);
    case 'W':
      return padded(m.week_of_month(), width);
    case 'F':
      return padded((t.date.day - 1) / 7 + 1, width);
    case 'E':
      return styled(kDayNames[m.iso_day() - 1], width < 4 ? 3 : 4);
    case 'u':
      return padded(m.iso_day(), width);
    case 'S':
      return padded(t.nanos / 1000000, width);
    default:
      bad_pattern(std::string("Illegal pattern character '") + item.letter + "'");
  }
}

}  // namespace

std::string format_date_time(Timestamp local, std::string_view pattern) {
  const std::optional<std::vector<DateItem>> items = split_date_pattern(pattern, true);
  if (!items) bad_pattern("Pattern ends with an incomplete string literal: " + std::string(pattern));
  const Moment moment(local);
  std::string out;
  int depth = 0, pad = 0;
  for (const DateItem& item : *items) {
    if (pad > 0 && item.letter == 0)
      bad_pattern("Pad letter 'p' must be followed by valid pad pattern: " + std::string(pattern));
    if (item.letter == 0) {
      out += item.text;
    } else if (item.letter == '[') {
      ++depth;
    } else if (item.letter == ']') {
      if (--depth < 0) bad_pattern("Pattern invalid as it contains ] without previous [");
    } else if (item.letter == 'p') {
      pad = item.count;
    } else {
      const std::string field = modern_field(item, moment);
      if (static_cast<int>(field.size()) < pad) out.append(static_cast<size_t>(pad) - field.size(), ' ');
      out += field;
      pad = 0;
    }
  }
  if (pad > 0) bad_pattern("Pad letter 'p' must be followed by valid pad pattern: " + std::string(pattern));
  return out;
}

std::string format_simple(int64_t utc_millis, std::string_view pattern, const TimeZone& zone) {
  const std::optional<std::vector<DateItem>> items = split_date_pattern(pattern, false);
  if (!items) bad_pattern("Unterminated quote");
  const int64_t offset = zone.offset_at(utc_millis);
  Moment moment(Timestamp{utc_millis + offset, 0});
  if (moment.days < kGregorianStart) moment.time.date = julian_date(moment.days);
  std::string out;
  for (const DateItem& item : *items) {
    if (item.letter == 0) {
      out += item.text;
    } else if (item.letter == 'X' || item.letter == 'Z') {
      out += offset_text(offset, item.count, item.letter);
    } else if (item.letter == 'z') {
      out += zone_name(zone, utc_millis, item.count >= 4);
    } else {
      out += simple_field(item, moment);
    }
  }
  return out;
}

}  // namespace rowkind
