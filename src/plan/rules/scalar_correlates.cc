// Correlates of one row that RelDecorrelator makes joins of at once: a query for the row of a key, a query that reads the outer row only, and an
// expression over an aggregate for left rows with a key.
#include <algorithm>

#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool is_single_value(const Rel& rel) {
  if (rel.kind != RelKind::kAggregate) return false;
  const auto& aggregate = as<AggregateRel>(rel);
  return aggregate.grouping.empty() && aggregate.calls.size() == 1 &&
         aggregate.calls[0].function->name == "SINGLE_VALUE";
}

bool reads_only(const Rel& rel, int32_t id) {
  const std::vector<CorrelColumn> outer = outer_columns(rel);
  return std::all_of(outer.begin(), outer.end(), [&](const CorrelColumn& c) { return c.id == id; });
}

bool has_outer(const Expr& expr) {
  std::vector<CorrelColumn> outer;
  outer_columns(expr, outer);
  return !outer.empty();
}

// `column = outer expression` of the condition: the two sides of each.
struct Keys {
  std::vector<int32_t> columns;
  ExprList outer;
};

Keys keys_of(const ExprPtr& condition) {
  Keys keys;
  for (const ExprPtr& part : conjuncts(condition)) {
    if (!is_call(*part, "=")) continue;
    for (size_t side = 0; side < 2; ++side) {
      const ExprPtr &column = part->operands[side], &outer = part->operands[1 - side];
      if (column->kind != ExprKind::kInputRef || !has_outer(*outer) || !input_refs(*outer).empty()) continue;
      keys.columns.push_back(column->index);
      keys.outer.push_back(outer);
      break;
    }
  }
  return keys;
}

// Every outer column of the filter stands in one of its keys.
bool keys_read_all(const Rel& filter, const Keys& keys) {
  std::vector<CorrelColumn> read;
  for (const ExprPtr& outer : keys.outer) outer_columns(*outer, read);
  return read == outer_columns(filter);
}

// The condition over left and right columns.
ExprPtr over_join(const ExprPtr& expr, const Rel& left) {
  return replace_outer(shift(expr, width(left)),
                       [&](const Expr& ref) { return column_ref(left, ref.index); });
}

// Calls and constants must not make something out of a row that is not there.
ExprPtr null_without(const ExprPtr& expr, const Rel& join, int32_t base, const ExprPtr& indicator) {
  const auto guarded = [&](const ExprPtr& value) {
    const ExprPtr none = null_literal(value->type.with_nullable(true));
    return make_call("CASE", {make_call("IS NULL", {indicator}).or_throw(), none, value}).or_throw();
  };
  switch (expr->kind) {
    case ExprKind::kInputRef:
      return column_ref(join, base + expr->index);
    case ExprKind::kCorrelRef:
      return guarded(column_ref(join, expr->index));
    case ExprKind::kLiteral:
      return expr->literal.is_null() || expr->type.is(TypeRoot::kSymbol) ? expr : guarded(expr);
    default:
      break;
  }
  ExprList operands;
  for (const ExprPtr& operand : expr->operands)
    operands.push_back(null_without(operand, join, base, indicator));
  return guarded(operands.empty() ? expr : with_operands(*expr, std::move(operands)));
}

RelPtr with_indicator(const RelPtr& rel) {
  ExprList exprs = column_refs(*rel);
  std::vector<std::string> names = field_names(rel->type);
  exprs.push_back(bool_literal(true));
  names.push_back("nullIndicator");
  return named_project(rel, std::move(exprs), names);
}

// The left columns, then the expressions over the join's row.
RelPtr above_join(const RelPtr& join, const RelPtr& left, const ExprList& values,
                  const std::vector<std::string>& names, const ExprPtr& indicator) {
  ExprList exprs = column_refs(*join);
  exprs.resize(left->type.size());
  std::vector<std::string> all = field_names(left->type);
  for (const ExprPtr& value : values) exprs.push_back(null_without(value, *join, width(*left), indicator));
  all.insert(all.end(), names.begin(), names.end());
  return named_project(join, std::move(exprs), all, join->span);
}

// RemoveCorrelationForScalarProjectRule
RelPtr single_value(const CorrelateRel& correlate) {
  if (!is_single_value(*correlate.inputs[1])) return nullptr;
  const RelPtr& below = correlate.inputs[1]->inputs[0];
  if (below->kind != RelKind::kProject || width(*below) != 1) return nullptr;
  const auto& project = as<ProjectRel>(*below);
  if (!reads_only(project, correlate.correl_id)) return nullptr;
  const RelPtr &left = correlate.inputs[0], &source = project.inputs[0];
  if (source->kind == RelKind::kFilter && !outer_columns(*source).empty()) {
    const ExprPtr& condition = as<FilterRel>(*source).condition;
    const RelPtr right = source->inputs[0];
    const Keys keys = keys_of(condition);
    if (reads_outer(*right) || keys.columns.empty() || !columns_unique(*right, keys.columns)) return nullptr;
    if (!keys_read_all(*source, keys) || !reads_only(*source, correlate.correl_id)) return nullptr;
    const RelPtr join = make_join(left, right, JoinType::kLeft, over_join(condition, *left));
    return above_join(join, left, project.exprs, field_names(project.type),
                      column_ref(*join, width(*left) + keys.columns[0]));
  }
  if (outer_columns(project).empty() || reads_outer(*source)) return nullptr;
  const RelPtr marked = with_indicator(source);
  std::vector<AggregateCall> calls;
  for (int32_t i = 0; i < width(*marked); ++i)
    calls.push_back(
        make_call_of("SINGLE_VALUE", {i}, marked->type[static_cast<size_t>(i)].type.with_nullable(true), ""));
  const RelPtr row = make_aggregate(marked, {}, std::move(calls));
  const RelPtr join = make_join(left, row, JoinType::kLeft, bool_literal(true));
  return above_join(join, left, project.exprs, field_names(project.type),
                    column_ref(*join, width(*join) - 1));
}

// RemoveCorrelationForScalarAggregateRule
RelPtr aggregate_of_key(const CorrelateRel& correlate) {
  const RelPtr& right = correlate.inputs[1];
  if (right->kind != RelKind::kProject || width(*right) != 1 || right->inputs[0]->kind != RelKind::kAggregate)
    return nullptr;
  const auto& aggregate = as<AggregateRel>(*right->inputs[0]);
  if (!aggregate.grouping.empty() || aggregate.window || aggregate.inputs[0]->kind != RelKind::kProject)
    return nullptr;
  const auto& arguments = as<ProjectRel>(*aggregate.inputs[0]);
  const RelPtr& left = correlate.inputs[0];
  RelPtr source = arguments.inputs[0];
  ExprPtr condition = bool_literal(true);
  const bool counts_rows =
      std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                  [](const AggregateCall& c) { return c.function->name == "COUNT" && c.args.empty(); });
  if (counts_rows) return nullptr;
  if (!reads_only(arguments, correlate.correl_id)) return nullptr;
  if (source->kind == RelKind::kFilter && !outer_columns(*source).empty()) {
    const Keys keys = keys_of(as<FilterRel>(*source).condition);
    std::vector<int32_t> left_keys;
    for (const ExprPtr& outer : keys.outer) {
      if (outer->kind != ExprKind::kCorrelRef) return nullptr;
      left_keys.push_back(outer->index);
    }
    if (left_keys.empty() || !columns_unique(*left, left_keys) || !keys_read_all(*source, keys) ||
        !reads_only(*source, correlate.correl_id) || reads_outer(*source->inputs[0]))
      return nullptr;
    condition = over_join(as<FilterRel>(*source).condition, *left);
    source = source->inputs[0];
  } else {
    std::vector<int32_t> all;
    for (int32_t i = 0; i < width(*left); ++i) all.push_back(i);
    if (outer_columns(arguments).empty() || reads_outer(*source) || !columns_unique(*left, all))
      return nullptr;
  }
  const RelPtr join = make_join(left, with_indicator(source), JoinType::kLeft, condition);
  const ExprPtr indicator = column_ref(*join, width(*join) - 1);
  RelPtr rows = above_join(join, left, arguments.exprs, field_names(arguments.type), indicator);
  const int32_t base = width(*left);
  std::vector<int32_t> keys;
  for (int32_t i = 0; i < base; ++i) keys.push_back(i);
  std::vector<AggregateCall> calls = aggregate.calls;
  for (AggregateCall& call : calls) {
    for (int32_t& arg : call.args) arg += base;
    if (call.filter >= 0) call.filter += base;
    if (is_unnamed(call)) call.name.clear();
  }
  const RelPtr grouped = built_aggregate(rows, keys, std::move(calls));
  ExprList out = column_refs(*grouped);
  out.resize(static_cast<size_t>(base));
  const ExprPtr value = replace_outer(shift(as<ProjectRel>(*right).exprs[0], base),
                                      [&](const Expr& ref) { return column_ref(*grouped, ref.index); });
  out.push_back(make_cast(value, value->type.with_nullable(true)).or_throw());
  return named_project(grouped, std::move(out), field_names(correlate.type), correlate.span);
}

}  // namespace

RelPtr join_of_scalar(const CorrelateRel& correlate) {
  if (correlate.join != JoinType::kLeft) return nullptr;
  if (const RelPtr join = single_value(correlate)) return join;
  return aggregate_of_key(correlate);
}

}  // namespace rowkind::rules
