#include "ops/aggregate_calls.h"

#include <new>

namespace rowkind {

GroupState::~GroupState() {
  for (int32_t i = 0; i < slots; ++i) values()[i].~Value();
}

AggregateCalls::AggregateCalls(const std::vector<AggregateCall>& calls, const std::vector<bool>& retract,
                               const RowType& input) {
  for (size_t i = 0; i < calls.size(); ++i) {
    std::unique_ptr<Aggregator> aggregator =
        make_aggregator(calls[i], input, i < retract.size() && retract[i]);
    int32_t slot = slots_;
    slots_ += aggregator->slots();
    calls_.push_back(Call{std::move(aggregator), slot});
  }
}

void AggregateCalls::create(GroupState& group) const {
  Value* slots = group.values();
  for (int32_t i = 0; i < slots_; ++i) new (slots + i) Value();
  group.slots = slots_;
  create(slots);
}

void AggregateCalls::create(Value* slots) const {
  for (const Call& call : calls_) call.aggregator->create(slots + call.slot);
}

void AggregateCalls::merge(Value* slots, const Value* other, EvalContext& context) const {
  for (const Call& call : calls_) call.aggregator->merge(slots + call.slot, other + call.slot, context);
}

void AggregateCalls::copy(const Value* slots, Value* to) const {
  for (const Call& call : calls_) call.aggregator->copy(slots + call.slot, to + call.slot);
}

std::vector<AggregateCall> visible_calls(const GroupAggregateNode& node) {
  std::vector<AggregateCall> calls = node.calls;
  if (node.hidden_count >= 0) calls.erase(calls.begin() + node.hidden_count);
  return calls;
}

StateSchema group_state_schema(const GroupAggregateNode& node, const RowType& input) {
  StateSchema schema{"accumulators", {}, {}};
  for (int32_t column : node.grouping) schema.key.push_back(input[static_cast<size_t>(column)]);
  if (node.count_rows) schema.value.push_back(Field{"rows", LogicalType::bigint()});
  for (const AggregateCall& call : visible_calls(node))
    schema.value.push_back(Field{call.name, LogicalType::string()});
  return schema;
}

std::vector<RowPtr> describe_group(const AggregateCalls& calls, const GroupState& group, bool count_rows) {
  std::vector<Value> values;
  if (count_rows) values.push_back(Value::integer(group.rows));
  for (size_t i = 0; i < calls.size(); ++i) {
    values.push_back(Value::string(calls.aggregator(i).describe(group.values() + calls.slot(i))));
  }
  return {make_row(std::move(values))};
}

RowPtr PartialResult::to_row(const Row& key, std::initializer_list<int64_t> more) {
  RowBuilder builder(key.arity() + static_cast<int32_t>(slots.size() + 1 + more.size()));
  int32_t column = 0;
  for (; column < key.arity(); ++column) builder.set(column, key[column]);
  for (Value& slot : slots) builder.set(column++, std::move(slot));
  builder.set(column++, Value::integer(rows));
  for (int64_t value : more) builder.set(column++, Value::integer(value));
  return builder.finish();
}

}  // namespace rowkind
