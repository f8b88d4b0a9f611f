// IS NULL, IS TRUE and their opposites.
#include <algorithm>

#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

bool Simplifier::never_null(const Expr& expr) const {
  if (!expr.type.nullable()) return true;
  for (const ExprPtr& predicate : known_) {
    if (is_call(*predicate, "IS NOT NULL") && same_expr(*predicate->operands[0], expr)) return true;
  }
  return is_comparison(expr) && std::all_of(expr.operands.begin(), expr.operands.end(),
                                            [&](const ExprPtr& operand) { return never_null(*operand); });
}

bool Simplifier::known(std::string_view name, const Expr& operand) const {
  return std::any_of(known_.begin(), known_.end(), [&](const ExprPtr& predicate) {
    return is_null_test(*predicate) && is_call(*predicate, name) &&
           same_expr(*predicate->operands[0], operand);
  });
}

ExprPtr Simplifier::is_true(const ExprPtr& expr) const {
  if (is_always(*expr, true)) return bool_literal(true);
  if (is_always(*expr, false)) return bool_literal(false);
  if (is_call(*expr, "NOT")) return is_false(expr->operands[0]);
  return never_null(*expr) ? expr : boolean_call("IS TRUE", {expr});
}

ExprPtr Simplifier::is_false(const ExprPtr& expr) const {
  if (is_always(*expr, true)) return bool_literal(false);
  if (is_always(*expr, false)) return bool_literal(true);
  if (is_call(*expr, "NOT")) return is_true(expr->operands[0]);
  return never_null(*expr) ? negated(expr) : boolean_call("IS FALSE", {expr});
}

ExprPtr Simplifier::is_not_true(const ExprPtr& expr) const {
  if (is_always(*expr, true)) return bool_literal(false);
  if (is_always(*expr, false)) return bool_literal(true);
  if (is_call(*expr, "NOT")) return is_not_false(expr->operands[0]);
  return never_null(*expr) ? negated(expr) : boolean_call("IS NOT TRUE", {expr});
}

ExprPtr Simplifier::is_not_false(const ExprPtr& expr) const {
  if (is_always(*expr, true)) return bool_literal(true);
  if (is_always(*expr, false)) return bool_literal(false);
  if (is_call(*expr, "NOT")) return is_not_true(expr->operands[0]);
  return never_null(*expr) ? expr : boolean_call("IS NOT FALSE", {expr});
}

ExprPtr Simplifier::test(std::string_view name, const ExprPtr& a, UnknownAs unknown) const {
  const bool as_false = unknown == UnknownAs::kFalse, as_true = unknown == UnknownAs::kTrue;
  if ((name == "IS TRUE" && as_false) || (name == "IS NOT FALSE" && as_true)) return simplify(a, unknown);
  if ((name == "IS FALSE" && as_false) || (name == "IS NOT TRUE" && as_true))
    return simplify(negated(a), unknown);
  if (deterministic(*a) && known(name, *a)) return bool_literal(true);
  if (name == "IS NULL" || name == "IS NOT NULL") {
    // A row is never NULL as a whole for the planner.
    if (is_call(*a, "ROW") || !deterministic(*a)) return nullptr;
    if (ExprPtr out = name == "IS NULL" ? is_null(a) : is_not_null(a)) return out;
  } else {
    bool done = false;
    ExprPtr out = truth_test(name, a, unknown, done);
    if (done) return out;
  }
  if (is_call(*a, "NOT"))
    return simplify(boolean_call(negated_test(name), {a->operands[0]}), UnknownAs::kUnknown);
  const ExprPtr simple = simplify(a, UnknownAs::kUnknown);
  return simple == a ? nullptr : boolean_call(name, {simple});
}

ExprPtr Simplifier::truth_test(std::string_view name, const ExprPtr& a, UnknownAs unknown, bool& done) const {
  const bool positive = name == "IS TRUE" || name == "IS NOT FALSE";
  done = positive || never_null(*a);
  if (never_null(*a)) return simplify(positive ? a : negated(a), unknown);
  if (!positive) return nullptr;
  const ExprPtr simple = simplify(a, name == "IS TRUE" ? UnknownAs::kFalse : UnknownAs::kTrue);
  if (simple == a) return nullptr;
  return name == "IS TRUE" ? is_true(simple) : is_not_false(simple);
}

ExprPtr Simplifier::is_not_null(ExprPtr a) const {
  a = simplify(a, UnknownAs::kUnknown);
  if (!a->type.nullable() && is_safe(*a)) return bool_literal(true);
  if (is_widening_cast(*a)) {
    return a->type.nullable() ? boolean_call("IS NOT NULL", {a->operands[0]}) : bool_literal(true);
  }
  if (has_condition(known_, *a)) return bool_literal(true);
  if (is_call(*a, "CAST") || is_call(*a, "ITEM")) return nullptr;
  switch (null_policy(*a)) {
    case NullPolicy::kNotNull:
      return bool_literal(true);
    case NullPolicy::kLiteral:
      return bool_literal(!a->literal.is_null());
    case NullPolicy::kAsIs:
      return nullptr;
    case NullPolicy::kAny:
      break;
  }
  ExprList parts;
  for (const ExprPtr& operand : a->operands) {
    const ExprPtr part = is_not_null(operand);
    if (part && is_always(*part, false)) return bool_literal(false);
    parts.push_back(part ? part : boolean_call("IS NOT NULL", {operand}));
  }
  return compose_and(parts);
}

ExprPtr Simplifier::is_null(ExprPtr a) const {
  a = simplify(a, UnknownAs::kUnknown);
  if (!a->type.nullable() && is_safe(*a)) return bool_literal(false);
  if (is_widening_cast(*a)) {
    return a->type.nullable() ? boolean_call("IS NULL", {a->operands[0]}) : bool_literal(false);
  }
  if (always_null(*a)) return bool_literal(true);
  if (is_call(*a, "CAST") || is_call(*a, "ITEM")) return nullptr;
  const NullPolicy policy = null_policy(*a);
  if (policy == NullPolicy::kNotNull) return bool_literal(false);
  if (policy != NullPolicy::kAny) return nullptr;
  ExprList parts;
  for (const ExprPtr& operand : a->operands) {
    const ExprPtr part = is_null(operand);
    parts.push_back(part ? part : boolean_call("IS NULL", {operand}));
  }
  return compose_or(parts);
}

}  // namespace rowkind
