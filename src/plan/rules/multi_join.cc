// JoinToMultiJoinRule: an inner or left join becomes a MultiJoin, and one whose left side is a MultiJoin already
// continues it if all conditions hold one key in common (table.optimizer.multi-join.enabled, MULTI_JOIN hint).
#include <algorithm>
#include <numeric>
#include <optional>

#include "plan/interval_bounds.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// FOR SYSTEM_TIME AS OF joins, those with SNAPSHOT and interval joins stay what they are.
bool has_snapshot(const Rel& rel) {
  if (rel.kind == RelKind::kSnapshot || rel.kind == RelKind::kLateralSnapshot) return true;
  return rel.inputs.size() == 1 && has_snapshot(*rel.inputs[0]);
}
bool joins_in_chain(const JoinRel& join, bool enabled) {
  if (join.join != JoinType::kInner && join.join != JoinType::kLeft) return false;
  if (has_snapshot(*join.inputs[0]) || has_snapshot(*join.inputs[1])) return false;
  if (interval_bounds(join.condition, join.inputs[0]->type, join.inputs[1]->type)) return false;
  return enabled || join.multi_join;
}

// The two columns of an equality of columns, the lower one first; nothing else.
std::optional<std::pair<int32_t, int32_t>> equal_columns(const Expr& part) {
  if (!is_call(part, "=") || part.operands[0]->kind != ExprKind::kInputRef ||
      part.operands[1]->kind != ExprKind::kInputRef)
    return std::nullopt;
  return std::minmax(part.operands[0]->index, part.operands[1]->index);
}

// Sets, per input, the columns of the keys that every condition speaks of: classes of equal columns with a
// column in each input and an equality in each condition. False if there is none.
bool set_keys(MultiJoinRel& rel) {
  std::vector<int32_t> starts;
  int32_t columns = 0;
  for (const RelPtr& input : rel.inputs) {
    starts.push_back(columns);
    columns += width(*input);
  }
  std::vector<int32_t> class_of(static_cast<size_t>(columns));
  std::iota(class_of.begin(), class_of.end(), 0);
  for (const ExprPtr& condition : rel.conditions) {
    for (const ExprPtr& part : conjuncts(condition)) {
      const auto pair = equal_columns(*part);
      if (!pair) continue;
      int32_t a = class_of[static_cast<size_t>(pair->first)], b = class_of[static_cast<size_t>(pair->second)];
      std::replace(class_of.begin(), class_of.end(), std::max(a, b), std::min(a, b));
    }
  }
  rel.keys.assign(rel.inputs.size(), {});
  for (int32_t column = 0; column < width(*rel.inputs[0]); ++column) {
    const int32_t wanted = class_of[static_cast<size_t>(column)];
    bool everywhere =
        std::all_of(rel.conditions.begin(), rel.conditions.end(), [&](const ExprPtr& condition) {
          const ExprList parts = conjuncts(condition);
          return std::any_of(parts.begin(), parts.end(), [&](const ExprPtr& part) {
            const auto pair = equal_columns(*part);
            return pair && class_of[static_cast<size_t>(pair->first)] == wanted;
          });
        });
    std::vector<int32_t> key;
    for (size_t i = 0; everywhere && i < rel.inputs.size(); ++i) {
      for (int32_t c = 0; c < width(*rel.inputs[i]); ++c) {
        if (class_of[static_cast<size_t>(starts[i] + c)] != wanted) continue;
        key.push_back(c);
        break;
      }
    }
    if (!everywhere || key.size() != rel.inputs.size()) continue;
    for (size_t i = 0; i < key.size(); ++i) rel.keys[i].push_back(key[i]);
  }
  return !rel.keys[0].empty();
}

// `left` and `right` are converted already.
RelPtr make_multi_join(const JoinRel& join) {
  const RelPtr &left = join.inputs[0], &right = join.inputs[1];
  auto out = std::make_shared<MultiJoinRel>();
  if (left->kind == RelKind::kMultiJoin) {
    *out = as<MultiJoinRel>(*left);
  } else {
    out->inputs = {left};
    out->state_ttl = {join.state_ttl_left};
  }
  out->inputs.push_back(right);
  out->joins.push_back(join.join);
  out->conditions.push_back(join.condition);
  out->state_ttl.push_back(join.state_ttl_right);
  if (!set_keys(*out) && out->inputs.size() > 2) {
    out = std::make_shared<MultiJoinRel>();
    out->inputs = join.inputs;
    out->joins = {join.join};
    out->conditions = {join.condition};
    out->state_ttl = {join.state_ttl_left, join.state_ttl_right};
    set_keys(*out);
  }
  out->type = join.type;
  out->span = join.span;
  return out;
}

}  // namespace

RelPtr to_multi_joins(const RelPtr& root, bool enabled) {
  return rewrite_bottom_up(root, [enabled](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kJoin || !joins_in_chain(as<JoinRel>(*rel), enabled)) return rel;
    return make_multi_join(as<JoinRel>(*rel));
  });
}

}  // namespace rowkind::rules
