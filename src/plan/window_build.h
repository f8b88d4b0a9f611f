// Operators on windowing table functions: what a physical node knows about its window columns, and the
// aggregates, ranks, deduplications and joins that Flink makes of a query that groups by them.
#pragma once

#include <optional>

#include "plan/physical.h"
#include "plan/planner_config.h"
#include "plan/rules/rel_tree.h"

namespace rowkind {

// FlinkRelMdWindowProperties: the columns that hold the window of a row; empty where none survived.
struct WindowColumns {
  WindowSpec window;
  ColumnSet starts, ends, times;
  bool all(int32_t column) const;  // the column is one of them
  bool reads(const Expr& expr) const;
  bool bound_by(const std::vector<int32_t>& keys) const;  // start and end are among the keys
};
std::optional<WindowColumns> window_columns(const PhysicalNode& node);
bool same_windows(const WindowSpec& a, const WindowSpec& b);

NodePtr build_window_function(NodePtr input, const WindowTvfRel& rel);
// Expand over a window function with the two changed about; null where a set of grouping has no window or the Calc between them computes with it.
NodePtr expand_below_window(const NodePtr& node);
// GROUP BY window_start, window_end, ...: null when the grouping does not hold both, when it is not that of the
// sessions below, or when windows of processing time do not come straight from their function.
NodePtr build_window_aggregate(const AggregateRel& rel, const NodePtr& input, const PlannerConfig& config);
// ROW_NUMBER over PARTITION BY window_start, window_end, ...: null when it does not hold both.
NodePtr build_window_rank(const rules::RankRel& rel, const NodePtr& input, const std::string& number_name);
// Join ON window_start = window_start AND window_end = window_end of the same windows: null otherwise.
NodePtr build_window_join(const JoinRel& rel, const NodePtr& left, const NodePtr& right);
// TwoStageOptimizedWindowAggregateRule.
NodePtr split_window_phases(const NodePtr& node, const PlannerConfig& config);

}  // namespace rowkind
