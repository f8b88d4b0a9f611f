#include "formats/time_text.h"

#include <cstdio>

#include "types/datetime.h"

namespace rowkind {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}
  bool done() const { return at_ == text_.size(); }
  bool literal(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // Exactly two digits.
  bool two(int32_t& out) {
    if (at_ + 2 > text_.size() || !digit(at_) || !digit(at_ + 1)) return false;
    out = (text_[at_] - '0') * 10 + (text_[at_ + 1] - '0');
    at_ += 2;
    return true;
  }
  // Four digits, or a sign and up to ten: "+" from 10000 on.
  bool year(int64_t& out) {
    bool negative = literal('-');
    bool positive = !negative && literal('+');
    size_t begin = at_;
    out = 0;
    while (at_ < text_.size() && at_ - begin < 10 && digit(at_)) out = out * 10 + (text_[at_++] - '0');
    size_t count = at_ - begin;
    if (count < 4 || (count > 4 && !negative && !positive) || (count == 4 && positive)) return false;
    if (out > 999999999 || (negative && out == 0)) return false;
    if (negative) out = -out;
    return true;
  }
  // "[.f{0,9}]": at most nine digits; a point alone is fine.
  void fraction(int32_t& nanos) {
    nanos = 0;
    if (!literal('.')) return;
    int32_t unit = 100000000;
    for (int i = 0; i < 9 && at_ < text_.size() && digit(at_); ++i, unit /= 10)
      nanos += (text_[at_++] - '0') * unit;
  }

 private:
  bool digit(size_t i) const { return text_[i] >= '0' && text_[i] <= '9'; }
  std::string_view text_;
  size_t at_ = 0;
};

bool scan_date(Scanner& in, CivilDate& date) {
  return in.year(date.year) && in.literal('-') && in.two(date.month) && in.literal('-') && in.two(date.day) &&
         date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31;
}

std::string fraction_text(int64_t nanos) {
  if (nanos == 0) return "";
  char digits[16];
  std::snprintf(digits, sizeof digits, ".%09d", static_cast<int>(nanos));
  std::string out = digits;
  while (out.back() == '0') out.pop_back();
  return out;
}

std::string two(int64_t v) {
  std::string out;
  out += static_cast<char>('0' + v / 10);
  out += static_cast<char>('0' + v % 10);
  return out;
}

}  // namespace

bool parse_iso_date(std::string_view text, int64_t& days) {
  Scanner in(text);
  CivilDate date;
  if (!scan_date(in, date) || !in.done() || date.day > days_of_month(date.year, date.month)) return false;
  days = days_from_civil(date.year, date.month, date.day);
  return true;
}

bool parse_sql_time(std::string_view text, int64_t& millis) {
  Scanner in(text);
  int32_t hour = 0, minute = 0, second = 0, nanos = 0;
  if (!in.two(hour) || !in.literal(':') || !in.two(minute) || !in.literal(':') || !in.two(second))
    return false;
  in.fraction(nanos);
  if (!in.done() || hour > 24 || minute > 59 || second > 59) return false;
  if (hour == 24) {
    if (minute != 0 || second != 0 || nanos != 0) return false;
    hour = 0;
  }
  millis = hour * kMillisPerHour + minute * kMillisPerMinute + second * kMillisPerSecond + nanos / 1000000;
  return true;
}

bool parse_format_timestamp(std::string_view text, TimestampFormat format, bool utc, Timestamp& out) {
  Scanner in(text);
  CivilDate date;
  int32_t hour = 0, minute = 0, second = 0, nanos = 0;
  bool iso = format == TimestampFormat::kIso8601, strict = iso && !utc;
  if (!scan_date(in, date)) return false;
  if (iso ? !in.literal('T') && !(strict && in.literal('t')) : !in.literal(' ')) return false;
  if (!in.two(hour) || !in.literal(':') || !in.two(minute)) return false;
  if (in.literal(':')) {
    if (!in.two(second)) return false;
    in.fraction(nanos);
  } else if (!iso) {
    return false;
  }
  if (utc && !in.literal('Z')) return false;
  if (!in.done() || hour > (strict ? 23 : 24) || minute > 59 || second > 59) return false;
  if (hour == 24 && (minute != 0 || second != 0 || nanos != 0)) return false;
  int32_t last = days_of_month(date.year, date.month);
  if (date.day > last) {
    if (strict) return false;
    date.day = last;
  }
  int64_t days = days_from_civil(date.year, date.month, date.day);
  out.millis = days * kMillisPerDay + hour * kMillisPerHour + minute * kMillisPerMinute +
               second * kMillisPerSecond + nanos / 1000000;
  out.nanos_of_millis = nanos % 1000000;
  return true;
}

Timestamp cut_to_precision(Timestamp t, int32_t precision) {
  int32_t unit = 1;
  for (int32_t p = precision < 3 ? 3 : precision; p < 9; ++p) unit *= 10;
  t.nanos_of_millis -= t.nanos_of_millis % unit;
  int64_t step = precision >= 3 ? 1 : precision == 2 ? 10 : precision == 1 ? 100 : 1000;
  t.millis -= floor_mod(t.millis, step);
  return t;
}

std::string iso_date_text(int64_t days) {
  CivilDate date = civil_from_days(days);
  char year[32];
  if (date.year > 9999) {
    std::snprintf(year, sizeof year, "+%lld", static_cast<long long>(date.year));
  } else {
    std::snprintf(year, sizeof year, date.year < 0 ? "%05lld" : "%04lld", static_cast<long long>(date.year));
  }
  return std::string(year) + "-" + two(date.month) + "-" + two(date.day);
}

std::string sql_time_text(int64_t millis) {
  return two(millis / kMillisPerHour) + ":" + two(millis / kMillisPerMinute % 60) + ":" +
         two(millis / kMillisPerSecond % 60) + fraction_text(millis % kMillisPerSecond * 1000000);
}

std::string format_timestamp_text(Timestamp t, TimestampFormat format, bool utc) {
  int64_t days = floor_div(t.millis, kMillisPerDay), rest = floor_mod(t.millis, kMillisPerDay);
  int64_t seconds = rest / kMillisPerSecond;
  return iso_date_text(days) + (format == TimestampFormat::kSql ? " " : "T") +
         sql_time_text(seconds * kMillisPerSecond) +
         fraction_text(rest % kMillisPerSecond * 1000000 + t.nanos_of_millis) + (utc ? "Z" : "");
}

}  // namespace rowkind
