// GlobalGroupAggregate: second phase of a two-phase aggregate. Merges the accumulators that LocalGroupAggregate (or, behind it,
// IncrementalGroupAggregate) sends, bundles them once more (the size counts partial results), then emits by the rules of
// group_aggregate.cc; but a group whose first partial result has a negative record counter is inserted, where one phase would drop it.
#include "ops/bundle.h"
#include "ops/group_operator.h"

namespace rowkind {
namespace {

// The local phase, and which of its keys are left.
struct Phase {
  explicit Phase(const GroupAggregateNode& global) {
    const PhysicalNode* below = &input_of(global);
    const bool incremental = below->kind == NodeKind::kIncrementalGroupAggregate;
    if (incremental) below = &input_of(*below);
    local = static_cast<const GroupAggregateNode*>(below);
    calls = visible_calls(*local);
    grouping = local->grouping;
    if (!incremental) return;
    calls = without_distinct(std::move(calls));
    grouping.clear();
    for (const int32_t key : static_cast<const GroupAggregateNode&>(input_of(global)).final_grouping)
      grouping.push_back(local->grouping[static_cast<size_t>(key)]);
  }
  const GroupAggregateNode* local;
  std::vector<AggregateCall> calls;
  std::vector<int32_t> grouping;  // columns of the local phase's input
};

StateSchema schema_of(const Phase& phase, const RowType& input) {
  StateSchema schema = group_state_schema(*phase.local, input);
  schema.key = key_type(input, phase.grouping);
  return schema;
}

class GlobalGroupAggregate final : public InBundles<GroupOperator> {
 public:
  GlobalGroupAggregate(const GroupAggregateNode& node, const Phase& phase, const RowType& input,
                       const OperatorOptions& options, int64_t ttl_millis)
      : InBundles(node, phase.calls, phase.local->retract, input, schema_of(phase, input),
                  phase.local->needs_retraction || phase.local->count_rows, ttl_millis),
        bundle_(node.mini_batch_size > 0 ? node.mini_batch_size : options.mini_batch_size,
                key_type(input, phase.grouping)) {
    for (size_t i = 0; i < phase.grouping.size(); ++i) key_.push_back(static_cast<int32_t>(i));
  }

  void process(int32_t, RowKind, const RowPtr& row) override {
    bundle_.add(KeyView(*row, key_)).push_back(row);
    context.suppress(Reason{Rule::kBundle, row.get(), nullptr, bundle_.messages()});
    if (bundle_.full()) flush();
  }

 private:
  void flush() override {
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
  const Phase phase(node);
  return std::make_unique<GlobalGroupAggregate>(node, phase, input_of(*phase.local).type, context.options,
                                                ttl);
}

}  // namespace rowkind
