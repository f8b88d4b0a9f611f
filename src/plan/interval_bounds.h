// Time bounds in a join condition (IntervalJoinUtil): what makes a join an interval join.
#pragma once

#include <optional>

#include "expr/expr.h"
#include "types/logical_type.h"

namespace rowkind {

struct IntervalBounds {
  bool rowtime = true;
  int32_t left_time = 0, right_time = 0;  // right_time counts within the right row
  int64_t lower_millis = 0, upper_millis = 0;
  ExprList rest;  // parts of the condition that are no bounds
};

// Both bounds on one pair of time attributes of the same kind, or nothing.
std::optional<IntervalBounds> interval_bounds(const ExprPtr& condition, const RowType& left,
                                              const RowType& right);

}  // namespace rowkind
