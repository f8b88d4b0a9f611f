// The legacy group windows, GROUP BY TUMBLE / HOP / SESSION (Flink: AggregateWindowOperator). What follows a row:
//
//   its window is over, lateness included   late, dropped
//   else                                    it goes into the accumulators; the trigger may send the result; a timer will free the window
//
// A result is a +I. Where a window can send more than once (early or late firing, lateness) the last one is kept:
//   first result            +I
//   same result             nothing
//   other result            -U old, +U new
//   no row left             -D old, or nothing if there was none
// Without that a window whose rows were all retracted sends nothing.
#pragma once

#include <vector>

#include "ops/aggregate_calls.h"
#include "ops/factory.h"
#include "ops/group_window_trigger.h"
#include "ops/keyed_state.h"
#include "ops/session_windows.h"
#include "ops/window_time.h"

namespace rowkind {

class GroupWindow : public Operator {
 public:
  explicit GroupWindow(const GroupWindowAggregateNode& node);
  void open() override;
  void process(int32_t input, RowKind kind, const RowPtr& row) final;
  void on_event_timer(const RowPtr& key, int64_t time) final;
  void on_processing_timer(const RowPtr& key, int64_t time) final;

 protected:
  // What is remembered of a window besides its accumulators.
  struct Window {
    RowPtr sent;  // result sent last
    GroupWindowTrigger::State trigger;
    int64_t written = 0;
  };

  // Puts a row with this local time into the accumulators; `windows` become those it belongs to that are not over, in Flink's order. False: late.
  virtual bool assign(RowKind kind, const Row& row, int64_t time, std::vector<SessionBounds>& windows) = 0;
  // The accumulators of a window and their record counter; `scratch` may hold them.
  virtual const Value* fold(const Row& key, SessionBounds window, std::vector<Value>& scratch,
                            int64_t& rows) = 0;
  // Frees what only this window needs.
  virtual void free(const Row& key, SessionBounds window) = 0;

  void accumulate(RowKind kind, const Row& row, Value* slots, int64_t& rows);
  // The instant at which a window is freed.
  int64_t end_of_life(SessionBounds window) const {
    return zone_.timer_time(window.end - 1 + (event_time_ ? lateness_ : 0));
  }
  bool over(SessionBounds window) const { return event_time_ && end_of_life(window) <= context.watermark; }
  // Takes the timers and memory of a window away (it has become part of another).
  void forget(const RowPtr& key, SessionBounds window);
  // The window is made of others.
  void announce(const RowPtr& key, SessionBounds window);
  // "accumulators" by key and window: the record counter and one STRING column a call.
  StateSchema accumulator_schema() const;

  std::vector<int32_t> grouping_, key_columns_;
  WindowSpec window_;
  bool event_time_;
  std::vector<AggregateCall> call_list_;
  AggregateCalls calls_;
  WindowZone zone_;
  RowType input_;

 private:
  int64_t due(SessionBounds window) const { return zone_.timer_time(window.end - 1); }
  // The entry of the window, about to be written; `none` where nothing needs to be remembered.
  Window& memory(const RowPtr& key, Window& none);
  void send(const RowPtr& key, Rule rule);
  void clean_up(const RowPtr& key, int64_t time);

  std::vector<WindowProperty> properties_;
  bool counts_, updates_;
  int64_t lateness_;
  GroupWindowTrigger trigger_;
  RowType result_;
  KeyedState<Window> windows_;
};

}  // namespace rowkind
