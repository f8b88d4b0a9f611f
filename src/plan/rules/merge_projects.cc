#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

int32_t uses(const Expr& expr, int32_t column) {
  if (expr.kind == ExprKind::kInputRef) return expr.index == column ? 1 : 0;
  int32_t n = 0;
  for (const ExprPtr& operand : expr.operands) n += uses(*operand, column);
  return n;
}

// Something that is not deterministic (PROCTIME()) is evaluated once only.
bool mergeable(const ProjectRel& upper, const ProjectRel& lower) {
  for (size_t i = 0; i < lower.exprs.size(); ++i) {
    if (deterministic(*lower.exprs[i])) continue;
    int32_t n = 0;
    for (const ExprPtr& expr : upper.exprs) n += uses(*expr, static_cast<int32_t>(i));
    if (n > 1) return false;
  }
  return true;
}

}  // namespace

RelPtr merge_projects(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kProject) return rel;
    const auto& upper = as<ProjectRel>(*rel);
    if (upper.inputs[0]->kind == RelKind::kProject) {
      const auto& lower = as<ProjectRel>(*upper.inputs[0]);
      if (mergeable(upper, lower)) {
        ExprList exprs;
        for (const ExprPtr& expr : upper.exprs) {
          exprs.push_back(expr->kind == ExprKind::kInputRef ? lower.exprs[static_cast<size_t>(expr->index)]
                                                            : simplify(substitute(expr, lower.exprs)));
        }
        RelPtr merged = make_project(lower.inputs[0], std::move(exprs), field_names(upper.type), upper.span);
        return is_identity(as<ProjectRel>(*merged).exprs, *lower.inputs[0]) ? lower.inputs[0] : merged;
      }
    }
    return is_identity(upper.exprs, *upper.inputs[0]) ? upper.inputs[0] : rel;
  });
}

}  // namespace rowkind::rules
