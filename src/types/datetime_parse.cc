#include "base/utf8.h"
#include "types/datetime.h"

namespace rowkind {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Digits only, blanks around; at most what an int holds.
std::optional<int32_t> integer(std::string_view text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  int64_t v = 0;
  for (char c : text) {
    if (!is_digit(c)) return std::nullopt;
    v = v * 10 + (c - '0');
    if (v > 2147483647) return std::nullopt;
  }
  return static_cast<int32_t>(v);
}

std::string_view between(std::string_view text, size_t begin, size_t end) {
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

// Milliseconds from the digits of a fraction; other characters count as 0, the fourth digit rounds.
int32_t fraction_millis(std::string_view text) {
  int32_t multiplier = 100, out = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i])) out += multiplier * (text[i] - '0');
    if (multiplier < 10) {
      if (i + 1 < text.size() && text[i + 1] >= '5') ++out;
      break;
    }
    multiplier /= 10;
  }
  return out;
}

// java.time.format: reads by position, remembers nothing but the fields.
class TimestampParser {
 public:
  explicit TimestampParser(std::string_view text) : text_(text) {}

  Result<Timestamp> parse(int32_t precision) {
    CivilTime time;
    if (!year(time.date.year) || !literal('-') || !padded(time.date.month) || !literal('-') ||
        !padded(time.date.day)) {
      return failed(" at index ", utf8_length(text_.substr(0, pos_)));
    }
    size_t end_of_date = pos_;
    if (!clock(time)) {
      pos_ = end_of_date;
      time.hour = time.minute = time.second = time.nanos = 0;
    }
    if (pos_ < text_.size())
      return failed(", unparsed text found at index ", utf8_length(text_.substr(0, pos_)));
    bool end_of_day = time.hour == 24 && time.minute == 0 && time.second == 0 && time.nanos == 0;
    const FieldRange kFields[] = {
        {"YearOfEra (valid values 1 - 999999999/1000000000): ", time.date.year, 1, 999999999},
        {"MonthOfYear (valid values 1 - 12): ", time.date.month, 1, 12},
        {"DayOfMonth (valid values 1 - 28/31): ", time.date.day, 1, 31},
        {"HourOfDay (valid values 0 - 23): ", time.hour, 0, end_of_day ? 24 : 23},
        {"MinuteOfHour (valid values 0 - 59): ", time.minute, 0, 59},
        {"SecondOfMinute (valid values 0 - 59): ", time.second, 0, 59},
    };
    for (const FieldRange& field : kFields) {
      if (field.value < field.least || field.value > field.most) {
        return failed(": Invalid value for ", field.value, field.name);
      }
    }
    int32_t last = days_of_month(time.date.year, time.date.month);
    if (time.date.day > last) time.date.day = last;
    int32_t unit = 1;
    for (int32_t p = precision; p < 9; ++p) unit *= 10;
    time.nanos = time.nanos / unit * unit;
    return timestamp_from_civil(time);
  }

 private:
  // java.time's name of a field, its value and what the resolver takes.
  struct FieldRange {
    const char* name;
    int64_t value, least, most;
  };

  // The message of java.time's DateTimeParseException.
  Error failed(const char* what, int64_t number, const char* field = "") const {
    std::string message = "Text '";
    size_t shown = utf8_offset(text_, 64);
    message += text_.substr(0, shown);
    message += shown < text_.size() ? "...' could not be parsed" : "' could not be parsed";
    message += what;
    message += field;
    message += std::to_string(number);
    return Error("cast/timestamp", message);
  }

  size_t count_digits() const {
    size_t n = 0;
    while (pos_ + n < text_.size() && is_digit(text_[pos_ + n])) ++n;
    return n;
  }

  int64_t number(size_t digits) {
    int64_t v = 0;
    for (size_t i = 0; i < digits; ++i) v = v * 10 + (text_[pos_ + i] - '0');
    pos_ += digits;
    return v;
  }

  // Four digits, or more behind a plus sign; a minus is read, too, but no year of an era is negative.
  bool year(int64_t& out) {
    size_t start = pos_;
    bool minus = literal('-'), plus = !minus && literal('+');
    size_t digits = count_digits();
    if (digits < 4 || digits > 9 || (plus ? digits == 4 : digits > 4)) {
      pos_ = start;
      return false;
    }
    out = minus ? -number(digits) : number(digits);
    return true;
  }

  bool literal(char c) {
    if (pos_ >= text_.size() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }

  // The pattern "[HH][H]": two digits and then, if there are more, all of them as the same number again; or
  // digits that are not two.
  bool padded(int32_t& out) {
    size_t digits = count_digits();
    if (digits == 0) return false;
    if (digits == 1) {
      out = static_cast<int32_t>(number(1));
      return true;
    }
    out = static_cast<int32_t>(number(2));
    if (digits > 2 && digits <= 20) {
      size_t start = pos_;
      if (number(digits - 2) != out) pos_ = start;
    }
    return true;
  }

  bool clock(CivilTime& time) {
    if (!literal(' ') || !padded(time.hour) || !literal(':') || !padded(time.minute) || !literal(':') ||
        !padded(time.second)) {
      return false;
    }
    if (!literal('.')) return true;
    size_t digits = count_digits();
    if (digits > 9) digits = 9;
    int64_t fraction = number(digits);
    for (size_t i = digits; i < 9; ++i) fraction *= 10;
    time.nanos = static_cast<int32_t>(fraction);
    return true;
  }

  std::string_view text_;
  size_t pos_ = 0;
};

}  // namespace

std::optional<int32_t> parse_date(std::string_view text) {
  size_t blank = text.find(' ');
  if (blank != std::string_view::npos && blank > 0) text = text.substr(0, blank);
  std::optional<int32_t> year, month = 1, day = 1;
  size_t hyphen1 = text.find('-');
  year = integer(text.substr(0, hyphen1));
  if (hyphen1 != std::string_view::npos) {
    size_t hyphen2 = text.find('-', hyphen1 + 1);
    month = integer(
        text.substr(hyphen1 + 1, hyphen2 == std::string_view::npos ? hyphen2 : hyphen2 - hyphen1 - 1));
    if (hyphen2 != std::string_view::npos) day = integer(text.substr(hyphen2 + 1));
  }
  if (!year || !month || !day) return std::nullopt;
  if (*year > 9999 || *month < 1 || *month > 12 || *day < 1 || *day > days_of_month(*year, *month))
    return std::nullopt;
  return static_cast<int32_t>(days_from_civil(*year, *month, *day));
}

std::optional<int32_t> parse_time(std::string_view text) {
  constexpr size_t kNone = std::string_view::npos;
  size_t end = text.size(), zone = text.find('-');
  int64_t sign = -1;
  if (zone == kNone) {
    zone = text.find('+');
    sign = 1;
  }
  std::optional<int32_t> zone_hour = 0, zone_minute = 0;
  if (zone != kNone) {
    end = zone;
    size_t colon = text.find(':', zone);
    zone_hour = integer(between(text, zone + 1, colon == kNone ? text.size() : colon));
    if (colon != kNone) zone_minute = integer(text.substr(colon + 1));
  }
  std::optional<int32_t> hour, minute = 0, second = 0;
  int32_t millis = 0;
  size_t colon1 = text.find(':');
  if (colon1 == kNone || colon1 > end) {
    hour = integer(between(text, 0, colon1 == kNone ? end : colon1));
  } else {
    hour = integer(text.substr(0, colon1));
    size_t colon2 = text.find(':', colon1 + 1);
    if (colon2 == kNone || colon2 > end) {
      minute = integer(between(text, colon1 + 1, colon2 == kNone ? end : colon2));
    } else {
      minute = integer(between(text, colon1 + 1, colon2));
      size_t dot = text.find('.', colon2);
      second = integer(between(text, colon2 + 1, dot == kNone ? end : dot));
      if (dot != kNone) millis = fraction_millis(trim(between(text, dot + 1, end)));
    }
  }
  if (!zone_hour || !zone_minute || !hour || !minute || !second) return std::nullopt;
  if (*hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  int64_t shifted =
      (*hour + sign * *zone_hour) * kMillisPerHour + (*minute + sign * *zone_minute) * kMillisPerMinute;
  return static_cast<int32_t>(shifted + *second * kMillisPerSecond + millis);
}

Result<Timestamp> parse_timestamp(std::string_view text, int32_t precision) {
  return TimestampParser(text).parse(precision);
}

}  // namespace rowkind
