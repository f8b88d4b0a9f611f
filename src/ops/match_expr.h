// Conditions (DEFINE) and results (MEASURES) of MATCH_RECOGNIZE over the rows of a match. What refers to those rows is replaced by columns of a
// small row that is filled first, so that the rest is an ordinary expression:
//
//   A.v, LAST(A.v, n)   the variable's last row, n rows before it; NULL if it has none
//   FIRST(A.v, n)       the same from the front
//   v                   "*": all rows of the match; in DEFINE the row at hand
//   SUM(A.v + 1)        over all rows of the variable
//   MATCH_ROWTIME()     the time of the row that completed the match, or of the watermark that let it go
//
// In DEFINE the row at hand counts as the last one of the variable that is defined.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "expr/function.h"
#include "ops/aggregate_calls.h"
#include "ops/match_pattern.h"

namespace rowkind {

// The rows of a partial or complete match, newest first; tails are shared by the matches that branch off from them.
struct MatchedRow;
using MatchedRowPtr = std::shared_ptr<MatchedRow>;
struct MatchedRow {
  MatchedRow(RowPtr r, int32_t v, int64_t n, MatchedRowPtr p)
      : row(std::move(r)), variable(v), number(n), previous(std::move(p)) {}
  ~MatchedRow();  // frees long tails without recursion
  RowPtr row;
  int32_t variable;
  int64_t number;  // rows are numbered as they are matched
  MatchedRowPtr previous;
};

// The same rows by variable, oldest first.
class MatchedRows {
 public:
  MatchedRows(const MatchedRow* last, size_t variables);
  const std::vector<const Row*>& of(int32_t variable) const { return rows_[static_cast<size_t>(variable)]; }
  size_t variables() const { return rows_.size(); }

 private:
  std::vector<std::vector<const Row*>> rows_;
};

class MatchExpression {
 public:
  // `defined`: the variable of the DEFINE, -1 for a measure.
  MatchExpression(const ExprPtr& expr, const MatchAutomaton& automaton, int32_t defined);

  // A DEFINE that looks at the row at hand only needs no MatchedRows: `rows` may be null then.
  bool needs_rows() const { return needs_rows_; }
  Value eval(const MatchedRows* rows, const Row* at_hand, int64_t time, EvalContext& context) const;

 private:
  enum class Kind : uint8_t { kAtHand, kColumn, kAggregate, kTime };
  struct Slot {
    Kind kind = Kind::kAtHand;
    int32_t variable = -1;
    bool all = false;  // "*"
    bool first = false;
    int64_t offset = 0;
    int32_t column = 0;
    size_t aggregate = 0;
  };
  struct Aggregate {
    std::vector<std::unique_ptr<Evaluator>> arguments;
    AggregateCalls calls;
  };
  ExprPtr rewrite(const ExprPtr& expr, bool first, int64_t offset);
  ExprPtr add_slot(Slot slot, const LogicalType& type);
  ExprPtr column(const Expr& reference, bool first, int64_t offset);
  ExprPtr aggregate(const Expr& call);
  bool includes_row_at_hand(const Slot& slot) const {
    return defined_ >= 0 && (slot.all || slot.variable == defined_);
  }
  Value look_up(const Slot& slot, const MatchedRows& rows, const Row* at_hand) const;
  Value compute(const Slot& slot, const MatchedRows& rows, const Row* at_hand, EvalContext& context) const;

  const MatchAutomaton& automaton_;
  int32_t defined_;
  std::vector<Slot> slots_;
  std::vector<Aggregate> aggregates_;
  std::unique_ptr<Evaluator> expression_;
  bool needs_rows_ = false;
};

}  // namespace rowkind
