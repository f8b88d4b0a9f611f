#include <algorithm>

#include "plan/physical_util.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

bool contains(const ColumnSet& columns, int32_t column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

ColumnSet projected(const ExprList& projects, const ColumnSet& columns) {
  ColumnSet out;
  for (size_t i = 0; i < projects.size(); ++i) {
    if (projects[i]->kind == ExprKind::kInputRef && contains(columns, projects[i]->index))
      out.push_back(static_cast<int32_t>(i));
  }
  return out;
}

WindowColumns of_aggregate(const WindowAggregateNode& node) {
  WindowColumns out;
  out.window = node.window;
  int32_t next = static_cast<int32_t>(node.type.size() - node.properties.size());
  for (WindowProperty property : node.properties) {
    if (property == WindowProperty::kStart) out.starts.push_back(next);
    if (property == WindowProperty::kEnd) out.ends.push_back(next);
    if (property == WindowProperty::kRowtime) out.times.push_back(next);
    ++next;
  }
  for (int32_t& column : out.window.partition) {
    auto key = std::find(node.grouping.begin(), node.grouping.end(), column);
    column = key == node.grouping.end() ? -1 : static_cast<int32_t>(key - node.grouping.begin());
  }
  return out;
}

// An aggregate that is none of windows keeps those it groups by.
void keep_grouping(WindowColumns& columns, const std::vector<int32_t>& grouping) {
  auto kept = [&](const ColumnSet& set) {
    ColumnSet out;
    for (size_t i = 0; i < grouping.size(); ++i) {
      if (contains(set, grouping[i])) out.push_back(static_cast<int32_t>(i));
    }
    return out;
  };
  columns.starts = kept(columns.starts);
  columns.ends = kept(columns.ends);
  columns.times.clear();  // plain times from here on
  for (int32_t& column : columns.window.partition) {
    ColumnSet now = kept({column});
    column = now.empty() ? -1 : now.front();
  }
}

ColumnSet common(const ColumnSet& a, const ColumnSet& b) {
  ColumnSet out;
  for (int32_t column : a) {
    if (contains(b, column)) out.push_back(column);
  }
  return out;
}

// What all inputs of a union have; none if their windows differ.
std::optional<WindowColumns> of_union(const PhysicalNode& node) {
  std::optional<WindowColumns> out;
  for (const NodePtr& input : node.inputs) {
    std::optional<WindowColumns> columns = window_columns(*input);
    if (!columns || (out && !same_windows(out->window, columns->window))) return std::nullopt;
    if (out) {
      out->starts = common(out->starts, columns->starts);
      out->ends = common(out->ends, columns->ends);
      out->times = common(out->times, columns->times);
    } else {
      out = columns;
    }
  }
  return out;
}

// The columns of both sides: they agree.
std::optional<WindowColumns> of_join(const WindowJoinNode& node) {
  std::optional<WindowColumns> left = window_columns(*node.inputs[0]),
                               right = window_columns(*node.inputs[1]);
  if (!left || !right || node.join == JoinType::kSemi || node.join == JoinType::kAnti) return left;
  int32_t base = static_cast<int32_t>(node.inputs[0]->type.size());
  for (int32_t column : right->starts) left->starts.push_back(base + column);
  for (int32_t column : right->ends) left->ends.push_back(base + column);
  for (int32_t column : right->times) left->times.push_back(base + column);
  return left;
}

}  // namespace

bool same_windows(const WindowSpec& a, const WindowSpec& b) {
  return a.window == b.window && a.size_millis == b.size_millis && a.slide_millis == b.slide_millis &&
         a.offset_millis == b.offset_millis && a.rowtime == b.rowtime;
}

bool WindowColumns::all(int32_t column) const {
  return contains(starts, column) || contains(ends, column) || contains(times, column);
}

bool WindowColumns::bound_by(const std::vector<int32_t>& keys) const {
  return !common(keys, starts).empty() && !common(keys, ends).empty();
}

bool WindowColumns::reads(const Expr& expr) const {
  const std::vector<int32_t> refs = input_refs(expr);
  return std::any_of(refs.begin(), refs.end(), [&](int32_t ref) { return all(ref); });
}

std::optional<WindowColumns> window_columns(const PhysicalNode& node) {
  std::optional<WindowColumns> out;
  switch (node.kind) {
    case NodeKind::kWindowTableFunction: {
      int32_t start = static_cast<int32_t>(node.inputs[0]->type.size());
      out = WindowColumns{node_as<WindowTableFunctionNode>(node).window, {start}, {start + 1}, {start + 2}};
      if (node.inputs[0]->kind == NodeKind::kExpand) out->window.partition = {-1};  // see expand_below_window
      break;
    }
    case NodeKind::kWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
      out = of_aggregate(node_as<WindowAggregateNode>(node));
      break;
    case NodeKind::kCalc: {
      out = window_columns(*node.inputs[0]);
      if (!out) return out;
      const ExprList& projects = node_as<CalcNode>(node).projects;
      out->starts = projected(projects, out->starts);
      out->ends = projected(projects, out->ends);
      out->times = projected(projects, out->times);
      for (int32_t& column : out->window.partition) {
        if (column < 0) continue;
        ColumnSet now = projected(projects, {column});
        if (now.empty()) return std::nullopt;  // sessions without their key are no windows
        column = now.front();
      }
      break;
    }
    case NodeKind::kWindowJoin:
      out = of_join(node_as<WindowJoinNode>(node));
      break;
    case NodeKind::kExpand: {
      out = window_columns(*node.inputs[0]);
      if (!out) return out;
      // Not where a set of grouping leaves them out.
      for (const ExprList& projects : node_as<ExpandNode>(node).projects) {
        out->starts = common(out->starts, projected(projects, out->starts));
        out->ends = common(out->ends, projected(projects, out->ends));
        out->times = common(out->times, projected(projects, out->times));
      }
      break;
    }
    case NodeKind::kGroupAggregate:
      out = window_columns(*node.inputs[0]);
      if (out) keep_grouping(*out, node_as<GroupAggregateNode>(node).grouping);
      break;
    case NodeKind::kUnion:
      out = of_union(node);
      break;
    case NodeKind::kCorrelate:
    case NodeKind::kExchange:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kWindowRank:
    case NodeKind::kWindowDeduplicate:
    case NodeKind::kMiniBatchAssigner:
      out = window_columns(*node.inputs[0]);
      break;
    default:
      return std::nullopt;
  }
  if (!out) return out;
  out->window.time_column = -1;
  out->window.start_column = out->starts.empty() ? -1 : out->starts.front();
  out->window.end_column = out->ends.empty() ? -1 : out->ends.front();
  return out;
}

}  // namespace rowkind
