// The deterministic data of the benchmark: a row is (kind, id, g, v, ts), all int32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rowkind::bench {

struct Input {
  int32_t kind, id, g, v, ts;  // kind: 0 +I, 1 -U, 2 +U, 3 -D
};

// Changelog of a table keyed by id and grouped by g: inserts, -U/+U pairs (10 % move to another group), deletes.
std::vector<Input> changelog(int32_t rows, int32_t groups);
// Inserts only, ids below `keys`, ts with 10 % disorder.
std::vector<Input> append(int32_t rows, int32_t keys);

}  // namespace rowkind::bench
