// The one operator interface. An operator reacts to a change on an input, a watermark or a timer; it emits through its context and
// keeps rows only in KeyedState (keyed_state.h), so the recorder sees every change. It never knows whether it is traced: the
// context tests one null pointer. A reaction is one such call; what an operator does in it is followed downstream before it returns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "changelog/row_kind.h"
#include "expr/function.h"
#include "ops/reason.h"
#include "ops/timer_queue.h"

namespace rowkind {

class Operator;
class StateBase;

constexpr int64_t kMinWatermark = INT64_MIN;
constexpr int64_t kMaxWatermark = INT64_MAX;

// Told of everything while a trace is recorded (runtime/recorder.h). Reactions nest: receive() … timer() … watermark() open one, done()
// closes it.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void receive(int32_t op, int32_t input, RowKind kind, const RowPtr& row) = 0;
  virtual void timer(int32_t op, const RowPtr& key, int64_t time) = 0;
  virtual void watermark(int32_t op, int64_t watermark) = 0;
  virtual void react(int32_t op) = 0;  // a reaction that shows nothing of what started it
  virtual void done() = 0;
  virtual void emit(int32_t op, RowKind kind, const RowPtr& row, const Reason& reason) = 0;
  virtual void suppress(int32_t op, const Reason& reason) = 0;
  virtual void late(int32_t op, RowKind kind, const RowPtr& row) = 0;
  // Before the first write to `key` in the running reaction the state is asked for what is there; later calls do nothing.
  virtual void before_change(StateBase& state, const RowPtr& key) = 0;
  virtual void before_create(StateBase& state, const RowPtr& key) = 0;  // right after the new entry was made
  virtual void before_expire(StateBase& state, const RowPtr& key) = 0;
};

// Where an operator's rows go.
struct Edge {
  Operator* target = nullptr;
  int32_t input = 0;
};

// Everything an operator may use of its job.
class OperatorContext {
 public:
  int32_t op_id = 0;  // index of its node in the physical plan
  std::vector<Edge> edges;
  EvalContext* eval = nullptr;
  Recorder* recorder = nullptr;               // null on the fast path
  int64_t watermark = kMinWatermark;          // of this operator (minimum of its inputs)
  int64_t* emission_budget = nullptr;         // rows this step may still emit (limits::kEmissionsPerStep)
  int64_t* timer_sequence = nullptr;          // of the job, see TimerQueue
  std::vector<StateBase*>* states = nullptr;  // of the job
  TimerQueue event_timers, processing_timers;

  // Sends a row on. Throws Failure(limit/emissions-per-step) when the step's budget is used up.
  void emit(RowKind kind, const RowPtr& row, const Reason& reason);
  // Says why nothing is emitted; free without a trace.
  void suppress(const Reason& reason) {
    if (recorder) recorder->suppress(op_id, reason);
  }
  // A row behind the watermark is dropped.
  void late(RowKind kind, const RowPtr& row) {
    if (recorder) recorder->late(op_id, kind, row);
  }
  void emit_watermark(int64_t watermark);
  void emit_finish();
  int64_t clock() const { return eval->clock_millis; }

  void register_event_timer(const RowPtr& key, int64_t time) {
    event_timers.add(key, time, ++*timer_sequence);
  }
  void register_processing_timer(const RowPtr& key, int64_t time) {
    processing_timers.add(key, time, ++*timer_sequence);
  }
  void register_state(StateBase& state);

 private:
  void emit_traced(RowKind kind, const RowPtr& row, const Reason& reason);
  [[noreturn]] void budget_exceeded() const;
};

class Operator {
 public:
  virtual ~Operator() = default;
  // Once, before the first row; registers states.
  virtual void open() {}
  // May throw Failure: the job fails at this step, what was emitted before stays.
  virtual void process(int32_t input, RowKind kind, const RowPtr& row) = 0;
  // The operator's own watermark advanced (already the minimum of the inputs, and in context.watermark). As in Flink: due event timers fire,
  // then the watermark goes on.
  virtual void on_watermark(int64_t watermark) {
    fire_event_timers(watermark);
    context.emit_watermark(watermark);
  }
  virtual void on_event_timer(const RowPtr& key, int64_t time);
  virtual void on_processing_timer(const RowPtr& key, int64_t time);
  // All inputs ended; the final watermark has passed. Bundles flush here.
  virtual void on_finish() {}

  // Called by upstream operators and the job.
  void set_inputs(int32_t inputs) { input_watermarks_.assign(static_cast<size_t>(inputs), kMinWatermark); }
  virtual void receive_watermark(int32_t input, int64_t watermark);
  void receive_finish();

  OperatorContext context;

 protected:
  void fire_event_timers(int64_t watermark);
  // The operator's own watermark from now on; nothing if it is not later than the one it has.
  void advance_watermark(int64_t watermark);

 private:
  std::vector<int64_t> input_watermarks_;
  size_t finished_ = 0;
};

inline void OperatorContext::emit(RowKind kind, const RowPtr& row, const Reason& reason) {
  if (recorder) {
    emit_traced(kind, row, reason);
    return;
  }
  if (--*emission_budget < 0) budget_exceeded();
  for (const Edge& edge : edges) edge.target->process(edge.input, kind, row);
}

}  // namespace rowkind
