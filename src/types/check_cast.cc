// Which casts the planner takes: first Calcite's validator with Flink's LogicalTypeCasts, then the code
// generator.
#include "types/cast_rules.h"

namespace rowkind {
namespace {

enum class Verdict : uint8_t { kYes, kRefused, kNoRule, kNumberToTimestamp, kTimestampToNumber };

bool is_single_unit(IntervalUnit unit) {
  return unit == IntervalUnit::kYear || unit == IntervalUnit::kMonth || unit == IntervalUnit::kDay ||
         unit == IntervalUnit::kHour || unit == IntervalUnit::kMinute || unit == IntervalUnit::kSecond;
}

Verdict yes_if(bool condition) {
  return condition ? Verdict::kYes : Verdict::kRefused;
}

Verdict verdict(const LogicalType& from, const LogicalType& to);

Verdict nested(const LogicalType& from, const LogicalType& to) {
  if (!from.is(to.root())) {
    return to.is(TypeRoot::kArray) && from.is_character() ? Verdict::kNoRule : Verdict::kRefused;
  }
  switch (to.root()) {
    case TypeRoot::kMap: {
      Verdict key = verdict(from.key(), to.key());
      return key == Verdict::kYes ? verdict(from.value(), to.value()) : key;
    }
    case TypeRoot::kRow:
      if (from.fields().size() != to.fields().size()) return Verdict::kRefused;
      for (size_t i = 0; i < from.fields().size(); ++i) {
        Verdict field = verdict(from.fields()[i].type, to.fields()[i].type);
        if (field != Verdict::kYes) return field;
      }
      return Verdict::kYes;
    default:
      return verdict(from.element(), to.element());
  }
}

Verdict to_interval(const LogicalType& from, const LogicalType& to) {
  if (from.is(to.root())) return Verdict::kYes;
  if (from.is_character()) return Verdict::kNoRule;
  if (!is_single_unit(to.interval_unit())) return Verdict::kRefused;
  return from.is_integer()             ? Verdict::kYes
         : from.is(TypeRoot::kDecimal) ? Verdict::kNoRule
                                       : Verdict::kRefused;
}

Verdict verdict(const LogicalType& from, const LogicalType& to) {
  if (from.is(TypeRoot::kNull)) return Verdict::kYes;
  if (to.is_nested()) return nested(from, to);
  if (to.is_interval()) return to_interval(from, to);
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return yes_if(from.is(TypeRoot::kBoolean) || from.is_numeric() || from.is_character());
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return yes_if(!from.is(TypeRoot::kVariant) && !from.is(TypeRoot::kDescriptor) &&
                    !from.is(TypeRoot::kSymbol));
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      if (from.is(TypeRoot::kBitmap) && to.length() == kMaxLength) return Verdict::kNoRule;
      return yes_if(from.is_character() || from.is_binary());
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      if (from.is_binary()) return Verdict::kNoRule;
      return yes_if(from.is(to.root()) || from.is_timestamp() || from.is_character());
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      if (from.is_binary()) return Verdict::kNoRule;
      if (from.is_numeric()) return Verdict::kNumberToTimestamp;
      return yes_if(from.is_datetime() || from.is_character());
    default:
      if (!to.is_numeric()) return yes_if(from.is(to.root()));
      if (from.is_timestamp()) return Verdict::kTimestampToNumber;
      return yes_if(from.is(TypeRoot::kBoolean) || from.is_numeric() || from.is_character());
  }
}

// The code generator knows two interval types only.
LogicalType code_type(const LogicalType& type) {
  if (!type.is_interval()) return type;
  LogicalType interval = type.is(TypeRoot::kIntervalYearMonth)
                             ? LogicalType::interval(IntervalUnit::kMonth)
                             : LogicalType::interval(IntervalUnit::kSecond, 2, 3);
  return interval.with_nullable(type.nullable());
}

}  // namespace

Status check_cast(const LogicalType& from, const LogicalType& to) {
  switch (verdict(from, to)) {
    case Verdict::kYes:
      return ok_status();
    case Verdict::kRefused:
      return Error{"cast/unsupported", "Cast function cannot convert value of type " +
                                           from.to_plan(false, false) + " to type " +
                                           to.with_nullable(from.nullable()).to_plan(false, false)};
    case Verdict::kNoRule:
      return Error{"cast/unsupported", "Unsupported cast from '" + code_type(from).to_string() + "' to '" +
                                           code_type(to).with_nullable(from.nullable()).to_string() + "'."};
    case Verdict::kNumberToTimestamp:
      if (to.is(TypeRoot::kTimestampLtz)) {
        return Error{
            "cast/number-to-timestamp",
            "The cast from NUMERIC type to TIMESTAMP_LTZ type is not allowed. It's recommended to use "
            "TO_TIMESTAMP_LTZ(numeric_col, precision) instead."};
      }
      return Error{"cast/number-to-timestamp",
                   "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use "
                   "TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds."};
    case Verdict::kTimestampToNumber:
      if (from.is(TypeRoot::kTimestampLtz)) {
        return Error{"cast/timestamp-to-number",
                     "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed."};
      }
      return Error{"cast/timestamp-to-number",
                   "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use "
                   "UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead."};
  }
  return ok_status();
}

}  // namespace rowkind
