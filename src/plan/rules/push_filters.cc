// Predicates move down as far as Flink moves them: through projections, joins, unions and (on group keys)
// aggregates; a predicate on the number of a ROW_NUMBER turns the window into a Rank. Outer joins whose
// padded rows a predicate rejects become inner. Known constants replace columns in everything above them.
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

RelPtr push(const RelPtr& rel, ExprList predicates);

// A filter on top of `input` for what could not go further down.
RelPtr place(RelPtr input, const ExprList& predicates) {
  if (predicates.empty()) return input;
  if (is_empty_values(*input)) return input;
  return make_filter(input, reduce_condition(conjunction(predicates), constant_columns(*input)),
                     predicates[0]->span);
}

// The predicate is not TRUE when all columns in [from, to) are NULL (Calcite's Strong).
bool rejects_nulls(const Expr& expr, int32_t from, int32_t to) {
  if (is_call(expr, "AND")) {
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](const ExprPtr& o) { return rejects_nulls(*o, from, to); });
  }
  if (is_call(expr, "OR")) {
    return std::all_of(expr.operands.begin(), expr.operands.end(),
                       [&](const ExprPtr& o) { return rejects_nulls(*o, from, to); });
  }
  // NULL as soon as one of the columns is NULL.
  std::function<bool(const Expr&)> strict = [&](const Expr& e) -> bool {
    if (e.kind == ExprKind::kInputRef) return e.index >= from && e.index < to;
    if (e.kind == ExprKind::kFieldAccess) return strict(*e.operands[0]);
    if (e.kind != ExprKind::kCall) return false;
    static const char* const kStrict[] = {"=", "<>",   "<",    "<=",  ">",     ">=",    "+",   "-", "*",
                                          "/", "LIKE", "CAST", "NOT", "UPPER", "LOWER", "MOD", "||"};
    if (e.function->name == "SEARCH")
      return strict(*e.operands[0]) && sarg_of(*e.operands[1]).null_as != NullAs::kTrue;
    for (const char* name : kStrict) {
      if (e.function->name != name) continue;
      return std::any_of(e.operands.begin(), e.operands.end(), [&](const ExprPtr& o) { return strict(*o); });
    }
    return false;
  };
  if (is_call(expr, "IS NOT NULL") || is_call(expr, "IS TRUE") || is_call(expr, "IS FALSE"))
    return strict(*expr.operands[0]);
  return strict(expr);
}

JoinType without_rejected_pads(JoinType type, const ExprList& predicates, int32_t left, int32_t all) {
  bool rejects_left = false, rejects_right = false;
  for (const ExprPtr& predicate : predicates) {
    rejects_left = rejects_left || rejects_nulls(*predicate, 0, left);
    rejects_right = rejects_right || rejects_nulls(*predicate, left, all);
  }
  if (type == JoinType::kFull && rejects_left && rejects_right) return JoinType::kInner;
  if (type == JoinType::kFull && rejects_left) return JoinType::kLeft;
  if (type == JoinType::kFull && rejects_right) return JoinType::kRight;
  if (type == JoinType::kLeft && rejects_right) return JoinType::kInner;
  if (type == JoinType::kRight && rejects_left) return JoinType::kInner;
  return type;
}

// A predicate on columns of `input`, which may have lost the NULLs of an outer join.
ExprPtr typed_over(const ExprPtr& predicate, const Rel& input) {
  const ExprList refs = column_refs(input);
  const std::vector<int32_t> read = input_refs(*predicate);
  const bool narrower = std::any_of(read.begin(), read.end(), [&](int32_t ref) {
    return !refs[static_cast<size_t>(ref)]->type.nullable();
  });
  return narrower ? simplify_condition(replace_refs(predicate, refs)) : predicate;
}

// Predicates on their way through a join, an aggregate or a union: a filter made anew.
ExprList as_built(const ExprList& predicates) {
  return conjuncts(order_conjuncts(conjunction(predicates)));
}

// column = literal in the list fixes that column in the rest of it.
void propagate_constants(ExprList& parts, const Rel& join) {
  std::map<int32_t, ExprPtr> known;
  for (size_t i = 0; i < parts.size(); ++i) {
    auto holder = std::make_shared<FilterRel>();
    holder->type = join.type;
    if (join.kind == RelKind::kJoin) {
      holder->type = join.inputs[0]->type;
      holder->type.insert(holder->type.end(), join.inputs[1]->type.begin(), join.inputs[1]->type.end());
    }
    holder->condition = parts[i];
    holder->inputs.push_back(make_empty(holder->type, join.span));
    std::map<int32_t, ExprPtr> found = constant_columns(*holder);
    for (size_t j = 0; j < parts.size(); ++j) {
      if (j == i || found.empty()) continue;
      parts[j] = reduce_condition(parts[j], found);
    }
  }
  ExprList kept;
  for (const ExprPtr& part : parts) {
    for (const ExprPtr& piece : conjuncts(part)) kept.push_back(piece);
  }
  parts = std::move(kept);
}

// `literal = column` as `column = literal`.
ExprPtr literal_last(const ExprPtr& expr) {
  if (is_call(*expr, "=") && expr->operands[0]->kind == ExprKind::kLiteral &&
      expr->operands[1]->kind != ExprKind::kLiteral) {
    return with_operands(*expr, {expr->operands[1], expr->operands[0]});
  }
  return expr;
}

// A NULL-safe equality of two columns stays one: it is a key of the join.
bool is_null_safe_key(const Expr& expr) {
  return is_call(expr, "IS NOT DISTINCT FROM") && expr.operands[0]->kind == ExprKind::kInputRef &&
         expr.operands[1]->kind == ExprKind::kInputRef;
}

ExprPtr join_condition_of(const ExprList& parts) {
  ExprPtr condition = conjunction(parts);
  bool keyed = std::any_of(parts.begin(), parts.end(), [](const ExprPtr& e) { return is_null_safe_key(*e); });
  return keyed ? condition : simplify_condition(condition);
}

// FOR SYSTEM_TIME AS OF: nothing crosses an event-time join; a look-up join filters the left rows first, and
// the table's where the condition reads nothing else.
RelPtr push_snapshot_join(const JoinRel& join, const ExprList& predicates) {
  const auto& snapshot = as<SnapshotRel>(*join.inputs[1]);
  int32_t left = width(*join.inputs[0]);
  if (snapshot.period->type.is_rowtime()) {
    RelPtr right = with_inputs(snapshot, {push(snapshot.inputs[0], {})});
    return place(make_join(push(join.inputs[0], {}), right, join.join, join.condition, &join), predicates);
  }
  JoinType type = without_rejected_pads(join.join, predicates, left, left + width(snapshot));
  bool inner = type == JoinType::kInner;
  ExprList to_left, to_right, above, on;
  for (const ExprPtr& predicate : predicates) {
    if (only_left(*predicate, left)) {
      to_left.push_back(predicate);
    } else if (inner && only_right(*predicate, left)) {
      to_right.push_back(shift(predicate, -left));
    } else {
      (inner ? on : above).push_back(predicate);
    }
  }
  for (const ExprPtr& part : conjuncts(join.condition)) {
    if (only_right(*part, left)) {
      to_right.push_back(shift(part, -left));
    } else if (inner && only_left(*part, left)) {
      to_left.push_back(part);
    } else {
      on.push_back(part);
    }
  }
  ExprList more_left;
  copy_to_other_side(join, type, predicates, more_left, to_right);
  RelPtr right = with_inputs(snapshot, {push(snapshot.inputs[0], std::move(to_right))});
  const RelPtr out = make_join(push(join.inputs[0], std::move(to_left)), right, type, conjunction(on), &join);
  return place(as_padded(out, join.type), above);
}

// What went below the join holds above it, but for the side that it pads.
RelPtr with_fixed(const JoinRel& join, const std::map<int32_t, ExprPtr>& pushed, int32_t left) {
  const bool keeps_left = join.join != JoinType::kRight && join.join != JoinType::kFull;
  const bool keeps_right = join.join == JoinType::kInner || join.join == JoinType::kRight;
  auto out = std::make_shared<JoinRel>(join);
  for (const auto& [column, value] : pushed) {
    if (column < left ? keeps_left : keeps_right) out->fixed.emplace(column, value);
  }
  return out;
}

RelPtr push_join(const JoinRel& join, ExprList predicates) {
  if (join.inputs[1]->kind == RelKind::kSnapshot) return push_snapshot_join(join, predicates);
  int32_t left = width(*join.inputs[0]);
  int32_t all = left + width(*join.inputs[1]);
  ExprList on = conjuncts(join.condition);
  JoinType type = without_rejected_pads(join.join, predicates, left, all);
  ExprList to_left, to_right, above, more_left, more_right;
  copy_to_other_side(join, type, predicates, more_left, more_right);
  if (type == JoinType::kInner) {
    on.insert(on.end(), predicates.begin(), predicates.end());
    propagate_constants(on, join);
  } else {
    for (const ExprPtr& predicate : predicates) {
      bool pushes_left = (type == JoinType::kLeft || type == JoinType::kSemi || type == JoinType::kAnti) &&
                         only_left(*predicate, left);
      bool pushes_right = type == JoinType::kRight && only_right(*predicate, left);
      (pushes_left    ? to_left
       : pushes_right ? to_right
                      : above)
          .push_back(pushes_right ? shift(predicate, -left) : predicate);
    }
  }
  RelPtr left_input = push(join.inputs[0], {});
  RelPtr right_input = push(join.inputs[1], {});
  bool left_takes = type == JoinType::kInner || type == JoinType::kRight || type == JoinType::kSemi;
  bool right_takes = type == JoinType::kInner || type == JoinType::kLeft || type == JoinType::kSemi;
  const bool semi = type == JoinType::kSemi || type == JoinType::kAnti;
  std::map<int32_t, ExprPtr> pushed;  // columns fixed by what went down
  for (bool changed = true; changed;) {
    changed = false;
    ExprList keep;
    for (const ExprPtr& part : on) {
      ExprPtr predicate = literal_last(part);
      if (left_takes && only_left(*predicate, left)) {
        add_new(to_left, typed_over(predicate, *left_input));
      } else if (right_takes && only_right(*predicate, left)) {
        add_new(to_right, typed_over(shift(predicate, -left), *right_input));
      } else {
        keep.push_back(predicate);
      }
    }
    on = std::move(keep);
    for (const ExprPtr& predicate : more_left) add_new(to_left, predicate);
    for (const ExprPtr& predicate : more_right) add_new(to_right, predicate);
    more_left.clear();
    more_right.clear();
    if (!to_left.empty()) left_input = push(left_input, as_built(to_left));
    if (!to_right.empty()) right_input = push(right_input, as_built(to_right));
    for (const ExprPtr& part : to_left) pushed.merge(constants_of(part));
    for (const ExprPtr& part : to_right) {
      for (auto& [column, value] : constants_of(part)) pushed.emplace(column + left, value);
    }
    to_left.clear();
    to_right.clear();
    std::map<int32_t, ExprPtr> constants = constant_columns(*left_input);
    constants.insert(pushed.begin(), pushed.end());
    for (auto& [column, value] : constant_columns(*right_input)) constants.emplace(column + left, value);
    // A nullable column is a CAST of the value, which a semi or anti join does not look into.
    if (semi) std::erase_if(constants, [](const auto& entry) { return entry.second->type.nullable(); });
    ExprList reduced;
    for (const ExprPtr& part : on) {
      ExprPtr simple = is_null_safe_key(*part) ? part : reduce_condition(part, constants);
      changed = changed || !same_expr(*simple, *part);
      for (const ExprPtr& piece : conjuncts(simple)) reduced.push_back(piece);
    }
    on = std::move(reduced);
  }
  ExprPtr condition = join_condition_of(on);
  if (type == JoinType::kInner || type == JoinType::kSemi) {
    bool never = condition->kind == ExprKind::kLiteral && !condition->literal.is_true();
    if (never || is_empty_values(*left_input) || is_empty_values(*right_input)) {
      return make_empty(join_type_of(left_input->type, right_input->type, type), join.span);
    }
  }
  RelPtr out = make_join(left_input, right_input, type, condition, &join);
  return place(as_padded(with_fixed(as<JoinRel>(*out), pushed, left), join.type), above);
}

RelPtr push_project(const ProjectRel& project, const ExprList& predicates) {
  ExprList down, above;
  bool movable = std::all_of(project.exprs.begin(), project.exprs.end(), [](const ExprPtr& e) {
    return deterministic(*e) && !has_kind(*e, ExprKind::kOver);
  });
  for (const ExprPtr& predicate : predicates) {
    bool moves = movable;
    if (!moves) {
      // PROCTIME() and the like stay where they are; a predicate that does not read them still moves.
      std::vector<int32_t> refs = input_refs(*predicate);
      moves = std::all_of(refs.begin(), refs.end(), [&](int32_t ref) {
        const Expr& e = *project.exprs[static_cast<size_t>(ref)];
        return deterministic(e) && !has_kind(e, ExprKind::kOver);
      });
    }
    if (moves) {
      down.push_back(simplify_condition(substitute(predicate, project.exprs)));
    } else {
      above.push_back(predicate);
    }
  }
  RelPtr input = push(project.inputs[0], std::move(down));
  const Rel& joined = input->kind == RelKind::kFilter ? *input->inputs[0] : *input;
  // A condition above an aggregate holds above it, also when it has gone down.
  std::map<int32_t, ExprPtr> constants = constant_columns(*input);
  constants.merge(constant_columns(*project.inputs[0]));
  ExprList exprs;
  for (const ExprPtr& expr : project.exprs) {
    if (has_kind(*expr, ExprKind::kOver)) {
      exprs.push_back(expr);
      continue;
    }
    ExprPtr reduced = reduce(expr, constants);
    exprs.push_back(joined.kind == RelKind::kJoin ? without_equal_keys(reduced, as<JoinRel>(joined))
                                                  : reduced);
  }
  RelPtr out;
  if (is_empty_values(*input)) {
    out = make_empty(project.type, project.span);
  } else {
    out = make_project(input, std::move(exprs), field_names(project.type), project.span);
  }
  return place(out, above);
}

RelPtr push_aggregate(const AggregateRel& aggregate, const ExprList& predicates) {
  ExprList down, above;
  int32_t keys = static_cast<int32_t>(aggregate.grouping.size());
  bool plain = aggregate.grouping_sets.size() <= 1 && !aggregate.window;
  for (const ExprPtr& predicate : predicates) {
    if (plain && only_left(*predicate, keys)) {
      ExprList mapping;
      for (int32_t column : aggregate.grouping) mapping.push_back(column_ref(*aggregate.inputs[0], column));
      down.push_back(replace_refs(predicate, mapping));
    } else {
      above.push_back(predicate);
    }
  }
  RelPtr input = push(aggregate.inputs[0], as_built(down));
  if (is_empty_values(*input) && keys > 0) return make_empty(aggregate.type, aggregate.span);
  return place(with_inputs(aggregate, {input}), above);
}

RelPtr push_union(const SetOpRel& set_op, const ExprList& predicates) {
  std::vector<RelPtr> inputs;
  for (const RelPtr& input : set_op.inputs) {
    RelPtr pushed = push(input, as_built(predicates));
    if (!is_empty_values(*pushed)) inputs.push_back(pushed);
  }
  if (inputs.empty()) return make_empty(set_op.type, set_op.span);
  if (inputs.size() == 1) return inputs[0];
  return with_inputs(set_op, std::move(inputs));
}

RelPtr push_correlate(const CorrelateRel& correlate, const ExprList& predicates) {
  int32_t left = width(*correlate.inputs[0]);
  ExprList down, inside, above;
  for (const ExprPtr& predicate : predicates) {
    if (only_left(*predicate, left)) {
      down.push_back(predicate);
    } else if (correlate.join == JoinType::kInner && only_right(*predicate, left)) {
      inside.push_back(predicate);
    } else {
      above.push_back(predicate);
    }
  }
  RelPtr out = with_inputs(correlate, {push(correlate.inputs[0], as_built(down)), correlate.inputs[1]});
  if (!inside.empty()) {
    auto copy = std::make_shared<CorrelateRel>(as<CorrelateRel>(*out));
    if (copy->condition) inside.insert(inside.begin(), copy->condition);
    copy->condition = simplify_condition(conjunction(inside));
    out = copy;
  }
  return place(out, above);
}

// The bounds of a row number are looked for one by one.
bool above_over(const Rel& filter) {
  const Rel* below = filter.inputs[0].get();
  while (below->kind == RelKind::kProject || below->kind == RelKind::kFilter) below = below->inputs[0].get();
  return below->kind == RelKind::kOver;
}

RelPtr push(const RelPtr& rel, ExprList predicates) {
  switch (rel->kind) {
    case RelKind::kFilter: {
      const ExprPtr& condition = as<FilterRel>(*rel).condition;
      ExprList all = conjuncts(above_over(*rel) ? condition : simplify_condition(condition));
      all.insert(all.end(), predicates.begin(), predicates.end());
      return push(rel->inputs[0], std::move(all));
    }
    case RelKind::kProject:
      return push_project(as<ProjectRel>(*rel), predicates);
    case RelKind::kJoin:
      return push_join(as<JoinRel>(*rel), std::move(predicates));
    case RelKind::kAggregate:
      return push_aggregate(as<AggregateRel>(*rel), predicates);
    case RelKind::kSetOp:
      return push_union(as<SetOpRel>(*rel), predicates);
    case RelKind::kCorrelate:
      return push_correlate(as<CorrelateRel>(*rel), predicates);
    case RelKind::kOver: {
      RelPtr over = with_inputs(*rel, {push(rel->inputs[0], {})});
      RelPtr rank = rank_of(over, predicates);
      return place(rank ? rank : over, predicates);
    }
    case RelKind::kSort: {
      const auto& sort = as<SortRel>(*rel);
      if (sort.fetch < 0 && sort.offset == 0)
        return with_inputs(*rel, {push(rel->inputs[0], std::move(predicates))});
      break;
    }
    default:
      break;
  }
  if (rel->inputs.empty()) return place(rel, predicates);
  std::vector<RelPtr> inputs;
  for (const RelPtr& input : rel->inputs) inputs.push_back(push(input, {}));
  return place(with_inputs(*rel, std::move(inputs)), predicates);
}

}  // namespace

RelPtr push_filters(const RelPtr& root) {
  return push(root, {});
}

}  // namespace rowkind::rules
