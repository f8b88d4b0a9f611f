#include "expr/expr.h"

#include <algorithm>

#include "expr/function.h"

namespace rowkind {

namespace {

std::shared_ptr<Expr> node(ExprKind kind, LogicalType type, Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = kind;
  expr->type = std::move(type);
  expr->span = span;
  return expr;
}

// Rebuilds the tree with `leaf(ref)` in place of every input reference; shares what does not change.
template <typename F>
ExprPtr map_refs(const ExprPtr& expr, const F& leaf) {
  if (expr->kind == ExprKind::kInputRef) return leaf(expr);
  if (expr->operands.empty()) return expr;
  ExprList operands;
  operands.reserve(expr->operands.size());
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    operands.push_back(map_refs(operand, leaf));
    changed |= operands.back() != operand;
  }
  return changed ? with_operands(*expr, std::move(operands)) : expr;
}

void collect_refs(const Expr& expr, std::vector<int32_t>& refs) {
  if (expr.kind == ExprKind::kInputRef) refs.push_back(expr.index);
  for (const ExprPtr& operand : expr.operands) collect_refs(*operand, refs);
}

void collect_conjuncts(const ExprPtr& condition, ExprList& parts) {
  if (is_call(*condition, "AND")) {
    for (const ExprPtr& operand : condition->operands) collect_conjuncts(operand, parts);
  } else if (!is_true_literal(*condition)) {
    parts.push_back(condition);
  }
}

}  // namespace

ExprPtr sarg_literal(const Sarg& sarg, LogicalType type) {
  std::vector<Value> parts{Value::integer(static_cast<int64_t>(sarg.null_as))};
  for (const SargRange& range : sarg.ranges) {
    int64_t flags = (range.lower_closed ? 1 : 0) | (range.upper_closed ? 2 : 0);
    parts.push_back(Value::array({range.lower, range.upper, Value::integer(flags)}));
  }
  return literal(Value::array(std::move(parts)), type.with_nullable(false));
}

bool is_sarg(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.kind() == ValueKind::kArray &&
         !expr.type.is(TypeRoot::kArray);
}

Sarg sarg_of(const Expr& literal) {
  Sarg sarg;
  const std::vector<Value>& parts = literal.literal.array();
  sarg.null_as = static_cast<NullAs>(parts[0].integer());
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::vector<Value>& range = parts[i].array();
    int64_t flags = range[2].integer();
    sarg.ranges.push_back(SargRange{range[0], range[1], (flags & 1) != 0, (flags & 2) != 0});
  }
  return sarg;
}

ExprPtr input_ref(int32_t index, LogicalType type, Span span) {
  auto expr = node(ExprKind::kInputRef, std::move(type), span);
  expr->index = index;
  return expr;
}

ExprPtr literal(Value value, LogicalType type, Span span) {
  bool is_null = value.is_null();
  auto expr = node(ExprKind::kLiteral, type.with_nullable(is_null), span);
  expr->literal = std::move(value);
  return expr;
}

ExprPtr bool_literal(bool value) {
  return literal(Value::boolean(value), LogicalType::boolean());
}

ExprPtr int_literal(int32_t value) {
  return literal(Value::integer(value), LogicalType::integer());
}

ExprPtr symbol(std::string_view name, Span span) {
  return literal(Value::string(name), LogicalType(TypeRoot::kSymbol), span);
}

ExprPtr null_literal(LogicalType type) {
  return literal(Value::null(), std::move(type));
}

ExprPtr field_access(ExprPtr row, int32_t index, Span span) {
  const LogicalType& field = row->type.fields()[static_cast<size_t>(index)].type;
  auto expr =
      node(ExprKind::kFieldAccess, field.with_nullable(field.nullable() || row->type.nullable()), span);
  expr->index = index;
  expr->operands.push_back(std::move(row));
  return expr;
}

ExprPtr with_operands(const Expr& call, ExprList operands) {
  auto copy = std::make_shared<Expr>(call);
  copy->operands = std::move(operands);
  return copy;
}

ExprPtr with_type(const ExprPtr& expr, LogicalType type) {
  auto copy = std::make_shared<Expr>(*expr);
  copy->type = std::move(type);
  return copy;
}

bool same_expr(const Expr& a, const Expr& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.index != b.index || a.correl_id != b.correl_id || a.function != b.function ||
      a.operands.size() != b.operands.size() || a.over != b.over || a.rel != b.rel ||
      a.subquery != b.subquery || !a.type.equals(b.type) || !a.literal.equals(b.literal)) {
    return false;
  }
  for (size_t i = 0; i < a.operands.size(); ++i) {
    if (!same_expr(*a.operands[i], *b.operands[i])) return false;
  }
  return true;
}

std::vector<int32_t> input_refs(const Expr& expr) {
  std::vector<int32_t> refs;
  collect_refs(expr, refs);
  std::sort(refs.begin(), refs.end());
  refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
  return refs;
}

ExprPtr substitute(const ExprPtr& expr, const ExprList& mapping) {
  return map_refs(expr, [&](const ExprPtr& ref) { return mapping[static_cast<size_t>(ref->index)]; });
}

ExprPtr remap(const ExprPtr& expr, const std::vector<int32_t>& mapping) {
  return map_refs(expr, [&](const ExprPtr& ref) {
    int32_t index = mapping[static_cast<size_t>(ref->index)];
    return index == ref->index ? ref : input_ref(index, ref->type, ref->span);
  });
}

ExprPtr shift(const ExprPtr& expr, int32_t by) {
  if (by == 0) return expr;
  return map_refs(expr, [&](const ExprPtr& ref) { return input_ref(ref->index + by, ref->type, ref->span); });
}

bool deterministic(const Expr& expr) {
  if (expr.kind == ExprKind::kCall && !expr.function->deterministic()) return false;
  return std::all_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return deterministic(*operand); });
}

ExprPtr order_conjuncts(const ExprPtr& condition) {
  const bool is_and = is_call(*condition, "AND");
  if (!is_and && !is_call(*condition, "OR")) return condition;
  ExprList parts;
  for (const ExprPtr& part : condition->operands) parts.push_back(order_conjuncts(part));
  if (is_and) {
    const auto rank = [](const ExprPtr& e) {
      return is_call(*e, "IS NOT NULL") ? 2 : is_call(*e, "NOT") ? 1 : 0;
    };
    std::stable_sort(parts.begin(), parts.end(),
                     [&](const ExprPtr& a, const ExprPtr& b) { return rank(a) < rank(b); });
  }
  return with_operands(*condition, std::move(parts));
}

ExprPtr conjunction(const ExprList& parts) {
  ExprList flat;
  for (const ExprPtr& part : parts) collect_conjuncts(part, flat);
  if (flat.empty()) return bool_literal(true);
  if (flat.size() == 1) return flat[0];
  bool nullable =
      std::any_of(flat.begin(), flat.end(), [](const ExprPtr& part) { return part->type.nullable(); });
  auto expr = node(ExprKind::kCall, LogicalType::boolean().with_nullable(nullable), Span{});
  expr->function = find_function("AND");
  expr->operands = std::move(flat);
  return expr;
}

ExprList conjuncts(const ExprPtr& condition) {
  ExprList parts;
  collect_conjuncts(condition, parts);
  return parts;
}

bool is_call(const Expr& expr, std::string_view name) {
  return expr.kind == ExprKind::kCall && expr.function->name == name;
}

bool is_true_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.is_true();
}

}  // namespace rowkind
