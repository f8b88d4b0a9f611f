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
  for (const ExprPtr& expr : upper.exprs) {
    if (has_kind(*expr, ExprKind::kOver)) return false;
  }
  for (size_t i = 0; i < lower.exprs.size(); ++i) {
    if (deterministic(*lower.exprs[i])) continue;
    int32_t n = 0;
    for (const ExprPtr& expr : upper.exprs) n += uses(*expr, static_cast<int32_t>(i));
    if (n > 1) return false;
  }
  return true;
}

}  // namespace

namespace {

RelPtr merged(const ProjectRel& upper) {
  if (upper.inputs[0]->kind != RelKind::kProject) return nullptr;
  const auto& lower = as<ProjectRel>(*upper.inputs[0]);
  if (!mergeable(upper, lower)) return nullptr;
  ExprList exprs;
  for (const ExprPtr& expr : upper.exprs) {
    bool plain = expr->kind == ExprKind::kInputRef;
    exprs.push_back(plain ? lower.exprs[static_cast<size_t>(expr->index)]
                          : simplify(substitute(expr, lower.exprs)));
  }
  return make_project(lower.inputs[0], std::move(exprs), field_names(upper.type), upper.span);
}

}  // namespace

RelPtr merge_projects(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kProject) return rel;
    RelPtr out = merged(as<ProjectRel>(*rel));
    if (!out) out = rel;
    return is_identity(as<ProjectRel>(*out).exprs, *out->inputs[0]) ? out->inputs[0] : out;
  });
}

RelPtr merge_over_projects(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kProject || rel->inputs[0]->kind != RelKind::kProject) return rel;
    const ExprList& below = as<ProjectRel>(*rel->inputs[0]).exprs;
    bool over = std::any_of(below.begin(), below.end(),
                            [](const ExprPtr& e) { return has_kind(*e, ExprKind::kOver); });
    RelPtr out = over ? merged(as<ProjectRel>(*rel)) : nullptr;
    return out ? out : rel;
  });
}

}  // namespace rowkind::rules
