// Aggregate functions. A call works on a few Value slots per group; views that grow (MIN/MAX with retraction,
// LISTAGG, DISTINCT) live behind a kObject slot that can describe itself for the state table.
//
// Names: COUNT, SUM, $SUM0, MIN, MAX, AVG, FIRST_VALUE, LAST_VALUE, LISTAGG, SINGLE_VALUE, COLLECT,
// ARRAY_AGG, PERCENTILE, JSON_OBJECTAGG, JSON_ARRAYAGG, STDDEV_POP, STDDEV_SAMP (also STDDEV), VAR_POP,
// VAR_SAMP (also VARIANCE), $WELFORD_M2$1 (what STDDEV and VAR become in Flink's plans), and without state:
// GROUPING, GROUPING_ID, GROUP_ID.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expr/function.h"

namespace rowkind {

struct AggregateFunction {
  std::string_view name;  // "COUNT", "SUM", "$SUM0", ...
  std::string_view signature;
  std::string_view summary;
};

// One aggregate call of a plan. Arguments and filter are columns of the input (a Calc below computes them).
struct AggregateCall {
  const AggregateFunction* function = nullptr;
  std::vector<int32_t> args;
  int32_t filter = -1;  // BOOLEAN column that must be TRUE, or -1
  bool distinct = false;
  bool ignore_nulls = false;  // ARRAY_AGG(x IGNORE NULLS)
  bool null_on_null = false;  // JSON_OBJECTAGG / JSON_ARRAYAGG
  LogicalType type;
  std::string name;  // output column
  Span span;
};

// The name in plans without _RETRACT: "SUM", "JSON_OBJECTAGG_NULL_ON_NULL".
std::string aggregate_plan_name(const AggregateCall& call);

const AggregateFunction* find_aggregate(std::string_view name);  // case-insensitive
std::vector<const AggregateFunction*> aggregate_functions();     // in the order of the functions reference
// Result type as Flink derives it (SUM(INT) -> INT, COUNT -> BIGINT NOT NULL ...), for a group that has rows:
// without GROUP BY everything but COUNT and $SUM0 is nullable. May replace `operands` (JSON_STRING around the
// values of the JSON aggregates, a cast of PERCENTILE's share). Errors: Flink's refusals.
Result<LogicalType> infer_aggregate(const AggregateFunction& function, ExprList& operands, bool distinct,
                                    Span span);

// Runs one call over the slots of one group.
class Aggregator {
 public:
  virtual ~Aggregator() = default;
  int32_t slots() const { return slots_; }
  virtual void create(Value* slots) const = 0;  // empty accumulator
  virtual void accumulate(Value* slots, const Row& input, EvalContext& context) const = 0;
  virtual void retract(Value* slots, const Row& input, EvalContext& context) const = 0;
  virtual Value result(const Value* slots, EvalContext& context) const = 0;
  // Folds another accumulator of the same call in (two-phase, session windows).
  virtual void merge(Value* slots, const Value* other, EvalContext& context) const = 0;
  // A copy that shares no mutable part with `slots` (trace, panes).
  virtual void copy(const Value* slots, Value* to) const = 0;
  // "5", "sum 7, count 2", "{9=2, 3=1}": for the state table.
  virtual std::string describe(const Value* slots) const = 0;

 protected:
  int32_t slots_ = 1;
};
// `retract`: the input may retract (then the _RETRACT variant is taken, as in the plan text).
std::unique_ptr<Aggregator> make_aggregator(const AggregateCall& call, const RowType& input, bool retract);

}  // namespace rowkind
