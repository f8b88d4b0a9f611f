// Comparison, logic, IS TRUE and its kin.
#include <algorithm>

#include "cdc/java_text.h"
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
    int32_t order = compare_java_doubles(as_double(a[0]), as_double(a[1]));
    return Value::boolean(holds(a.node.option, order<0, order == 0, order> 0));
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

}  // namespace

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

}  // namespace rowkind::cdc
