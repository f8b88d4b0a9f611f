// What GroupAggregate and GlobalGroupAggregate share: the state by group and the emission rules (see group_aggregate.cc).
#pragma once

#include "ops/aggregate_calls.h"
#include "ops/factory.h"
#include "ops/keyed_state.h"

namespace rowkind {

// The calls as the final phase of a split DISTINCT aggregate sees them: each distinct value has reached them once.
std::vector<AggregateCall> without_distinct(std::vector<AggregateCall> calls);

class GroupOperator : public Operator {
 public:
  // `node`: the node that emits. `calls`, `retract`, `input`: of the node whose rows are accumulated (the local phase's in two phases).
  GroupOperator(const GroupAggregateNode& node, const std::vector<AggregateCall>& calls,
                const std::vector<bool>& retract, const RowType& input, StateSchema schema, bool count_rows,
                int64_t ttl_millis);
  void open() override;

 protected:
  using Entry = KeyedState<GroupState>::Entry;
  Entry* new_group(const KeyView& key) {
    Entry* entry = state_.create(key);
    calls_.create(entry->value);
    return entry;
  }
  // The entry's accumulators have changed.
  void emit_change(Entry* entry);

  AggregateCalls calls_;
  KeyedState<GroupState> state_;

 private:
  bool count_rows_;
  bool update_before_;
  int64_t ttl_;
  int32_t key_columns_, arity_;
  StateSchema schema_;
};

}  // namespace rowkind
