// Correlate: UNNEST beside each left row, and the copies that INTERSECT ALL and EXCEPT ALL write.
#pragma once

#include "plan/physical.h"
#include "plan/rules/rel_tree.h"

namespace rowkind {

// `variable`: the number that Flink gives the left row in the plan. Failure plan/not-yet for anything but UNNEST.
NodePtr build_correlate(const CorrelateRel& rel, NodePtr left, int32_t variable);
NodePtr build_replicate(const rules::ReplicateRel& rel, NodePtr input);

}  // namespace rowkind
