// + - * / % of numbers, + and - of times and intervals.
#include <algorithm>

#include "cdc/expr_internal.h"
#include "cdc/java_text.h"
#include "types/datetime.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

// The quotient has the dividend's scale and is cut (BigDecimal.divide with RoundingMode.DOWN).
Value divide_decimals(Decimal a, Decimal b, const LogicalType& type, Version version) {
  if (b.unscaled == 0) fail_run(a.unscaled == 0 ? "Division undefined" : "/ by zero");
  // a / b at a's scale = a.unscaled * 10^b.scale / b.unscaled
  Int128 scaled = a.unscaled * static_cast<Int128>(power_of_ten(std::min(b.scale, 18)));
  Decimal quotient{scaled / b.unscaled, a.scale};
  if (level(version) < 37) return Value::decimal(Decimal{quotient.unscaled, type.scale()});
  std::optional<Decimal> out = decimal_rescale(quotient, type.precision(), type.scale());
  return out ? Value::decimal(*out) : Value::null();
}

Value compute_decimal(const Args& a) {
  const LogicalType& type = a.node.type;
  Decimal x = a[0].decimal(), y = a[1].decimal();
  std::optional<Decimal> out;
  switch (a.node.option) {
    case kPlus:
      out = decimal_add(x, y, type.precision(), type.scale());
      break;
    case kMinus:
      out = decimal_subtract(x, y, type.precision(), type.scale());
      break;
    case kTimes:
      out = decimal_multiply(x, y, type.precision(), type.scale());
      break;
    default:
      return divide_decimals(x, y, type, a.node.version);
  }
  return out ? Value::decimal(*out) : Value::null();
}

Value shift_time(const Args& a) {
  int64_t amount = a.node.option < 0 ? -a[1].integer() : a[1].integer();
  bool months = a.node.args[1]->type.is(TypeRoot::kIntervalYearMonth);
  switch (a.node.args[0]->java) {
    case JavaType::kDate:
      return Value::integer(months ? add_months(a[0].integer(), amount)
                                   : a[0].integer() + amount / kMillisPerDay);
    case JavaType::kTime:
      return Value::integer(months ? a[0].integer() : floor_mod(a[0].integer() + amount, kMillisPerDay));
    default: {
      Timestamp t = a[0].timestamp();
      if (!months) return Value::timestamp(add_millis(t, amount));
      int64_t day = floor_div(t.millis, kMillisPerDay);
      t.millis += (add_months(day, amount) - day) * kMillisPerDay;
      return Value::timestamp(t);
    }
  }
}

}  // namespace

NodePtr ExprCompiler::arithmetic(const sql::Operator& op) {
  constexpr const char* kSigns[] = {"+", "-", "*", "/", "%"};
  if (!projection() && since(36)) {
    for (const sql::ExprPtr& operand : op.operands) check_deducible(operand);
  }
  NodePtr a = compile(op.operands[0]), b = compile(op.operands[1]);
  int32_t sign = static_cast<int32_t>(op.op) - static_cast<int32_t>(sql::Op::kPlus);
  if (a->java == JavaType::kPeriod || b->java == JavaType::kPeriod) return interval_arithmetic(op, a, b);
  if (projection()) {
    const bool text_a = a->type.is_character() || a->type.is_binary();
    const bool text_b = b->type.is_character() || b->type.is_binary();
    auto wanted = [&](const LogicalType& number) {
      return sign == kModulo || number.is(TypeRoot::kDecimal) ? any_decimal() : number;
    };
    if (a->type.is_character() && b->type.is_character()) {
      a = cast(a, any_decimal(), false, op);
      b = cast(b, any_decimal(), false, op);
    } else if (text_a && b->type.is_numeric()) {
      a = cast(a, wanted(b->type), false, op);
    } else if (text_b && a->type.is_numeric()) {
      b = cast(b, wanted(a->type), false, op);
    }
    // Calcite takes the remainder of exact numbers only.
    for (NodePtr* side : {&a, &b}) {
      const LogicalType& written = (*side)->type;
      if (sign != kModulo || !written.is_approximate()) continue;
      const bool wide = written.is(TypeRoot::kDouble);
      *side = cast(*side, wide ? LogicalType::decimal(30, 15) : LogicalType::decimal(14, 7), false, op);
    }
    auto number = [](const NodePtr& n) { return n->type.is_numeric() || n->type.is(TypeRoot::kNull); };
    if (!number(a) || !number(b)) refuse_operands(kSigns[sign], a->type, b->type, op);
  }
  LogicalType type = arithmetic_type(sign, a->type, b->type);
  if (sign == kModulo) type = b->type;
  const bool decimals = least_restrictive({a, b}).value_or(LogicalType()).is(TypeRoot::kDecimal);
  NodePtr out;
  if (decimals && since(36)) {
    if (a->java != JavaType::kDecimal || b->java != JavaType::kDecimal || sign == kModulo)
      not_java("arithmetic of a DECIMAL and a " +
               class_name(a->java == JavaType::kDecimal ? b->java : a->java, version()) +
               ": CAST it to DECIMAL");
    out = function(compute_decimal, OnNull::kFail, JavaType::kDecimal, type, {a, b}, sign);
  } else {
    JavaText text;
    text << a << static_cast<JavaOp>(static_cast<int32_t>(JavaOp::kPlus) + sign) << b;
    out = text.read(*this, type);
  }
  set_converted(out, arithmetic_type(sign, converted(a), converted(b)));
  return out;
}

NodePtr ExprCompiler::interval_arithmetic(const sql::Operator& op, NodePtr a, NodePtr b) {
  bool minus = op.op == sql::Op::kMinus;
  const bool sum = minus || op.op == sql::Op::kPlus;
  if (projection() && !(a->type.is_datetime() || b->type.is_datetime()) &&
      (sum || op.op == sql::Op::kModulo) && a->type.is_interval() != b->type.is_interval())
    refuse_operands(sql::op_name(op.op), a->type, b->type, op);
  if (projection() && !sum && op.op != sql::Op::kModulo && a->type.is_interval() != b->type.is_interval())
    return constant(Value::null(), JavaType::kPeriod, a->type.is_interval() ? a->type : b->type);
  if (!projection() && !since(37)) return constant(Value::null(), JavaType::kObject, a->type);  // not Java
  if (a->java == JavaType::kPeriod && !minus) std::swap(a, b);
  bool temporal = a->java == JavaType::kDate || a->java == JavaType::kTime ||
                  a->java == JavaType::kTimestamp || a->java == JavaType::kInstant;
  if (!temporal || b->java != JavaType::kPeriod || (op.op != sql::Op::kPlus && !minus))
    refuse("Unrecognized expression: " + calcite_text(op, text_), op,
           "an INTERVAL is added to or taken from a time");
  return function(shift_time, OnNull::kNull, a->java, a->type, {a, b}, minus ? -1 : 1);
}

}  // namespace rowkind::cdc
