// Process table functions and MATCH_RECOGNIZE as physical nodes.
#pragma once

#include "plan/physical.h"

namespace rowkind {

// FROM_CHANGELOG, TO_CHANGELOG. Failure plan/not-yet for others.
NodePtr build_process_function(const TableFunctionRel& rel, NodePtr input);
// Failure plan/match-order unless the order starts with an ascending time attribute.
NodePtr build_match(const std::shared_ptr<const MatchRel>& rel, NodePtr input);

}  // namespace rowkind
