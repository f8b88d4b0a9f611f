// Where expressions read outer rows, and the builders that the rules about them share.
#include <algorithm>

#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

void add_outer(const ExprPtr& expr, std::vector<CorrelColumn>& out) {
  if (expr) outer_columns(*expr, out);
}

void insert_sorted(std::vector<CorrelColumn>& out, const CorrelColumn& column) {
  const auto place = std::lower_bound(out.begin(), out.end(), column);
  if (place == out.end() || *place != column) out.insert(place, column);
}

// In a sub-query of a sub-query.
void add_nested(const Rel& rel, std::vector<CorrelColumn>& out) {
  for (const CorrelColumn& column : outer_columns(rel)) insert_sorted(out, column);
  for (const RelPtr& input : rel.inputs) add_nested(*input, out);
}

}  // namespace

void outer_columns(const Expr& expr, std::vector<CorrelColumn>& out) {
  if (expr.kind == ExprKind::kCorrelRef) insert_sorted(out, {expr.correl_id, expr.index});
  for (const ExprPtr& operand : expr.operands) outer_columns(*operand, out);
  if (expr.kind == ExprKind::kSubquery) {
    std::vector<CorrelColumn> inside;
    add_nested(*expr.rel, inside);
    for (const CorrelColumn& column : inside) {
      if (column.id != expr.correl_id) insert_sorted(out, column);
    }
  }
  if (!expr.over) return;
  for (const ExprPtr& arg : expr.over->args) outer_columns(*arg, out);
  for (const ExprPtr& key : expr.over->partition) outer_columns(*key, out);
  for (const auto& key : expr.over->order) outer_columns(*key.key, out);
}

std::vector<CorrelColumn> outer_columns(const Rel& rel) {
  std::vector<CorrelColumn> out;
  switch (rel.kind) {
    case RelKind::kProject:
      for (const ExprPtr& expr : as<ProjectRel>(rel).exprs) add_outer(expr, out);
      break;
    case RelKind::kFilter:
      add_outer(as<FilterRel>(rel).condition, out);
      break;
    case RelKind::kJoin:
      add_outer(as<JoinRel>(rel).condition, out);
      break;
    case RelKind::kUnnest:
      add_outer(as<UnnestRel>(rel).collection, out);
      break;
    case RelKind::kSnapshot:
      add_outer(as<SnapshotRel>(rel).period, out);
      break;
    case RelKind::kTableFunction:
      for (const auto& argument : as<TableFunctionRel>(rel).arguments) add_outer(argument.scalar, out);
      break;
    default:
      break;
  }
  return out;
}

bool reads_outer(const Rel& rel, int32_t id) {
  for (const CorrelColumn& column : outer_columns(rel)) {
    if (id == 0 || column.id == id) return true;
  }
  return std::any_of(rel.inputs.begin(), rel.inputs.end(),
                     [&](const RelPtr& input) { return reads_outer(*input, id); });
}

ExprPtr correl_ref(int32_t id, int32_t column, const LogicalType& type) {
  auto ref = std::make_shared<Expr>();
  ref->kind = ExprKind::kCorrelRef;
  ref->type = type;
  ref->index = column;
  ref->correl_id = id;
  return ref;
}

ExprPtr replace_outer(const ExprPtr& expr, const std::function<ExprPtr(const Expr&)>& change) {
  if (expr->kind == ExprKind::kCorrelRef) {
    const ExprPtr out = change(*expr);
    return out ? out : expr;
  }
  ExprList operands;
  for (const ExprPtr& operand : expr->operands) operands.push_back(replace_outer(operand, change));
  return operands == expr->operands ? expr : with_operands(*expr, std::move(operands));
}

RelPtr make_correlate(RelPtr left, RelPtr right, JoinType type, int32_t id, Span span) {
  auto out = std::make_shared<CorrelateRel>();
  out->join = type;
  out->correl_id = id;
  out->condition = bool_literal(true);
  out->type = join_type_of(left->type, right->type, type);
  out->span = span.known() ? span : left->span;
  out->inputs = {std::move(left), std::move(right)};
  return out;
}

RelPtr named_project(RelPtr input, ExprList exprs, const std::vector<std::string>& names, Span span) {
  std::vector<std::string> used;
  for (const std::string& name : names) {
    std::string unique = name;
    for (size_t attempt = 0; std::find(used.begin(), used.end(), unique) != used.end(); ++attempt)
      unique = name + std::to_string(std::max(used.size(), attempt));
    used.push_back(std::move(unique));
  }
  return make_project(std::move(input), std::move(exprs), std::move(used), span);
}

bool has_one_row(const Rel& rel) {
  switch (rel.kind) {
    case RelKind::kProject:
    case RelKind::kFilter:
      return has_one_row(*rel.inputs[0]);
    case RelKind::kAggregate:
      return as<AggregateRel>(rel).grouping.empty();
    case RelKind::kValues:
      return as<ValuesRel>(rel).rows.size() <= 1;
    default:
      return false;
  }
}

RelPtr with_constant_to_count(const RelPtr& rel) {
  const auto& aggregate = as<AggregateRel>(*rel);
  const bool reads = !aggregate.grouping.empty() || aggregate.calls.empty() ||
                     std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                                 [](const AggregateCall& c) { return !c.args.empty() || c.filter >= 0; });
  if (reads) return rel;
  const RelPtr zero =
      make_project(rel->inputs[0], {literal(Value::integer(0), LogicalType::integer())}, {"$f0"}, rel->span);
  return with_inputs(*rel, {zero});
}

namespace {

// A projection without the columns that the aggregate does not read.
RelPtr pruned(const RelPtr& input, std::vector<int32_t>& grouping, std::vector<AggregateCall>& calls) {
  if (input->kind != RelKind::kProject) return input;
  std::vector<bool> used(input->type.size(), false);
  const auto mark = [&](int32_t column) {
    if (column >= 0) used[static_cast<size_t>(column)] = true;
  };
  for (int32_t key : grouping) mark(key);
  for (const AggregateCall& call : calls) {
    for (int32_t arg : call.args) mark(arg);
    mark(call.filter);
  }
  std::vector<int32_t> columns, map(used.size(), -1);
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    map[i] = static_cast<int32_t>(columns.size());
    columns.push_back(static_cast<int32_t>(i));
  }
  if (columns.empty() || columns.size() == used.size()) return input;
  const auto& project = as<ProjectRel>(*input);
  ExprList exprs;
  std::vector<std::string> names;
  for (int32_t column : columns) {
    exprs.push_back(project.exprs[static_cast<size_t>(column)]);
    names.push_back(project.type[static_cast<size_t>(column)].name);
  }
  for (int32_t& key : grouping) key = map[static_cast<size_t>(key)];
  calls = remap_calls(std::move(calls), map);
  return make_project(project.inputs[0], std::move(exprs), std::move(names), project.span);
}

bool same_call(const AggregateCall& a, const AggregateCall& b) {
  return a.function == b.function && a.args == b.args && a.filter == b.filter && a.distinct == b.distinct;
}

}  // namespace

RelPtr built_aggregate(RelPtr input, const std::vector<int32_t>& keys, std::vector<AggregateCall> calls) {
  std::vector<int32_t> grouping = keys;
  const bool rows_are_groups = calls.empty() && (has_one_row(*input) || columns_unique(*input, grouping));
  if (rows_are_groups && !grouping.empty()) return make_columns(std::move(input), grouping);
  for (AggregateCall& call : calls) {
    if (call.function->name != "COUNT") continue;
    // What is never NULL does not matter.
    if (!call.distinct)
      std::erase_if(call.args,
                    [&](int32_t arg) { return !input->type[static_cast<size_t>(arg)].type.nullable(); });
    if (call.args.empty()) call.distinct = false;
  }
  const auto base = static_cast<int32_t>(grouping.size());
  std::vector<AggregateCall> distinct;
  std::vector<int32_t> places;
  std::vector<std::string> names;
  for (size_t i = 0; i < keys.size(); ++i) {
    places.push_back(static_cast<int32_t>(i));
    names.push_back(input->type[static_cast<size_t>(keys[i])].name);
  }
  for (const AggregateCall& call : calls) {
    names.push_back(call.name.empty() ? "$f" + std::to_string(names.size()) : call.name);
    const auto found = std::find_if(distinct.begin(), distinct.end(),
                                    [&](const AggregateCall& other) { return same_call(call, other); });
    places.push_back(base + static_cast<int32_t>(found - distinct.begin()));
    if (found == distinct.end()) distinct.push_back(call);
  }
  const bool repeats = distinct.size() < calls.size();
  const RelPtr source = pruned(input, grouping, distinct);
  const RelPtr out = with_constant_to_count(make_aggregate(source, grouping, std::move(distinct)));
  if (!repeats) return out;
  ExprList exprs;
  for (int32_t place : places) exprs.push_back(column_ref(*out, place));
  return make_project(out, std::move(exprs), std::move(names));
}

}  // namespace rowkind::rules
