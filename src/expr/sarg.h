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

// The shortest condition for the set: TRUE, FALSE, IS NULL, a comparison, or SEARCH. `as_filter`: NULL counts
// as FALSE.
ExprPtr sarg_condition(const ExprPtr& ref, Sarg sarg, const std::vector<LogicalType>& types, bool as_filter);
// How many ranges (x <> c counts as one), and one more if NULL is TRUE.
int32_t complexity(const Sarg& sarg);

}  // namespace rowkind
