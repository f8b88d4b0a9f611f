// Timers of one operator in one time domain, by key. Each (key, time) is there once. They fire in time order, then in order of registration
// (Flink: heap order; documented difference).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ops/row_map.h"

namespace rowkind {

class TimerQueue {
 public:
  bool empty() const { return times_.empty(); }
  int64_t next_time() const { return times_.begin()->first; }  // not when empty
  int64_t next_sequence() const {
    return times_.begin()->second.first();
  }  // of the earliest timer; not when empty
  // `sequence` orders timers of equal time across operators; it must grow.
  void add(const RowPtr& key, int64_t time, int64_t sequence);
  void remove(const RowPtr& key, int64_t time);  // nothing if it is not there
  // Takes the earliest timer out.
  RowPtr pop();

 private:
  struct Timer {
    RowPtr key;  // null: removed
    int64_t sequence = 0;
  };
  struct Bucket {
    RowMap<int32_t> positions;  // key -> index into timers
    std::vector<Timer> timers;
    size_t next = 0;  // timers before it have fired or were removed
    int64_t first() const { return timers[next].sequence; }
  };
  void skip_removed(std::map<int64_t, Bucket>::iterator it);
  std::map<int64_t, Bucket> times_;
};

}  // namespace rowkind
