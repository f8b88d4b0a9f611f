// The window functions of one OVER node over an accumulator: aggregates, ROW_NUMBER, RANK, DENSE_RANK as counters, LAG over the last rows.
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
    int64_t rows = 0;             // ROW_NUMBER, RANK
    int64_t groups = 0;           // DENSE_RANK: distinct sort keys
    std::vector<RowPtr> last;     // LAG: as many rows as it looks back, and this one
    std::vector<int64_t> firsts;  // FIRST_VALUE: a stamp of when the value was taken
  };
  Accumulator create() const;
  Accumulator copy(const Accumulator& from) const;
  // `new_group`: the row has another sort key than the one before it.
  void accumulate(Accumulator& to, const Row& row, bool new_group, EvalContext& context) const;
  void retract(Accumulator& from, const Row& row, EvalContext& context) const;
  // Whether Flink takes them for equal: FIRST_VALUE also compares when its value was taken. A Failure where it
  // has to compare what DISTINCT or a collection keeps, which it cannot.
  bool same(const Accumulator& a, const Accumulator& b) const;
  // `row` and the results behind it.
  RowPtr result(const RowPtr& row, const Accumulator& accumulator, EvalContext& context) const;

 private:
  enum class Kind : uint8_t { kAggregate, kRows, kGroups, kLag };
  struct Function {
    Kind kind = Kind::kAggregate;
    int32_t column = 0;  // LAG
    size_t offset = 1;
    Value otherwise;
  };
  enum class Keeps : uint8_t { kValue, kFirst, kDistinct, kCollection };
  static Keeps keeps_of(const AggregateCall& call);
  [[noreturn]] void incomparable() const;
  static Function lag(const OverAggregateNode& node, size_t call);

  AggregateCalls calls_;             // of the aggregates, in order
  std::vector<Function> functions_;  // all, in order
  std::vector<Keeps> keeps_;         // of the aggregates
  Span span_;
  mutable int64_t stamp_ = 0;
  bool counts_ = false;
  size_t look_back_ = 0;  // rows that LAG keeps, 0: no LAG
};

}  // namespace rowkind
