// FOR SYSTEM_TIME AS OF of a left row's time as a join.
#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

bool answers_lookups(const Rel& rel) {
  if (rel.kind == RelKind::kProject || rel.kind == RelKind::kWatermark)
    return answers_lookups(*rel.inputs[0]);
  return rel.kind == RelKind::kScan && as<ScanRel>(rel).table->lookup;
}

// left JOIN t FOR SYSTEM_TIME AS OF left.time ON condition: a join whose right side is the Snapshot, its
// period a left column (LogicalCorrelateToJoinFromTemporalTableRule).
RelPtr snapshot_join(const CorrelateRel& correlate) {
  int32_t left = width(*correlate.inputs[0]);
  RelPtr right = correlate.inputs[1];
  ExprList parts;
  while (right->kind == RelKind::kFilter || right->kind == RelKind::kProject) {
    if (right->kind == RelKind::kProject) {
      if (!is_identity(as<ProjectRel>(*right).exprs, *right->inputs[0])) {
        throw Failure("plan/not-yet", "A projection of a temporal table in the join is not executable yet.",
                      right->span);
      }
    } else {
      for (const ExprPtr& part : conjuncts(as<FilterRel>(*right).condition)) parts.push_back(part);
    }
    right = right->inputs[0];
  }
  ExprPtr condition = replace_outer(shift(conjunction(parts), left), [&](const Expr& ref) {
    return column_ref(*correlate.inputs[0], ref.index);
  });
  if (correlate.condition) condition = conjunction({condition, correlate.condition});
  const auto& snapshot = as<SnapshotRel>(*right);
  const Expr& period = *snapshot.period;
  if (period.kind != ExprKind::kCorrelRef || (!period.type.is_rowtime() && !period.type.is_proctime())) {
    throw Failure("plan/temporal-join",
                  "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left table's time "
                  "attribute field",
                  correlate.span);
  }
  auto copy = std::make_shared<SnapshotRel>(snapshot);
  copy->period =
      input_ref(period.index, correlate.inputs[0]->type[static_cast<size_t>(period.index)].type, period.span);
  copy->lookup = answers_lookups(*copy->inputs[0]);
  return make_join(correlate.inputs[0], copy, correlate.join, condition);
}

}  // namespace

RelPtr join_of_snapshot(const CorrelateRel& correlate) {
  const Rel* below = correlate.inputs[1].get();
  while (below->kind == RelKind::kProject || below->kind == RelKind::kFilter) below = below->inputs[0].get();
  return below->kind == RelKind::kSnapshot ? snapshot_join(correlate) : nullptr;
}

}  // namespace rowkind::rules
