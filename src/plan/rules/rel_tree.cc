#include "plan/rules/rel_tree.h"

#include <algorithm>
#include <numeric>

namespace rowkind::rules {

int32_t width(const Rel& rel) {
  return static_cast<int32_t>(rel.type.size());
}

ExprPtr column_ref(const Rel& rel, int32_t index) {
  return input_ref(index, rel.type[static_cast<size_t>(index)].type);
}

ExprList column_refs(const Rel& rel) {
  ExprList refs;
  for (int32_t i = 0; i < width(rel); ++i) refs.push_back(column_ref(rel, i));
  return refs;
}

RelPtr make_project(RelPtr input, ExprList exprs, std::vector<std::string> names, Span span) {
  auto project = std::make_shared<ProjectRel>();
  for (size_t i = 0; i < exprs.size(); ++i)
    project->type.push_back(Field{std::move(names[i]), exprs[i]->type});
  project->span = span.known() ? span : input->span;
  project->exprs = std::move(exprs);
  project->inputs.push_back(std::move(input));
  return project;
}

RelPtr make_columns(RelPtr input, const std::vector<int32_t>& columns) {
  ExprList exprs;
  std::vector<std::string> names;
  for (int32_t column : columns) {
    exprs.push_back(column_ref(*input, column));
    names.push_back(input->type[static_cast<size_t>(column)].name);
  }
  return make_project(std::move(input), std::move(exprs), std::move(names));
}

RelPtr make_empty(const RowType& type, Span span) {
  auto values = std::make_shared<ValuesRel>();
  values->type = type;
  values->span = span;
  return values;
}

RelPtr make_filter(RelPtr input, const ExprPtr& condition, Span span) {
  if (is_true_literal(*condition)) return input;
  if (condition->kind == ExprKind::kLiteral) return make_empty(input->type, input->span);
  auto filter = std::make_shared<FilterRel>();
  filter->condition = condition;
  filter->type = input->type;
  filter->span = span.known() ? span : input->span;
  filter->inputs.push_back(std::move(input));
  return filter;
}

RowType join_type_of(const RowType& left, const RowType& right, JoinType type) {
  RowType out = left;
  if (type == JoinType::kSemi || type == JoinType::kAnti) return out;
  if (type == JoinType::kRight || type == JoinType::kFull) {
    for (Field& field : out) field.type = field.type.with_nullable(true);
  }
  std::vector<std::string> taken = field_names(out);
  for (const Field& field : right) {
    std::string name = unique_name(field.name, taken);
    bool pads = type == JoinType::kLeft || type == JoinType::kFull;
    out.push_back(Field{name, pads ? field.type.with_nullable(true) : field.type});
    taken.push_back(std::move(name));
  }
  return out;
}

std::string unique_name(const std::string& name, const std::vector<std::string>& taken) {
  std::string candidate = name;
  for (int32_t i = 0; std::find(taken.begin(), taken.end(), candidate) != taken.end(); ++i)
    candidate = name + std::to_string(i);
  return candidate;
}

RelPtr make_join(RelPtr left, RelPtr right, JoinType type, ExprPtr condition, const JoinRel* like) {
  auto join = like ? std::make_shared<JoinRel>(*like) : std::make_shared<JoinRel>();
  join->fixed.clear();  // the columns may be others now
  join->join = type;
  join->condition = std::move(condition);
  join->type = join_type_of(left->type, right->type, type);
  if (!join->span.known()) join->span = left->span;
  join->inputs = {std::move(left), std::move(right)};
  return join;
}

std::string suffixed_name(const std::string& name, const std::vector<std::string>& taken) {
  std::string candidate = name;
  for (int32_t i = 0; std::find(taken.begin(), taken.end(), candidate) != taken.end(); ++i)
    candidate = name + "_" + std::to_string(i);
  return candidate;
}

std::vector<int32_t> identity_map(size_t n) {
  std::vector<int32_t> map(n);
  std::iota(map.begin(), map.end(), 0);
  return map;
}

std::string numbered_name(const RowType& before) {
  return suffixed_name("$f" + std::to_string(before.size()), field_names(before));
}

RelPtr make_aggregate(RelPtr input, std::vector<int32_t> grouping, std::vector<AggregateCall> calls,
                      const AggregateRel* like) {
  auto aggregate = std::make_shared<AggregateRel>();
  if (like) {
    aggregate->state_ttl = like->state_ttl;
    aggregate->span = like->span;
  } else {
    aggregate->span = input->span;
  }
  for (int32_t column : grouping) aggregate->type.push_back(input->type[static_cast<size_t>(column)]);
  for (AggregateCall& call : calls) {
    if (call.name.empty()) call.name = numbered_name(aggregate->type);
    aggregate->type.push_back(Field{call.name, call.type});
  }
  aggregate->grouping = std::move(grouping);
  aggregate->calls = std::move(calls);
  aggregate->inputs.push_back(std::move(input));
  return aggregate;
}

RelPtr make_union(std::vector<RelPtr> inputs) {
  auto set_op = std::make_shared<SetOpRel>();
  set_op->type = inputs[0]->type;
  for (const RelPtr& input : inputs) {
    for (size_t i = 0; i < set_op->type.size(); ++i) {
      if (input->type[i].type.nullable()) set_op->type[i].type = set_op->type[i].type.with_nullable(true);
    }
  }
  set_op->span = inputs[0]->span;
  set_op->inputs = std::move(inputs);
  return set_op;
}

AggregateCall make_call_of(std::string_view function, std::vector<int32_t> args, LogicalType type,
                           std::string name, bool distinct) {
  AggregateCall call;
  call.function = find_aggregate(function);
  if (!call.function)
    throw Failure("plan/not-yet",
                  "The aggregate function " + std::string(function) + " is not executable yet.");
  call.args = std::move(args);
  call.type = std::move(type);
  call.name = std::move(name);
  call.distinct = distinct;
  return call;
}

bool is_unnamed(const AggregateCall& call) {
  return call.name.rfind("$f", 0) == 0;
}

bool is_empty_values(const Rel& rel) {
  return rel.kind == RelKind::kValues && as<ValuesRel>(rel).rows.empty();
}

bool is_identity(const ExprList& exprs, const Rel& input) {
  if (static_cast<int32_t>(exprs.size()) != width(input)) return false;
  for (size_t i = 0; i < exprs.size(); ++i) {
    if (exprs[i]->kind != ExprKind::kInputRef || exprs[i]->index != static_cast<int32_t>(i)) return false;
  }
  return true;
}

bool has_kind(const Expr& expr, ExprKind kind) {
  if (expr.kind == kind) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](const ExprPtr& operand) { return has_kind(*operand, kind); });
}

bool only_left(const Expr& expr, int32_t left) {
  std::vector<int32_t> refs = input_refs(expr);
  return !refs.empty() && refs.back() < left;
}
bool only_right(const Expr& expr, int32_t left) {
  std::vector<int32_t> refs = input_refs(expr);
  return !refs.empty() && refs.front() >= left;
}

void add_new(ExprList& to, const ExprPtr& predicate) {
  if (std::none_of(to.begin(), to.end(), [&](const ExprPtr& e) { return same_expr(*e, *predicate); }))
    to.push_back(predicate);
}

std::vector<AggregateCall> remap_calls(std::vector<AggregateCall> calls, const std::vector<int32_t>& map) {
  for (AggregateCall& call : calls) {
    for (int32_t& arg : call.args) arg = map[static_cast<size_t>(arg)];
    if (call.filter >= 0) call.filter = map[static_cast<size_t>(call.filter)];
  }
  return calls;
}

ExprPtr replace_refs(const ExprPtr& expr, const ExprList& mapping) {
  if (expr->kind == ExprKind::kInputRef) {
    const ExprPtr& to = mapping[static_cast<size_t>(expr->index)];
    return to ? to : expr;
  }
  ExprList operands;
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    operands.push_back(replace_refs(operand, mapping));
    changed = changed || operands.back() != operand;
  }
  return changed ? with_operands(*expr, std::move(operands)) : expr;
}

namespace {

template <typename T>
RelPtr copy_as(const Rel& rel, std::vector<RelPtr> inputs, bool type_of_input) {
  auto copy = std::make_shared<T>(as<T>(rel));
  copy->inputs = std::move(inputs);
  if (type_of_input) copy->type = copy->inputs[0]->type;
  return copy;
}

}  // namespace

RelPtr with_inputs(const Rel& rel, std::vector<RelPtr> inputs) {
  switch (rel.kind) {
    case RelKind::kProject:
      return copy_as<ProjectRel>(rel, std::move(inputs), false);
    case RelKind::kFilter:
      return copy_as<FilterRel>(rel, std::move(inputs), true);
    case RelKind::kAggregate:
      return copy_as<AggregateRel>(rel, std::move(inputs), false);
    case RelKind::kJoin: {
      const auto& join = as<JoinRel>(rel);
      return make_join(inputs[0], inputs[1], join.join, join.condition, &join);
    }
    case RelKind::kCorrelate: {
      auto copy = std::make_shared<CorrelateRel>(as<CorrelateRel>(rel));
      copy->type = join_type_of(inputs[0]->type, inputs[1]->type, copy->join);
      copy->inputs = std::move(inputs);
      return copy;
    }
    case RelKind::kSetOp:
      return copy_as<SetOpRel>(rel, std::move(inputs), false);
    case RelKind::kSort:
      return copy_as<SortRel>(rel, std::move(inputs), true);
    case RelKind::kWindowTvf:
      return copy_as<WindowTvfRel>(rel, std::move(inputs), false);
    case RelKind::kTableFunction:
      return copy_as<TableFunctionRel>(rel, std::move(inputs), false);
    case RelKind::kLateralSnapshot:
      return copy_as<LateralSnapshotRel>(rel, std::move(inputs), false);
    case RelKind::kSnapshot:
      return copy_as<SnapshotRel>(rel, std::move(inputs), true);
    case RelKind::kWatermark:
      return copy_as<WatermarkRel>(rel, std::move(inputs), false);
    case RelKind::kSink:
      return copy_as<SinkRel>(rel, std::move(inputs), false);
    case RelKind::kOver:
      return copy_as<OverRel>(rel, std::move(inputs), false);
    case RelKind::kRank:
      return copy_as<RankRel>(rel, std::move(inputs), false);
    case RelKind::kExpand:
      return copy_as<ExpandRel>(rel, std::move(inputs), false);
    case RelKind::kReplicate:
      return copy_as<ReplicateRel>(rel, std::move(inputs), false);
    case RelKind::kScan:
      return copy_as<ScanRel>(rel, std::move(inputs), false);
    case RelKind::kValues:
      return copy_as<ValuesRel>(rel, std::move(inputs), false);
    case RelKind::kUnnest:
      return copy_as<UnnestRel>(rel, std::move(inputs), false);
    case RelKind::kMatch:
      return copy_as<MatchRel>(rel, std::move(inputs), false);
    case RelKind::kMultiJoin:
      return copy_as<MultiJoinRel>(rel, std::move(inputs), false);
  }
  throw Failure("plan/internal", "Unknown relation.", rel.span);
}

RelPtr rewrite_bottom_up(const RelPtr& rel, const std::function<RelPtr(const RelPtr&)>& rule) {
  std::vector<RelPtr> inputs;
  bool changed = false;
  for (const RelPtr& input : rel->inputs) {
    inputs.push_back(rewrite_bottom_up(input, rule));
    changed = changed || inputs.back() != input;
  }
  return rule(changed ? with_inputs(*rel, std::move(inputs)) : rel);
}

}  // namespace rowkind::rules
