// Turns the embedded text of the time zone database into the transitions of one zone, as zic does.
#pragma once

#include <memory>
#include <string_view>

#include "types/time_zone.h"

namespace rowkind {

// The zone or link with exactly this name, or null.
std::unique_ptr<TimeZone> build_time_zone(std::string_view name);
// The zone that a name is another name for, or "".
std::string_view time_zone_target(std::string_view name);
// The zone that java.util.TimeZone means by "PST" and the like, or "".
std::string_view java_short_zone(std::string_view name);

}  // namespace rowkind
