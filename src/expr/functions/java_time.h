// Java's date patterns in both flavours: java.time.format.DateTimeFormatter (DATE_FORMAT of a timestamp,
// TO_TIMESTAMP) and the older, lenient java.text.SimpleDateFormat (FROM_UNIXTIME, UNIX_TIMESTAMP, TO_DATE
// with a pattern, DATE_FORMAT of a text, CONVERT_TZ). English names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/time_zone.h"
#include "types/value.h"

namespace rowkind {

// DateTimeFormatter.ofPattern(pattern).format(local); throws Failure for a bad pattern or a zone letter.
std::string format_date_time(Timestamp local, std::string_view pattern);
// ... .parse(text); fields that the pattern does not name are those of 1970-01-01 00:00:00. Nothing if the
// text does not fit. A bad pattern gives nothing too.
std::optional<Timestamp> parse_date_time(std::string_view text, std::string_view pattern);

// SimpleDateFormat in a zone.
std::string format_simple(int64_t utc_millis, std::string_view pattern, const TimeZone& zone);
std::optional<int64_t> parse_simple(std::string_view text, std::string_view pattern, const TimeZone& zone);

}  // namespace rowkind
