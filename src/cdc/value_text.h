// Values as text: Java's toString() of the objects behind them.
#pragma once

#include <string>

#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind::cdc {

// String.valueOf() of a field as the values sink prints it: bytes in Base64, decimals plain, times in ISO
// form, TIMESTAMP_LTZ in UTC without a zone.
std::string java_text(const Value& value, const LogicalType& type);
// LocalDate.toString(): a sign in front of years beyond 9999 and before 0.
std::string local_date_text(int64_t days);
// LocalTime.toString(), LocalDateTime.toString(): zero seconds are left out, fractions print in groups of
// three digits.
std::string local_time_text(int64_t millis_of_day, int32_t nanos_of_millis);
std::string local_date_time_text(Timestamp local);
// "Z", "+01:00"
std::string offset_text(int64_t offset_millis);

}  // namespace rowkind::cdc
