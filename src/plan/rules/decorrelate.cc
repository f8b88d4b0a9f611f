#include "plan/rules/decorrelate.h"

#include <algorithm>

namespace rowkind::rules {

namespace {

bool reads_outer(const ExprPtr& expr) {
  return expr && has_kind(*expr, ExprKind::kCorrelRef);
}

[[noreturn]] void unsupported(Span span) {
  throw Failure("plan/correlated", "This correlated sub-query cannot be turned into a join.", span,
                "compare columns of both queries with = in the WHERE clause of the sub-query");
}

// input column = expression of the outer row; the column, or -1.
int32_t equal_column(const Expr& predicate) {
  if (!is_call(predicate, "=")) return -1;
  for (size_t side = 0; side < 2; ++side) {
    const Expr& column = *predicate.operands[side];
    const Expr& outer = *predicate.operands[1 - side];
    if (column.kind == ExprKind::kInputRef && has_kind(outer, ExprKind::kCorrelRef) &&
        input_refs(outer).empty())
      return column.index;
  }
  return -1;
}

Pulled pull_filter(const FilterRel& filter, const RelPtr& outer) {
  Pulled below = pull_correlation(filter.inputs[0], outer);
  ExprList stay;
  for (ExprPtr part : conjuncts(filter.condition)) {
    if (below.shifted) part = shift(part, below.shifted);
    (reads_outer(part) ? below.predicates : stay).push_back(part);
  }
  below.rel = make_filter(below.rel, order_conjuncts(conjunction(stay)), filter.span);
  return below;
}

// Columns that pulled predicates read are appended to the projection.
Pulled pull_project(const ProjectRel& project, const RelPtr& outer) {
  Pulled below = pull_correlation(project.inputs[0], outer);
  ExprList exprs;
  std::vector<std::string> names;
  std::vector<int32_t> map(below.rel->type.size(), -1);
  for (int32_t i = 0; i < below.shifted; ++i) {
    map[static_cast<size_t>(i)] = i;
    exprs.push_back(column_ref(*below.rel, i));
    names.push_back(below.rel->type[static_cast<size_t>(i)].name);
  }
  for (size_t i = 0; i < project.exprs.size(); ++i) {
    if (reads_outer(project.exprs[i])) unsupported(project.span);
    ExprPtr expr = shift(project.exprs[i], below.shifted);
    if (expr->kind == ExprKind::kInputRef && map[static_cast<size_t>(expr->index)] < 0) {
      map[static_cast<size_t>(expr->index)] = static_cast<int32_t>(exprs.size());
    }
    exprs.push_back(expr);
    names.push_back(project.type[i].name);
  }
  std::vector<bool> read(map.size(), false);
  for (const ExprPtr& predicate : below.predicates) {
    for (int32_t column : input_refs(*predicate)) read[static_cast<size_t>(column)] = true;
  }
  for (size_t i = 0; i < map.size(); ++i) {
    if (!read[i] || map[i] >= 0) continue;
    map[i] = static_cast<int32_t>(exprs.size());
    exprs.push_back(column_ref(*below.rel, static_cast<int32_t>(i)));
    names.push_back(unique_name(below.rel->type[i].name, names));
  }
  for (ExprPtr& predicate : below.predicates) predicate = remap(predicate, map);
  below.rel = make_project(below.rel, std::move(exprs), std::move(names), project.span);
  return below;
}

void outer_columns(const Expr& expr, std::vector<int32_t>& columns) {
  if (expr.kind == ExprKind::kCorrelRef &&
      std::find(columns.begin(), columns.end(), expr.index) == columns.end())
    columns.push_back(expr.index);
  for (const ExprPtr& operand : expr.operands) outer_columns(*operand, columns);
}

// Every outer column becomes the column of `columns` behind `base`.
ExprPtr generated(const ExprPtr& expr, const std::vector<int32_t>& columns, int32_t base) {
  if (expr->kind == ExprKind::kCorrelRef) {
    const auto at = std::find(columns.begin(), columns.end(), expr->index) - columns.begin();
    return input_ref(base + static_cast<int32_t>(at), expr->type, expr->span);
  }
  if (expr->operands.empty()) return expr;
  ExprList operands;
  for (const ExprPtr& operand : expr->operands) operands.push_back(generated(operand, columns, base));
  return with_operands(*expr, std::move(operands));
}

ExprPtr outer_ref(const RelPtr& outer, int32_t column) {
  auto ref = std::make_shared<Expr>(*column_ref(*outer, column));
  ref->kind = ExprKind::kCorrelRef;
  return ref;
}

// Aggregate(group={}) over rows that compare with the outer row in some other way than =: its rows are
// joined with the distinct values of the outer columns first, and grouped by those (RelDecorrelator's value
// generator).
Pulled generate_values(const AggregateRel& aggregate, const Pulled& below, const RelPtr& outer) {
  std::vector<int32_t> columns;
  for (const ExprPtr& predicate : below.predicates) outer_columns(*predicate, columns);
  std::sort(columns.begin(), columns.end());
  const auto keys = static_cast<int32_t>(columns.size());
  const int32_t base = width(*below.rel);
  std::vector<int32_t> grouping;
  for (int32_t i = 0; i < keys; ++i) grouping.push_back(i);
  const RelPtr values = make_aggregate(make_columns(outer, columns), grouping, {});
  ExprList conditions;
  for (const ExprPtr& predicate : below.predicates) conditions.push_back(generated(predicate, columns, base));
  const RelPtr joined = make_join(below.rel, values, JoinType::kInner, conjunction(conditions));
  std::vector<int32_t> order;
  for (int32_t i = 0; i < keys; ++i) order.push_back(base + i);
  for (int32_t i = 0; i < base; ++i) order.push_back(i);
  std::vector<AggregateCall> calls = aggregate.calls;
  for (AggregateCall& call : calls) {
    for (int32_t& arg : call.args) arg += keys;
    if (call.filter >= 0) call.filter += keys;
  }
  Pulled out;
  out.shifted = keys;
  out.counts = std::any_of(calls.begin(), calls.end(),
                           [](const AggregateCall& c) { return c.function->name == "COUNT"; });
  out.rel = make_aggregate(make_columns(joined, order), grouping, std::move(calls), &aggregate);
  for (int32_t i = 0; i < keys; ++i) {
    out.predicates.push_back(
        make_call("=", {outer_ref(outer, columns[static_cast<size_t>(i)]), column_ref(*out.rel, i)})
            .or_throw());
  }
  return out;
}

// Aggregate(group={}) over rows that equal the outer row in some columns: grouped by those columns.
Pulled pull_aggregate(const AggregateRel& aggregate, const RelPtr& outer) {
  Pulled below = pull_correlation(aggregate.inputs[0], outer);
  if (below.predicates.empty()) return Pulled{with_inputs(aggregate, {below.rel}), {}, 0, false};
  if (below.shifted || aggregate.grouping_sets.size() > 1) unsupported(aggregate.span);
  const bool all_equal = std::all_of(below.predicates.begin(), below.predicates.end(),
                                     [](const ExprPtr& p) { return equal_column(*p) >= 0; });
  if (!all_equal && outer && aggregate.grouping.empty()) return generate_values(aggregate, below, outer);
  std::vector<int32_t> keys;
  ExprList not_null;
  for (const ExprPtr& predicate : below.predicates) {
    int32_t column = equal_column(*predicate);
    if (column < 0) unsupported(predicate->span);
    if (std::find(keys.begin(), keys.end(), column) == keys.end()) keys.push_back(column);
  }
  for (int32_t key : keys) {
    ExprPtr ref = column_ref(*below.rel, key);
    if (ref->type.nullable()) not_null.push_back(make_call("IS NOT NULL", {ref}).or_throw());
  }
  // Keys first, then the arguments: the shape of a fresh GROUP BY.
  std::vector<int32_t> columns = keys;
  for (int32_t i = 0; i < width(*below.rel); ++i) {
    if (std::find(columns.begin(), columns.end(), i) == columns.end()) columns.push_back(i);
  }
  std::vector<int32_t> map(columns.size());
  for (size_t i = 0; i < columns.size(); ++i) map[static_cast<size_t>(columns[i])] = static_cast<int32_t>(i);
  RelPtr input = make_columns(make_filter(below.rel, conjunction(not_null)), columns);
  std::vector<int32_t> grouping;
  for (size_t i = 0; i < keys.size(); ++i) grouping.push_back(static_cast<int32_t>(i));
  for (int32_t key : aggregate.grouping) grouping.push_back(map[static_cast<size_t>(key)]);
  std::vector<AggregateCall> calls = aggregate.calls;
  std::vector<bool> used(columns.size(), false);
  for (int32_t key : grouping) used[static_cast<size_t>(key)] = true;
  for (AggregateCall& call : calls) {
    if (call.function->name == "SINGLE_VALUE") call.name.clear();  // it is called by its new position
    for (int32_t& arg : call.args) {
      arg = map[static_cast<size_t>(arg)];
      used[static_cast<size_t>(arg)] = true;
    }
    if (call.filter >= 0) {
      call.filter = map[static_cast<size_t>(call.filter)];
      used[static_cast<size_t>(call.filter)] = true;
    }
  }
  // Columns that only the query's own dummy projection had go.
  std::vector<int32_t> kept, to(columns.size(), -1);
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    to[i] = static_cast<int32_t>(kept.size());
    kept.push_back(static_cast<int32_t>(i));
  }
  if (kept.size() < columns.size()) {
    input = make_columns(input, kept);
    for (int32_t& key : grouping) key = to[static_cast<size_t>(key)];
    calls = remap_calls(std::move(calls), to);
  }
  Pulled out;
  out.shifted = static_cast<int32_t>(keys.size());
  out.counts = aggregate.grouping.empty() &&
               std::any_of(calls.begin(), calls.end(),
                           [](const AggregateCall& c) { return c.function->name == "COUNT"; });
  out.rel = make_aggregate(input, grouping, std::move(calls), &aggregate);
  for (const ExprPtr& predicate : below.predicates) {
    std::vector<int32_t> position(static_cast<size_t>(width(*below.rel)), -1);
    for (size_t i = 0; i < keys.size(); ++i) position[static_cast<size_t>(keys[i])] = static_cast<int32_t>(i);
    // The decorrelator writes the outer column first.
    ExprPtr equal = remap(predicate, position);
    if (!input_refs(*equal->operands[0]).empty())
      equal = with_operands(*equal, {equal->operands[1], equal->operands[0]});
    out.predicates.push_back(equal);
  }
  return out;
}

Pulled pull_join(const JoinRel& join, const RelPtr& outer) {
  if (reads_outer(join.condition)) {
    if (join.join != JoinType::kInner) unsupported(join.span);
  }
  Pulled left = pull_correlation(join.inputs[0], outer), right = pull_correlation(join.inputs[1], outer);
  bool both = !right.predicates.empty();
  if (left.shifted || right.shifted || (both && join.join != JoinType::kInner)) unsupported(join.span);
  if (!left.predicates.empty() && (join.join == JoinType::kRight || join.join == JoinType::kFull))
    unsupported(join.span);
  // Appended columns of the left side move the right ones.
  int32_t old_left = width(*join.inputs[0]), new_left = width(*left.rel);
  if (new_left != old_left || width(*right.rel) != width(*join.inputs[1])) unsupported(join.span);
  ExprList stay;
  Pulled out;
  for (const ExprPtr& part : conjuncts(join.condition))
    (reads_outer(part) ? out.predicates : stay).push_back(part);
  for (const ExprPtr& predicate : left.predicates) out.predicates.push_back(predicate);
  for (const ExprPtr& predicate : right.predicates) out.predicates.push_back(shift(predicate, new_left));
  out.rel = make_join(left.rel, right.rel, join.join, conjunction(stay), &join);
  return out;
}

ExprPtr to_outer(const ExprPtr& expr, int32_t outer_width) {
  if (expr->kind == ExprKind::kCorrelRef) return input_ref(expr->index, expr->type, expr->span);
  if (expr->kind == ExprKind::kInputRef) return input_ref(expr->index + outer_width, expr->type, expr->span);
  if (expr->operands.empty()) return expr;
  ExprList operands;
  for (const ExprPtr& operand : expr->operands) operands.push_back(to_outer(operand, outer_width));
  return with_operands(*expr, std::move(operands));
}

}  // namespace

void like_decorrelator(Pulled& pulled) {
  ExprList not_null;
  for (ExprPtr& predicate : pulled.predicates) {
    int32_t column = equal_column(*predicate);
    if (column < 0) continue;
    ExprPtr ref = column_ref(*pulled.rel, column);
    if (ref->type.nullable()) not_null.push_back(make_call("IS NOT NULL", {ref}).or_throw());
    if (!input_refs(*predicate->operands[0]).empty()) {
      predicate = with_operands(*predicate, {predicate->operands[1], predicate->operands[0]});
    }
  }
  pulled.rel = make_filter(pulled.rel, conjunction(not_null));
}

bool is_correlated(const Rel& rel) {
  bool here = false;
  switch (rel.kind) {
    case RelKind::kProject:
      here = std::any_of(as<ProjectRel>(rel).exprs.begin(), as<ProjectRel>(rel).exprs.end(), reads_outer);
      break;
    case RelKind::kFilter:
      here = reads_outer(as<FilterRel>(rel).condition);
      break;
    case RelKind::kJoin:
      here = reads_outer(as<JoinRel>(rel).condition);
      break;
    case RelKind::kUnnest:
      return reads_outer(as<UnnestRel>(rel).collection);
    case RelKind::kSnapshot:
      here = reads_outer(as<SnapshotRel>(rel).period);
      break;
    case RelKind::kCorrelate:
      // Its right side reads its own left row.
      return is_correlated(*rel.inputs[0]);
    case RelKind::kTableFunction:
      for (const auto& argument : as<TableFunctionRel>(rel).arguments)
        here = here || reads_outer(argument.scalar);
      break;
    default:
      break;
  }
  return here || std::any_of(rel.inputs.begin(), rel.inputs.end(),
                             [](const RelPtr& input) { return is_correlated(*input); });
}

Pulled pull_correlation(const RelPtr& rel, const RelPtr& outer) {
  if (!is_correlated(*rel)) return Pulled{rel, {}, 0, false};
  switch (rel->kind) {
    case RelKind::kFilter:
      return pull_filter(as<FilterRel>(*rel), outer);
    case RelKind::kProject:
      return pull_project(as<ProjectRel>(*rel), outer);
    case RelKind::kAggregate:
      return pull_aggregate(as<AggregateRel>(*rel), outer);
    case RelKind::kJoin:
      return pull_join(as<JoinRel>(*rel), outer);
    default:
      unsupported(rel->span);
  }
}

ExprPtr join_condition(const ExprList& predicates, int32_t outer_width) {
  ExprList parts;
  for (const ExprPtr& predicate : predicates) parts.push_back(to_outer(predicate, outer_width));
  return conjunction(parts);
}

}  // namespace rowkind::rules
