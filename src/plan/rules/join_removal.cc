// ProjectJoinRemove and AggregateJoinRemove: an outer join whose padded side nobody reads, and which cannot repeat rows of the other side, is
// that other side.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// FlinkRelMdColumnUniqueness so early: a Top-1 is still a window with a filter, and nothing is known through a watermark.
bool unique_so_far(const Rel& rel, const std::vector<int32_t>& columns) {
  if (rel.kind == RelKind::kWatermark) return false;
  if (rel.kind == RelKind::kFilter || rel.kind == RelKind::kSort)
    return unique_so_far(*rel.inputs[0], columns);
  std::vector<int32_t> below;
  if (rel.kind == RelKind::kProject) {
    for (int32_t column : columns) {
      const Expr& expr = *as<ProjectRel>(rel).exprs[static_cast<size_t>(column)];
      if (expr.kind == ExprKind::kInputRef) below.push_back(expr.index);
    }
    return unique_so_far(*rel.inputs[0], below);
  }
  if (rel.kind == RelKind::kRank || rel.kind == RelKind::kOver) {
    for (int32_t column : columns) {
      if (column < width(*rel.inputs[0])) below.push_back(column);
    }
    return unique_so_far(*rel.inputs[0], below);
  }
  return columns_unique(rel, columns);
}

}  // namespace

int32_t removable_side(const JoinRel& join, const std::vector<bool>& needed, bool repeats_matter) {
  if (join.join != JoinType::kLeft && join.join != JoinType::kRight) return -1;
  const int32_t side = join.join == JoinType::kLeft ? 1 : 0;
  const auto left = static_cast<std::ptrdiff_t>(join.inputs[0]->type.size());
  const auto from = needed.begin() + (side == 1 ? left : 0);
  const auto to = side == 1 ? needed.end() : needed.begin() + left;
  if (std::find(from, to, true) != to || join.inputs[1]->kind == RelKind::kSnapshot) return -1;
  if (!repeats_matter) return side;
  std::vector<int32_t> keys;
  for (const ExprPtr& part : conjuncts(join.condition)) {
    if (!is_call(*part, "=") && !is_call(*part, "IS NOT DISTINCT FROM")) continue;
    const Expr& a = *part->operands[0];
    const Expr& b = *part->operands[1];
    if (a.kind != ExprKind::kInputRef || b.kind != ExprKind::kInputRef) continue;
    const int32_t low = std::min(a.index, b.index), high = std::max(a.index, b.index);
    if (low >= left || high < left) continue;
    keys.push_back(side == 1 ? high - static_cast<int32_t>(left) : low);
  }
  return unique_so_far(*join.inputs[static_cast<size_t>(side)], keys) ? side : -1;
}

}  // namespace rowkind::rules
