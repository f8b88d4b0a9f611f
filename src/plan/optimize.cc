// Logical plan -> physical plan: logical rules, conversion, changelog modes, finishing touches.
#include <algorithm>

#include "base/limits.h"
#include "plan/advice.h"
#include "plan/modes.h"
#include "plan/physical_build.h"
#include "plan/physical_rules.h"
#include "plan/planner.h"
#include "plan/reuse_sinks.h"
#include "plan/rules/rules.h"
#include "plan/version_rules.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

constexpr int64_t kPlanNodes = 20'000;  // of one sink, shared sub-queries counted at each use

void count_nodes(const Rel& rel, int64_t& left) {
  if (--left < 0) {
    throw Failure("plan/too-large",
                  "The query expands to more than " + std::to_string(kPlanNodes) + " operators.", rel.span);
  }
  for (const RelPtr& input : rel.inputs) count_nodes(*input, left);
}

RelPtr rewrite(RelPtr rel, const PlannerConfig& config) {
  int64_t left = kPlanNodes;
  count_nodes(*rel, left);
  rel = rules::remove_subqueries(rel);
  rel = rules::rewrite_legacy_windows(rel);
  rel = rules::rewrite_set_ops(rel);
  rel = rules::merge_aggregate_inputs(rel, true);
  rel = rules::expand_grouping_sets(rel);
  rel = rules::merge_over_projects(rel);
  rel = rules::split_over(rel);
  rel = rules::push_filters(rel);
  rel = rules::push_join_keys(rel);
  rel = rules::transpose_sorts(rel);
  rel = rules::rewrite_aggregates(rel);
  rel = rules::to_multi_joins(rel, config.multi_join);
  rel = rules::push_projects_below_unions(rel);
  rel = rules::prune_columns(rel);
  rel = rules::merge_projects(rel);
  rel = rules::pick_below_watermarks(rel);
  rel = rules::merge_aggregate_inputs(rel, false);
  rel = rules::merge_projects(rel);
  return config.split_distinct ? rules::split_distinct(rel, config.split_buckets) : rel;
}

PhysicalPlan plan_all(const CompiledScript& script, const LogicalPlan& logical, Consumer consumer) {
  PlannerConfig config = planner_config(script.settings, script.options.flink_version);
  PhysicalPlan plan;
  std::vector<Error> determinism;
  for (const auto& sink_rel : logical.sinks) {
    RelPtr rewritten = rewrite(sink_rel, config);
    auto sink = build_physical(rules::as<SinkRel>(*rewritten), config);
    sink->inputs = {push_calcs_below_normalize(sink->inputs[0], config.version)};
    sink->inputs = {add_mini_batch_assigners(sink->inputs[0], config)};
    apply_version(*sink, config.version);
    infer_modify_kinds(*sink, consumer, config);
    sink = infer_update_and_delete_kinds(sink, consumer, config);
    finish(*sink, config);
    resolve_determinism(*sink, config, determinism);
    sink->inputs = {split_phases(sink->inputs[0], config)};
    sink->inputs = {split_window_phases(sink->inputs[0], config)};
    plan.sinks.push_back(sink);
  }
  if (!(config.version < kFlink2_1)) reuse_sinks(plan.sinks, logical.sinks);
  NodeSharing sharing;
  for (const auto& sink : plan.sinks) sharing.share(sink, plan.nodes);
  plan.advice = aggregate_advice(plan, config);
  plan.advice.insert(plan.advice.end(), determinism.begin(), determinism.end());
  return plan;
}

}  // namespace

Result<PhysicalPlan> optimize(const CompiledScript& script) {
  try {
    return plan_all(script, script.logical, script.options.consumer);
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

Result<PhysicalPlan> optimize_explain(const CompiledScript& script, size_t index) {
  try {
    return plan_all(script, script.explains[index].logical, Consumer::kUpsert);
  } catch (Failure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace rowkind
