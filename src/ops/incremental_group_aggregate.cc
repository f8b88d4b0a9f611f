// IncrementalGroupAggregate: between the phases of a split DISTINCT aggregate (table.optimizer.distinct-agg.split.enabled). It gets the partial
// results of LocalGroupAggregate by group and bucket of the distinct values, remembers the values of each bucket, and sends one +I a group and
// bundle with what the bundle adds: a value that its bucket has had already adds nothing. GlobalGroupAggregate sums that up.
// Only the distinct values are state; aggregates without DISTINCT are folded and passed on.
#include "expr/aggregates/aggregators.h"
#include "ops/aggregate_calls.h"
#include "ops/bundle.h"
#include "ops/factory.h"
#include "ops/group_operator.h"

namespace rowkind {
namespace {

class IncrementalGroupAggregate final : public InBundles<Operator> {
 public:
  IncrementalGroupAggregate(const GroupAggregateNode& node, const GroupAggregateNode& local,
                            const OperatorOptions& options, int64_t ttl_millis)
      : all_(merged_calls(local)),
        partial_(all_, local.retract, input_of(local).type),
        gain_(without_distinct(all_), local.retract, input_of(local).type),
        final_grouping_(node.final_grouping),
        final_type_(key_type(local.type, node.final_grouping)),
        ttl_(ttl_millis),
        schema_(values_schema(local)),
        bundle_(node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size,
                key_type(input_of(local).type, local.grouping)) {
    for (size_t i = 0; i < local.grouping.size(); ++i) key_.push_back(static_cast<int32_t>(i));
  }

  void open() override {
    state_.open(
        context, schema_, ttl_, this,
        [](const void* owner, const GroupState& known) {
          const auto* self = static_cast<const IncrementalGroupAggregate*>(owner);
          std::vector<Value> out;
          for (size_t i = 0; i < self->all_.size(); ++i) {
            if (!self->all_[i].distinct) continue;
            const Value* slots = known.values() + self->partial_.slot(i);
            out.push_back(Value::string(self->partial_.aggregator(i).describe(slots)));
          }
          return std::vector<RowPtr>{make_row(std::move(out))};
        },
        partial_.slot_bytes());
  }
  void process(int32_t, RowKind, const RowPtr& row) override {
    bundle_.add(KeyView(*row, key_)).push_back(row);
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }

 private:
  // Filters have been applied by the local phase.
  static std::vector<AggregateCall> merged_calls(const GroupAggregateNode& local) {
    std::vector<AggregateCall> calls = visible_calls(local);
    for (AggregateCall& call : calls) call.filter = -1;
    return calls;
  }
  static StateSchema values_schema(const GroupAggregateNode& local) {
    StateSchema schema{"distinct values", {}, {}};
    for (const int32_t column : local.grouping)
      schema.key.push_back(input_of(local).type[static_cast<size_t>(column)]);
    for (const AggregateCall& call : visible_calls(local)) {
      if (call.distinct) schema.value.push_back(Field{call.name, LogicalType::string()});
    }
    return schema;
  }

  void flush() override {
    if (bundle_.empty()) return;
    Bundle<PartialResult> gains(0, final_type_);
    for (auto& item : bundle_.take()) {
      auto* known = state_.find(KeyView(*item.key));
      if (known) {
        state_.touch(*known);
      } else {
        known = state_.create(KeyView(*item.key));
        partial_.create(known->value);
      }
      PartialResult& gain = gains.add(KeyView(*item.key, final_grouping_));
      if (gain.slots.empty()) gain.create(gain_);
      for (const RowPtr& row : item.value) add(known->value, *row, gain);
    }
    for (auto& item : gains.take()) {
      const RowPtr row = item.value.to_row(*item.key);
      context.emit(RowKind::kInsert, row, Reason{Rule::kAggPartial, nullptr, row.get()});
    }
  }

  // Folds one partial result of the local phase.
  void add(GroupState& known, const Row& row, PartialResult& gain) {
    const Value* partial = row.values() + key_.size();
    for (size_t i = 0; i < all_.size(); ++i) {
      Value* to = gain.slots.data() + gain_.slot(i);
      const Value* from = partial + partial_.slot(i);
      if (all_[i].distinct) {
        const auto& distinct = static_cast<const DistinctAggregator&>(partial_.aggregator(i));
        distinct.merge_new(known.values() + partial_.slot(i), from, to, *context.eval);
      } else {
        gain_.aggregator(i).merge(to, from, *context.eval);
      }
    }
    gain.rows += row[row.arity() - 1].integer();
  }

  std::vector<AggregateCall> all_;
  AggregateCalls partial_, gain_;
  std::vector<int32_t> key_, final_grouping_;
  RowType final_type_;
  int64_t ttl_;
  StateSchema schema_;
  KeyedState<GroupState> state_;
  Bundle<std::vector<RowPtr>> bundle_;
};

}  // namespace

OperatorPtr make_incremental_group_aggregate(const GroupAggregateNode& node, const FactoryContext& context) {
  const int64_t ttl = node.state_ttl_millis > 0 ? node.state_ttl_millis : context.options.state_ttl_millis;
  const auto& local = static_cast<const GroupAggregateNode&>(input_of(node));
  return std::make_unique<IncrementalGroupAggregate>(node, local, context.options, ttl);
}

}  // namespace rowkind
