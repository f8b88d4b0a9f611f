// GroupAggregate: one result row a group, kept up to date (Flink: GroupAggHelper). For each message of group K:
//
//   group unknown, message retracts        nothing
//   counter > 0 after it, group is new     +I result
//   counter > 0, result as before          nothing, unless state TTL is on
//   counter > 0, result changed            [-U old,] +U new
//   counter = 0, group is not new          -D old, group forgotten (the next row of K is a +I again)
//
// The counter (COUNT(*) of accumulated minus retracted rows) exists only when the input can retract. The result row sent last is kept and
// becomes the -U. SELECT DISTINCT is the form without calls. With mini-batch the messages of a bundle are folded by group first: leading
// retractions of an unknown group are dropped, then one emission a group.
#include "expr/aggregate.h"
#include "ops/aggregate_calls.h"
#include "ops/bundle.h"
#include "ops/factory.h"
#include "ops/keyed_state.h"

namespace rowkind {
namespace {

class GroupAggregate final : public Operator {
 public:
  GroupAggregate(const GroupAggregateNode& node, const OperatorOptions& options)
      : grouping_(node.grouping),
        calls_(node.calls, node.retract, input_of(node).type),
        count_rows_(node.count_rows),
        update_before_(generates_update_before(node)),
        mini_batch_(node.mini_batch),
        ttl_(node.state_ttl_millis > 0 ? node.state_ttl_millis : options.state_ttl_millis),
        arity_(static_cast<int32_t>(node.grouping.size() + node.calls.size())),
        schema_(group_state_schema(node, input_of(node).type)),
        bundle_(node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size) {}

  void open() override {
    state_.open(context, schema_, ttl_, this,
                [](const void* owner, const GroupState& group) {
                  auto* self = static_cast<const GroupAggregate*>(owner);
                  return describe_group(self->calls_, group, self->count_rows_);
                },
                calls_.slot_bytes());
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, grouping_);
    if (mini_batch_) {
      bundle_.add(key).push_back(Change{kind, row});
      context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
      if (bundle_.full()) flush();
      return;
    }
    auto* entry = state_.find(key);
    if (entry != nullptr) {
      state_.touch(*entry);
    } else if (is_retract(kind)) {
      context.suppress(Reason{Rule::kAggUnknown, row.get()});
      return;
    } else {
      entry = new_group(key);
    }
    apply(entry->value, kind, *row);
    emit_change(entry);
  }
  void on_watermark(int64_t watermark) override {
    flush();
    Operator::on_watermark(watermark);
  }
  void on_finish() override { flush(); }

 private:
  using Entry = KeyedState<GroupState>::Entry;

  Entry* new_group(const KeyView& key) {
    Entry* entry = state_.create(key);
    calls_.create(entry->value);
    return entry;
  }

  void apply(GroupState& group, RowKind kind, const Row& row) {
    if (is_accumulate(kind)) {
      ++group.rows;
      calls_.accumulate(group, row, *context.eval);
    } else {
      --group.rows;
      calls_.retract(group, row, *context.eval);
    }
  }

  void flush() {
    if (bundle_.empty()) return;
    for (auto& item : bundle_.take()) {
      KeyView key(*item.key);
      Entry* entry = state_.find(key);
      if (entry != nullptr) state_.touch(*entry);
      for (const Change& change : item.value) {
        if (entry == nullptr && is_retract(change.kind)) {
          context.suppress(Reason{Rule::kAggUnknown, change.row.get()});
          continue;
        }
        if (entry == nullptr) entry = new_group(key);
        apply(entry->value, change.kind, *change.row);
      }
      if (entry != nullptr) emit_change(entry);
    }
  }

  void emit_change(Entry* entry) {
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
    const Row& key = *entry->key;
    for (; column < key.arity(); ++column) builder.set(column, key[column]);
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

  std::vector<int32_t> grouping_;
  AggregateCalls calls_;
  bool count_rows_;
  bool update_before_;
  bool mini_batch_;
  int64_t ttl_;
  int32_t arity_;
  StateSchema schema_;
  KeyedState<GroupState> state_;
  Bundle<std::vector<Change>> bundle_;
};

}  // namespace

OperatorPtr make_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context) {
  return std::make_unique<GroupAggregate>(node, context.options);
}

}  // namespace rowkind
