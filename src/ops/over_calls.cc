#include "ops/over_calls.h"

#include "ops/factory.h"

namespace rowkind {
namespace {

bool is_counter(const std::string& name) {
  return name == "ROW_NUMBER" || name == "RANK" || name == "DENSE_RANK";
}

std::vector<AggregateCall> aggregates(const OverAggregateNode& node) {
  std::vector<AggregateCall> calls;
  for (size_t i = 0; i < node.calls.size(); ++i) {
    if (is_counter(node.function_names[i])) continue;
    if (node.calls[i].function == nullptr) {
      throw Failure("plan/not-yet", node.function_names[i] + " OVER a window cannot be executed yet.", node.span);
    }
    calls.push_back(node.calls[i]);
  }
  return calls;
}

}  // namespace

OverCalls::OverCalls(const OverAggregateNode& node, bool retract)
    : calls_(aggregates(node), std::vector<bool>(node.calls.size(), retract), input_of(node).type) {
  for (const std::string& name : node.function_names) {
    counters_.push_back(!is_counter(name) ? Counter::kNone : name == "DENSE_RANK" ? Counter::kGroups : Counter::kRows);
    counts_ = counts_ || is_counter(name);
  }
}

OverCalls::Accumulator OverCalls::create() const {
  Accumulator out;
  out.slots.resize(static_cast<size_t>(calls_.slots()));
  calls_.create(out.slots.data());
  return out;
}

OverCalls::Accumulator OverCalls::copy(const Accumulator& from) const {
  Accumulator out;
  out.slots.resize(from.slots.size());
  calls_.copy(from.slots.data(), out.slots.data());
  out.rows = from.rows;
  out.groups = from.groups;
  return out;
}

void OverCalls::accumulate(Accumulator& to, const Row& row, bool new_group, EvalContext& context) const {
  calls_.accumulate(to.slots.data(), row, context);
  ++to.rows;
  if (new_group) ++to.groups;
}

void OverCalls::retract(Accumulator& from, const Row& row, EvalContext& context) const {
  calls_.retract(from.slots.data(), row, context);
  --from.rows;
}

bool OverCalls::same(const Accumulator& a, const Accumulator& b) const {
  if (counts_ && (a.rows != b.rows || a.groups != b.groups)) return false;
  for (size_t i = 0; i < calls_.size(); ++i) {
    const Value *x = a.slots.data() + calls_.slot(i), *y = b.slots.data() + calls_.slot(i);
    bool equal = true;
    for (int32_t s = 0; s < calls_.aggregator(i).slots(); ++s) equal = equal && x[s].equals(y[s]);
    // Views are objects of their own: their content decides.
    if (!equal && calls_.aggregator(i).describe(x) != calls_.aggregator(i).describe(y)) return false;
  }
  return true;
}

RowPtr OverCalls::result(const RowPtr& row, const Accumulator& accumulator, EvalContext& context) const {
  RowBuilder builder(row->arity() + static_cast<int32_t>(counters_.size()));
  int32_t column = 0;
  for (; column < row->arity(); ++column) builder.set(column, row[column]);
  size_t next = 0;
  for (Counter counter : counters_) {
    if (counter == Counter::kNone) {
      builder.set(column++, calls_.result(next++, accumulator.slots.data(), context));
    } else {
      builder.set(column++, Value::integer(counter == Counter::kRows ? accumulator.rows : accumulator.groups));
    }
  }
  return builder.finish();
}

}  // namespace rowkind
