// What an equality of two join keys says beyond the join.
#include <algorithm>

#include "expr/infer.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// A comparison with a literal, which an outer join may copy to its other side.
bool compares_literal(const Expr& expr) {
  static constexpr std::string_view kNames[] = {"=", "<>", "<", "<=", ">", ">="};
  return expr.kind == ExprKind::kCall && expr.operands.size() == 2 &&
         std::find(std::begin(kNames), std::end(kNames), expr.function->name) != std::end(kNames) &&
         (expr.operands[0]->kind == ExprKind::kLiteral || expr.operands[1]->kind == ExprKind::kLiteral);
}

// FlinkFilterJoinRule.pushFiltersToAnotherSide: what is said of the join keys of one side alone holds for those of the other.
class KeyCopier {
 public:
  KeyCopier(const JoinRel& join, JoinType type, const ExprPtr& keys) : type_(type) {
    const int32_t left = width(*join.inputs[0]);
    to_right_.assign(static_cast<size_t>(left), nullptr);
    to_left_.assign(join.inputs[1]->type.size(), nullptr);
    for (const ExprPtr& part : conjuncts(keys)) {
      if (!is_call(*part, "=") && !is_call(*part, "IS NOT DISTINCT FROM")) continue;
      const Expr* a = part->operands[0].get();
      const Expr* b = part->operands[1].get();
      if (a->kind != ExprKind::kInputRef || b->kind != ExprKind::kInputRef) continue;
      if (a->index > b->index) std::swap(a, b);
      if (a->index >= left || b->index < left) continue;
      found_ = true;
      to_right_[static_cast<size_t>(a->index)] = column_ref(*join.inputs[1], b->index - left);
      to_left_[static_cast<size_t>(b->index - left)] = column_ref(*join.inputs[0], a->index);
    }
  }
  bool found() const { return found_; }

  void copy(const ExprList& predicates, ExprList& to_left, ExprList& to_right) const {
    const auto left = static_cast<int32_t>(to_right_.size());
    for (const ExprPtr& predicate : predicates) {
      if (type_ != JoinType::kInner && !compares_literal(*predicate)) continue;
      if (only_left(*predicate, left) && covers(*predicate, to_right_, 0)) {
        add_new(to_right, replace_refs(predicate, to_right_));
      } else if (only_right(*predicate, left) && covers(*predicate, to_left_, left)) {
        add_new(to_left, replace_refs(shift(predicate, -left), to_left_));
      }
    }
  }

 private:
  static bool covers(const Expr& predicate, const ExprList& keys, int32_t from) {
    const std::vector<int32_t> refs = input_refs(predicate);
    return std::all_of(refs.begin(), refs.end(),
                       [&](int32_t ref) { return keys[static_cast<size_t>(ref - from)] != nullptr; });
  }
  JoinType type_;
  bool found_ = false;
  ExprList to_right_, to_left_;  // by column of one side: the key of the other
};

}  // namespace

void copy_to_other_side(const JoinRel& join, JoinType type, const ExprList& above, ExprList& to_left,
                        ExprList& to_right) {
  if (type != JoinType::kInner && type != JoinType::kLeft && type != JoinType::kRight) return;
  const KeyCopier own(join, type, join.condition);
  ExprList all = conjuncts(join.condition);
  all.insert(all.end(), above.begin(), above.end());
  if (own.found()) {
    own.copy(above, to_left, to_right);
    if (type == JoinType::kInner) own.copy(conjuncts(join.condition), to_left, to_right);
  } else if (type == JoinType::kInner) {
    KeyCopier(join, type, conjunction(all)).copy(above, to_left, to_right);
  }
}

namespace {

int32_t place_of(const ExprList& operands, int32_t column) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i]->kind == ExprKind::kInputRef && operands[i]->index == column)
      return static_cast<int32_t>(i);
  }
  return -1;
}

// The operand of COALESCE that the other one makes useless, -1: none. Of an inner join the later one, of an outer join the padded one, unless
// something stands between it and the other behind it.
int32_t useless(JoinType type, int32_t left, int32_t right) {
  if (type == JoinType::kInner) return std::max(left, right);
  const int32_t padded = type == JoinType::kLeft ? right : left,
                whole = type == JoinType::kLeft ? left : right;
  return padded >= whole - 1 ? padded : -1;
}

}  // namespace

ExprPtr without_equal_keys(const ExprPtr& expr, const JoinRel& join) {
  const bool fits =
      join.join == JoinType::kInner || join.join == JoinType::kLeft || join.join == JoinType::kRight;
  if (!fits || expr->operands.empty()) return expr;
  ExprList operands;
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    operands.push_back(without_equal_keys(operand, join));
    changed = changed || operands.back() != operand;
  }
  const size_t before = operands.size();
  if (is_call(*expr, "COALESCE")) {
    for (const ExprPtr& part : conjuncts(join.condition)) {
      if (!is_call(*part, "=")) continue;
      const Expr& a = *part->operands[0];
      const Expr& b = *part->operands[1];
      if (a.kind != ExprKind::kInputRef || b.kind != ExprKind::kInputRef) continue;
      const int32_t left = place_of(operands, std::min(a.index, b.index)),
                    right = place_of(operands, std::max(a.index, b.index));
      const int32_t gone = left < 0 || right < 0 ? -1 : useless(join.join, left, right);
      if (gone >= 0) operands.erase(operands.begin() + gone);
    }
  }
  if (operands.size() == 1 && before > 1) {
    const bool narrows = operands[0]->type.nullable() && !expr->type.nullable();
    return narrows ? raw_call("CAST", std::move(operands), expr->type) : operands[0];
  }
  return changed || operands.size() < before ? with_operands(*expr, std::move(operands)) : expr;
}

}  // namespace rowkind::rules
