// Flink's constant reduction, and the constants that a condition says of columns.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "expr/function.h"
#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

namespace {

bool is_constant(const Expr& expr) {
  if (expr.kind == ExprKind::kLiteral) return !is_sarg(expr);
  if (expr.kind != ExprKind::kCall || !expr.function->deterministic()) return false;
  return std::all_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return is_constant(*operand); });
}

// Whether the session's time zone may have a say in the value.
bool needs_zone(const Expr& expr) {
  if (expr.kind == ExprKind::kCall && is_call(expr, "TO_TIMESTAMP_LTZ")) return false;
  if (expr.type.is(TypeRoot::kTimestampLtz) || is_call(expr, "FROM_UNIXTIME")) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return needs_zone(*operand); });
}

// A FLOAT keeps seven digits as a literal (MathContext.DECIMAL32).
ExprPtr computed_literal(double value, const LogicalType& type, Span span) {
  if (type.is(TypeRoot::kFloat) && std::isfinite(value)) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6e", value);
    value = static_cast<float>(std::strtod(text, nullptr));
  }
  auto out = std::make_shared<Expr>(*literal(Value::floating(value), type, span));
  out->index = kComputedForm;
  return out;
}

}  // namespace

ExprPtr fold_constant(const ExprPtr& expr) {
  if (!is_constant(*expr)) return expr;
  const LogicalType& type = expr->type;
  if (type.is_nested() || type.is(TypeRoot::kVariant) || type.is(TypeRoot::kBitmap) ||
      type.is(TypeRoot::kSymbol) || needs_zone(*expr))
    return expr;
  // JSON inside JSON must stay a call: as a literal it would be quoted.
  if (is_call(*expr, "JSON_OBJECT") || is_call(*expr, "JSON_ARRAY") || is_call(*expr, "JSON")) return expr;
  if (is_call(*expr, "IF") || is_call(*expr, "COALESCE") || is_call(*expr, "IFNULL")) return expr;
  try {
    EvalContext context;
    Value value = compile(expr)->eval(*make_row({}), context);
    // A cast to what is never NULL stays when its value does not fit.
    if (value.is_null()) return type.nullable() ? null_literal(type) : expr;
    if (!type.is_approximate()) return literal(std::move(value), type, expr->span);
    // Literals are BigDecimals: they know no infinity and no negative zero.
    if (!std::isfinite(value.floating())) return expr;
    return computed_literal(value.floating() == 0 ? 0 : value.floating(), type, expr->span);
  } catch (const Failure&) {
    return expr;
  }
}

std::map<int32_t, ExprPtr> constants_of(const ExprPtr& condition) {
  std::map<int32_t, ExprPtr> known;
  std::vector<int32_t> excluded;
  for (const ExprPtr& term : conjuncts(condition)) {
    bool is_null = is_call(*term, "IS NULL");
    if (!is_null && !is_call(*term, "=")) {
      for (int32_t ref : input_refs(*term)) excluded.push_back(ref);
      continue;
    }
    for (size_t side = 0; side < term->operands.size(); ++side) {
      ExprPtr ref = term->operands[side];
      if (is_call(*ref, "CAST") && ref->operands[0]->type.is_integer() && ref->type.is_integer())
        ref = ref->operands[0];
      if (ref->kind != ExprKind::kInputRef) continue;
      ExprPtr constant = is_null ? null_literal(ref->type) : term->operands[1 - side];
      if (constant->kind != ExprKind::kLiteral || constant->literal.is_null() != is_null) continue;
      Result<ExprPtr> value = make_cast(constant, ref->type);
      if (!value.ok()) continue;
      ExprPtr literal = simplify(*value);
      if (literal->kind == ExprKind::kLiteral) known.emplace(ref->index, literal);
    }
  }
  for (int32_t ref : excluded) known.erase(ref);
  return known;
}

}  // namespace rowkind
