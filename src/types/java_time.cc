#include "types/java_time.h"

#include <cstdio>

#include "types/datetime.h"

namespace rowkind {
namespace {

// ".123", ".000001" in groups of three digits; nothing for 0.
std::string nanos_text(int64_t nanos) {
  if (nanos == 0) return "";
  std::string digits = std::to_string(1000000000 + nanos).substr(1);
  while (digits.size() > 3 && digits.substr(digits.size() - 3) == "000") digits.resize(digits.size() - 3);
  return "." + digits;
}

std::string clock_text(int64_t millis_of_day, int32_t nanos_of_millis, bool seconds_always) {
  std::string out = time_text(millis_of_day, 0);
  int64_t nanos = millis_of_day % kMillisPerSecond * 1000000 + nanos_of_millis;
  bool whole_minute = millis_of_day % kMillisPerMinute == 0 && nanos == 0;
  if (whole_minute && !seconds_always) out.resize(5);
  return out + nanos_text(nanos);
}

std::string date_and_clock(Timestamp t, bool seconds_always) {
  int64_t day = floor_div(t.millis, kMillisPerDay);
  return local_date_text(day) + "T" +
         clock_text(t.millis - day * kMillisPerDay, t.nanos_of_millis, seconds_always);
}

}  // namespace

std::string local_date_text(int64_t days) {
  CivilDate date = civil_from_days(days);
  char text[32];
  const char* format = date.year > 9999 ? "+%lld-%02d-%02d" : "%04lld-%02d-%02d";
  if (date.year < 0) format = "-%04lld-%02d-%02d";
  snprintf(text, sizeof text, format, static_cast<long long>(date.year < 0 ? -date.year : date.year),
           static_cast<int>(date.month), static_cast<int>(date.day));
  return text;
}

std::string local_time_text(int64_t millis_of_day, int32_t nanos_of_millis) {
  return clock_text(millis_of_day, nanos_of_millis, false);
}

std::string local_date_time_text(Timestamp local) {
  return date_and_clock(local, false);
}

std::string instant_text(Timestamp utc) {
  return date_and_clock(utc, true) + "Z";
}

std::string period_text(int64_t months) {
  if (months == 0) return "P0D";
  std::string out = "P";
  if (months / 12 != 0) out += std::to_string(months / 12) + "Y";
  if (months % 12 != 0) out += std::to_string(months % 12) + "M";
  return out;
}

std::string duration_text(int64_t millis) {
  if (millis == 0) return "PT0S";
  std::string out = "PT";
  if (millis / kMillisPerHour != 0) out += std::to_string(millis / kMillisPerHour) + "H";
  if (millis / kMillisPerMinute % 60 != 0) out += std::to_string(millis / kMillisPerMinute % 60) + "M";
  int64_t rest = millis % kMillisPerMinute;
  if (rest == 0) return out;
  out += (rest < 0 && rest > -kMillisPerSecond ? "-" : "") + std::to_string(rest / kMillisPerSecond);
  if (rest % kMillisPerSecond != 0) {
    int64_t fraction = rest % kMillisPerSecond;
    out += "." + std::to_string(1000 + (fraction < 0 ? -fraction : fraction)).substr(1);
    while (out.back() == '0') out.pop_back();
  }
  return out + "S";
}

}  // namespace rowkind
