// Comparison, logic, arithmetic, ||.
#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "cdc/java_text.h"
#include "cdc/value_text.h"
#include "changelog/notation.h"
#include "expr/functions/json_tree.h"
#include "types/datetime.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

Value equal_values(const Args& a) {
  if (a[0].is_null() || a[1].is_null()) return Value::boolean(false);
  const Node& left = *a.node.args[0];
  const Node& right = *a.node.args[1];
  bool same_class = left.java == JavaType::kObject || right.java == JavaType::kObject ||
                    boxed(left.java) == boxed(right.java);
  bool same = same_class && a[0].equals(a[1]);
  // DecimalData up to 3.5 compares numbers, BigDecimal also their scales.
  if (same_class && level(a.node.version) < 36 && a[0].kind() == ValueKind::kDecimal)
    same = decimal_compare(a[0].decimal(), a[1].decimal()) == 0;
  return Value::boolean(same);
}

Value distinct_values(const Args& a) {
  const bool negated = a.node.option != 0;
  bool same = a[0].is_null() || a[1].is_null()
                  ? a[0].is_null() == a[1].is_null()
                  : boxed(a.node.args[0]->java) == boxed(a.node.args[1]->java) && a[0].equals(a[1]);
  return Value::boolean(same == negated);
}

enum Order : int32_t { kLess, kLessEqual, kGreater, kGreaterEqual };

bool holds(int32_t order, bool less, bool equal, bool greater) {
  switch (order) {
    case kLess:
      return less;
    case kLessEqual:
      return less || equal;
    case kGreater:
      return greater;
    default:
      return greater || equal;
  }
}

Value compare_values(const Args& a) {
  if (a[0].is_null() || a[1].is_null()) return Value::boolean(false);
  const JavaType left = boxed(a.node.args[0]->java), right = boxed(a.node.args[1]->java);
  if (a[0].kind() == ValueKind::kInt && a[1].kind() == ValueKind::kInt && left == right) {
    int64_t x = a[0].integer(), y = a[1].integer();
    return Value::boolean(holds(a.node.option, x<y, x == y, x> y));
  }
  const bool decimal = a[0].kind() == ValueKind::kDecimal || a[1].kind() == ValueKind::kDecimal;
  const bool numbers = left >= JavaType::kByte && left <= JavaType::kDecimal && right >= JavaType::kByte &&
                       right <= JavaType::kDecimal;
  const bool objects = left == JavaType::kObject || right == JavaType::kObject;
  if ((numbers || (objects && is_number(a[0]) && is_number(a[1]))) && left != right &&
      !(decimal && level(a.node.version) < 36)) {
    double x = as_double(a[0]), y = as_double(a[1]);
    return Value::boolean(holds(a.node.option, x<y, x == y, x> y));
  }
  bool comparable = left == right && left != JavaType::kBytes && left != JavaType::kList &&
                    left != JavaType::kMap && left != JavaType::kRow && left != JavaType::kVariant;
  if (!comparable && !(objects && a[0].kind() == a[1].kind()))
    fail_run("Comparison of unsupported data types: " + class_name(left, a.node.version) + " and " +
                 class_name(right, a.node.version),
             "CAST one side to the other's type");
  int32_t order = compare_same(a[0], a[1]);
  return Value::boolean(holds(a.node.option, order<0, order == 0, order> 0));
}

enum Test : int32_t { kTrue, kNotTrue, kFalse, kNotFalse, kUnknown, kNotUnknown };

Value test_boolean(const Args& a) {
  bool is_true = a[0].is_true(), is_false = !a[0].is_null() && !a[0].as_bool();
  switch (a.node.option) {
    case kTrue:
      return Value::boolean(is_true);
    case kNotTrue:
      return Value::boolean(!is_true);
    case kFalse:
      return Value::boolean(is_false);
    case kNotFalse:
      return Value::boolean(!is_false);
    case kUnknown:
      return Value::boolean(a[0].is_null());
    default:
      return Value::boolean(!a[0].is_null());
  }
}

enum Arithmetic : int32_t { kPlus, kMinus, kTimes, kDivide, kModulo };

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

bool is_whole_number(const sql::Literal& literal) {
  return literal.literal == sql::LiteralKind::kExact &&
         (literal.text.find('.') == std::string::npos || literal.text.back() == '.');
}

}  // namespace

NodePtr ExprCompiler::operation(const sql::Operator& op) {
  switch (op.op) {
    case sql::Op::kOr:
    case sql::Op::kAnd:
    case sql::Op::kNot:
      return logic(op);
    case sql::Op::kEquals:
    case sql::Op::kNotEquals:
    case sql::Op::kLess:
    case sql::Op::kLessEqual:
    case sql::Op::kGreater:
    case sql::Op::kGreaterEqual:
    case sql::Op::kIsDistinctFrom:
    case sql::Op::kIsNotDistinctFrom:
      return comparison(op);
    case sql::Op::kPlus:
    case sql::Op::kMinus:
    case sql::Op::kMultiply:
    case sql::Op::kDivide:
    case sql::Op::kModulo:
      return arithmetic(op);
    case sql::Op::kConcat:
      return concat(op);
    case sql::Op::kItem:
      if (since(36)) return item(op);
      break;
    case sql::Op::kNegate: {
      // Negative literals are literals; on anything else there is no minus.
      if (const auto* literal = sql::node_cast<sql::Literal>(op.operands[0]);
          literal && is_whole_number(*literal))
        return number(*literal, true);
      NodePtr operand = compile(op.operands[0]);
      if (const Value* value = operand->literal(); value && is_number(*value)) {
        Value negative = value->kind() == ValueKind::kInt ? Value::integer(-value->integer())
                                                          : Value::floating(-value->floating());
        return constant(negative, operand->java, operand->type);
      }
      if (!projection()) refuse("Unrecognized expression: - " + calcite_text(*op.operands[0], text_), op);
      refuse("No match found for function signature -", op, "write 0 - x");
    }
    case sql::Op::kPositive:
      if (!projection()) refuse("Unrecognized expression: + " + calcite_text(*op.operands[0], text_), op);
      refuse("No match found for function signature +", op);
    case sql::Op::kIsNull:
    case sql::Op::kIsNotNull:
    case sql::Op::kIsTrue:
    case sql::Op::kIsNotTrue:
    case sql::Op::kIsFalse:
    case sql::Op::kIsNotFalse:
    case sql::Op::kIsUnknown:
    case sql::Op::kIsNotUnknown:
      return is_test(op);
    case sql::Op::kRow:
    case sql::Op::kArray:
    case sql::Op::kMap:
      if (since(37)) return constructor(op);
      break;
    default:
      break;
  }
  refuse_operator(op);
}

// An operator of a later version, or of none.
void ExprCompiler::refuse_operator(const sql::Operator& op) const {
  std::string name = sql::op_name(op.op);
  if (!projection()) refuse("Unrecognized expression: " + calcite_text(op, text_), op);
  const bool written = ascii_iequals(text_.substr(static_cast<size_t>(op.span.offset), 3), "ROW");
  if (op.op == sql::Op::kRow && written) refuse("ROW expression encountered in illegal context", op);
  refuse("No match found for function signature " + name, op);
}

// A projection's operands are checked by Calcite, a filter's by nobody.
void ExprCompiler::check_boolean(const std::vector<NodePtr>& operands, const sql::Operator& op) const {
  bool fits = std::all_of(operands.begin(), operands.end(), [](const NodePtr& operand) {
    return operand->type.is(TypeRoot::kBoolean) || operand->type.is(TypeRoot::kNull);
  });
  if (!projection() || fits) return;
  const std::string name = sql::op_name(op.op), first = "<" + calcite_type(operands[0]->type) + ">";
  if (op.op == sql::Op::kAnd || op.op == sql::Op::kOr)
    refuse("Cannot apply '" + name + "' to arguments of type '" + first + " " + name + " <" +
               calcite_type(operands[1]->type) + ">'. Supported form(s): '<BOOLEAN> " + name + " <BOOLEAN>'",
           op);
  if (op.op == sql::Op::kNot)
    refuse("Cannot apply 'NOT' to arguments of type 'NOT" + first + "'. Supported form(s): 'NOT<BOOLEAN>'",
           op);
  refuse("Cannot apply '" + name + "' to arguments of type '" + first + " " + name +
             "'. Supported form(s): '<BOOLEAN> " + name + "'",
         op);
}

NodePtr ExprCompiler::logic(const sql::Operator& op) {
  std::vector<NodePtr> operands;
  for (const sql::ExprPtr& operand : op.operands) operands.push_back(compile(operand));
  check_boolean(operands, op);
  const LogicalType type = LogicalType::boolean();
  // Since 3.7 operands that may be null go through methods.
  auto certain = [](const NodePtr& node) { return node->java == JavaType::kBool || !node->type.nullable(); };
  bool methods =
      since(37) && (op.op == sql::Op::kNot || !std::all_of(operands.begin(), operands.end(), certain));
  if (methods) {
    for (const NodePtr& operand : operands) {
      if (!is_boolean(operand->java) && operand->java != JavaType::kNull)
        not_java(std::string(sql::op_name(op.op)) + " takes BOOLEANs, this is a " +
                 class_name(operand->java, version()));
    }
    if (op.op != sql::Op::kNot) return logic_node(std::move(operands), op.op == sql::Op::kOr, true);
    return function([](const Args& a) { return Value::boolean(!a[0].as_bool()); }, OnNull::kNull,
                    JavaType::kBoolean, type, std::move(operands));
  }
  JavaText text;
  if (op.op == sql::Op::kNot) return (text << JavaOp::kNot << operands[0]).read(*this, type);
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) text << (op.op == sql::Op::kOr ? JavaOp::kOr : JavaOp::kAnd);
    text << operands[i];
  }
  return text.read(*this, type);
}

NodePtr ExprCompiler::is_test(const sql::Operator& op) {
  NodePtr operand = compile(op.operands[0]);
  const LogicalType type = LogicalType::boolean();
  bool null_test = op.op == sql::Op::kIsNull || op.op == sql::Op::kIsNotNull;
  bool positive = op.op == sql::Op::kIsNull || op.op == sql::Op::kIsUnknown;
  int32_t test = static_cast<int32_t>(op.op) - static_cast<int32_t>(sql::Op::kIsTrue);
  if (!null_test && test >= kUnknown && !since(37)) {
    if (projection()) refuse("No match found for function signature " + std::string(sql::op_name(op.op)), op);
    null_test = true;
  }
  if (null_test) {
    JavaText text;
    text << constant(Value::null(), JavaType::kNull, LogicalType())
         << (positive ? JavaOp::kEqual : JavaOp::kNotEqual) << operand;
    return text.read(*this, type);
  }
  check_boolean({operand}, op);
  if (since(37)) {
    if (!is_boolean(operand->java) && operand->java != JavaType::kNull) not_java("IS TRUE takes a BOOLEAN");
    return function(test_boolean, OnNull::kSee, JavaType::kBool, type, {operand}, test);
  }
  // IS NOT TRUE is `false ==`, IS NOT FALSE `true ==`.
  JavaText text;
  bool wanted = op.op == sql::Op::kIsTrue || op.op == sql::Op::kIsNotFalse;
  text << constant(Value::boolean(wanted), JavaType::kBool, type) << JavaOp::kEqual << operand;
  return text.read(*this, type);
}

NodePtr ExprCompiler::equal(const NodePtr& a, const NodePtr& b, bool negated) {
  if (scope_.sql_semantics) return sql_comparison(a, b, negated ? sql::Op::kNotEquals : sql::Op::kEquals);
  NodePtr equals = function(equal_values, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {a, b});
  if (!negated) return equals;
  JavaText text;
  return (text << JavaOp::kNot << equals).read(*this, LogicalType::boolean());
}

NodePtr ExprCompiler::comparison(const sql::Operator& op) {
  NodePtr a = compile(op.operands[0]), b = compile(op.operands[1]);
  if (projection()) make_comparable(a, b, sql::op_name(op.op), op);
  switch (op.op) {
    case sql::Op::kEquals:
    case sql::Op::kNotEquals:
      return equal(a, b, op.op == sql::Op::kNotEquals);
    case sql::Op::kIsDistinctFrom:
    case sql::Op::kIsNotDistinctFrom:
      if (!since(37)) refuse_operator(op);
      return function(distinct_values, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {a, b},
                      op.op == sql::Op::kIsNotDistinctFrom ? 1 : 0);
    default: {
      if (scope_.sql_semantics) return sql_comparison(a, b, op.op);
      int32_t order = static_cast<int32_t>(op.op) - static_cast<int32_t>(sql::Op::kLess);
      return function(compare_values, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {a, b}, order);
    }
  }
}

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
      return number.is(TypeRoot::kDecimal) ? any_decimal() : number;
    };
    if (sign == kModulo && text_a && b->type.is_integer()) modulo_type(any_decimal(), b->type, op);
    if (a->type.is_character() && b->type.is_character()) {
      a = cast(a, any_decimal(), false, op);
      b = cast(b, any_decimal(), false, op);
    } else if (text_a && b->type.is_numeric()) {
      a = cast(a, wanted(b->type), false, op);
    } else if (text_b && a->type.is_numeric()) {
      b = cast(b, wanted(a->type), false, op);
    }
    auto number = [](const NodePtr& n) { return n->type.is_numeric() || n->type.is(TypeRoot::kNull); };
    if (!number(a) || !number(b)) refuse_operands(kSigns[sign], a->type, b->type, op);
  }
  LogicalType type = least_restrictive({a, b}).value_or(LogicalType());
  bool decimals = type.is(TypeRoot::kDecimal);
  if (decimals) {
    LogicalType x = cap(exact_decimal(a->type)), y = cap(exact_decimal(b->type));
    if (sign <= kMinus) type = cap(decimal_add_type(x, y));
    if (sign == kTimes) type = product_type(x, y);
    if (sign == kDivide) type = quotient_type(x, y);
  }
  if (sign == kModulo && !b->type.is(TypeRoot::kNull)) type = b->type;
  if (sign == kModulo && projection()) type = modulo_type(a->type, b->type, op);
  if (decimals && since(36)) {
    if (a->java == JavaType::kDecimal && b->java == JavaType::kDecimal && sign != kModulo)
      return function(compute_decimal, OnNull::kFail, JavaType::kDecimal, type, {a, b}, sign);
    not_java("arithmetic of a DECIMAL and a " +
             class_name(a->java == JavaType::kDecimal ? b->java : a->java, version()) +
             ": CAST it to DECIMAL");
    return function(compute_decimal, OnNull::kFail, JavaType::kDecimal, type, {a, b}, sign);
  }
  JavaText text;
  text << a << static_cast<JavaOp>(static_cast<int32_t>(JavaOp::kPlus) + sign) << b;
  return text.read(*this, type);
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

NodePtr ExprCompiler::concat(const sql::Operator& op) {
  std::vector<NodePtr> args;
  LogicalType written;
  auto is_text_like = [](const LogicalType& type) {
    return !type.is_interval() && (!type.is_nested() || is_zoned(type));
  };
  for (const sql::ExprPtr& operand : op.operands) {
    NodePtr arg = compile(operand);
    if (projection() && !args.empty() &&
        (arg->type.is_binary() != args[0]->type.is_binary() || !is_text_like(arg->type) ||
         !is_text_like(written)))
      refuse("Cannot apply '||' to arguments of type '<" + ascii_upper(calcite_type(written)) + "> || <" +
                 ascii_upper(calcite_type(arg->type)) + ">'. Supported form(s): '<STRING> || <STRING>'",
             op);
    if (args.empty()) written = arg->type;
    if (projection() && !arg->type.is_binary() && is_text_like(arg->type)) arg = as_text(arg, *operand);
    if (arg->java != JavaType::kString && arg->java != JavaType::kNull)
      not_java("|| takes texts, this is a " + class_name(arg->java, version()) + ": CAST it");
    args.push_back(std::move(arg));
  }
  LogicalType type = LogicalType::string();
  if (projection() && args[0]->type.is_binary()) {
    int64_t length = 0;
    bool fixed = true;
    for (const NodePtr& arg : args) {
      length += arg->type.length();
      fixed = fixed && arg->type.is(TypeRoot::kBinary);
    }
    if (fixed) type = LogicalType::binary(static_cast<int32_t>(length));
  }
  return function(concat_texts, OnNull::kSee, JavaType::kString, std::move(type), std::move(args));
}

}  // namespace rowkind::cdc
