#include "types/datetime.h"

namespace rowkind {
namespace {

void append_padded(std::string& out, int64_t v, int32_t width) {
  std::string digits = std::to_string(v);
  if (digits.size() < static_cast<size_t>(width)) out.append(static_cast<size_t>(width) - digits.size(), '0');
  out += digits;
}

void append_two(std::string& out, int64_t v) {
  out += static_cast<char>('0' + v / 10 % 10);
  out += static_cast<char>('0' + v % 10);
}

void append_date(std::string& out, CivilDate date) {
  append_two(out, date.year / 100);
  append_two(out, date.year % 100);
  out += '-';
  append_two(out, date.month);
  out += '-';
  append_two(out, date.day);
}

void append_clock(std::string& out, int32_t hour, int32_t minute, int32_t second) {
  append_two(out, hour);
  out += ':';
  append_two(out, minute);
  out += ':';
  append_two(out, second);
}

}  // namespace

bool is_leap_year(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int32_t days_of_month(int64_t year, int32_t month) {
  constexpr int8_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap_year(year) ? 29 : kDays[month - 1];
}

// Eras of 400 years that start in March, so that leap days come last.
int64_t days_from_civil(int64_t year, int32_t month, int32_t day) {
  year -= month <= 2 ? 1 : 0;
  int64_t era = floor_div(year, 400), year_of_era = year - era * 400;
  int64_t day_of_era_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_era_year - 719468;
}

CivilDate civil_from_days(int64_t days) {
  days += 719468;
  int64_t era = floor_div(days, 146097), day_of_era = days - era * 146097;
  int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t month_from_march = (5 * day_of_year + 2) / 153;
  int32_t day = static_cast<int32_t>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  int32_t month = static_cast<int32_t>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return CivilDate{year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

int32_t iso_day_of_week(int64_t days) {
  return static_cast<int32_t>(floor_mod(days + 3, 7)) + 1;
}

int32_t day_of_year(int64_t days) {
  return static_cast<int32_t>(days - days_from_civil(civil_from_days(days).year, 1, 1)) + 1;
}

CivilTime civil_time(Timestamp local) {
  int64_t days = floor_div(local.millis, kMillisPerDay), millis = local.millis - days * kMillisPerDay;
  CivilTime out;
  out.date = civil_from_days(days);
  out.hour = static_cast<int32_t>(millis / kMillisPerHour);
  out.minute = static_cast<int32_t>(millis / kMillisPerMinute % 60);
  out.second = static_cast<int32_t>(millis / kMillisPerSecond % 60);
  out.nanos = static_cast<int32_t>(millis % kMillisPerSecond) * 1000000 + local.nanos_of_millis;
  return out;
}

Timestamp timestamp_from_civil(const CivilTime& time) {
  int64_t days = days_from_civil(time.date.year, time.date.month, time.date.day);
  int64_t of_day = time.hour * kMillisPerHour + time.minute * kMillisPerMinute +
                   time.second * kMillisPerSecond + time.nanos / 1000000;
  // Years that Java can write but 64 bits of milliseconds cannot hold wrap around, as in Java.
  uint64_t millis =
      static_cast<uint64_t>(days) * static_cast<uint64_t>(kMillisPerDay) + static_cast<uint64_t>(of_day);
  return Timestamp{static_cast<int64_t>(millis), time.nanos % 1000000};
}

int64_t add_months(int64_t days, int64_t months) {
  CivilDate date = civil_from_days(days);
  int64_t all = date.year * 12 + date.month - 1 + months;
  int64_t year = floor_div(all, 12);
  int32_t month = static_cast<int32_t>(all - year * 12) + 1;
  int32_t last = days_of_month(year, month);
  return days_from_civil(year, month, date.day < last ? date.day : last);
}

Timestamp add_millis(Timestamp t, int64_t millis) {
  return Timestamp{t.millis + millis, t.nanos_of_millis};
}

std::string date_text(int64_t days) {
  std::string out;
  append_date(out, civil_from_days(days));
  return out;
}

std::string time_text(int64_t millis, int32_t precision) {
  while (millis < 0) millis += kMillisPerDay;
  std::string out;
  append_clock(out, static_cast<int32_t>(millis / kMillisPerHour),
               static_cast<int32_t>(millis / kMillisPerMinute % 60),
               static_cast<int32_t>(millis / kMillisPerSecond % 60));
  if (precision <= 0) return out;
  out += '.';
  // At least one digit, at most `precision`, none behind the last that is not 0.
  int64_t rest = millis % kMillisPerSecond;
  for (; precision > 0; --precision) {
    out += static_cast<char>('0' + rest / 100);
    rest = rest % 100 * 10;
    if (rest == 0) break;
  }
  return out;
}

std::string timestamp_text(Timestamp t, int32_t precision) {
  CivilTime time = civil_time(t);
  std::string out;
  append_date(out, time.date);
  out += ' ';
  append_clock(out, time.hour, time.minute, time.second);
  if (precision > 0) {
    std::string fraction;
    append_padded(fraction, time.nanos, 9);
    out += "." + fraction.substr(0, static_cast<size_t>(precision));
  }
  return out;
}

std::string interval_months_text(int64_t months) {
  std::string out = months >= 0 ? "+" : "-";
  if (months < 0) months = -months;
  out += std::to_string(months / 12) + "-";
  append_two(out, months % 12);
  return out;
}

std::string interval_millis_text(int64_t millis) {
  std::string out = millis >= 0 ? "+" : "-";
  if (millis < 0) millis = -millis;
  out += std::to_string(static_cast<int32_t>(millis / kMillisPerDay)) + " ";  // Java's int
  append_clock(out, static_cast<int32_t>(millis / kMillisPerHour % 24),
               static_cast<int32_t>(millis / kMillisPerMinute % 60),
               static_cast<int32_t>(millis / kMillisPerSecond % 60));
  out += '.';
  append_padded(out, millis % kMillisPerSecond, 3);
  return out;
}

int64_t cut_time(int64_t millis, int32_t precision) {
  constexpr int32_t kUnits[] = {1000, 100, 10};
  return precision < 3 ? millis / kUnits[precision] * kUnits[precision] : millis;
}

Timestamp cut_timestamp(Timestamp t, int32_t precision) {
  constexpr int32_t kUnits[] = {1000, 100, 10, 1, 100000, 10000, 1000, 100, 10, 1};
  if (precision >= 9) return t;
  int32_t unit = kUnits[precision];
  if (precision > 3) return Timestamp{t.millis, t.nanos_of_millis / unit * unit};
  return Timestamp{t.millis / unit * unit, 0};
}

}  // namespace rowkind
