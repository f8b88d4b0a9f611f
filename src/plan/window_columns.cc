#include "plan/physical_util.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

WindowSpec attached(const WindowSpec& window, int32_t start, int32_t end) {
  WindowSpec out = window;
  out.time_column = -1;
  out.start_column = start;
  out.end_column = end;
  return out;
}

int32_t position_of(const ExprList& projects, int32_t column) {
  for (size_t i = 0; i < projects.size(); ++i) {
    if (projects[i]->kind == ExprKind::kInputRef && projects[i]->index == column)
      return static_cast<int32_t>(i);
  }
  return -1;
}

std::optional<WindowColumns> of_aggregate(const WindowAggregateNode& node) {
  WindowColumns out;
  int32_t next = static_cast<int32_t>(node.type.size() - node.properties.size());
  for (WindowProperty property : node.properties) {
    if (property == WindowProperty::kStart) out.start = next;
    if (property == WindowProperty::kEnd) out.end = next;
    if (property == WindowProperty::kRowtime) out.time = next;
    ++next;
  }
  out.window = attached(node.window, out.start, out.end);
  // The keys of a session are columns of its own input.
  return out;
}

}  // namespace

std::optional<WindowColumns> window_columns(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kWindowTableFunction: {
      WindowColumns out;
      out.start = static_cast<int32_t>(node.inputs[0]->type.size());
      out.end = out.start + 1;
      out.time = out.start + 2;
      out.window = attached(node_as<WindowTableFunctionNode>(node).window, out.start, out.end);
      return out;
    }
    case NodeKind::kWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
      return of_aggregate(node_as<WindowAggregateNode>(node));
    case NodeKind::kCalc: {
      std::optional<WindowColumns> below = window_columns(*node.inputs[0]);
      if (!below) return below;
      const ExprList& projects = node_as<CalcNode>(node).projects;
      WindowColumns out;
      out.start = position_of(projects, below->start);
      out.end = position_of(projects, below->end);
      out.time = position_of(projects, below->time);
      out.window = attached(below->window, out.start, out.end);
      for (int32_t& column : out.window.partition) column = position_of(projects, column);
      return out;
    }
    case NodeKind::kExchange:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kWindowRank:
    case NodeKind::kWindowDeduplicate:
    case NodeKind::kWindowJoin:
    case NodeKind::kMiniBatchAssigner:
      return window_columns(*node.inputs[0]);
    default:
      return std::nullopt;
  }
}

}  // namespace rowkind
