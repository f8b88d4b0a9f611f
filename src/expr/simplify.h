// Calcite's RexSimplify, by family:
//   simplify.cc           which of them; comparisons, NOT, calls
//   simplify_tests.cc     IS NULL, IS TRUE ...
//   simplify_junction.cc  AND, OR and the sets of ranges in them
//   simplify_and.cc       AND where NULL counts as FALSE
//   simplify_case.cc      CASE
//   simplify_cast.cc      casts, arithmetic, COALESCE
//   fold.cc               constants
//   terms.cc              small things about conditions that these share
#pragma once

#include <optional>

#include "expr/expr.h"
#include "expr/sarg.h"

namespace rowkind {

// What NULL counts as where a condition stands.
enum class UnknownAs : uint8_t { kUnknown, kFalse, kTrue };

class Simplifier {
 public:
  // `known`: conditions that hold for every row.
  explicit Simplifier(ExprList known = {}) : known_(std::move(known)) {}
  // As RelBuilder does it: a term tells nothing about the others.
  static Simplifier apart() {
    Simplifier out;
    out.apart_ = true;
    return out;
  }
  ExprPtr simplify(const ExprPtr& expr, UnknownAs unknown) const;

 private:
  ExprList each(const ExprList& terms, UnknownAs unknown) const;
  ExprPtr generic(const ExprPtr& expr) const;
  ExprPtr negation(const ExprPtr& expr, UnknownAs unknown) const;
  ExprPtr comparison(const ExprPtr& expr, UnknownAs unknown) const;
  ExprPtr compare_boolean(const Expr& expr, UnknownAs unknown) const;
  ExprPtr compare_with_itself(const Expr& expr, UnknownAs unknown) const;
  ExprPtr search(const ExprPtr& expr, UnknownAs unknown) const;
  ExprPtr by_predicates(const ExprPtr& expr) const;
  ExprPtr like(const ExprPtr& expr, UnknownAs unknown) const;
  // IS NULL and the like; null: as it is.
  ExprPtr test(std::string_view name, const ExprPtr& operand, UnknownAs unknown) const;
  ExprPtr truth_test(std::string_view name, const ExprPtr& operand, UnknownAs unknown, bool& done) const;
  ExprPtr is_null(ExprPtr operand) const;
  ExprPtr is_not_null(ExprPtr operand) const;
  bool known(std::string_view name, const Expr& operand) const;
  bool never_null(const Expr& expr) const;
  ExprPtr is_true(const ExprPtr& expr) const;
  ExprPtr is_not_true(const ExprPtr& expr) const;
  ExprPtr is_false(const ExprPtr& expr) const;
  ExprPtr is_not_false(const ExprPtr& expr) const;

  ExprPtr all_of(const ExprPtr& expr, UnknownAs unknown) const;
  ExprPtr all_of_unknown(ExprList terms, ExprList negated) const;
  ExprPtr all_of_filter(ExprList terms, const ExprList& negated) const;
  ExprList terms_of_and(ExprList terms) const;
  ExprPtr any_of(const ExprPtr& expr, UnknownAs unknown) const;
  ExprList terms_of_or(ExprList terms, UnknownAs unknown) const;
  ExprPtr any_of_terms(ExprList terms, UnknownAs unknown) const;

  struct Branch {
    ExprPtr condition, value;
  };
  ExprPtr choice(const ExprPtr& expr, UnknownAs unknown) const;
  std::vector<Branch> branches(const ExprPtr& expr, UnknownAs unknown) const;
  ExprPtr boolean_choice(const std::vector<Branch>& branches, const LogicalType& type) const;

  ExprPtr cast(const ExprPtr& expr) const;
  ExprPtr coalesce(const ExprPtr& expr) const;
  ExprPtr arithmetic(const ExprPtr& expr) const;

  Simplifier with(const ExprPtr& predicate) const;

  ExprList known_;
  bool apart_ = false;
};

// As RelBuilder.filter leaves a condition: each term for itself. And what .project makes of an expression.
ExprPtr simplify_as_built(const ExprPtr& condition);
ExprPtr simplify_value_as_built(const ExprPtr& expr);
// fold.cc: the value of a constant call as a literal; the call itself if it is none or cannot be computed.
ExprPtr fold_constant(const ExprPtr& expr);
// Conditions on CASE become CASE of conditions.
ExprPtr push_into_cases(const ExprPtr& expr);
// (a AND b) OR (a AND c) -> a AND (b OR c)
ExprPtr pull_factors(const ExprPtr& expr);

// terms.cc
bool is_null_literal(const Expr& expr);
bool is_false_literal(const Expr& expr);
bool is_comparison(const Expr& expr);
// A literal TRUE or FALSE, or a test that its operand decides.
bool is_always(const Expr& expr, bool value);
ExprPtr boolean_call(std::string_view name, ExprList operands);
ExprPtr negated(const ExprPtr& expr);
// RexNode.equals: `a = b` and `b = a` are the same, so are `a < b` and `b > a`, `a AND b` and `b AND a`.
bool same_condition(const Expr& a, const Expr& b);
bool has_condition(const ExprList& list, const Expr& expr);
// Without repetitions and without what changes nothing.
ExprPtr compose_and(const ExprList& terms);
ExprPtr compose_or(const ExprList& terms);
// The parts of an AND: what must hold, and what must not.
void split_and(const ExprPtr& condition, ExprList& terms, ExprList& negated);
ExprList and_parts(const ExprPtr& condition);
ExprList or_parts(const ExprPtr& condition);
// "=" -> "<>", "IS TRUE" -> "IS NOT TRUE"; empty: none.
std::string_view opposite_of(std::string_view name);
std::string_view mirrored_comparison(std::string_view name);
// SqlKind.negateNullSafe of a truth test: IS TRUE -> IS FALSE.
std::string_view negated_test(std::string_view name);
// Whether NULL in one operand makes the call NULL (Calcite's Strong).
enum class NullPolicy : uint8_t { kAsIs, kNotNull, kAny, kLiteral };
NullPolicy null_policy(const Expr& expr);
// The expression is NULL whatever the columns are.
bool always_null(const Expr& expr);
// The condition is not TRUE when `null_ref` is NULL.
bool not_true_with(const Expr& expr, const Expr& null_ref);
// Evaluating it cannot fail (RexSimplify.isSafeExpression).
bool is_safe(const Expr& expr);
// reference (also under casts) and literal of `x < 5`, `5 > x`.
struct ComparisonTerm {
  ExprPtr ref;
  std::string_view op;
  ExprPtr literal;
};
std::optional<ComparisonTerm> comparison_term(const Expr& expr);
// `x IS NULL`, `x IS NOT NULL`.
bool is_null_test(const Expr& expr);
// The same type, or the same but never NULL.
bool same_or_narrower(const LogicalType& to, const LogicalType& from);
bool is_widening_cast(const Expr& expr);
bool is_widening(const LogicalType& from, const LogicalType& to);

}  // namespace rowkind
