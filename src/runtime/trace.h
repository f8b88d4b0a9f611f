// The trace: for every step, what each operator received, emitted, kept and forgot, and why. Recorded by TraceRecorder (recorder.h) while
// the job runs; afterwards state at any step is rebuilt by walking the recorded changes from the nearest checkpoint, forward or back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "ops/keyed_state.h"
#include "ops/reason.h"

namespace rowkind {

enum class EventKind : uint8_t {
  kReceive,   // operator got the change `row_kind` `row` on `input`
  kEmit,      // operator emitted a change (a sink: wrote it); `rule`, `a`, `b`, `n` say why
  kSuppress,  // operator decided to emit nothing; same reason fields
  kState,  // state `state` of the operator: `key` went from `before` to `after`; stands at the end of the reaction that did it
  kExpire,     // as kState, by TTL
  kWatermark,  // operator's watermark is now `n`
  kTimer,      // the timer (`key`, time `n`) of the operator fired
  kLate,       // the row was behind the watermark and dropped
  kError,      // the job failed here; `error`
};

struct TraceEvent {
  EventKind kind = EventKind::kReceive;
  RowKind row_kind = RowKind::kInsert;
  Rule rule = Rule::kForward;
  int32_t op = -1;
  int32_t input = 0;
  int32_t parent =
      -1;  // index, in the same step, of the event that caused this one (a kEmit's kReceive, a kReceive's kEmit); -1: the feed
  int32_t state = -1;
  int64_t n = 0;
  RowPtr row, a, b, key;
  std::vector<RowPtr> before, after;
  std::shared_ptr<const Error> error;
};

struct StepTrace {
  int32_t item = -1;         // index into the feed; -1: start of the job (step 0)
  int64_t clock_millis = 0;  // after the step
  std::vector<TraceEvent> events;
};

// One row of a state table at some step.
struct StateRow {
  RowPtr key;
  std::vector<RowPtr> rows;
  std::vector<int64_t> expiries;  // see StateBase
};

class Trace {
 public:
  Trace();
  ~Trace();

  int32_t steps() const;  // number of steps recorded, step 0 included
  const StepTrace& step(int32_t index) const;
  const std::vector<StateSchema>& states() const;  // by state id
  int32_t state_op(int32_t state) const;
  // The watermark of an operator after step `index`; nothing: it has had none.
  std::optional<int64_t> watermark_at(int32_t op, int32_t index) const;
  // Content of a state after step `index`, keys in the order in which they were first written in the whole run. Moves an internal cursor by
  // recorded changes: cost is the number of changes between the last asked step (or the nearest checkpoint) and this one, and the size of
  // the state for the answer. A checkpoint is taken every kCheckpointEvery steps at most, and only when as many changes were recorded since
  // the last one as it has entries, so that checkpoints never weigh more than the changes.
  std::vector<StateRow> state_at(int32_t state, int32_t index);
  static constexpr int32_t kCheckpointEvery = 256;

 private:
  friend class TraceRecorder;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowkind
