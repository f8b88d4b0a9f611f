// What operators on windows have in common for a reader: their window, and the keys of windows in reasons.
#pragma once

#include <vector>

#include "lab/document.h"
#include "ops/reason.h"
#include "plan/physical.h"

namespace rowkind {

class TimeZone;

// Nulls: the operator has no windows. The two inputs of a join have the same ones.
struct WindowNode {
  const WindowSpec* window = nullptr;
  const std::vector<int32_t>* key = nullptr;  // of the input
};
WindowNode window_node(const PhysicalNode& node);

// The argument of a rule that is the key of a window (key columns, then its bounds), not a row.
enum class WindowKeyAt : uint8_t { kNone, kA, kB };
WindowKeyAt window_key_of(Rule rule);

// Cells of such a key; null if it is none.
Json window_key_cells(const Row& key, const PhysicalNode& node, const TimeZone& zone);

}  // namespace rowkind
