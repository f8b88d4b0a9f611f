// A running job: operators made from a physical plan, fed one item at a time, depth first: a row is followed to the sinks before the next
// row of the same reaction (left inputs before right ones when one output feeds two inputs).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "changelog/row_kind.h"
#include "ops/factory.h"
#include "plan/physical.h"
#include "plan/planner.h"
#include "runtime/trace.h"

namespace rowkind {

struct JobOptions {
  bool trace = false;
  Options settings;
  int64_t clock_millis = kStartClockMillis;
};

class Job {
 public:
  // Fails with plan/not-yet for a node without an operator.
  static Result<std::unique_ptr<Job>> create(std::shared_ptr<const PhysicalPlan> plan,
                                             const JobOptions& options, SinkConsumer* consumer);
  ~Job();

  // Index for push(); -1: the plan does not read this table (its rows are ignored).
  int32_t source(std::string_view table_name) const;

  // Each call is one step. After an error the job has failed: later calls do nothing and return the same error.
  Status start();                                                // step 0: VALUES, initial watermarks
  Status push(int32_t source, RowKind kind, const RowPtr& row);  // -1 allowed: an empty step
  Status push(int32_t source,
              const std::vector<Change>& changes);  // one message that holds several rows: one step
  // Due processing-time timers fire in time order, each one millisecond after its time, as in Flink. Never back.
  Status advance_clock(int64_t millis);
  Status watermark(int32_t source, int64_t millis);  // SOURCE_WATERMARK() tables
  Status finish();                                   // end of all sources

  const PhysicalPlan& plan() const;
  Trace* trace();  // null without JobOptions::trace
  int64_t state_entries() const;
  int64_t state_bytes() const;

 private:
  Job();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowkind
