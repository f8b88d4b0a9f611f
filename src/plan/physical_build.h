// Logical algebra -> physical nodes: calcs created and merged, exchanges in front of keyed operators,
// ChangelogNormalize above upsert scans. No traits yet.
#pragma once

#include "plan/physical.h"
#include "plan/planner_config.h"

namespace rowkind {

// The tree below (and with) a sink. Failure plan/not-yet for what no operator exists for, and Flink's own
// refusals.
std::shared_ptr<SinkNode> build_physical(const SinkRel& sink, const PlannerConfig& config);

}  // namespace rowkind
