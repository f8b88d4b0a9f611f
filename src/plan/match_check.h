// What Flink's CEP library cannot do with the pattern of a MATCH_RECOGNIZE, in the order in which Flink finds it.
#pragma once

#include <string>
#include <vector>

#include "plan/rel.h"

namespace rowkind {

class PatternCheck {
 public:
  PatternCheck(Span span, const std::vector<MatchRel::Named>& defines) : span_(span), defines_(defines) {}

  // Variable by variable, each with its DEFINE. Throws Failure(plan/match).
  void check_variables(const MatchPattern& pattern);
  // Afterwards: can it be empty, does it end.
  void check_whole() const;

 private:
  void variable(const MatchPattern& pattern);
  void repeat(const MatchPattern& repeat);
  [[noreturn]] void fail(std::string message, std::string hint = "") const;
  [[noreturn]] void not_supported(const MatchPattern& pattern, const std::string& why) const;

  Span span_;
  const std::vector<MatchRel::Named>& defines_;
  std::vector<std::string> seen_;
  bool greedy_ = false;      // the last variable so far
  bool empty_here_ = false;  // it may have no row
  bool empty_ = true;        // all of them may
};

}  // namespace rowkind
