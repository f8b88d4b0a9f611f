// Plan text: each node as Flink's explainTerms prints it, trees with Calcite's prefixes.
#include <algorithm>

#include "plan/physical_util.h"
#include "plan/record_type.h"
#include "plan/time_text.h"

namespace rowkind {

std::string join_type_name(JoinType type) {
  switch (type) {
    case JoinType::kInner:
      return "InnerJoin";
    case JoinType::kLeft:
      return "LeftOuterJoin";
    case JoinType::kRight:
      return "RightOuterJoin";
    case JoinType::kFull:
      return "FullOuterJoin";
    case JoinType::kSemi:
      return "LeftSemiJoin";
    case JoinType::kAnti:
      return "LeftAntiJoin";
  }
  return "";
}

RowType both_sides(const PhysicalNode& node) {
  RowType out = node.inputs[0]->type;
  std::vector<std::string> taken = field_names(out);
  for (Field field : node.inputs[1]->type) {
    std::string base = field.name;
    for (int32_t i = 0; std::find(taken.begin(), taken.end(), field.name) != taken.end(); ++i)
      field.name = base + std::to_string(i);
    taken.push_back(field.name);
    out.push_back(std::move(field));
  }
  return out;
}

std::string sort_list(const std::vector<SortKey>& keys, const RowType& type, bool marks_rowtime) {
  std::vector<std::string> parts;
  for (const SortKey& key : keys) {
    const Field& field = type[static_cast<size_t>(key.column)];
    std::string text = marks_rowtime && field.type.is_rowtime() ? "ROWTIME " : "";
    text += field.name + (key.descending ? " DESC" : " ASC");
    parts.push_back(std::move(text));
  }
  return joined(parts);
}

std::string condition_text(const Expr& expr, const RowType& columns) {
  return to_plan_text(expr, field_names(columns));
}

std::string aggregate_text(const AggregateCall& call, bool retract, const RowType& input) {
  std::string args = call.args.empty() ? "*" : column_list(input, call.args);
  std::string out = aggregate_name(call, retract) + "(" + (call.distinct ? "DISTINCT " : "") + args + ")";
  return call.filter >= 0 ? out + " FILTER " + input[static_cast<size_t>(call.filter)].name : out;
}

namespace {

std::string text_of(const Expr& expr, const RowType& input) {
  return to_plan_text(expr, field_names(input));
}

// A literal that stands for a nullable column prints as a cast.
std::string project_text(const ExprPtr& expr, const RowType& input) {
  if (expr->kind == ExprKind::kLiteral && !expr->literal.is_null() && expr->type.nullable()) {
    return "CAST(" + text_of(*with_type(expr, expr->type.with_nullable(false)), input) + " AS " +
           expr->type.to_plan(true) + ")";
  }
  return text_of(*expr, input);
}

std::string aliased(const std::string& text, const std::string& name) {
  return text == name ? text : text + " AS " + name;
}

std::string select_list(const ExprList& exprs, const RowType& input, const RowType& output) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < exprs.size(); ++i)
    parts.push_back(aliased(project_text(exprs[i], input), output[i].name));
  return joined(parts);
}

std::string call_arguments(const AggregateCall& call, const RowType& input) {
  if (call.args.empty()) return "*";
  std::vector<std::string> names;
  for (int32_t column : call.args) names.push_back(input[static_cast<size_t>(column)].name);
  return joined(names);
}

std::string filter_suffix(const AggregateCall& call, const RowType& input) {
  return call.filter >= 0 ? " FILTER " + input[static_cast<size_t>(call.filter)].name : "";
}

std::string accumulator_text(const std::vector<std::string>& names) {
  return names.size() == 1 ? names[0] : "(" + joined(names) + ")";
}

std::vector<std::string> key_names(const GroupAggregateNode& node, const RowType& input) {
  std::vector<std::string> names;
  for (int32_t column : node.grouping) names.push_back(input[static_cast<size_t>(column)].name);
  return names;
}

std::string group_select(const GroupAggregateNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::vector<std::string> parts = key_names(node, input);
  for (size_t i = 0; i < node.calls.size(); ++i) {
    parts.push_back(aggregate_text(node.calls[i], node.retract[i], input) + " AS " + node.calls[i].name);
  }
  return joined(parts);
}

std::string local_select(const GroupAggregateNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::vector<std::string> parts = key_names(node, input);
  for (size_t i = 0; i < node.calls.size(); ++i) {
    const AggregateCall& call = node.calls[i];
    std::string text = aggregate_name(call, node.retract[i]) + "(";
    int32_t view = node.distinct_of_call[i];
    if (view >= 0) text += node.distinct_views[static_cast<size_t>(view)].name + " ";
    text += call_arguments(call, input) + ")" + filter_suffix(call, input);
    parts.push_back(text + " AS " + accumulator_text(node.accumulators[i]));
  }
  for (const auto& view : node.distinct_views) {
    parts.push_back("DISTINCT(" + column_list(input, view.args) + ") AS " + view.name);
  }
  return joined(parts);
}

// Global: folds the accumulators of the local phase.
std::string merge_select(const GroupAggregateNode& node, bool final_names) {
  std::vector<std::string> parts;
  const std::vector<int32_t>& keys =
      node.kind == NodeKind::kIncrementalGroupAggregate ? node.final_grouping : node.grouping;
  for (int32_t column : keys) parts.push_back(node.inputs[0]->type[static_cast<size_t>(column)].name);
  for (size_t i = 0; i < node.calls.size(); ++i) {
    if (final_names && static_cast<int32_t>(i) == node.hidden_count) continue;
    const AggregateCall& call = node.calls[i];
    std::string text = aggregate_name(call, node.retract[i]) + "(";
    int32_t view = node.distinct_of_call[i];
    if (view >= 0) text += node.distinct_views[static_cast<size_t>(view)].name + " ";
    text += accumulator_text(node.accumulators[i]) + ")";
    parts.push_back(text + " AS " + (final_names ? call.name : accumulator_text(node.accumulators[i])));
  }
  return joined(parts);
}

std::string spec_name(InputSpec spec) {
  switch (spec) {
    case InputSpec::kNoUniqueKey:
      return "NoUniqueKey";
    case InputSpec::kHasUniqueKey:
      return "HasUniqueKey";
    case InputSpec::kJoinKeyContainsUniqueKey:
      return "JoinKeyContainsUniqueKey";
  }
  return "";
}

std::string strategy_name(RankStrategy strategy, const std::vector<int32_t>& keys) {
  if (strategy == RankStrategy::kAppendFast) return "AppendFastStrategy";
  if (strategy == RankStrategy::kRetract) return "RetractStrategy";
  std::vector<std::string> columns;
  for (int32_t key : keys) columns.push_back(std::to_string(key));
  return "UpdateFastStrategy[" + joined(columns, ",") + "]";
}

std::string bound_text(const FrameBound& bound, const RowType& input) {
  switch (bound.kind) {
    case FrameBound::Kind::kUnboundedPreceding:
      return "UNBOUNDED PRECEDING";
    case FrameBound::Kind::kPreceding:
      return std::to_string(bound.offset->literal.integer()) + " PRECEDING";
    case FrameBound::Kind::kCurrentRow:
      return "CURRENT ROW";
    case FrameBound::Kind::kFollowing:
      return std::to_string(bound.offset->literal.integer()) + " FOLLOWING";
    case FrameBound::Kind::kUnboundedFollowing:
      return "UNBOUNDED FOLLOWING";
  }
  (void)input;
  return "";
}

std::string names_of(const RowType& type, const char* separator = ", ") {
  return joined(field_names(type), separator);
}

std::string over_terms(const OverAggregateNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::string out =
      node.partition.empty() ? "" : "partitionBy=[" + column_list(input, node.partition) + "], ";
  out += "orderBy=[" + sort_list(node.order, input, false) + "], window=[ " + (node.rows ? "ROWS" : "RANGE") +
         " BETWEEN " + bound_text(node.lower, input) + " AND " + bound_text(node.upper, input) +
         "], select=[" + names_of(input);
  for (size_t i = 0; i < node.calls.size(); ++i) {
    std::vector<std::string> args;
    for (size_t j = 0; j < node.calls[i].args.size(); ++j) {
      int32_t column = node.calls[i].args[j];
      args.push_back(column >= 0 ? input[static_cast<size_t>(column)].name
                                 : text_of(*node.constants[i][j], input));
    }
    out += ", " + node.function_names[i] + "(" + (node.calls[i].distinct ? "DISTINCT " : "") +
           (args.empty() ? "*" : joined(args)) + ") AS " + node.calls[i].name;
  }
  return out + "]";
}

std::string rank_terms(const RankNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::string range =
      node.rank_end_column >= 0
          ? "rankEnd=" + input[static_cast<size_t>(node.rank_end_column)].name
          : "rankStart=" + std::to_string(node.rank_start) + ", rankEnd=" + std::to_string(node.rank_end);
  return "strategy=[" + strategy_name(node.strategy, node.primary_keys) +
         "], rankType=[ROW_NUMBER], rankRange=[" + range + "], partitionBy=[" +
         column_list(input, node.partition) + "], orderBy=[" + sort_list(node.order, input, true) +
         "], select=[" + names_of(node.type) + "]";
}

std::string join_terms(const JoinNode& node) {
  std::string out = "joinType=[" + join_type_name(node.join) + "], where=[" +
                    text_of(*node.condition, both_sides(node)) + "], select=[" + names_of(node.type) +
                    "], leftInputSpec=[" + spec_name(node.left_spec) + "], rightInputSpec=[" +
                    spec_name(node.right_spec) + "]";
  return node.mini_batch ? out + ", miniBatch=[true]" : out;
}

std::string interval_terms(const IntervalJoinNode& node) {
  return "joinType=[" + join_type_name(node.join) +
         "], windowBounds=[isRowTime=" + (node.rowtime ? "true" : "false") +
         ", leftLowerBound=" + std::to_string(node.lower_millis) +
         ", leftUpperBound=" + std::to_string(node.upper_millis) +
         ", leftTimeIndex=" + std::to_string(node.left_time) +
         ", rightTimeIndex=" + std::to_string(node.right_time) + "], where=[" +
         text_of(*node.condition, both_sides(node)) + "], select=[" + names_of(node.type) + "]";
}

std::string expand_terms(const ExpandNode& node) {
  const RowType& input = node.inputs[0]->type;
  std::vector<std::string> rows;
  for (const ExprList& project : node.projects) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < project.size(); ++i) {
      const Expr& expr = *project[i];
      std::string text = expr.kind == ExprKind::kLiteral
                             ? (expr.literal.is_null() ? "null" : std::to_string(expr.literal.integer()))
                             : text_of(expr, input);
      parts.push_back(aliased(text, node.type[i].name));
    }
    rows.push_back("{" + joined(parts) + "}");
  }
  return "projects=[" + joined(rows) + "]";
}

std::string values_terms(const ValuesNode& node) {
  std::vector<std::string> rows;
  for (const ExprList& row : node.rows) {
    std::vector<std::string> cells;
    for (const ExprPtr& cell : row) {
      std::string text = to_plan_text(*cell, {});
      if (cell->kind == ExprKind::kLiteral) {
        // A tuple shows the bare value, the type is the row's.
        size_t colon = text.rfind(':');
        if (cell->literal.is_null())
          text = "null";
        else if (colon != std::string::npos && text.find('\'', colon) == std::string::npos &&
                 !cell->type.is_datetime())
          text.erase(colon);
      }
      cells.push_back(std::move(text));
    }
    rows.push_back("{ " + joined(cells) + " }");
  }
  return "type=[" + record_type_text(node.type) + "], tuples=[[" + joined(rows) + "]]";
}

std::string scan_terms(const TableSourceScanNode& node) {
  std::string table = node.table->catalog + ", " + node.table->database + ", " + node.table->name;
  std::vector<std::string> metadata;
  for (const Field& field : node.type) {
    for (const Column& column : node.table->columns) {
      if (column.kind == ColumnKind::kMetadata && column.name == field.name)
        metadata.push_back(column.metadata_key);
    }
  }
  if (!metadata.empty()) table += ", metadata=[" + joined(metadata) + "]";
  if (node.source_watermark) table += ", watermark=[SOURCE_WATERMARK()]";
  return "table=[[" + table + "]], fields=[" + names_of(node.type) + "]";
}

// Calcite's own text of a comparison leaves the type of a literal out.
std::string bare_literals(std::string text) {
  static const std::string kSuffix = ":VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\"";
  for (size_t at = text.find(kSuffix); at != std::string::npos; at = text.find(kSuffix, at))
    text.erase(at, kSuffix.size());
  return text;
}

std::string correlate_terms(const CorrelateNode& node) {
  std::string out = "invocation=[" + node.invocation + "], correlate=[" + node.correlate + "], select=[" +
                    names_of(node.type, ",") + "], rowType=[" + record_type_text(node.type) +
                    "], joinType=[" + (node.join == JoinType::kLeft ? "LEFT" : "INNER") + "]";
  if (node.condition) {
    // The condition of a Correlate names the function's columns by position.
    std::vector<std::string> positions;
    for (size_t i = 0; i < node.produced.size(); ++i) positions.push_back("$" + std::to_string(i));
    out += ", condition=[" + bare_literals(to_plan_text(*node.condition, positions)) + "]";
  }
  return out;
}

std::string sink_terms(const SinkNode& node) {
  std::string out = "table=[" + (node.table ? node.table->full_name() : node.name) + "]";
  if (!node.targets.empty()) out += ", targetColumns=[" + node.targets + "]";
  out += ", fields=[" + names_of(node.type) + "]" + node.hints;
  if (node.upsert_materialize) out += ", upsertMaterialize=[true]";
  switch (node.conflict) {
    case ConflictStrategy::kNone:
      break;
    case ConflictStrategy::kDeduplicate:
      out += ", conflictStrategy=[DEDUPLICATE]";
      break;
    case ConflictStrategy::kNothing:
      out += ", conflictStrategy=[NOTHING]";
      break;
    case ConflictStrategy::kError:
      out += ", conflictStrategy=[ERROR]";
      break;
  }
  return out;
}

std::string terms(const PhysicalNode& node) {
  if (std::optional<std::string> text = time_terms(node)) return *text;
  switch (node.kind) {
    case NodeKind::kTableSourceScan:
      return scan_terms(node_as<TableSourceScanNode>(node));
    case NodeKind::kValues:
      return values_terms(node_as<ValuesNode>(node));
    case NodeKind::kCalc: {
      const auto& calc = node_as<CalcNode>(node);
      const RowType& input = node.inputs[0]->type;
      std::string out = "select=[" + select_list(calc.projects, input, node.type) + "]";
      return calc.condition ? out + ", where=[" + text_of(*calc.condition, input) + "]" : out;
    }
    case NodeKind::kExchange: {
      const auto& exchange = node_as<ExchangeNode>(node);
      return "distribution=[" +
             (exchange.keys.empty() ? "single" : "hash[" + column_list(node.type, exchange.keys) + "]") + "]";
    }
    case NodeKind::kUnion:
      return "all=[true], union=[" + names_of(node.type) + "]";
    case NodeKind::kDropUpdateBefore:
      return "";
    case NodeKind::kChangelogNormalize: {
      const auto& normalize = node_as<ChangelogNormalizeNode>(node);
      std::string out = "key=[" + column_list(node.type, normalize.key) + "]";
      return normalize.condition ? out + ", condition=[" + text_of(*normalize.condition, node.type) + "]"
                                 : out;
    }
    case NodeKind::kWatermarkAssigner: {
      const auto& assigner = node_as<WatermarkAssignerNode>(node);
      std::string expression =
          assigner.expression ? text_of(*assigner.expression, node.inputs[0]->type) : "SOURCE_WATERMARK()";
      return "rowtime=[" + node.type[static_cast<size_t>(assigner.rowtime)].name + "], watermark=[" +
             expression + "]";
    }
    case NodeKind::kMiniBatchAssigner: {
      const auto& assigner = node_as<MiniBatchAssignerNode>(node);
      return "interval=[" + std::to_string(assigner.interval_millis) + "ms], mode=[" +
             (assigner.rowtime ? "RowTime" : "ProcTime") + "]";
    }
    case NodeKind::kExpand:
      return expand_terms(node_as<ExpandNode>(node));
    case NodeKind::kCorrelate:
      return correlate_terms(node_as<CorrelateNode>(node));
    case NodeKind::kGroupAggregate:
    case NodeKind::kLocalGroupAggregate:
    case NodeKind::kGlobalGroupAggregate: {
      const auto& group = node_as<GroupAggregateNode>(node);
      std::string out = group.grouping.empty()
                            ? ""
                            : "groupBy=[" + column_list(node.inputs[0]->type, group.grouping) + "], ";
      if (!group.partial_final.empty()) out += "partialFinalType=[" + group.partial_final + "], ";
      std::string select = node.kind == NodeKind::kGroupAggregate        ? group_select(group)
                           : node.kind == NodeKind::kLocalGroupAggregate ? local_select(group)
                                                                         : merge_select(group, true);
      return out + "select=[" + select + "]";
    }
    case NodeKind::kIncrementalGroupAggregate: {
      const auto& group = node_as<GroupAggregateNode>(node);
      const RowType& input = node.inputs[0]->type;
      return "partialAggGrouping=[" + column_list(input, group.grouping) + "], finalAggGrouping=[" +
             column_list(input, group.final_grouping) + "], select=[" + merge_select(group, false) + "]";
    }
    case NodeKind::kJoin:
      return join_terms(node_as<JoinNode>(node));
    case NodeKind::kIntervalJoin:
      return interval_terms(node_as<IntervalJoinNode>(node));
    case NodeKind::kRank:
      return rank_terms(node_as<RankNode>(node));
    case NodeKind::kSortLimit:
    case NodeKind::kLimit: {
      const auto& sort = node_as<SortLimitNode>(node);
      std::string out = node.kind == NodeKind::kSortLimit
                            ? "orderBy=[" + sort_list(sort.keys, node.type, false) + "], "
                            : "";
      out += "offset=[" + std::to_string(sort.offset) + "], fetch=[" + std::to_string(sort.fetch) + "]";
      return node.kind == NodeKind::kSortLimit
                 ? out + ", strategy=[" + strategy_name(sort.strategy, sort.primary_keys) + "]"
                 : out;
    }
    case NodeKind::kSort:
    case NodeKind::kTemporalSort:
      return "orderBy=[" + sort_list(node_as<SortLimitNode>(node).keys, node.type, false) + "]";
    case NodeKind::kOverAggregate:
      return over_terms(node_as<OverAggregateNode>(node));
    case NodeKind::kSink:
      return sink_terms(node_as<SinkNode>(node));
    default:
      return "";
  }
}

std::string line_of(const PhysicalNode& node, bool modes) {
  std::string mode = node.kind == NodeKind::kSink ? "[NONE]" : node.mode().to_string();
  std::string text = terms(node);
  std::string out = std::string(node_name(node.kind)) + "(" + text;
  if (modes) out += (text.empty() ? "" : ", ") + ("changelogMode=" + mode);
  // Hints come last in Flink's text, behind the mode.
  std::string hints;
  if (node.kind == NodeKind::kJoin) hints = node_as<JoinNode>(node).state_ttl_hints;
  if (node.kind == NodeKind::kGroupAggregate) hints = node_as<GroupAggregateNode>(node).state_ttl_hints;
  if (!hints.empty()) out += ", stateTtlHints=[" + hints + "]";
  return out + ")\n";
}

void print_tree(const PhysicalNode& node, bool modes, const std::string& first, const std::string& rest,
                std::string& out) {
  out += first + line_of(node, modes);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    bool last = i + 1 == node.inputs.size();
    print_tree(*node.inputs[i], modes, rest + (last ? "+- " : ":- "), rest + (last ? "   " : ":  "), out);
  }
}

}  // namespace

std::string explain(const PhysicalPlan& plan, bool modes) {
  std::string out;
  for (const auto& sink : plan.sinks) {
    if (!out.empty()) out += "\n";
    print_tree(sink->table ? *sink : *sink->inputs[0], modes, "", "", out);
  }
  return out;
}

std::string describe(const PhysicalNode& node) {
  return std::string(node_name(node.kind)) + "(" + terms(node) + ")";
}

std::string_view node_name(NodeKind kind) {
  static constexpr std::string_view kNames[] = {"TableSourceScan",
                                                "Values",
                                                "Calc",
                                                "Exchange",
                                                "Union",
                                                "DropUpdateBefore",
                                                "ChangelogNormalize",
                                                "WatermarkAssigner",
                                                "MiniBatchAssigner",
                                                "Expand",
                                                "Correlate",
                                                "GroupAggregate",
                                                "LocalGroupAggregate",
                                                "GlobalGroupAggregate",
                                                "IncrementalGroupAggregate",
                                                "Join",
                                                "Rank",
                                                "Deduplicate",
                                                "SortLimit",
                                                "Limit",
                                                "Sort",
                                                "TemporalSort",
                                                "OverAggregate",
                                                "IntervalJoin",
                                                "TemporalJoin",
                                                "LateralSnapshotJoin",
                                                "LookupJoin",
                                                "WindowTableFunction",
                                                "WindowAggregate",
                                                "LocalWindowAggregate",
                                                "GlobalWindowAggregate",
                                                "WindowJoin",
                                                "WindowRank",
                                                "WindowDeduplicate",
                                                "GroupWindowAggregate",
                                                "Match",
                                                "ProcessTableFunction",
                                                "MultiJoin",
                                                "Sink"};
  return kNames[static_cast<size_t>(kind)];
}

ChangelogMode PhysicalNode::mode() const {
  ChangelogMode mode;
  mode.insert = modify.insert;
  mode.update_before = modify.update && update == UpdateKind::kBeforeAndAfter;
  mode.update_after = modify.update;
  mode.deletes = modify.deletes;
  mode.key_only_deletes = modify.deletes && delete_kind == DeleteKind::kDeleteByKey;
  return mode;
}

}  // namespace rowkind
