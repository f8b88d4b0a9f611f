// JoinPushExpressions: sides of an equality that are expressions become columns of their input, $f<width>;
// the result keeps its columns.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

struct Side {
  RelPtr input;
  ExprList exprs;
  std::vector<std::string> names;

  explicit Side(const RelPtr& rel) : input(rel), exprs(column_refs(*rel)), names(field_names(rel->type)) {}
  bool grown() const { return static_cast<int32_t>(exprs.size()) > width(*input); }
  int32_t add(const ExprPtr& expr) {
    for (size_t i = 0; i < exprs.size(); ++i) {
      if (same_expr(*exprs[i], *expr)) return static_cast<int32_t>(i);
    }
    std::string name = "$f" + std::to_string(exprs.size());
    if (is_call(*expr, "CAST") && expr->operands[0]->kind == ExprKind::kInputRef)
      name = names[static_cast<size_t>(expr->operands[0]->index)];
    names.push_back(unique_name(name, names));
    exprs.push_back(expr);
    return static_cast<int32_t>(exprs.size()) - 1;
  }
  RelPtr made() const {
    if (!grown()) return input;
    if (input->kind != RelKind::kSnapshot) return make_project(input, exprs, names);
    auto snapshot = std::make_shared<SnapshotRel>(as<SnapshotRel>(*input));
    snapshot->inputs = {make_project(snapshot->inputs[0], exprs, names)};
    snapshot->type = snapshot->inputs[0]->type;
    return snapshot;
  }
};

// 0: left columns only, 1: right only, -1: both or none.
int side_of(const Expr& expr, int32_t left) {
  std::vector<int32_t> refs = input_refs(expr);
  if (refs.empty()) return -1;
  if (refs.back() < left) return 0;
  return refs.front() >= left ? 1 : -1;
}

RelPtr push(const JoinRel& join) {
  int32_t left = width(*join.inputs[0]), right = width(*join.inputs[1]);
  Side l(join.inputs[0]), r(join.inputs[1]);
  struct Pair {
    size_t part;
    int32_t left, right;
    bool swapped;
  };
  std::vector<Pair> pairs;
  ExprList parts = conjuncts(join.condition);
  for (size_t i = 0; i < parts.size(); ++i) {
    const Expr& part = *parts[i];
    if (!is_call(part, "=") && !is_call(part, "IS NOT DISTINCT FROM")) continue;
    const ExprPtr& a = part.operands[0];
    const ExprPtr& b = part.operands[1];
    if (a->kind == ExprKind::kInputRef && b->kind == ExprKind::kInputRef) continue;
    int sa = side_of(*a, left), sb = side_of(*b, left);
    if (sa < 0 || sb < 0 || sa == sb) continue;
    bool swapped = sa == 1;
    int32_t lc = l.add(swapped ? b : a);
    int32_t rc = r.add(shift(swapped ? a : b, -left));
    pairs.push_back({i, lc, rc, swapped});
  }
  if (pairs.empty()) return nullptr;
  RelPtr new_left = l.made(), new_right = r.made();
  int32_t base = width(*new_left);
  std::vector<int32_t> map;
  for (int32_t i = 0; i < left; ++i) map.push_back(i);
  for (int32_t i = 0; i < right; ++i) map.push_back(base + i);
  ExprList condition;
  for (size_t i = 0; i < parts.size(); ++i) {
    auto pair = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& p) { return p.part == i; });
    if (pair == pairs.end()) {
      condition.push_back(remap(parts[i], map));
      continue;
    }
    ExprPtr a = column_ref(*new_left, pair->left), b = shift(column_ref(*new_right, pair->right), base);
    condition.push_back(with_operands(*parts[i], pair->swapped ? ExprList{b, a} : ExprList{a, b}));
  }
  RelPtr out = make_join(new_left, new_right, join.join, conjunction(condition), &join);
  if (out->type.size() == join.type.size()) return out;
  ExprList exprs;
  for (size_t i = 0; i < join.type.size(); ++i) exprs.push_back(column_ref(*out, map[i]));
  return make_project(out, std::move(exprs), field_names(join.type), join.span);
}

}  // namespace

RelPtr push_join_keys(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kJoin) return rel;
    RelPtr pushed = push(as<JoinRel>(*rel));
    return pushed ? pushed : rel;
  });
}

}  // namespace rowkind::rules
