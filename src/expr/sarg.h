// Sets of ranges of one column (Calcite's Sarg): algebra, and between sets and conditions.
#pragma once

#include <optional>

#include "expr/expr.h"

namespace rowkind {

using Ranges = std::vector<SargRange>;

Ranges all_values();
Ranges unite(Ranges a, const Ranges& b);
Ranges intersect(const Ranges& a, const Ranges& b);
Ranges complement(const Ranges& ranges);

// The column, set and literal types that a comparison with a literal, IS [NOT] NULL or SEARCH says.
struct SargTerm {
  ExprPtr ref;
  Sarg sarg;
  std::vector<LogicalType> types;  // of the literals
};
std::optional<SargTerm> sarg_term(const ExprPtr& condition);

bool is_point(const SargRange& range);
bool is_all(const Sarg& sarg);
// Points, all but points, or one range without a bound.
bool is_simple(const Sarg& sarg);
// The values that `x op literal` lets through.
Ranges ranges_of(std::string_view op, const Expr& literal);
// The literal of this type for a bound.
ExprPtr range_literal(const Value& value, const LogicalType& type);
enum class UnknownAs : uint8_t;
// Comparisons (joined by OR), SEARCH, and what a set of all or no values is.
ExprPtr sarg_comparisons(const ExprPtr& ref, const Sarg& sarg, const LogicalType& type, UnknownAs unknown);
ExprPtr sarg_search(const ExprPtr& ref, const Sarg& sarg, const LogicalType& type);
ExprPtr special_sarg(const ExprPtr& ref, const Sarg& sarg, UnknownAs unknown);
// How many ranges (x <> c counts as one), and one more if NULL is TRUE.
int32_t complexity(const Sarg& sarg);

}  // namespace rowkind
