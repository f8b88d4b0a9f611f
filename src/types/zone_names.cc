#include "types/zone_names.h"

#include <cstdlib>

#include "types/datetime.h"
#include "types/time_zone_builder.h"

namespace rowkind {
namespace {

// The names of the line that ends with a list of zones, this one among them; empty for unknown zones.
std::string_view names_of(std::string_view zone) {
  if (zone.empty() || zone.find_first_of(" \n\t|") != std::string_view::npos) return {};
  const std::string_view text = kZoneNames;
  for (size_t at = text.find(zone); at != std::string_view::npos; at = text.find(zone, at + 1)) {
    const char before = text[at - 1], behind = text[at + zone.size()];
    if ((before != ' ' && before != '\t') || (behind != ' ' && behind != '\n')) continue;
    const size_t line = text.rfind('\n', at) + 1, tab = text.find('\t', line);
    if (tab < at) return text.substr(line, tab - line);
  }
  return {};
}

std::string_view field(std::string_view names, int32_t index) {
  for (; index > 0; --index) {
    const size_t bar = names.find('|');
    if (bar == std::string_view::npos) return {};
    names.remove_prefix(bar + 1);
  }
  return names.substr(0, names.find('|'));
}

std::string offset_name(int64_t millis) {
  const int64_t minutes = std::abs(millis) / kMillisPerMinute;
  const std::string hour = std::to_string(100 + minutes / 60), minute = std::to_string(100 + minutes % 60);
  return std::string("GMT") + (millis < 0 ? "-" : "+") + hour.substr(1) + ":" + minute.substr(1);
}

}  // namespace

std::string zone_name(const TimeZone& zone, int64_t utc_millis, bool full) {
  std::string_view names = names_of(zone.id());
  if (names.empty()) names = names_of(time_zone_target(zone.id()));
  if (names.empty()) {
    const int64_t offset = zone.offset_at(utc_millis);
    if (offset != 0) return offset_name(offset);
    const bool utc = zone.id() == "UTC";
    return full ? utc ? "Coordinated Universal Time" : "Greenwich Mean Time" : utc ? "UTC" : "GMT";
  }
  const bool summer = zone.daylight_at(utc_millis) && !field(names, 2).empty();
  std::string name(field(names, (summer ? 2 : 0) + (full ? 1 : 0)));
  if (name == "+" || name == "*") {
    constexpr std::string_view kStandard = "Standard";
    const bool daylight = name == "+";
    name = field(names, 1);
    const size_t at = name.find(kStandard);
    if (at != std::string::npos) name.replace(at, kStandard.size(), daylight ? "Daylight" : "Summer");
  }
  return name;
}

}  // namespace rowkind
