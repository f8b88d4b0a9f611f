// TwoStageOptimizedWindowAggregateRule: event-time windows of fixed size aggregate per slice in front of the
// exchange and per window behind it.
#include <algorithm>

#include "plan/accumulators.h"
#include "plan/physical_util.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

NodePtr split(const NodePtr& node) {
  const auto& one = node_as<WindowAggregateNode>(*node);
  const NodePtr& input = one.inputs[0]->inputs[0];
  auto local = std::make_shared<WindowAggregateNode>(one);
  local->kind = NodeKind::kLocalWindowAggregate;
  // HOP looks at the number of rows of a window, a retracting input at what is left of it.
  if (one.needs_retraction || one.window.window == WindowKind::kHop) {
    if (std::none_of(local->calls.begin(), local->calls.end(), is_record_count)) {
      local->hidden_count = static_cast<int32_t>(local->calls.size());
      local->calls.push_back(record_counter());
      local->retract.push_back(one.needs_retraction);
    }
  }
  Accumulators buffers = name_accumulators(local->calls, local->retract);
  local->accumulators = buffers.names;
  local->distinct_views = buffers.distinct_views;
  local->distinct_of_call = buffers.distinct_of_call;
  local->type.clear();
  for (int32_t column : one.grouping) local->type.push_back(input->type[static_cast<size_t>(column)]);
  for (const auto& names : local->accumulators) {
    for (const std::string& name : names) local->type.push_back(Field{name, LogicalType()});
  }
  for (const auto& view : local->distinct_views) local->type.push_back(Field{view.name, LogicalType()});
  bool attached = one.window.time_column < 0;
  local->type.push_back(
      Field{attached ? "$window_end" : "$slice_end", LogicalType::bigint().with_nullable(false)});
  local->properties = {};
  local->inputs = {input};
  // Both parts show what the input sends.
  local->modify = input->modify;
  local->update = input->update;
  local->delete_kind = input->delete_kind;
  local->upsert_keys.clear();
  std::vector<int32_t> keys;
  for (size_t i = 0; i < one.grouping.size(); ++i) keys.push_back(static_cast<int32_t>(i));
  NodePtr exchange = make_exchange(local, keys);
  exchange->modify = local->modify;
  exchange->update = local->update;
  exchange->delete_kind = local->delete_kind;
  auto global = std::make_shared<WindowAggregateNode>(*local);
  global->kind = NodeKind::kGlobalWindowAggregate;
  global->grouping = keys;
  global->properties = one.properties;
  global->type = one.type;
  global->modify = one.modify;
  global->update = one.update;
  global->delete_kind = one.delete_kind;
  global->upsert_keys = one.upsert_keys;
  global->inputs = {exchange};
  return global;
}

}  // namespace

NodePtr split_window_phases(const NodePtr& node, const PlannerConfig& config) {
  for (NodePtr& input : node->inputs) input = split_window_phases(input, config);
  if (node->kind != NodeKind::kWindowAggregate || config.agg_phase == PlannerConfig::AggPhase::kOnePhase)
    return node;
  const auto& window = node_as<WindowAggregateNode>(*node);
  if (!window.window.rowtime || window.window.window == WindowKind::kSession) return node;
  for (const AggregateCall& call : window.calls) {
    if (!can_merge(call)) return node;
  }
  return split(node);
}

}  // namespace rowkind
