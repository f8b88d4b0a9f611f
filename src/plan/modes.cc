#include "plan/modes.h"

#include <algorithm>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"
#include "plan/sink_rules.h"
#include "plan/update_kinds.h"

namespace rowkind {

namespace {

[[noreturn]] void no_plan(const SinkNode& sink) {
  PhysicalPlan plan;
  throw Failure("plan/no-valid-plan",
                "Can't generate a valid execution plan for the given query. There is a changelog mismatch "
                "between two operators: an operator "
                "cannot produce the changelog its consumer requires.\nThe conflict is "
                "at:\nSink(expectedChangelogMode=" +
                    sink.accepted.to_string() + ")\n  +- " + describe(*sink.inputs[0]),
                sink.span);
}

std::vector<UpdateKind> sink_update_kinds(const SinkNode& sink) {
  const ModifyKindSet& input = sink.inputs[0]->modify;
  if (!sink.accepted.update_after) return {UpdateKind::kNone};
  if (sink.accepted.update_before) return {before_after_or_none(input)};
  if (!upsert_key_satisfies_primary_key(sink)) return {before_after_or_none(input)};
  if (!input.update) return {UpdateKind::kNone};
  return {UpdateKind::kOnlyUpdateAfter, UpdateKind::kBeforeAndAfter};
}

std::vector<DeleteKind> sink_delete_kinds(const SinkNode& sink) {
  const ModifyKindSet& input = sink.inputs[0]->modify;
  DeleteKind full = full_delete_or_none(input);
  if (!sink.accepted.key_only_deletes || !input.deletes) return {full};
  std::vector<ColumnSet> keys = upsert_keys(*sink.inputs[0]);
  ColumnSet primary = sink.primary_key;
  std::sort(primary.begin(), primary.end());
  bool same = primary.empty() || std::find(keys.begin(), keys.end(), primary) != keys.end();
  if (!same) return {full};
  return {DeleteKind::kDeleteByKey, full};
}

}  // namespace

std::shared_ptr<SinkNode> infer_update_and_delete_kinds(const std::shared_ptr<SinkNode>& sink,
                                                        Consumer consumer, const PlannerConfig& config) {
  auto out = std::make_shared<SinkNode>(*sink);
  out->accepted = accepted_mode(*sink, consumer);
  out->upsert_materialize = needs_upsert_materialize(*sink, consumer, config);
  out->upsert_key = smallest_key(upsert_keys(*sink->inputs[0]));
  NodePtr updated;
  for (UpdateKind kind : sink_update_kinds(*out)) {
    NodePtr candidate = satisfy_update_kind(sink->inputs[0], kind);
    if (candidate && candidate->update == kind) {
      updated = candidate;
      break;
    }
  }
  if (!updated) no_plan(*out);
  out->inputs = {updated};
  NodePtr final_input;
  for (DeleteKind kind : sink_delete_kinds(*out)) {
    NodePtr candidate = satisfy_delete_kind(updated, kind);
    if (candidate && candidate->delete_kind == kind) {
      final_input = candidate;
      break;
    }
  }
  if (!final_input) no_plan(*out);
  out->inputs = {final_input};
  return out;
}

}  // namespace rowkind
