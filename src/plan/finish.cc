#include <algorithm>

#include "plan/accumulators.h"
#include "plan/physical_rules.h"
#include "plan/physical_util.h"
#include "plan/row_metadata.h"

namespace rowkind {

namespace {

void set_input_spec(const PhysicalNode& input, const std::vector<int32_t>& keys, InputSpec& spec,
                    ColumnSet& unique) {
  std::vector<ColumnSet> known = upsert_keys_in_range(input, keys);
  if (known.empty()) {
    spec = InputSpec::kNoUniqueKey;
    return;
  }
  ColumnSet columns = keys;
  std::vector<ColumnSet> inside;
  for (const ColumnSet& key : known) {
    if (contains_all(columns, key)) inside.push_back(key);
  }
  spec = inside.empty() ? InputSpec::kHasUniqueKey : InputSpec::kJoinKeyContainsUniqueKey;
  unique = smallest_key(inside.empty() ? known : inside);
}

std::string digest(const PhysicalNode& node) {
  std::string out = describe(node) + node.mode().to_string();
  for (const Field& field : node.type) out += "|" + field.name + " " + field.type.to_string();
  for (const NodePtr& input : node.inputs) out += "#" + std::to_string(input->id);
  if (node.kind == NodeKind::kGroupAggregate || node.kind == NodeKind::kJoin) {
    if (node.kind == NodeKind::kJoin) out += node_as<JoinNode>(node).state_ttl_hints;
    if (node.kind == NodeKind::kGroupAggregate)
      out += std::to_string(node_as<GroupAggregateNode>(node).state_ttl_millis);
  }
  return out;
}

}  // namespace

void set_retraction(GroupAggregateNode& node) {
  const ModifyKindSet& input = node.inputs[0]->modify;
  node.needs_retraction = input.update || input.deletes;
  node.count_rows = node.needs_retraction;
  node.retract.assign(node.calls.size(), node.needs_retraction);
  if (!node.needs_retraction) return;
  std::vector<Monotonicity> mono = monotonicity(node);
  if (mono.empty()) return;
  for (size_t i = 0; i < node.calls.size(); ++i) {
    Monotonicity column = mono[node.grouping.size() + i];
    if (node.calls[i].function->name == "MAX" && column == Monotonicity::kIncreasing) node.retract[i] = false;
    if (node.calls[i].function->name == "MIN" && column == Monotonicity::kDecreasing) node.retract[i] = false;
  }
}

void finish(PhysicalNode& node, const PlannerConfig& config) {
  for (const NodePtr& input : node.inputs) finish(*input, config);
  node.upsert_keys = upsert_keys(node);
  switch (node.kind) {
    case NodeKind::kGroupAggregate: {
      auto& group = node_as<GroupAggregateNode>(node);
      set_retraction(group);
      group.mini_batch = config.mini_batch;
      group.mini_batch_size = config.mini_batch_size;
      break;
    }
    case NodeKind::kWindowAggregate: {
      auto& window = node_as<WindowAggregateNode>(node);
      window.needs_retraction = !node.inputs[0]->modify.insert_only();
      window.retract.assign(window.calls.size(), window.needs_retraction);
      if (window.window.time_column >= 0 && window.window.window != WindowKind::kTumble)
        require_merge(window.calls, window.retract, node.span);
      if (window.window.window == WindowKind::kHop && !window.needs_retraction)
        require_distinct_retraction(window.calls, node.span);
      break;
    }
    case NodeKind::kGroupWindowAggregate: {
      auto& window = node_as<GroupWindowAggregateNode>(node);
      window.needs_retraction = !node.inputs[0]->modify.insert_only();
      window.retract.assign(window.calls.size(), window.needs_retraction);
      if (window.window.window != WindowKind::kTumble) require_merge(window.calls, window.retract, node.span);
      break;
    }
    case NodeKind::kProcessTableFunction: {
      auto& function = node_as<ProcessTableFunctionNode>(node);
      if (function.on_time >= 0 && !(node.modify.insert_only() && node.inputs[0]->modify.insert_only()))
        throw Failure(
            "plan/on-time",
            "Time operations using the `on_time` argument are currently not supported for PTFs that "
            "consume or produce updates.",
            node.span, "leave on_time out");
      if (function.full_deletes) break;
      std::vector<ColumnSet> known = upsert_keys_in_range(*node.inputs[0], function.partition);
      if (known.empty() && function.partition.empty()) {
        throw Failure(
            "plan/partial-deletes",
            "Invalid 'produces_full_deletes=false' for TO_CHANGELOG: the input has no upsert key and "
            "the call has no PARTITION BY, so the function has no identifying columns to preserve "
            "on DELETE rows. Remove the argument (the default emits full DELETE rows) or add a "
            "PARTITION BY.",
            node.span);
      }
      function.delete_key = smallest_key(known);
      break;
    }
    case NodeKind::kMultiJoin: {
      auto& join = node_as<MultiJoinNode>(node);
      for (size_t i = 0; i < join.inputs.size(); ++i) {
        join.unique_keys.push_back(smallest_key(upsert_keys_in_range(*join.inputs[i], join.keys[i])));
      }
      break;
    }
    case NodeKind::kJoin: {
      auto& join = node_as<JoinNode>(node);
      set_input_spec(*join.inputs[0], join.left_keys, join.left_spec, join.left_unique_key);
      set_input_spec(*join.inputs[1], join.right_keys, join.right_spec, join.right_unique_key);
      join.mini_batch = config.mini_batch;
      join.mini_batch_size = config.mini_batch_size;
      break;
    }
    default:
      break;
  }
}

NodePtr NodeSharing::share(const NodePtr& node, std::vector<NodePtr>& nodes) {
  for (NodePtr& input : node->inputs) input = share(input, nodes);
  std::string key = node->kind == NodeKind::kSink ? "" : digest(*node);
  if (!key.empty()) {
    auto found = known_.find(key);
    if (found != known_.end()) return found->second;
  }
  node->id = static_cast<int32_t>(nodes.size());
  nodes.push_back(node);
  if (!key.empty()) known_.emplace(std::move(key), node);
  return node;
}

}  // namespace rowkind
