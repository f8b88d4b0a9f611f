#include "types/time_zone.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "types/datetime.h"
#include "types/time_zone_builder.h"

namespace rowkind {
namespace {

constexpr int64_t kCycleSeconds = 146097 * int64_t{86400};  // 400 years

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "+8", "+08", "+08:00", "+0800", "-08:30:15"; at most 18 hours.
std::optional<int32_t> parse_offset(std::string_view text) {
  if (text.size() < 2 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  bool negative = text[0] == '-';
  text.remove_prefix(1);
  int32_t parts[3] = {0, 0, 0};
  bool colons = text.find(':') != std::string_view::npos;
  for (int32_t i = 0; i < 3 && !text.empty(); ++i) {
    if (i > 0 && colons) {
      if (text[0] != ':') return std::nullopt;
      text.remove_prefix(1);
    }
    size_t digits = text.size() >= 2 && is_digit(text[0]) && is_digit(text[1]) ? 2 : 1;
    if (text.empty() || !is_digit(text[0]) || (digits == 1 && i > 0)) return std::nullopt;
    for (size_t k = 0; k < digits; ++k) parts[i] = parts[i] * 10 + (text[k] - '0');
    text.remove_prefix(digits);
  }
  int32_t seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
  if (!text.empty() || parts[1] > 59 || parts[2] > 59 || seconds > 18 * 3600) return std::nullopt;
  return negative ? -seconds : seconds;
}

std::unique_ptr<TimeZone> make(std::string_view id) {
  if (id == "Z") return std::make_unique<TimeZone>(std::string(id), 0);
  std::string_view offset = id;
  for (std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (id.substr(0, prefix.size()) != prefix) continue;
    offset.remove_prefix(prefix.size());
    if (offset.empty()) return std::make_unique<TimeZone>(std::string(id), 0);
    break;
  }
  if (std::optional<int32_t> seconds = parse_offset(offset))
    return std::make_unique<TimeZone>(std::string(id), *seconds);
  return build_time_zone(id);
}

}  // namespace

const TimeZone& TimeZone::utc() {
  static const TimeZone kUtc("UTC", 0);
  return kUtc;
}

const TimeZone* TimeZone::find(std::string_view id) {
  // Built on first use; unknown names are remembered, too.
  static std::map<std::string, std::unique_ptr<TimeZone>, std::less<>> known;
  auto found = known.find(id);
  if (found == known.end()) found = known.emplace(std::string(id), make(id)).first;
  return found->second.get();
}

const TimeZone& TimeZone::java_util(std::string_view id) {
  if (const TimeZone* zone = find(id)) return *zone;
  const TimeZone* zone = find(java_short_zone(id));
  return zone != nullptr ? *zone : *find("GMT");
}

int64_t TimeZone::offset_at(int64_t utc_millis) const {
  if (transitions_.empty()) return first_offset_ * int64_t{1000};
  int64_t at = floor_div(utc_millis, 1000), last = transitions_.back().at;
  if (recurring_ && at > last) at -= ((at - last - 1) / kCycleSeconds + 1) * kCycleSeconds;
  auto next = std::upper_bound(transitions_.begin(), transitions_.end(), at,
                               [](int64_t t, const Transition& transition) { return t < transition.at; });
  return (next == transitions_.begin() ? first_offset_ : (next - 1)->offset) * int64_t{1000};
}

int64_t TimeZone::to_utc(int64_t local_millis) const {
  if (transitions_.empty()) return local_millis - first_offset_ * int64_t{1000};
  int64_t at = floor_div(local_millis, 1000), last = transitions_.back().local_from;
  if (recurring_ && at > last) at -= ((at - last - 1) / kCycleSeconds + 1) * kCycleSeconds;
  auto next =
      std::upper_bound(transitions_.begin(), transitions_.end(), at,
                       [](int64_t t, const Transition& transition) { return t < transition.local_from; });
  return local_millis - (next == transitions_.begin() ? first_offset_ : (next - 1)->offset) * int64_t{1000};
}

}  // namespace rowkind
