// Casts, arithmetic with 0 and 1, COALESCE.
#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

namespace {

bool is_number(const Expr& expr, int64_t n) {
  if (expr.kind != ExprKind::kLiteral || expr.literal.is_null()) return false;
  if (expr.type.is_integer()) return expr.literal.integer() == n;
  return expr.type.is(TypeRoot::kDecimal) && expr.literal.decimal().scale == 0 &&
         expr.literal.decimal().unscaled == n;
}

}  // namespace

ExprPtr Simplifier::cast(const ExprPtr& expr) const {
  const ExprPtr operand = simplify(expr->operands[0], UnknownAs::kUnknown);
  const bool attribute = operand->type.time_attribute() != TimeAttribute::kNone ||
                         expr->type.time_attribute() != TimeAttribute::kNone;
  if (same_or_narrower(expr->type, operand->type) && !attribute) return operand;
  if (is_widening_cast(*operand)) {
    const ExprPtr& inner = operand->operands[0];
    const bool padded = operand->type.is(TypeRoot::kChar), from_char = inner->type.is(TypeRoot::kChar);
    // There and back.
    if ((from_char || !padded) && same_or_narrower(expr->type, inner->type)) return inner;
    if (inner->type.is_integer() && expr->type.is_integer() && is_widening(operand->type, expr->type))
      return with_operands(*expr, {inner});
    if (inner->type.is_character() && expr->type.root() == operand->type.root())
      return with_operands(*expr, {inner});
  }
  if (operand == expr->operands[0]) return expr;
  if (operand->kind == ExprKind::kLiteral) {
    const ExprPtr value = make_cast(operand, expr->type, expr->span).or_throw();
    if (value->kind == ExprKind::kLiteral) return value;
  }
  return with_operands(*expr, {operand});
}

ExprPtr Simplifier::arithmetic(const ExprPtr& expr) const {
  const std::string_view op = expr->function->name;
  const ExprPtr& first = expr->operands.empty() ? expr : expr->operands[0];
  if (op == "unary +") return simplify(first, UnknownAs::kUnknown);
  if (op == "unary -" && is_call(*first, "unary -")) return simplify(first->operands[0], UnknownAs::kUnknown);
  const int64_t neutral = op == "+" || op == "-" ? 0 : op == "*" || op == "/" ? 1 : -1;
  if (neutral < 0 || expr->operands.size() != 2 || !expr->type.is_numeric()) return generic(expr);
  const ExprPtr& second = expr->operands[1];
  const auto kept = [&](const ExprPtr& other) {
    return other->type.equals(expr->type, true) ? other : make_cast(other, expr->type, expr->span).or_throw();
  };
  if ((op == "+" || op == "*") && is_number(*first, neutral)) return kept(second);
  if (is_number(*second, neutral)) return kept(first);
  return generic(expr);
}

// RemoveUnreachableCoalesceArgumentsRule
ExprPtr Simplifier::coalesce(const ExprPtr& expr) const {
  const ExprPtr e = generic(expr);
  for (size_t i = 0; i + 1 < e->operands.size(); ++i) {
    if (e->operands[i]->type.nullable()) continue;
    if (i == 0) return e->operands[0];
    return with_operands(
        *e, ExprList(e->operands.begin(), e->operands.begin() + static_cast<std::ptrdiff_t>(i) + 1));
  }
  return e;
}

}  // namespace rowkind
