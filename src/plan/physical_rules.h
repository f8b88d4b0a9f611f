// Rewrites of the physical tree, in the order optimize() runs them.
//   1 push_calcs_below_normalize   PushCalcPastChangelogNormalizeRule
//   2 add_mini_batch_assigners     MiniBatchIntervalInferRule
//   (mode inference, modes.h)
//   3 finish                       join input specs, retract variants, record counters
//   4 split_phases                 TwoStageOptimizedAggregateRule, IncrementalAggregateRule
//   5 share_nodes                  SubplanReuser: equal sub-plans become one node
#pragma once

#include <map>

#include "plan/physical.h"
#include "plan/planner_config.h"

namespace rowkind {

NodePtr push_calcs_below_normalize(const NodePtr& node, FlinkVersion version);
NodePtr add_mini_batch_assigners(const NodePtr& node, const PlannerConfig& config);
void finish(PhysicalNode& node, const PlannerConfig& config);
NodePtr split_phases(const NodePtr& node, const PlannerConfig& config);

class NodeSharing {
 public:
  // The node (and its inputs) or an equal one met before; new ones are appended to `nodes` with their ids,
  // inputs first.
  NodePtr share(const NodePtr& node, std::vector<NodePtr>& nodes);

 private:
  std::map<std::string, NodePtr> known_;
};

// Retract variants and record counter of a group aggregate whose input has its ModifyKindSet.
void set_retraction(GroupAggregateNode& node);

}  // namespace rowkind
