// AND and OR, and the sets of ranges that their terms say of one column.
#include <algorithm>

#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

namespace {

NullAs either(NullAs a, NullAs b) {
  if (a == NullAs::kTrue || b == NullAs::kTrue) return NullAs::kTrue;
  return a == NullAs::kFalse ? b : a;
}

NullAs opposite(NullAs null_as) {
  if (null_as == NullAs::kUnknown) return null_as;
  return null_as == NullAs::kTrue ? NullAs::kFalse : NullAs::kTrue;
}

// What the terms say of one column; for AND of their negations, joined by OR.
struct Collected {
  ExprPtr ref;
  Ranges ranges;
  NullAs null_as = NullAs::kFalse;
  bool has_set = false, merged = false;
  std::vector<LogicalType> types;
};

class SargCollector {
 public:
  explicit SargCollector(bool negate) : negate_(negate) {}

  void add(const ExprPtr& term) {
    std::optional<SargTerm> found = sarg_term(term);
    if (!found) {
      terms_.push_back({term, -1});
      return;
    }
    Collected& column = column_of(found->ref);
    if (negate_) {
      found->sarg.ranges = complement(found->sarg.ranges);
      found->sarg.null_as = opposite(found->sarg.null_as);
    }
    column.ranges = unite(std::move(column.ranges), found->sarg.ranges);
    column.null_as = either(column.null_as, found->sarg.null_as);
    if (is_call(*term, "SEARCH")) {
      column.merged |= !column.ranges.empty();
      column.has_set = true;
    } else if (is_comparison(*term)) {
      column.merged |= column.has_set;
    }
    column.types.insert(column.types.end(), found->types.begin(), found->types.end());
  }

  bool changes() const {
    const auto several = [](const Collected& c) {
      return complexity(Sarg{c.ranges, c.null_as}) > 1 || c.merged;
    };
    if (std::any_of(columns_.begin(), columns_.end(), several)) return true;
    return terms_.size() == 1 && std::all_of(columns_.begin(), columns_.end(),
                                             [this](const Collected& c) { return is_simple(built(c)); });
  }

  ExprList terms(UnknownAs unknown) const {
    ExprList out;
    for (const auto& [term, column] : terms_)
      out.push_back(column < 0 ? term : condition(columns_[static_cast<size_t>(column)], unknown));
    return out;
  }

 private:
  Collected& column_of(const ExprPtr& ref) {
    const auto it = std::find_if(columns_.begin(), columns_.end(),
                                 [&](const Collected& c) { return same_expr(*c.ref, *ref); });
    if (it != columns_.end()) return *it;
    columns_.emplace_back();
    columns_.back().ref = ref;
    terms_.push_back({nullptr, static_cast<int32_t>(columns_.size()) - 1});
    return columns_.back();
  }

  Sarg built(const Collected& c) const {
    return negate_ ? Sarg{complement(c.ranges), opposite(c.null_as)} : Sarg{c.ranges, c.null_as};
  }

  ExprPtr condition(const Collected& c, UnknownAs unknown) const {
    const Sarg sarg = built(c);
    const LogicalType type =
        c.types.empty() ? c.ref->type : least_restrictive(c.types).value_or(c.types[0]).with_nullable(false);
    const bool small = complexity(sarg) <= 1 && is_simple(sarg);
    return small ? sarg_comparisons(c.ref, sarg, type, unknown) : sarg_search(c.ref, sarg, type);
  }

  bool negate_;
  std::vector<Collected> columns_;
  std::vector<std::pair<ExprPtr, int32_t>> terms_;  // a term as it is, or the column it went into
};

}  // namespace

// Each term is seen under what the comparisons before it say.
ExprList Simplifier::terms_of_and(ExprList terms) const {
  Simplifier simplifier = *this;
  const auto predicate = [](const ExprPtr& e) { return comparison_term(*e) || is_null_test(*e); };
  std::vector<bool> done;
  for (ExprPtr& term : terms) {
    done.push_back(predicate(term));
    if (!done.back()) continue;
    term = simplifier.simplify(term, UnknownAs::kFalse);
    simplifier = simplifier.with(term);
  }
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!done[i]) terms[i] = simplifier.simplify(terms[i], UnknownAs::kFalse);
  }
  return terms;
}

// Each term is seen as if those before it were not TRUE.
ExprList Simplifier::terms_of_or(ExprList terms, UnknownAs unknown) const {
  Simplifier simplifier = *this;
  std::vector<bool> done;
  for (ExprPtr& term : terms) {
    const std::optional<ComparisonTerm> comparison = comparison_term(*term);
    done.push_back(comparison ? simplifier.never_null(*comparison->ref) : is_null_test(*term));
    if (!done.back()) continue;
    term = simplifier.simplify(term, unknown);
    simplifier = simplifier.with(simplifier.simplify(simplifier.is_not_true(term), UnknownAs::kUnknown));
  }
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!done[i]) terms[i] = simplifier.simplify(terms[i], unknown);
  }
  return terms;
}

ExprPtr Simplifier::all_of(const ExprPtr& expr, UnknownAs unknown) const {
  ExprList parts = and_parts(expr);
  parts = unknown == UnknownAs::kFalse && !apart_ ? terms_of_and(std::move(parts)) : each(parts, unknown);
  SargCollector collector(true);
  for (const ExprPtr& part : parts) collector.add(part);
  if (collector.changes()) parts = collector.terms(unknown);
  ExprList terms, negated;
  for (const ExprPtr& part : parts) split_and(part, terms, negated);
  return unknown == UnknownAs::kFalse ? all_of_filter(std::move(terms), negated)
                                      : all_of_unknown(std::move(terms), std::move(negated));
}

ExprPtr Simplifier::all_of_unknown(ExprList terms, ExprList negated_terms) const {
  for (const ExprPtr& term : terms) {
    if (is_always(*term, false)) return bool_literal(false);
  }
  if (terms.empty() && negated_terms.empty()) return bool_literal(true);
  // x AND NOT x: FALSE, or NULL where x is.
  ExprList opposed;
  for (const ExprPtr& term : negated_terms) {
    const ExprList parts = and_parts(term);
    if (!std::all_of(parts.begin(), parts.end(), [&](const ExprPtr& p) { return has_condition(terms, *p); }))
      continue;
    if (!term->type.nullable()) return bool_literal(false);
    opposed.push_back(term);
  }
  if (!opposed.empty()) {
    const auto drop = [&](const ExprPtr& e) { return has_condition(opposed, *e); };
    std::erase_if(terms, drop);
    std::erase_if(negated_terms, drop);
    terms.push_back(null_literal(LogicalType::boolean()));
    for (const ExprPtr& term : opposed) {
      const ExprPtr null = test("IS NULL", term, UnknownAs::kUnknown);
      terms.push_back(null ? null : boolean_call("IS NULL", {term}));
    }
  }
  for (const ExprPtr& term : negated_terms) terms.push_back(simplify(negated(term), UnknownAs::kUnknown));
  return compose_and(terms);
}

ExprPtr Simplifier::any_of(const ExprPtr& expr, UnknownAs unknown) const {
  ExprList parts = or_parts(expr);
  if (apart_) return any_of_terms(each(parts, unknown), unknown);
  std::stable_partition(parts.begin(), parts.end(), [](const ExprPtr& e) { return is_call(*e, "IS NULL"); });
  return any_of_terms(terms_of_or(std::move(parts), unknown), unknown);
}

ExprPtr Simplifier::any_of_terms(ExprList terms, UnknownAs unknown) const {
  SargCollector collector(false);
  for (const ExprPtr& term : terms) collector.add(term);
  if (collector.changes()) terms = collector.terms(unknown);
  for (size_t i = 0; i < terms.size();) {
    const ExprPtr term = terms[i];
    if (term->kind == ExprKind::kLiteral) {
      const bool null = term->literal.is_null();
      if (!null && term->literal.as_bool()) return term;
      if (null && unknown == UnknownAs::kTrue) return bool_literal(true);
      if (!null || unknown == UnknownAs::kFalse) {
        terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
    }
    const bool opposes = is_call(*term, "NOT") || is_call(*term, "IS NOT TRUE");
    if (opposes && is_safe(*term->operands[0])) {
      const ExprPtr& x = term->operands[0];
      const auto same =
          std::find_if(terms.begin(), terms.end(), [&](const ExprPtr& e) { return same_condition(*e, *x); });
      if (same != terms.end()) {
        if (is_call(*term, "IS NOT TRUE") || !x->type.nullable()) return bool_literal(true);
        const ExprPtr known = test("IS NOT NULL", x, unknown);
        *same = known ? known : boolean_call("IS NOT NULL", {x});
        terms[i] = null_literal(LogicalType::boolean());
        continue;
      }
    }
    ++i;
  }
  return compose_or(terms);
}

namespace {

ExprList pulled_parts(const ExprPtr& expr) {
  const ExprPtr pulled = pull_factors(expr);
  return is_call(*pulled, "AND") ? pulled->operands : ExprList{pulled};
}

}  // namespace

ExprPtr pull_factors(const ExprPtr& expr) {
  if (is_call(*expr, "AND")) {
    ExprList parts;
    for (const ExprPtr& operand : expr->operands) {
      for (const ExprPtr& part : pulled_parts(operand)) parts.push_back(part);
    }
    return compose_and(parts);
  }
  if (!is_call(*expr, "OR")) return expr;
  ExprList factors = and_parts(expr->operands[0]);
  for (const ExprPtr& operand : expr->operands) {
    const ExprList parts = and_parts(operand);
    std::erase_if(factors, [&](const ExprPtr& f) { return !has_condition(parts, *f); });
  }
  if (factors.empty()) return compose_or({expr});
  ExprList rests;
  for (const ExprPtr& operand : expr->operands) {
    ExprList rest = and_parts(operand);
    std::erase_if(rest, [&](const ExprPtr& part) { return has_condition(factors, *part); });
    rests.push_back(compose_and(rest));
  }
  factors.push_back(compose_or(rests));
  return compose_and(factors);
}

}  // namespace rowkind
