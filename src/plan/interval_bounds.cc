#include "plan/interval_bounds.h"

#include <algorithm>

namespace rowkind {

namespace {

// A time attribute moved by a constant.
struct Moved {
  int32_t column = -1;
  int64_t millis = 0;
};

std::optional<Moved> moved_time(const Expr& expr, const RowType& both) {
  if (expr.kind == ExprKind::kInputRef) {
    const LogicalType& type = both[static_cast<size_t>(expr.index)].type;
    if (!type.is_rowtime() && !type.is_proctime()) return std::nullopt;
    return Moved{expr.index, 0};
  }
  bool plus = is_call(expr, "+");
  if (!plus && !is_call(expr, "-")) return std::nullopt;
  for (size_t side = 0; side < (plus ? 2u : 1u); ++side) {
    const Expr& amount = *expr.operands[1 - side];
    if (amount.kind != ExprKind::kLiteral || !amount.type.is(TypeRoot::kIntervalDayTime)) continue;
    std::optional<Moved> time = moved_time(*expr.operands[side], both);
    if (!time) continue;
    time->millis += plus ? amount.literal.integer() : -amount.literal.integer();
    return time;
  }
  return std::nullopt;
}

struct Comparison {
  int32_t left = -1, right = -1;  // columns of both rows
  std::string_view op;            // left OP right + millis
  int64_t millis = 0;
};

std::optional<Comparison> time_comparison(const Expr& expr, const RowType& both, int32_t left_width) {
  static constexpr std::string_view kOps[] = {"=", "<", "<=", ">", ">="};
  static constexpr std::string_view kMirrored[] = {"=", ">", ">=", "<", "<="};
  for (size_t i = 0; i < 5; ++i) {
    if (!is_call(expr, kOps[i])) continue;
    std::optional<Moved> a = moved_time(*expr.operands[0], both), b = moved_time(*expr.operands[1], both);
    if (!a || !b) return std::nullopt;
    Comparison out{a->column, b->column, kOps[i], b->millis - a->millis};
    if (a->column >= left_width) out = Comparison{b->column, a->column, kMirrored[i], a->millis - b->millis};
    if (out.left >= left_width || out.right < left_width) return std::nullopt;
    bool same_kind = both[static_cast<size_t>(out.left)].type.time_attribute() ==
                     both[static_cast<size_t>(out.right)].type.time_attribute();
    if (!same_kind) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

}  // namespace

std::optional<IntervalBounds> interval_bounds(const ExprPtr& condition, const RowType& left,
                                              const RowType& right) {
  RowType both = left;
  both.insert(both.end(), right.begin(), right.end());
  int32_t left_width = static_cast<int32_t>(left.size());
  IntervalBounds out;
  bool has_lower = false, has_upper = false;
  int32_t left_time = -1, right_time = -1;
  for (const ExprPtr& part : conjuncts(condition)) {
    std::optional<Comparison> compared = time_comparison(*part, both, left_width);
    if (!compared) {
      out.rest.push_back(part);
      continue;
    }
    // Flink reads the times of the first comparison, whichever the others name.
    if (left_time < 0) {
      left_time = compared->left;
      right_time = compared->right;
    }
    if (compared->op != "<" && compared->op != "<=") {
      int64_t bound = compared->millis + (compared->op == ">" ? 1 : 0);
      out.lower_millis = has_lower ? std::max(out.lower_millis, bound) : bound;
      has_lower = true;
    }
    if (compared->op != ">" && compared->op != ">=") {
      int64_t bound = compared->millis - (compared->op == "<" ? 1 : 0);
      out.upper_millis = has_upper ? std::min(out.upper_millis, bound) : bound;
      has_upper = true;
    }
  }
  if (!has_lower || !has_upper) return std::nullopt;
  out.left_time = left_time;
  out.right_time = right_time - left_width;
  out.rowtime = left[static_cast<size_t>(left_time)].type.is_rowtime();
  return out;
}

}  // namespace rowkind
