#include "data.h"

namespace rowkind::bench {
namespace {

class Random {  // xorshift32
 public:
  explicit Random(uint32_t seed) : s_(seed) {}
  int32_t below(int32_t n) {
    s_ ^= s_ << 13;
    s_ ^= s_ >> 17;
    s_ ^= s_ << 5;
    return static_cast<int32_t>(s_ % static_cast<uint32_t>(n));
  }

 private:
  uint32_t s_;
};

}  // namespace

std::vector<Input> changelog(int32_t rows, int32_t groups) {
  Random random(12345);
  std::vector<Input> out, live;
  out.reserve(static_cast<size_t>(rows));
  int32_t next_id = 1, ts = 0;
  auto insert = [&] {
    Input row{0, next_id++, 0, 0, ts};
    row.g = random.below(groups);
    row.v = random.below(1000);
    out.push_back(row);
    return row;
  };
  while (static_cast<int32_t>(out.size()) < rows - 1) {
    ++ts;
    int32_t what = random.below(100);
    if (live.size() < 1000 || what < 35) {
      live.push_back(insert());
      continue;
    }
    Input& row = live[static_cast<size_t>(random.below(static_cast<int32_t>(live.size())))];
    row.ts = ts;
    if (what < 80) {
      bool moves = random.below(10) == 0;
      Input next = row;
      if (moves) next.g = random.below(groups);
      next.v = random.below(1000);
      row.kind = 1;
      next.kind = 2;
      out.push_back(row);
      out.push_back(next);
      row = next;
    } else {
      row.kind = 3;
      out.push_back(row);
      row = live.back();
      live.pop_back();
    }
  }
  while (static_cast<int32_t>(out.size()) < rows) insert();
  return out;
}

std::vector<Input> append(int32_t rows, int32_t keys) {
  Random random(777);
  std::vector<Input> out;
  out.reserve(static_cast<size_t>(rows));
  for (int32_t i = 0; i < rows; ++i) {
    Input row{0, 0, 0, 0, i};
    row.id = random.below(keys);
    row.v = random.below(1000);
    if (random.below(10) == 0) {
      int32_t late = i - random.below(1000);
      row.ts = late > 0 ? late : 0;
    }
    out.push_back(row);
  }
  return out;
}

}  // namespace rowkind::bench
