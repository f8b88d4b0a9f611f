// The scenario's clock.
#pragma once

#include <cstdint>

namespace rowkind {

inline constexpr int64_t kStartClockMillis = 1704067200000;  // 2024-01-01 00:00:00 UTC

}  // namespace rowkind
