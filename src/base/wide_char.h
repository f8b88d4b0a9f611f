// Width of characters on a terminal (Unicode's East Asian Width, the version that Flink 2.3 ships).
#pragma once

#include <cstdint>

namespace rowkind {

// Takes two columns: Wide or Fullwidth.
bool is_wide(uint32_t code_point);

}  // namespace rowkind
