// Looks through syntax trees before they are bound.
#include "base/utf8.h"
#include "expr/infer.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

using Visit = std::function<void(const sql::ExprPtr&)>;

void each(const std::vector<sql::ExprPtr>& exprs, const Visit& visit) {
  for (const sql::ExprPtr& e : exprs) visit(e);
}
void each(const std::vector<sql::OrderItem>& items, const Visit& visit) {
  for (const sql::OrderItem& item : items) visit(item.expr);
}
void one(const sql::ExprPtr& expr, const Visit& visit) {
  if (expr) visit(expr);
}

bool any_part(const sql::ExprPtr& expr, const std::function<bool(const sql::ExprPtr&)>& test) {
  bool found = false;
  for_each_part(expr, [&](const sql::ExprPtr& part) { found = found || test(part); });
  return found;
}

}  // namespace

void for_each_part(const sql::ExprPtr& expr, const Visit& visit) {
  switch (expr->kind) {
    case sql::ExprKind::kInterval:
      one(static_cast<const sql::Interval&>(*expr).value, visit);
      break;
    case sql::ExprKind::kTimeDifference:
      one(static_cast<const sql::TimeDifference&>(*expr).to, visit);
      one(static_cast<const sql::TimeDifference&>(*expr).from, visit);
      break;
    case sql::ExprKind::kOperator:
      each(static_cast<const sql::Operator&>(*expr).operands, visit);
      break;
    case sql::ExprKind::kCase: {
      const auto& c = static_cast<const sql::Case&>(*expr);
      one(c.operand, visit);
      for (const auto& when : c.whens) {
        each(when.conditions, visit);
        one(when.result, visit);
      }
      one(c.otherwise, visit);
      break;
    }
    case sql::ExprKind::kCast:
      one(static_cast<const sql::Cast&>(*expr).operand, visit);
      break;
    case sql::ExprKind::kCall: {
      const auto& call = static_cast<const sql::Call&>(*expr);
      for (const sql::Argument& argument : call.arguments) one(argument.value, visit);
      each(call.order_by, visit);
      each(call.within_group, visit);
      one(call.filter, visit);
      if (call.over) {
        each(call.over->partition_by, visit);
        each(call.over->order_by, visit);
      }
      break;
    }
    case sql::ExprKind::kJsonCall: {
      const auto& call = static_cast<const sql::JsonCall&>(*expr);
      each(call.arguments, visit);
      one(call.empty_default, visit);
      one(call.error_default, visit);
      one(call.filter, visit);
      break;
    }
    case sql::ExprKind::kFieldAccess:
      one(static_cast<const sql::FieldAccess&>(*expr).operand, visit);
      break;
    case sql::ExprKind::kIn: {
      const auto& in = static_cast<const sql::In&>(*expr);
      one(in.operand, visit);
      each(in.list, visit);
      break;
    }
    case sql::ExprKind::kQuantified: {
      const auto& q = static_cast<const sql::Quantified&>(*expr);
      one(q.operand, visit);
      each(q.list, visit);
      break;
    }
    case sql::ExprKind::kBetween: {
      const auto& b = static_cast<const sql::Between&>(*expr);
      one(b.operand, visit);
      one(b.low, visit);
      one(b.high, visit);
      break;
    }
    case sql::ExprKind::kLike: {
      const auto& like = static_cast<const sql::Like&>(*expr);
      one(like.operand, visit);
      one(like.pattern, visit);
      one(like.escape, visit);
      break;
    }
    default:
      break;
  }
}

bool has_aggregate(const sql::ExprPtr& expr) {
  if (const auto* call = sql::node_cast<sql::Call>(expr)) {
    if (!call->over && find_aggregate(ascii_upper(call->name.last())) != nullptr) return true;
  }
  if (const auto* call = sql::node_cast<sql::JsonCall>(expr)) {
    if (!call->over && find_aggregate(ascii_upper(call->name.last())) != nullptr) return true;
  }
  return any_part(expr, has_aggregate);
}

bool has_over(const sql::ExprPtr& expr) {
  const auto* call = sql::node_cast<sql::Call>(expr);
  return (call != nullptr && call->over) || any_part(expr, has_over);
}

bool has_subquery(const sql::ExprPtr& expr) {
  if (expr->kind == sql::ExprKind::kSubquery) return true;
  if (const auto* in = sql::node_cast<sql::In>(expr)) {
    if (in->query) return true;
  }
  if (const auto* q = sql::node_cast<sql::Quantified>(expr)) {
    if (q->query) return true;
  }
  return any_part(expr, has_subquery);
}

ExprPtr plain_timestamp(const ExprPtr& expr) {
  return raw_call("CAST", {expr}, expr->type.with_attribute(TimeAttribute::kNone), expr->span);
}

std::string derived_name(const sql::ExprPtr& expr) {
  if (const auto* column = sql::node_cast<sql::Column>(expr)) return column->name.last();
  // CURRENT_DATE and the like are names to Calcite.
  const auto* call = sql::node_cast<sql::Call>(expr);
  return call != nullptr && call->syntax == sql::CallSyntax::kNoParens ? ascii_upper(call->name.last()) : "";
}

}  // namespace rowkind
