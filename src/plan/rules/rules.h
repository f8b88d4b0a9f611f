// The logical rules, in the order in which optimize() runs them. Each takes a whole tree and gives one back;
// each does one thing and names the Flink or Calcite rule it stands for.
//
// 1. remove_subqueries: FlinkSubQueryRemoveRule, *SubQueryToCorrelate, RelDecorrelator.
// 2. rewrite_set_ops: UNION DISTINCT, INTERSECT, EXCEPT [ALL].
// 3. expand_grouping_sets: DecomposeGroupingSetsRule.
// 4. merge_over_projects: ProjectMerge, so far as a projection holds OVER.
// 5. split_over: ProjectToLogicalProjectAndWindow.
// 6. push_filters: FilterJoin, FilterProjectTranspose, FilterSetOp, FilterAggregateTranspose,
// ReduceExpressions,
//    FlinkLogicalRankRule (a filter on ROW_NUMBER becomes a Rank).
// 7. push_join_keys: JoinPushExpressions, JoinConditionTypeCoerce.
// 8. transpose_sorts: SortProjectTranspose, SortRemove, Limit0Remove.
// 9. rewrite_aggregates: AggregateReduceFunctions, AggregateRemove, AggregateProjectPullUpConstants.
// 10. push_projects_below_unions: ProjectSetOpTranspose.
// 11. prune_columns: ProjectJoinTranspose, ProjectJoinRemove, AggregateJoinRemove, PruneAggregateCall, CalcRankTranspose, removal of the rank number.
// 12. merge_projects: ProjectMerge, ProjectRemove.
// 13. pick_below_watermarks: ProjectFilterTranspose, ProjectWatermarkAssignerTransposeRule.
// 14. merge_aggregate_inputs: AggregateProjectMerge (for grouping sets before 3).
// 15. split_distinct: SplitAggregateRule, where the option asks for it.
#pragma once

#include <map>

#include "plan/rules/rel_tree.h"

namespace rowkind::rules {

RelPtr remove_subqueries(const RelPtr& root);
RelPtr rewrite_set_ops(const RelPtr& root);
RelPtr expand_grouping_sets(const RelPtr& root);
RelPtr split_over(const RelPtr& root);
RelPtr push_filters(const RelPtr& root);
RelPtr push_join_keys(const RelPtr& root);
RelPtr transpose_sorts(const RelPtr& root);
RelPtr rewrite_aggregates(const RelPtr& root);
RelPtr prune_columns(const RelPtr& root);
RelPtr push_projects_below_unions(const RelPtr& root);
RelPtr pick_below_watermarks(const RelPtr& root);
RelPtr merge_aggregate_inputs(const RelPtr& root, bool grouping_sets_only);
RelPtr merge_projects(const RelPtr& root);
RelPtr split_distinct(const RelPtr& root, int64_t buckets);
// GROUP BY TUMBLE(ts, ...) of old; runs first.
RelPtr rewrite_legacy_windows(const RelPtr& root);
// TUMBLE_END(column `start`) and the like as the property columns of `input`.
ExprPtr window_property(const ExprPtr& expr, const RowType& input, int32_t start);
RelPtr to_multi_joins(const RelPtr& root, bool enabled);
RelPtr merge_over_projects(const RelPtr& root);

// The projection and the one it stands on as one; null if there is none or something would be evaluated twice.
RelPtr merged_with_below(const ProjectRel& upper);
// Columns of `rel` that every row has the same known value in (`WHERE k = 'x'`): column -> literal of the
// column's type.
std::map<int32_t, ExprPtr> constant_columns(const Rel& rel);
// The number that all rows of a Rank with start = end have.
ExprPtr rank_number(const RankRel& rank);
// `expr` over rows where `constants` hold, simplified. A folded literal keeps the nullability of the column
// it stands for, as Flink's CAST('x' AS VARCHAR) does.
ExprPtr reduce(const ExprPtr& expr, const std::map<int32_t, ExprPtr>& constants);
// The same for a condition, where NULL counts as FALSE.
ExprPtr reduce_condition(const ExprPtr& condition, const std::map<int32_t, ExprPtr>& constants);
// Sets of columns that no two rows share (FlinkRelMdUniqueKeys); whether these columns are such a set, VALUES
// looked into.
std::vector<std::vector<int32_t>> unique_keys(const Rel& rel);
bool columns_unique(const Rel& rel, const std::vector<int32_t>& columns);
// FlinkAggregateRemoveRule: a projection if every group is one row and no call computes anything, else null.
RelPtr remove_aggregate(const AggregateRel& aggregate);
// FlinkFilterJoinRule.pushFiltersToAnotherSide: predicates above the join, and those of an inner join, that read nothing but keys of one side
// are added to what the other side's keys have to fulfil. `type`: what the join has become.
void copy_to_other_side(const JoinRel& join, JoinType type, const ExprList& above, ExprList& to_left,
                        ExprList& to_right);
// SimplifyCoalesceWithEquiJoinConditionRule: COALESCE of two equal keys (also of USING and NATURAL) needs one of them only.
ExprPtr without_equal_keys(const ExprPtr& expr, const JoinRel& join);
// The join that pads less than before, with the columns of its old row type on top where these may be NULL and its own may not.
RelPtr as_padded(const RelPtr& join, const RowType& before);
// The input of an outer join that can go where only the columns `needed` of the join are read, -1: none. Repeated rows may not matter.
int32_t removable_side(const JoinRel& join, const std::vector<bool>& needed, bool repeats_matter);
// The aggregate with part of its work below the join under it; null if Flink would leave it.
RelPtr transpose_aggregate_join(const AggregateRel& aggregate);
// The projection with the columns that nobody reads cut off below the watermark under it; null if there is nothing to cut.
RelPtr pick_below_watermark(const ProjectRel& project);
// A Rank for a filter on the number column of ROW_NUMBER; null if the filter does not bound it. Takes the
// conjuncts it used out of `predicates`.
RelPtr rank_of(const RelPtr& over, ExprList& predicates);

}  // namespace rowkind::rules
