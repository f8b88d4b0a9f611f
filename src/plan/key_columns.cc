// Expressions that hand a column of a key on.
#include "plan/row_metadata.h"

namespace rowkind {

int32_t renamed_column(const Expr& expr) {
  if (expr.kind == ExprKind::kInputRef) return expr.index;
  const bool same = is_call(expr, "CAST") && expr.operands[0]->kind == ExprKind::kInputRef &&
                    expr.operands[0]->type.equals(expr.type, true);
  return same ? expr.operands[0]->index : -1;
}

int32_t injective_column(const Expr& expr) {
  if (expr.kind == ExprKind::kInputRef) return expr.index;
  if (!is_call(expr, "CAST") || expr.operands[0]->kind != ExprKind::kInputRef) return -1;
  const LogicalType& from = expr.operands[0]->type;
  const LogicalType& to = expr.type;
  auto rank_of_integer = [](const LogicalType& type) {
    return static_cast<int>(type.root()) - static_cast<int>(TypeRoot::kTinyInt);
  };
  bool injective = from.equals(to, true);
  if (from.is_integer() && to.is_integer()) injective = rank_of_integer(from) <= rank_of_integer(to);
  if (to.is_character() && to.length() == kMaxLength) {
    injective = from.is_integer() || from.is(TypeRoot::kBoolean) || from.is(TypeRoot::kDate) ||
                from.is_character() || from.is_timestamp() || from.is(TypeRoot::kTime);
  }
  if (from.is_character() && to.is_character())
    injective = to.is(TypeRoot::kVarChar) && to.length() >= from.length();
  return injective ? expr.operands[0]->index : -1;
}

}  // namespace rowkind
