// TwoStageOptimizedAggregateRule: with mini-batch on, a group aggregate becomes a local one in front of the
// exchange and a global one behind it. IncrementalAggregateRule folds the global phase of a partial aggregate
// and the local phase of the final one into one node.
#include <algorithm>

#include "plan/accumulators.h"
#include "plan/physical_rules.h"
#include "plan/physical_util.h"

namespace rowkind {

namespace {

NodePtr two_phases(const NodePtr& node) {
  const auto& group = node_as<GroupAggregateNode>(*node);
  const NodePtr& input = group.inputs[0]->inputs[0];
  auto local = std::make_shared<GroupAggregateNode>(group);
  local->kind = NodeKind::kLocalGroupAggregate;
  if (group.needs_retraction) {
    if (std::none_of(local->calls.begin(), local->calls.end(), is_record_count)) {
      local->hidden_count = static_cast<int32_t>(local->calls.size());
      local->calls.push_back(record_counter());
      local->retract.push_back(true);
    }
  }
  Accumulators buffers = name_accumulators(local->calls, local->retract);
  local->accumulators = buffers.names;
  local->distinct_views = buffers.distinct_views;
  local->distinct_of_call = buffers.distinct_of_call;
  local->type.clear();
  for (int32_t column : group.grouping) local->type.push_back(input->type[static_cast<size_t>(column)]);
  for (const auto& names : local->accumulators) {
    for (const std::string& name : names) local->type.push_back(Field{name, LogicalType()});
  }
  for (const auto& view : local->distinct_views) local->type.push_back(Field{view.name, LogicalType()});
  local->argument_type = input->type;
  local->inputs = {input};
  local->modify = {true, false, false};
  local->update = UpdateKind::kNone;
  local->delete_kind = DeleteKind::kNone;
  local->upsert_keys.clear();

  std::vector<int32_t> keys;
  for (size_t i = 0; i < group.grouping.size(); ++i) keys.push_back(static_cast<int32_t>(i));
  NodePtr exchange = make_exchange(local, keys);
  exchange->modify = local->modify;
  auto global = std::make_shared<GroupAggregateNode>(*local);
  global->kind = NodeKind::kGlobalGroupAggregate;
  global->grouping = keys;
  global->type = group.type;
  global->modify = group.modify;
  global->update = group.update;
  global->delete_kind = group.delete_kind;
  global->upsert_keys = group.upsert_keys;
  global->inputs = {exchange};
  return global;
}

// Global(final) <- Exchange <- Local(final) <- Global(partial) <- Exchange <- Local(partial)
NodePtr incremental(const NodePtr& node) {
  if (node->kind != NodeKind::kGlobalGroupAggregate) return node;
  const NodePtr& local_final = node->inputs[0]->inputs[0];
  if (local_final->kind != NodeKind::kLocalGroupAggregate) return node;
  const NodePtr& partial = local_final->inputs[0];
  if (partial->kind != NodeKind::kGlobalGroupAggregate ||
      node_as<GroupAggregateNode>(*partial).partial_final != "PARTIAL")
    return node;
  auto folded = std::make_shared<GroupAggregateNode>(node_as<GroupAggregateNode>(*partial));
  folded->kind = NodeKind::kIncrementalGroupAggregate;
  folded->partial_final.clear();
  folded->final_grouping = node_as<GroupAggregateNode>(*local_final).grouping;
  folded->type.clear();
  for (int32_t column : folded->final_grouping)
    folded->type.push_back(partial->type[static_cast<size_t>(column)]);
  for (const auto& names : folded->accumulators) {
    for (const std::string& name : names) folded->type.push_back(Field{name, LogicalType()});
  }
  folded->modify = {true, false, false};
  folded->update = UpdateKind::kNone;
  folded->delete_kind = DeleteKind::kNone;
  NodePtr exchange = make_exchange(folded, node_as<GroupAggregateNode>(*node).grouping);
  exchange->modify = folded->modify;
  auto out = std::make_shared<GroupAggregateNode>(node_as<GroupAggregateNode>(*node));
  out->accumulators = folded->accumulators;
  // The final aggregate folds what the partial one counted, so it takes back what the input takes back.
  bool retracts = folded->needs_retraction;
  out->calls.resize(node_as<GroupAggregateNode>(*node).hidden_count < 0
                        ? out->calls.size()
                        : static_cast<size_t>(node_as<GroupAggregateNode>(*node).hidden_count));
  out->hidden_count = -1;
  if (folded->hidden_count >= 0) {
    out->hidden_count = static_cast<int32_t>(out->calls.size());
    out->calls.push_back(record_counter());
  }
  out->retract.assign(out->calls.size(), retracts);
  out->distinct_of_call.assign(out->calls.size(), -1);
  out->distinct_views.clear();
  out->needs_retraction = out->count_rows = retracts;
  out->inputs = {exchange};
  return out;
}

}  // namespace

NodePtr split_phases(const NodePtr& node, const PlannerConfig& config) {
  if (!config.mini_batch || config.agg_phase == PlannerConfig::AggPhase::kOnePhase) return node;
  for (NodePtr& input : node->inputs) input = split_phases(input, config);
  if (node->kind != NodeKind::kGroupAggregate) return node;
  const auto& group = node_as<GroupAggregateNode>(*node);
  for (size_t i = 0; i < group.calls.size(); ++i) {
    if (!can_merge(group.calls[i])) return node;
  }
  NodePtr split = two_phases(node);
  return config.incremental_agg ? incremental(split) : split;
}

}  // namespace rowkind
