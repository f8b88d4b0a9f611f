// RelMdPredicates in small: only column = literal.
#include "plan/rules/rules.h"

namespace rowkind::rules {

ExprPtr rank_number(const RankRel& rank) {
  return literal(Value::integer(rank.start), LogicalType::bigint().with_nullable(false));
}

namespace {

void collect(const ExprPtr& condition, const Rel& rel, std::map<int32_t, ExprPtr>& out) {
  for (const auto& [column, value] : constants_of(condition)) {
    if (column < width(rel)) out.emplace(column, value);
  }
}

}  // namespace

std::map<int32_t, ExprPtr> constant_columns(const Rel& rel) {
  std::map<int32_t, ExprPtr> out;
  switch (rel.kind) {
    case RelKind::kFilter:
      out = constant_columns(*rel.inputs[0]);
      collect(as<FilterRel>(rel).condition, rel, out);
      break;
    case RelKind::kProject: {
      std::map<int32_t, ExprPtr> below = constant_columns(*rel.inputs[0]);
      const auto& project = as<ProjectRel>(rel);
      for (size_t i = 0; i < project.exprs.size(); ++i) {
        const Expr& expr = *project.exprs[i];
        if (expr.kind == ExprKind::kLiteral && !expr.literal.is_null()) {
          out.emplace(static_cast<int32_t>(i), project.exprs[i]);
        } else if (expr.kind == ExprKind::kInputRef) {
          auto found = below.find(expr.index);
          if (found != below.end()) out.emplace(static_cast<int32_t>(i), found->second);
        }
      }
      break;
    }
    case RelKind::kJoin: {
      const auto& join = as<JoinRel>(rel);
      out = join.fixed;
      // Conditions beside IN and EXISTS stand below the join that these become.
      if (join.join == JoinType::kSemi || join.join == JoinType::kAnti)
        out.merge(constant_columns(*rel.inputs[0]));
      break;
    }
    case RelKind::kRank: {
      const auto& rank = as<RankRel>(rel);
      if (rank.number_known && rank.output_rank) out.emplace(width(rel) - 1, rank_number(rank));
      break;
    }
    case RelKind::kSort:
    case RelKind::kReplicate:
    case RelKind::kWatermark:
    case RelKind::kWindowTvf:
      out = constant_columns(*rel.inputs[0]);
      break;
    default:
      break;
  }
  return out;
}

namespace {

// Known columns replaced by their values.
ExprPtr with_constants(const ExprPtr& expr, const std::map<int32_t, ExprPtr>& constants) {
  std::vector<int32_t> refs = input_refs(*expr);
  if (constants.empty() || refs.empty()) return expr;
  ExprList mapping(static_cast<size_t>(refs.back()) + 1);
  for (int32_t ref : refs) {
    auto found = constants.find(ref);
    mapping[static_cast<size_t>(ref)] = found == constants.end() ? nullptr : found->second;
  }
  return replace_refs(expr, mapping);
}

}  // namespace

ExprPtr reduce(const ExprPtr& expr, const std::map<int32_t, ExprPtr>& constants) {
  if (expr->kind == ExprKind::kInputRef) {
    auto found = constants.find(expr->index);
    return found == constants.end() ? expr : with_type(found->second, expr->type);
  }
  ExprPtr out = simplify(with_constants(expr, constants));
  bool folded =
      out->kind == ExprKind::kLiteral && expr->kind != ExprKind::kLiteral && !out->literal.is_null();
  return folded && expr->type.nullable() ? with_type(out, expr->type) : out;
}

ExprPtr reduce_condition(const ExprPtr& condition, const std::map<int32_t, ExprPtr>& constants) {
  // What simplifying changes it also orders.
  ExprPtr out = simplify_condition(with_constants(condition, constants));
  return same_expr(*out, *condition) ? out : order_conjuncts(out);
}

}  // namespace rowkind::rules
