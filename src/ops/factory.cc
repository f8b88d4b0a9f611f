#include "ops/factory.h"

#include <string>

namespace rowkind {

bool generates_update_before(const PhysicalNode& node) {
  return node.update == UpdateKind::kBeforeAndAfter;
}

const PhysicalNode& input_of(const PhysicalNode& node, size_t index) {
  const PhysicalNode* input = node.inputs[index].get();
  while (input->kind == NodeKind::kExchange) input = input->inputs[0].get();
  return *input;
}

bool joins_columns(const PhysicalNode& node) {
  if (node.kind != NodeKind::kJoin) return false;
  const auto& join = static_cast<const JoinNode&>(node);
  if (join.join == JoinType::kSemi || join.join == JoinType::kAnti) return false;
  return join.residual == nullptr ||
         is_true_literal(*join.residual);  // a residual condition sees the whole pair
}

bool picks_columns(const PhysicalNode& node) {
  if (node.kind != NodeKind::kCalc) return false;
  const auto& calc = static_cast<const CalcNode&>(node);
  if (calc.condition != nullptr) return false;
  for (const ExprPtr& project : calc.projects) {
    if (project->kind != ExprKind::kInputRef) return false;
  }
  return true;
}

std::vector<OperatorPtr> make_operators(const PhysicalNode& node, const FactoryContext& context) {
  std::vector<OperatorPtr> out;
#define ROWKIND_MAKE(kind, Type, function)                            \
  case NodeKind::kind:                                                \
    out.push_back(function(static_cast<const Type&>(node), context)); \
    break;
  switch (node.kind) {
    ROWKIND_MAKE(kTableSourceScan, TableSourceScanNode, make_table_source_scan)
    ROWKIND_MAKE(kValues, ValuesNode, make_values)
    ROWKIND_MAKE(kCalc, CalcNode, make_calc)
    ROWKIND_MAKE(kUnion, UnionNode, make_union)
    ROWKIND_MAKE(kDropUpdateBefore, DropUpdateBeforeNode, make_drop_update_before)
    ROWKIND_MAKE(kChangelogNormalize, ChangelogNormalizeNode, make_changelog_normalize)
    ROWKIND_MAKE(kWatermarkAssigner, WatermarkAssignerNode, make_watermark_assigner)
    ROWKIND_MAKE(kMiniBatchAssigner, MiniBatchAssignerNode, make_mini_batch_assigner)
    ROWKIND_MAKE(kExpand, ExpandNode, make_expand)
    ROWKIND_MAKE(kCorrelate, CorrelateNode, make_correlate)
    ROWKIND_MAKE(kGroupAggregate, GroupAggregateNode, make_group_aggregate)
    ROWKIND_MAKE(kLocalGroupAggregate, GroupAggregateNode, make_local_group_aggregate)
    ROWKIND_MAKE(kGlobalGroupAggregate, GroupAggregateNode, make_global_group_aggregate)
    ROWKIND_MAKE(kIncrementalGroupAggregate, GroupAggregateNode, make_incremental_group_aggregate)
    ROWKIND_MAKE(kJoin, JoinNode, make_join)
    ROWKIND_MAKE(kIntervalJoin, IntervalJoinNode, make_interval_join)
    ROWKIND_MAKE(kTemporalJoin, TemporalJoinNode, make_temporal_join)
    ROWKIND_MAKE(kLateralSnapshotJoin, LateralSnapshotJoinNode, make_lateral_snapshot_join)
    ROWKIND_MAKE(kLookupJoin, LookupJoinNode, make_lookup_join)
    ROWKIND_MAKE(kMultiJoin, MultiJoinNode, make_multi_join)
    ROWKIND_MAKE(kRank, RankNode, make_rank)
    ROWKIND_MAKE(kDeduplicate, RankNode, make_deduplicate)
    ROWKIND_MAKE(kSortLimit, SortLimitNode, make_sort_limit)
    ROWKIND_MAKE(kLimit, SortLimitNode, make_sort_limit)
    ROWKIND_MAKE(kTemporalSort, SortLimitNode, make_temporal_sort)
    ROWKIND_MAKE(kOverAggregate, OverAggregateNode, make_over_aggregate)
    ROWKIND_MAKE(kWindowTableFunction, WindowTableFunctionNode, make_window_table_function)
    ROWKIND_MAKE(kWindowAggregate, WindowAggregateNode, make_window_aggregate)
    ROWKIND_MAKE(kLocalWindowAggregate, WindowAggregateNode, make_local_window_aggregate)
    ROWKIND_MAKE(kGlobalWindowAggregate, WindowAggregateNode, make_window_aggregate)
    ROWKIND_MAKE(kWindowRank, WindowRankNode, make_window_rank)
    ROWKIND_MAKE(kWindowDeduplicate, WindowDeduplicateNode, make_window_deduplicate)
    ROWKIND_MAKE(kWindowJoin, WindowJoinNode, make_window_join)
    ROWKIND_MAKE(kGroupWindowAggregate, GroupWindowAggregateNode, make_group_window_aggregate)
    ROWKIND_MAKE(kMatch, MatchNode, make_match)
    case NodeKind::kExchange:
      break;
    case NodeKind::kProcessTableFunction: {
      const auto& function = static_cast<const ProcessTableFunctionNode&>(node);
      out.push_back(function.op_column >= 0 ? make_from_changelog(function, context)
                                            : make_to_changelog(function, context));
      break;
    }
    case NodeKind::kSink:
      append_sink(static_cast<const SinkNode&>(node), context, out);
      break;
    default:
      throw Failure("plan/not-yet",
                    std::string(node_name(node.kind)) + " can be planned but not executed yet.", node.span);
  }
#undef ROWKIND_MAKE
  return out;
}

}  // namespace rowkind
