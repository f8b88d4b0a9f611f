// What EXPLAIN PLAN_ADVICE says about a plan: two-phase aggregation, and updates that cannot be taken back.
#pragma once

#include <vector>

#include "plan/physical.h"
#include "plan/planner_config.h"

namespace rowkind {

// About the aggregates of the whole plan: none or one (plan/advice-two-phases).
std::vector<Error> aggregate_advice(const PhysicalPlan& plan, const PlannerConfig& config);
// Updates that cannot be taken back: a warning in `advice` (plan/non-deterministic-update). Under TRY_RESOLVE look-up joins keep what they
// found, and what that does not mend is a Failure.
void resolve_determinism(SinkNode& sink, const PlannerConfig& config, std::vector<Error>& advice);

}  // namespace rowkind
