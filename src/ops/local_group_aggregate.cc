// LocalGroupAggregate: first phase of a two-phase aggregate. Folds the rows of a bundle by group, then sends one +I a group that holds the
// accumulators: grouping columns, the slots of every call (aggregate-internal values), and the record counter. Its state lasts one bundle.
// It forwards retractions of groups that nobody knows (a negative counter), as Flink does.
#include "ops/aggregate_calls.h"
#include "ops/bundle.h"
#include "ops/factory.h"

namespace rowkind {
namespace {

class LocalGroupAggregate final : public InBundles<Operator> {
 public:
  LocalGroupAggregate(const GroupAggregateNode& node, const OperatorOptions& options)
      : grouping_(node.grouping),
        calls_(visible_calls(node), node.retract, input_of(node).type),
        bundle_(node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size,
                key_type(input_of(node).type, node.grouping)) {}

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    PartialResult& partial = bundle_.add(KeyView(*row, grouping_));
    if (partial.slots.empty()) partial.create(calls_);
    partial.add(calls_, kind, *row, *context.eval);
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }

 private:
  void flush() override {
    if (bundle_.empty()) return;
    for (auto& item : bundle_.take()) {
      RowPtr row = item.value.to_row(*item.key);
      context.emit(RowKind::kInsert, row, Reason{Rule::kAggPartial, nullptr, row.get()});
    }
  }

  std::vector<int32_t> grouping_;
  AggregateCalls calls_;
  Bundle<PartialResult> bundle_;
};

}  // namespace

OperatorPtr make_local_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context) {
  return std::make_unique<LocalGroupAggregate>(node, context.options);
}

}  // namespace rowkind
