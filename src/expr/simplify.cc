#include "expr/simplify.h"

#include <algorithm>

#include "expr/infer.h"

namespace rowkind {

namespace {

// IS [NOT] DISTINCT FROM as the parser's convertlets write it.
ExprPtr expanded_distinct(const Expr& call) {
  const ExprPtr &a = call.operands[0], &b = call.operands[1];
  const ExprPtr equal = boolean_call("=", {a, b});
  if (call.function->name == "IS DISTINCT FROM") {
    const ExprPtr one =
        boolean_call("OR", {boolean_call("IS NOT NULL", {a}), boolean_call("IS NOT NULL", {b})});
    return boolean_call("AND", {one, boolean_call("IS NOT TRUE", {equal})});
  }
  const ExprPtr both = boolean_call("AND", {boolean_call("IS NULL", {a}), boolean_call("IS NULL", {b})});
  return boolean_call("OR", {both, boolean_call("IS TRUE", {equal})});
}

}  // namespace

ExprPtr Simplifier::simplify(const ExprPtr& expr, UnknownAs unknown) const {
  if (expr->kind == ExprKind::kSubquery || expr->kind == ExprKind::kOver) return expr;
  if (expr->kind != ExprKind::kFieldAccess && always_null(*expr)) {
    if (expr->type.is(TypeRoot::kBoolean) && unknown != UnknownAs::kUnknown)
      return bool_literal(unknown == UnknownAs::kTrue);
    return is_null_literal(*expr) ? expr : null_literal(expr->type.with_nullable(true));
  }
  if (expr->kind != ExprKind::kCall) return expr->kind == ExprKind::kFieldAccess ? generic(expr) : expr;
  if (const ExprPtr folded = fold_constant(expr); folded != expr) return folded;
  const std::string_view name = expr->function->name;
  // TYPEOF tells the type before any simplification.
  if (name == "TYPEOF" || name == "SEARCH") return name == "SEARCH" ? search(expr, unknown) : expr;
  if (name == "AND") return all_of(expr, unknown);
  if (name == "OR") return any_of(expr, unknown);
  if (name == "NOT") return negation(expr, unknown);
  if (name == "CASE") return choice(expr, unknown);
  if (name == "CAST") return cast(expr);
  if (is_comparison(*expr)) return comparison(expr, unknown);
  if (name == "LIKE") return like(expr, unknown);
  if (name == "COALESCE") return coalesce(expr);
  if (name.substr(0, 3) == "IS " && expr->operands.size() == 1 &&
      name.find("JSON") == std::string_view::npos) {
    const ExprPtr out = test(name, expr->operands[0], unknown);
    return out ? out : expr;
  }
  if (name == "IS DISTINCT FROM" || name == "IS NOT DISTINCT FROM")
    return simplify(expanded_distinct(*expr), unknown);
  return arithmetic(expr);
}

Simplifier Simplifier::with(const ExprPtr& predicate) const {
  ExprList known = known_;
  for (const ExprPtr& part : and_parts(predicate)) known.push_back(part);
  return Simplifier(std::move(known));
}

ExprList Simplifier::each(const ExprList& terms, UnknownAs unknown) const {
  ExprList out;
  for (const ExprPtr& term : terms) out.push_back(simplify(term, unknown));
  return out;
}

ExprPtr Simplifier::generic(const ExprPtr& expr) const {
  ExprList operands = each(expr->operands, UnknownAs::kUnknown);
  return operands == expr->operands ? expr : with_operands(*expr, std::move(operands));
}

ExprPtr Simplifier::negation(const ExprPtr& expr, UnknownAs unknown) const {
  const ExprPtr& a = expr->operands[0];
  const UnknownAs opposite = unknown == UnknownAs::kTrue    ? UnknownAs::kFalse
                             : unknown == UnknownAs::kFalse ? UnknownAs::kTrue
                                                            : unknown;
  if (is_call(*a, "NOT")) return simplify(a->operands[0], unknown);
  if (is_call(*a, "SEARCH")) {
    Sarg sarg = sarg_of(*a->operands[1]);
    sarg.ranges = complement(sarg.ranges);
    if (sarg.null_as != NullAs::kUnknown)
      sarg.null_as = sarg.null_as == NullAs::kTrue ? NullAs::kFalse : NullAs::kTrue;
    return search(with_operands(*a, {a->operands[0], sarg_literal(sarg, a->operands[1]->type)}), opposite);
  }
  if (a->kind == ExprKind::kLiteral && !a->literal.is_null()) return bool_literal(!a->literal.as_bool());
  if (is_call(*a, "AND") || is_call(*a, "OR")) {
    ExprList parts;
    for (const ExprPtr& operand : a->operands) parts.push_back(simplify(negated(operand), unknown));
    return simplify(boolean_call(is_call(*a, "AND") ? "OR" : "AND", std::move(parts)), unknown);
  }
  if (is_call(*a, "CASE")) {
    ExprList parts = a->operands;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i % 2 == 1 || i + 1 == parts.size()) parts[i] = negated(parts[i]);
    }
    return simplify(with_operands(*a, std::move(parts)), unknown);
  }
  if (a->kind == ExprKind::kCall) {
    if (const std::string_view other = opposite_of(a->function->name); !other.empty())
      return simplify(raw_call(other, a->operands, a->type, a->span), unknown);
  }
  const ExprPtr simple = simplify(a, opposite);
  return simple == a ? expr : negated(simple);
}

ExprPtr Simplifier::compare_with_itself(const Expr& expr, UnknownAs unknown) const {
  const std::string_view op = expr.function->name;
  const bool holds = op == "=" || op == "<=" || op == ">=";
  const ExprPtr& x = expr.operands[0];
  const ExprPtr null = null_literal(LogicalType::boolean());
  const ExprPtr out = holds ? boolean_call("OR", {null, boolean_call("IS NOT NULL", {x})})
                            : boolean_call("AND", {null, boolean_call("IS NULL", {x})});
  return simplify(out, unknown);
}

// x = TRUE and the like; null: stays.
ExprPtr Simplifier::compare_boolean(const Expr& expr, UnknownAs unknown) const {
  const std::optional<ComparisonTerm> term = comparison_term(expr);
  if (!term || term->literal->literal.is_null()) return nullptr;
  const bool value = term->literal->literal.as_bool(), nullable = term->ref->type.nullable();
  const std::string_view op = term->op;
  const bool keeps = value ? op == "=" || op == ">=" : op == "<>" || op == ">";
  const bool negates = value ? op == "<>" || op == "<" : op == "=" || op == "<=";
  if (keeps) return term->ref;
  if (negates) return simplify(negated(term->ref), unknown);
  if (nullable) return nullptr;
  return bool_literal(value ? op == "<=" : op == ">=");
}

ExprPtr Simplifier::comparison(const ExprPtr& expr, UnknownAs unknown) const {
  ExprList operands = each(expr->operands, UnknownAs::kUnknown);
  const ExprPtr e = operands == expr->operands ? expr : with_operands(*expr, std::move(operands));
  const ExprPtr &a = e->operands[0], &b = e->operands[1];
  if (same_expr(*a, *b) && deterministic(*a)) return compare_with_itself(*e, unknown);
  if (a->type.is(TypeRoot::kBoolean)) {
    if (ExprPtr out = compare_boolean(*e, unknown)) return out;
  }
  if (a->kind == ExprKind::kLiteral && b->kind == ExprKind::kLiteral && a->type.equals(b->type, true)) {
    if (is_null_literal(*a) || is_null_literal(*b))
      return unknown == UnknownAs::kFalse ? bool_literal(false) : null_literal(e->type.with_nullable(true));
    return fold_constant(e);
  }
  // Calcite's sets of ranges give a DOUBLE literal its own form.
  if (is_call(*e, "=") && a->kind == ExprKind::kInputRef && b->kind == ExprKind::kLiteral &&
      b->type.is(TypeRoot::kDouble) && b->index == kPlainForm &&
      b->literal.floating() == static_cast<double>(static_cast<int64_t>(b->literal.floating()))) {
    return by_predicates(with_operands(*e, {a, literal(b->literal, b->type, b->span)}));
  }
  return by_predicates(e);
}

namespace {

bool same_ranges(const Ranges& a, const Ranges& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SargRange& x, const SargRange& y) {
    return x.lower.equals(y.lower) && x.upper.equals(y.upper) && x.lower_closed == y.lower_closed &&
           x.upper_closed == y.upper_closed;
  });
}

bool encloses(const Ranges& outer, const Ranges& inner) {
  return same_ranges(intersect(outer, inner), inner);
}

}  // namespace

// What the known conditions leave to be compared.
ExprPtr Simplifier::by_predicates(const ExprPtr& expr) const {
  if (known_.empty()) return expr;
  const std::optional<ComparisonTerm> term = comparison_term(*expr);
  if (!term || term->literal->literal.is_null()) return expr;
  const Ranges own = ranges_of(term->op, *term->literal);
  Ranges left = own;
  for (const ExprPtr& predicate : known_) {
    const std::optional<ComparisonTerm> other = comparison_term(*predicate);
    if (!other || !same_expr(*other->ref, *term->ref) || other->literal->literal.is_null()) continue;
    const Ranges given = ranges_of(other->op, *other->literal);
    left = encloses(left, given) ? all_values() : intersect(left, given);
    if (left.empty()) return bool_literal(false);
  }
  if (same_ranges(left, own)) return expr;
  if (same_ranges(left, all_values()))
    return simplify(boolean_call("IS NOT NULL", {term->ref}), UnknownAs::kUnknown);
  if (left.size() == 1 && is_point(left[0])) {
    return boolean_call("=", {term->ref, range_literal(left[0].lower, term->literal->type)});
  }
  return expr;
}

ExprPtr Simplifier::search(const ExprPtr& expr, UnknownAs unknown) const {
  const ExprPtr& ref = expr->operands[0];
  Sarg sarg = sarg_of(*expr->operands[1]);
  const LogicalType& type = expr->operands[1]->type;
  if (is_all(sarg) || sarg.ranges.empty()) return simplify(special_sarg(ref, sarg, unknown), unknown);
  if (sarg.null_as != NullAs::kUnknown) {
    const ExprPtr null = test("IS NULL", ref, unknown);
    if (null && is_always(*null, false)) {
      sarg.null_as = NullAs::kUnknown;
      return search(sarg_search(ref, sarg, type), unknown);
    }
  } else if (sarg.ranges.size() == 1 && is_point(sarg.ranges[0])) {
    return sarg_comparisons(ref, sarg, type, UnknownAs::kUnknown);
  }
  return expr;
}

ExprPtr Simplifier::like(const ExprPtr& expr, UnknownAs unknown) const {
  const Expr& pattern = *expr->operands[1];
  if (pattern.kind == ExprKind::kLiteral && !pattern.literal.is_null() && pattern.literal.string() == "%" &&
      expr->operands.size() == 2) {
    return simplify(boolean_call("=", {expr->operands[0], expr->operands[0]}), unknown);
  }
  return generic(expr);
}

namespace {

// What an expression became, with the nullability that it had.
ExprPtr of_type(const ExprPtr& out, const Expr& expr) {
  if (out->type.nullable() == expr.type.nullable() || expr.type.is(TypeRoot::kNull)) return out;
  return raw_call("CAST", {out}, expr.type, expr.span);
}

}  // namespace

ExprPtr simplify(const ExprPtr& expr, const ExprList& known) {
  const Simplifier simplifier(known);
  ExprPtr out = expr;
  for (int round = 0; round < 8; ++round) {
    const ExprPtr next = simplifier.simplify(push_into_cases(out), UnknownAs::kUnknown);
    if (same_condition(*next, *out)) break;
    out = next;
  }
  return of_type(out, *expr);
}

ExprPtr simplify_value_as_built(const ExprPtr& expr) {
  return of_type(Simplifier::apart().simplify(expr, UnknownAs::kUnknown), *expr);
}

ExprPtr simplify_as_built(const ExprPtr& condition) {
  const ExprPtr out = Simplifier::apart().simplify(condition, UnknownAs::kFalse);
  const bool casts = is_call(*out, "CAST") && out->type.equals(out->operands[0]->type, true);
  return casts ? out->operands[0] : out;
}

ExprPtr simplify_condition(const ExprPtr& condition, const ExprList& known) {
  const Simplifier simplifier(known);
  ExprPtr out = condition;
  for (int round = 0; round < 8; ++round) {
    ExprPtr next = pull_factors(simplifier.simplify(push_into_cases(out), UnknownAs::kFalse));
    // A condition may be NULL or not: a cast between the two is none.
    if (is_call(*next, "CAST") && next->type.equals(next->operands[0]->type, true)) next = next->operands[0];
    if (same_condition(*next, *out)) break;
    out = next;
  }
  return out;
}

}  // namespace rowkind
