// The table that a changelog describes, at any step, in both directions: every change touches one slot, and
// each knows what was there.
#pragma once

#include <string>
#include <vector>

#include "lab/run.h"

namespace rowkind {

class TableHistory {
 public:
  explicit TableHistory(const Output& output);
  // One visible row: what it is after the step and what it was before it; null = not there.
  struct Slot {
    RowPtr before, after;
  };
  // Rows that exist before or after `step`, in order of first arrival.
  std::vector<Slot> at(int32_t step);

 private:
  struct Touch {
    int32_t step;
    int32_t slot;
    RowPtr before, after;
  };
  void move_to(int32_t step);  // slots_ as they are after `step`

  std::vector<Touch> touches_;
  std::vector<RowPtr> slots_;
  size_t applied_ = 0;  // touches in effect
};

}  // namespace rowkind
