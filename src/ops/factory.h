// From plan nodes to operators: one make_… function an operator file, one switch here.
#pragma once

#include <memory>
#include <vector>

#include "changelog/row_kind.h"
#include "ops/operator.h"
#include "ops/options.h"
#include "plan/physical.h"

namespace rowkind {

using OperatorPtr = std::unique_ptr<Operator>;

// Gets every row that reaches a sink. `sink` indexes PhysicalPlan::sinks.
class SinkConsumer {
 public:
  virtual ~SinkConsumer() = default;
  virtual void on_change(int32_t sink, RowKind kind, const RowPtr& row) = 0;
};

struct FactoryContext {
  OperatorOptions options;
  SinkConsumer* consumer = nullptr;
  int32_t sink_index = -1;  // of the SinkNode being built
  // The Calc behind the node being built, if it only picks columns and nobody watches the rows between the two: an operator that can makes
  // its rows that way. Only where joins_columns().
  const CalcNode* columns = nullptr;
};

// Whether the operator of `node` obeys FactoryContext::columns: a regular join that makes a row from a pair.
bool joins_columns(const PhysicalNode& node);
// Whether `node` is a Calc that only picks columns.
bool picks_columns(const PhysicalNode& node);

// The operators of one node, in the order rows pass them (a sink has up to four). Empty for an Exchange, which does no work in one process.
// Throws Failure(plan/not-yet) for a node without operator.
std::vector<OperatorPtr> make_operators(const PhysicalNode& node, const FactoryContext& context);

// Whether an update's -U is asked of this node: only then an operator emits the first half of a -U/+U pair.
bool generates_update_before(const PhysicalNode& node);
// The first input that is not an Exchange.
const PhysicalNode& input_of(const PhysicalNode& node, size_t index = 0);

OperatorPtr make_table_source_scan(const TableSourceScanNode& node, const FactoryContext& context);
OperatorPtr make_values(const ValuesNode& node, const FactoryContext& context);
OperatorPtr make_calc(const CalcNode& node, const FactoryContext& context);
OperatorPtr make_union(const UnionNode& node, const FactoryContext& context);
OperatorPtr make_drop_update_before(const DropUpdateBeforeNode& node, const FactoryContext& context);
OperatorPtr make_changelog_normalize(const ChangelogNormalizeNode& node, const FactoryContext& context);
OperatorPtr make_watermark_assigner(const WatermarkAssignerNode& node, const FactoryContext& context);
OperatorPtr make_mini_batch_assigner(const MiniBatchAssignerNode& node, const FactoryContext& context);
OperatorPtr make_expand(const ExpandNode& node, const FactoryContext& context);
OperatorPtr make_correlate(const CorrelateNode& node, const FactoryContext& context);
OperatorPtr make_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context);
OperatorPtr make_local_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context);
OperatorPtr make_global_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context);
OperatorPtr make_incremental_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context);
OperatorPtr make_join(const JoinNode& node, const FactoryContext& context);
OperatorPtr make_semi_anti_join(const JoinNode& node, const FactoryContext& context);
OperatorPtr make_interval_join(const IntervalJoinNode& node, const FactoryContext& context);
OperatorPtr make_temporal_join(const TemporalJoinNode& node, const FactoryContext& context);
OperatorPtr make_lateral_snapshot_join(const LateralSnapshotJoinNode& node, const FactoryContext& context);
OperatorPtr make_lookup_join(const LookupJoinNode& node, const FactoryContext& context);
OperatorPtr make_multi_join(const MultiJoinNode& node, const FactoryContext& context);
OperatorPtr make_from_changelog(const ProcessTableFunctionNode& node, const FactoryContext& context);
OperatorPtr make_to_changelog(const ProcessTableFunctionNode& node, const FactoryContext& context);
OperatorPtr make_deduplicate(const RankNode& node, const FactoryContext& context);
// The four Top-N algorithms; a RankNode that is a deduplication goes to make_deduplicate.
OperatorPtr make_rank(const RankNode& node, const FactoryContext& context);
OperatorPtr make_sort_limit(const SortLimitNode& node, const FactoryContext& context);
OperatorPtr make_temporal_sort(const SortLimitNode& node, const FactoryContext& context);
OperatorPtr make_over_aggregate(const OverAggregateNode& node, const FactoryContext& context);
OperatorPtr make_non_time_over(const OverAggregateNode& node, const FactoryContext& context);
OperatorPtr make_window_table_function(const WindowTableFunctionNode& node, const FactoryContext& context);
OperatorPtr make_window_aggregate(const WindowAggregateNode& node, const FactoryContext& context);
OperatorPtr make_local_window_aggregate(const WindowAggregateNode& node, const FactoryContext& context);
OperatorPtr make_window_rank(const WindowRankNode& node, const FactoryContext& context);
OperatorPtr make_window_deduplicate(const WindowDeduplicateNode& node, const FactoryContext& context);
OperatorPtr make_window_join(const WindowJoinNode& node, const FactoryContext& context);
OperatorPtr make_group_window_aggregate(const GroupWindowAggregateNode& node, const FactoryContext& context);
OperatorPtr make_match(const MatchNode& node, const FactoryContext& context);
OperatorPtr make_constraint_enforcer(const SinkNode& node, const FactoryContext& context);
OperatorPtr make_sink_upsert_materializer(const SinkNode& node, const FactoryContext& context);
OperatorPtr make_watermark_compacting_materializer(const SinkNode& node, const FactoryContext& context);
void append_sink(const SinkNode& node, const FactoryContext& context, std::vector<OperatorPtr>& out);

}  // namespace rowkind
