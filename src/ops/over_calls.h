// The window functions of one OVER node over an accumulator: aggregates, and ROW_NUMBER, RANK, DENSE_RANK as counters.
#pragma once

#include <string>
#include <vector>

#include "ops/aggregate_calls.h"

namespace rowkind {

class OverCalls {
 public:
  // `retract`: rows also leave the frame.
  OverCalls(const OverAggregateNode& node, bool retract);

  struct Accumulator {
    std::vector<Value> slots;
    int64_t rows = 0;    // ROW_NUMBER, RANK
    int64_t groups = 0;  // DENSE_RANK: distinct sort keys
  };
  Accumulator create() const;
  Accumulator copy(const Accumulator& from) const;
  // `new_group`: the row has another sort key than the one before it.
  void accumulate(Accumulator& to, const Row& row, bool new_group, EvalContext& context) const;
  void retract(Accumulator& from, const Row& row, EvalContext& context) const;
  bool same(const Accumulator& a, const Accumulator& b) const;
  // `row` and the results behind it.
  RowPtr result(const RowPtr& row, const Accumulator& accumulator, EvalContext& context) const;

 private:
  enum class Counter : uint8_t { kNone, kRows, kGroups };
  AggregateCalls calls_;           // of the aggregates, in order
  std::vector<Counter> counters_;  // per window function
  bool counts_ = false;
};

}  // namespace rowkind
