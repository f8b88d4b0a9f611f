// Correlated sub-queries become joins, as Flink makes them:
//   semi_joins.cc           IN and EXISTS of a WHERE: semi and anti joins (SubQueryDecorrelator)
//   subqueries.cc           all others: Correlate (SubQueryRemoveRule)
//   scalar_correlates.cc    correlates of one row that become a join at once (RelDecorrelator's rules)
//   decorrelate.cc          every other Correlate becomes a join with its right side grouped by what it compares (RelDecorrelator)
#pragma once

#include <optional>

#include "plan/rules/rel_tree.h"

namespace rowkind::rules {

// A column of the row that Correlate `id` gives its right side.
struct CorrelColumn {
  int32_t id = 0, column = 0;
  auto operator<=>(const CorrelColumn&) const = default;
};

// Where a column of before stands.
inline int32_t at(const std::vector<int32_t>& map, int32_t i) {
  return map[static_cast<size_t>(i)];
}

// Those that the expressions of this node read, without those below; in order, without repetitions.
std::vector<CorrelColumn> outer_columns(const Rel& rel);
void outer_columns(const Expr& expr, std::vector<CorrelColumn>& out);
// Whether any expression here or below reads the row of Correlate `id` (0: of any).
bool reads_outer(const Rel& rel, int32_t id = 0);
ExprPtr correl_ref(int32_t id, int32_t column, const LogicalType& type);
// Every outer column becomes what `change` makes of it.
ExprPtr replace_outer(const ExprPtr& expr, const std::function<ExprPtr(const Expr&)>& change);

RelPtr make_correlate(RelPtr left, RelPtr right, JoinType type, int32_t id, Span span);
// RelBuilder.aggregate: a projection where the rows are groups already, without columns that nobody reads and without repeated calls.
RelPtr built_aggregate(RelPtr input, const std::vector<int32_t>& grouping, std::vector<AggregateCall> calls);
// COUNT(*) over nothing: Calcite reads a constant, as rows without columns do not exist.
RelPtr with_constant_to_count(const RelPtr& rel);
// A projection as Calcite names it: the second `k` is called after its place.
RelPtr named_project(RelPtr input, ExprList exprs, const std::vector<std::string>& names, Span span = {});
bool has_one_row(const Rel& rel);

// The filter over the semi and anti joins that the IN and EXISTS of `conditions` become; leaves what is no such condition in it. Null: Flink
// cannot, and nothing changes.
RelPtr semi_joins(const RelPtr& input, ExprList& conditions);
// `(SELECT COUNT(*) ...) > 0` as EXISTS (FlinkRewriteSubQueryRule).
ExprPtr counts_as_exists(const ExprPtr& condition);

// The tree without sub-queries in expressions. `semi`: IN and EXISTS of a WHERE may become semi and anti joins.
RelPtr expand_subqueries(const RelPtr& root, bool semi);
// The tree without Correlates, but for those of table functions. Failure where Flink leaves a reference to an outer row.
RelPtr decorrelate(const RelPtr& root);
// LEFT Correlate of a global aggregate with COUNT, its row perhaps projected: where there is no row the count is 0. Null: none.
RelPtr with_zero_counts(const CorrelateRel& correlate);
RelPtr push_correlated_filters(const RelPtr& rel);
// One Correlate as a join, where a rule of its own does that; else null.
RelPtr join_of_scalar(const CorrelateRel& correlate);
// left JOIN t FOR SYSTEM_TIME AS OF left.time; null: the right side is no Snapshot.
RelPtr join_of_snapshot(const CorrelateRel& correlate);

}  // namespace rowkind::rules
