// toString() of java.time's classes.
#pragma once

#include <string>

#include "types/value.h"

namespace rowkind {

// LocalDate: a sign in front of years beyond 9999 and before 0.
std::string local_date_text(int64_t days);
// LocalTime, LocalDateTime: zero seconds are left out, fractions print in groups of three digits.
std::string local_time_text(int64_t millis_of_day, int32_t nanos_of_millis);
std::string local_date_time_text(Timestamp local);
// Instant: "2024-06-01T00:00:00Z", seconds always.
std::string instant_text(Timestamp utc);
// Period of years and months: "P1Y2M", "P0D". Duration: "PT36H0.5S", "PT0S".
std::string period_text(int64_t months);
std::string duration_text(int64_t millis);

}  // namespace rowkind
