#include "plan/time_text.h"

#include "plan/physical_util.h"
#include "plan/record_type.h"
#include "plan/row_metadata.h"

namespace rowkind {

namespace {

// TimeUtils.formatWithHighestUnit: the largest unit that divides the duration.
std::string duration_text(int64_t millis) {
  struct Unit {
    int64_t millis;
    const char* name;
  };
  static constexpr Unit kUnits[] = {
      {86400000, " d"}, {3600000, " h"}, {60000, " min"}, {1000, " s"}, {1, " ms"}};
  for (const Unit& unit : kUnits) {
    if (millis % unit.millis == 0 && millis != 0) return std::to_string(millis / unit.millis) + unit.name;
  }
  return "0 ms";
}

// TUMBLE(time_col=[ts], size=[5 min]); `where` is the part that says how rows find their window.
std::string window_text(const WindowSpec& window, const std::string& where, const RowType& input) {
  std::string size = duration_text(window.size_millis), slide = duration_text(window.slide_millis);
  std::string out;
  switch (window.window) {
    case WindowKind::kTumble:
      out = "TUMBLE(" + where + ", size=[" + size + "]";
      break;
    case WindowKind::kHop:
      out = "HOP(" + where + ", size=[" + size + "], slide=[" + slide + "]";
      break;
    case WindowKind::kCumulate:
      out = "CUMULATE(" + where + ", max_size=[" + size + "], step=[" + slide + "]";
      break;
    case WindowKind::kSession: {
      out = "SESSION(" + where + ", gap=[" + size + "]";
      std::vector<int32_t> keys;
      for (int32_t column : window.partition) {
        if (column >= 0) keys.push_back(column);
      }
      if (!keys.empty()) out += ", partition keys=[" + column_list(input, keys) + "]";
      break;
    }
  }
  if (window.offset_millis != 0) out += ", offset=[" + duration_text(window.offset_millis) + "]";
  return out + ")";
}

std::string own_window(const WindowSpec& window, const RowType& input) {
  std::string where = window.time_column >= 0
                          ? "time_col=[" + input[static_cast<size_t>(window.time_column)].name + "]"
                          : "win_start=[" + input[static_cast<size_t>(window.start_column)].name +
                                "], win_end=[" + input[static_cast<size_t>(window.end_column)].name + "]";
  return window_text(window, where, input);
}

const char* property_call(WindowProperty property) {
  switch (property) {
    case WindowProperty::kStart:
      return "start('w$)";
    case WindowProperty::kEnd:
      return "end('w$)";
    case WindowProperty::kRowtime:
      return "rowtime('w$)";
    case WindowProperty::kProctime:
      return "proctime('w$)";
  }
  return "";
}

std::string accumulator_text(const std::vector<std::string>& names) {
  return names.size() == 1 ? names[0] : "(" + joined(names) + ")";
}

std::string view_prefix(const WindowAggregateNode& node, size_t call) {
  int32_t view = node.distinct_of_call.empty() ? -1 : node.distinct_of_call[call];
  return view < 0 ? "" : node.distinct_views[static_cast<size_t>(view)].name + " ";
}

std::string grouping_part(const std::vector<int32_t>& grouping, const RowType& input) {
  return grouping.empty() ? "" : "groupBy=[" + column_list(input, grouping) + "], ";
}

// One phase and global: Flink pairs aggregates and properties with the output's names one by one, the hidden
// COUNT(*) of the global phase included, which then takes the name of the next column.
std::string window_aggregate_terms(const WindowAggregateNode& node) {
  const RowType& input = node.inputs[0]->type;
  bool global = node.kind == NodeKind::kGlobalWindowAggregate;
  std::vector<std::string> items;
  for (size_t i = 0; i < node.calls.size(); ++i) {
    if (global) {
      items.push_back(aggregate_name(node.calls[i], node.retract[i]) + "(" + view_prefix(node, i) +
                      accumulator_text(node.accumulators[i]) + ")");
    } else {
      items.push_back(aggregate_text(node.calls[i], node.retract[i], input));
    }
  }
  for (WindowProperty property : node.properties) items.push_back(property_call(property));
  std::vector<std::string> parts;
  for (int32_t column : node.grouping) parts.push_back(input[static_cast<size_t>(column)].name);
  size_t keys = node.grouping.size();
  for (size_t i = 0; i < items.size() && keys + i < node.type.size(); ++i)
    parts.push_back(items[i] + " AS " + node.type[keys + i].name);
  std::string window;
  if (global) {
    const std::string& last = input.back().name;
    std::string where = node.window.time_column >= 0 ? "slice_end=[" + last + "]" : "win_end=[" + last + "]";
    window = window_text(node.window, where, input);
  } else {
    window = own_window(node.window, input);
  }
  return grouping_part(node.grouping, input) + "window=[" + window + "], select=[" + joined(parts) + "]";
}

std::string local_window_terms(const WindowAggregateNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::vector<std::string> parts;
  for (int32_t column : node.grouping) parts.push_back(input[static_cast<size_t>(column)].name);
  for (size_t i = 0; i < node.calls.size(); ++i) {
    const AggregateCall& call = node.calls[i];
    std::string args = "*";
    if (!call.args.empty()) args = column_list(input, call.args);
    std::string text = aggregate_name(call, node.retract[i]) + "(" + view_prefix(node, i) + args + ")";
    if (call.filter >= 0) text += " FILTER " + input[static_cast<size_t>(call.filter)].name;
    parts.push_back(text + " AS " + accumulator_text(node.accumulators[i]));
  }
  for (const auto& view : node.distinct_views)
    parts.push_back("DISTINCT(" + column_list(input, view.args) + ") AS " + view.name);
  parts.push_back("slice_end('w$) AS " + node.type.back().name);
  return grouping_part(node.grouping, input) + "window=[" + own_window(node.window, input) + "], select=[" +
         joined(parts) + "]";
}

std::string select_names(const RowType& type, const char* separator = ", ") {
  return joined(field_names(type), separator);
}

std::string window_rank_terms(const WindowRankNode& node) {
  const RowType& input = node.inputs[0]->type;
  return "window=[" + own_window(node.window, input) +
         "], rankType=[ROW_NUMBER], rankRange=[rankStart=" + std::to_string(node.rank_start) +
         ", rankEnd=" + std::to_string(node.rank_end) + "], partitionBy=[" +
         column_list(input, node.partition) + "], orderBy=[" + sort_list(node.order, input, false) +
         "], select=[" + select_names(node.type) + "]";
}

std::string window_deduplicate_terms(const WindowDeduplicateNode& node) {
  const RowType& input = node.inputs[0]->type;
  const Field& order = input[static_cast<size_t>(node.order_column)];
  return "window=[" + own_window(node.window, input) + "], keep=[" +
         (node.keep_last ? "LastRow" : "FirstRow") + "], partitionKeys=[" +
         column_list(input, node.partition) + "], orderKey=[" + order.name + "], order=[" +
         (order.type.is_rowtime() ? "ROWTIME" : "PROCTIME") + "]";
}

std::string window_join_terms(const WindowJoinNode& node) {
  return "leftWindow=[" + own_window(node.left_window, node.inputs[0]->type) + "], rightWindow=[" +
         own_window(node.right_window, node.inputs[1]->type) + "], joinType=[" + join_type_name(node.join) +
         "], where=[" + condition_text(*node.condition, both_sides(node)) + "], select=[" +
         select_names(node.type) + "]";
}

std::string group_window_terms(const GroupWindowAggregateNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::string size = std::to_string(node.window.size_millis);
  std::string window;
  switch (node.window.window) {
    case WindowKind::kHop:
      window = "SlidingGroupWindow('w$, " + node.time_name + ", " + size + ", " +
               std::to_string(node.window.slide_millis) + ")";
      break;
    case WindowKind::kSession:
      window = "SessionGroupWindow('w$, " + node.time_name + ", " + size + ")";
      break;
    default:
      window = "TumblingGroupWindow('w$, " + node.time_name + ", " + size + ")";
      break;
  }
  size_t first = node.type.size() - node.properties.size();
  std::vector<std::string> properties, parts;
  for (int32_t column : node.grouping) parts.push_back(input[static_cast<size_t>(column)].name);
  // Flink forgets the retraction here: SUM, not SUM_RETRACT.
  for (const AggregateCall& call : node.calls)
    parts.push_back(aggregate_text(call, false, input) + " AS " + call.name);
  for (size_t i = 0; i < node.properties.size(); ++i) {
    properties.push_back(node.type[first + i].name);
    parts.push_back(std::string(property_call(node.properties[i])) + " AS " + node.type[first + i].name);
  }
  std::string out = grouping_part(node.grouping, input) + "window=[" + window + "], ";
  if (!properties.empty()) out += "properties=[" + joined(properties) + "], ";
  out += "select=[" + joined(parts) + "]";
  std::vector<std::string> emits;
  auto emit = [&](const char* when, int64_t delay) {
    std::string text = delay > 0 ? "delay " + std::to_string(delay) + " millisecond" : "no delay";
    emits.push_back(when + text);
  };
  if (node.early_fire) emit("early ", node.early_delay_millis);
  if (node.late_fire) emit("late ", node.late_delay_millis);
  return emits.empty() ? out : out + ", emit=[" + joined(emits) + "]";
}

std::string temporal_terms(const TemporalJoinNode& node) {
  RowType both = both_sides(node);
  size_t base = node.inputs[0]->type.size();
  auto names = [&](const std::vector<int32_t>& columns, size_t shift_by) {
    std::vector<std::string> out;
    for (int32_t column : columns) out.push_back(both[static_cast<size_t>(column) + shift_by].name);
    return joined(out);
  };
  std::vector<std::string> parts;
  for (const ExprPtr& part : conjuncts(node.condition)) parts.push_back(condition_text(*part, both));
  parts.push_back("__TEMPORAL_JOIN_CONDITION(" + names({node.left_time}, 0) + ", " +
                  names({node.right_time}, base) + ", __TEMPORAL_JOIN_CONDITION_PRIMARY_KEY(" +
                  names(node.primary_key, base) + "), __TEMPORAL_JOIN_LEFT_KEY(" + names(node.left_keys, 0) +
                  "), __TEMPORAL_JOIN_RIGHT_KEY(" + names(node.right_keys, base) + "))");
  return "joinType=[" + join_type_name(node.join) + "], where=[AND(" + joined(parts) + ")], select=[" +
         select_names(node.type) + "]";
}

std::string lateral_snapshot_terms(const LateralSnapshotJoinNode& node) {
  auto millis = [](const char* name, const std::optional<int64_t>& value) {
    return value ? std::string(", ") + name + "=[" + std::to_string(*value) + " ms]" : "";
  };
  return "joinType=[" + join_type_name(node.join) + "], where=[" +
         condition_text(*node.condition, both_sides(node)) + "], select=[" + select_names(node.type) +
         "], loadCompletedCondition=[" + (node.user_time ? "user_time" : "compile_time") +
         "], loadCompletedTime=[" + std::to_string(node.load_completed_time) + "]" +
         millis("loadCompletedIdleTimeout", node.load_completed_idle_timeout) +
         millis("stateTtl", node.state_ttl);
}

std::string lookup_terms(const LookupJoinNode& node) {
  RowType table = node.table->scan_type();
  const RowType& left = node.inputs[0]->type;
  std::vector<std::string> keys;
  for (const auto& key : node.keys) {
    std::string value =
        key.constant ? to_plan_text(*key.constant, {}) : left[static_cast<size_t>(key.left_column)].name;
    // The constant of a key prints without its type.
    size_t colon = key.constant ? value.rfind("':") : std::string::npos;
    if (colon != std::string::npos) value.erase(colon + 1);
    keys.push_back(table[static_cast<size_t>(key.column)].name + "=" + value);
  }
  std::string out = "table=[" + node.table->full_name() + "], joinType=[" + join_type_name(node.join) +
                    "], lookup=[" + joined(keys) + "]";
  if (node.table_condition) out += ", where=[" + condition_text(*node.table_condition, table) + "]";
  RowType shown = node.type;
  for (size_t i = 0; i < node.names.size(); ++i) shown[left.size() + i].name = node.names[i];
  if (node.residual) out += ", joinCondition=[" + condition_text(*node.residual, shown) + "]";
  std::vector<std::string> select = field_names(shown);
  for (size_t i = 0; i < node.projects.size(); ++i) {
    if (node.projects[i]->kind == ExprKind::kInputRef) continue;
    std::string& name = select[left.size() + i];
    name = to_plan_text(*node.projects[i], field_names(table)) + " AS " + name;
  }
  out += ", select=[" + joined(select) + "]";
  if (node.upsert_materialize) out += ", upsertMaterialize=[true]";
  if (!node.retry.empty()) out += ", retry=[" + node.retry + "]";
  if (node.shuffle) out += ", shuffle=[true]";
  const ColumnSet key = smallest_key(upsert_keys(*node.inputs[0]));
  std::vector<std::string> columns;
  for (int32_t column : key) columns.push_back(std::to_string(column));
  if (!key.empty()) out += ", upsertKey=[[" + joined(columns) + "]]";
  return out;
}

std::string match_terms(const MatchNode& node) {
  const MatchRel& match = *node.match;
  const RowType& input = node.inputs[0]->type;
  std::vector<std::string> names = field_names(input), positions;
  for (size_t i = 0; i < names.size(); ++i) positions.push_back("$" + std::to_string(i));
  std::string out =
      match.partition.empty() ? "" : "partitionBy=[" + column_list(input, match.partition) + "], ";
  out += "orderBy=[" + sort_list(match.order, input, false) + "], measures=[";
  std::vector<std::string> measures, defines;
  for (const auto& measure : match.measures)
    measures.push_back(match_expr_text(measure.expr, names) + " AS " + measure.name);
  for (const auto& define : match.defines)
    defines.push_back(define.name + "=" + match_expr_text(define.expr, positions));
  out += joined(measures) + "], rowsPerMatch=[ONE ROW PER MATCH], after=[";
  switch (match.after) {
    case AfterMatchSkip::kToNextRow:
      out += "SKIP TO NEXT ROW";
      break;
    case AfterMatchSkip::kPastLastRow:
      out += "SKIP PAST LAST ROW";
      break;
    case AfterMatchSkip::kToFirst:
      out += "SKIP TO FIRST _UTF-16LE'" + match.after_variable + "'";
      break;
    case AfterMatchSkip::kToLast:
      out += "SKIP TO LAST _UTF-16LE'" + match.after_variable + "'";
      break;
  }
  return out + "], pattern=[" + pattern_text(match.pattern) + "], define=[{" + joined(defines) + "}]";
}

std::string multi_join_terms(const MultiJoinNode& node) {
  RowType columns;
  std::vector<std::string> joins, unique, conditions;
  for (JoinType join : node.joins) joins.push_back(join == JoinType::kLeft ? "LEFT" : "INNER");
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.unique_keys[i].empty()) {
      unique.push_back("noUniqueKey");
    } else {
      unique.push_back("(" + column_list(node.inputs[i]->type, node.unique_keys[i]) + ")");
    }
  }
  for (const ExprPtr& condition : node.conditions)
    conditions.push_back(condition_text(*condition, node.type));
  std::string key =
      node.keys[0].empty() ? "noCommonJoinKey" : column_list(node.inputs[0]->type, node.keys[0]);
  std::string hints = node.state_ttl_hints.empty() ? "" : "stateTtlHints=[" + node.state_ttl_hints + "], ";
  return "commonJoinKey=[" + key + "], joinTypes=[" + joined(joins) + "], inputUniqueKeys=[" +
         joined(unique) + "], " + hints + "joinConditions=[" + joined(conditions) + "], select=[" +
         select_names(node.type, ",") + "], rowType=[" + record_type_text(node.type) + "]";
}

}  // namespace

std::optional<std::string> time_terms(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kWindowTableFunction:
      return "window=[" + own_window(node_as<WindowTableFunctionNode>(node).window, node.inputs[0]->type) +
             "]";
    case NodeKind::kWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
      return window_aggregate_terms(node_as<WindowAggregateNode>(node));
    case NodeKind::kLocalWindowAggregate:
      return local_window_terms(node_as<WindowAggregateNode>(node));
    case NodeKind::kWindowRank:
      return window_rank_terms(node_as<WindowRankNode>(node));
    case NodeKind::kWindowDeduplicate:
      return window_deduplicate_terms(node_as<WindowDeduplicateNode>(node));
    case NodeKind::kWindowJoin:
      return window_join_terms(node_as<WindowJoinNode>(node));
    case NodeKind::kGroupWindowAggregate:
      return group_window_terms(node_as<GroupWindowAggregateNode>(node));
    case NodeKind::kTemporalJoin:
      return temporal_terms(node_as<TemporalJoinNode>(node));
    case NodeKind::kLateralSnapshotJoin:
      return lateral_snapshot_terms(node_as<LateralSnapshotJoinNode>(node));
    case NodeKind::kLookupJoin:
      return lookup_terms(node_as<LookupJoinNode>(node));
    case NodeKind::kMatch:
      return match_terms(node_as<MatchNode>(node));
    case NodeKind::kProcessTableFunction: {
      const auto& function = node_as<ProcessTableFunctionNode>(node);
      return "invocation=[" + function.invocation + "], uid=[" +
             (function.uid.empty() ? "null" : function.uid) + "], select=[" + select_names(node.type, ",") +
             "], rowType=[" + record_type_text(node.type) + "]";
    }
    case NodeKind::kMultiJoin:
      return multi_join_terms(node_as<MultiJoinNode>(node));
    default:
      return std::nullopt;
  }
}

}  // namespace rowkind
