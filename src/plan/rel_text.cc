// Prints logical trees as Flink does under "== Abstract Syntax Tree ==" (Calcite's RelTreeWriter).
#include <algorithm>
#include <map>

#include "base/utf8.h"
#include "plan/rel.h"
#include "plan/rel_build.h"

namespace rowkind {
namespace {

using OuterRows =
    std::map<int32_t, std::vector<std::string>>;  // column names of the row behind a correlation id

std::string join(const std::vector<std::string>& parts, const char* separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : separator) + parts[i];
  return out;
}

std::string brace(const std::vector<int32_t>& columns) {
  std::string out = "{";
  for (size_t i = 0; i < columns.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(columns[i]);
  return out + "}";
}

const char* join_name(JoinType join) {
  switch (join) {
    case JoinType::kInner:
      return "inner";
    case JoinType::kLeft:
      return "left";
    case JoinType::kRight:
      return "right";
    case JoinType::kFull:
      return "full";
    case JoinType::kSemi:
      return "semi";
    case JoinType::kAnti:
      return "anti";
  }
  return "";
}

const char* set_op_name(SetOpKind op) {
  return op == SetOpKind::kUnion       ? "LogicalUnion"
         : op == SetOpKind::kIntersect ? "LogicalIntersect"
                                       : "LogicalMinus";
}

class Writer {
 public:
  std::string tree(const Rel& rel, OuterRows outer) {
    outer_ = std::move(outer);
    write_tree(rel, "", "");
    return out_;
  }

 private:
  // --- expressions

  std::string text(const ExprPtr& expr) {
    std::vector<std::string> names;
    int32_t columns = 0;
    count_columns(*expr, columns);
    for (int32_t i = 0; i < columns; ++i) names.push_back("$" + std::to_string(i));
    const ExprPtr plain = replace_special(expr, names);
    return to_plan_text(*plain, names);
  }

  static void count_columns(const Expr& expr, int32_t& columns) {
    if (expr.kind == ExprKind::kInputRef) columns = std::max(columns, expr.index + 1);
    for (const ExprPtr& operand : expr.operands) count_columns(*operand, columns);
  }

  // Parts that only logical trees have, and casts (which print their type behind them there), become columns
  // whose name is their text.
  ExprPtr replace_special(const ExprPtr& expr, std::vector<std::string>& names) {
    std::string special;
    switch (expr->kind) {
      case ExprKind::kOver:
        special = over_text(*expr);
        break;
      case ExprKind::kSubquery:
        special = subquery_text(*expr);
        break;
      case ExprKind::kCorrelRef:
        special = correl_text(*expr);
        break;
      case ExprKind::kCall:
        if (is_call(*expr, "CAST"))
          special = "CAST(" + text(expr->operands[0]) + "):" + cast_type(expr->type);
        if (is_call(*expr, "$PATTERN")) special = match_expr_text(expr, {});
        if (is_call(*expr, "TRY_CAST")) special = "TRY_CAST(" + text(expr->operands[0]) + ")";
        if (special.empty()) {
          ExprList operands;
          for (size_t i = 0; i < expr->operands.size(); ++i) {
            if (prints_without_type(*expr, i)) {
              names.push_back(without_type(expr->operands[i]));
              operands.push_back(input_ref(static_cast<int32_t>(names.size()) - 1, expr->operands[i]->type));
            } else {
              operands.push_back(replace_special(expr->operands[i], names));
            }
          }
          return with_operands(*expr, std::move(operands));
        }
        break;
      default:
        return map_children(expr, [&](const ExprPtr& e) { return replace_special(e, names); });
    }
    names.push_back(std::move(special));
    return input_ref(static_cast<int32_t>(names.size()) - 1, expr->type);
  }

  static std::string cast_type(const LogicalType& type) {
    if (type.time_attribute() == TimeAttribute::kNone) return type.to_plan(true);
    const char* attribute = type.is_rowtime() ? " *ROWTIME*" : " *PROCTIME*";
    return (type.is(TypeRoot::kTimestampLtz) ? "TIMESTAMP_LTZ(" : "TIMESTAMP(") +
           std::to_string(type.precision()) + ")" + attribute + (type.nullable() ? "" : " NOT NULL");
  }

  static std::string without_type(const ExprPtr& value) {
    std::string out = to_plan_text(*value, {});
    const std::string suffix = ":" + value->type.to_plan(false);
    const bool typed =
        out.size() > suffix.size() && out.compare(out.size() - suffix.size(), suffix.size(), suffix) == 0;
    return value->literal.is_null() ? "null" : typed ? out.substr(0, out.size() - suffix.size()) : out;
  }

  // Beside an operand of the same type, Calcite leaves the type of a literal out.
  static bool prints_without_type(const Expr& call, size_t i) {
    static constexpr const char* kSimple[] = {"=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/", "MOD"};
    const auto named = [&](const char* name) { return call.function->name == name; };
    if (call.operands.size() != 2 || std::none_of(std::begin(kSimple), std::end(kSimple), named))
      return false;
    const Expr& one = *call.operands[i];
    const Expr& other = *call.operands[1 - i];
    return one.kind == ExprKind::kLiteral && other.kind != ExprKind::kLiteral && !one.literal.is_null() &&
           one.type.equals(other.type, true);
  }

  std::string correl_text(const Expr& expr) const {
    const auto it = outer_.find(expr.correl_id);
    const std::string name =
        it == outer_.end() ? std::to_string(expr.index) : it->second[static_cast<size_t>(expr.index)];
    return "$cor" + std::to_string(expr.correl_id) + "." + name;
  }

  std::string list(const ExprList& exprs) {
    std::vector<std::string> parts;
    for (const ExprPtr& e : exprs) parts.push_back(text(e));
    return join(parts, ", ");
  }

  std::string bound_text(const FrameBound& bound) {
    switch (bound.kind) {
      case FrameBound::Kind::kUnboundedPreceding:
        return "UNBOUNDED PRECEDING";
      case FrameBound::Kind::kPreceding:
        return text(bound.offset) + " PRECEDING";
      case FrameBound::Kind::kCurrentRow:
        return "CURRENT ROW";
      case FrameBound::Kind::kFollowing:
        return text(bound.offset) + " FOLLOWING";
      case FrameBound::Kind::kUnboundedFollowing:
        return "UNBOUNDED FOLLOWING";
    }
    return "";
  }

  std::string over_text(const Expr& expr) {
    const OverSpec& over = *expr.over;
    std::string out = over.function_name + "(" + (over.distinct ? "DISTINCT " : "") + list(over.args) + ")" +
                      (over.ignore_nulls ? " IGNORE NULLS" : "") + " OVER (";
    std::vector<std::string> parts;
    if (!over.partition.empty()) parts.push_back("PARTITION BY " + list(over.partition));
    std::vector<std::string> order;
    for (const OverSpec::Order& o : over.order)
      order.push_back(text(o.key) + (o.descending ? " DESC" : "") +
                      (o.nulls_first ? " NULLS FIRST" : " NULLS LAST"));
    if (!order.empty()) parts.push_back("ORDER BY " + join(order, ", "));
    const bool to_current = over.upper.kind == FrameBound::Kind::kCurrentRow,
               from_start = over.lower.kind == FrameBound::Kind::kUnboundedPreceding;
    const bool whole = over.upper.kind == FrameBound::Kind::kUnboundedFollowing && from_start && !over.rows &&
                       over.order.empty();
    if (!(from_start && to_current && !over.rows) && !whole) {
      const std::string unit = over.rows ? "ROWS " : "RANGE ";
      parts.push_back(to_current
                          ? unit + bound_text(over.lower)
                          : unit + "BETWEEN " + bound_text(over.lower) + " AND " + bound_text(over.upper));
    }
    return out + join(parts, " ") + ")";
  }

  std::string subquery_text(const Expr& expr) {
    const char* name = expr.subquery == SubqueryKind::kExists ? "EXISTS"
                       : expr.subquery == SubqueryKind::kIn   ? "IN"
                                                              : "$SCALAR_QUERY";
    std::string out =
        std::string(name) + "(" + list(expr.operands) + (expr.operands.empty() ? "" : ", ") + "{\n";
    Writer inner;
    inner.outer_ = outer_;
    if (expr.correl_id != 0) inner.outer_[expr.correl_id] = input_names_;
    inner.write_indented(*expr.rel, 0);
    return out + inner.out_ + "})";
  }

  // The correlation ids that the sub-queries of an expression need of this row.
  static void correlations(const Expr& expr, std::vector<int32_t>& ids) {
    if (expr.kind == ExprKind::kSubquery && expr.correl_id != 0 &&
        std::find(ids.begin(), ids.end(), expr.correl_id) == ids.end())
      ids.push_back(expr.correl_id);
    for (const ExprPtr& operand : expr.operands) correlations(*operand, ids);
  }

  static std::string variables(const ExprList& exprs) {
    std::vector<int32_t> ids;
    for (const ExprPtr& e : exprs) correlations(*e, ids);
    std::vector<std::string> names;
    for (const int32_t id : ids) names.push_back("$cor" + std::to_string(id));
    return names.empty() ? "" : "variablesSet=[[" + join(names, ", ") + "]]";
  }

  // --- nodes

  static std::string aggregate_name(const AggregateCall& call) {
    std::string name(call.function->name);
    if (name == "JSON_OBJECTAGG" || name == "JSON_ARRAYAGG")
      name += call.null_on_null ? "_NULL_ON_NULL" : "_ABSENT_ON_NULL";
    return name;
  }

  std::string aggregate_text(const AggregateRel& rel) {
    std::string out = "LogicalAggregate(group=[" + brace(rel.grouping) + "]";
    if (rel.grouping_sets.size() > 1 ||
        (rel.grouping_sets.size() == 1 && rel.grouping_sets[0] != rel.grouping)) {
      std::vector<std::string> sets;
      for (const auto& set : rel.grouping_sets) sets.push_back(brace(set));
      out += ", groups=[[" + join(sets, ", ") + "]]";
    }
    for (size_t i = 0; i < rel.calls.size(); ++i) {
      const AggregateCall& call = rel.calls[i];
      std::vector<std::string> args;
      for (const int32_t a : call.args) args.push_back("$" + std::to_string(a));
      out += ", " + (call.name.empty() ? "agg#" + std::to_string(i) : call.name) + "=[" +
             aggregate_name(call) + "(" + (call.distinct ? args.empty() ? "DISTINCT" : "DISTINCT " : "") +
             join(args, ", ") + ")";
      if (call.filter >= 0) out += " FILTER $" + std::to_string(call.filter);
      out += "]";
    }
    return out + ")";
  }

  // Where NULLs go is left out when it is Calcite's default for the direction.
  static std::string direction(const SortKey& key) {
    if (key.descending) return key.nulls_first ? "DESC" : "DESC-nulls-last";
    return key.nulls_first ? "ASC-nulls-first" : "ASC";
  }

  std::string sort_text(const SortRel& rel) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < rel.keys.size(); ++i)
      parts.push_back("sort" + std::to_string(i) + "=[$" + std::to_string(rel.keys[i].column) + "]");
    for (size_t i = 0; i < rel.keys.size(); ++i) {
      parts.push_back("dir" + std::to_string(i) + "=[" + direction(rel.keys[i]) + "]");
    }
    if (rel.offset > 0) parts.push_back("offset=[" + std::to_string(rel.offset) + "]");
    if (rel.fetch >= 0) parts.push_back("fetch=[" + std::to_string(rel.fetch) + "]");
    return "LogicalSort(" + join(parts, ", ") + ")";
  }

  std::string scan_text(const ScanRel& rel) {
    std::string out = "LogicalTableScan(table=[[" + rel.table->catalog + ", " + rel.table->database + ", " +
                      rel.table->name;
    std::vector<std::string> keys;
    for (const Field& field : rel.type) {
      for (const Column& column : rel.table->columns) {
        if (column.name == field.name && column.kind == ColumnKind::kMetadata)
          keys.push_back(column.metadata_key);
      }
    }
    if (!keys.empty()) out += ", metadata=[" + join(keys, ", ") + "]";
    std::vector<std::string> hints;
    for (const auto& [key, value] : rel.hints) hints.push_back(key + "=" + value);
    if (hints.empty()) return out + "]])";
    return out + "]], hints=[[[OPTIONS inheritPath:[] options:{" + join(hints, ", ") + "}]]])";
  }

  std::string project_text(const ProjectRel& rel) {
    std::vector<std::string> parts;
    const std::string vars = variables(rel.exprs);
    if (!vars.empty()) parts.push_back(vars);
    for (size_t i = 0; i < rel.exprs.size(); ++i)
      parts.push_back(rel.type[i].name + "=[" + text(rel.exprs[i]) + "]");
    return "LogicalProject(" + join(parts, ", ") + ")";
  }

  std::string values_text(const ValuesRel& rel) {
    std::vector<std::string> rows;
    for (const ExprList& row : rel.rows) {
      std::vector<std::string> cells;
      for (const ExprPtr& cell : row) cells.push_back(without_type(cell));
      rows.push_back("{ " + join(cells, ", ") + " }");
    }
    return "LogicalValues(tuples=[[" + join(rows, ", ") + "]])";
  }

  std::string row_type_text(const RowType& type) {
    std::vector<std::string> parts;
    for (const Field& field : type) {
      std::string name = field.type.to_plan(false);
      if (field.type.is_character()) name = name.substr(0, name.find(" CHARACTER"));
      if (field.type.time_attribute() != TimeAttribute::kNone) {
        const std::string base = field.type.is(TypeRoot::kTimestampLtz) ? "TIMESTAMP_LTZ(" : "TIMESTAMP(";
        name = base + std::to_string(field.type.precision()) +
               (field.type.is_rowtime() ? ") *ROWTIME*" : ") *PROCTIME*");
      }
      parts.push_back(name + " " + field.name);
    }
    return "RecordType(" + join(parts, ", ") + ")";
  }

  std::string function_text(const TableFunctionRel& rel) {
    std::vector<std::string> args;
    for (const auto& a : rel.arguments) {
      if (a.table_input >= 0) {
        std::string arg = "TABLE(#" + std::to_string(a.table_input) + ")";
        if (!a.partition_by.empty()) {
          std::vector<std::string> keys;
          for (const int32_t c : a.partition_by) keys.push_back("$" + std::to_string(c));
          arg += " PARTITION BY(" + join(keys, ", ") + ")";
        }
        args.push_back(arg);
      } else if (!a.descriptor.empty()) {
        std::vector<std::string> names;
        for (const std::string& name : a.descriptor) names.push_back("_UTF-16LE'" + name + "'");
        args.push_back("DESCRIPTOR(" + join(names, ", ") + ")");
      } else {
        args.push_back(a.scalar ? text(a.scalar) : "DEFAULT()");
      }
    }
    return "LogicalTableFunctionScan(invocation=[" + rel.function + "(" + join(args, ", ") + ")], rowType=[" +
           row_type_text(rel.type) + "])";
  }

  std::string correlate_text(const CorrelateRel& rel) {
    std::vector<int32_t> needed;
    required_columns(*rel.inputs[1], rel.correl_id, needed);
    std::sort(needed.begin(), needed.end());
    return "LogicalCorrelate(correlation=[$cor" + std::to_string(rel.correl_id) + "], joinType=[" +
           join_name(rel.join) + "], requiredColumns=[" + brace(needed) + "])";
  }

  static void required_columns(const Expr& expr, int32_t id, std::vector<int32_t>& out) {
    if (expr.kind == ExprKind::kCorrelRef && expr.correl_id == id &&
        std::find(out.begin(), out.end(), expr.index) == out.end())
      out.push_back(expr.index);
    for (const ExprPtr& operand : expr.operands) required_columns(*operand, id, out);
    if (expr.kind == ExprKind::kSubquery) required_columns(*expr.rel, id, out);
  }
  static void required_columns(const Rel& rel, int32_t id, std::vector<int32_t>& out) {
    switch (rel.kind) {
      case RelKind::kProject:
        for (const ExprPtr& e : static_cast<const ProjectRel&>(rel).exprs) required_columns(*e, id, out);
        break;
      case RelKind::kFilter:
        required_columns(*static_cast<const FilterRel&>(rel).condition, id, out);
        break;
      case RelKind::kJoin:
        required_columns(*static_cast<const JoinRel&>(rel).condition, id, out);
        break;
      case RelKind::kUnnest:
        required_columns(*static_cast<const UnnestRel&>(rel).collection, id, out);
        break;
      case RelKind::kSnapshot:
        required_columns(*static_cast<const SnapshotRel&>(rel).period, id, out);
        break;
      case RelKind::kTableFunction:
        for (const auto& a : static_cast<const TableFunctionRel&>(rel).arguments) {
          if (a.scalar) required_columns(*a.scalar, id, out);
        }
        break;
      default:
        break;
    }
    for (const RelPtr& input : rel.inputs) required_columns(*input, id, out);
  }

  std::string line(const Rel& rel) {
    input_names_ = rel.inputs.empty() ? std::vector<std::string>() : field_names(rel.inputs[0]->type);
    switch (rel.kind) {
      case RelKind::kScan:
        return scan_text(static_cast<const ScanRel&>(rel));
      case RelKind::kValues:
        return values_text(static_cast<const ValuesRel&>(rel));
      case RelKind::kProject:
        return project_text(static_cast<const ProjectRel&>(rel));
      case RelKind::kFilter: {
        const ExprPtr& condition = static_cast<const FilterRel&>(rel).condition;
        const std::string vars = variables({condition});
        return "LogicalFilter(condition=[" + text(condition) + "]" + (vars.empty() ? "" : ", " + vars) + ")";
      }
      case RelKind::kAggregate:
        return aggregate_text(static_cast<const AggregateRel&>(rel));
      case RelKind::kJoin: {
        const auto& j = static_cast<const JoinRel&>(rel);
        return "LogicalJoin(condition=[" + text(j.condition) + "], joinType=[" + join_name(j.join) + "])";
      }
      case RelKind::kCorrelate:
        return correlate_text(static_cast<const CorrelateRel&>(rel));
      case RelKind::kSetOp: {
        const auto& s = static_cast<const SetOpRel&>(rel);
        return std::string(set_op_name(s.op)) + "(all=[" + (s.all ? "true" : "false") + "])";
      }
      case RelKind::kSort:
        return sort_text(static_cast<const SortRel&>(rel));
      case RelKind::kUnnest:
        return static_cast<const UnnestRel&>(rel).with_ordinality ? "Uncollect(withOrdinality=[true])"
                                                                  : "Uncollect";
      case RelKind::kWindowTvf:
      case RelKind::kTableFunction:
        return function_text(static_cast<const TableFunctionRel&>(rel));
      case RelKind::kMatch:
        return match_text(static_cast<const MatchRel&>(rel));
      case RelKind::kSnapshot:
        return "LogicalSnapshot(period=[" + text(static_cast<const SnapshotRel&>(rel).period) + "])";
      case RelKind::kWatermark: {
        const auto& w = static_cast<const WatermarkRel&>(rel);
        return "LogicalWatermarkAssigner(rowtime=[" + rel.type[static_cast<size_t>(w.rowtime)].name +
               "], watermark=[" + (w.expression ? text(w.expression) : "SOURCE_WATERMARK()") + "])";
      }
      case RelKind::kSink: {
        const auto& s = static_cast<const SinkRel&>(rel);
        const std::string name =
            s.table ? s.table->full_name() : "default_catalog.default_database." + s.name;
        std::string targets;
        for (const int32_t c : s.target_columns)
          targets += (targets.empty() ? "" : ",") + ("[" + std::to_string(c)) + "]";
        if (!targets.empty()) targets = ", targetColumns=[" + targets + "]";
        std::vector<std::string> hints;
        for (const auto& [key, value] : s.hints) hints.push_back(key + "=" + value);
        const std::string hint =
            hints.empty() ? "" : ", hints=[[[OPTIONS options:{" + join(hints, ", ") + "}]]]";
        return "LogicalSink(table=[" + name + "]" + targets + ", fields=[" +
               join(field_names(rel.type), ", ") + "]" + hint + ")";
      }
      case RelKind::kOver:
      case RelKind::kRank:
      case RelKind::kExpand:
      case RelKind::kReplicate:
        break;  // made by rules, never part of a bound plan
    }
    return "";
  }

  std::string match_text(const MatchRel& rel) {
    std::vector<std::string> partition, order, defines;
    for (const int32_t c : rel.partition) partition.push_back(std::to_string(c));
    for (const SortKey& key : rel.order) order.push_back(std::to_string(key.column) + " " + direction(key));
    for (const auto& define : rel.defines) defines.push_back(text(define.expr));
    std::vector<std::string> subsets;
    for (const auto& subset : rel.subsets)
      subsets.push_back("[" + subset.name + ", " + join(subset.variables, ", ") + "]");
    std::string after = "FLAG(SKIP TO NEXT ROW)";
    if (rel.after == AfterMatchSkip::kPastLastRow) after = "FLAG(SKIP PAST LAST ROW)";
    if (rel.after == AfterMatchSkip::kToFirst) after = "SKIP TO FIRST(_UTF-16LE'" + rel.after_variable + "')";
    if (rel.after == AfterMatchSkip::kToLast) after = "SKIP TO LAST(_UTF-16LE'" + rel.after_variable + "')";
    return "LogicalMatch(partition=[[" + join(partition, ", ") + "]], order=[[" + join(order, ", ") +
           "]], outputFields=[[" + join(field_names(rel.type), ", ") + "]], allRows=[false], after=[" +
           after + "], pattern=[" + pattern_text(rel.pattern) + "], isStrictStarts=[" +
           (rel.strict_start ? "true" : "false") + "], isStrictEnds=[" + (rel.strict_end ? "true" : "false") +
           "]" + (rel.within ? ", interval=[" + text(rel.within) + "]" : "") + ", subsets=[[" +
           join(subsets, ", ") + "]], patternDefinitions=[[" + join(defines, ", ") + "]], inputFields=[[" +
           join(field_names(rel.inputs[0]->type), ", ") + "]])";
  }

  // The inputs as printed: an UNNEST shows the projection of its collection.
  std::vector<RelPtr> shown_inputs(const Rel& rel) {
    if (rel.kind != RelKind::kUnnest) return rel.inputs;
    const ExprPtr& collection = static_cast<const UnnestRel&>(rel).collection;
    const auto it = outer_.find(collection->correl_id);
    const bool column = collection->kind == ExprKind::kCorrelRef && it != outer_.end();
    const RelPtr zero =
        make_values({{literal(Value::integer(0), LogicalType::integer().with_nullable(false))}},
                    {{"ZERO", LogicalType::integer().with_nullable(false)}});
    return {make_project(zero, {collection},
                         {column ? it->second[static_cast<size_t>(collection->index)] : "EXPR$0"}, true)};
  }

  void write_tree(const Rel& rel, const std::string& first, const std::string& rest) {
    out_ += first + line(rel) + "\n";
    const std::vector<RelPtr> inputs = shown_inputs(rel);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const bool last = i + 1 == inputs.size();
      const OuterRows saved = outer_;
      if (rel.kind == RelKind::kCorrelate && i == 1)
        outer_[static_cast<const CorrelateRel&>(rel).correl_id] = field_names(inputs[0]->type);
      write_tree(*inputs[i], rest + (last ? "+- " : ":- "), rest + (last ? "   " : ":  "));
      outer_ = saved;
    }
  }

  void write_indented(const Rel& rel, size_t depth) {
    out_ += std::string(depth * 2, ' ') + line(rel) + "\n";
    const std::vector<RelPtr> inputs = shown_inputs(rel);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const OuterRows saved = outer_;
      if (rel.kind == RelKind::kCorrelate && i == 1)
        outer_[static_cast<const CorrelateRel&>(rel).correl_id] = field_names(inputs[0]->type);
      write_indented(*inputs[i], depth + 1);
      outer_ = saved;
    }
  }

  std::string out_;
  OuterRows outer_;
  std::vector<std::string> input_names_;  // of the node being written
};

}  // namespace

std::string to_text(const Rel& rel) {
  return Writer().tree(rel, {});
}

}  // namespace rowkind
