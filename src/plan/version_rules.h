// What older releases of Flink plan otherwise; recorded on 1.20.4, 2.0.2, 2.1.2 and 2.2.1. What is not here is the same in all.
#pragma once

#include "base/flink_version.h"
#include "plan/physical.h"

namespace rowkind {

// Marks the nodes below `node` before their changelog modes are inferred, and refuses what `version` cannot run (Failure, Flink's gist).
void apply_version(PhysicalNode& node, FlinkVersion version);

// Failure where `version` cannot order an OVER window, or its ROWS, by a column that is no time attribute.
void refuse_over_without_time(const OverAggregateNode& over, FlinkVersion version);

// The first release that has a function of this name (upper case); 1.20 for all that need no newer one.
FlinkVersion function_since(std::string_view name);

}  // namespace rowkind
