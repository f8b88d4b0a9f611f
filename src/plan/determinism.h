// Updates that cannot be taken back. A -U or -D must carry the very values of the +I or +U before it; a column that is computed anew (UUID(), NOW(),
// RAND()) does not, so whoever looks up the old row by such a column misses it (Flink: StreamNonDeterministicUpdatePlanVisitor).
// From the sink down each operator asks some columns of its input to be deterministic: a sink its key, or the whole row without one; an
// operator that retracts by row, all columns; what an upsert key of the input covers is never asked for.
#pragma once

#include "plan/physical.h"

namespace rowkind {

// Throws Failure(plan/non-deterministic-update) if the plan below `sink` cannot give what is asked. Upsert keys must be known. Gives the look-up
// joins that can only do it when they keep what they found.
std::vector<const PhysicalNode*> check_determinism(const SinkNode& sink);

}  // namespace rowkind
