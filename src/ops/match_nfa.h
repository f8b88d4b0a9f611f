// Runs the automaton of a pattern over the rows of one key, as Flink's NFA does:
//
//   - every partial match looks at each row; it branches where the row may be taken in several ways and ends where it cannot be taken
//   - each row may begin a match
//   - a complete match is sent once no partial match that began earlier is left, the one that began first in front; of matches that began
//     with the same row the first completed wins
//   - sending a match ends what began before the row that AFTER MATCH SKIP goes to
//   - WITHIN: a partial match whose first row is that old ends before the next row is looked at
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/java_priority_queue.h"
#include "ops/match_expr.h"
#include "ops/reason.h"

namespace rowkind {

struct PartialMatch {
  int32_t state = 0;
  MatchedRowPtr rows;  // null: the start of the automaton, which waits for a first row
  int64_t first_number = INT64_MAX;
  int64_t first_time = 0;
};
struct BeganEarlier {
  bool operator()(const PartialMatch& a, const PartialMatch& b) const {
    return a.first_number < b.first_number;
  }
};
using MatchQueue = JavaPriorityQueue<PartialMatch, BeganEarlier>;

// All that is known of one key.
struct MatchProgress {
  MatchQueue partial;   // also the start
  MatchQueue complete;  // wait for earlier ones
  int64_t numbered = 0;
  bool new_timer = false;  // a match has begun: WITHIN needs a timer
  int64_t written = 0;
};

// Told what happens to matches while a trace is recorded.
class MatchObserver {
 public:
  virtual ~MatchObserver() = default;
  virtual void note(const Reason& reason) = 0;
};

class MatchNfa {
 public:
  explicit MatchNfa(const MatchRel& match);

  const MatchAutomaton& automaton() const { return automaton_; }
  int64_t within() const { return within_; }  // milliseconds, 0: none
  MatchProgress begin() const;
  // The rows of the matches to send, newest row first. `observer` may be null.
  std::vector<MatchedRowPtr> process(MatchProgress& progress, const RowPtr& row, int64_t time,
                                     EvalContext& context, MatchObserver* observer) const;
  // No row before `time` will come. May send matches that waited for an earlier one.
  std::vector<MatchedRowPtr> advance(MatchProgress& progress, int64_t time, MatchObserver* observer) const;

 private:
  class Look;
  void next(const PartialMatch& match, const RowPtr& row, int64_t time, EvalContext& context,
            MatchProgress& progress, std::vector<PartialMatch>& out) const;
  std::vector<MatchedRowPtr> send(MatchProgress& progress, MatchQueue& partial,
                                  MatchObserver* observer) const;
  int64_t skip_to(const MatchedRow* match) const;
  void prune(MatchQueue& queue, int64_t from, MatchObserver* observer) const;

  MatchAutomaton automaton_;
  std::vector<std::unique_ptr<MatchExpression>> conditions_;  // per variable, null: fits every row
  AfterMatchSkip after_;
  int32_t after_variable_;
  std::string after_name_;
  int64_t within_ = 0;
};

}  // namespace rowkind
