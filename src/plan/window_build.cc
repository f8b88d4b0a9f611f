#include "plan/window_build.h"

#include <algorithm>

#include "plan/join_keys.h"
#include "plan/physical_util.h"
#include "plan/rules/rules.h"

namespace rowkind {

namespace {

void check_multiple(const WindowSpec& window, Span span) {
  if (window.window == WindowKind::kHop && window.size_millis % window.slide_millis != 0) {
    throw Failure("plan/window-size",
                  "HOP table function based aggregate requires size must be an integral multiple of slide, "
                  "but got size " +
                      std::to_string(window.size_millis) + " ms and slide " +
                      std::to_string(window.slide_millis) + " ms",
                  span);
  }
}

bool in(const std::vector<int32_t>& columns, int32_t column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

// What stands between an aggregate and the window function below it.
struct PullUp {
  NodePtr input;             // the aggregate's new input
  std::vector<int32_t> map;  // old input column -> new one, -1: a window column
  WindowSpec window;
};

// PullUpWindowTableFunctionIntoWindowAggregateRule: a Calc on top of the function that only passes the window
// columns on computes the rest below it.
std::optional<PullUp> pull_up(const NodePtr& input) {
  const PhysicalNode* function = input.get();
  const CalcNode* calc = nullptr;
  if (function->kind == NodeKind::kCalc) {
    calc = &node_as<CalcNode>(*function);
    function = function->inputs[0].get();
  }
  if (function->kind != NodeKind::kWindowTableFunction) return std::nullopt;
  const auto& tvf = node_as<WindowTableFunctionNode>(*function);
  WindowColumns columns = *window_columns(*function);
  NodePtr below = tvf.inputs[0];
  // A session's exchange is replaced by the aggregate's own.
  if (below->kind == NodeKind::kExchange) below = below->inputs[0];
  PullUp out;
  out.window = tvf.window;
  ExprList projects;
  std::vector<std::string> names;
  ExprList tops = calc ? calc->projects : refs_of(*function);
  std::vector<std::string> top_names = field_names(calc ? calc->type : function->type);
  if (calc && calc->condition && columns.reads(*calc->condition)) return std::nullopt;
  for (size_t i = 0; i < tops.size(); ++i) {
    if (columns.reads(*tops[i])) {
      if (tops[i]->kind != ExprKind::kInputRef) return std::nullopt;
      out.map.push_back(-1);
      continue;
    }
    out.map.push_back(static_cast<int32_t>(projects.size()));
    projects.push_back(tops[i]);
    names.push_back(top_names[i]);
  }
  auto keep = [&](int32_t column) {
    for (size_t i = 0; i < projects.size(); ++i) {
      if (projects[i]->kind == ExprKind::kInputRef && projects[i]->index == column)
        return static_cast<int32_t>(i);
    }
    const Field& field = below->type[static_cast<size_t>(column)];
    std::string name = field.name;
    for (int32_t n = 0; std::find(names.begin(), names.end(), name) != names.end(); ++n)
      name = field.name + "_" + std::to_string(n);
    projects.push_back(input_ref(column, field.type));
    names.push_back(std::move(name));
    return static_cast<int32_t>(projects.size()) - 1;
  };
  out.window.time_column = keep(tvf.window.time_column);
  for (int32_t& column : out.window.partition) column = keep(column);
  NodePtr made = make_calc(below, std::move(projects), calc ? calc->condition : nullptr, std::move(names),
                           function->span);
  // Columns that pass as they are keep the names they have below.
  if (below->kind == NodeKind::kCalc && !is_trivial_calc(node_as<CalcNode>(*made))) {
    if (NodePtr merged = merge_calcs(node_as<CalcNode>(*made), node_as<CalcNode>(*below))) made = merged;
  }
  out.input = is_trivial_calc(node_as<CalcNode>(*made)) ? made->inputs[0] : made;
  return out;
}

// WindowUtil.isValidWindowAggregate, so far as rows can tell: both ends among the keys, and the other keys of a
// session's aggregate are those of its function.
bool groups_by_window(const std::vector<int32_t>& grouping, const WindowColumns& columns) {
  if (!columns.bound_by(grouping)) return false;
  if (columns.window.window != WindowKind::kSession) return true;
  ColumnSet keys, others = columns.window.partition;
  for (int32_t key : grouping) {
    if (!columns.all(key)) keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  std::sort(others.begin(), others.end());
  return keys == others;
}

// Sessions of keys are joined by just these keys, one by one in the order of the two PARTITION BY.
bool joins_by_session_keys(const WindowSpec& left, const WindowSpec& right, const JoinKeys& keys) {
  if (left.window != WindowKind::kSession || (left.partition.empty() && right.partition.empty())) return true;
  if (left.partition.size() != keys.left.size() || right.partition.size() != keys.left.size()) return false;
  for (size_t i = 0; i < keys.left.size(); ++i) {
    const auto at = std::find(keys.left.begin(), keys.left.end(), left.partition[i]) - keys.left.begin();
    if (static_cast<size_t>(at) == keys.left.size() ||
        keys.right[static_cast<size_t>(at)] != right.partition[i])
      return false;
  }
  return true;
}

}  // namespace

NodePtr build_window_function(NodePtr input, const WindowTvfRel& rel) {
  auto node = std::make_shared<WindowTableFunctionNode>();
  const LogicalType& time = input->type[static_cast<size_t>(rel.time_column)].type;
  if (!time.is_rowtime() && !time.is_proctime()) {
    throw Failure("plan/window-time",
                  "The window function requires the timecol is a time attribute type, but is " +
                      time.to_plan(false) + ".",
                  rel.span, "declare a WATERMARK for the column");
  }
  node->window.window = rel.window;
  node->window.size_millis = rel.window == WindowKind::kSession ? rel.gap : rel.size;
  node->window.slide_millis = rel.slide;
  node->window.offset_millis = rel.offset;
  node->window.rowtime = time.is_rowtime();
  node->window.ltz = time.is(TypeRoot::kTimestampLtz);
  node->window.partition = rel.partition;
  node->window.time_column = rel.time_column;
  node->type = rel.type;
  for (size_t i = 0; i < input->type.size(); ++i) node->type[i] = input->type[i];
  node->span = rel.span;
  if (rel.window == WindowKind::kSession) input = make_exchange(std::move(input), rel.partition);
  node->inputs.push_back(std::move(input));
  return node;
}

NodePtr build_window_aggregate(const AggregateRel& rel, const NodePtr& input, const PlannerConfig& config) {
  std::optional<WindowColumns> columns = window_columns(*input);
  if (!columns || !groups_by_window(rel.grouping, *columns)) return nullptr;
  for (const AggregateCall& call : rel.calls) {
    if (call.filter >= 0 && columns->all(call.filter)) return nullptr;
  }
  const NodePtr copied_below = expand_below_window(input);
  std::optional<PullUp> pulled = pull_up(copied_below ? copied_below : input);
  if (pulled) {
    // Calls over window columns and a window grouped by twice keep the function below.
    auto bounds = [&](const ColumnSet& set) {
      return std::count_if(rel.grouping.begin(), rel.grouping.end(),
                           [&](int32_t key) { return in(set, key); });
    };
    auto reads_bounds = [&](const AggregateCall& call) {
      return std::any_of(call.args.begin(), call.args.end(),
                         [&](int32_t arg) { return pulled->map[static_cast<size_t>(arg)] < 0; });
    };
    if (bounds(columns->starts) > 1 || bounds(columns->ends) > 1 ||
        std::any_of(rel.calls.begin(), rel.calls.end(), reads_bounds)) {
      pulled.reset();
    }
  }
  if (!pulled && !columns->window.rowtime) return nullptr;
  check_multiple(columns->window, rel.span);
  for (int32_t key : rel.grouping) {
    const Field& field = input->type[static_cast<size_t>(key)];
    bool bound = in(columns->starts, key) || in(columns->ends, key);
    if (!bound || !field.type.nullable()) continue;
    throw Failure("plan/window-nullable",
                  "Type mismatch: " + field.name + ": " + field.type.with_nullable(false).to_string() +
                      " -> " + field.type.to_string(),
                  rel.span, "Flink cannot aggregate by the window of the side that an outer join pads");
  }
  if (config.early_fire || config.late_fire) {
    throw Failure(
        "plan/emit-strategy",
        "Currently, window table function based aggregate doesn't support early-fire and late-fire "
        "configuration 'table.exec.emit.early-fire.enabled' and 'table.exec.emit.late-fire.enabled'.",
        rel.span);
  }
  auto node = std::make_shared<WindowAggregateNode>();
  node->span = rel.span;
  NodePtr below = input;
  std::vector<int32_t> map(input->type.size());
  for (size_t i = 0; i < map.size(); ++i) map[i] = static_cast<int32_t>(i);
  if (pulled) {
    below = pulled->input;
    map = pulled->map;
    node->window = pulled->window;
  } else {
    node->window = columns->window;
  }
  node->calls = rules::remap_calls(rel.calls, map);
  LogicalType time_type;  // of window_time, if it is grouped by
  bool wants_time = false;
  for (int32_t key : rel.grouping) {
    if (in(columns->times, key)) {
      wants_time = true;
      time_type = input->type[static_cast<size_t>(key)].type;
    }
    if (columns->all(key)) continue;
    node->grouping.push_back(map[static_cast<size_t>(key)]);
    const Field& field = below->type[static_cast<size_t>(node->grouping.back())];
    node->type.push_back(Field{input->type[static_cast<size_t>(key)].name, field.type});
  }
  // A call without a name counts from the keys without the window.
  for (size_t i = 0; i < node->calls.size(); ++i) {
    AggregateCall& call = node->calls[i];
    const std::string numbered = "$f" + std::to_string(rel.grouping.size() + i);
    if (call.name == numbered || call.name == numbered + "_0") call.name = rules::numbered_name(node->type);
    node->type.push_back(Field{call.name, call.type});
  }
  int32_t properties = static_cast<int32_t>(node->type.size());
  LogicalType plain = LogicalType::timestamp(3).with_nullable(false);
  node->properties = {WindowProperty::kStart, WindowProperty::kEnd};
  node->type.push_back(Field{"window_start", plain});
  node->type.push_back(Field{"window_end", plain});
  if (wants_time) {
    node->properties.push_back(node->window.rowtime ? WindowProperty::kRowtime : WindowProperty::kProctime);
    node->type.push_back(Field{"window_time", time_type});
  }
  node->retract.assign(node->calls.size(), false);
  node->argument_type = below->type;
  node->inputs.push_back(make_exchange(below, node->grouping));

  // Back to the columns of the query: its keys in their order, then the calls.
  ExprList exprs;
  std::vector<std::string> names;
  int32_t key_position = 0;
  auto take = [&](int32_t column) {
    exprs.push_back(input_ref(column, node->type[static_cast<size_t>(column)].type));
    names.push_back(rel.type[names.size()].name);
  };
  for (int32_t key : rel.grouping) {
    if (in(columns->starts, key)) {
      take(properties);
    } else if (in(columns->ends, key)) {
      take(properties + 1);
    } else if (in(columns->times, key)) {
      take(properties + 2);
    } else {
      take(key_position++);
    }
  }
  for (size_t i = 0; i < rel.calls.size(); ++i) take(key_position + static_cast<int32_t>(i));
  NodePtr top = make_calc(node, std::move(exprs), nullptr, std::move(names), rel.span);
  return is_trivial_calc(node_as<CalcNode>(*top)) ? top->inputs[0] : top;
}

NodePtr build_window_rank(const rules::RankRel& rel, const NodePtr& input, const std::string& number_name) {
  std::optional<WindowColumns> columns = window_columns(*input);
  if (!columns || !columns->bound_by(rel.partition)) return nullptr;
  std::vector<int32_t> partition;
  for (int32_t column : rel.partition) {
    if (!in(columns->starts, column) && !in(columns->ends, column)) partition.push_back(column);
  }
  const LogicalType& first = input->type[static_cast<size_t>(rel.order[0].column)].type;
  bool by_time = rel.order.size() == 1 && (first.is_rowtime() || first.is_proctime());
  bool deduplicates = by_time && rel.start == 1 && rel.end == 1 && !rel.output_rank;
  if (!columns->window.rowtime) {
    throw Failure("plan/window-proctime",
                  std::string("Processing time Window ") + (deduplicates ? "Deduplication" : "TopN") +
                      " is not supported yet.",
                  rel.span);
  }
  if (deduplicates) {
    auto node = std::make_shared<WindowDeduplicateNode>();
    node->window = columns->window;
    node->partition = partition;
    node->order_column = rel.order[0].column;
    node->keep_last = rel.order[0].descending;
    node->type = input->type;
    node->span = rel.span;
    node->inputs.push_back(make_exchange(input, partition));
    return node;
  }
  auto node = std::make_shared<WindowRankNode>();
  node->window = columns->window;
  node->partition = partition;
  node->order = rel.order;
  node->rank_start = rel.start;
  node->rank_end = rel.end;
  node->output_rank = rel.output_rank;
  node->type = input->type;
  if (rel.output_rank) {
    node->type.push_back(
        Field{number_name.empty() ? "w0$o0" : number_name, LogicalType::bigint().with_nullable(false)});
  }
  node->span = rel.span;
  node->inputs.push_back(make_exchange(input, partition));
  return node;
}

NodePtr build_window_join(const JoinRel& rel, const NodePtr& left, const NodePtr& right) {
  std::optional<WindowColumns> l = window_columns(*left), r = window_columns(*right);
  if (!l || !r) return nullptr;
  const WindowSpec &a = l->window, &b = r->window;
  if (!same_windows(a, b)) return nullptr;
  int32_t base = static_cast<int32_t>(left->type.size());
  ExprList rest;
  bool starts = false, ends = false;
  for (const ExprPtr& part : conjuncts(rel.condition)) {
    bool refs = is_call(*part, "=") && part->operands[0]->kind == ExprKind::kInputRef &&
                part->operands[1]->kind == ExprKind::kInputRef;
    int32_t low = refs ? std::min(part->operands[0]->index, part->operands[1]->index) : -1;
    int32_t high = refs ? std::max(part->operands[0]->index, part->operands[1]->index) - base : -1;
    if (refs && in(l->starts, low) && in(r->starts, high)) {
      starts = true;
    } else if (refs && in(l->ends, low) && in(r->ends, high)) {
      ends = true;
    } else {
      rest.push_back(part);
    }
  }
  if (!starts || !ends) return nullptr;
  const JoinKeys keys = analyze_join(conjunction(rest), base);
  if (!joins_by_session_keys(a, b, keys)) return nullptr;
  if (!a.rowtime)
    throw Failure("plan/window-proctime", "Processing time Window Join is not supported yet.", rel.span);
  auto node = std::make_shared<WindowJoinNode>();
  node->join = rel.join;
  node->left_window = a;
  node->right_window = b;
  node->condition = conjunction(rest);
  node->left_keys = keys.left;
  node->right_keys = keys.right;
  node->filter_nulls = keys.filter_nulls;
  node->residual = keys.residual;
  node->type = rules::join_type_of(left->type, right->type, rel.join);
  node->span = rel.span;
  node->inputs = {make_exchange(left, keys.left), make_exchange(right, keys.right)};
  return node;
}

}  // namespace rowkind
