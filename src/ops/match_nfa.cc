#include "ops/match_nfa.h"

#include <optional>

namespace rowkind {

// One partial match looking at one row. Conditions are asked again at every edge, as in Flink; the rows by variable are made at most once.
class MatchNfa::Look {
 public:
  Look(const MatchNfa& nfa, const PartialMatch& match, const RowPtr& row, int64_t time, EvalContext& context)
      : nfa_(nfa), match_(match), row_(row), time_(time), context_(context) {}

  bool open(const MatchEdge& edge, int32_t variable) {
    if (edge.condition && !fits(variable)) return false;
    for (const int32_t greedy : edge.not_fitting) {
      if (fits(greedy)) return false;
    }
    return true;
  }

 private:
  bool fits(int32_t variable) {
    const MatchExpression* condition = nfa_.conditions_[static_cast<size_t>(variable)].get();
    if (condition == nullptr) return true;
    if (condition->needs_rows() && !rows_)
      rows_.emplace(match_.rows.get(), nfa_.automaton_.variables().size());
    return condition->eval(rows_ ? &*rows_ : nullptr, row_.get(), time_, context_).is_true();
  }

  const MatchNfa& nfa_;
  const PartialMatch& match_;
  const RowPtr& row_;
  int64_t time_;
  EvalContext& context_;
  std::optional<MatchedRows> rows_;
};

MatchNfa::MatchNfa(const MatchRel& match)
    : automaton_(match.pattern),
      conditions_(automaton_.variables().size()),
      after_(match.after),
      after_variable_(automaton_.variable(match.after_variable)),
      after_name_(match.after_variable) {
  for (const MatchRel::Named& define : match.defines) {
    const int32_t variable = automaton_.variable(define.name);
    if (variable < 0) continue;
    conditions_[static_cast<size_t>(variable)] =
        std::make_unique<MatchExpression>(define.expr, automaton_, variable);
  }
  if (match.within) within_ = match.within->literal.integer();
}

MatchProgress MatchNfa::begin() const {
  MatchProgress progress;
  PartialMatch start;
  start.state = automaton_.start();
  progress.partial.add(start);
  return progress;
}

std::vector<MatchedRowPtr> MatchNfa::process(MatchProgress& progress, const RowPtr& row, int64_t time,
                                             EvalContext& context, MatchObserver* observer) const {
  MatchQueue partial, complete;
  std::vector<PartialMatch> found;
  bool taken = false;
  for (const PartialMatch& match : progress.partial) {
    found.clear();
    next(match, row, time, context, progress, found);
    taken = taken || !found.empty();
    if (observer && found.empty() && match.rows)
      observer->note(Reason{Rule::kMatchBroken, match.rows->row.get(), row.get()});
    if (!match.rows) found.push_back(match);
    for (PartialMatch& one : found) {
      if (automaton_.is_final(one.state)) {
        complete.add(std::move(one));
      } else {
        partial.add(std::move(one));
      }
    }
  }
  if (taken) ++progress.numbered;
  if (observer) {
    const auto open = static_cast<int64_t>(partial.size()) - 1;
    observer->note(taken ? Reason{Rule::kMatchTaken, row.get(), nullptr, open}
                         : Reason{Rule::kMatchNotTaken, row.get()});
  }
  for (const PartialMatch& match : complete) progress.complete.add(match);
  std::vector<MatchedRowPtr> out = send(progress, partial, observer);
  progress.partial = std::move(partial);
  return out;
}

// What `match` becomes with this row: one for each way to take it.
void MatchNfa::next(const PartialMatch& match, const RowPtr& row, int64_t time, EvalContext& context,
                    MatchProgress& progress, std::vector<PartialMatch>& out) const {
  Look look(*this, match, row, time, context);
  std::vector<int32_t> states{match.state};
  while (!states.empty()) {
    const MatchState& state = automaton_.state(states.back());
    states.pop_back();
    for (const MatchEdge& edge : state.edges) {
      if (!look.open(edge, state.variable)) continue;
      if (!edge.take) {
        states.push_back(edge.target);
        continue;
      }
      PartialMatch longer;
      longer.state = edge.target;
      longer.rows = std::make_shared<MatchedRow>(row, state.variable, progress.numbered, match.rows);
      longer.first_number = match.rows ? match.first_number : progress.numbered;
      longer.first_time = match.rows ? match.first_time : time;
      if (!match.rows && time > 0) progress.new_timer = true;
      out.push_back(longer);
    }
  }
  // A match that may end here is complete and goes on as well.
  std::vector<PartialMatch> all;
  for (PartialMatch& longer : out) {
    all.push_back(longer);
    states.assign(1, longer.state);
    while (!states.empty()) {
      const MatchState& state = automaton_.state(states.back());
      states.pop_back();
      bool ended = false;
      for (const MatchEdge& edge : state.edges) {
        if (edge.take || !look.open(edge, state.variable)) continue;
        if (automaton_.is_final(edge.target)) {
          PartialMatch complete = longer;
          complete.state = edge.target;
          all.push_back(std::move(complete));
          ended = true;
          break;
        }
        states.push_back(edge.target);
      }
      if (ended) break;
    }
  }
  out = std::move(all);
}

std::vector<MatchedRowPtr> MatchNfa::advance(MatchProgress& progress, int64_t time,
                                             MatchObserver* observer) const {
  MatchQueue partial;
  for (const PartialMatch& match : progress.partial) {
    if (match.rows && within_ > 0 && time - match.first_time >= within_) {
      if (observer) observer->note(Reason{Rule::kMatchTimedOut, match.rows->row.get(), nullptr, within_});
    } else {
      partial.add(match);
    }
  }
  std::vector<MatchedRowPtr> out = send(progress, partial, observer);
  progress.partial = std::move(partial);
  return out;
}

std::vector<MatchedRowPtr> MatchNfa::send(MatchProgress& progress, MatchQueue& partial,
                                          MatchObserver* observer) const {
  std::vector<MatchedRowPtr> out;
  while (!progress.complete.empty()) {
    if (!partial.empty() && BeganEarlier()(partial.peek(), progress.complete.peek())) {
      if (observer) {
        observer->note(Reason{Rule::kMatchHeldBack, progress.complete.peek().rows->row.get(),
                              partial.peek().rows->row.get()});
      }
      break;
    }
    const PartialMatch match = progress.complete.poll();
    const int64_t from = skip_to(match.rows.get());
    prune(partial, from, observer);
    prune(progress.complete, from, observer);
    out.push_back(match.rows);
  }
  return out;
}

// The number of the first row that may begin a match from now on.
int64_t MatchNfa::skip_to(const MatchedRow* match) const {
  if (after_ == AfterMatchSkip::kPastLastRow) return match->number + 1;
  int64_t first = match->number;
  int64_t target = -1;
  for (const MatchedRow* row = match; row != nullptr; row = row->previous.get()) {
    first = row->number;
    if (row->variable != after_variable_) continue;
    if (after_ == AfterMatchSkip::kToFirst || target < 0) target = row->number;
  }
  if (after_ == AfterMatchSkip::kToNextRow) return first + 1;
  if (target < 0) {
    throw Failure("run/match-skip",
                  "Could not skip to " + after_name_ + ". No such element in the found match", {},
                  "let the variable be there in every match, or skip past the last row");
  }
  if (target == first) {
    throw Failure("run/match-skip", "Could not skip to first element of a match.", {},
                  "the same match would be found again: skip to a later row");
  }
  return target;
}

void MatchNfa::prune(MatchQueue& queue, int64_t from, MatchObserver* observer) const {
  queue.remove_if([&](const PartialMatch& match) {
    const bool gone = match.rows && match.first_number < from;
    if (gone && observer) observer->note(Reason{Rule::kMatchPruned, match.rows->row.get()});
    return gone;
  });
}

}  // namespace rowkind
