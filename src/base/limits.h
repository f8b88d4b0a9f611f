// Named limits. Each is said in the error when it is met.
#pragma once

#include <cstdint>

namespace rowkind::limits {

constexpr int64_t kScenarioBytes = 32 << 20;  // one scenario text
constexpr int64_t kSteps = 2'000'000;         // input items of one run
constexpr int64_t kTracedSteps = 200'000;     // of them, with a trace
constexpr int32_t kColumns = 10'000;          // of one table or select list
constexpr int32_t kNestingDepth = 200;        // of SQL expressions, JSON, YAML, row notation
constexpr int64_t kEmissionsPerStep = 1'000'000;
constexpr int32_t kPatternStates = 10'000;       // of one MATCH_RECOGNIZE
constexpr int64_t kRegexProgramBytes = 8 << 20;  // RE2's memory budget for one pattern

}  // namespace rowkind::limits
