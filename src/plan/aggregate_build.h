// The aggregate of a query: by the windows of a window function below it, by a group window of old, or by its keys.
#pragma once

#include "plan/physical.h"
#include "plan/planner_config.h"

namespace rowkind {

NodePtr build_aggregate(const AggregateRel& rel, NodePtr input, const PlannerConfig& config);

}  // namespace rowkind
