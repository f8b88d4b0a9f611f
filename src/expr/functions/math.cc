// Numeric functions: rounding, powers, logarithms, angles, random numbers.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "expr/compare.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {

namespace {

constexpr double kPi = 3.141592653589793;
constexpr double kE = 2.718281828459045;

// A function of one or two doubles; numbers of other types are converted.
template <double (*F)(double)>
Value eval1(const Expr&, const Value* args, EvalContext&) {
  return Value::floating(F(to_double(args[0])));
}
template <double (*F)(double, double)>
Value eval2(const Expr&, const Value* args, EvalContext&) {
  return Value::floating(F(to_double(args[0]), to_double(args[1])));
}

// fdlibm's formulas, as Java's StrictMath has them; the C library's differ in the last digit. (Java's EXP
// itself does not use this exp.)
double fdlibm_exp(double x) {
  constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
  double high = 0, low = 0;
  int k = 0;
  if (std::fabs(x) > 0.34657359027997264) {
    bool small = std::fabs(x) < 1.0397207708399179;
    double sign = x < 0 ? -1 : 1;
    k = small ? static_cast<int>(sign) : static_cast<int>(1.44269504088896338700 * x + 0.5 * sign);
    high = x - k * kLn2High;
    low = k * kLn2Low;
    x = high - low;
  }
  double t = x * x;
  double c = x - t * (1.66666666666666019037e-01 +
                      t * (-2.77777777770155933842e-03 +
                           t * (6.61375632143793436117e-05 +
                                t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
  if (k == 0) return 1 - (x * c / (c - 2) - x);
  return std::ldexp(1 - ((low - x * c / (2 - c)) - high), k);
}

double java_cosh(double x) {
  double a = std::fabs(x);
  if (a < 0.34657359027997264) {
    double t = std::expm1(a), w = 1 + t;
    return a < 2.7755575615628914e-17 ? w : 1 + t * t / (w + w);
  }
  if (a < 22) {
    double t = fdlibm_exp(a);
    return 0.5 * t + 0.5 / t;
  }
  double half = fdlibm_exp(0.5 * a);
  return a <= 709.782712893384 ? 0.5 * fdlibm_exp(a) : 0.5 * half * half;
}

double java_sinh(double x) {
  double a = std::fabs(x), h = x < 0 ? -0.5 : 0.5;
  if (a < 3.725290298461914e-09) return x;
  if (a < 22) {
    double t = std::expm1(a);
    return a < 1 ? h * (2 * t - t * t / (t + 1)) : h * (t + t / (t + 1));
  }
  if (a <= 709.782712893384) return h * fdlibm_exp(a);
  double half = fdlibm_exp(0.5 * a);
  return h * half * half;
}

double java_tanh(double x) {
  double a = std::fabs(x);
  if (std::isnan(x)) return x;
  double z = 1;
  if (a < 2.7755575615628914e-17) return x * (1 + x);
  if (a < 22) {
    double t = std::expm1(a >= 1 ? 2 * a : -2 * a);
    z = a >= 1 ? 1 - 2 / (t + 2) : -t / (t + 2);
  }
  return x < 0 ? -z : z;
}

// A number as the sum of a double and a much smaller one.
struct Sum {
  double high, low;
};

// The natural logarithm of a finite positive number to more digits than a double has, so that it rounds the
// same in every build (and as Java's, which is right to the last digit nearly always; the C libraries' are
// not). fdlibm's series for log((1 + s) / (1 - s)).
Sum long_log(double x) {
  constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
  int k = 0;
  double f = std::frexp(x, &k);
  if (f < 0.7071067811865476) {
    f *= 2;
    --k;
  }
  f -= 1;
  const double d = 2 + f, d_low = (2 - d) + f;
  const double s = f / d, s_low = (std::fma(-s, d, f) - s * d_low) / d;
  const double z = s * s;
  const double series =
      z * (6.666666666666735130e-01 +
           z * (3.999999999940941908e-01 +
                z * (2.857142874366239149e-01 +
                     z * (2.222219843214978396e-01 +
                          z * (1.818357216161805012e-01 +
                               z * (1.531383769920937332e-01 + z * 1.479819860510658591e-01))))));
  const double a = k * kLn2High, b = 2 * s;
  const double high = a + b, bigger = std::fabs(a) > std::fabs(b) ? a : b;
  const double low = ((bigger - high) + (bigger == a ? b : a)) + k * kLn2Low + 2 * s_low + s * series;
  return Sum{high + low, (high - (high + low)) + low};
}

// What the C library says of zero, negative numbers, infinity and NaN is the same everywhere.
bool has_log(double x) {
  return x > 0 && std::isfinite(x);
}
double log_of(double x) {
  return has_log(x) ? long_log(x).high : std::log(x);
}
double log2_of(double x) {
  return log_of(x) / log_of(2.0);
}
double log10_of(double x) {
  if (!has_log(x)) return std::log10(x);
  constexpr double kInverse = 0.4342944819032518, kInverseLow = 1.098319650216765e-17;  // of ln 10
  const Sum log = long_log(x);
  const double high = log.high * kInverse;
  return high + (std::fma(log.high, kInverse, -high) + (log.high * kInverseLow + log.low * kInverse));
}
double cot(double x) {
  return 1.0 / std::tan(x);
}
// Java's Math.toDegrees and toRadians.
double degrees(double x) {
  return x * 57.29577951308232;
}
double radians(double x) {
  return x * 0.017453292519943295;
}

Value eval_log(const Expr& call, const Value* args, EvalContext&) {
  double x = to_double(args[0]);
  if (call.operands.size() == 1) return Value::floating(log_of(x));
  return Value::floating(log_of(to_double(args[1])) / log_of(x));
}

Value narrow_int(const LogicalType& type, int64_t v) {
  switch (type.root()) {
    case TypeRoot::kTinyInt:
      return Value::integer(static_cast<int8_t>(v));
    case TypeRoot::kSmallInt:
      return Value::integer(static_cast<int16_t>(v));
    case TypeRoot::kInt:
      return Value::integer(static_cast<int32_t>(v));
    default:
      return Value::integer(v);
  }
}

// Calcite: POWER(x, 0.5).
ExprPtr expand_sqrt(ExprList& o, Span span) {
  const ExprPtr half =
      literal(Value::decimal(Decimal{5, 1}), LogicalType::decimal(2, 1).with_nullable(false), span);
  return call_or_throw("POWER", {o[0], half}, span);
}

Value eval_abs(const Expr& call, const Value* args, EvalContext&) {
  if (call.type.is(TypeRoot::kDecimal)) return Value::decimal(decimal_abs(args[0].decimal()));
  if (call.type.is_approximate()) return Value::floating(std::fabs(args[0].floating()));
  int64_t v = args[0].integer();
  return v < 0 ? narrow_int(call.type, static_cast<int64_t>(0 - static_cast<uint64_t>(v))) : args[0];
}

Value eval_sign(const Expr& call, const Value* args, EvalContext&) {
  if (call.type.is_approximate()) {
    double v = args[0].floating();
    return Value::floating(v > 0 ? 1.0 : v < 0 ? -1.0 : v);
  }
  if (!call.type.is(TypeRoot::kDecimal)) {
    int64_t v = args[0].integer();
    return Value::integer(v > 0 ? 1 : v < 0 ? -1 : 0);
  }
  Decimal v = args[0].decimal();
  Int128 one = static_cast<Int128>(power_of_ten(v.scale));
  return Value::decimal(Decimal{v.unscaled > 0 ? one : v.unscaled < 0 ? -one : 0, v.scale});
}

int32_t digits_operand(const Expr& call, const Value* args) {
  return call.operands.size() < 2 ? 0 : static_cast<int32_t>(args[1].integer());
}

// new BigDecimal(text) of a number that has none.
void check_decimal(double v, Span span) {
  if (std::isfinite(v)) return;
  throw Failure("run/number",
                std::string("Character ") + (std::isnan(v) ? "N" : "I") +
                    " is neither a decimal digit number, decimal point, nor \"e\" notation exponential mark.",
                span, "ROUND and TRUNCATE take no NaN and no Infinity");
}

// The shortest decimal text of `v` rounded HALF_UP to `digits`, as BigDecimal.valueOf(v) does it.
double round_double(double v, int32_t digits, bool is_float, Span span) {
  check_decimal(v, span);
  if (v == 0) return 0;
  std::string text = is_float ? java_float(static_cast<float>(v)) : java_double(v);
  // Digits d and exponent e with v = 0.ddd * 10^e.
  std::string all;
  int32_t exponent = 0;
  bool negative = text[0] == '-', point = false;
  for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
    if (text[i] == 'E') {
      exponent += std::atoi(text.c_str() + i + 1);
      break;
    }
    if (text[i] == '.') {
      point = true;
      continue;
    }
    all += text[i];
    if (!point) ++exponent;
  }
  int64_t keep = static_cast<int64_t>(exponent) + digits;
  if (keep >= static_cast<int64_t>(all.size())) return v;
  bool up = keep >= 0 && all[static_cast<size_t>(keep)] >= '5';
  all = keep <= 0 ? "0" : "0" + all.substr(0, static_cast<size_t>(keep));
  if (up) {
    size_t i = all.size() - 1;
    while (all[i] == '9') all[i--] = '0';
    ++all[i];
  }
  double result = 0;
  parse_java_double((negative ? "-" : "") + all + "E" + std::to_string(-static_cast<int64_t>(digits)),
                    result);
  return result + 0.0;  // a BigDecimal has no -0
}

// A whole number rounded or cut at a negative digit.
int64_t round_int(int64_t v, int32_t digits, bool half_up) {
  if (digits >= 0) return v;
  if (digits < -18) return 0;
  int64_t unit = 1;
  for (int32_t i = digits; i < 0; ++i) unit *= 10;
  int64_t rest = v % unit, cut = v - rest;
  if (!half_up) return cut;
  if (rest >= unit - rest)
    return static_cast<int64_t>(static_cast<uint64_t>(cut) + static_cast<uint64_t>(unit));
  if (-rest >= unit + rest)
    return static_cast<int64_t>(static_cast<uint64_t>(cut) - static_cast<uint64_t>(unit));
  return cut;
}

Value eval_round(const Expr& call, const Value* args, EvalContext&) {
  int32_t digits = digits_operand(call, args);
  const LogicalType& from = call.operands[0]->type;
  if (from.is(TypeRoot::kDecimal)) {
    std::optional<Decimal> v = decimal_round(args[0].decimal(), from.precision(), digits);
    if (v) v = decimal_rescale(*v, call.type.precision(), call.type.scale());
    return v ? Value::decimal(*v) : Value::null();
  }
  if (from.is_approximate()) {
    double v = round_double(args[0].floating(), digits, from.is(TypeRoot::kFloat), call.span);
    return Value::floating(from.is(TypeRoot::kFloat) ? static_cast<float>(v) : v);
  }
  return narrow_int(call.type, round_int(args[0].integer(), digits, true));
}

Value eval_truncate(const Expr& call, const Value* args, EvalContext&) {
  int32_t digits = digits_operand(call, args);
  const LogicalType& from = call.operands[0]->type;
  if (from.is(TypeRoot::kDecimal)) {
    std::optional<Decimal> v = decimal_truncate(args[0].decimal(), digits);
    v = decimal_rescale(*v, call.type.precision(), call.type.scale());
    return v ? Value::decimal(*v) : Value::null();
  }
  if (from.is_approximate()) {
    check_decimal(args[0].floating(), call.span);
    // Flink goes through DECIMAL(38, 18).
    Result<Value> exact =
        cast_value(args[0], LogicalType::double_type(), LogicalType::decimal(38, 18), CastOptions{});
    if (!exact.ok() || exact->is_null()) return Value::null();
    double v = decimal_to_double(decimal_truncate(exact->decimal(), digits), 38);
    return Value::floating(from.is(TypeRoot::kFloat) ? static_cast<float>(v) : v);
  }
  return narrow_int(call.type, round_int(args[0].integer(), digits, false));
}

LogicalType infer_round(const ScalarFunction&, ExprList& operands, Span) {
  LogicalType type = operands[0]->type;
  if (type.is(TypeRoot::kDecimal)) {
    if (operands.size() == 1) {
      type = decimal_round_type(type, 0);
    } else if (operands[1]->kind == ExprKind::kLiteral && !operands[1]->literal.is_null()) {
      type = decimal_round_type(type, static_cast<int32_t>(operands[1]->literal.integer()));
    } else if (is_call(*operands[1], "unary -") && operands[1]->operands[0]->kind == ExprKind::kLiteral) {
      type = decimal_round_type(type, -static_cast<int32_t>(operands[1]->operands[0]->literal.integer()));
    }
  }
  return type.with_nullable(any_nullable(operands));
}

uint64_t next_random(EvalContext& context) {
  uint64_t z = context.random_state += 0x9e3779b97f4a7c15u;  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Value eval_rand(const Expr&, const Value*, EvalContext& context) {
  return Value::floating(static_cast<double>(next_random(context) >> 11) / 9007199254740992.0);
}

Value eval_rand_integer(const Expr& call, const Value* args, EvalContext& context) {
  int64_t bound = static_cast<int64_t>(to_double(args[call.operands.size() - 1]));
  if (bound <= 0) throw Failure("run/argument", "bound must be positive", call.span);
  return Value::integer(static_cast<int64_t>(next_random(context) % static_cast<uint64_t>(bound)));
}

Value eval_uuid(const Expr&, const Value*, EvalContext& context) {
  uint64_t high = next_random(context), low = next_random(context);
  char text[40];
  snprintf(text, sizeof text, "%08x-%04x-4%03x-%04x-%08x%04x", static_cast<unsigned>(high >> 32),
           static_cast<unsigned>(high >> 16 & 0xffff), static_cast<unsigned>(high & 0xfff),
           static_cast<unsigned>((low >> 48 & 0x3fff) | 0x8000),
           static_cast<unsigned>(low >> 16 & 0xffffffff), static_cast<unsigned>(low & 0xffff));
  return Value::string(text);
}

LogicalType infer_uuid(const ScalarFunction&, ExprList&, Span) {
  return LogicalType::character(36).with_nullable(false);
}

Value eval_pi(const Expr&, const Value*, EvalContext&) {
  return Value::floating(kPi);
}
Value eval_e(const Expr&, const Value*, EvalContext&) {
  return Value::floating(kE);
}

Value eval_bin(const Expr&, const Value* args, EvalContext&) {
  uint64_t v = static_cast<uint64_t>(args[0].integer());
  std::string out;
  do {
    out.insert(out.begin(), static_cast<char>('0' + (v & 1)));
    v >>= 1;
  } while (v != 0);
  return Value::string(out);
}

const ScalarFunction kRows[] = {
    {"ABS", "arithmetic", "ABS(numeric)", "The number without its sign.", "n|v", "0", eval_abs},
    {"SIGN", "arithmetic", "SIGN(numeric)", "-1, 0 or 1.", "n", "0", eval_sign},
    {"POWER", "arithmetic", "POWER(numeric1, numeric2)", "numeric1 raised to numeric2.", "nn", "D",
     eval2<std::pow>},
    {"SQRT", "arithmetic", "SQRT(numeric)", "The square root.", "n", nullptr, nullptr, 0, nullptr,
     expand_sqrt},
    {"EXP", "arithmetic", "EXP(numeric)", "e raised to the number.", "n", "D", eval1<std::exp>},
    {"LN", "arithmetic", "LN(numeric)", "The natural logarithm.", "n", "D", eval1<log_of>},
    {"LOG10", "arithmetic", "LOG10(numeric)", "The logarithm to base 10.", "n", "D", eval1<log10_of>},
    {"LOG2", "arithmetic", "LOG2(numeric)", "The logarithm to base 2.", "n", "D", eval1<log2_of>},
    {"LOG", "arithmetic", "LOG([base,] numeric)", "The natural logarithm, or the one to a base.", "n|nn", "D",
     eval_log},
    {"SIN", "arithmetic", "SIN(numeric)", "The sine.", "n", "D", eval1<std::sin>},
    {"COS", "arithmetic", "COS(numeric)", "The cosine.", "n", "D", eval1<std::cos>},
    {"TAN", "arithmetic", "TAN(numeric)", "The tangent.", "n", "D", eval1<std::tan>},
    {"COT", "arithmetic", "COT(numeric)", "The cotangent.", "n", "D", eval1<cot>},
    {"ASIN", "arithmetic", "ASIN(numeric)", "The arc sine.", "n", "D", eval1<std::asin>},
    {"ACOS", "arithmetic", "ACOS(numeric)", "The arc cosine.", "n", "D", eval1<std::acos>},
    {"ATAN", "arithmetic", "ATAN(numeric)", "The arc tangent.", "n", "D", eval1<std::atan>},
    {"ATAN2", "arithmetic", "ATAN2(numeric1, numeric2)", "The angle of a point.", "nn", "D",
     eval2<std::atan2>},
    {"SINH", "arithmetic", "SINH(numeric)", "The hyperbolic sine.", "n", "D", eval1<java_sinh>},
    {"COSH", "arithmetic", "COSH(numeric)", "The hyperbolic cosine.", "n", "D", eval1<java_cosh>},
    {"TANH", "arithmetic", "TANH(numeric)", "The hyperbolic tangent.", "n", "D", eval1<java_tanh>},
    {"DEGREES", "arithmetic", "DEGREES(numeric)", "Radians as degrees.", "n", "D", eval1<degrees>},
    {"RADIANS", "arithmetic", "RADIANS(numeric)", "Degrees as radians.", "n", "D", eval1<radians>},
    {"ROUND", "arithmetic", "ROUND(numeric [, integer])",
     "Rounded half away from 0 to that many decimal places.", "ni|n", nullptr, eval_round, 0, infer_round},
    {"TRUNCATE", "arithmetic", "TRUNCATE(numeric [, integer])", "Cut to that many decimal places.", "ni|n",
     nullptr, eval_truncate, 0, infer_round},
    {"PI", "arithmetic", "PI()", "3.14159...", "", "D!", eval_pi},
    {"E", "arithmetic", "E()", "2.71828...", "", "D!", eval_e},
    {"RAND", "arithmetic", "RAND([seed])", "A random number from 0 to below 1.", "|n", "D", eval_rand,
     kNotDeterministic},
    {"RAND_INTEGER", "arithmetic", "RAND_INTEGER([seed,] bound)",
     "A random whole number from 0 to below the bound.", "n|nn", "I", eval_rand_integer, kNotDeterministic},
    {"UUID", "string", "UUID()", "A random identifier.", "", nullptr, eval_uuid, kNotDeterministic,
     infer_uuid},
    {"BIN", "arithmetic", "BIN(integer)", "The whole number in base 2.", "i", "S", eval_bin},
};

}  // namespace

FunctionTable math_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
