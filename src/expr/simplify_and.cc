// AND where NULL counts as FALSE: what the terms say together.
#include <algorithm>

#include "expr/compare.h"
#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

namespace {

// What comparisons with literals leave of the values of one expression.
struct Interval {
  ExprPtr ref;
  Ranges range;
  ExprList terms;  // that make it
};

bool is_upper(std::string_view op) {
  return op == "<" || op == "<=";
}

void make_true(ExprList& terms, const Expr& term) {
  const auto last =
      std::find_if(terms.rbegin(), terms.rend(), [&](const ExprPtr& e) { return same_condition(*e, term); });
  if (last != terms.rend()) *last = bool_literal(true);
}

class Conjunction {
 public:
  explicit Conjunction(ExprList terms) : terms_(std::move(terms)) {}

  ExprList& terms() { return terms_; }
  bool impossible() const { return impossible_; }

  // Terms that narrower ones of the same expression contain become TRUE.
  void add_range(const ExprPtr& term, const ComparisonTerm& comparison) {
    if (comparison.op == "<>") return;
    const Ranges own = ranges_of(comparison.op, *comparison.literal);
    const auto it = std::find_if(intervals_.begin(), intervals_.end(),
                                 [&](const Interval& i) { return same_expr(*i.ref, *comparison.ref); });
    if (it == intervals_.end()) {
      intervals_.push_back({comparison.ref, own, {term}});
      return;
    }
    const Ranges both = intersect(it->range, own);
    impossible_ = impossible_ || both.empty();
    if (impossible_) return;
    if (comparison.op == "=") {
      for (const ExprPtr& old : it->terms) make_true(terms_, *old);
      *it = {it->ref, own, {term}};
      return;
    }
    const bool upper = is_upper(comparison.op);
    if (!narrows(it->range[0], own[0], comparison.op)) {
      make_true(terms_, *term);
      return;
    }
    ExprList kept;
    for (const ExprPtr& old : it->terms) {
      const std::optional<ComparisonTerm> bound = comparison_term(*old);
      if (bound && bound->op != "=" && is_upper(bound->op) == upper) {
        make_true(terms_, *old);
      } else {
        kept.push_back(old);
      }
    }
    kept.push_back(term);
    *it = {it->ref, both, std::move(kept)};
  }

 private:
  // Whether the new bound is inside the old one.
  static bool narrows(const SargRange& before, const SargRange& own, std::string_view op) {
    const bool upper = is_upper(op), strict = op == "<" || op == ">";
    const Value& old = upper ? before.upper : before.lower;
    if (old.is_null()) return true;
    const int c = compare_values(upper ? own.upper : own.lower, old);
    if (c == 0) return strict;
    return upper ? c < 0 : c > 0;
  }

  ExprList terms_;
  std::vector<Interval> intervals_;
  bool impossible_ = false;
};

// Equalities of expressions with literals and with one another.
struct Equalities {
  struct Constant {
    ExprPtr ref, value;
  };
  struct Pair {
    ExprPtr left, right, term;
  };
  std::vector<Constant> constants;
  std::vector<Pair> pairs;

  const ExprPtr* value_of(const Expr& ref) const {
    for (const Constant& c : constants) {
      if (same_expr(*c.ref, ref)) return &c.value;
    }
    return nullptr;
  }
};

bool is_reference(const Expr& expr) {
  if (is_call(expr, "CAST")) return is_reference(*expr.operands[0]);
  return expr.kind == ExprKind::kInputRef || expr.kind == ExprKind::kFieldAccess;
}

ExprPtr opposite_comparison(const Expr& term) {
  return raw_call(opposite_of(term.function->name), term.operands, term.type, term.span);
}

// Whether the AND is not TRUE when the operand is NULL.
bool is_strong(const Expr& operand, const ExprList& terms) {
  if (operand.kind != ExprKind::kInputRef && operand.kind != ExprKind::kFieldAccess) return false;
  return std::any_of(terms.begin(), terms.end(), [&](const ExprPtr& term) {
    return deterministic(*term) && not_true_with(*term, operand);
  });
}

}  // namespace

ExprPtr Simplifier::all_of_filter(ExprList given, const ExprList& negated_terms) const {
  const ExprPtr never = bool_literal(false);
  for (const ExprPtr& term : given) {
    if (is_always(*term, false) || is_null_literal(*term)) return never;
  }
  if (given.empty() && negated_terms.empty()) return bool_literal(true);
  if (given.size() == 1 && negated_terms.empty()) return simplify(given[0], UnknownAs::kFalse);
  Conjunction all(std::move(given));
  for (const ExprPtr& predicate : known_) {
    const std::optional<ComparisonTerm> comparison = comparison_term(*predicate);
    if (comparison && !comparison->literal->literal.is_null()) all.add_range(predicate, *comparison);
    if (all.impossible()) return never;
  }
  Equalities equal;
  ExprList opposites, null_operands, not_null_operands;
  ExprList& terms = all.terms();
  for (size_t i = 0; i < terms.size();) {
    ExprPtr term = terms[i];
    if (!deterministic(*term)) {
      ++i;
      continue;
    }
    if (is_call(*term, "IS NOT NULL")) {
      if (!has_condition(not_null_operands, *term->operands[0]))
        not_null_operands.push_back(term->operands[0]);
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (is_call(*term, "IS NULL")) null_operands.push_back(term->operands[0]);
    if (is_comparison(*term)) {
      const std::optional<ComparisonTerm> comparison = comparison_term(*term);
      if (comparison && comparison->literal->literal.is_null()) return never;
      if (is_call(*term, "=") && comparison) {
        const ExprPtr* before = equal.value_of(*comparison->ref);
        if (before && !same_expr(**before, *comparison->literal)) return never;
        if (!before) equal.constants.push_back({comparison->ref, comparison->literal});
      } else if (is_call(*term, "=") && is_reference(*term->operands[0]) &&
                 is_reference(*term->operands[1])) {
        equal.pairs.push_back({term->operands[0], term->operands[1], term});
      }
      opposites.push_back(opposite_comparison(*term));
      if (const ExprPtr less = by_predicates(term); less != term) terms[i] = term = less;
      if (comparison) all.add_range(term, *comparison);
      if (all.impossible()) return never;
    }
    ++i;
  }
  for (const Equalities::Pair& pair : equal.pairs) {
    const ExprPtr *left = equal.value_of(*pair.left), *right = equal.value_of(*pair.right);
    if (!left || !right) continue;
    if (!same_expr(**left, **right)) return never;
    std::erase_if(terms, [&](const ExprPtr& e) { return same_condition(*e, *pair.term); });
  }
  for (const ExprPtr& term : negated_terms) {
    const ExprList parts = and_parts(term);
    if (deterministic(*term) &&
        std::all_of(parts.begin(), parts.end(), [&](const ExprPtr& p) { return has_condition(terms, *p); }))
      return never;
  }
  for (const ExprPtr& term : opposites) {
    if (has_condition(terms, *term)) return never;
  }
  for (const ExprPtr& term : negated_terms) terms.push_back(negated(term));
  const ExprList strong = terms;
  for (const ExprPtr& operand : null_operands) {
    if (is_strong(*operand, strong)) return never;
  }
  for (const ExprPtr& operand : not_null_operands) {
    if (!is_strong(*operand, strong)) terms.push_back(boolean_call("IS NOT NULL", {operand}));
  }
  return compose_and(terms);
}

}  // namespace rowkind
