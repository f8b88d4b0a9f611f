#include "plan/calc_build.h"

#include <algorithm>

#include "plan/physical_util.h"
#include "plan/rules/rules.h"

namespace rowkind {

namespace {

// TUMBLE_END(window) and the like on top of a group window.
NodePtr with_properties(const CalcNode& node) {
  const auto& window = node_as<GroupWindowAggregateNode>(*node.inputs[0]);
  int32_t start = static_cast<int32_t>(window.type.size() - window.properties.size());
  ExprList projects;
  for (const ExprPtr& expr : node.projects)
    projects.push_back(rules::window_property(expr, window.type, start));
  ExprPtr condition = node.condition ? rules::window_property(node.condition, window.type, start) : nullptr;
  // Without such functions the aggregate has no properties.
  auto reads = [&](const ExprPtr& expr) {
    std::vector<int32_t> refs = input_refs(*expr);
    return std::any_of(refs.begin(), refs.end(), [&](int32_t ref) { return ref >= start; });
  };
  NodePtr input = node.inputs[0];
  if (std::none_of(projects.begin(), projects.end(), reads) && !(condition && reads(condition))) {
    input = clone_node(window);
    node_as<GroupWindowAggregateNode>(*input).properties.clear();
    input->type.resize(static_cast<size_t>(start));
  }
  return make_calc(input, std::move(projects), condition, field_names(node.type), node.span);
}

}  // namespace

ExprPtr materialize_proctime(const ExprPtr& time) {
  return make_call("PROCTIME_MATERIALIZE", {time}).or_throw();
}

ExprPtr materialized(const ExprPtr& expr) {
  if (expr->kind != ExprKind::kCall || is_call(*expr, "PROCTIME_MATERIALIZE")) return expr;
  // A time that only becomes nullable stays one.
  if (is_call(*expr, "CAST") && expr->type.time_attribute() != TimeAttribute::kNone) return expr;
  ExprList operands;
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    ExprPtr made = materialized(operand);
    // Inside of an expression it is the value that it was.
    if (is_call(*made, "CAST") && made->type.time_attribute() != TimeAttribute::kNone &&
        made->operands[0]->type.time_attribute() == TimeAttribute::kNone)
      made = made->operands[0];
    if (made->type.is_proctime() && !is_call(*made, "PROCTIME_MATERIALIZE"))
      made = materialize_proctime(made);
    if (made->type.is_rowtime() && made->kind == ExprKind::kInputRef) {
      made = cast_call(made, made->type.with_attribute(TimeAttribute::kNone));
    }
    changed = changed || made != operand;
    operands.push_back(made);
  }
  if (!changed) return expr;
  // CAST of what already is that cast.
  if (is_call(*expr, "CAST") && is_call(*operands[0], "CAST") && operands[0]->type.equals(expr->type))
    return operands[0];
  return with_operands(*expr, std::move(operands));
}

ExprPtr rebound(const ExprPtr& expr, const RowType& input) {
  if (expr->kind == ExprKind::kInputRef) {
    const LogicalType& type = input[static_cast<size_t>(expr->index)].type;
    if (type.time_attribute() == expr->type.time_attribute()) return expr;
    return with_type(expr, expr->type.with_attribute(type.time_attribute()));
  }
  ExprList operands;
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    operands.push_back(rebound(operand, input));
    changed = changed || operands.back() != operand;
  }
  return changed ? with_operands(*expr, std::move(operands)) : expr;
}

NodePtr build_calc(NodePtr input, ExprList projects, ExprPtr condition, std::vector<std::string> names,
                   Span span) {
  if (condition && is_true_literal(*condition)) condition = nullptr;
  NodePtr node =
      make_calc(std::move(input), std::move(projects), std::move(condition), std::move(names), span);
  const auto& made = node_as<CalcNode>(*node);
  if (made.inputs[0]->kind == NodeKind::kCalc) {
    if (NodePtr merged = merge_calcs(made, node_as<CalcNode>(*made.inputs[0]))) node = merged;
  }
  if (node->inputs[0]->kind == NodeKind::kGroupWindowAggregate)
    node = with_properties(node_as<CalcNode>(*node));
  return is_trivial_calc(node_as<CalcNode>(*node)) ? node->inputs[0] : node;
}

NodePtr merged_calc(const NodePtr& node) {
  if (node->kind != NodeKind::kCalc) return node;
  const auto& top = node_as<CalcNode>(*node);
  return build_calc(top.inputs[0], top.projects, top.condition, field_names(top.type), top.span);
}

NodePtr without_time(NodePtr input, const std::vector<int32_t>& columns) {
  ExprList exprs = refs_of(*input);
  bool changed = false;
  for (int32_t column : columns) {
    ExprPtr& expr = exprs[static_cast<size_t>(column)];
    if (expr->type.is_proctime() && expr->kind == ExprKind::kInputRef) {
      expr = materialize_proctime(expr);
    } else if (expr->type.is_rowtime() && expr->kind == ExprKind::kInputRef) {
      expr = cast_call(expr, expr->type.with_attribute(TimeAttribute::kNone));
    } else {
      continue;
    }
    changed = true;
  }
  if (!changed) return input;
  std::vector<std::string> names = field_names(input->type);
  return build_calc(std::move(input), std::move(exprs), nullptr, std::move(names), {});
}

NodePtr all_without_time(NodePtr input) {
  std::vector<int32_t> all;
  for (size_t i = 0; i < input->type.size(); ++i) all.push_back(static_cast<int32_t>(i));
  return without_time(std::move(input), all);
}

NodePtr first_columns(NodePtr input, size_t count) {
  ExprList refs = refs_of(*input);
  std::vector<std::string> names = field_names(input->type);
  refs.resize(count);
  names.resize(count);
  const Span span = input->span;
  return build_calc(std::move(input), std::move(refs), nullptr, std::move(names), span);
}

}  // namespace rowkind
