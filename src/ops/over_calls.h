// The window functions of one OVER node over an accumulator: aggregates, ROW_NUMBER, RANK, DENSE_RANK as a counter, LAG over the last rows.
#pragma once

#include <memory>
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
    int64_t rows = 0;                           // ROW_NUMBER, RANK, DENSE_RANK
    std::shared_ptr<std::vector<RowPtr>> last;  // LAG: as many rows as it looks back, and this one
    std::vector<int64_t> firsts;                // FIRST_VALUE: a stamp of when the value was taken
  };
  Accumulator create() const;
  void accumulate(Accumulator& to, const Row& row, EvalContext& context) const;
  void retract(Accumulator& from, const Row& row, EvalContext& context) const;
  // `row` and the results behind it.
  RowPtr result(const RowPtr& row, const Accumulator& accumulator, EvalContext& context) const {
    return result(row, accumulator, accumulator, context);
  }

  // Where accumulators are kept by sort key (non_time_over.cc) Flink copies them without their views: a list (ARRAY_AGG, LAG) stays one list
  // of all of them; a map (COLLECT, PERCENTILE, the set of a DISTINCT) is lost, and there is one for the rows that are looked at.
  Accumulator keep(const Accumulator& running) const;  // of a sort key, while `running` goes on
  Accumulator load(const Accumulator& kept) const;     // to go on behind a sort key
  RowPtr result(const RowPtr& row, const Accumulator& kept, const Accumulator& running,
                EvalContext& context) const;
  // Whether Flink takes them for equal: FIRST_VALUE also compares when its value was taken. A Failure where all before is equal and a view
  // has to be compared, which it cannot.
  bool same(const Accumulator& a, const Accumulator& b) const;
  // With ROWS it casts the accumulators of some functions to their results: a Failure.
  void check_rows() const;

 private:
  enum class Kind : uint8_t { kAggregate, kRows, kLag };
  struct Function {
    Kind kind = Kind::kAggregate;
    int32_t column = 0;  // LAG
    size_t offset = 1;
    Value otherwise;
  };
  enum class Keeps : uint8_t { kValue, kFirst, kLast, kList, kMap };
  struct Kept {
    Keeps what = Keeps::kValue;
    bool distinct = false;
  };
  static Kept kept_by(const AggregateCall& call);
  [[noreturn]] void incomparable() const;
  static Function lag(const OverAggregateNode& node, size_t call);
  static std::string rows_failure(const OverAggregateNode& node, const std::vector<AggregateCall>& calls);
  Accumulator copy(const Accumulator& from, bool with_maps) const;

  RowPtr with_constants(const Row& row) const;

  std::vector<Value> constants_;           // literal arguments
  RowType input_;                          // the input's columns, then those
  std::vector<AggregateCall> aggregates_;  // in order
  AggregateCalls calls_;                   // of these
  std::vector<Kept> kept_;                 // by these
  std::vector<Function> functions_;        // all, in order
  std::string rows_failure_;
  Span span_;
  mutable int64_t stamp_ = 0;
  size_t look_back_ = 0;  // rows that LAG keeps, 0: no LAG
};

}  // namespace rowkind
