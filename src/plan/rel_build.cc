#include "plan/rel_build.h"

#include <algorithm>
#include <set>

namespace rowkind {
namespace {

// Calcite's RelBuilder: what an expression without a name is called, "" if nothing suggests itself.
std::string inferred_name(const Rel& input, const Expr& expr) {
  if (expr.kind == ExprKind::kInputRef) return input.type[static_cast<size_t>(expr.index)].name;
  if (is_call(expr, "CAST")) return inferred_name(input, *expr.operands[0]);
  return "";
}

bool is_identity(const Rel& input, const ExprList& exprs) {
  if (exprs.size() != input.type.size()) return false;
  for (size_t i = 0; i < exprs.size(); ++i) {
    if (exprs[i]->kind != ExprKind::kInputRef || exprs[i]->index != static_cast<int32_t>(i)) return false;
  }
  return true;
}

// Which side of a join an expression looks at.
enum class Side : uint8_t { kNone, kLeft, kRight, kBoth };

Side side_of(const Expr& expr, int32_t left_count) {
  Side side = Side::kNone;
  for (const int32_t i : input_refs(expr)) {
    const Side one = i < left_count ? Side::kLeft : Side::kRight;
    if (side == Side::kNone) side = one;
    if (side != one) return Side::kBoth;
  }
  return side;
}

// Parts of `=` conditions that are not plain columns, to be computed below the join.
struct PushedKeys {
  int32_t left_count = 0;
  ExprList left, right;  // right: over the right input alone
};

ExprPtr push_keys(const ExprPtr& condition, PushedKeys& pushed);

// The operand as a placeholder column: >= 1'000'000 for pushed left keys, >= 2'000'000 for pushed right ones.
constexpr int32_t kLeftMark = 1'000'000, kRightMark = 2'000'000;

ExprPtr push_operand(const ExprPtr& operand, PushedKeys& pushed) {
  if (operand->kind == ExprKind::kInputRef) return operand;
  if (side_of(*operand, pushed.left_count) == Side::kLeft) {
    pushed.left.push_back(operand);
    return input_ref(kLeftMark + static_cast<int32_t>(pushed.left.size()) - 1, operand->type, operand->span);
  }
  pushed.right.push_back(shift(operand, -pushed.left_count));
  return input_ref(kRightMark + static_cast<int32_t>(pushed.right.size()) - 1, operand->type, operand->span);
}

ExprPtr push_keys(const ExprPtr& condition, PushedKeys& pushed) {
  if (is_call(*condition, "AND")) {
    return map_children(condition, [&](const ExprPtr& part) { return push_keys(part, pushed); });
  }
  if (!is_call(*condition, "=")) return condition;
  const Side a = side_of(*condition->operands[0], pushed.left_count),
             b = side_of(*condition->operands[1], pushed.left_count);
  const bool both_sides = (a == Side::kLeft && b == Side::kRight) || (a == Side::kRight && b == Side::kLeft);
  if (!both_sides) return condition;
  return map_children(condition, [&](const ExprPtr& part) { return push_operand(part, pushed); });
}

RelPtr with_extra_columns(const RelPtr& input, const ExprList& extra) {
  if (extra.empty()) return input;
  ExprList exprs = all_columns(*input);
  std::vector<std::string> names = field_names(input->type);
  for (const ExprPtr& e : extra) exprs.push_back(e);
  names.resize(exprs.size());
  return make_project(input, std::move(exprs), std::move(names), false);
}

RelPtr plain_join(const RelPtr& left, const RelPtr& right, JoinType join, const ExprPtr& condition,
                  Span span) {
  auto rel = std::make_shared<JoinRel>();
  rel->join = join;
  rel->condition = condition;
  rel->inputs = {left, right};
  rel->type = join_row_type(left->type, right->type, join);
  rel->span = span;
  return rel;
}

}  // namespace

std::vector<std::string> unique_names(std::vector<std::string> names) {
  std::set<std::string> used;
  for (std::string& name : names) {
    if (used.insert(name).second) continue;
    int32_t i = 0;
    while (!used.insert(name + std::to_string(i)).second) ++i;
    name += std::to_string(i);
  }
  return names;
}

RowType as_nullable(RowType fields) {
  for (Field& field : fields) field.type = field.type.with_nullable(true);
  return fields;
}

RowType join_row_type(const RowType& left, const RowType& right, JoinType join) {
  const bool pads_left = join == JoinType::kRight || join == JoinType::kFull,
             pads_right = join == JoinType::kLeft || join == JoinType::kFull;
  RowType out = pads_left ? as_nullable(left) : left;
  if (join == JoinType::kSemi || join == JoinType::kAnti) return out;
  const RowType other = pads_right ? as_nullable(right) : right;
  out.insert(out.end(), other.begin(), other.end());
  const std::vector<std::string> names = unique_names(field_names(out));
  for (size_t i = 0; i < out.size(); ++i) out[i].name = names[i];
  return out;
}

ExprPtr column_ref(const Rel& input, int32_t index, Span span) {
  return input_ref(index, input.type[static_cast<size_t>(index)].type, span);
}

ExprList all_columns(const Rel& input) {
  ExprList out;
  for (size_t i = 0; i < input.type.size(); ++i) out.push_back(column_ref(input, static_cast<int32_t>(i)));
  return out;
}

RelPtr make_project(const RelPtr& input, ExprList exprs, std::vector<std::string> names, bool force,
                    Span span) {
  if (!force && is_identity(*input, exprs)) return input;
  auto rel = std::make_shared<ProjectRel>();
  std::set<std::string> used;
  for (size_t i = 0; i < exprs.size(); ++i) {
    std::string base = names[i].empty() ? inferred_name(*input, *exprs[i]) : names[i];
    std::string name = base.empty() ? "$f" + std::to_string(i) : base;
    for (int32_t n = base.empty() ? static_cast<int32_t>(i) : 0; !used.insert(name).second; ++n)
      name = (base.empty() ? "$f" : base) + std::to_string(n);
    const ExprPtr expr = simplify(exprs[i]);
    rel->type.push_back({std::move(name), exprs[i]->type});
    rel->exprs.push_back(expr);
  }
  rel->inputs = {input};
  rel->span = span;
  return rel;
}

RelPtr make_filter(const RelPtr& input, const ExprPtr& condition, Span span) {
  if (is_true_literal(*condition)) return input;
  auto rel = std::make_shared<FilterRel>();
  rel->condition = condition;
  rel->inputs = {input};
  rel->type = input->type;
  rel->span = span;
  return rel;
}

RelPtr make_join(const RelPtr& left, const RelPtr& right, JoinType join, const ExprPtr& condition,
                 Span span) {
  PushedKeys pushed;
  pushed.left_count = static_cast<int32_t>(left->type.size());
  const int32_t right_count = static_cast<int32_t>(right->type.size());
  const bool fixed = contains_kind(*condition, ExprKind::kSubquery);
  const ExprPtr rest = fixed ? condition : push_keys(condition, pushed);
  if (pushed.left.empty() && pushed.right.empty()) return plain_join(left, right, join, condition, span);

  // left columns, pushed left keys, right columns, pushed right keys
  const int32_t extra = static_cast<int32_t>(pushed.left.size()), mid = pushed.left_count + extra;
  std::function<ExprPtr(const ExprPtr&)> place = [&](const ExprPtr& e) -> ExprPtr {
    if (e->kind != ExprKind::kInputRef) return map_children(e, place);
    int32_t index = e->index;
    if (index >= kRightMark) {
      index = mid + right_count + index - kRightMark;
    } else if (index >= kLeftMark) {
      index = pushed.left_count + index - kLeftMark;
    } else if (index >= pushed.left_count) {
      index += extra;
    }
    return input_ref(index, e->type, e->span);
  };
  const RelPtr joined = plain_join(with_extra_columns(left, pushed.left),
                                   with_extra_columns(right, pushed.right), join, place(rest), span);
  ExprList exprs;
  std::vector<std::string> names;
  const bool both = join != JoinType::kSemi && join != JoinType::kAnti;
  for (int32_t i = 0; i < pushed.left_count + (both ? right_count : 0); ++i) {
    const int32_t from = i < pushed.left_count ? i : i + extra;
    exprs.push_back(column_ref(*joined, from));
    names.push_back(joined->type[static_cast<size_t>(from)].name);
  }
  return make_project(joined, std::move(exprs), std::move(names), false, span);
}

RelPtr make_aggregate(const RelPtr& input, std::vector<int32_t> grouping,
                      std::vector<std::vector<int32_t>> sets, std::vector<AggregateCall> calls, Span span) {
  auto rel = std::make_shared<AggregateRel>();
  std::set<std::string> used;
  for (const int32_t column : grouping) {
    Field field = input->type[static_cast<size_t>(column)];
    for (const auto& one : sets) {
      if (std::find(one.begin(), one.end(), column) == one.end()) field.type = field.type.with_nullable(true);
    }
    used.insert(field.name);
    rel->type.push_back(std::move(field));
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    const std::string base =
        calls[i].name.empty() ? "$f" + std::to_string(grouping.size() + i) : calls[i].name;
    std::string name = base;
    for (int32_t n = 0; !used.insert(name).second; ++n) name = base + "_" + std::to_string(n);
    rel->type.push_back({name, calls[i].type});
  }
  rel->grouping = std::move(grouping);
  rel->grouping_sets = std::move(sets);
  rel->calls = std::move(calls);
  rel->inputs = {input};
  rel->span = span;
  return rel;
}

RelPtr make_set_op(SetOpKind op, bool all, std::vector<RelPtr> inputs, RowType type, Span span) {
  auto rel = std::make_shared<SetOpRel>();
  rel->op = op;
  rel->all = all;
  rel->inputs = std::move(inputs);
  rel->type = std::move(type);
  rel->span = span;
  return rel;
}

RelPtr make_sort(const RelPtr& input, std::vector<SortKey> keys, int64_t offset, int64_t fetch, Span span) {
  auto rel = std::make_shared<SortRel>();
  rel->keys = std::move(keys);
  rel->offset = offset;
  rel->fetch = fetch;
  rel->inputs = {input};
  rel->type = input->type;
  rel->span = span;
  return rel;
}

RelPtr make_values(std::vector<ExprList> rows, RowType type, Span span) {
  auto rel = std::make_shared<ValuesRel>();
  rel->rows = std::move(rows);
  rel->type = std::move(type);
  rel->span = span;
  return rel;
}

bool contains_kind(const Expr& expr, ExprKind kind) {
  if (expr.kind == kind) return true;
  const auto in = [kind](const ExprPtr& e) { return e && contains_kind(*e, kind); };
  if (std::any_of(expr.operands.begin(), expr.operands.end(), in)) return true;
  if (!expr.over) return false;
  const OverSpec& over = *expr.over;
  return std::any_of(over.args.begin(), over.args.end(), in) ||
         std::any_of(over.partition.begin(), over.partition.end(), in) ||
         std::any_of(over.order.begin(), over.order.end(),
                     [&](const OverSpec::Order& o) { return in(o.key); });
}

ExprPtr map_children(const ExprPtr& expr, const std::function<ExprPtr(const ExprPtr&)>& change) {
  if (expr->operands.empty() && !expr->over) return expr;
  auto copy = std::make_shared<Expr>(*expr);
  for (ExprPtr& operand : copy->operands) operand = change(operand);
  if (expr->over) {
    auto over = std::make_shared<OverSpec>(*expr->over);
    for (ExprPtr& e : over->args) e = change(e);
    for (ExprPtr& e : over->partition) e = change(e);
    for (OverSpec::Order& o : over->order) o.key = change(o.key);
    copy->over = over;
  }
  return copy;
}

}  // namespace rowkind
