// The aggregate calls of one operator over the accumulator of one group, and that accumulator.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include "changelog/row_kind.h"
#include "expr/aggregate.h"
#include "ops/keyed_state.h"
#include "plan/physical.h"

namespace rowkind {

// Accumulator of a group; the slots of all calls follow it in the same allocation (RowMap's extra bytes).
struct GroupState {
  RowPtr result;     // sent last; null: nothing was sent yet
  int64_t rows = 0;  // accumulated minus retracted
  int64_t written = 0;
  int32_t slots = 0;

  GroupState() = default;
  GroupState(const GroupState&) = delete;
  GroupState& operator=(const GroupState&) = delete;
  ~GroupState();
  Value* values() { return reinterpret_cast<Value*>(this + 1); }
  const Value* values() const { return reinterpret_cast<const Value*>(this + 1); }
};
static_assert(sizeof(GroupState) % alignof(Value) == 0);

class AggregateCalls {
 public:
  // `input`: type of the rows that accumulate() gets.
  AggregateCalls(const std::vector<AggregateCall>& calls, const std::vector<bool>& retract,
                 const RowType& input);

  int32_t slots() const { return slots_; }
  size_t slot_bytes() const { return static_cast<size_t>(slots_) * sizeof(Value); }
  size_t size() const { return calls_.size(); }

  // Makes the slots behind a new group.
  void create(GroupState& group) const;
  void create(Value* slots) const;
  void accumulate(Value* slots, const Row& row, EvalContext& context) const {
    for (const Call& call : calls_) call.aggregator->accumulate(slots + call.slot, row, context);
  }
  void retract(Value* slots, const Row& row, EvalContext& context) const {
    for (const Call& call : calls_) call.aggregator->retract(slots + call.slot, row, context);
  }
  // Writes the results to columns from `column` on; `changed` becomes true if one differs from the same column of `previous` (may be null).
  void results(const GroupState& group, EvalContext& context, RowBuilder& to, int32_t column,
               const Row* previous, bool& changed) const {
    for (const Call& call : calls_) {
      Value value = call.aggregator->result(group.values() + call.slot, context);
      changed = changed || !value.equals((*previous)[column]);
      to.set(column++, std::move(value));
    }
  }
  void merge(Value* slots, const Value* other, EvalContext& context) const;
  void copy(const Value* slots, Value* to) const;
  Value result(size_t call, const Value* slots, EvalContext& context) const {
    return calls_[call].aggregator->result(slots + calls_[call].slot, context);
  }
  const Aggregator& aggregator(size_t call) const { return *calls_[call].aggregator; }
  int32_t slot(size_t call) const { return calls_[call].slot; }

 private:
  struct Call {
    std::unique_ptr<Aggregator> aggregator;
    int32_t slot;
  };
  std::vector<Call> calls_;
  int32_t slots_ = 0;
};

// Accumulators that are not the state of a group: what a bundle, a window or a slice has folded so far.
struct PartialResult {
  int64_t rows = 0;          // accumulated minus retracted
  std::vector<Value> slots;  // empty: not created yet

  void create(const AggregateCalls& calls) {
    slots.resize(static_cast<size_t>(calls.slots()));
    calls.create(slots.data());
  }
  void add(const AggregateCalls& calls, RowKind kind, const Row& row, EvalContext& context) {
    if (is_accumulate(kind)) {
      ++rows;
      calls.accumulate(slots.data(), row, context);
    } else {
      --rows;
      calls.retract(slots.data(), row, context);
    }
  }
  void fold(const AggregateCalls& calls, const PartialResult& other, EvalContext& context) {
    calls.merge(slots.data(), other.slots.data(), context);
    rows += other.rows;
  }
  // What a phase sends to the next one: the columns of `key`, the slots, which move there, the record counter, and `more`.
  RowPtr to_row(const Row& key, std::initializer_list<int64_t> more = {});
};

// The calls of a phase without the planner's own record counter: operators count records themselves.
std::vector<AggregateCall> visible_calls(const GroupAggregateNode& node);
// "accumulators": key columns and one STRING column a call (Aggregator::describe), after the record counter if there is one.
StateSchema group_state_schema(const GroupAggregateNode& node, const RowType& input);
std::vector<RowPtr> describe_group(const AggregateCalls& calls, const GroupState& group, bool count_rows);

}  // namespace rowkind
