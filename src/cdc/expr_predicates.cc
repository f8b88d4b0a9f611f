// IN, BETWEEN, LIKE.
#include <algorithm>

#include "cdc/expr_internal.h"
#include "cdc/java_regex.h"
#include "expr/functions/regex.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

Value find_in_list(const Args& a) {
  const bool negated = a.node.option != 0;
  const bool old = level(a.node.version) < 36;
  const size_t count = a.node.args.size();
  if (a[0].is_null() && old && count > 1) fail_null();
  bool found = false;
  for (size_t i = 1; i < count && !found; ++i) {
    found = a[0].is_null() ? a[i].is_null() : !a[i].is_null() && a[0].equals(a[i]);
    // DecimalData up to 3.5 compares numbers, BigDecimal also their scales.
    if (old && a[0].kind() == ValueKind::kDecimal && a[i].kind() == ValueKind::kDecimal)
      found = decimal_compare(a[0].decimal(), a[i].decimal()) == 0;
  }
  return Value::boolean(found != negated);
}

Value between_bounds(const Args& a) {
  const bool negated = a.node.option != 0;
  // Bounds of numbers are unboxed before anything is compared.
  const JavaType java = boxed(a.node.args[0]->java);
  const bool objects = java == JavaType::kString || java == JavaType::kDecimal;
  if (objects && a[0].is_null()) return Value::boolean(negated);
  if (a[1].is_null() || a[2].is_null()) fail_null();
  if (a[0].is_null()) return Value::boolean(negated);
  bool inside;
  if (is_number(a[0]) && is_number(a[1]) && a[0].kind() != ValueKind::kDecimal) {
    bool whole = a[0].kind() == ValueKind::kInt;
    inside = whole ? a[0].integer() >= a[1].integer() && a[0].integer() <= a[2].integer()
                   : as_double(a[0]) >= as_double(a[1]) && as_double(a[0]) <= as_double(a[2]);
  } else {
    inside = compare_same(a[0], a[1]) >= 0 && compare_same(a[0], a[2]) <= 0;
  }
  return Value::boolean(inside != negated);
}

Value find_pattern(const Args& a) {
  return Value::boolean(contains_match(a[1].string(), a[0].string()) != (a.node.option != 0));
}

char escape_of(const Args& a) {
  if (a.node.args.size() < 3) return '\0';
  std::string_view escape = a[2].string();
  if (escape.size() != 1) fail_run("Invalid escape character '" + std::string(escape) + "'");
  return escape[0];
}

Value sql_like(const Args& a) {
  return Value::boolean(like(a[0].string(), a[1].string(), escape_of(a)) != (a.node.option != 0));
}

Value similar(const Args& a) {
  std::string pattern = similar_to_regex(a[1].string(), escape_of(a));
  return Value::boolean(full_match(pattern, a[0].string()) != (a.node.option != 0));
}

}  // namespace

// Only the list of an IN reaches the code, and a query is none: nothing is in it.
NodePtr ExprCompiler::in_query(const sql::In& node) {
  NodePtr operand = compile(node.operand);
  const auto* select = sql::node_cast<sql::Select>(node.query->body);
  if (projection() && !select) refuse("No match found for function signature ROW", node);
  const auto* table = select && select->from ? sql::node_cast<sql::NamedTable>(select->from) : nullptr;
  std::string name = table ? table->name.text() : "";
  if (projection() && table && name != "TB") refuse("Object '" + name + "' not found", node);
  if (table && projection()) {
    // The table's name is looked up among the columns of every row.
    Evaluate fail = [](const Args&) -> Value { fail_run("Failed to lookup column name: TB"); };
    return function(fail, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {operand});
  }
  return in_list(std::move(operand), {}, node.negated, node);
}

NodePtr ExprCompiler::in(const sql::In& node) {
  if (node.query) return in_query(node);
  return in_list(compile(node.operand), node.list, node.negated, node);
}

NodePtr ExprCompiler::in_list(NodePtr operand, const std::vector<sql::ExprPtr>& list, bool negated,
                              const sql::Expr& at) {
  std::vector<NodePtr> args = {std::move(operand)};
  for (const sql::ExprPtr& item : list) {
    NodePtr value = compile(item);
    const LogicalType& left = args[0]->type;
    const bool draws = left.is_numeric() || left.is_datetime() || left.is(TypeRoot::kBoolean);
    if (projection() && value->type.is_character() && draws) value = cast(value, left, false, *item);
    args.push_back(std::move(value));
  }
  if (projection() && args[0]->type.is_character()) {
    // Numbers alone draw the text to their type; among texts they become texts.
    std::vector<NodePtr> values(args.begin() + 1, args.end());
    bool numbers =
        std::all_of(values.begin(), values.end(), [](const NodePtr& n) { return n->type.is_numeric(); });
    if (numbers && !values.empty()) args[0] = cast(args[0], *least_restrictive(values), false, at);
    for (size_t i = 1; !numbers && i < args.size(); ++i) args[i] = as_text(args[i], at);
  }
  for (size_t i = 1; projection() && i < args.size(); ++i) {
    if (!comparable(args[0]->type, args[i]->type))
      refuse("Values passed to IN operator must have compatible types", at);
  }
  if (scope_.sql_semantics) return sql_in(std::move(args), negated);
  JavaType wanted = boxed(args[0]->java);
  bool listed = wanted >= JavaType::kByte && wanted <= JavaType::kString;
  for (size_t i = 1; i < args.size(); ++i)
    listed = listed && (boxed(args[i]->java) == wanted || args[i]->java == JavaType::kNull);
  if (!listed)
    not_java("IN of a " + class_name(wanted, version()) +
             " needs values of that class: CAST the values of the list");
  return function(find_in_list, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), std::move(args),
                  negated ? 1 : 0);
}

NodePtr ExprCompiler::between(const sql::Between& node) {
  NodePtr value = compile(node.operand), low = compile(node.low), high = compile(node.high);
  if (projection()) {
    coerce_pair(value, low, *node.low);
    coerce_pair(value, high, *node.high);
    const std::string name = std::string(node.negated ? "NOT " : "") + "BETWEEN ";
    const std::string sign = name + (node.symmetric ? "SYMMETRIC" : "ASYMMETRIC");
    if (!comparable(value->type, low->type) || !comparable(value->type, high->type))
      refuse("Cannot apply '" + sign + "' to arguments of type '<" + calcite_type(value->type) + "> " + sign +
                 " <" + calcite_type(low->type) + "> AND <" + calcite_type(high->type) +
                 ">'. Supported form(s): '<COMPARABLE_TYPE> " + name +
                 "<COMPARABLE_TYPE> AND <COMPARABLE_TYPE>'",
             node);
  }
  JavaType wanted = boxed(value->java);
  auto fits = [&](const NodePtr& bound) {
    if (wanted == JavaType::kString || wanted == JavaType::kDecimal) return bound->java == wanted;
    JavaType from = numeric_primitive(bound->java);
    // Byte and Short bounds are byte and short, which no int is converted to.
    if (wanted == JavaType::kByte) return bound->java == JavaType::kByte;
    if (wanted == JavaType::kShort) return bound->java == JavaType::kByte || bound->java == JavaType::kShort;
    JavaType to = numeric_primitive(wanted);
    return to != JavaType::kNull && from != JavaType::kNull && from <= to;
  };
  if (scope_.sql_semantics && !node.symmetric) return sql_between(value, low, high, node.negated);
  if (node.symmetric && projection())
    refuse("No match found for function signature " + std::string(node.negated ? "NOT " : "") +
               "BETWEEN SYMMETRIC",
           node);
  if (node.symmetric || !fits(low) || !fits(high))
    not_java("there is no BETWEEN of a " + class_name(wanted, version()) + " for these bounds");
  return function(between_bounds, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {value, low, high},
                  node.negated ? 1 : 0);
}

void ExprCompiler::refuse_like(const sql::Like& node) const {
  if (!projection()) refuse("Unrecognized expression: " + calcite_text(node, text_), node);
  const char* form = node.form == sql::LikeKind::kSimilarTo ? "SIMILAR TO"
                     : node.form == sql::LikeKind::kRlike   ? "RLIKE"
                                                            : "ILIKE";
  refuse("No match found for function signature " + std::string(node.negated ? "NOT " : "") + form, node,
         node.form == sql::LikeKind::kSimilarTo ? "SIMILAR TO came with 3.7" : "");
}

NodePtr ExprCompiler::like(const sql::Like& node) {
  std::vector<NodePtr> args = {compile(node.operand), compile(node.pattern)};
  if (node.escape) args.push_back(compile(node.escape));
  for (NodePtr& arg : args) {
    if (projection() && !arg->type.is_character()) arg = as_text(arg, node);
    if (arg->java != JavaType::kString && arg->java != JavaType::kNull) not_java("LIKE takes texts");
  }
  bool standard = node.escape || node.form != sql::LikeKind::kLike || scope_.sql_semantics;
  if (standard && !since(37)) {
    if (node.form != sql::LikeKind::kLike) refuse_like(node);
    not_java("LIKE takes no ESCAPE before 3.7");
  }
  if (node.form == sql::LikeKind::kRlike || node.form == sql::LikeKind::kIlike) refuse_like(node);
  Evaluate evaluate = node.form == sql::LikeKind::kSimilarTo ? similar : standard ? sql_like : find_pattern;
  return function(evaluate, standard ? OnNull::kNull : OnNull::kFail,
                  standard ? JavaType::kBoolean : JavaType::kBool, LogicalType::boolean(), std::move(args),
                  node.negated ? 1 : 0);
}

}  // namespace rowkind::cdc
