#include "runtime/recorder.h"

#include <algorithm>

namespace rowkind {

void TraceRecorder::set_states(const std::vector<StateBase*>& states) {
  for (StateBase* state : states) {
    trace_.schemas.push_back(state->schema);
    trace_.states.emplace_back();
    trace_.states.back().schema = state->schema;
    trace_.states.back().op = state->op_id;
  }
}

void TraceRecorder::begin_step(int32_t item) {
  StepTrace step;
  step.item = item;
  trace_.steps.push_back(std::move(step));
  frames_.assign(1, Frame{});
}

void TraceRecorder::end_step(int64_t clock_millis) {
  trace_.steps.back().clock_millis = clock_millis;
  trace_.step_done();
}

void TraceRecorder::fail(const Error& error) {
  TraceEvent& event = add(EventKind::kError, frames_.back().op);
  event.error = std::make_shared<const Error>(error);
  while (frames_.size() > 1) done();
}

TraceEvent& TraceRecorder::add(EventKind kind, int32_t op) {
  std::vector<TraceEvent>& events = trace_.steps.back().events;
  events.emplace_back();
  TraceEvent& event = events.back();
  event.kind = kind;
  event.op = op;
  event.parent = frames_.back().cause;
  return event;
}

void TraceRecorder::open(int32_t op, int32_t cause) {
  frames_.emplace_back();
  frames_.back().op = op;
  frames_.back().cause = cause;
}

void TraceRecorder::receive(int32_t op, int32_t input, RowKind kind, const RowPtr& row) {
  TraceEvent& event = add(EventKind::kReceive, op);
  event.input = input;
  event.row_kind = kind;
  event.row = row;
  if (frames_.back().last_emit >= 0) event.parent = frames_.back().last_emit;
  open(op, static_cast<int32_t>(trace_.steps.back().events.size()) - 1);
}

void TraceRecorder::timer(int32_t op, const RowPtr& key, int64_t time) {
  TraceEvent& event = add(EventKind::kTimer, op);
  event.key = key;
  event.n = time;
  open(op, static_cast<int32_t>(trace_.steps.back().events.size()) - 1);
}

void TraceRecorder::watermark(int32_t op, int64_t watermark) {
  TraceEvent& event = add(EventKind::kWatermark, op);
  event.n = watermark;
  trace_.watermarks[op].emplace_back(static_cast<int32_t>(trace_.steps.size()) - 1, watermark);
  open(op, static_cast<int32_t>(trace_.steps.back().events.size()) - 1);
}

void TraceRecorder::react(int32_t op) {
  open(op, -1);
}

void TraceRecorder::done() {
  Frame frame = std::move(frames_.back());
  // Sweeps visit keys in hash order; the trace shows them in order of first write.
  std::stable_sort(frame.touched.begin(), frame.touched.end(), [](const Touched& a, const Touched& b) {
    return a.kind == EventKind::kExpire && b.kind == EventKind::kExpire && a.state == b.state &&
           a.order < b.order;
  });
  for (Touched& touched : frame.touched) {
    std::vector<RowPtr> after = touched.state->describe(touched.key);
    std::vector<int64_t> expiries = touched.state->expiries(touched.key);
    if (!expiries.empty()) trace_.put_expiries(touched.state->id, touched.key, std::move(expiries));
    bool same = after.size() == touched.before.size();
    for (size_t i = 0; same && i < after.size(); ++i) same = after[i]->equals(*touched.before[i]);
    if (same) continue;
    TraceEvent& event = add(touched.kind, frame.op);
    event.state = touched.state->id;
    event.key = touched.key;
    event.before = std::move(touched.before);
    event.after = std::move(after);
  }
  frames_.pop_back();
}

void TraceRecorder::set_reason(TraceEvent& event, const Reason& reason) {
  event.rule = reason.rule;
  if (reason.a) event.a = RowPtr::share(*reason.a);
  if (reason.b) event.b = RowPtr::share(*reason.b);
  event.n = reason.n;
}

void TraceRecorder::emit(int32_t op, RowKind kind, const RowPtr& row, const Reason& reason) {
  TraceEvent& event = add(EventKind::kEmit, op);
  event.row_kind = kind;
  event.row = row;
  set_reason(event, reason);
  frames_.back().last_emit = static_cast<int32_t>(trace_.steps.back().events.size()) - 1;
}

void TraceRecorder::suppress(int32_t op, const Reason& reason) {
  set_reason(add(EventKind::kSuppress, op), reason);
}

void TraceRecorder::late(int32_t op, RowKind kind, const RowPtr& row) {
  TraceEvent& event = add(EventKind::kLate, op);
  event.row_kind = kind;
  event.row = row;
}

void TraceRecorder::touch(StateBase& state, const RowPtr& key, EventKind kind, bool existed) {
  Frame& frame = frames_.back();
  for (Touched& touched : frame.touched) {
    if (touched.state == &state && touched.key->equals(*key)) return;
  }
  int32_t order = trace_.cell(state.id, key).order;
  frame.touched.push_back(
      Touched{&state, key, existed ? state.describe(key) : std::vector<RowPtr>{}, kind, order});
}

void TraceRecorder::before_change(StateBase& state, const RowPtr& key) {
  touch(state, key, EventKind::kState, true);
}
void TraceRecorder::before_create(StateBase& state, const RowPtr& key) {
  touch(state, key, EventKind::kState, false);
}
void TraceRecorder::before_expire(StateBase& state, const RowPtr& key) {
  touch(state, key, EventKind::kExpire, true);
}

}  // namespace rowkind
