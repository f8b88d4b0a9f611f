// The row that COUNT gives over no rows, where a join gives none.
#include <algorithm>

#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

RelPtr with_zero_counts(const CorrelateRel& correlate) {
  const RelPtr right = correlate.inputs[1];
  const bool projected = right->kind == RelKind::kProject;
  const RelPtr below = projected ? right->inputs[0] : right;
  if (correlate.join != JoinType::kLeft || width(*right) != 1 || below->kind != RelKind::kAggregate)
    return nullptr;
  const auto& aggregate = as<AggregateRel>(*below);
  if (!aggregate.grouping.empty() || aggregate.window) return nullptr;
  const bool counts = std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                                  [](const AggregateCall& c) { return c.function->name == "COUNT"; });
  if (!projected && !counts) return nullptr;
  const RelPtr rows =
      make_correlate(correlate.inputs[0], below, JoinType::kLeft, correlate.correl_id, correlate.span);
  const int32_t base = width(*correlate.inputs[0]);
  ExprList values;
  for (size_t i = 0; i < aggregate.calls.size(); ++i) {
    const ExprPtr value = column_ref(*rows, base + static_cast<int32_t>(i));
    const bool count = aggregate.calls[i].function->name == "COUNT";
    const ExprPtr zero = literal(Value::integer(0), value->type.with_nullable(false));
    values.push_back(
        count ? make_call("CASE", {make_call("IS NULL", {value}).or_throw(), zero, value}).or_throw()
              : value);
  }
  ExprList exprs = column_refs(*rows);
  exprs.resize(static_cast<size_t>(base));
  const ExprPtr own = projected ? as<ProjectRel>(*right).exprs[0] : nullptr;
  exprs.push_back(own ? replace_outer(replace_refs(own, values),
                                      [&](const Expr& ref) -> ExprPtr {
                                        return ref.correl_id == correlate.correl_id
                                                   ? column_ref(*rows, ref.index)
                                                   : nullptr;
                                      })
                      : values[0]);
  return named_project(rows, std::move(exprs), field_names(correlate.type), correlate.span);
}

}  // namespace rowkind::rules
