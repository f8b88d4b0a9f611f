// Timers of one operator in one time domain, by key. Each (key, time) is there once. They fire in time order; among timers of one time Flink's
// order is the accident of its binary heap, and it shows (windows of several keys fire in it), so the same heap is kept here: Flink's
// HeapPriorityQueue, sifting only past strictly later timers.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ops/row_map.h"

namespace rowkind {

class TimerQueue {
 public:
  bool empty() const { return heap_.empty(); }
  int64_t next_time() const { return heap_.front()->value.time; }  // not when empty
  int64_t next_sequence() const {
    return heap_.front()->value.sequence;
  }  // of the next timer; not when empty
  // `sequence` orders timers of equal time across operators; it must grow.
  void add(const RowPtr& key, int64_t time, int64_t sequence);
  void remove(const RowPtr& key, int64_t time);  // nothing if it is not there
  // Takes the next timer out.
  RowPtr pop();

 private:
  struct Timer {
    int64_t time = 0, sequence = 0;
    size_t position = 0;  // in the heap
  };
  using Entry = RowMap<Timer>::Entry;

  void place(Entry* timer, size_t position);
  void sift_up(size_t position);
  void sift_down(size_t position);
  void take(size_t position);

  std::map<int64_t, RowMap<Timer>> times_;
  std::vector<Entry*> heap_;
};

}  // namespace rowkind
