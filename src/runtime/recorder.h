// Writes the trace while a job runs.
#pragma once

#include <memory>
#include <vector>

#include "ops/keyed_state.h"
#include "ops/operator.h"
#include "runtime/trace_impl.h"

namespace rowkind {

class TraceRecorder final : public Recorder {
 public:
  explicit TraceRecorder(Trace& trace) : trace_(*trace.impl_) {}
  // After the operators registered their states.
  void set_states(const std::vector<StateBase*>& states);

  // Opens the next step; its events follow.
  void begin_step(int32_t item);
  void end_step(int64_t clock_millis);
  // The job failed: closes every open reaction and notes the error at the innermost.
  void fail(const Error& error);

  void receive(int32_t op, int32_t input, RowKind kind, const RowPtr& row) override;
  void timer(int32_t op, const RowPtr& key, int64_t time) override;
  void watermark(int32_t op, int64_t watermark) override;
  void react(int32_t op) override;
  void done() override;
  void emit(int32_t op, RowKind kind, const RowPtr& row, const Reason& reason) override;
  void suppress(int32_t op, const Reason& reason) override;
  void late(int32_t op, RowKind kind, const RowPtr& row) override;
  void before_change(StateBase& state, const RowPtr& key) override;
  void before_create(StateBase& state, const RowPtr& key) override;
  void before_expire(StateBase& state, const RowPtr& key) override;

 private:
  struct Touched {
    StateBase* state;
    RowPtr key;
    std::vector<RowPtr> before;
    EventKind kind;
    int32_t order;
  };
  struct Frame {
    int32_t op = -1;
    int32_t cause = -1;      // index of the event that opened the reaction
    int32_t last_emit = -1;  // index of the last emission in it
    std::vector<Touched> touched;
  };
  TraceEvent& add(EventKind kind, int32_t op);
  void open(int32_t op, int32_t cause);
  void touch(StateBase& state, const RowPtr& key, EventKind kind, bool existed);
  static void set_reason(TraceEvent& event, const Reason& reason);

  Trace::Impl& trace_;
  std::vector<Frame> frames_;  // [0] is the job itself
};

}  // namespace rowkind
