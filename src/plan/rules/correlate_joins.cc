// A right side that reads its left row, as a join: LATERAL sub-queries, FOR SYSTEM_TIME AS OF.
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
  ExprPtr condition = join_condition(parts, left);
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

RelPtr join_of_correlate(const CorrelateRel& correlate) {
  const RelPtr& right = correlate.inputs[1];
  // Table functions and look-ups stay correlated.
  const Rel* below = right.get();
  while (below->kind == RelKind::kProject || below->kind == RelKind::kFilter) below = below->inputs[0].get();
  if (below->kind == RelKind::kSnapshot) return snapshot_join(correlate);
  if (below->kind == RelKind::kUnnest || below->kind == RelKind::kTableFunction) return nullptr;
  Pulled pulled = pull_correlation(right, correlate.inputs[0]);
  if (pulled.shifted == 0) like_decorrelator(pulled);
  int32_t left = width(*correlate.inputs[0]);
  ExprList parts = conjuncts(join_condition(pulled.predicates, left));
  if (correlate.condition) {
    for (const ExprPtr& part : conjuncts(correlate.condition)) {
      if (pulled.shifted)
        throw Failure("plan/not-yet", "This lateral join is not executable yet.", correlate.span);
      parts.push_back(part);
    }
  }
  RelPtr join = make_join(correlate.inputs[0], pulled.rel, correlate.join, conjunction(parts));
  std::vector<int32_t> columns;
  for (int32_t i = 0; i < left; ++i) columns.push_back(i);
  for (int32_t i = 0; i < width(*right); ++i) columns.push_back(left + pulled.shifted + i);
  if (static_cast<int32_t>(columns.size()) == width(*join) && pulled.shifted == 0) return join;
  return make_columns(join, columns);
}

}  // namespace rowkind::rules
