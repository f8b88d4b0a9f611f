#include "plan/update_kinds.h"

#include <algorithm>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"
#include "plan/sink_rules.h"

namespace rowkind {

namespace {

using Inputs = std::vector<NodePtr>;

// All inputs with exactly the required kind, or nothing.
bool visit_inputs(const PhysicalNode& node, UpdateKind required, Inputs& out) {
  for (const NodePtr& input : node.inputs) {
    NodePtr made = satisfy_update_kind(input, required);
    if (!made || made->update != required) return false;
    out.push_back(std::move(made));
  }
  return true;
}

NodePtr made(const PhysicalNode& node, Inputs inputs, UpdateKind provided) {
  NodePtr out = with_inputs(node, std::move(inputs));
  // A node that never updates has no update kind, whatever was asked of it.
  out->update = node.modify.update ? provided : UpdateKind::kNone;
  return out;
}

// Asks `below` of the input, gives `provided` itself.
NodePtr absorb(const PhysicalNode& node, UpdateKind below, UpdateKind provided) {
  Inputs inputs;
  if (!visit_inputs(node, below, inputs)) return nullptr;
  return made(node, std::move(inputs), provided);
}

NodePtr forward(const PhysicalNode& node, UpdateKind required) {
  Inputs inputs;
  if (!visit_inputs(node, required, inputs)) return nullptr;
  UpdateKind provided = inputs[0]->update;
  return made(node, std::move(inputs), provided);
}

NodePtr visit_scan(const NodePtr& node, UpdateKind required) {
  const ChangelogMode& mode = node_as<TableSourceScanNode>(*node).table->source_mode;
  UpdateKind provided = !mode.update_after   ? UpdateKind::kNone
                        : mode.update_before ? UpdateKind::kBeforeAndAfter
                                             : UpdateKind::kOnlyUpdateAfter;
  NodePtr scan = made(*node, {}, provided);
  if (provided != UpdateKind::kBeforeAndAfter || required != UpdateKind::kOnlyUpdateAfter) return scan;
  auto drop = std::make_shared<DropUpdateBeforeNode>();
  drop->type = scan->type;
  drop->span = scan->span;
  drop->modify = scan->modify;
  drop->update = UpdateKind::kOnlyUpdateAfter;
  drop->inputs.push_back(std::move(scan));
  return drop;
}

NodePtr visit_union(const PhysicalNode& node, UpdateKind required) {
  Inputs inputs;
  UpdateKind merged = UpdateKind::kNone;
  for (const NodePtr& input : node.inputs) {
    NodePtr one = satisfy_update_kind(input, input->modify.insert_only() ? UpdateKind::kNone : required);
    if (!one) return nullptr;
    if (one->update != UpdateKind::kNone) {
      if (merged != UpdateKind::kNone && merged != one->update) return nullptr;
      merged = one->update;
    }
    inputs.push_back(std::move(one));
  }
  return made(node, std::move(inputs), merged);
}

bool join_takes_only_after(const JoinNode& join, size_t side) {
  const std::vector<int32_t>& keys = side == 0 ? join.left_keys : join.right_keys;
  std::vector<ColumnSet> unique = upsert_keys_in_range(*join.inputs[side], keys);
  return std::any_of(unique.begin(), unique.end(),
                     [&](const ColumnSet& key) { return contains_all(key, keys); });
}

NodePtr visit_join(const JoinNode& join, UpdateKind required) {
  Inputs inputs;
  for (size_t side = 0; side < 2; ++side) {
    const NodePtr& input = join.inputs[side];
    NodePtr one;
    if (required == UpdateKind::kOnlyUpdateAfter) {
      if (input->modify.update && !join_takes_only_after(join, side)) return nullptr;
      one = satisfy_update_kind(input, only_after_or_none(input->modify));
    } else {
      one = satisfy_update_kind(input, before_after_or_none(input->modify));
    }
    if (!one) return nullptr;
    inputs.push_back(std::move(one));
  }
  return made(join, std::move(inputs), required);
}

// The left side as the parent asks, of the right one rather no -U.
NodePtr visit_temporal(const PhysicalNode& node, UpdateKind required) {
  const ModifyKindSet &left = node.inputs[0]->modify, &right = node.inputs[1]->modify;
  bool before = required == UpdateKind::kBeforeAndAfter;
  NodePtr new_left =
      satisfy_update_kind(node.inputs[0], before ? before_after_or_none(left) : only_after_or_none(left));
  NodePtr new_right = satisfy_update_kind(node.inputs[1], only_after_or_none(right));
  if (!new_right) new_right = satisfy_update_kind(node.inputs[1], before_after_or_none(right));
  if (!new_left || !new_right) return nullptr;
  UpdateKind provided = new_left->update;
  return made(node, {new_left, new_right}, provided);
}

NodePtr visit_lateral_snapshot(const PhysicalNode& node) {
  Inputs inputs;
  for (const NodePtr& input : node.inputs) {
    NodePtr one = satisfy_update_kind(input, before_after_or_none(input->modify));
    if (!one) return nullptr;
    inputs.push_back(std::move(one));
  }
  return made(node, std::move(inputs), UpdateKind::kNone);
}

NodePtr visit_multi_join(const MultiJoinNode& join, UpdateKind required) {
  Inputs inputs;
  for (size_t i = 0; i < join.inputs.size(); ++i) {
    const NodePtr& input = join.inputs[i];
    bool only_after = required == UpdateKind::kOnlyUpdateAfter;
    if (only_after && input->modify.update) {
      std::vector<ColumnSet> unique = upsert_keys_in_range(*input, join.keys[i]);
      bool keyed = std::any_of(unique.begin(), unique.end(),
                               [&](const ColumnSet& key) { return contains_all(key, join.keys[i]); });
      if (!keyed) return nullptr;
    }
    NodePtr one = satisfy_update_kind(
        input, only_after ? only_after_or_none(input->modify) : before_after_or_none(input->modify));
    if (!one) return nullptr;
    inputs.push_back(std::move(one));
  }
  return made(join, std::move(inputs), required);
}

// FROM_CHANGELOG sends what its codes say, whatever is asked of it. TO_CHANGELOG does without -U where it does
// not show it and the rows of a key stay together.
NodePtr visit_function(const ProcessTableFunctionNode& node) {
  const ModifyKindSet& input = node.inputs[0]->modify;
  UpdateKind provided = node.upserts ? UpdateKind::kOnlyUpdateAfter : UpdateKind::kBeforeAndAfter;
  if (!node.needs_update_before && !node.needs_full_deletes) {
    std::vector<ColumnSet> keys = upsert_keys_in_range(*node.inputs[0], node.partition);
    bool keyed = node.partition.empty() || std::any_of(keys.begin(), keys.end(), [&](const ColumnSet& key) {
                   return contains_all(key, node.partition) && contains_all(node.partition, key);
                 });
    NodePtr out = keyed ? absorb(node, only_after_or_none(input), provided) : nullptr;
    if (out) return out;
  }
  return absorb(node, before_after_or_none(input), provided);
}

struct Strategy {
  RankStrategy kind;
  std::vector<int32_t> keys;
};

std::vector<Strategy> rank_strategies(const PhysicalNode& node, const std::vector<int32_t>& partition,
                                      const std::vector<SortKey>& order) {
  const PhysicalNode& input = *node.inputs[0];
  if (input.modify.insert_only()) return {{RankStrategy::kAppendFast, {}}};
  std::vector<ColumnSet> keys = upsert_keys_in_range(input, partition);
  bool covers = std::any_of(keys.begin(), keys.end(),
                            [&](const ColumnSet& key) { return contains_all(key, partition); });
  if (!covers) return {{RankStrategy::kRetract, {}}};
  std::vector<Monotonicity> mono = monotonicity(input);
  bool monotonic =
      !mono.empty() && !order.empty() && std::all_of(order.begin(), order.end(), [&](const SortKey& key) {
        Monotonicity column = mono[static_cast<size_t>(key.column)];
        return column == Monotonicity::kConstant ||
               column == (key.descending ? Monotonicity::kIncreasing : Monotonicity::kDecreasing);
      });
  if (!monotonic) return {{RankStrategy::kRetract, {}}};
  return {{RankStrategy::kUpdateFast, keys[0]}, {RankStrategy::kRetract, {}}};
}

template <typename T>
NodePtr visit_rank(const T& node, const std::vector<int32_t>& partition, const std::vector<SortKey>& order,
                   UpdateKind required) {
  for (const Strategy& strategy : rank_strategies(node, partition, order)) {
    UpdateKind below = strategy.kind == RankStrategy::kUpdateFast ? UpdateKind::kOnlyUpdateAfter
                       : strategy.kind == RankStrategy::kRetract  ? UpdateKind::kBeforeAndAfter
                                                                  : UpdateKind::kNone;
    // A retract rank over rows that are only inserted and deleted has no updates to ask for.
    if (!node.inputs[0]->modify.update) below = UpdateKind::kNone;
    NodePtr out = absorb(node, below, required);
    if (!out) continue;
    node_as<T>(*out).strategy = strategy.kind;
    node_as<T>(*out).primary_keys = strategy.keys;
    return out;
  }
  return nullptr;
}

}  // namespace

bool filters_non_key(const PhysicalNode& node) {
  const auto& calc = node_as<CalcNode>(node);
  if (!calc.condition) return false;
  if (calc.version < kFlink2_1) return true;  // FLINK-39314
  std::vector<ColumnSet> keys = upsert_keys(*calc.inputs[0]);
  return keys.empty() || !contains_all(keys[0], input_refs(*calc.condition));
}

NodePtr satisfy_update_kind(const NodePtr& node, UpdateKind required) {
  switch (node->kind) {
    case NodeKind::kTableSourceScan:
      return visit_scan(node, required);
    case NodeKind::kValues:
      return made(*node, {}, UpdateKind::kNone);
    case NodeKind::kGroupAggregate:
    case NodeKind::kWindowAggregate:
    case NodeKind::kGroupWindowAggregate:
    case NodeKind::kLimit:
      return absorb(*node, before_after_or_none(node->inputs[0]->modify), required);
    case NodeKind::kOverAggregate:
      return absorb(*node, before_after_or_none(node->inputs[0]->modify),
                    node->modify.update ? UpdateKind::kBeforeAndAfter : UpdateKind::kNone);
    case NodeKind::kTemporalSort:
    case NodeKind::kIntervalJoin:
    case NodeKind::kWindowRank:
    case NodeKind::kWindowDeduplicate:
    case NodeKind::kWindowJoin:
    case NodeKind::kMatch:
      return absorb(*node, UpdateKind::kNone, required);
    case NodeKind::kRank: {
      const auto& rank = node_as<RankNode>(*node);
      return visit_rank(rank, rank.partition, rank.order, required);
    }
    case NodeKind::kSortLimit: {
      const auto& sort = node_as<SortLimitNode>(*node);
      return visit_rank(sort, {}, sort.keys, required);
    }
    case NodeKind::kJoin:
      return visit_join(node_as<JoinNode>(*node), required);
    case NodeKind::kCalc:
      if (required == UpdateKind::kOnlyUpdateAfter && filters_non_key(*node)) return nullptr;
      return forward(*node, required);
    case NodeKind::kCorrelate:
    case NodeKind::kExchange:
    case NodeKind::kExpand:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kLookupJoin:
    case NodeKind::kWindowTableFunction:
      return forward(*node, required);
    case NodeKind::kProcessTableFunction:
      return visit_function(node_as<ProcessTableFunctionNode>(*node));
    case NodeKind::kTemporalJoin:
      return visit_temporal(*node, required);
    case NodeKind::kLateralSnapshotJoin:
      return visit_lateral_snapshot(*node);
    case NodeKind::kMultiJoin:
      return visit_multi_join(node_as<MultiJoinNode>(*node), required);
    case NodeKind::kUnion:
      return visit_union(*node, required);
    case NodeKind::kChangelogNormalize:
      return absorb(*node, UpdateKind::kOnlyUpdateAfter, required);
    default:
      throw Failure("plan/not-yet", std::string(node_name(node->kind)) + " is not executable yet.",
                    node->span);
  }
}

}  // namespace rowkind
