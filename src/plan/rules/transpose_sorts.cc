// SortProjectTranspose: a sort moves below the projection above which it was written, so that the projection
// merges with what follows; one that has merged with a filter stays below. LIMIT 0 is empty.
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool is_plain_sort(const Rel& rel) {
  return rel.kind == RelKind::kSort && as<SortRel>(rel).fetch < 0 && as<SortRel>(rel).offset == 0;
}

// The ORDER BY of the whole query: below the sink, or below a projection that only drops the columns sorted
// by.
const Rel* outer_sort(const Rel& root) {
  if (root.kind != RelKind::kSink) return nullptr;
  const Rel* below = root.inputs[0].get();
  if (is_plain_sort(*below)) return below;
  if (below->kind != RelKind::kProject || !is_plain_sort(*below->inputs[0])) return nullptr;
  const auto& exprs = as<ProjectRel>(*below).exprs;
  int32_t n = static_cast<int32_t>(exprs.size());
  for (int32_t i = 0; i < n; ++i) {
    const Expr& expr = *exprs[static_cast<size_t>(i)];
    if (expr.kind != ExprKind::kInputRef || expr.index != i) return nullptr;
  }
  for (const SortKey& key : as<SortRel>(*below->inputs[0]).keys) {
    if (key.column >= n) return below->inputs[0].get();
  }
  return nullptr;
}

RelPtr transpose(const RelPtr& root, bool moves_plain_sorts);

bool over_filter(const Rel& project) {
  const Rel* below = &project;
  while (below->kind == RelKind::kProject) below = below->inputs[0].get();
  return below->kind == RelKind::kFilter;
}

}  // namespace

// An ORDER BY of a sub-query without LIMIT orders nothing.
RelPtr transpose_sorts(const RelPtr& root) {
  const Rel* kept = outer_sort(*root);
  std::function<RelPtr(const RelPtr&)> strip = [&](const RelPtr& rel) -> RelPtr {
    if (is_plain_sort(*rel) && rel.get() != kept) return strip(rel->inputs[0]);
    std::vector<RelPtr> inputs;
    bool changed = false;
    for (const RelPtr& input : rel->inputs) {
      inputs.push_back(strip(input));
      changed = changed || inputs.back() != input;
    }
    return changed ? with_inputs(*rel, std::move(inputs)) : rel;
  };
  const bool drops_columns = kept != nullptr && root->inputs[0].get() != kept;
  return transpose(strip(root), drops_columns);
}

namespace {

// The only plain sort left is that of the whole query: it moves when the projection merges with another one above.
RelPtr transpose(const RelPtr& root, bool moves_plain_sorts) {
  return rewrite_bottom_up(root, [moves_plain_sorts](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kSort) return rel;
    const auto& sort = as<SortRel>(*rel);
    if (sort.fetch == 0) return make_empty(sort.type, sort.span);
    if (sort.fetch < 0 && sort.offset == 0 && sort.keys.empty()) return sort.inputs[0];
    if (sort.inputs[0]->kind != RelKind::kProject || over_filter(*sort.inputs[0])) return rel;
    if (is_plain_sort(sort) && !moves_plain_sorts) return rel;
    if (RelPtr picked = pick_below_watermark(as<ProjectRel>(*sort.inputs[0])))
      return transpose(with_inputs(sort, {picked}), moves_plain_sorts);
    const auto& project = as<ProjectRel>(*sort.inputs[0]);
    auto below = std::make_shared<SortRel>(sort);
    for (SortKey& key : below->keys) {
      const Expr& expr = *project.exprs[static_cast<size_t>(key.column)];
      if (expr.kind != ExprKind::kInputRef) return rel;
      key.column = expr.index;
    }
    below->type = project.inputs[0]->type;
    below->inputs = project.inputs;
    // The input may be a projection again.
    RelPtr moved = transpose(below, moves_plain_sorts);
    return make_project(moved, project.exprs, field_names(project.type), project.span);
  });
}

}  // namespace

}  // namespace rowkind::rules
