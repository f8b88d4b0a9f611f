#include "ops/match_pattern.h"

#include <algorithm>

#include "base/error.h"
#include "base/limits.h"

namespace rowkind {
namespace {

constexpr int32_t kNoState = -1;

void elements(const MatchPattern& pattern, std::vector<const MatchPattern*>& out) {
  if (pattern.kind == MatchPattern::Kind::kSequence) {
    for (const MatchPattern& part : pattern.parts) elements(part, out);
  } else {
    out.push_back(&pattern);
  }
}

}  // namespace

MatchAutomaton::MatchAutomaton(const MatchPattern& pattern) {
  std::vector<const MatchPattern*> parts;
  elements(pattern, parts);
  for (const MatchPattern* part : parts)
    variables_.push_back(part->kind == MatchPattern::Kind::kRepeat ? part->parts[0].variable
                                                                   : part->variable);
  int32_t next = add_state(-1);
  for (size_t i = parts.size(); i-- > 0;) {
    const auto variable = static_cast<int32_t>(i);
    const bool repeats = parts[i]->kind == MatchPattern::Kind::kRepeat;
    next = repeats ? repeated(variable, *parts[i], next) : single(variable, next, kNoState);
  }
  start_ = next;
}

int32_t MatchAutomaton::variable(const std::string& name) const {
  const auto it = std::find(variables_.begin(), variables_.end(), name);
  return it == variables_.end() ? -1 : static_cast<int32_t>(it - variables_.begin());
}

int32_t MatchAutomaton::add_state(int32_t variable) {
  if (states_.size() >= static_cast<size_t>(limits::kPatternStates)) {
    throw Failure("limit/pattern-states",
                  "The pattern of MATCH_RECOGNIZE needs more than " + std::to_string(limits::kPatternStates) +
                      " states.",
                  {}, "smaller numbers in { }");
  }
  states_.push_back(MatchState{variable, {}});
  return static_cast<int32_t>(states_.size()) - 1;
}

// A state that takes one row; `skip_to`: where it goes on without one, or kNoState.
int32_t MatchAutomaton::single(int32_t variable, int32_t next, int32_t skip_to) {
  const int32_t state = add_state(variable);
  std::vector<MatchEdge>& edges = states_.back().edges;
  edges.push_back(MatchEdge{true, next, true, {}});
  if (skip_to != kNoState) edges.push_back(MatchEdge{false, skip_to, false, {}});
  return state;
}

int32_t MatchAutomaton::repeated(int32_t variable, const MatchPattern& quantifier, int32_t next) {
  const int64_t least = std::max<int64_t>(quantifier.min, 1);
  const bool optional = quantifier.min == 0;
  const bool exact = quantifier.min == quantifier.max || (optional && quantifier.max == 1);
  const bool greedy = !quantifier.reluctant && !exact;
  int32_t last = next;
  if (quantifier.max < 0) {
    const int32_t loop = add_state(variable);
    states_.back().edges = {MatchEdge{false, next, false, {}}, MatchEdge{true, loop, true, {}}};
    last = loop;
  }
  if (greedy) prefer(variable, next);
  for (int64_t i = least; i < quantifier.max; ++i) last = single(variable, last, next);
  for (int64_t i = 1; i < least; ++i) last = single(variable, last, kNoState);
  return single(variable, last, optional ? next : kNoState);
}

void MatchAutomaton::prefer(int32_t variable, int32_t next) {
  for (MatchEdge& edge : states_[static_cast<size_t>(next)].edges) edge.not_fitting.push_back(variable);
}

}  // namespace rowkind
