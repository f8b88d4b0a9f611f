#include "ops/group_window_trigger.h"

namespace rowkind {

GroupWindowTrigger::GroupWindowTrigger(const GroupWindowAggregateNode& node)
    : event_time_(node.window.rowtime),
      early_(node.early_fire),
      // At every late row is what happens without late firing, and processing time knows no late rows.
      late_(node.window.rowtime && node.late_fire && node.late_delay_millis > 0),
      early_delay_(node.early_delay_millis),
      late_delay_(node.late_delay_millis),
      same_delay_(early_ && late_ && early_delay_ == late_delay_) {}

bool GroupWindowTrigger::on_row(State& state, OperatorContext& context, const RowPtr& key,
                                int64_t due) const {
  if (event_time_) {
    if (late_ && state.fired) return periodic_row(late_next(state), context, key, late_delay_);
    if (due <= context.watermark) return true;
    context.register_event_timer(key, due);
  } else {
    context.register_processing_timer(key, due);
  }
  if (!early_) return false;
  return early_delay_ > 0 ? periodic_row(state.next, context, key, early_delay_) : true;
}

bool GroupWindowTrigger::on_event_time(State& state, int64_t time, int64_t due) const {
  if (time != due || (late_ && state.fired)) return false;
  state.fired = true;
  return true;
}

bool GroupWindowTrigger::on_processing_time(State& state, OperatorContext& context, const RowPtr& key,
                                            int64_t time, int64_t due) const {
  if (!event_time_ && time == due) return true;
  if (late_ && state.fired) return periodic_time(late_next(state), context, key, time, late_delay_);
  return early_ && early_delay_ > 0 && periodic_time(state.next, context, key, time, early_delay_);
}

void GroupWindowTrigger::on_merge(State& state, OperatorContext& context, const RowPtr& key,
                                  int64_t due) const {
  state.fired = false;
  if (event_time_) {
    context.register_event_timer(key, due);
  } else {
    context.register_processing_timer(key, due);
  }
}

void GroupWindowTrigger::clear(State& state, OperatorContext& context, const RowPtr& key, int64_t due) const {
  (event_time_ ? context.event_timers : context.processing_timers).remove(key, due);
  for (int64_t next : {state.next, state.next_late}) {
    if (next != INT64_MIN) context.processing_timers.remove(key, next);
  }
  state = State{};
}

bool GroupWindowTrigger::periodic_row(int64_t& next, OperatorContext& context, const RowPtr& key,
                                      int64_t delay) {
  if (next != INT64_MIN) return false;
  next = context.clock() + delay;
  context.register_processing_timer(key, next);
  return false;
}

bool GroupWindowTrigger::periodic_time(int64_t& next, OperatorContext& context, const RowPtr& key,
                                       int64_t time, int64_t delay) {
  if (next != time) return false;
  next = time + delay;
  context.register_processing_timer(key, next);
  return true;
}

}  // namespace rowkind
