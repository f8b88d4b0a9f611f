#include <algorithm>

#include "plan/rel_build.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

int32_t uses(const Expr& expr, int32_t column) {
  if (expr.kind == ExprKind::kInputRef) return expr.index == column ? 1 : 0;
  int32_t n = 0;
  for (const ExprPtr& operand : expr.operands) n += uses(*operand, column);
  if (!expr.over) return n;
  for (const ExprPtr& arg : expr.over->args) n += uses(*arg, column);
  for (const ExprPtr& key : expr.over->partition) n += uses(*key, column);
  for (const auto& key : expr.over->order) n += uses(*key.key, column);
  return n;
}

// Also inside of OVER.
ExprPtr substitute_all(const ExprPtr& expr, const ExprList& below) {
  if (expr->kind == ExprKind::kInputRef) return below[static_cast<size_t>(expr->index)];
  return map_children(expr, [&](const ExprPtr& part) { return substitute_all(part, below); });
}

bool has_over(const ProjectRel& project) {
  return std::any_of(project.exprs.begin(), project.exprs.end(),
                     [](const ExprPtr& e) { return has_kind(*e, ExprKind::kOver); });
}

// Something that is not deterministic (PROCTIME()) is evaluated once only.
bool mergeable(const ProjectRel& upper, const ProjectRel& lower) {
  if (has_over(upper) && has_over(lower)) return false;
  for (size_t i = 0; i < lower.exprs.size(); ++i) {
    if (deterministic(*lower.exprs[i])) continue;
    int32_t n = 0;
    for (const ExprPtr& expr : upper.exprs) n += uses(*expr, static_cast<int32_t>(i));
    if (n > 1) return false;
  }
  return true;
}

}  // namespace

RelPtr merged_with_below(const ProjectRel& upper) {
  if (upper.inputs[0]->kind != RelKind::kProject) return nullptr;
  const auto& lower = as<ProjectRel>(*upper.inputs[0]);
  if (!mergeable(upper, lower)) return nullptr;
  ExprList exprs;
  for (const ExprPtr& expr : upper.exprs) {
    bool plain = expr->kind == ExprKind::kInputRef;
    exprs.push_back(plain ? lower.exprs[static_cast<size_t>(expr->index)]
                          : simplify(substitute_all(expr, lower.exprs)));
  }
  return make_project(lower.inputs[0], std::move(exprs), field_names(upper.type), upper.span);
}

RelPtr merge_projects(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kProject) return rel;
    RelPtr out = merged_with_below(as<ProjectRel>(*rel));
    if (!out) out = rel;
    return is_identity(as<ProjectRel>(*out).exprs, *out->inputs[0]) ? out->inputs[0] : out;
  });
}

RelPtr merge_over_projects(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kProject || rel->inputs[0]->kind != RelKind::kProject) return rel;
    const auto& upper = as<ProjectRel>(*rel);
    const bool over = has_over(upper) || has_over(as<ProjectRel>(*rel->inputs[0]));
    RelPtr out = over ? merged_with_below(upper) : nullptr;
    return out ? out : rel;
  });
}

}  // namespace rowkind::rules
