#include "ops/operator.h"

#include <algorithm>

#include "base/limits.h"
#include "ops/keyed_state.h"

namespace rowkind {

void OperatorContext::emit_traced(RowKind kind, const RowPtr& row, const Reason& reason) {
  if (--*emission_budget < 0) budget_exceeded();
  recorder->emit(op_id, kind, row, reason);
  for (const Edge& edge : edges) {
    recorder->receive(edge.target->context.op_id, edge.input, kind, row);
    edge.target->process(edge.input, kind, row);
    recorder->done();
  }
}

void OperatorContext::budget_exceeded() const {
  throw Failure("limit/emissions-per-step",
                "One step emitted more than " + std::to_string(limits::kEmissionsPerStep) + " rows.", {},
                "a join or a repeated row multiplies its input here");
}

void OperatorContext::emit_watermark(int64_t value) {
  for (const Edge& edge : edges) edge.target->receive_watermark(edge.input, value);
}

void OperatorContext::emit_finish() {
  for (const Edge& edge : edges) edge.target->receive_finish();
}

void OperatorContext::register_state(StateBase& state) {
  state.op_id = op_id;
  state.id = static_cast<int32_t>(states->size());
  state.recorder = recorder;
  states->push_back(&state);
}

void Operator::on_event_timer(const RowPtr&, int64_t) {}
void Operator::on_processing_timer(const RowPtr&, int64_t) {}

void Operator::receive_watermark(int32_t input, int64_t watermark) {
  int64_t& own = input_watermarks_[static_cast<size_t>(input)];
  if (watermark <= own) return;
  own = watermark;
  advance_watermark(*std::min_element(input_watermarks_.begin(), input_watermarks_.end()));
}

void Operator::advance_watermark(int64_t watermark) {
  if (watermark <= context.watermark) return;
  context.watermark = watermark;
  if (context.recorder) context.recorder->watermark(context.op_id, watermark);
  on_watermark(watermark);
  if (context.recorder) context.recorder->done();
}

void Operator::receive_finish() {
  if (++finished_ < input_watermarks_.size()) return;
  on_finish();
  context.emit_finish();
}

void Operator::fire_event_timers(int64_t watermark) {
  TimerQueue& timers = context.event_timers;
  while (!timers.empty() && timers.next_time() <= watermark) {
    int64_t time = timers.next_time();
    RowPtr key = timers.pop();
    if (context.recorder) context.recorder->timer(context.op_id, key, time);
    on_event_timer(key, time);
    if (context.recorder) context.recorder->done();
  }
}

}  // namespace rowkind
