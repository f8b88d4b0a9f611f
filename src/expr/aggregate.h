// Aggregate functions. A call works on a few Value slots per group; views that grow (MIN/MAX with retraction,
// LISTAGG, DISTINCT) live behind a kObject slot that can describe itself for the state table.
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

const AggregateFunction* find_aggregate(std::string_view name);
// Argument and result types as Flink derives them (SUM(INT) -> INT, AVG, COUNT -> BIGINT NOT NULL ...);
// `grouped` false makes results of empty groups nullable. May ask for casts by replacing `operands`.
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
