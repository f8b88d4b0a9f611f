// SortProjectTranspose: a sort moves below the projection above which it was written, so that the projection
// merges with what follows. LIMIT 0 is empty.
#include "plan/rules/rules.h"

namespace rowkind::rules {

RelPtr transpose_sorts(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kSort) return rel;
    const auto& sort = as<SortRel>(*rel);
    if (sort.fetch == 0) return make_empty(sort.type, sort.span);
    if (sort.fetch < 0 && sort.offset == 0 && sort.keys.empty()) return sort.inputs[0];
    if (sort.inputs[0]->kind != RelKind::kProject) return rel;
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
    RelPtr moved = transpose_sorts(below);
    return make_project(moved, project.exprs, field_names(project.type), project.span);
  });
}

}  // namespace rowkind::rules
