// What the parts of the simplifier ask about conditions.
#include <algorithm>

#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

namespace {

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool always(const Expr& expr, bool value);

// RexCall.isAlwaysTrue and isAlwaysFalse.
bool call_is_always(const Expr& call, bool value) {
  const std::string_view name = call.function->name;
  const Expr& operand = *call.operands[0];
  if (name == (value ? "IS NOT NULL" : "IS NULL")) return !operand.type.nullable();
  if (one_of(name, {"IS NOT TRUE", "IS FALSE", "NOT"})) return always(operand, !value);
  return one_of(name, {"IS NOT FALSE", "IS TRUE", "CAST"}) && always(operand, value);
}

bool always(const Expr& expr, bool value) {
  if (expr.kind == ExprKind::kLiteral)
    return expr.literal.kind() == ValueKind::kBool && expr.literal.as_bool() == value;
  return expr.kind == ExprKind::kCall && !expr.operands.empty() && call_is_always(expr, value);
}

void collect_and(const ExprPtr& condition, ExprList& parts) {
  if (always(*condition, true)) return;
  if (is_call(*condition, "AND")) {
    for (const ExprPtr& operand : condition->operands) collect_and(operand, parts);
  } else {
    parts.push_back(condition);
  }
}

void collect_or(const ExprPtr& condition, ExprList& parts) {
  if (always(*condition, false)) return;
  if (is_call(*condition, "OR")) {
    for (const ExprPtr& operand : condition->operands) collect_or(operand, parts);
  } else {
    parts.push_back(condition);
  }
}

void flatten(std::string_view name, const ExprPtr& expr, ExprList& out) {
  if (is_call(*expr, name)) {
    for (const ExprPtr& operand : expr->operands) flatten(name, operand, out);
  } else if (!always(*expr, name == "AND") && !has_condition(out, *expr)) {
    out.push_back(expr);
  }
}

ExprPtr compose(std::string_view name, const ExprList& terms) {
  const bool is_and = name == "AND";
  ExprList flat;
  for (const ExprPtr& term : terms) flatten(name, term, flat);
  if (flat.empty()) return bool_literal(is_and);
  if (flat.size() == 1) return flat[0];
  const bool decided =
      std::any_of(flat.begin(), flat.end(), [&](const ExprPtr& e) { return always(*e, !is_and); });
  return decided ? bool_literal(!is_and) : boolean_call(name, std::move(flat));
}

bool null_when(const Expr& expr, const Expr* null_ref) {
  const auto null = [&](const ExprPtr& operand) { return null_when(*operand, null_ref); };
  if (expr.kind == ExprKind::kLiteral) return expr.literal.is_null();
  if (null_ref && same_expr(expr, *null_ref)) return true;
  if (expr.kind != ExprKind::kCall) return false;
  switch (null_policy(expr)) {
    case NullPolicy::kNotNull:
      return false;
    case NullPolicy::kAny:
      return std::any_of(expr.operands.begin(), expr.operands.end(), null);
    default:
      break;
  }
  const std::string_view name = expr.function->name;
  if (one_of(name, {"AND", "OR"})) return std::all_of(expr.operands.begin(), expr.operands.end(), null);
  if (name != "CASE") return false;
  for (size_t i = 0; i < expr.operands.size(); ++i) {
    const bool condition = i % 2 == 0 && i + 1 < expr.operands.size();
    if (!condition && !null(expr.operands[i])) return false;
  }
  return true;
}

bool not_true_when(const Expr& expr, const Expr& ref) {
  const auto not_true = [&](const ExprPtr& operand) { return not_true_when(*operand, ref); };
  if (is_call(expr, "IS NOT NULL")) return null_when(*expr.operands[0], &ref);
  if (is_call(expr, "OR")) return std::all_of(expr.operands.begin(), expr.operands.end(), not_true);
  if (is_call(expr, "AND")) return std::any_of(expr.operands.begin(), expr.operands.end(), not_true);
  return null_when(expr, &ref);
}

}  // namespace

bool is_null_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.is_null();
}

bool is_false_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.kind() == ValueKind::kBool &&
         !expr.literal.as_bool();
}

bool is_always(const Expr& expr, bool value) {
  return always(expr, value);
}

bool is_comparison(const Expr& expr) {
  return expr.kind == ExprKind::kCall && one_of(expr.function->name, {"=", "<>", "<", "<=", ">", ">="});
}

ExprPtr boolean_call(std::string_view name, ExprList operands) {
  const bool test = name.substr(0, 3) == "IS ";
  const bool nullable = !test && any_nullable(operands);
  return raw_call(name, std::move(operands), LogicalType::boolean().with_nullable(nullable));
}

ExprPtr negated(const ExprPtr& expr) {
  if (always(*expr, true)) return bool_literal(false);
  if (always(*expr, false)) return bool_literal(true);
  return is_call(*expr, "NOT") ? expr->operands[0] : boolean_call("NOT", {expr});
}

bool same_condition(const Expr& a, const Expr& b) {
  if (same_expr(a, b)) return true;
  if (a.kind != b.kind || a.operands.size() != b.operands.size() || a.operands.empty()) return false;
  const auto same = [&](size_t first, size_t second) {
    return same_condition(*a.operands[0], *b.operands[first]) &&
           same_condition(*a.operands[1], *b.operands[second]);
  };
  if (a.operands.size() == 2 && a.kind == ExprKind::kCall && a.type.equals(b.type)) {
    const std::string_view name = a.function->name;
    const bool either_way = one_of(name, {"AND", "OR", "IS DISTINCT FROM", "IS NOT DISTINCT FROM"}) ||
                            (one_of(name, {"+", "*"}) && a.operands[0]->type.equals(a.operands[1]->type));
    const bool mirrored = is_comparison(a) ? mirrored_comparison(name) == b.function->name
                                           : either_way && a.function == b.function;
    if (mirrored && same(1, 0)) return true;
  }
  Expr x = a, y = b;
  x.operands.clear();
  y.operands.clear();
  if (!same_expr(x, y)) return false;
  for (size_t i = 0; i < a.operands.size(); ++i) {
    if (!same_condition(*a.operands[i], *b.operands[i])) return false;
  }
  return true;
}

bool has_condition(const ExprList& list, const Expr& expr) {
  return std::any_of(list.begin(), list.end(), [&](const ExprPtr& e) { return same_condition(*e, expr); });
}

ExprPtr compose_and(const ExprList& terms) {
  return compose("AND", terms);
}

ExprPtr compose_or(const ExprList& terms) {
  return compose("OR", terms);
}

ExprList and_parts(const ExprPtr& condition) {
  ExprList parts;
  collect_and(condition, parts);
  return parts;
}

ExprList or_parts(const ExprPtr& condition) {
  ExprList parts;
  collect_or(condition, parts);
  return parts;
}

void split_and(const ExprPtr& condition, ExprList& terms, ExprList& negated) {
  for (const ExprPtr& part : and_parts(condition)) {
    if (!is_call(*part, "NOT")) {
      terms.push_back(part);
      continue;
    }
    const ExprPtr& inner = part->operands[0];
    if (!is_call(*inner, "OR")) {
      negated.push_back(inner);
      continue;
    }
    for (const ExprPtr& or_part : or_parts(inner)) {
      if (is_call(*or_part, "NOT")) {
        terms.push_back(or_part->operands[0]);
      } else {
        negated.push_back(or_part);
      }
    }
  }
}

std::string_view opposite_of(std::string_view name) {
  static constexpr std::string_view kPairs[][2] = {
      {"=", "<>"},
      {"<", ">="},
      {">", "<="},
      {"IS NULL", "IS NOT NULL"},
      {"IS TRUE", "IS NOT TRUE"},
      {"IS FALSE", "IS NOT FALSE"},
      {"IS DISTINCT FROM", "IS NOT DISTINCT FROM"},
      {"IS JSON VALUE", "IS NOT JSON VALUE"},
      {"IS JSON OBJECT", "IS NOT JSON OBJECT"},
      {"IS JSON ARRAY", "IS NOT JSON ARRAY"},
      {"IS JSON SCALAR", "IS NOT JSON SCALAR"},
  };
  for (const auto& pair : kPairs) {
    if (pair[0] == name) return pair[1];
    if (pair[1] == name) return pair[0];
  }
  return {};
}

std::string_view mirrored_comparison(std::string_view name) {
  if (name == "<") return ">";
  if (name == "<=") return ">=";
  if (name == ">") return "<";
  return name == ">=" ? "<=" : name;
}

std::string_view negated_test(std::string_view name) {
  if (name == "IS TRUE") return "IS FALSE";
  if (name == "IS FALSE") return "IS TRUE";
  if (name == "IS NOT TRUE") return "IS NOT FALSE";
  return name == "IS NOT FALSE" ? "IS NOT TRUE" : name;
}

NullPolicy null_policy(const Expr& expr) {
  if (expr.kind == ExprKind::kLiteral) return NullPolicy::kLiteral;
  if (expr.kind != ExprKind::kCall) return NullPolicy::kAsIs;
  const std::string_view name = expr.function->name;
  if (one_of(name, {"IS NULL", "IS NOT NULL", "IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT FALSE",
                    "IS DISTINCT FROM", "IS NOT DISTINCT FROM"}))
    return NullPolicy::kNotNull;
  const bool any = one_of(name, {"NOT", "LIKE", "SIMILAR TO", "+", "-", "*", "/", "unary +", "unary -",
                                 "CAST", "Reinterpret", "TRIM", "CEIL", "FLOOR", "EXTRACT", "ITEM"});
  return any || is_comparison(expr) ? NullPolicy::kAny : NullPolicy::kAsIs;
}

bool always_null(const Expr& expr) {
  return null_when(expr, nullptr);
}

bool not_true_with(const Expr& expr, const Expr& null_ref) {
  return not_true_when(expr, null_ref);
}

bool is_safe(const Expr& expr) {
  if (expr.kind == ExprKind::kOver || expr.kind == ExprKind::kSubquery) return false;
  if (expr.kind != ExprKind::kCall) return true;
  const std::string_view name = expr.function->name;
  const bool safe = is_comparison(expr) || one_of(name, {"unary +",
                                                         "unary -",
                                                         "+",
                                                         "-",
                                                         "*",
                                                         "IS FALSE",
                                                         "IS NOT FALSE",
                                                         "IS TRUE",
                                                         "IS NOT TRUE",
                                                         "IS NULL",
                                                         "IS NOT NULL",
                                                         "IS DISTINCT FROM",
                                                         "IS NOT DISTINCT FROM",
                                                         "IN",
                                                         "SEARCH",
                                                         "OR",
                                                         "AND",
                                                         "NOT",
                                                         "CASE",
                                                         "LIKE",
                                                         "TRIM",
                                                         "BETWEEN",
                                                         "CEIL",
                                                         "FLOOR"});
  return safe && std::all_of(expr.operands.begin(), expr.operands.end(),
                             [](const ExprPtr& operand) { return is_safe(*operand); });
}

std::optional<ComparisonTerm> comparison_term(const Expr& expr) {
  if (!is_comparison(expr)) return std::nullopt;
  const ExprPtr &left = expr.operands[0], &right = expr.operands[1];
  const std::string_view op = expr.function->name;
  if (right->kind == ExprKind::kLiteral && deterministic(*left)) return ComparisonTerm{left, op, right};
  if (left->kind == ExprKind::kLiteral && deterministic(*right))
    return ComparisonTerm{right, mirrored_comparison(op), left};
  return std::nullopt;
}

bool is_null_test(const Expr& expr) {
  return (is_call(expr, "IS NULL") || is_call(expr, "IS NOT NULL")) && deterministic(*expr.operands[0]);
}

bool is_widening(const LogicalType& from, const LogicalType& to) {
  if (from.is_integer() && to.is_integer()) return to.root() >= from.root();
  if (from.is_character() && to.is_character())
    return to.root() >= from.root() && from.length() <= to.length();
  if (!from.is_numeric() || !to.is_character()) return false;
  static constexpr int32_t kDigits[] = {3, 5, 10, 19};  // TINYINT to BIGINT
  int32_t digits = 0;
  if (from.is_integer()) {
    digits = kDigits[static_cast<size_t>(from.root()) - static_cast<size_t>(TypeRoot::kTinyInt)];
  } else {
    digits = from.is(TypeRoot::kDecimal) ? from.precision() : 15;
  }
  const bool fraction = from.is(TypeRoot::kDecimal) && from.scale() > 0;
  return to.length() >= digits + 1 + (fraction ? from.scale() + 1 : 0);
}

bool same_or_narrower(const LogicalType& to, const LogicalType& from) {
  return to.equals(from.with_nullable(to.nullable())) && (to.nullable() || !from.nullable());
}

bool is_widening_cast(const Expr& expr) {
  return is_call(expr, "CAST") && is_widening(expr.operands[0]->type, expr.type);
}

}  // namespace rowkind
