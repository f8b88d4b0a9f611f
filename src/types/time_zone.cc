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

// Reads digits of "hh", then ":mm" or "mm", then ":ss" or "ss"; false when something else follows.
bool parse_clock(std::string_view text, int32_t (&parts)[3]) {
  bool colons = text.find(':') != std::string_view::npos;
  for (int32_t i = 0; i < 3 && !text.empty(); ++i) {
    if (i > 0 && colons) {
      if (text[0] != ':') return false;
      text.remove_prefix(1);
    }
    if (text.size() < 2 || !is_digit(text[0]) || !is_digit(text[1])) return false;
    parts[i] = (text[0] - '0') * 10 + (text[1] - '0');
    text.remove_prefix(2);
  }
  return text.empty() && parts[1] <= 59 && parts[2] <= 59;
}

// java.time.ZoneOffset: "+8", "+08", "+08:00", "+0800", "-08:30:15"; at most 18 hours.
std::optional<int32_t> parse_offset(std::string_view text) {
  if (text.size() < 2 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  std::string clock(text.substr(1));
  if (clock.size() == 1) clock.insert(0, 1, '0');
  int32_t parts[3] = {0, 0, 0};
  if (!parse_clock(clock, parts)) return std::nullopt;
  int32_t seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
  if (seconds > 18 * 3600) return std::nullopt;
  return text[0] == '-' ? -seconds : seconds;
}

// java.util.TimeZone's own form: "GMT+8", "GMT+08", "GMT+8:00", "GMT+800", "GMT+0800"; below 24 hours.
std::optional<int32_t> parse_custom(std::string_view id) {
  if (id.substr(0, 3) != "GMT" || id.size() < 5 || (id[3] != '+' && id[3] != '-')) return std::nullopt;
  std::string clock(id.substr(4));
  size_t colon = clock.find(':');
  if (clock.size() == 1 || clock.size() == 3 || colon == 1) clock.insert(0, 1, '0');
  int32_t parts[3] = {0, 0, 0};
  if (clock.size() > 5 || !parse_clock(clock, parts) || parts[0] > 23) return std::nullopt;
  int32_t seconds = parts[0] * 3600 + parts[1] * 60;
  return id[3] == '-' ? -seconds : seconds;
}

std::unique_ptr<TimeZone> fixed(std::string_view id, std::optional<int32_t> seconds) {
  return seconds ? std::make_unique<TimeZone>(std::string(id), *seconds) : nullptr;
}

std::unique_ptr<TimeZone> make_zone_id(std::string_view id) {
  if (id == "Z") return fixed(id, 0);
  std::string_view offset = id;
  for (std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (id.substr(0, prefix.size()) != prefix) continue;
    offset.remove_prefix(prefix.size());
    if (offset.empty()) return fixed(id, 0);
    break;
  }
  if (std::unique_ptr<TimeZone> zone = fixed(id, parse_offset(offset))) return zone;
  // Short names that java.time leaves out.
  if (id == "EST" || id == "MST" || id == "HST" || id == "ROC") return nullptr;
  return build_time_zone(id);
}

std::unique_ptr<TimeZone> make_java_util(std::string_view id) {
  if (std::unique_ptr<TimeZone> zone = build_time_zone(id)) return zone;
  if (std::unique_ptr<TimeZone> zone = fixed(id, parse_custom(id))) return zone;
  if (std::unique_ptr<TimeZone> zone = build_time_zone(java_short_zone(id))) return zone;
  return fixed("GMT", 0);
}

// Zones are built on first use; unknown names are remembered, too.
using Cache = std::map<std::string, std::unique_ptr<TimeZone>, std::less<>>;

template <typename Make>
const TimeZone* cached(Cache& cache, std::string_view id, Make make) {
  auto found = cache.find(id);
  if (found == cache.end()) found = cache.emplace(std::string(id), make(id)).first;
  return found->second.get();
}

}  // namespace

const TimeZone& TimeZone::utc() {
  static const TimeZone kUtc("UTC", 0);
  return kUtc;
}

const TimeZone* TimeZone::find(std::string_view id) {
  static Cache cache;
  return cached(cache, id, make_zone_id);
}

const TimeZone& TimeZone::java_util(std::string_view id) {
  static Cache cache;
  return *cached(cache, id, make_java_util);
}

const TimeZone* TimeZone::find_session(std::string_view id) {
  const TimeZone* zone = find(id);
  if (zone == nullptr) return nullptr;
  // Flink wants both of Java's readings to agree: an offset only behind GMT.
  bool offset_text = !zone->transitions_.empty()
                         ? false
                         : parse_offset(id) || id == "Z" || id == "UT" || id.find_first_of("+-") == 3;
  return !offset_text || parse_custom(id) ? zone : nullptr;
}

const TimeZone::Transition* TimeZone::in_force(int64_t utc_millis) const {
  if (transitions_.empty()) return nullptr;
  int64_t at = floor_div(utc_millis, 1000), last = transitions_.back().at;
  if (recurring_ && at > last) at -= ((at - last - 1) / kCycleSeconds + 1) * kCycleSeconds;
  auto next = std::upper_bound(transitions_.begin(), transitions_.end(), at,
                               [](int64_t t, const Transition& transition) { return t < transition.at; });
  return next == transitions_.begin() ? nullptr : &*(next - 1);
}

int64_t TimeZone::offset_at(int64_t utc_millis) const {
  const Transition* last = in_force(utc_millis);
  return (last ? last->offset : first_offset_) * int64_t{1000};
}

bool TimeZone::daylight_at(int64_t utc_millis) const {
  const Transition* last = in_force(utc_millis);
  return last && last->daylight;
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
