// The pattern of MATCH_RECOGNIZE as the automaton that Flink's CEP library makes of it (NFACompiler; in SQL every variable follows the one
// before at once, so no state ignores rows). A variable becomes one state for each row that it must or may take:
//
//   A          a0 -take-> next
//   A?         a0 -take-> next, a0 -go on-> next
//   A{2,3}     a0 -take-> a1 -take-> a2 -take-> next, a2 -go on-> next
//   A{2,}      a0 -take-> a1 -take-> loop -take-> loop, loop -go on-> next        (A+ is {1,}, A* is {1,} whose a0 may go on)
//
// A greedy variable takes a row rather than the next one does: every edge of the next state asks that the row does not fit the greedy one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/rel.h"

namespace rowkind {

struct MatchEdge {
  bool take = true;                  // the row is taken; else the same row is looked at in `target`
  int32_t target = 0;                // a state
  bool condition = false;            // the row fits the state's variable (a taking edge)
  std::vector<int32_t> not_fitting;  // variables that the row must not fit, asked in this order
};
struct MatchState {
  int32_t variable = -1;  // -1: the end
  std::vector<MatchEdge> edges;
};

class MatchAutomaton {
 public:
  explicit MatchAutomaton(const MatchPattern& pattern);

  // In the order of the pattern.
  const std::vector<std::string>& variables() const { return variables_; }
  int32_t variable(const std::string& name) const;  // -1: none (the name of a SUBSET finds no rows)
  int32_t start() const { return start_; }
  const MatchState& state(int32_t index) const { return states_[static_cast<size_t>(index)]; }
  bool is_final(int32_t index) const { return state(index).variable < 0; }

 private:
  int32_t add_state(int32_t variable);
  int32_t single(int32_t variable, int32_t next, int32_t skip_to);
  int32_t repeated(int32_t variable, const MatchPattern& quantifier, int32_t next);
  void prefer(int32_t variable, int32_t next);

  std::vector<std::string> variables_;
  std::vector<MatchState> states_;
  int32_t start_ = 0;
};

}  // namespace rowkind
