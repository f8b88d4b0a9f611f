// Projections that go away where they stand: below a UNION ALL each branch gets its own
// (ProjectSetOpTranspose); below an aggregate one that only reorders or renames columns is read through
// (AggregateProjectMerge), which then groups by the columns in the order of its input.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool is_union_all(const Rel& rel) {
  return rel.kind == RelKind::kSetOp && as<SetOpRel>(rel).op == SetOpKind::kUnion && as<SetOpRel>(rel).all;
}

RelPtr push(const RelPtr& rel) {
  if (rel->kind != RelKind::kProject || !is_union_all(*rel->inputs[0])) return rel;
  const auto& project = as<ProjectRel>(*rel);
  for (const ExprPtr& expr : project.exprs) {
    if (has_kind(*expr, ExprKind::kOver)) return rel;
  }
  if (is_identity(project.exprs, *project.inputs[0])) return project.inputs[0];
  const auto& below = as<SetOpRel>(*project.inputs[0]);
  auto out = std::make_shared<SetOpRel>(below);
  out->inputs.clear();
  for (const RelPtr& branch : below.inputs)
    out->inputs.push_back(push(make_project(branch, project.exprs, field_names(project.type), project.span)));
  out->type = project.type;
  return out;
}

// Whether a projection shows every column of its input once, in whatever order and under whatever names.
bool only_reorders(const ProjectRel& project) {
  std::vector<bool> seen(project.inputs[0]->type.size(), false);
  for (const ExprPtr& expr : project.exprs) {
    if (expr->kind != ExprKind::kInputRef || seen[static_cast<size_t>(expr->index)]) return false;
    seen[static_cast<size_t>(expr->index)] = true;
  }
  return std::find(seen.begin(), seen.end(), false) == seen.end();
}

// Constants for COUNT(*) alone: nobody reads them.
bool unread_above_union(const AggregateRel& aggregate) {
  const bool reads =
      std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                  [](const AggregateCall& call) { return !call.args.empty() || call.filter >= 0; });
  return !reads && aggregate.grouping.empty() && is_union_all(*aggregate.inputs[0]->inputs[0]);
}

RelPtr without_unread(const RelPtr& rel) {
  if (rel->kind != RelKind::kAggregate) return rel;
  const auto& aggregate = as<AggregateRel>(*rel);
  if (aggregate.window || aggregate.inputs[0]->kind != RelKind::kProject || !unread_above_union(aggregate))
    return rel;
  return make_aggregate(aggregate.inputs[0]->inputs[0], {}, aggregate.calls, &aggregate);
}

// A projection that reorders or renames what a filter reads, below that filter: columns in the order of the input
// (ProjectFilterTranspose). Null if it does more or less than that.
RelPtr below_filter(const ProjectRel& project) {
  if (project.inputs[0]->kind != RelKind::kFilter) return nullptr;
  const auto& filter = as<FilterRel>(*project.inputs[0]);
  std::vector<int32_t> columns;
  for (const ExprPtr& expr : project.exprs) {
    if (expr->kind != ExprKind::kInputRef) return nullptr;
    columns.push_back(expr->index);
  }
  std::sort(columns.begin(), columns.end());
  if (std::adjacent_find(columns.begin(), columns.end()) != columns.end()) return nullptr;
  std::vector<int32_t> map(filter.type.size(), -1);
  for (size_t i = 0; i < columns.size(); ++i) map[static_cast<size_t>(columns[i])] = static_cast<int32_t>(i);
  for (int32_t ref : input_refs(*filter.condition)) {
    if (map[static_cast<size_t>(ref)] < 0) return nullptr;
  }
  ExprList exprs;
  for (const ExprPtr& expr : project.exprs) exprs.push_back(remap(expr, map));
  return make_project(make_columns(project.inputs[0], columns), std::move(exprs), field_names(project.type),
                      project.span);
}

bool ascending(const std::vector<int32_t>& columns, const ProjectRel& project) {
  return std::is_sorted(columns.begin(), columns.end(), [&](int32_t a, int32_t b) {
    return project.exprs[static_cast<size_t>(a)]->index < project.exprs[static_cast<size_t>(b)]->index;
  });
}

// The projection below an aggregate that the aggregate can read through: as it stands, or below the filter under it. Null: there is none.
RelPtr readable(const AggregateRel& aggregate) {
  if (aggregate.inputs[0]->kind != RelKind::kProject) return nullptr;
  RelPtr out = aggregate.inputs[0];
  while (RelPtr one = merged_with_below(as<ProjectRel>(*out))) out = one;
  RelPtr lowered = below_filter(as<ProjectRel>(*out));
  if (lowered && !ascending(aggregate.grouping, as<ProjectRel>(*lowered))) return nullptr;
  if (lowered) out = lowered;
  return only_reorders(as<ProjectRel>(*out)) ? out : nullptr;
}

// A group window reads its columns by position.
RelPtr merge_window(const AggregateRel& aggregate, const ProjectRel& project,
                    const std::vector<int32_t>& below) {
  auto out = std::make_shared<AggregateRel>(aggregate);
  auto window = std::make_shared<LegacyWindow>(*aggregate.window);
  if (window->time_column >= 0) window->time_column = below[static_cast<size_t>(window->time_column)];
  for (int32_t& key : out->grouping) key = below[static_cast<size_t>(key)];
  out->calls = remap_calls(aggregate.calls, below);
  out->window = window;
  out->inputs = project.inputs;
  return out;
}

RelPtr merge(const AggregateRel& aggregate) {
  const RelPtr source = readable(aggregate);
  if (!source) return nullptr;
  const auto& project = as<ProjectRel>(*source);
  std::vector<int32_t> below;
  for (const ExprPtr& expr : project.exprs) below.push_back(expr->index);
  if (aggregate.window) return merge_window(aggregate, project, below);
  std::vector<int32_t> keys, sorted;
  for (int32_t column : aggregate.grouping) keys.push_back(below[static_cast<size_t>(column)]);
  sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  RelPtr grouped = make_aggregate(project.inputs[0], sorted, remap_calls(aggregate.calls, below), &aggregate);
  auto copy = std::make_shared<AggregateRel>(as<AggregateRel>(*grouped));
  copy->partial_final = aggregate.partial_final;
  for (const std::vector<int32_t>& set : aggregate.grouping_sets) {
    std::vector<int32_t> columns;
    for (int32_t column : set) columns.push_back(below[static_cast<size_t>(column)]);
    std::sort(columns.begin(), columns.end());
    copy->grouping_sets.push_back(std::move(columns));
  }
  // What a set does not hold is NULL.
  for (size_t i = 0; i < sorted.size(); ++i) {
    const auto key = std::find(keys.begin(), keys.end(), sorted[i]) - keys.begin();
    copy->type[i].type = aggregate.type[static_cast<size_t>(key)].type;
  }
  if (keys == sorted) return copy;
  ExprList exprs;
  for (int32_t key : keys) {
    const auto at = std::find(sorted.begin(), sorted.end(), key) - sorted.begin();
    exprs.push_back(column_ref(*copy, static_cast<int32_t>(at)));
  }
  for (size_t i = keys.size(); i < copy->type.size(); ++i)
    exprs.push_back(column_ref(*copy, static_cast<int32_t>(i)));
  return make_project(copy, std::move(exprs), field_names(aggregate.type), aggregate.span);
}

}  // namespace

RelPtr push_projects_below_unions(const RelPtr& root) {
  return rewrite_bottom_up(rewrite_bottom_up(root, without_unread), push);
}

RelPtr merge_aggregate_inputs(const RelPtr& root, bool grouping_sets_only) {
  return rewrite_bottom_up(root, [&](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kAggregate) return rel;
    const auto& aggregate = as<AggregateRel>(*rel);
    if (grouping_sets_only && aggregate.grouping_sets.size() < 2) return rel;
    RelPtr merged = merge(aggregate);
    return merged ? merged : rel;
  });
}

}  // namespace rowkind::rules
