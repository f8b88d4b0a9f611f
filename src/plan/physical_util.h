// Copies, walks and text helpers for physical nodes, shared by the planner's stages.
#pragma once

#include <string>
#include <vector>

#include "plan/physical.h"

namespace rowkind {

template <typename T>
const T& node_as(const PhysicalNode& node) {
  return static_cast<const T&>(node);
}
template <typename T>
T& node_as(PhysicalNode& node) {
  return static_cast<T&>(node);
}

// A shallow copy: same inputs, own traits.
NodePtr clone_node(const PhysicalNode& node);
NodePtr with_inputs(const PhysicalNode& node, std::vector<NodePtr> inputs);

NodePtr make_calc(NodePtr input, ExprList projects, ExprPtr condition, std::vector<std::string> names,
                  Span span);
NodePtr make_exchange(NodePtr input, std::vector<int32_t> keys);
// projects are the input's columns in order and there is no condition (names do not count, as in Flink).
bool is_trivial_calc(const CalcNode& calc);
// Calc over Calc as one; null if a part that is not deterministic would be evaluated twice or a condition
// would change it.
NodePtr merge_calcs(const CalcNode& upper, const CalcNode& lower);
ExprList refs_of(const PhysicalNode& node);

// "a, b, c" of columns.
std::string column_list(const RowType& type, const std::vector<int32_t>& columns);
std::string joined(const std::vector<std::string>& parts, const char* separator = ", ");

// CAST(expr AS type) even where only a time attribute or the nullability differs.
ExprPtr cast_call(const ExprPtr& expr, const LogicalType& type);

// The name an aggregate shows in a plan: COUNT, COUNT_RETRACT, LISTAGG_RETRACT ...
std::string aggregate_name(const AggregateCall& call, bool retract);

}  // namespace rowkind
