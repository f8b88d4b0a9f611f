#include "ops/group_operator.h"

namespace rowkind {

std::vector<AggregateCall> without_distinct(std::vector<AggregateCall> calls) {
  for (AggregateCall& call : calls) call.distinct = false;
  return calls;
}

GroupOperator::GroupOperator(const GroupAggregateNode& node, const std::vector<AggregateCall>& calls,
                             const std::vector<bool>& retract, const RowType& input, StateSchema schema,
                             bool count_rows, int64_t ttl_millis)
    : calls_(calls, retract, input),
      count_rows_(count_rows),
      update_before_(generates_update_before(node)),
      ttl_(ttl_millis),
      key_columns_(static_cast<int32_t>(node.grouping.size())),
      arity_(static_cast<int32_t>(node.grouping.size() + calls.size())),
      schema_(std::move(schema)) {}

void GroupOperator::open() {
  state_.open(
      context, schema_, ttl_, this,
      [](const void* owner, const GroupState& group) {
        auto* self = static_cast<const GroupOperator*>(owner);
        return describe_group(self->calls_, group, self->count_rows_);
      },
      calls_.slot_bytes());
}

void GroupOperator::emit_change(Entry* entry) {
  GroupState& group = entry->value;
  RowPtr previous = group.result;
  if (count_rows_ && group.rows == 0) {
    state_.erase(entry);
    if (previous) {
      context.emit(RowKind::kDelete, previous, Reason{Rule::kAggEmpty, previous.get()});
    } else {
      context.suppress(Reason{Rule::kAggNeverSeen});
    }
    return;
  }
  RowBuilder builder(arity_);
  int32_t column = 0;
  // The row sent last is needed anyway; the key row would be one more place in memory.
  const Row& key = previous ? *previous : *entry->key;
  for (; column < key_columns_; ++column) builder.set(column, key[column]);
  bool changed = !previous || state_.expires();
  calls_.results(group, *context.eval, builder, column, previous.get(), changed);
  if (!changed) {
    context.suppress(Reason{Rule::kAggEqual, previous.get()});
    return;
  }
  RowPtr result = builder.finish();
  group.result = result;
  if (!previous) {
    context.emit(RowKind::kInsert, result, Reason{Rule::kAggFirst, nullptr, result.get()});
    return;
  }
  Reason reason{Rule::kAggUpdate, previous.get(), result.get()};
  if (update_before_) context.emit(RowKind::kUpdateBefore, previous, reason);
  context.emit(RowKind::kUpdateAfter, result, reason);
}

}  // namespace rowkind
