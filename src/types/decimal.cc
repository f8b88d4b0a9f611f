#include "types/decimal.h"

#include "types/wide_int.h"

namespace rowkind {
namespace {

UInt128 magnitude(Int128 v) {
  return v < 0 ? UInt128(0) - static_cast<UInt128>(v) : static_cast<UInt128>(v);
}

// sign * value / 10^scale with value < 10^77, rounded HALF_UP to the result type.
std::optional<Decimal> fit(bool negative, UInt256 value, int32_t value_scale, int32_t precision,
                           int32_t scale) {
  if (value.is_zero()) return Decimal{0, scale};
  if (value_scale > scale) {
    int32_t drop = value_scale - scale;
    if (drop > 77) return Decimal{0, scale};
    if (drop > kMaxDecimalPrecision) {
      // The first cut is exact enough: what it drops cannot reach a half of the second.
      value = divide(value, power_of_ten(drop - kMaxDecimalPrecision)).quotient;
      drop = kMaxDecimalPrecision;
    }
    UInt128 divisor = power_of_ten(drop);
    UInt256::Division division = divide(value, divisor);
    value = division.quotient;
    if (division.remainder >= divisor - division.remainder) value = value + 1;
  } else if (value_scale < scale) {
    int32_t grow = scale - value_scale;
    if (value.high != 0 || grow > kMaxDecimalPrecision) return std::nullopt;
    value = multiply(value.low, power_of_ten(grow));
  }
  if (value.high != 0 || value.low >= power_of_ten(precision)) return std::nullopt;
  Int128 unscaled = static_cast<Int128>(value.low);
  return Decimal{negative ? -unscaled : unscaled, scale};
}

// Both magnitudes at the larger scale.
struct Aligned {
  UInt256 a, b;
  int32_t scale;
};

Aligned align(Decimal a, Decimal b) {
  UInt128 x = magnitude(a.unscaled), y = magnitude(b.unscaled);
  if (a.scale < b.scale) return {multiply(x, power_of_ten(b.scale - a.scale)), UInt256{0, y}, b.scale};
  return {UInt256{0, x}, multiply(y, power_of_ten(a.scale - b.scale)), a.scale};
}

}  // namespace

UInt128 power_of_ten(int32_t n) {
  constexpr uint64_t kPowers[] = {1u,
                                  10u,
                                  100u,
                                  1000u,
                                  10000u,
                                  100000u,
                                  1000000u,
                                  10000000u,
                                  100000000u,
                                  1000000000u,
                                  10000000000u,
                                  100000000000u,
                                  1000000000000u,
                                  10000000000000u,
                                  100000000000000u,
                                  1000000000000000u,
                                  10000000000000000u,
                                  100000000000000000u,
                                  1000000000000000000u,
                                  10000000000000000000u};
  return n < 20 ? UInt128(kPowers[n]) : UInt128(kPowers[19]) * kPowers[n - 19];
}

int32_t decimal_digits(Int128 unscaled) {
  UInt128 v = magnitude(unscaled);
  int32_t digits = 1;
  while (digits <= kMaxDecimalPrecision && v >= power_of_ten(digits)) ++digits;
  return digits;
}

std::optional<Decimal> decimal_rescale(Decimal value, int32_t precision, int32_t scale) {
  return fit(value.unscaled < 0, UInt256{0, magnitude(value.unscaled)}, value.scale, precision, scale);
}

std::optional<Decimal> decimal_add(Decimal a, Decimal b, int32_t precision, int32_t scale) {
  if (a.scale == b.scale && a.scale == scale) {
    Int128 sum;
    if (__builtin_add_overflow(a.unscaled, b.unscaled, &sum)) return std::nullopt;
    if (magnitude(sum) >= power_of_ten(precision)) return std::nullopt;
    return Decimal{sum, scale};
  }
  Aligned both = align(a, b);
  bool negative_a = a.unscaled < 0, negative_b = b.unscaled < 0;
  if (negative_a == negative_b) return fit(negative_a, both.a + both.b, both.scale, precision, scale);
  if (both.a < both.b) return fit(negative_b, both.b - both.a, both.scale, precision, scale);
  return fit(negative_a, both.a - both.b, both.scale, precision, scale);
}

std::optional<Decimal> decimal_subtract(Decimal a, Decimal b, int32_t precision, int32_t scale) {
  return decimal_add(a, decimal_negate(b), precision, scale);
}

std::optional<Decimal> decimal_multiply(Decimal a, Decimal b, int32_t precision, int32_t scale) {
  return fit((a.unscaled < 0) != (b.unscaled < 0), multiply(magnitude(a.unscaled), magnitude(b.unscaled)),
             a.scale + b.scale, precision, scale);
}

// BigDecimal.divide(b, MathContext(38, HALF_UP)), then the result type.
std::optional<Decimal> decimal_divide(Decimal a, Decimal b, int32_t precision, int32_t scale) {
  UInt128 x = magnitude(a.unscaled), y = magnitude(b.unscaled);
  if (x == 0) return Decimal{0, scale};
  bool negative = (a.unscaled < 0) != (b.unscaled < 0);
  // Grown so that the integer quotient has at least 38 digits.
  int32_t grow = kMaxDecimalPrecision + decimal_digits(b.unscaled) - decimal_digits(a.unscaled);
  if (grow > kMaxDecimalPrecision)
    x *= power_of_ten(grow - kMaxDecimalPrecision);  // as many digits as b: it fits
  UInt256 dividend = multiply(x, power_of_ten(grow < kMaxDecimalPrecision ? grow : kMaxDecimalPrecision));
  UInt256::Division division = divide(dividend, y);
  UInt256 quotient = division.quotient;
  int32_t quotient_scale = a.scale - b.scale + grow;
  if (!(quotient < UInt256{0, power_of_ten(kMaxDecimalPrecision)})) {
    // 39 digits: the last one decides, whatever remains behind it.
    UInt256::Division last = divide(quotient, 10);
    quotient = last.remainder >= 5 ? last.quotient + 1 : last.quotient;
    --quotient_scale;
  } else if (division.remainder >= y - division.remainder) {
    quotient = quotient + 1;
  }
  return fit(negative, quotient, quotient_scale, precision, scale);
}

std::optional<Decimal> decimal_mod(Decimal a, Decimal b, int32_t precision, int32_t scale) {
  Aligned both = align(a, b);
  return fit(a.unscaled < 0, remainder(both.a, both.b), both.scale, precision, scale);
}

int32_t decimal_compare(Decimal a, Decimal b) {
  if (a.scale == b.scale) return a.unscaled < b.unscaled ? -1 : a.unscaled > b.unscaled ? 1 : 0;
  int32_t sign_a = a.unscaled < 0   ? -1
                   : a.unscaled > 0 ? 1
                                    : 0,
          sign_b = b.unscaled < 0   ? -1
                   : b.unscaled > 0 ? 1
                                    : 0;
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  Aligned both = align(a, b);
  return both.a < both.b ? -sign_a : both.b < both.a ? sign_a : 0;
}

Decimal decimal_negate(Decimal v) {
  return Decimal{-v.unscaled, v.scale};
}
Decimal decimal_abs(Decimal v) {
  return Decimal{v.unscaled < 0 ? -v.unscaled : v.unscaled, v.scale};
}

Decimal decimal_floor(Decimal v) {
  Int128 unit = static_cast<Int128>(power_of_ten(v.scale)), whole = v.unscaled / unit;
  return Decimal{v.unscaled % unit < 0 ? whole - 1 : whole, 0};
}

Decimal decimal_ceil(Decimal v) {
  Int128 unit = static_cast<Int128>(power_of_ten(v.scale)), whole = v.unscaled / unit;
  return Decimal{v.unscaled % unit > 0 ? whole + 1 : whole, 0};
}

std::optional<Decimal> decimal_round(Decimal v, int32_t precision, int32_t digits) {
  if (digits >= v.scale) return v;
  LogicalType type = decimal_round_type(LogicalType::decimal(precision, v.scale), digits);
  if (digits >= 0) return decimal_rescale(v, type.precision(), type.scale());
  // 123.4 rounded to tens: 12 whole tens, then the zeros come back.
  std::optional<Decimal> units =
      v.scale - digits > kMaxDecimalPrecision + 1
          ? Decimal{0, digits}
          : decimal_rescale(Decimal{v.unscaled, v.scale - digits}, kMaxDecimalPrecision, 0);
  return decimal_rescale(Decimal{units->unscaled, digits}, type.precision(), 0);
}

Decimal decimal_truncate(Decimal v, int32_t digits) {
  if (digits >= v.scale) return v;
  int32_t drop = v.scale - digits;
  if (drop > kMaxDecimalPrecision) return Decimal{0, digits < 0 ? 0 : digits};
  Int128 cut = v.unscaled / static_cast<Int128>(power_of_ten(drop));
  if (digits >= 0) return Decimal{cut, digits};
  return Decimal{cut * static_cast<Int128>(power_of_ten(-digits)), 0};
}

int64_t decimal_to_integer(Decimal v) {
  return static_cast<int64_t>(v.unscaled / static_cast<Int128>(power_of_ten(v.scale)));
}

LogicalType exact_decimal(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kTinyInt:
      return LogicalType::decimal(3, 0).with_nullable(type.nullable());
    case TypeRoot::kSmallInt:
      return LogicalType::decimal(5, 0).with_nullable(type.nullable());
    case TypeRoot::kInt:
      return LogicalType::decimal(10, 0).with_nullable(type.nullable());
    case TypeRoot::kBigInt:
      return LogicalType::decimal(19, 0).with_nullable(type.nullable());
    default:
      return type;
  }
}

// Beyond 38 digits the scale gives way, but not below 6 digits.
static LogicalType adjusted(int32_t precision, int32_t scale) {
  if (precision <= kMaxDecimalPrecision) return LogicalType::decimal(precision, scale);
  int32_t least = scale < 6 ? scale : 6, rest = kMaxDecimalPrecision - (precision - scale);
  return LogicalType::decimal(kMaxDecimalPrecision, rest > least ? rest : least);
}

LogicalType decimal_add_type(const LogicalType& a, const LogicalType& b) {
  int32_t scale = a.scale() > b.scale() ? a.scale() : b.scale();
  int32_t whole_a = a.precision() - a.scale(), whole_b = b.precision() - b.scale();
  return adjusted((whole_a > whole_b ? whole_a : whole_b) + scale + 1, scale);
}

LogicalType decimal_multiply_type(const LogicalType& a, const LogicalType& b) {
  return adjusted(a.precision() + b.precision() + 1, a.scale() + b.scale());
}

LogicalType decimal_divide_type(const LogicalType& a, const LogicalType& b) {
  int32_t scale = a.scale() + b.precision() + 1;
  if (scale < 6) scale = 6;
  return adjusted(a.precision() - a.scale() + b.scale() + scale, scale);
}

LogicalType decimal_mod_type(const LogicalType& a, const LogicalType& b) {
  int32_t scale = a.scale() > b.scale() ? a.scale() : b.scale();
  int32_t whole_a = a.precision() - a.scale(), whole_b = b.precision() - b.scale();
  return adjusted((whole_a < whole_b ? whole_a : whole_b) + scale, scale);
}

LogicalType decimal_round_type(const LogicalType& a, int32_t digits) {
  if (digits >= a.scale()) return LogicalType::decimal(a.precision(), a.scale());
  int32_t scale = digits < 0 ? 0 : digits, precision = 1 + a.precision() - a.scale() + scale;
  return LogicalType::decimal(precision < kMaxDecimalPrecision ? precision : kMaxDecimalPrecision, scale);
}

LogicalType decimal_sum_type(const LogicalType& a) {
  return LogicalType::decimal(kMaxDecimalPrecision, a.scale());
}

LogicalType decimal_avg_type(const LogicalType& a) {
  return LogicalType::decimal(kMaxDecimalPrecision, a.scale() > 6 ? a.scale() : 6);
}

}  // namespace rowkind
