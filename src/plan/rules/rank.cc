// FlinkLogicalRankRule: a filter that bounds ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ...) from above
// makes a Top-N of the window.
#include <algorithm>

#include "plan/rules/rules.h"
#include "types/decimal.h"

namespace rowkind::rules {

namespace {

struct Bounds {
  int64_t start = 1;
  int64_t end = -1;
  int32_t end_column = -1;
  bool equal = false;
};

// number OP constant, or number OP column (variable N).
bool tighten(const Expr& predicate, int32_t number, Bounds& bounds) {
  static const char* const kOps[] = {"=", "<", "<=", ">", ">="};
  static const char* const kMirrored[] = {"=", ">", ">=", "<", "<="};
  for (int op = 0; op < 5; ++op) {
    if (!is_call(predicate, kOps[op])) continue;
    const Expr* left = predicate.operands[0].get();
    const Expr* right = predicate.operands[1].get();
    std::string_view name = kOps[op];
    if (!(left->kind == ExprKind::kInputRef && left->index == number)) {
      std::swap(left, right);
      name = kMirrored[op];
    }
    while (is_call(*left, "CAST")) left = left->operands[0].get();
    while (is_call(*right, "CAST")) right = right->operands[0].get();
    if (left->kind != ExprKind::kInputRef || left->index != number) return false;
    if (right->kind == ExprKind::kInputRef && right->index != number && (name == "<=" || name == "=") &&
        bounds.end_column < 0) {
      bounds.end_column = right->index;
      return name == "<=";
    }
    if (right->kind != ExprKind::kLiteral) return false;
    const bool fraction = right->literal.kind() == ValueKind::kDecimal;
    if (!fraction && right->literal.kind() != ValueKind::kInt) return false;
    const int64_t n = fraction ? decimal_to_integer(right->literal.decimal()) : right->literal.integer();
    auto lower = [&](int64_t end) { bounds.end = bounds.end < 0 ? end : std::min(bounds.end, end); };
    if (name == "=") bounds.equal = true;
    if (name == "=" || name == ">=") bounds.start = std::max(bounds.start, n);
    if (name == ">") bounds.start = std::max(bounds.start, n + 1);
    if (name == "=" || name == "<=") lower(std::max<int64_t>(n, 0));
    if (name == "<") lower(std::max<int64_t>(n - 1, 0));
    return true;
  }
  return false;
}

bool reads(const Expr& predicate, int32_t number) {
  const std::vector<int32_t> refs = input_refs(predicate);
  return std::find(refs.begin(), refs.end(), number) != refs.end();
}

// The column holds the start or end of a window.
bool is_window_bound(const Rel* rel, int32_t column) {
  while (true) {
    switch (rel->kind) {
      case RelKind::kProject: {
        const Expr& expr = *as<ProjectRel>(*rel).exprs[static_cast<size_t>(column)];
        if (expr.kind != ExprKind::kInputRef) return false;
        column = expr.index;
        break;
      }
      case RelKind::kAggregate: {
        const auto& grouping = as<AggregateRel>(*rel).grouping;
        if (static_cast<size_t>(column) >= grouping.size()) return false;
        column = grouping[static_cast<size_t>(column)];
        break;
      }
      case RelKind::kWindowTvf: {
        int32_t added = column - width(*rel->inputs[0]);
        return added == 0 || added == 1;
      }
      case RelKind::kFilter:
      case RelKind::kRank:
        break;
      default:
        return false;
    }
    rel = rel->inputs[0].get();
    if (column >= width(*rel)) return false;
  }
}

}  // namespace

RelPtr rank_of(const RelPtr& rel, ExprList& predicates) {
  const auto& over = as<OverRel>(*rel);
  if (over.calls.size() != 1) return nullptr;
  const std::string& function = over.calls[0].function_name;
  if (function != "ROW_NUMBER" && function != "RANK" && function != "DENSE_RANK") return nullptr;
  int32_t number = width(*over.inputs[0]);
  Bounds bounds;
  ExprList rest;
  bool bounded = false;
  for (const ExprPtr& predicate : predicates) {
    if (tighten(*predicate, number, bounds)) {
      bounded = true;
    } else if (reads(*predicate, number)) {
      return nullptr;  // Flink then takes none of them
    } else {
      rest.push_back(predicate);
    }
  }
  if (bounds.end < 0 && bounds.end_column < 0) {
    if (!bounded) return nullptr;
    throw Failure("plan/rank-end",
                  "Rank end is not specified. Currently rank only support TopN, which means the rank end "
                  "must be specified.",
                  predicates[0]->span, "add an upper bound: WHERE row_num <= n");
  }
  if (function != "ROW_NUMBER") {
    for (int32_t column : over.partition) {
      if (!is_window_bound(over.inputs[0].get(), column)) continue;
      throw Failure(
          "plan/unsupported-rank",
          function + "() function is not supported on Window TopN currently, only ROW_NUMBER() is supported.",
          predicates[0]->span, "use ROW_NUMBER()");
    }
    throw Failure("plan/unsupported-rank", function + "() on streaming table is not supported currently",
                  predicates[0]->span, "use ROW_NUMBER()");
  }
  if (bounds.end >= 0 && bounds.end < bounds.start) {
    if (bounds.end <= 0)
      throw Failure("plan/rank-end",
                    "Rank end should not less than zero, but now is " + std::to_string(bounds.end),
                    predicates[0]->span);
    predicates = {bool_literal(false)};
    return nullptr;
  }
  auto rank = std::make_shared<RankRel>();
  rank->partition = over.partition;
  rank->order = over.order;
  rank->start = bounds.start;
  rank->end = bounds.end;
  rank->end_column = bounds.end < 0 ? bounds.end_column : -1;
  rank->output_rank = true;
  rank->number_known = bounds.equal;
  rank->type = over.type;
  rank->span = over.span;
  rank->inputs = over.inputs;
  predicates = std::move(rest);
  return rank;
}

}  // namespace rowkind::rules
