// Conditions that read outer rows move below the joins of a sub-query, as far as RelDecorrelator finds them.
#include <algorithm>

#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// Conditions above an inner join go to the side that they read, those that read outer rows too.
RelPtr filter_into_join(const FilterRel& filter) {
  const auto& join = as<JoinRel>(*filter.inputs[0]);
  const bool to_left = join.join == JoinType::kInner || join.join == JoinType::kLeft;
  const bool to_right = join.join == JoinType::kInner || join.join == JoinType::kRight;
  const int32_t base = width(*join.inputs[0]);
  ExprList left, right, on, above;
  for (const ExprPtr& part : conjuncts(filter.condition)) {
    const std::vector<int32_t> refs = input_refs(*part);
    if (to_left && (refs.empty() || refs.back() < base)) {
      left.push_back(part);
    } else if (to_right && !refs.empty() && refs.front() >= base) {
      right.push_back(shift(part, -base));
    } else {
      (join.join == JoinType::kInner ? on : above).push_back(part);
    }
  }
  if (left.empty() && right.empty() && on.empty()) return nullptr;
  on.insert(on.begin(), join.condition);
  const RelPtr out = make_join(make_filter(join.inputs[0], conjunction(left), filter.span),
                               make_filter(join.inputs[1], conjunction(right), filter.span), join.join,
                               conjunction(on), &join);
  return make_filter(out, conjunction(above), filter.span);
}

}  // namespace

RelPtr push_correlated_filters(const RelPtr& rel) {
  if (rel->kind == RelKind::kFilter && rel->inputs[0]->kind == RelKind::kJoin &&
      !outer_columns(*rel).empty()) {
    if (const RelPtr pushed = filter_into_join(as<FilterRel>(*rel))) return push_correlated_filters(pushed);
  }
  std::vector<RelPtr> inputs;
  for (const RelPtr& input : rel->inputs) inputs.push_back(push_correlated_filters(input));
  return inputs == rel->inputs ? rel : with_inputs(*rel, std::move(inputs));
}

}  // namespace rowkind::rules
