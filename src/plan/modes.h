// Changelog-mode inference (FlinkChangelogModeInferenceProgram): three passes over the tree of one sink.
//   1 ModifyKindSet   which of insert, update, delete a node emits; a consumer that cannot take them refuses
//   2 UpdateKind      none, UA only, or UB and UA: asked from above, alternatives tried in order, rank strategies chosen
//   3 DeleteKind      none, by key, full; a ChangelogNormalize that nobody needs goes
#pragma once

#include "plan/physical.h"
#include "plan/planner.h"
#include "plan/planner_config.h"

namespace rowkind {

// Pass 1, in place. Failure plan/append-only with Flink's "doesn't support consuming ..." message.
void infer_modify_kinds(SinkNode& sink, Consumer consumer, const PlannerConfig& config);
// Passes 2 and 3: the tree with all traits. Failure plan/no-valid-plan when no alternative works.
std::shared_ptr<SinkNode> infer_update_and_delete_kinds(const std::shared_ptr<SinkNode>& sink,
                                                        Consumer consumer, const PlannerConfig& config);

// The mode that a sink accepts of what its input offers.
ChangelogMode accepted_mode(const SinkNode& sink, Consumer consumer);

// A condition of a Calc that reads a column outside of the upsert key: an update may cross it.
bool filters_non_key(const PhysicalNode& calc);

}  // namespace rowkind
