#include <cmath>

#include "cdc/functions.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind::cdc {
namespace {

// Whole numbers wrap in their own class: ABS(-128) of a TINYINT stays -128.
Value wrap_to(int64_t value, JavaType java) {
  switch (boxed(java)) {
    case JavaType::kByte:
      return Value::integer(static_cast<int8_t>(value));
    case JavaType::kShort:
      return Value::integer(static_cast<int16_t>(value));
    case JavaType::kInteger:
      return Value::integer(static_cast<int32_t>(value));
    default:
      return Value::integer(value);
  }
}

Value absolute(const Args& a) {
  if (a[0].kind() == ValueKind::kDouble) return Value::floating(std::fabs(a[0].floating()));
  if (a[0].kind() == ValueKind::kDecimal) return Value::decimal(decimal_abs(a[0].decimal()));
  int64_t v = a[0].integer();
  return wrap_to(v < 0 ? static_cast<int64_t>(0 - static_cast<uint64_t>(v)) : v, a.node.args[0]->java);
}

// Up to 3.5 a DECIMAL goes through a double and its text.
Value through_double(const Args& a, double (*round)(double)) {
  Decimal out;
  const double whole = round(decimal_to_double(a[0].decimal(), 38));
  return parse_decimal(java_double(whole), 38, 0, out) == DecimalParse::kOk ? Value::decimal(out)
                                                                            : Value::null();
}

Value ceiling(const Args& a) {
  if (a[0].kind() == ValueKind::kDouble) return Value::floating(std::ceil(a[0].floating()));
  if (a[0].kind() == ValueKind::kDecimal)
    return level(a.node.version) < 36 ? through_double(a, std::ceil)
                                      : Value::decimal(decimal_ceil(a[0].decimal()));
  return a[0];
}

Value floor_of(const Args& a) {
  if (a[0].kind() == ValueKind::kDouble) return Value::floating(std::floor(a[0].floating()));
  if (a[0].kind() == ValueKind::kDecimal)
    return level(a.node.version) < 36 ? through_double(a, std::floor)
                                      : Value::decimal(decimal_floor(a[0].decimal()));
  return a[0];
}

// Up to 3.5 the result has as many digits behind the point as were asked for, but is written as if it had
// those of the column: ROUND(1.5, 3) in a DECIMAL(6, 2) shows 15.00.
Value rounded_data(const Decimal& rounded, int32_t digits, const LogicalType& from, const LogicalType& to) {
  Decimal out = rounded;
  if (digits >= 0) {
    // Who loses digits has room enough, also where Calcite believes the column to be narrower than it is.
    const int32_t room = digits <= from.scale() ? 38 : from.precision();
    std::optional<Decimal> exact = decimal_rescale(rounded, room, digits);
    if (!exact) return Value::null();
    out = *exact;
  } else {
    out.unscaled /= static_cast<Int128>(power_of_ten(std::min(out.scale - digits, 18)));
  }
  out.scale = to.scale();
  return Value::decimal(out);
}

// BigDecimal.valueOf(x).setScale(digits, HALF_UP); negative digits round in front of the point.
Value round_of(const Args& a) {
  if (a.node.args.size() > 1 && a[1].is_null()) fail_null();
  if (a[0].is_null()) return a[0];
  int32_t digits = a.node.args.size() > 1 ? static_cast<int32_t>(a[1].integer()) : 0;
  if (a[0].kind() == ValueKind::kDouble) {
    double value = a[0].floating();
    if (!std::isfinite(value)) return a[0];
    bool single = boxed(a.node.args[0]->java) == JavaType::kFloat;
    Decimal exact;
    std::string text = single ? java_float(static_cast<float>(value)) : java_double(value);
    if (parse_decimal(text, 38, 18, exact) != DecimalParse::kOk) return a[0];
    std::optional<Decimal> rounded = decimal_round(exact, 38, digits);
    double out = rounded ? decimal_to_double(*rounded, 38) : value;
    return Value::floating(single ? static_cast<float>(out) : out);
  }
  Decimal exact = a[0].kind() == ValueKind::kDecimal ? a[0].decimal() : Decimal{a[0].integer(), 0};
  std::optional<Decimal> rounded = decimal_round(exact, 38, digits);
  if (!rounded) return Value::null();
  if (a[0].kind() == ValueKind::kDecimal) {
    if (level(a.node.version) >= 36) return Value::decimal(*rounded);
    return rounded_data(*rounded, digits, a.node.args[0]->type, a.node.type);
  }
  return wrap_to(decimal_to_integer(*rounded), a.node.args[0]->java);
}

// A random UUID in real life; here a number of its own for every call, the same in every run.
Value uuid(const Args&) {
  static uint64_t counter = 0;
  uint64_t high = Value::integer(static_cast<int64_t>(++counter)).hash();
  uint64_t low = Value::integer(static_cast<int64_t>(counter ^ high)).hash();
  char text[40];
  snprintf(text, sizeof text, "%08x-%04x-4%03x-%04x-%012llx", static_cast<unsigned>(high >> 32),
           static_cast<unsigned>(high >> 16 & 0xFFFF), static_cast<unsigned>(high & 0xFFF),
           static_cast<unsigned>(0x8000 | (low >> 48 & 0x3FFF)),
           static_cast<unsigned long long>(low & 0xFFFFFFFFFFFFull));
  return Value::string(text);
}

const FunctionEntry kFunctions[] = {
    {"ABS", 35, "d", Returns::kFirst, OnNull::kNull, absolute},
    {"CEIL", 35, "d", Returns::kFirst, OnNull::kNull, ceiling},
    {"CEILING", 35, "d", Returns::kFirst, OnNull::kNull, ceiling},
    {"FLOOR", 35, "d", Returns::kFirst, OnNull::kNull, floor_of},
    {"ROUND", 35, "d?i", Returns::kFirst, OnNull::kSee, round_of},
    {"UUID", 35, "", Returns::kString, OnNull::kNull, uuid},
};

}  // namespace

FunctionTable numeric_functions() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace rowkind::cdc
