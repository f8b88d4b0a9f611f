#include "plan/advice.h"

#include <algorithm>

#include "plan/accumulators.h"
#include "plan/determinism.h"
#include "plan/physical_util.h"
#include "plan/row_metadata.h"

namespace rowkind {
namespace {

// The options that keep an aggregate from having two phases, as "'key' to value, ...".
std::string two_phase_options(const PlannerConfig& config) {
  std::string out;
  const auto add = [&](const char* key, const char* value) {
    out += (out.empty() ? "'" : ", '") + std::string(key) + "' to " + value;
  };
  if (config.agg_phase == PlannerConfig::AggPhase::kOnePhase)
    add("table.optimizer.agg-phase-strategy", "'AUTO'");
  if (!config.mini_batch) add("table.exec.mini-batch.enabled", "'true'");
  if (config.mini_batch_latency_millis <= 0)
    add("table.exec.mini-batch.allow-latency", "a positive long value");
  if (config.mini_batch_size <= 0) add("table.exec.mini-batch.size", "a positive long value");
  return out;
}

bool could_have_two_phases(const PhysicalNode& node) {
  if (node.kind != NodeKind::kGroupAggregate || node.inputs[0]->kind != NodeKind::kExchange) return false;
  const std::vector<AggregateCall>& calls = node_as<GroupAggregateNode>(node).calls;
  return std::all_of(calls.begin(), calls.end(), can_merge);
}

void keep_found(PhysicalNode& node, const std::vector<const PhysicalNode*>& keeping) {
  if (std::find(keeping.begin(), keeping.end(), &node) != keeping.end()) {
    auto& join = node_as<LookupJoinNode>(node);
    join.upsert_materialize = true;
    join.keep_key = smallest_key(upsert_keys(*node.inputs[0]));
  }
  for (const NodePtr& input : node.inputs) keep_found(*input, keeping);
}

}  // namespace

std::vector<Error> aggregate_advice(const PhysicalPlan& plan, const PlannerConfig& config) {
  const auto node = std::find_if(plan.nodes.begin(), plan.nodes.end(),
                                 [](const NodePtr& n) { return could_have_two_phases(*n); });
  if (node == plan.nodes.end()) return {};
  return {Error("plan/advice-two-phases",
                "You might want to enable local-global two-phase optimization by configuring (" +
                    two_phase_options(config) + ").",
                (*node)->span, {}, Severity::kAdvice)};
}

void resolve_determinism(SinkNode& sink, const PlannerConfig& config, std::vector<Error>& advice) {
  try {
    const std::vector<const PhysicalNode*> keeping = check_determinism(sink);
    if (config.resolve_updates) keep_found(sink, keeping);
  } catch (Failure& failure) {
    if (config.resolve_updates) throw;
    failure.error.severity = Severity::kWarning;
    advice.push_back(std::move(failure.error));
  }
}

}  // namespace rowkind
