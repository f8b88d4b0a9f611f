// CASE, IF, COALESCE: what Java and Calcite make of several branches.
#include <algorithm>

#include "cdc/expr_internal.h"
#include "cdc/java_text.h"

namespace rowkind::cdc {
namespace {

// if (condition) then else otherwise, with the branches unboxed and widened to one primitive where Java does
// so.
class ConditionalNode final : public Node {
 public:
  NodePtr condition, then, otherwise;
  bool three_valued = false;  // a null condition is not true; before 3.7 it is a NullPointerException
  bool unboxes = false;       // a null branch is a NullPointerException
  bool to_double = false;     // an integral branch becomes floating
  Value eval(const EvalContext& context) const override {
    Value chosen = condition->eval(context);
    if (chosen.is_null() && !three_valued) fail_null();
    Value value = (chosen.is_true() ? *then : *otherwise).eval(context);
    if (!unboxes) return value;
    if (value.is_null()) fail_null();
    if (to_double && value.kind() == ValueKind::kInt)
      return Value::floating(static_cast<double>(value.integer()));
    return value;
  }
};

}  // namespace

NodePtr ExprCompiler::conditional(NodePtr condition, NodePtr then, NodePtr otherwise,
                                  const LogicalType& type) {
  auto node = std::make_shared<ConditionalNode>();
  JavaType a = then->java, b = otherwise->java;
  JavaType number_a = numeric_primitive(a), number_b = numeric_primitive(b);
  auto one_of = [&](JavaType x, JavaType y) { return (a == x && b == y) || (a == y && b == x); };
  node->three_valued = since(37);
  if (a == b) {
    node->java = a;
  } else if (a == JavaType::kNull || b == JavaType::kNull) {
    node->java = boxed(a == JavaType::kNull ? b : a);
  } else if (number_a != JavaType::kNull && number_b != JavaType::kNull) {
    node->java =
        one_of(JavaType::kByte, JavaType::kShort) ? JavaType::kPrimitiveShort : std::max(number_a, number_b);
    node->unboxes = true;
    node->to_double = node->java == JavaType::kPrimitiveFloat || node->java == JavaType::kPrimitiveDouble;
  } else if (is_boolean(a) && is_boolean(b)) {
    node->java = JavaType::kBool;
    node->unboxes = true;
  } else {
    node->java = JavaType::kObject;  // what the classes have in common; only methods that take Objects do
  }
  node->type = type;
  node->condition = std::move(condition);
  node->then = std::move(then);
  node->otherwise = std::move(otherwise);
  return node;
}

NodePtr ExprCompiler::choose(const std::vector<std::pair<NodePtr, NodePtr>>& whens, NodePtr otherwise,
                             const sql::Expr& at) {
  std::vector<NodePtr> results;
  for (const auto& [condition, result] : whens) results.push_back(result);
  results.push_back(otherwise);
  LogicalType type;
  std::optional<LogicalType> common = least_restrictive(results);
  if (common) {
    type = *common;
    if (projection() && type.is_timestamp()) {
      for (NodePtr& result : results)
        if (result->type.is(TypeRoot::kDate)) result = cast(result, type, false, at);
    }
  } else if (projection()) {
    // CASE coercion: everything becomes text if one branch is text.
    bool text =
        std::any_of(results.begin(), results.end(), [](const NodePtr& n) { return n->type.is_character(); });
    if (!text)
      refuse("Illegal mixing of types in CASE or COALESCE statement", at, "CAST the branches to one type");
    for (NodePtr& result : results) result = as_text(result, at);
    type = LogicalType::string();
  }
  NodePtr out = results.back();
  for (size_t i = whens.size(); i-- > 0;) {
    JavaType condition = whens[i].first->java;
    const LogicalType& test = whens[i].first->type;
    if (projection() && !test.is(TypeRoot::kBoolean) && !test.is(TypeRoot::kNull))
      refuse("Expected a boolean type", at);
    if (!is_boolean(condition) && !(condition == JavaType::kNull && since(37)))
      not_java("a condition must be a BOOLEAN");
    out = conditional(whens[i].first, results[i], out, type);
  }
  std::vector<LogicalType> types;
  for (const NodePtr& result : results) types.push_back(converted(result));
  set_converted(out, least_restrictive(types).value_or(type));
  return out;
}

NodePtr ExprCompiler::case_of(const sql::Case& node) {
  std::vector<std::pair<NodePtr, NodePtr>> whens;
  for (const sql::Case::When& when : node.whens) {
    NodePtr condition;
    if (when.conditions.size() > 1) {
      condition = in_list(compile(node.operand), when.conditions, false, node);
    } else {
      condition = compile(when.conditions[0]);
      if (node.operand) {
        NodePtr operand = compile(node.operand);
        if (projection()) make_comparable(operand, condition, "=", *when.conditions[0]);
        condition = equal(operand, condition, false);
      }
    }
    whens.emplace_back(std::move(condition), compile(when.result));
  }
  NodePtr otherwise =
      node.otherwise ? compile(node.otherwise) : constant(Value::null(), JavaType::kNull, LogicalType());
  return choose(whens, std::move(otherwise), node);
}

NodePtr ExprCompiler::conditional_call(const std::string& name, const sql::Call& call) {
  std::vector<NodePtr> args;
  for (const sql::Argument& argument : call.arguments) args.push_back(compile(argument.value));
  if (name == "IF") return if_call(std::move(args), call);
  // COALESCE: a projection's validator writes CASE WHEN a IS NOT NULL THEN a ... END, a filter calls a method
  // that returns Object.
  if (args.empty() && !projection()) return constant(Value::null(), JavaType::kObject, LogicalType());
  if (args.empty())
    refuse("Invalid number of arguments to function 'COALESCE'. Was expecting 1 arguments", call);
  if (projection()) {
    std::vector<std::pair<NodePtr, NodePtr>> whens;
    for (size_t i = 0; i + 1 < args.size(); ++i) {
      JavaText present;
      present << constant(Value::null(), JavaType::kNull, LogicalType()) << JavaOp::kNotEqual << args[i];
      whens.emplace_back(present.read(*this, LogicalType::boolean()), args[i]);
    }
    return choose(whens, args.back(), call);
  }
  std::optional<LogicalType> common = least_restrictive(args);
  Evaluate first_present = [](const Args& a) {
    for (size_t i = 0; i < a.node.args.size(); ++i)
      if (!a[i].is_null()) return a[i];
    return Value::null();
  };
  return function(first_present, OnNull::kSee, JavaType::kObject, common.value_or(LogicalType()),
                  std::move(args));
}

// IF has no parentheses in Java, other than CASE.
NodePtr ExprCompiler::if_call(std::vector<NodePtr> args, const sql::Call& call) {
  if (args.size() != 3 && !projection())
    refuse("Unrecognized expression: " + calcite_text(call, text_), call);
  if (args.size() != 3)
    refuse("Invalid number of arguments to function 'IF'. Was expecting 3 arguments", call);
  LogicalType type = args[1]->type;
  if (projection()) {
    const LogicalType &a = args[1]->type, &b = args[2]->type;
    if (!args[0]->type.is(TypeRoot::kBoolean) && !args[0]->type.is(TypeRoot::kNull))
      refuse("Cannot apply 'IF' to arguments of type 'IF(<" + calcite_type(args[0]->type) + ">, <" +
                 calcite_type(a) + ">, <" + calcite_type(b) +
                 ">)'. Supported form(s): 'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'",
             call);
    const bool texts = (a.is_character() || a.is_binary()) && (b.is_character() || b.is_binary());
    const bool family = texts || (a.is_numeric() && b.is_numeric()) || a.root() == b.root() ||
                        (a.is_timestamp() && b.is_timestamp());
    if (a.is_numeric() && b.is_numeric()) type = *least_restrictive({args[1], args[2]});
    if (!family && !a.is(TypeRoot::kNull)) {  // no signature has both: they become texts
      args[1] = as_text(args[1], call);
      args[2] = as_text(args[2], call);
      type = LogicalType::string();
    }
  } else {
    type = least_restrictive({args[1], args[2]}).value_or(LogicalType());
  }
  JavaText text;
  text << args[0] << JavaOp::kIf << args[1] << JavaOp::kElse << args[2];
  return text.read(*this, type);
}

}  // namespace rowkind::cdc
