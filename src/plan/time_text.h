// Plan text of operators on time: windows, temporal and look-up joins, MATCH, process table functions.
#pragma once

#include <optional>
#include <string>

#include "plan/physical.h"

namespace rowkind {

// The terms of the node in parentheses; nothing if it is none of these.
std::optional<std::string> time_terms(const PhysicalNode& node);

// Pieces that physical_text.cc shares.
std::string join_type_name(JoinType type);     // "LeftOuterJoin"
RowType both_sides(const PhysicalNode& join);  // names as a join condition sees them
std::string condition_text(const Expr& expr, const RowType& columns);
std::string sort_list(const std::vector<SortKey>& keys, const RowType& type, bool marks_rowtime);
std::string aggregate_text(const AggregateCall& call, bool retract,
                           const RowType& input);  // "COUNT(DISTINCT a) FILTER $f1"

}  // namespace rowkind
