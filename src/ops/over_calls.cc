#include "ops/over_calls.h"

#include <algorithm>

#include "ops/factory.h"

namespace rowkind {
namespace {

bool counts(const std::string& name) {
  return name == "ROW_NUMBER" || name == "RANK" || name == "DENSE_RANK";
}

std::vector<AggregateCall> aggregates(const OverAggregateNode& node) {
  std::vector<AggregateCall> calls;
  for (size_t i = 0; i < node.calls.size(); ++i) {
    if (counts(node.function_names[i]) || node.function_names[i] == "LAG") continue;
    if (node.calls[i].function == nullptr) {
      throw Failure("plan/not-yet", node.function_names[i] + " OVER a window cannot be executed yet.",
                    node.span);
    }
    calls.push_back(node.calls[i]);
  }
  return calls;
}

}  // namespace

OverCalls::OverCalls(const OverAggregateNode& node, bool retract)
    : calls_(aggregates(node), std::vector<bool>(node.calls.size(), retract), input_of(node).type) {
  span_ = node.span;
  for (const AggregateCall& call : aggregates(node)) keeps_.push_back(keeps_of(call));
  for (size_t i = 0; i < node.function_names.size(); ++i) {
    const std::string& name = node.function_names[i];
    Function function;
    if (name == "LAG") {
      function = lag(node, i);
      look_back_ = std::max(look_back_, function.offset + 1);
    } else if (counts(name)) {
      function.kind = name == "DENSE_RANK" ? Kind::kGroups : Kind::kRows;
      counts_ = true;
    }
    functions_.push_back(std::move(function));
  }
}

OverCalls::Keeps OverCalls::keeps_of(const AggregateCall& call) {
  const std::string_view name = call.function->name;
  if (call.distinct) return Keeps::kDistinct;
  if (name == "FIRST_VALUE") return Keeps::kFirst;
  const bool collects =
      name == "ARRAY_AGG" || name == "COLLECT" || name == "JSON_ARRAYAGG" || name == "JSON_OBJECTAGG";
  return collects ? Keeps::kCollection : Keeps::kValue;
}

OverCalls::Function OverCalls::lag(const OverAggregateNode& node, size_t call) {
  Function out;
  out.kind = Kind::kLag;
  out.column = node.calls[call].args[0];
  EvalContext context;
  RowPtr none = make_row({});
  const ExprList& constants = node.constants[call];
  auto constant = [&](size_t i) {
    return i < constants.size() && constants[i] ? compile(constants[i])->eval(*none, context) : Value::null();
  };
  if (Value offset = constant(1); !offset.is_null()) out.offset = static_cast<size_t>(offset.integer());
  out.otherwise = constant(2);
  return out;
}

OverCalls::Accumulator OverCalls::create() const {
  Accumulator out;
  out.slots.resize(static_cast<size_t>(calls_.slots()));
  calls_.create(out.slots.data());
  out.firsts.resize(keeps_.size());
  return out;
}

OverCalls::Accumulator OverCalls::copy(const Accumulator& from) const {
  Accumulator out;
  out.slots.resize(from.slots.size());
  calls_.copy(from.slots.data(), out.slots.data());
  out.rows = from.rows;
  out.groups = from.groups;
  out.last = from.last;
  out.firsts = from.firsts;
  return out;
}

void OverCalls::accumulate(Accumulator& to, const Row& row, bool new_group, EvalContext& context) const {
  calls_.accumulate(to.slots.data(), row, context);
  for (size_t i = 0; i < keeps_.size(); ++i) {
    const bool taken = keeps_[i] == Keeps::kFirst && !to.slots[static_cast<size_t>(calls_.slot(i))].is_null();
    if (taken && to.firsts[i] == 0) to.firsts[i] = ++stamp_;
  }
  ++to.rows;
  if (new_group) ++to.groups;
  if (look_back_ == 0) return;
  if (to.last.size() == look_back_) to.last.erase(to.last.begin());
  to.last.push_back(RowPtr::share(row));
}

void OverCalls::retract(Accumulator& from, const Row& row, EvalContext& context) const {
  calls_.retract(from.slots.data(), row, context);
  --from.rows;
}

bool OverCalls::same(const Accumulator& a, const Accumulator& b) const {
  if (look_back_ > 0) return false;
  if (counts_ && (a.rows != b.rows || a.groups != b.groups)) return false;
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (keeps_[i] == Keeps::kCollection) incomparable();
    const Value *x = a.slots.data() + calls_.slot(i), *y = b.slots.data() + calls_.slot(i);
    if (keeps_[i] == Keeps::kFirst && a.firsts[i] != b.firsts[i]) return false;
    bool equal = true;
    // The tuples that DISTINCT has seen stand in front.
    for (int32_t s = keeps_[i] == Keeps::kDistinct ? 1 : 0; s < calls_.aggregator(i).slots(); ++s)
      equal = equal && x[s].equals(y[s]);
    if (equal) continue;
    // Views are objects of their own: their content decides.
    if (keeps_[i] == Keeps::kDistinct || calls_.aggregator(i).describe(x) != calls_.aggregator(i).describe(y))
      return false;
  }
  if (std::find(keeps_.begin(), keeps_.end(), Keeps::kDistinct) != keeps_.end()) incomparable();
  return true;
}

void OverCalls::incomparable() const {
  throw Failure(
      "run/over-view", "Unmaterialized BinaryRawValueData cannot be compared.", span_,
      "Flink cannot compare what DISTINCT and collecting aggregates keep: order the window by a time "
      "attribute, or use another aggregate");
}

RowPtr OverCalls::result(const RowPtr& row, const Accumulator& accumulator, EvalContext& context) const {
  RowBuilder builder(row->arity() + static_cast<int32_t>(functions_.size()));
  int32_t column = 0;
  for (; column < row->arity(); ++column) builder.set(column, row[column]);
  size_t next = 0;
  for (const Function& function : functions_) {
    switch (function.kind) {
      case Kind::kAggregate:
        builder.set(column, calls_.result(next++, accumulator.slots.data(), context));
        break;
      case Kind::kRows:
        builder.set(column, Value::integer(accumulator.rows));
        break;
      case Kind::kGroups:
        builder.set(column, Value::integer(accumulator.groups));
        break;
      case Kind::kLag: {
        size_t known = accumulator.last.size();
        Value before = function.offset < known
                           ? accumulator.last[known - 1 - function.offset][function.column]
                           : Value::null();
        // The default also stands in for a NULL there.
        builder.set(column, before.is_null() ? function.otherwise : before);
        break;
      }
    }
    ++column;
  }
  return builder.finish();
}

}  // namespace rowkind
