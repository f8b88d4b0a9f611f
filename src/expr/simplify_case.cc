// CASE: branches that cannot be reached go, those with one value become one, and a BOOLEAN one is AND and OR.
#include <algorithm>

#include "expr/infer.h"
#include "expr/simplify.h"

namespace rowkind {

namespace {

bool is_condition(const ExprList& operands, size_t i) {
  return i % 2 == 0 && i + 1 < operands.size();
}

// f(CASE WHEN p THEN v ... END) as CASE WHEN p THEN f(v) ... END.
ExprPtr push_into_case(const ExprPtr& expr) {
  if (expr->kind != ExprKind::kCall || !expr->type.is(TypeRoot::kBoolean)) return expr;
  if (is_call(*expr, "CASE") || is_call(*expr, "AND") || is_call(*expr, "OR")) return expr;
  if (is_call(*expr, "=")) {
    const std::vector<int32_t> left = input_refs(*expr->operands[0]), right = input_refs(*expr->operands[1]);
    const bool apart = std::none_of(left.begin(), left.end(), [&](int32_t ref) {
      return std::find(right.begin(), right.end(), ref) != right.end();
    });
    if (!left.empty() && !right.empty() && apart) return expr;
  }
  size_t at = expr->operands.size();
  for (size_t i = 0; i < expr->operands.size(); ++i) {
    if (is_call(*expr->operands[i], "CASE")) at = i;
  }
  if (at == expr->operands.size()) return expr;
  const Expr& choice = *expr->operands[at];
  ExprList parts = choice.operands;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (is_condition(choice.operands, i)) continue;
    ExprList operands = expr->operands;
    operands[at] = parts[i];
    parts[i] = with_operands(*expr, std::move(operands));
  }
  return raw_call("CASE", std::move(parts), expr->type, expr->span);
}

}  // namespace

ExprPtr push_into_cases(const ExprPtr& expr) {
  if (expr->kind == ExprKind::kSubquery || expr->kind == ExprKind::kOver || expr->operands.empty())
    return expr;
  ExprList operands;
  for (const ExprPtr& operand : expr->operands) operands.push_back(push_into_cases(operand));
  return push_into_case(operands == expr->operands ? expr : with_operands(*expr, std::move(operands)));
}

std::vector<Simplifier::Branch> Simplifier::branches(const ExprPtr& expr, UnknownAs unknown) const {
  const Simplifier conditions = apart_ ? apart() : Simplifier();
  std::vector<Branch> out;
  const ExprList& operands = expr->operands;
  bool merged = false;
  const auto close = [&] {
    if (merged) out.back().condition = conditions.simplify(out.back().condition, UnknownAs::kFalse);
    if (merged && is_always(*out.back().condition, false)) out.pop_back();
    merged = false;
    return !out.empty() && is_always(*out.back().condition, true);
  };
  for (size_t i = 0; i < operands.size(); i += 2) {
    const bool last = i + 1 == operands.size();
    ExprPtr condition = last ? bool_literal(true) : conditions.simplify(operands[i], UnknownAs::kFalse);
    if (is_always(*condition, false)) continue;
    const ExprPtr value = simplify(operands[last ? i : i + 1], unknown);
    if (!out.empty() && same_expr(*out.back().value, *value) && is_safe(*condition)) {
      out.back().condition = boolean_call("OR", {out.back().condition, condition});
      merged = true;
    } else {
      if (!out.empty() && close()) return out;
      out.push_back({condition, value});
    }
    if (is_always(*condition, true)) break;
  }
  close();
  return out;
}

ExprPtr Simplifier::boolean_choice(const std::vector<Branch>& branches, const LogicalType& type) const {
  for (size_t i = 0; i < branches.size(); ++i) {
    if ((i > 0 && !is_safe(*branches[i].condition)) || !is_safe(*branches[i].value)) return nullptr;
  }
  const bool constant = std::all_of(branches.begin(), branches.end(), [](const Branch& b) {
    return is_always(*b.value, true) || is_always(*b.value, false);
  });
  ExprList terms, before;
  for (const Branch& branch : branches) {
    const ExprPtr condition = is_true(branch.condition);
    const bool used = !is_always(*branch.value, false);
    if (used) {
      const bool always = is_always(*branch.value, true);
      const ExprPtr value =
          branch.value->type.equals(type) ? branch.value : raw_call("CAST", {branch.value}, type);
      ExprList parts{always ? condition : boolean_call("AND", {condition, value})};
      parts.insert(parts.end(), before.begin(), before.end());
      terms.push_back(compose_and(parts));
    }
    // a OR (b AND NOT a) is a OR b.
    if (!constant || !used) before.push_back(negated(condition));
  }
  return compose_or(terms);
}

ExprPtr Simplifier::choice(const ExprPtr& expr, UnknownAs unknown) const {
  const std::vector<Branch> found = branches(expr, unknown);
  const LogicalType& type = expr->type;
  if (found.size() == 1) {
    const ExprPtr& value = found[0].value;
    return same_or_narrower(type, value->type) ? value : raw_call("CAST", {value}, type, expr->span);
  }
  if (type.is(TypeRoot::kBoolean)) {
    if (const ExprPtr result = boolean_choice(found, type)) {
      if (same_or_narrower(type, result->type)) return simplify(result, unknown);
      const ExprPtr simple = simplify(result, UnknownAs::kUnknown);
      return simple->type.nullable() ? raw_call("CAST", {simple}, type, expr->span) : simple;
    }
  }
  ExprList operands;
  for (size_t i = 0; i < found.size(); ++i) {
    if (i + 1 < found.size()) operands.push_back(found[i].condition);
    operands.push_back(found[i].value);
  }
  return operands == expr->operands ? expr : with_operands(*expr, std::move(operands));
}

}  // namespace rowkind
