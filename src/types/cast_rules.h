// The rules behind cast_value(), one file per family. Values are never null here; `from` and `to` are a
// supported pair.
#pragma once

#include "types/text.h"

namespace rowkind::cast {

// To BOOLEAN, TINYINT .. DECIMAL, from BOOLEAN or a number.
Result<Value> number_to_number(const Value& value, const LogicalType& from, const LogicalType& to);
// From CHAR/VARCHAR.
Result<Value> text_to_boolean(std::string_view text);
Result<Value> text_to_number(std::string_view text, const LogicalType& to);
Result<Value> text_to_datetime(std::string_view text, const LogicalType& to, const TimeZone& zone);
// Among DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ.
Value datetime_to_datetime(const Value& value, const LogicalType& from, const LogicalType& to,
                           const TimeZone& zone);

// The double or float nearest to the value's text, as Java reads it (Flink's DecimalDataUtils.castFrom).
Result<Value> double_to_decimal(double v, const LogicalType& to);
// An integer cut to the low bits of the target, as Java narrows.
int64_t wrap_integer(int64_t v, TypeRoot root);

Result<Value> failed(std::string_view code, std::string_view message);

}  // namespace rowkind::cast
