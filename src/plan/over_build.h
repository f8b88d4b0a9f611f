// OVER: one group of calls with the same PARTITION BY, ORDER BY and frame.
#pragma once

#include "plan/physical.h"
#include "plan/rules/rel_tree.h"

namespace rowkind {

// Failure plan/over-* for orders, bounds and functions that no release of Flink takes in streaming (what only older ones refuse:
// version_rules.h).
NodePtr build_over(const rules::OverRel& rel, NodePtr input, FlinkVersion version);

}  // namespace rowkind
