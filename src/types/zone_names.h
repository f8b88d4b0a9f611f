// What Java calls a time zone in English: "EDT", "Eastern Daylight Time".
#pragma once

#include <cstdint>
#include <string>

#include "types/time_zone.h"

namespace rowkind {

// TimeZone.getDisplayName() at an instant; `full`: the long name. Zones without a name of their own are
// "GMT+08:00".
std::string zone_name(const TimeZone& zone, int64_t utc_millis, bool full);

// A line "SHORT|LONG[|SUMMER SHORT|SUMMER LONG]<tab>ZONE ZONE ..."; a summer name "+" or "*" is the long one
// with Daylight or Summer for Standard, none: the same names all year. Starts and ends with a line break.
extern const char* const kZoneNames;

}  // namespace rowkind
