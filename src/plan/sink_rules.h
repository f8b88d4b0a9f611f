// What a sink demands of its input: update kind, materializer, ON CONFLICT clause (2.3 and later).
#pragma once

#include "plan/modes.h"

namespace rowkind {

// The key of the sink holds an upsert key of the input, and what else is in it never changes.
bool upsert_key_satisfies_primary_key(const SinkNode& sink);
// Whether a SinkUpsertMaterializer is needed. Failure plan/on-conflict* for a missing or misplaced clause.
bool needs_upsert_materialize(const SinkNode& sink, Consumer consumer, const PlannerConfig& config);

}  // namespace rowkind
