// JoinToMultiJoinRule: a left-deep chain of inner and left joins whose conditions hold one key in common
// becomes one operator (table.optimizer.multi-join.enabled).
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool chains(JoinType type) {
  return type == JoinType::kInner || type == JoinType::kLeft;
}

void flatten(const RelPtr& rel, MultiJoinRel& out) {
  if (rel->kind == RelKind::kJoin && chains(as<JoinRel>(*rel).join)) {
    flatten(rel->inputs[0], out);
    out.inputs.push_back(rel->inputs[1]);
    out.joins.push_back(as<JoinRel>(*rel).join);
    out.conditions.push_back(as<JoinRel>(*rel).condition);
    return;
  }
  out.inputs.push_back(rel);
}

// Columns that the conditions make equal, one class per column.
std::vector<int32_t> equal_classes(const MultiJoinRel& rel, int32_t columns) {
  std::vector<int32_t> of(static_cast<size_t>(columns));
  for (int32_t i = 0; i < columns; ++i) of[static_cast<size_t>(i)] = i;
  for (const ExprPtr& condition : rel.conditions) {
    for (const ExprPtr& part : conjuncts(condition)) {
      bool refs = is_call(*part, "=") && part->operands[0]->kind == ExprKind::kInputRef &&
                  part->operands[1]->kind == ExprKind::kInputRef;
      if (!refs) continue;
      int32_t a = of[static_cast<size_t>(part->operands[0]->index)],
              b = of[static_cast<size_t>(part->operands[1]->index)];
      std::replace(of.begin(), of.end(), std::max(a, b), std::min(a, b));
    }
  }
  return of;
}

bool set_keys(MultiJoinRel& rel) {
  std::vector<int32_t> starts;
  int32_t columns = 0;
  for (const RelPtr& input : rel.inputs) {
    starts.push_back(columns);
    columns += width(*input);
  }
  std::vector<int32_t> of = equal_classes(rel, columns);
  rel.keys.assign(rel.inputs.size(), {});
  for (int32_t column = 0; column < width(*rel.inputs[0]); ++column) {
    std::vector<int32_t> key;
    for (size_t i = 0; i < rel.inputs.size(); ++i) {
      for (int32_t c = 0; c < width(*rel.inputs[i]); ++c) {
        if (of[static_cast<size_t>(starts[i] + c)] != of[static_cast<size_t>(column)]) continue;
        key.push_back(c);
        break;
      }
    }
    if (key.size() != rel.inputs.size()) continue;
    for (size_t i = 0; i < key.size(); ++i) rel.keys[i].push_back(key[i]);
  }
  return !rel.keys[0].empty();
}

}  // namespace

RelPtr to_multi_joins(const RelPtr& root) {
  if (root->kind == RelKind::kJoin && chains(as<JoinRel>(*root).join) &&
      root->inputs[0]->kind == RelKind::kJoin) {
    auto out = std::make_shared<MultiJoinRel>();
    flatten(root, *out);
    bool plain = std::none_of(out->inputs.begin(), out->inputs.end(),
                              [](const RelPtr& input) { return input->kind == RelKind::kSnapshot; });
    if (plain && out->inputs.size() > 2 && set_keys(*out)) {
      out->type = root->type;
      out->span = root->span;
      for (RelPtr& input : out->inputs) input = to_multi_joins(input);
      return out;
    }
  }
  std::vector<RelPtr> inputs;
  bool changed = false;
  for (const RelPtr& input : root->inputs) {
    inputs.push_back(to_multi_joins(input));
    changed = changed || inputs.back() != input;
  }
  return changed ? with_inputs(*root, std::move(inputs)) : root;
}

}  // namespace rowkind::rules
