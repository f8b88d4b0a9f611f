// When a window of GROUP BY TUMBLE(...) and the like sends its result (Flink: EventTimeTriggers, ProcessingTimeTriggers under the options
// table.exec.emit.*):
//
//   on time    when time reaches the last millisecond of the window
//   early      with a delay: that much processing time after the window's first row, and again each time; without: at every row
//   late       the same between the end of the window and the end of its lateness; without late firing every late row sends the result
#pragma once

#include "ops/operator.h"
#include "plan/physical.h"

namespace rowkind {

class GroupWindowTrigger {
 public:
  // What it remembers of a window.
  struct State {
    int64_t next = INT64_MIN;       // processing time of the next early firing
    int64_t next_late = INT64_MIN;  // of the next late one
    bool fired = false;             // on time
  };
  explicit GroupWindowTrigger(const GroupWindowAggregateNode& node);

  bool keeps_state() const { return (early_ && early_delay_ > 0) || late_; }
  // Each says whether the result is sent now. `due`: the instant of the window's last millisecond; `key`: of its timers.
  bool on_row(State& state, OperatorContext& context, const RowPtr& key, int64_t due) const;
  bool on_event_time(State& state, int64_t time, int64_t due) const;
  bool on_processing_time(State& state, OperatorContext& context, const RowPtr& key, int64_t time,
                          int64_t due) const;
  // Open windows have become `key`; `states` are theirs.
  void on_merge(State& state, OperatorContext& context, const RowPtr& key, int64_t due) const;
  // The window is gone: its timers, too.
  void clear(State& state, OperatorContext& context, const RowPtr& key, int64_t due) const;

 private:
  static bool periodic_row(int64_t& next, OperatorContext& context, const RowPtr& key, int64_t delay);
  static bool periodic_time(int64_t& next, OperatorContext& context, const RowPtr& key, int64_t time,
                            int64_t delay);
  int64_t& late_next(State& state) const { return same_delay_ ? state.next : state.next_late; }

  bool event_time_, early_, late_;
  int64_t early_delay_, late_delay_;
  bool same_delay_;  // then Flink keeps one next time for both
};

}  // namespace rowkind
