// Prints logical trees as Flink does under "== Abstract Syntax Tree ==" (Calcite's RelTreeWriter).
#include <algorithm>

#include "plan/rel.h"
#include "plan/rel_build.h"
#include "plan/rel_expr_text.h"

namespace rowkind {
namespace {

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

class Writer : public ExprText {
 public:
  std::string tree(const Rel& rel, OuterRows outer) {
    outer_ = std::move(outer);
    write_tree(rel, "", "");
    return out_;
  }

 private:
  std::string subtree(const Rel& rel, OuterRows outer) override {
    Writer inner;
    inner.outer_ = std::move(outer);
    inner.write_indented(rel, 0);
    return inner.out_;
  }

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
      out += ", groups=[[" + join_text(sets, ", ") + "]]";
    }
    for (size_t i = 0; i < rel.calls.size(); ++i) {
      const AggregateCall& call = rel.calls[i];
      std::vector<std::string> args;
      for (const int32_t a : call.args) args.push_back("$" + std::to_string(a));
      out += ", " + (call.name.empty() ? "agg#" + std::to_string(i) : call.name) + "=[" +
             aggregate_name(call) + "(" + (call.distinct ? args.empty() ? "DISTINCT" : "DISTINCT " : "") +
             join_text(args, ", ") + ")";
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
    return "LogicalSort(" + join_text(parts, ", ") + ")";
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
    if (!keys.empty()) out += ", metadata=[" + join_text(keys, ", ") + "]";
    std::vector<std::string> hints;
    for (const auto& [key, value] : rel.hints) hints.push_back(key + "=" + value);
    if (hints.empty()) return out + "]])";
    return out + "]], hints=[[[OPTIONS inheritPath:[] options:{" + join_text(hints, ", ") + "}]]])";
  }

  std::string project_text(const ProjectRel& rel) {
    std::vector<std::string> parts;
    const std::string vars = variables(rel.exprs);
    if (!vars.empty()) parts.push_back(vars);
    for (size_t i = 0; i < rel.exprs.size(); ++i)
      parts.push_back(rel.type[i].name + "=[" + text(rel.exprs[i]) + "]");
    return "LogicalProject(" + join_text(parts, ", ") + ")";
  }

  std::string values_text(const ValuesRel& rel) {
    std::vector<std::string> rows;
    for (const ExprList& row : rel.rows) {
      std::vector<std::string> cells;
      for (const ExprPtr& cell : row) cells.push_back(literal_without_type(cell));
      rows.push_back("{ " + join_text(cells, ", ") + " }");
    }
    return "LogicalValues(tuples=[[" + join_text(rows, ", ") + "]])";
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
    return "RecordType(" + join_text(parts, ", ") + ")";
  }

  std::string function_text(const TableFunctionRel& rel) {
    std::vector<std::string> args;
    for (const auto& a : rel.arguments) {
      if (a.table_input >= 0) {
        std::string arg = "TABLE(#" + std::to_string(a.table_input) + ")";
        if (!a.partition_by.empty()) {
          std::vector<std::string> keys;
          for (const int32_t c : a.partition_by) keys.push_back("$" + std::to_string(c));
          arg += " PARTITION BY(" + join_text(keys, ", ") + ")";
        }
        args.push_back(arg);
      } else if (!a.descriptor.empty()) {
        std::vector<std::string> names;
        for (const std::string& name : a.descriptor) names.push_back("_UTF-16LE'" + name + "'");
        args.push_back("DESCRIPTOR(" + join_text(names, ", ") + ")");
      } else {
        args.push_back(a.scalar ? text(a.scalar) : "DEFAULT()");
      }
    }
    return "LogicalTableFunctionScan(invocation=[" + rel.function + "(" + join_text(args, ", ") +
           ")], rowType=[" + row_type_text(rel.type) + "])";
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
      case RelKind::kLateralSnapshot:
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
        std::string targets = target_columns_text(s);
        if (!targets.empty()) targets = ", targetColumns=[" + targets + "]";
        return "LogicalSink(table=[" + name + "]" + targets + ", fields=[" +
               join_text(field_names(rel.type), ", ") + "]" + sink_hints_text(s) + ")";
      }
      case RelKind::kOver:
      case RelKind::kRank:
      case RelKind::kExpand:
      case RelKind::kReplicate:
      case RelKind::kMultiJoin:
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
      subsets.push_back("[" + subset.name + ", " + join_text(subset.variables, ", ") + "]");
    std::string after = "FLAG(SKIP TO NEXT ROW)";
    if (rel.after == AfterMatchSkip::kPastLastRow) after = "FLAG(SKIP PAST LAST ROW)";
    if (rel.after == AfterMatchSkip::kToFirst) after = "SKIP TO FIRST(_UTF-16LE'" + rel.after_variable + "')";
    if (rel.after == AfterMatchSkip::kToLast) after = "SKIP TO LAST(_UTF-16LE'" + rel.after_variable + "')";
    return "LogicalMatch(partition=[[" + join_text(partition, ", ") + "]], order=[[" +
           join_text(order, ", ") + "]], outputFields=[[" + join_text(field_names(rel.type), ", ") +
           "]], allRows=[false], after=[" + after + "], pattern=[" + pattern_text(rel.pattern) +
           "], isStrictStarts=[" + (rel.strict_start ? "true" : "false") + "], isStrictEnds=[" +
           (rel.strict_end ? "true" : "false") + "]" +
           (rel.within ? ", interval=[" + text(rel.within) + "]" : "") + ", subsets=[[" +
           join_text(subsets, ", ") + "]], patternDefinitions=[[" + join_text(defines, ", ") +
           "]], inputFields=[[" + join_text(field_names(rel.inputs[0]->type), ", ") + "]])";
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
};

}  // namespace

std::string to_text(const Rel& rel) {
  return Writer().tree(rel, {});
}

}  // namespace rowkind
