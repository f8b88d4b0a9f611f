// The one operator interface. An operator reacts to a change on an input, a watermark or a timer; it emits through its context and
// keeps rows only in KeyedState (runtime/keyed_state.h), so the recorder sees every change. It never knows whether it is traced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "changelog/row_kind.h"
#include "expr/function.h"
#include "ops/reason.h"

namespace rowkind {

class Operator;
class TraceRecorder;
class TimerService;

constexpr int64_t kMinWatermark = INT64_MIN;
constexpr int64_t kMaxWatermark = INT64_MAX;

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
  TraceRecorder* recorder = nullptr;  // null on the fast path
  TimerService* timers = nullptr;
  int64_t state_ttl_millis = 0;  // 0: never expires
  int64_t watermark = kMinWatermark;  // of this operator (minimum of its inputs)
  int64_t* emission_budget = nullptr;  // rows this step may still emit; below 0 the job fails with a named limit

  void emit(RowKind kind, const RowPtr& row, const Reason& reason);
  void emit_watermark(int64_t watermark);
  int64_t clock() const { return eval->clock_millis; }

 private:
  void emit_traced(RowKind kind, const RowPtr& row, const Reason& reason);
};

class Operator {
 public:
  virtual ~Operator() = default;
  virtual void open() {}
  // May throw Failure: the job fails at this step, what was emitted before stays.
  virtual void process(int32_t input, RowKind kind, const RowPtr& row) = 0;
  // The operator's own watermark advanced (already the minimum of the inputs); default passes it on.
  virtual void on_watermark(int64_t watermark) { context.emit_watermark(watermark); }
  virtual void on_event_timer(const RowPtr& key, int64_t time);
  virtual void on_processing_timer(const RowPtr& key, int64_t time);
  // All inputs ended (bundles flush here; the final watermark has passed).
  virtual void on_finish() {}

  OperatorContext context;
};

// Event-time and processing-time timers of one operator, per key; each (key, time) once. Fire in time order, then registration order.
class TimerService {
 public:
  virtual ~TimerService() = default;
  virtual void register_event(int32_t op, const RowPtr& key, int64_t time) = 0;
  virtual void register_processing(int32_t op, const RowPtr& key, int64_t time) = 0;
  virtual void delete_event(int32_t op, const RowPtr& key, int64_t time) = 0;
  virtual void delete_processing(int32_t op, const RowPtr& key, int64_t time) = 0;
};

inline void OperatorContext::emit(RowKind kind, const RowPtr& row, const Reason& reason) {
  if (recorder) {
    emit_traced(kind, row, reason);
    return;
  }
  --*emission_budget;
  for (const Edge& edge : edges) edge.target->process(edge.input, kind, row);
}

}  // namespace rowkind
