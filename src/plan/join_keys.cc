#include "plan/join_keys.h"

#include <algorithm>

namespace rowkind {

namespace {

bool is_ref(const Expr& expr) {
  return expr.kind == ExprKind::kInputRef;
}

// a = b OR (a IS NULL AND b IS NULL)
const Expr* spelled_out_not_distinct(const Expr& expr) {
  if (!is_call(expr, "OR") || expr.operands.size() != 2) return nullptr;
  const Expr& equal = *expr.operands[0];
  const Expr& nulls = *expr.operands[1];
  if (!is_call(equal, "=") || !is_call(nulls, "AND") || nulls.operands.size() != 2) return nullptr;
  for (size_t i = 0; i < 2; ++i) {
    if (!is_call(*nulls.operands[i], "IS NULL") ||
        !same_expr(*nulls.operands[i]->operands[0], *equal.operands[i]))
      return nullptr;
  }
  return &equal;
}

}  // namespace

JoinKeys analyze_join(const ExprPtr& condition, int32_t left_width) {
  JoinKeys keys;
  ExprList rest;
  for (const ExprPtr& part : conjuncts(condition)) {
    const Expr* equal = nullptr;
    bool filter_nulls = is_call(*part, "=");
    if (filter_nulls || is_call(*part, "IS NOT DISTINCT FROM")) {
      equal = part.get();
    } else {
      equal = spelled_out_not_distinct(*part);
    }
    if (equal && is_ref(*equal->operands[0]) && is_ref(*equal->operands[1])) {
      int32_t a = equal->operands[0]->index, b = equal->operands[1]->index;
      if (a > b) std::swap(a, b);
      if (a < left_width && b >= left_width) {
        keys.left.push_back(a);
        keys.right.push_back(b - left_width);
        keys.filter_nulls.push_back(filter_nulls);
        keys.equalities.push_back(part);
        continue;
      }
    }
    rest.push_back(part);
  }
  if (!rest.empty()) keys.residual = conjunction(rest);
  return keys;
}

}  // namespace rowkind
