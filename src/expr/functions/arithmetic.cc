// +, -, *, /, MOD, signs. Whole numbers have a node of their own in the evaluator; here are FLOAT, DOUBLE,
// DECIMAL, dates and intervals.
#include <cmath>

#include "expr/compare.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/datetime.h"
#include "types/decimal.h"

namespace rowkind {

namespace {

bool decimals(const LogicalType& a, const LogicalType& b) {
  return a.is_exact() && b.is_exact() && (a.is(TypeRoot::kDecimal) || b.is(TypeRoot::kDecimal));
}

void type_nulls(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 2) wrong_arguments(self.name, "nn", operands, span);
  for (size_t i = 0; i < 2; ++i) {
    if (operands[i]->type.is(TypeRoot::kNull)) illegal_null(*operands[i], span);
  }
}

LogicalType numeric_result(const ScalarFunction& self, ExprList& operands, Span span,
                           LogicalType (*decimal_type)(const LogicalType&, const LogicalType&)) {
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  if (!a.is_numeric() || !b.is_numeric()) wrong_arguments(self.name, "nn", operands, span);
  LogicalType type =
      decimals(a, b) ? decimal_type(exact_decimal(a), exact_decimal(b)) : *least_restrictive({a, b});
  return type.with_nullable(any_nullable(operands));
}

LogicalType plain(const LogicalType& type, const ExprList& operands) {
  return type.with_attribute(TimeAttribute::kNone).with_nullable(any_nullable(operands));
}

LogicalType infer_plus(const ScalarFunction& self, ExprList& operands, Span span) {
  type_nulls(self, operands, span);
  const LogicalType a = operands[0]->type, b = operands[1]->type;
  if (a.is_datetime() && b.is_interval()) return plain(a, operands);
  if (a.is_interval() && b.is_datetime() && self.name == "+") {
    std::swap(operands[0], operands[1]);  // Calcite puts the point in time first
    return plain(b, operands);
  }
  if (a.is_interval() && a.root() == b.root()) return plain(*least_restrictive({a, b}), operands);
  return numeric_result(self, operands, span, decimal_add_type);
}

// The code generator knows two interval types only.
std::string code_type(const LogicalType& interval) {
  const bool months = interval.is(TypeRoot::kIntervalYearMonth);
  return (months ? LogicalType::interval(IntervalUnit::kMonth)
                 : LogicalType::interval(IntervalUnit::kSecond, 2, 3))
      .with_nullable(interval.nullable())
      .to_string();
}

LogicalType interval_times(const LogicalType& interval, const LogicalType& number, const ExprList& operands,
                           Span span) {
  if (number.is(TypeRoot::kDecimal)) {
    throw Failure("sql/wrong-arguments",
                  "Unsupported casting from " + number.to_string() + " to " + code_type(interval) + ".", span,
                  "multiply it by a whole number");
  }
  return plain(interval, operands);
}

LogicalType infer_times(const ScalarFunction& self, ExprList& operands, Span span) {
  type_nulls(self, operands, span);
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  if (a.is_interval() && b.is_numeric()) return interval_times(a, b, operands, span);
  if (a.is_numeric() && b.is_interval()) return interval_times(b, a, operands, span);
  return numeric_result(self, operands, span, decimal_multiply_type);
}

LogicalType infer_divide(const ScalarFunction& self, ExprList& operands, Span span) {
  type_nulls(self, operands, span);
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  if (a.is_interval() && b.is_numeric()) {
    throw Failure("sql/wrong-arguments", "Unsupported call: /(" + code_type(a) + ", " + b.to_string() + ")",
                  span, "multiply the interval instead");
  }
  return numeric_result(self, operands, span, decimal_divide_type);
}

LogicalType infer_mod(const ScalarFunction& self, ExprList& operands, Span span) {
  type_nulls(self, operands, span);
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  if (!a.is_exact() || !b.is_exact()) wrong_arguments(self.name, "nn", operands, span);
  bool whole = exact_decimal(a).scale() == 0 && exact_decimal(b).scale() == 0;
  LogicalType type = decimals(a, b) && !whole ? decimal_mod_type(exact_decimal(a), exact_decimal(b)) : b;
  return type.with_nullable(any_nullable(operands));
}

LogicalType infer_sign(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 1) wrong_arguments(self.name, "n|v", operands, span);
  const LogicalType& type = operands[0]->type;
  if (!type.is_numeric() && !type.is_interval()) wrong_arguments(self.name, "n|v", operands, span);
  return type;
}

// Difference of two points in time as an interval; only TIMESTAMPDIFF makes it.
LogicalType infer_quotient(const ScalarFunction&, ExprList& operands, Span) {
  return operands[0]->type;
}

Value optional_decimal(std::optional<Decimal> v) {
  return v ? Value::decimal(*v) : Value::null();
}

Decimal decimal_arg(const Value& v) {
  return v.kind() == ValueKind::kDecimal ? v.decimal() : Decimal{v.integer(), 0};
}

Value add_to_datetime(const Expr& call, const Value* args, bool subtract) {
  const LogicalType &type = call.operands[0]->type, &interval = call.operands[1]->type;
  int64_t by = subtract ? -args[1].integer() : args[1].integer();
  bool months = interval.is(TypeRoot::kIntervalYearMonth);
  if (type.is(TypeRoot::kDate)) {
    int64_t days = args[0].integer();
    if (call.type.is(TypeRoot::kTimestamp)) return Value::timestamp(Timestamp{days * kMillisPerDay + by, 0});
    return Value::integer(months ? add_months(days, by) : days + by / kMillisPerDay);
  }
  if (type.is(TypeRoot::kTime)) {
    return Value::integer(months ? args[0].integer() : floor_mod(args[0].integer() + by, kMillisPerDay));
  }
  Timestamp t = args[0].timestamp();
  if (months) {
    int64_t days = floor_div(t.millis, kMillisPerDay);
    t.millis = add_months(days, by) * kMillisPerDay + (t.millis - days * kMillisPerDay);
  } else {
    t.millis += by;
  }
  return Value::timestamp(t);
}

// Months between two days: as many as can be added to the earlier one without passing the later one.
int64_t months_between(int64_t days0, int64_t days1) {
  if (days0 < days1) return -months_between(days1, days0);
  const CivilDate a = civil_from_days(days0), b = civil_from_days(days1);
  const int64_t months = (a.year - b.year) * 12 + (a.month - b.month);
  return add_months(days1, months) > days0 ? months - 1 : months;
}

// Calcite's subtractMonths, its one month too many backwards included: on the very day the time decides.
int64_t months_between(int64_t days0, int64_t time0, int64_t days1, int64_t time1) {
  const int64_t months = months_between(days0, days1);
  return add_months(days1, months) == days0 && time0 < time1 ? months - 1 : months;
}

Value datetime_difference(const Expr& call, const Value* args) {
  auto split = [](const Expr& operand, const Value& v, int64_t& days, int64_t& time) {
    if (operand.type.is(TypeRoot::kDate)) {
      days = v.integer();
      time = 0;
    } else if (operand.type.is(TypeRoot::kTime)) {
      days = 0;
      time = v.integer();
    } else {
      days = floor_div(v.timestamp().millis, kMillisPerDay);
      time = v.timestamp().millis - days * kMillisPerDay;
    }
  };
  int64_t days0, time0, days1, time1;
  split(*call.operands[0], args[0], days0, time0);
  split(*call.operands[1], args[1], days1, time1);
  if (call.type.is(TypeRoot::kIntervalYearMonth))
    return Value::integer(months_between(days0, time0, days1, time1));
  return Value::integer((days0 - days1) * kMillisPerDay + (time0 - time1));
}

[[noreturn]] void division_by_zero(const Expr& call) {
  throw Failure("run/division-by-zero", "/ by zero", call.span, "guard it: x / NULLIF(y, 0)");
}

double float_operation(char op, double a, double b) {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return std::fmod(a, b);
  }
}

Value eval_arithmetic(const Expr& call, const Value* args, EvalContext&) {
  char op = call.function->name[0];
  const LogicalType& type = call.type;
  if (type.is_datetime()) return add_to_datetime(call, args, op == '-');
  if (type.is_interval()) {
    if (call.operands[0]->type.is_datetime()) return datetime_difference(call, args);
    int64_t a = args[0].integer(), b = args[1].integer();
    if (op == '/' && b == 0) division_by_zero(call);
    return Value::integer(op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b);
  }
  if (type.is_integer()) {  // MOD of a DECIMAL without fraction by an integer
    Decimal a = decimal_arg(args[0]), b = decimal_arg(args[1]);
    if (b.unscaled == 0) division_by_zero(call);
    return Value::integer(static_cast<int64_t>(a.unscaled % b.unscaled));
  }
  if (type.is(TypeRoot::kFloat)) {
    float a = static_cast<float>(to_double(args[0])), b = static_cast<float>(to_double(args[1]));
    return Value::floating(static_cast<float>(float_operation(op, a, b)));
  }
  if (type.is(TypeRoot::kDouble))
    return Value::floating(float_operation(op, to_double(args[0]), to_double(args[1])));
  Decimal a = decimal_arg(args[0]), b = decimal_arg(args[1]);
  int32_t precision = type.precision(), scale = type.scale();
  switch (op) {
    case '+':
      return optional_decimal(decimal_add(a, b, precision, scale));
    case '-':
      return optional_decimal(decimal_subtract(a, b, precision, scale));
    case '*':
      return optional_decimal(decimal_multiply(a, b, precision, scale));
    default:
      if (b.unscaled == 0) {
        throw Failure("run/division-by-zero",
                      a.unscaled == 0 && op == '/' ? "Division undefined" : "Division by zero", call.span,
                      "guard it: x / NULLIF(y, 0)");
      }
      return optional_decimal(op == '/' ? decimal_divide(a, b, precision, scale)
                                        : decimal_mod(a, b, precision, scale));
  }
}

Value eval_minus(const Expr& call, const Value* args, EvalContext&) {
  if (call.type.is(TypeRoot::kDecimal)) return Value::decimal(decimal_negate(args[0].decimal()));
  if (call.type.is_approximate()) return Value::floating(-args[0].floating());
  int64_t v = static_cast<int64_t>(0 - static_cast<uint64_t>(args[0].integer()));
  switch (call.type.root()) {
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

Value eval_identity(const Expr&, const Value* args, EvalContext&) {
  return args[0];
}

Value eval_int_quotient(const Expr&, const Value* args, EvalContext&) {
  return Value::integer(args[0].integer() / args[1].integer());
}

Value eval_int_product(const Expr&, const Value* args, EvalContext&) {
  return Value::integer(args[0].integer() * args[1].integer());
}

// -5 is a literal, and INT if it fits: -2147483648, too.
ExprPtr expand_minus(ExprList& o, Span span) {
  if (o.size() == 1 && o[0]->kind == ExprKind::kLiteral && !o[0]->literal.is_null()) {
    const LogicalType& type = o[0]->type;
    if (type.is(TypeRoot::kInt) || type.is(TypeRoot::kBigInt)) {
      int64_t v = static_cast<int64_t>(0 - static_cast<uint64_t>(o[0]->literal.integer()));
      bool fits = v == static_cast<int32_t>(v);
      return literal(Value::integer(v), fits ? LogicalType::integer() : LogicalType::bigint(), span);
    }
    if (type.is(TypeRoot::kDecimal))
      return literal(Value::decimal(decimal_negate(o[0]->literal.decimal())), type, span);
  }
  LogicalType type = infer_sign(*find_function("unary -"), o, span);
  return raw_call("unary -", o, type, span);
}

ExprPtr expand_percent(ExprList& o, Span span) {
  const bool exact = o.size() == 2 && o[0]->type.is_exact() && o[1]->type.is_exact();
  if (!exact && o.size() == 2 && !o[0]->type.is(TypeRoot::kNull) && !o[1]->type.is(TypeRoot::kNull))
    wrong_arguments("%", "nn", o, span);
  return call_or_throw("MOD", o, span);
}

const ScalarFunction kRows[] = {
    {"+", "arithmetic", "numeric1 + numeric2", "Sum; also a point in time plus an interval.", nullptr,
     nullptr, eval_arithmetic, 0, infer_plus},
    {"-", "arithmetic", "numeric1 - numeric2", "Difference; also a point in time minus an interval.", nullptr,
     nullptr, eval_arithmetic, 0, infer_plus},
    {"*", "arithmetic", "numeric1 * numeric2", "Product.", nullptr, nullptr, eval_arithmetic, 0, infer_times},
    {"/", "arithmetic", "numeric1 / numeric2", "Quotient; whole numbers are cut toward 0.", nullptr, nullptr,
     eval_arithmetic, 0, infer_divide},
    {"%", "arithmetic", "numeric1 % numeric2", "Remainder, with the sign of numeric1.", "nn", nullptr,
     nullptr, 0, nullptr, expand_percent},
    {"MOD", "arithmetic", "MOD(numeric1, numeric2)", "Remainder, with the sign of numeric1.", nullptr,
     nullptr, eval_arithmetic, 0, infer_mod},
    {"unary -", "arithmetic", "- numeric", "The opposite number.", nullptr, nullptr, eval_minus, 0, nullptr,
     expand_minus},
    {"unary +", "arithmetic", "+ numeric", "The number itself.", nullptr, nullptr, eval_identity, 0,
     infer_sign},
    // What TIMESTAMPDIFF becomes.
    {"Reinterpret", "temporal", "", "", nullptr, nullptr, eval_identity, kNotInSql, infer_quotient},
    {"/INT", "arithmetic", "", "", nullptr, nullptr, eval_int_quotient, kNotInSql, infer_quotient},
    {"*INT", "arithmetic", "", "", nullptr, nullptr, eval_int_product, kNotInSql, infer_quotient},
};

}  // namespace

FunctionTable arithmetic_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
