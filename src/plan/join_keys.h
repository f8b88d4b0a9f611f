// The equality pairs of a join condition.
#pragma once

#include <vector>

#include "expr/expr.h"

namespace rowkind {

struct JoinKeys {
  std::vector<int32_t> left, right;  // columns within their own side
  std::vector<bool> filter_nulls;    // `=` (true) or a NULL-safe equality
  ExprList equalities;               // per key: the part of the condition that says so
  ExprPtr residual;                  // the rest of the condition over both rows, null: none
};

// `left_width`: columns of the left side; the condition counts left columns then right ones.
JoinKeys analyze_join(const ExprPtr& condition, int32_t left_width);

}  // namespace rowkind
