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
#include "ops/bundle.h"
#include "ops/group_operator.h"

namespace rowkind {
namespace {

class GroupAggregate final : public InBundles<GroupOperator> {
 public:
  GroupAggregate(const GroupAggregateNode& node, const OperatorOptions& options, int64_t ttl_millis)
      : InBundles(node, node.calls, node.retract, input_of(node).type,
                  group_state_schema(node, input_of(node).type), node.count_rows, ttl_millis),
        grouping_(node.grouping),
        mini_batch_(node.mini_batch),
        bundle_(node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size,
                key_type(input_of(node).type, node.grouping)) {}

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, grouping_);
    if (mini_batch_) {
      bundle_.add(key).push_back(Change{kind, row});
      context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
      if (bundle_.full()) flush();
      return;
    }
    Entry* entry = state_.find(key);
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

 private:
  void apply(GroupState& group, RowKind kind, const Row& row) {
    if (is_accumulate(kind)) {
      ++group.rows;
      calls_.accumulate(group.values(), row, *context.eval);
    } else {
      --group.rows;
      calls_.retract(group.values(), row, *context.eval);
    }
  }

  void flush() override {
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

  std::vector<int32_t> grouping_;
  bool mini_batch_;
  Bundle<std::vector<Change>> bundle_;
};

}  // namespace

OperatorPtr make_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context) {
  int64_t ttl = node.state_ttl_millis > 0 ? node.state_ttl_millis : context.options.state_ttl_millis;
  return std::make_unique<GroupAggregate>(node, context.options, ttl);
}

}  // namespace rowkind
