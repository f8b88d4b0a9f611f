// Aggregates that Flink rewrites before planning:
//   AggregateProjectPullUpConstants   GROUP BY k, c with a known c groups by k only, c is put back above
//   FlinkAggregateRemoveRule          GROUP BY a key: every group is one row
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// Group keys with a known value, all but one if there is no other key.
RelPtr pull_constants(const AggregateRel& aggregate) {
  if (aggregate.grouping.size() < 2 || aggregate.grouping_sets.size() > 1) return nullptr;
  std::map<int32_t, ExprPtr> known = constant_columns(*aggregate.inputs[0]);
  std::vector<bool> constant;
  size_t kept = 0;
  for (int32_t key : aggregate.grouping) {
    constant.push_back(known.count(key) > 0);
    if (!constant.back()) ++kept;
  }
  if (kept == aggregate.grouping.size()) return nullptr;
  if (kept == 0) constant[0] = false;
  std::vector<int32_t> grouping;
  for (size_t i = 0; i < constant.size(); ++i) {
    if (!constant[i]) grouping.push_back(aggregate.grouping[i]);
  }
  RelPtr grouped = make_aggregate(aggregate.inputs[0], grouping, aggregate.calls, &aggregate);
  ExprList exprs;
  int32_t next = 0;
  for (size_t i = 0; i < aggregate.grouping.size(); ++i) {
    int32_t key = aggregate.grouping[i];
    exprs.push_back(constant[i] ? with_type(known[key], aggregate.type[i].type)
                                : column_ref(*grouped, next++));
  }
  for (size_t i = 0; i < aggregate.calls.size(); ++i) exprs.push_back(column_ref(*grouped, next++));
  return make_project(grouped, std::move(exprs), field_names(aggregate.type), aggregate.span);
}

RelPtr remove(const AggregateRel& aggregate) {
  if (aggregate.grouping.empty() || aggregate.grouping_sets.size() > 1) return nullptr;
  for (const AggregateCall& call : aggregate.calls) {
    std::string_view name = call.function->name;
    bool trivial =
        (name == "SUM" || name == "MIN" || name == "MAX") && call.args.size() == 1 && call.filter < 0;
    if (!trivial) return nullptr;
  }
  if (!columns_unique(*aggregate.inputs[0], aggregate.grouping)) return nullptr;
  ExprList exprs;
  std::vector<std::string> names;
  auto take = [&](int32_t column, const Field& to) {
    ExprPtr ref = column_ref(*aggregate.inputs[0], column);
    bool cast = !ref->type.equals(to.type, true);
    exprs.push_back(cast ? make_cast(ref, to.type).or_throw() : ref);
    names.push_back(cast ? to.name : aggregate.inputs[0]->type[static_cast<size_t>(column)].name);
  };
  size_t i = 0;
  for (int32_t key : aggregate.grouping) take(key, aggregate.type[i++]);
  for (const AggregateCall& call : aggregate.calls) take(call.args[0], aggregate.type[i++]);
  return make_project(aggregate.inputs[0], std::move(exprs), std::move(names), aggregate.span);
}

}  // namespace

RelPtr rewrite_aggregates(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    if (rel->kind != RelKind::kAggregate) return rel;
    RelPtr out = pull_constants(as<AggregateRel>(*rel));
    if (out) return out;
    out = remove(as<AggregateRel>(*rel));
    return out ? out : rel;
  });
}

}  // namespace rowkind::rules
