// Exact DECIMAL arithmetic as Flink's DecimalDataUtils does it: results are computed exactly (or to 38
// significant digits for a quotient), rounded HALF_UP to the scale of the result type, and are "no value"
// (SQL NULL) when they need more digits than its precision. Also the result types of the operators
// (LogicalTypeMerging).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind {

constexpr int32_t kMaxDecimalPrecision = 38;
// Flink keeps decimals of at most this precision in a long; some of its rules differ above it.
constexpr int32_t kMaxCompactPrecision = 18;

// 10^n, n in 0..38.
UInt128 power_of_ten(int32_t n);
// Number of decimal digits of the magnitude; 1 for 0 (BigDecimal.precision()).
int32_t decimal_digits(Int128 unscaled);

// `value` rounded HALF_UP to `scale`; no value when more than `precision` digits remain
// (DecimalData.fromBigDecimal).
std::optional<Decimal> decimal_rescale(Decimal value, int32_t precision, int32_t scale);

// All of them round to and check the result type DECIMAL(precision, scale). The divisor must not be 0 (Flink
// fails with "Division by zero" or, for 0 / 0, "Division undefined").
std::optional<Decimal> decimal_add(Decimal a, Decimal b, int32_t precision, int32_t scale);
std::optional<Decimal> decimal_subtract(Decimal a, Decimal b, int32_t precision, int32_t scale);
std::optional<Decimal> decimal_multiply(Decimal a, Decimal b, int32_t precision, int32_t scale);
std::optional<Decimal> decimal_divide(Decimal a, Decimal b, int32_t precision, int32_t scale);
std::optional<Decimal> decimal_mod(Decimal a, Decimal b, int32_t precision, int32_t scale);

// -1, 0, 1 by numeric value, whatever the scales.
int32_t decimal_compare(Decimal a, Decimal b);
Decimal decimal_negate(Decimal v);
Decimal decimal_abs(Decimal v);
// Scale 0; floor goes down, ceil up.
Decimal decimal_floor(Decimal v);
Decimal decimal_ceil(Decimal v);
// ROUND(v, digits) HALF_UP with the scale of round_type(); v itself when digits >= its scale. `digits` may be
// negative.
std::optional<Decimal> decimal_round(Decimal v, int32_t precision, int32_t digits);
// Digits after the first `digits` fractional ones cut away; same scale rules as decimal_round.
Decimal decimal_truncate(Decimal v, int32_t digits);
// Fraction cut, then the low 64 bits (BigDecimal.longValue).
int64_t decimal_to_integer(Decimal v);
// As Flink: below 19 digits of precision a division of two doubles, else correctly rounded.
double decimal_to_double(Decimal v, int32_t precision);

// Plain digits with exactly `scale` fractional ones: "-0.050".
std::string decimal_text(Decimal v);
// BigDecimal.toString(): scientific when the exponent is below -6: "5E-8".
std::string decimal_java_text(Decimal v);

enum class DecimalParse : uint8_t { kOk, kSyntax, kOverflow };
// Text as java.math.BigDecimal reads it ("12", "-.5", "1.e3"; no blanks), rounded HALF_UP to the type.
DecimalParse parse_decimal(std::string_view text, int32_t precision, int32_t scale, Decimal& out);

// Result types for operands DECIMAL(p1, s1) and DECIMAL(p2, s2); nullable. An integer operand counts as
// exact_decimal().
LogicalType decimal_add_type(const LogicalType& a, const LogicalType& b);  // also minus
LogicalType decimal_multiply_type(const LogicalType& a, const LogicalType& b);
LogicalType decimal_divide_type(const LogicalType& a, const LogicalType& b);
LogicalType decimal_mod_type(const LogicalType& a, const LogicalType& b);
LogicalType decimal_round_type(const LogicalType& a, int32_t digits);
LogicalType decimal_sum_type(const LogicalType& a);
LogicalType decimal_avg_type(const LogicalType& a);
// TINYINT (3, 0), SMALLINT (5, 0), INT (10, 0), BIGINT (19, 0), DECIMAL itself; nullability is kept.
LogicalType exact_decimal(const LogicalType& type);

}  // namespace rowkind
