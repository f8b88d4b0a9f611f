// ExpandWindowTableFunctionTransposeRule: the copies that GROUPING SETS and split distincts make of a row are made below the window function,
// so that the aggregate above can take the windows over.
#include <algorithm>

#include "plan/calc_build.h"
#include "plan/physical_util.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

bool in(const ColumnSet& columns, int32_t column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

// The Calc between Expand and function with the window columns left out and the time column added if it lacks.
struct Below {
  NodePtr input;
  std::vector<int32_t> map;  // column of the Calc that was -> of `input`, -1: a window column
  int32_t time = -1;
  bool time_added = false;
};

std::optional<Below> below_window(const CalcNode& calc, const WindowTableFunctionNode& function,
                                  const WindowColumns& columns) {
  if (calc.condition && columns.reads(*calc.condition)) return std::nullopt;
  const NodePtr& input = function.inputs[0];
  Below out;
  ExprList projects;
  std::vector<std::string> names;
  for (size_t i = 0; i < calc.projects.size(); ++i) {
    const Expr& expr = *calc.projects[i];
    bool is_ref = expr.kind == ExprKind::kInputRef;
    if (columns.reads(expr)) {
      if (!is_ref) return std::nullopt;
      out.map.push_back(-1);
      continue;
    }
    if (is_ref && expr.index == function.window.time_column) out.time = static_cast<int32_t>(projects.size());
    out.map.push_back(static_cast<int32_t>(projects.size()));
    projects.push_back(calc.projects[i]);
    names.push_back(calc.type[i].name);
  }
  if (out.time < 0) {
    const Field& time = input->type[static_cast<size_t>(function.window.time_column)];
    out.time = static_cast<int32_t>(projects.size());
    out.time_added = true;
    projects.push_back(input_ref(function.window.time_column, time.type));
    names.push_back(time.name);
  }
  // A Calc that changes nothing goes, names do not count; with it goes a session's exchange.
  const NodePtr made = make_calc(input, std::move(projects), calc.condition, std::move(names), function.span);
  if (!is_trivial_calc(node_as<CalcNode>(*made))) {
    out.input = merged_calc(made);
  } else {
    out.input = input->kind == NodeKind::kExchange ? input->inputs[0] : input;
  }
  return out;
}

NodePtr new_expand(const ExpandNode& expand, const Below& below) {
  auto out = std::make_shared<ExpandNode>();
  out->span = expand.span;
  const size_t old_width = below.map.size();
  auto window_column = [&](size_t i) { return i < old_width && below.map[i] < 0; };
  for (size_t i = 0; i < expand.type.size(); ++i) {
    if (window_column(i)) continue;
    out->type.push_back(expand.type[i]);
    if (i < old_width) out->type.back().name = below.input->type[static_cast<size_t>(below.map[i])].name;
  }
  const Field& time = below.input->type[static_cast<size_t>(below.time)];
  for (const ExprList& row : expand.projects) {
    ExprList copy;
    for (size_t i = 0; i < row.size(); ++i) {
      if (!window_column(i)) copy.push_back(remap(row[i], below.map));
    }
    if (below.time_added) copy.push_back(input_ref(below.time, time.type));
    out->projects.push_back(std::move(copy));
  }
  if (below.time_added) out->type.push_back(time);
  out->inputs.push_back(below.input);
  return out;
}

}  // namespace

NodePtr expand_below_window(const NodePtr& node) {
  if (node->kind == NodeKind::kCalc && node->inputs[0]->kind == NodeKind::kExpand) {
    const auto& top = node_as<CalcNode>(*node);
    NodePtr below = expand_below_window(top.inputs[0]);
    return below ? build_calc(below, top.projects, top.condition, field_names(top.type), top.span) : nullptr;
  }
  if (node->kind != NodeKind::kExpand) return nullptr;
  const auto& expand = node_as<ExpandNode>(*node);
  if (expand.inputs[0]->kind != NodeKind::kCalc) return nullptr;
  const auto& calc = node_as<CalcNode>(*expand.inputs[0]);
  if (calc.inputs[0]->kind != NodeKind::kWindowTableFunction) return nullptr;
  const auto& function = node_as<WindowTableFunctionNode>(*calc.inputs[0]);
  std::optional<WindowColumns> kept = window_columns(expand);
  if (!kept || kept->starts.empty() || kept->ends.empty()) return nullptr;
  std::optional<Below> below = below_window(calc, function, *window_columns(function));
  if (!below) return nullptr;

  NodePtr lower = new_expand(expand, *below);
  auto made = std::make_shared<WindowTableFunctionNode>(function);
  const int32_t width = static_cast<int32_t>(lower->type.size());
  made->window.time_column = below->time_added ? width - 1 : below->time;
  // Flink leaves the keys of a session as they were numbered before, so they name other columns now.
  for (int32_t column : made->window.partition) {
    if (column < width) continue;
    throw Failure("plan/session-expand",
                  "Index " + std::to_string(column) + " out of bounds for length " + std::to_string(width),
                  node->span,
                  "Flink loses the keys of SESSION below GROUPING SETS: name them in a sub-query");
  }
  made->type = lower->type;
  for (size_t i = function.type.size() - 3; i < function.type.size(); ++i)
    made->type.push_back(function.type[i]);
  made->inputs = {lower};
  ExprList projects;
  int32_t next = 0;
  for (size_t i = 0; i < expand.type.size(); ++i) {
    const auto column = static_cast<int32_t>(i);
    int32_t from = in(kept->starts, column)  ? width
                   : in(kept->ends, column)  ? width + 1
                   : in(kept->times, column) ? width + 2
                                             : next++;
    projects.push_back(input_ref(from, made->type[static_cast<size_t>(from)].type));
  }
  return make_calc(made, std::move(projects), nullptr, field_names(expand.type), expand.span);
}

}  // namespace rowkind
