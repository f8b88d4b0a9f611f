#include <algorithm>

#include "plan/physical_rules.h"
#include "plan/physical_util.h"

namespace rowkind {

namespace {

std::vector<int32_t> positions(const std::vector<int32_t>& columns, size_t width) {
  std::vector<int32_t> out(width, -1);
  for (size_t i = 0; i < columns.size(); ++i) out[static_cast<size_t>(columns[i])] = static_cast<int32_t>(i);
  return out;
}

// The columns a Calc picks by their names, each once; empty if it does anything else to them.
std::vector<int32_t> picked(const CalcNode& calc) {
  std::vector<int32_t> out;
  for (size_t i = 0; i < calc.projects.size(); ++i) {
    const Expr& expr = *calc.projects[i];
    if (expr.kind != ExprKind::kInputRef || std::find(out.begin(), out.end(), expr.index) != out.end())
      return {};
    if (calc.type[i].name != calc.inputs[0]->type[static_cast<size_t>(expr.index)].name) return {};
    out.push_back(expr.index);
  }
  if (!calc.condition) return out;
  for (int32_t ref : input_refs(*calc.condition)) {
    if (std::find(out.begin(), out.end(), ref) == out.end()) return {};
  }
  return out;
}

// A WatermarkAssigner over a Calc, of these columns of its; null where the row time or what the watermark reads is not among them.
NodePtr pick_below_watermark(const WatermarkAssignerNode& node, const std::vector<int32_t>& columns) {
  if (node.inputs[0]->kind != NodeKind::kCalc || columns.size() == node.type.size()) return nullptr;
  const auto& lower = node_as<CalcNode>(*node.inputs[0]);
  std::vector<int32_t> map = positions(columns, node.type.size());
  if (map[static_cast<size_t>(node.rowtime)] < 0) return nullptr;
  if (node.expression) {
    for (int32_t ref : input_refs(*node.expression)) {
      if (map[static_cast<size_t>(ref)] < 0) return nullptr;
    }
  }
  ExprList projects;
  std::vector<std::string> names;
  RowType type;
  for (int32_t column : columns) {
    projects.push_back(lower.projects[static_cast<size_t>(column)]);
    names.push_back(lower.type[static_cast<size_t>(column)].name);
    type.push_back(node.type[static_cast<size_t>(column)]);
  }
  NodePtr out = with_inputs(
      node, {make_calc(lower.inputs[0], std::move(projects), lower.condition, std::move(names), lower.span)});
  auto& assigner = node_as<WatermarkAssignerNode>(*out);
  assigner.rowtime = map[static_cast<size_t>(node.rowtime)];
  if (node.expression) assigner.expression = remap(node.expression, map);
  assigner.type = std::move(type);
  return out;
}

NodePtr pick(const CalcNode& calc) {
  if (calc.inputs[0]->kind != NodeKind::kWatermarkAssigner) return nullptr;
  std::vector<int32_t> columns = picked(calc);
  if (columns.empty()) return nullptr;
  NodePtr below = pick_below_watermark(node_as<WatermarkAssignerNode>(*calc.inputs[0]), columns);
  if (!below || !calc.condition) return below;
  ExprPtr condition = remap(calc.condition, positions(columns, calc.inputs[0]->type.size()));
  return make_calc(below, refs_of(*below), condition, field_names(calc.type), calc.span);
}

}  // namespace

NodePtr pick_below_watermarks(const NodePtr& node) {
  if (node->kind == NodeKind::kCalc) {
    if (NodePtr out = pick(node_as<CalcNode>(*node))) return out;
  }
  PhysicalNode* above = node.get();
  // What a Rank does not read is cut off later than this.
  if (node->kind == NodeKind::kRank) {
    while (above->inputs[0]->kind == NodeKind::kExchange || above->inputs[0]->kind == NodeKind::kCalc)
      above = above->inputs[0].get();
  }
  for (NodePtr& input : above->inputs) input = pick_below_watermarks(input);
  return node;
}

}  // namespace rowkind
