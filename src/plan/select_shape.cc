// Shapes of a SELECT block that do not look at its text: DISTINCT, pruned aggregate inputs, QUALIFY over the
// select list.
#include <algorithm>

#include "plan/bind.h"
#include "plan/bind_select.h"

namespace rowkind {

bool refers_to(const ExprPtr& expr, const ExprList& items) {
  const auto same = [&](const ExprPtr& item) { return same_expr(*item, *expr); };
  if (expr->kind == ExprKind::kOver) return std::any_of(items.begin(), items.end(), same);
  if (expr->kind == ExprKind::kInputRef) return std::any_of(items.begin(), items.end(), same);
  return std::all_of(expr->operands.begin(), expr->operands.end(),
                     [&](const ExprPtr& e) { return refers_to(e, items); });
}
ExprPtr over_items(const ExprPtr& expr, const ExprList& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (expr->kind != ExprKind::kLiteral && same_expr(*items[i], *expr))
      return input_ref(static_cast<int32_t>(i), expr->type, expr->span);
  }
  return map_children(expr, [&](const ExprPtr& e) { return over_items(e, items); });
}

RelPtr without_unused(const RelPtr& rel, size_t groups, std::vector<AggregateCall>& calls) {
  if (rel->kind != RelKind::kProject) return rel;
  const auto& project = static_cast<const ProjectRel&>(*rel);
  std::vector<int32_t> to(project.exprs.size(), -1);
  for (size_t i = 0; i < groups; ++i) to[i] = 0;
  for (const AggregateCall& call : calls) {
    for (const int32_t a : call.args) to[static_cast<size_t>(a)] = 0;
    if (call.filter >= 0) to[static_cast<size_t>(call.filter)] = 0;
  }
  const auto used = std::count(to.begin(), to.end(), 0);
  if (used == 0 || used == static_cast<int64_t>(to.size())) return rel;
  ExprList exprs;
  std::vector<std::string> names;
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] < 0) continue;
    to[i] = static_cast<int32_t>(exprs.size());
    exprs.push_back(project.exprs[i]);
    names.push_back(project.type[i].name);
  }
  for (AggregateCall& call : calls) {
    for (int32_t& a : call.args) a = to[static_cast<size_t>(a)];
    if (call.filter >= 0) call.filter = to[static_cast<size_t>(call.filter)];
  }
  return make_project(project.inputs[0], std::move(exprs), std::move(names), true, project.span);
}

Bound Binder::distinct(const Bound& in, Span span) {
  std::vector<int32_t> all;
  for (size_t i = 0; i < in.columns.size(); ++i) all.push_back(static_cast<int32_t>(i));
  // A column selected twice is grouped by once.
  if (in.rel->kind == RelKind::kProject) {
    const auto& project = static_cast<const ProjectRel&>(*in.rel);
    ExprList once, back;
    std::vector<std::string> names;
    for (size_t i = 0; i < project.exprs.size(); ++i) {
      size_t at = 0;
      while (at < once.size() &&
             !(project.exprs[i]->kind == ExprKind::kInputRef && same_expr(*once[at], *project.exprs[i])))
        ++at;
      if (at == once.size()) {
        once.push_back(project.exprs[i]);
        names.push_back(project.type[i].name);
      }
      back.push_back(input_ref(static_cast<int32_t>(at), project.exprs[i]->type));
    }
    if (once.size() < project.exprs.size()) {
      all.resize(once.size());
      ExprList refs;
      for (size_t i = 0, n = 0; i < back.size(); ++i) {
        if (back[i]->index == static_cast<int32_t>(n)) {
          refs.push_back(column_ref(*in.rel, static_cast<int32_t>(i)));
          ++n;
        }
      }
      const RelPtr grouped =
          make_aggregate(make_project(in.rel, refs, names, true, span), all, {all}, {}, span);
      return Bound{make_project(grouped, back, field_names(in.rel->type), true, span), in.columns};
    }
  }
  return Bound{make_aggregate(in.rel, all, {all}, {}, span), in.columns};
}

}  // namespace rowkind
