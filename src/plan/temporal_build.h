// Joins FOR SYSTEM_TIME AS OF: event-time temporal joins and look-up joins.
#pragma once

#include "plan/interval_bounds.h"
#include "plan/physical.h"
#include "plan/planner_config.h"
#include "plan/rules/rel_tree.h"

namespace rowkind {

// `rel`: a join whose right input is a Snapshot with its period over the left row; `right`: that input
// without the Snapshot, planned. Failures are Flink's: no primary key, no row time, key outside of the
// condition.
NodePtr build_temporal_join(const JoinRel& rel, NodePtr left, NodePtr right, const PlannerConfig& config);
// A look-up into the table of the Snapshot's scan; Failure for a table that answers none.
NodePtr build_lookup_join(const JoinRel& rel, NodePtr left);
// The period is a row time of the left side.
bool is_event_time(const JoinRel& rel);

// A join whose condition bounds the times of both sides.
NodePtr build_interval_join(const JoinRel& rel, NodePtr left, NodePtr right, const IntervalBounds& bounds);

}  // namespace rowkind
