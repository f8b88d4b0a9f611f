// GROUP BY TUMBLE(...), HOP(...), SESSION(...): the group windows from before the windowing table functions.
#pragma once

#include "plan/physical.h"
#include "plan/planner_config.h"

namespace rowkind {

// `rel.window` is set. Failure plan/emit-strategy for options of table.exec.emit.* that do not go together.
NodePtr build_group_window(const AggregateRel& rel, NodePtr input, const PlannerConfig& config);

}  // namespace rowkind
