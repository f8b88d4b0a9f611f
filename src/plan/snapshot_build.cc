#include "plan/snapshot_build.h"

#include <algorithm>

#include "base/clock.h"
#include "plan/calc_build.h"
#include "plan/join_keys.h"
#include "plan/physical_util.h"

namespace rowkind {

namespace {

using rules::as;

// Where the right side shows the time of the call, -1: nowhere.
int32_t time_column(const Rel& rel) {
  if (rel.kind == RelKind::kLateralSnapshot) return as<LateralSnapshotRel>(rel).on_time;
  const int32_t below = time_column(*rel.inputs[0]);
  if (rel.kind != RelKind::kProject) return below;
  const ExprList& exprs = as<ProjectRel>(rel).exprs;
  for (size_t i = 0; i < exprs.size(); ++i) {
    if (exprs[i]->kind == ExprKind::kInputRef && exprs[i]->index == below) return static_cast<int32_t>(i);
  }
  return -1;
}

// `rel` with the time of the call as its last column.
RelPtr with_time(const RelPtr& rel) {
  if (time_column(*rel) >= 0) return rel;
  const RelPtr input = with_time(rel->inputs[0]);
  const int32_t time = time_column(*input);
  const Field& field = input->type[static_cast<size_t>(time)];
  ExprList exprs = as<ProjectRel>(*rel).exprs;
  std::vector<std::string> names = field_names(rel->type);
  exprs.push_back(rules::column_ref(*input, time));
  names.push_back(rules::suffixed_name(field.name, names));
  return rules::make_project(input, std::move(exprs), std::move(names), rel->span);
}

}  // namespace

const LateralSnapshotRel* snapshot_call(const Rel& right) {
  const Rel* rel = &right;
  while (rel->kind == RelKind::kProject || rel->kind == RelKind::kFilter) rel = rel->inputs[0].get();
  return rel->kind == RelKind::kLateralSnapshot ? &as<LateralSnapshotRel>(*rel) : nullptr;
}

std::shared_ptr<const JoinRel> with_snapshot_time(const JoinRel& rel) {
  if (rel.join != JoinType::kInner && rel.join != JoinType::kLeft) {
    throw Failure("plan/join-type", "LATERAL SNAPSHOT join only supports INNER JOIN and LEFT OUTER JOIN.",
                  rel.span);
  }
  RelPtr right = with_time(rel.inputs[1]);
  return std::static_pointer_cast<const JoinRel>(
      rules::make_join(rel.inputs[0], right, rel.join, rel.condition, &rel));
}

NodePtr build_lateral_snapshot_join(const JoinRel& rel, NodePtr left, NodePtr right,
                                    const PlannerConfig& config) {
  const LateralSnapshotRel& call = *snapshot_call(*rel.inputs[1]);
  const int32_t time = time_column(*rel.inputs[1]);
  if (!right->type[static_cast<size_t>(time)].type.is_rowtime()) {
    throw Failure("plan/snapshot-time",
                  "Argument 'on_time' of SNAPSHOT must reference a row-time attribute of the build side.",
                  call.span, "declare a WATERMARK for the column");
  }
  // Other times come out as values.
  std::vector<int32_t> times;
  for (size_t i = 0; i < right->type.size(); ++i) {
    if (right->type[i].type.is_proctime()) times.push_back(static_cast<int32_t>(i));
  }
  right = without_time(std::move(right), times);
  auto node = std::make_shared<LateralSnapshotJoinNode>();
  node->join = rel.join;
  node->span = rel.span;
  const auto base = static_cast<int32_t>(left->type.size());
  const JoinKeys keys = analyze_join(rel.condition, base);
  node->left_keys = keys.left;
  node->right_keys = keys.right;
  node->filter_nulls = keys.filter_nulls;
  node->condition = rel.condition;
  node->residual = keys.residual;
  node->right_time = time;
  node->user_time = call.load_completed_time.has_value();
  node->load_completed_time = call.load_completed_time.value_or(kStartClockMillis);
  node->load_completed_idle_timeout = call.load_completed_idle_timeout;
  node->state_ttl = call.state_ttl;
  node->state_ttl_millis = call.state_ttl.value_or(config.state_ttl_millis);
  node->type = rules::join_type_of(left->type, right->type, rel.join);
  for (size_t i = static_cast<size_t>(base); i < node->type.size(); ++i)
    node->type[i].type = node->type[i].type.with_attribute(TimeAttribute::kNone);
  node->inputs = {make_exchange(std::move(left), keys.left), make_exchange(std::move(right), keys.right)};
  return node;
}

}  // namespace rowkind
