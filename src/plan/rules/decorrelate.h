// Pulls the predicates that read the outer row out of a sub-query (FlinkSubQueryRemoveRule's
// SubQueryDecorrelator, RelDecorrelator).
#pragma once

#include "plan/rules/rel_tree.h"

namespace rowkind::rules {

struct Pulled {
  RelPtr rel;           // free of references to the outer row
  ExprList predicates;  // over its columns and kCorrelRef of the outer row
  int32_t shifted =
      0;  // columns put in front of the original ones (keys of an aggregate that is now grouped)
  bool counts = false;  // the sub-query is a global aggregate with COUNT: its missing row means 0
};

// Whether any expression below reads the outer row.
bool is_correlated(const Rel& rel);
// Failure plan/not-yet for shapes that Flink cannot decorrelate either, or that are not covered.
// `outer`: the rows that the sub-query runs for, where aggregates may group by their values; or null.
Pulled pull_correlation(const RelPtr& rel, const RelPtr& outer = nullptr);
// As Calcite's decorrelator leaves it: rows with NULL in a compared column filtered out, equalities with the
// outer column first.
void like_decorrelator(Pulled& pulled);
// The pulled predicates as a join condition: outer columns first, then the sub-query's.
ExprPtr join_condition(const ExprList& predicates, int32_t outer_width);
// The join that a correlate without table function comes to; null if it stays one (UNNEST, table functions).
RelPtr join_of_correlate(const CorrelateRel& correlate);

}  // namespace rowkind::rules
