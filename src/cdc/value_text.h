// Values as text: Java's toString() of the objects behind them.
#pragma once

#include <string>

#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind::cdc {

// String.valueOf() of a field as the values sink prints it: bytes in Base64, decimals plain, times in ISO
// form, TIMESTAMP_LTZ in UTC without a zone.
std::string java_text(const Value& value, const LogicalType& type);
// "Z", "+01:00"
std::string offset_text(int64_t offset_millis);

}  // namespace rowkind::cdc
