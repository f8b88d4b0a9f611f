// GlobalGroupAggregate: second phase of a two-phase aggregate. Merges the accumulators that LocalGroupAggregate sends, bundles them once more
// (the size counts partial results), then emits by the rules of group_aggregate.cc; but a group whose first partial result has a negative
// record counter is inserted, where one phase would drop it.
#include "ops/bundle.h"
#include "ops/group_operator.h"

namespace rowkind {
namespace {

const GroupAggregateNode& local_phase(const GroupAggregateNode& node) {
  const PhysicalNode& input = input_of(node);
  if (input.kind != NodeKind::kLocalGroupAggregate) {
    throw Failure("plan/not-yet", "A global aggregate without its local phase cannot be executed yet.",
                  node.span);
  }
  return static_cast<const GroupAggregateNode&>(input);
}

class GlobalGroupAggregate final : public GroupOperator {
 public:
  GlobalGroupAggregate(const GroupAggregateNode& node, const GroupAggregateNode& local,
                       const OperatorOptions& options, int64_t ttl_millis)
      : GroupOperator(node, visible_calls(local), local.retract, input_of(local).type,
                      group_state_schema(local, input_of(local).type),
                      local.needs_retraction || local.count_rows, ttl_millis),
        bundle_(node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size,
                key_type(input_of(local).type, local.grouping)) {
    for (size_t i = 0; i < local.grouping.size(); ++i) key_.push_back(static_cast<int32_t>(i));
  }

  void process(int32_t, RowKind, const RowPtr& row) override {
    bundle_.add(KeyView(*row, key_)).push_back(row);
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }
  void on_watermark(int64_t watermark) override {
    flush();
    Operator::on_watermark(watermark);
  }
  void on_finish() override { flush(); }

 private:
  void flush() {
    if (bundle_.empty()) return;
    for (auto& item : bundle_.take()) {
      KeyView key(*item.key);
      Entry* entry = state_.find(key);
      if (entry != nullptr) {
        state_.touch(*entry);
      } else {
        entry = new_group(key);
      }
      GroupState& group = entry->value;
      for (const RowPtr& partial : item.value) {
        calls_.merge(group.values(), partial->values() + key_.size(), *context.eval);
        group.rows += partial[partial->arity() - 1].integer();
      }
      emit_change(entry);
    }
  }

  std::vector<int32_t> key_;
  Bundle<std::vector<RowPtr>> bundle_;
};

}  // namespace

OperatorPtr make_global_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context) {
  int64_t ttl = node.state_ttl_millis > 0 ? node.state_ttl_millis : context.options.state_ttl_millis;
  return std::make_unique<GlobalGroupAggregate>(node, local_phase(node), context.options, ttl);
}

}  // namespace rowkind
