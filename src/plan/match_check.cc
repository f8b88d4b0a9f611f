#include "plan/match_check.h"

#include <algorithm>

namespace rowkind {

namespace {

void refuse_physical_offsets(const Expr& expr) {
  if ((is_call(expr, "PREV") || is_call(expr, "NEXT")) && expr.operands[1]->literal.integer() != 0) {
    throw Failure("plan/match", "Flink does not support physical offsets within partition.", expr.span,
                  "LAST(variable.column, n) goes back to rows of a variable");
  }
  for (const ExprPtr& operand : expr.operands) refuse_physical_offsets(*operand);
}

}  // namespace

void PatternCheck::check_variables(const MatchPattern& pattern) {
  switch (pattern.kind) {
    case MatchPattern::Kind::kVariable:
      variable(pattern);
      greedy_ = empty_here_ = false;
      break;
    case MatchPattern::Kind::kSequence:
      for (const MatchPattern& part : pattern.parts) check_variables(part);
      return;
    case MatchPattern::Kind::kRepeat:
      repeat(pattern);
      break;
    case MatchPattern::Kind::kAlternation:
      not_supported(pattern, ". Currently, CEP doesn't support branching patterns.");
    case MatchPattern::Kind::kPermute:
      not_supported(pattern, ". Currently, CEP doesn't support PERMUTE patterns.");
    case MatchPattern::Kind::kExclude:
      not_supported(pattern, ". Currently, CEP doesn't support '{-' '-}' patterns.");
    case MatchPattern::Kind::kEmpty:
      return;
  }
  empty_ = empty_ && empty_here_;
}

void PatternCheck::check_whole() const {
  if (empty_) {
    fail(
        "Patterns that can produce empty matches are not supported. There must be at least one non-optional "
        "state.",
        "one variable without ? or *");
  }
  if (greedy_) {
    fail(
        "Greedy quantifiers are not allowed as the last element of a Pattern yet. Finish your "
        "pattern with either a simple variable or reluctant quantifier.",
        "write a variable behind it, or make it reluctant with ?");
  }
}

void PatternCheck::variable(const MatchPattern& pattern) {
  if (std::find(seen_.begin(), seen_.end(), pattern.variable) != seen_.end())
    fail("Pattern variables must be unique. That might change in the future.");
  seen_.push_back(pattern.variable);
  for (const MatchRel::Named& define : defines_) {
    if (define.name == pattern.variable) refuse_physical_offsets(*define.expr);
  }
}

void PatternCheck::repeat(const MatchPattern& repeat) {
  if (repeat.parts[0].kind != MatchPattern::Kind::kVariable)
    not_supported(repeat.parts[0], " Group patterns are not supported yet.");
  variable(repeat.parts[0]);
  const bool optional = repeat.min == 0 && repeat.max == 1;
  const bool any = repeat.min == 0 && repeat.max < 0;
  if ((optional || any) && greedy_) fail("Optional pattern cannot be preceded by greedy pattern");
  if (repeat.min < 0) fail("The from should be a positive number greater than 0.", "write {0,n}");
  const int64_t from = std::max<int64_t>(repeat.min, 1);
  if (repeat.max >= 0 && repeat.max < from)
    fail("The to should be a number greater than or equal to from: " + std::to_string(from) + ".");
  if (optional && repeat.reluctant) fail("Reluctant optional variables are not supported yet.");
  greedy_ = !repeat.reluctant && !optional && repeat.min != repeat.max;
  empty_here_ = repeat.min == 0;
}

void PatternCheck::fail(std::string message, std::string hint) const {
  throw Failure("plan/match", std::move(message), span_, std::move(hint));
}
void PatternCheck::not_supported(const MatchPattern& pattern, const std::string& why) const {
  fail("Expression not supported: " + pattern_text(pattern) + why);
}

}  // namespace rowkind
