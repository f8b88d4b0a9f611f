#include <cmath>

#include "types/cast_rules.h"
#include "types/decimal.h"

namespace rowkind::cast {
namespace {

Value optional_decimal(const std::optional<Decimal>& v) {
  return v ? Value::decimal(*v) : Value::null();
}

// Java's (int) or (long) of a double: NaN is 0, the rest saturates.
int64_t saturated(double v, TypeRoot root) {
  if (v != v) return 0;
  if (root == TypeRoot::kBigInt) {
    if (v >= 9223372036854775808.0) return INT64_MAX;
    if (v <= -9223372036854775808.0) return INT64_MIN;
  } else {
    if (v >= 2147483647.0) return 2147483647;
    if (v <= -2147483648.0) return -2147483647 - 1;
  }
  return static_cast<int64_t>(v);
}

Value from_integer(int64_t v, TypeRoot from, const LogicalType& to) {
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(v != 0);
    // A BIGINT goes to FLOAT in one step, so that it is rounded once.
    case TypeRoot::kFloat:
      return Value::floating(static_cast<double>(static_cast<float>(v)));
    case TypeRoot::kDouble:
      return Value::floating(static_cast<double>(v));
    case TypeRoot::kDecimal:
      return optional_decimal(decimal_rescale(Decimal{v, 0}, to.precision(), to.scale()));
    default:
      return Value::integer(to.root() >= from ? v : wrap_integer(v, to.root()));
  }
}

Result<Value> from_double(double v, const LogicalType& to) {
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(v != 0);
    case TypeRoot::kFloat:
      return Value::floating(static_cast<double>(static_cast<float>(v)));
    case TypeRoot::kDouble:
      return Value::floating(v);
    case TypeRoot::kDecimal:
      return double_to_decimal(v, to);
    default:
      return Value::integer(wrap_integer(saturated(v, to.root()), to.root()));
  }
}

Value from_decimal(Decimal v, int32_t precision, const LogicalType& to) {
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(v.unscaled != 0);
    case TypeRoot::kFloat:
      return Value::floating(static_cast<double>(static_cast<float>(decimal_to_double(v, precision))));
    case TypeRoot::kDouble:
      return Value::floating(decimal_to_double(v, precision));
    case TypeRoot::kDecimal:
      return optional_decimal(decimal_rescale(v, to.precision(), to.scale()));
    default:
      return Value::integer(wrap_integer(decimal_to_integer(v), to.root()));
  }
}

}  // namespace

int64_t wrap_integer(int64_t v, TypeRoot root) {
  switch (root) {
    case TypeRoot::kTinyInt:
      return static_cast<int8_t>(v);
    case TypeRoot::kSmallInt:
      return static_cast<int16_t>(v);
    case TypeRoot::kInt:
      return static_cast<int32_t>(v);
    default:
      return v;
  }
}

Result<Value> double_to_decimal(double v, const LogicalType& to) {
  if (!std::isfinite(v)) {
    return failed("cast/number", std::string("Character ") + (v != v ? 'N' : 'I') +
                                     " is neither a decimal digit number, decimal point, nor \"e\" notation "
                                     "exponential mark.");
  }
  Decimal out;
  bool fits = parse_decimal(java_double(v), to.precision(), to.scale(), out) == DecimalParse::kOk;
  return fits ? Value::decimal(out) : Value::null();
}

Result<Value> number_to_number(const Value& value, const LogicalType& from, const LogicalType& to) {
  switch (from.root()) {
    case TypeRoot::kDecimal:
      return from_decimal(value.decimal(), from.precision(), to);
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return from_double(value.floating(), to);
    default:
      return from_integer(value.integer(), from.root(), to);
  }
}

}  // namespace rowkind::cast
