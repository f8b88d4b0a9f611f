// The reading half: text -> time.
#include "expr/functions/java_time.h"

#include <vector>

#include "base/error.h"
#include "base/utf8.h"
#include "expr/functions/java_time_pattern.h"
#include "types/datetime.h"

namespace rowkind {

namespace {

// What a text said, field by field; -1: nothing.
struct Parsed {
  int64_t year = -1;
  bool has_year = false;
  int64_t month = -1, day = -1, day_of_year = -1, hour = -1, half_hour = -1, half = -1, minute = -1,
          second = -1, nanos = -1;
  int64_t offset = INT64_MIN;  // milliseconds
};

// Case-insensitive names are a matter of SimpleDateFormat only.
template <size_t N>
int match_name(std::string_view text, const std::string_view (&names)[N], bool shortened, bool any_case,
               size_t& length) {
  for (size_t i = 0; i < N; ++i) {
    std::string_view name = shortened ? names[i].substr(0, 3) : names[i];
    std::string_view head = text.substr(0, name.size());
    if (head == name || (any_case && ascii_iequals(head, name))) {
      length = name.size();
      return static_cast<int>(i);
    }
  }
  return -1;
}

bool numeric_item(const DateItem& item) {
  switch (item.letter) {
    case 'M':
    case 'L':
      return item.count <= 2;
    case 'y':
    case 'u':
    case 'd':
    case 'D':
    case 'H':
    case 'h':
    case 'k':
    case 'K':
    case 'm':
    case 's':
    case 'S':
    case 'n':
      return true;
    default:
      return false;
  }
}

bool set_field(Parsed& p, char letter, int64_t v) {
  switch (letter) {
    case 'y':
    case 'u':
      p.year = v;
      p.has_year = true;
      return true;
    case 'M':
    case 'L':
      p.month = v;
      return true;
    case 'd':
      p.day = v;
      return true;
    case 'D':
      p.day_of_year = v;
      return true;
    case 'H':
      p.hour = v;
      return true;
    case 'k':
      p.hour = v == 24 ? 0 : v;
      return true;
    case 'K':
      p.half_hour = v;
      return true;
    case 'h':
      p.half_hour = v == 12 ? 0 : v;
      return true;
    case 'm':
      p.minute = v;
      return true;
    case 's':
      p.second = v;
      return true;
    case 'n':
      p.nanos = v;
      return true;
    default:
      return false;
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Names of months and days, AM/PM and offsets: true when understood and `at` moved on.
bool parse_text_field(const DateItem& item, std::string_view text, size_t& at, Parsed& p, bool simple) {
  std::string_view rest = text.substr(at);
  size_t length = 0;
  if (item.letter == 'M' || item.letter == 'L') {
    int month = match_name(rest, kMonthNames, false, simple, length);
    if (month < 0 || (!simple && item.count == 3))
      month = match_name(rest, kMonthNames, true, simple, length);
    if (month < 0) return false;
    p.month = month + 1;
  } else if (item.letter == 'E') {
    int day = match_name(rest, kDayNames, false, simple, length);
    if (day < 0 || (!simple && item.count < 4)) day = match_name(rest, kDayNames, true, simple, length);
    if (day < 0) return false;
  } else if (item.letter == 'a') {
    std::string_view head = rest.substr(0, 2);
    bool am = head == "AM" || (simple && ascii_iequals(head, "AM")),
         pm = head == "PM" || (simple && ascii_iequals(head, "PM"));
    if (!am && !pm) return false;
    p.half = pm ? 1 : 0;
    length = 2;
  } else if (item.letter == 'G') {
    if (rest.substr(0, 2) != "AD" && rest.substr(0, 2) != "BC") return false;
    length = 2;
  } else if (simple && (item.letter == 'X' || item.letter == 'Z' || item.letter == 'z')) {
    if (rest.substr(0, 1) == "Z" && item.letter == 'X') {
      p.offset = 0;
      length = 1;
    } else {
      if (item.letter == 'z' && (rest.substr(0, 3) == "GMT" || rest.substr(0, 3) == "UTC")) {
        p.offset = 0;
        length = 3;
      }
      size_t i = length;
      if (i < rest.size() && (rest[i] == '+' || rest[i] == '-')) {
        int64_t sign = rest[i] == '-' ? -1 : 1, value = 0, digits = 0;
        for (++i; i < rest.size() && digits < 4; ++i) {
          if (rest[i] == ':') continue;
          if (!is_digit(rest[i])) break;
          value = value * 10 + (rest[i] - '0');
          ++digits;
        }
        if (digits <= 2) value *= 100;
        p.offset = sign * (value / 100 * kMillisPerHour + value % 100 * kMillisPerMinute);
        length = i;
      }
      if (p.offset == INT64_MIN) return false;
    }
  } else {
    return false;
  }
  at += length;
  return true;
}

// DateTimeFormatter: fixed widths are exact; a field of open width leaves the digits that the fixed fields
// behind it need.
bool parse_strict(const std::vector<DateItem>& items, size_t first, size_t last, std::string_view text,
                  size_t& at, Parsed& p) {
  for (size_t i = first; i < last; ++i) {
    const DateItem& item = items[i];
    if (item.letter == '[') {
      size_t close = i + 1;
      for (int depth = 1; close < last; ++close) {
        if (items[close].letter == '[') ++depth;
        if (items[close].letter == ']' && --depth == 0) break;
      }
      size_t try_at = at;
      Parsed try_parsed = p;
      if (parse_strict(items, i + 1, close, text, try_at, try_parsed)) {
        at = try_at;
        p = try_parsed;
      }
      i = close;
      continue;
    }
    if (item.letter == 0) {
      if (text.substr(at, item.text.size()) != item.text) return false;
      at += item.text.size();
      continue;
    }
    if (!numeric_item(item)) {
      if (!parse_text_field(item, text, at, p, false)) return false;
      continue;
    }
    bool year = item.letter == 'y' || item.letter == 'u';
    size_t low = static_cast<size_t>(item.count), high = low;
    if (item.letter != 'S' && (item.count == 1 || (year && item.count != 2))) high = 19;
    if (high != low) {
      size_t reserved = 0;
      for (size_t k = i + 1; k < last && numeric_item(items[k]) && items[k].count > 1; ++k) {
        reserved += static_cast<size_t>(items[k].count);
      }
      size_t digits = 0;
      while (at + digits < text.size() && is_digit(text[at + digits])) ++digits;
      if (reserved > 0) high = digits >= reserved + low ? digits - reserved : low;
    }
    int64_t value = 0;
    size_t digits = 0;
    for (; digits < high && at < text.size() && is_digit(text[at]) && digits < 18; ++digits, ++at)
      value = value * 10 + (text[at] - '0');
    if (digits < low || digits == 0) return false;
    if (item.letter == 'S') {
      for (size_t k = digits; k < 9; ++k) value *= 10;
      for (size_t k = 9; k < digits; ++k) value /= 10;
      p.nanos = value;
    } else {
      if (year && item.count == 2) value += 2000;
      if (!set_field(p, item.letter, value)) return false;
    }
  }
  return true;
}

std::optional<Timestamp> resolve_strict(const Parsed& p) {
  CivilTime t;
  auto in = [](int64_t v, int64_t low, int64_t high) { return v == -1 || (v >= low && v <= high); };
  if (!in(p.month, 1, 12) || !in(p.day, 1, 31) || !in(p.hour, 0, 23) || !in(p.minute, 0, 59) ||
      !in(p.second, 0, 59))
    return std::nullopt;
  if (p.has_year) t.date.year = p.year;
  if (p.month > 0) t.date.month = static_cast<int32_t>(p.month);
  if (p.day > 0) t.date.day = static_cast<int32_t>(p.day);
  // The smart resolver takes the last day of the month for day 30 or 31.
  int32_t last = days_of_month(t.date.year, t.date.month);
  if (t.date.day > last) t.date.day = last;
  if (p.has_year && p.day_of_year > 0) {
    t.date = civil_from_days(days_from_civil(p.year, 1, 1) + p.day_of_year - 1);
  }
  if (p.hour >= 0) t.hour = static_cast<int32_t>(p.hour);
  if (p.half_hour >= 0 && p.half >= 0) t.hour = static_cast<int32_t>(p.half * 12 + p.half_hour);
  if (p.minute >= 0) t.minute = static_cast<int32_t>(p.minute);
  if (p.second >= 0) t.second = static_cast<int32_t>(p.second);
  if (p.nanos >= 0) t.nanos = static_cast<int32_t>(p.nanos);
  return timestamp_from_civil(t);
}

}  // namespace

std::optional<Timestamp> parse_date_time(std::string_view text, std::string_view pattern) {
  std::optional<std::vector<DateItem>> items = split_date_pattern(pattern, true);
  Parsed parsed;
  size_t at = 0;
  if (!items || !parse_strict(*items, 0, items->size(), text, at, parsed) || at != text.size())
    return std::nullopt;
  return resolve_strict(parsed);
}

namespace {

// A wall clock that shows a time twice means the later one, standard time (GregorianCalendar; java.time takes the
// earlier).
int64_t calendar_utc(int64_t local, const TimeZone& zone) {
  int64_t earlier = zone.to_utc(local);
  int64_t later = local - zone.offset_at(earlier + 3 * kMillisPerHour);
  return later > earlier && zone.to_local(later) == local ? later : earlier;
}

}  // namespace

namespace {

// The first of a month in the calendar that java.util has for old days.
int64_t julian_days(int64_t year, int32_t month) {
  const int64_t late = month < 3 ? 1 : 0;
  const int64_t years = year + 4800 - late, months = month + 12 * late - 3;
  return 1 + (153 * months + 2) / 5 + 365 * years + floor_div(years, 4) - 32083 - 2440588;
}

}  // namespace

std::optional<int64_t> parse_simple(std::string_view text, std::string_view pattern, const TimeZone& zone) {
  std::optional<std::vector<DateItem>> items = split_date_pattern(pattern, false);
  if (!items) throw Failure("run/date-pattern", "Unterminated quote");
  Parsed p;
  size_t at = 0;
  for (size_t i = 0; i < items->size(); ++i) {
    const DateItem& item = (*items)[i];
    if (item.letter == 0) {
      if (text.substr(at, item.text.size()) != item.text) return std::nullopt;
      at += item.text.size();
      continue;
    }
    if (!numeric_item(item)) {
      if (!parse_text_field(item, text, at, p, true)) return std::nullopt;
      continue;
    }
    // Numbers may have any width unless a number follows directly.
    bool adjacent = i + 1 < items->size() && numeric_item((*items)[i + 1]);
    size_t high = adjacent ? static_cast<size_t>(item.count) : 18;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    bool negative = at < text.size() && text[at] == '-';
    size_t start = negative ? at + 1 : at, digits = 0;
    int64_t value = 0;
    for (; digits < high && start + digits < text.size() && is_digit(text[start + digits]); ++digits) {
      value = value * 10 + (text[start + digits] - '0');
    }
    if (digits == 0) return std::nullopt;
    at = start + digits;
    if (item.letter == 'S') {
      p.nanos = (negative ? -value : value) * 1000000;
      continue;
    }
    if (item.letter == 'y' && item.count <= 2 && digits == 2 && !negative) value += value < 50 ? 2000 : 1900;
    if (!set_field(p, item.letter, negative ? -value : value)) return std::nullopt;
  }
  // Lenient: every field may overflow into the next larger one.
  int64_t year = p.has_year ? p.year : 1970, month = (p.month == -1 ? 1 : p.month) - 1;
  year += floor_div(month, 12);
  const bool by_year = p.day_of_year != -1;
  const int32_t first = by_year ? 1 : static_cast<int32_t>(floor_mod(month, 12)) + 1;
  const int64_t behind = (by_year ? p.day_of_year : p.day == -1 ? 1 : p.day) - 1;
  int64_t days = days_from_civil(year, first, 1) + behind;
  if (days < kGregorianStart) days = julian_days(year, first) + behind;
  int64_t hour = p.hour != -1 ? p.hour : p.half_hour != -1 ? p.half_hour + (p.half == 1 ? 12 : 0) : 0;
  int64_t local =
      days * kMillisPerDay + hour * kMillisPerHour + (p.minute == -1 ? 0 : p.minute) * kMillisPerMinute +
      (p.second == -1 ? 0 : p.second) * kMillisPerSecond + (p.nanos == -1 ? 0 : p.nanos / 1000000);
  return p.offset != INT64_MIN ? local - p.offset : calendar_utc(local, zone);
}

}  // namespace rowkind
