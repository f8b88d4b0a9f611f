// LATERAL SNAPSHOT (2.4).
#pragma once

#include "plan/physical.h"
#include "plan/planner_config.h"
#include "plan/rules/rel_tree.h"

namespace rowkind {

// The call of SNAPSHOT that is the right side of a join, projections and filters on top of it or not; null: it is something else.
const LateralSnapshotRel* snapshot_call(const Rel& right);
// A join with such a right side that shows the time of the call behind all its columns if it would not show it at all.
std::shared_ptr<const JoinRel> with_snapshot_time(const JoinRel& rel);
// `rel`: such a join; `right`: its right side planned, with the input of the call in its place.
NodePtr build_lateral_snapshot_join(const JoinRel& rel, NodePtr left, NodePtr right,
                                    const PlannerConfig& config);

}  // namespace rowkind
