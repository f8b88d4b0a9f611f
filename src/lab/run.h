// Runs one scenario from text to trace: the engine behind the facade, the command line and the tests.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "lab/pipeline_run.h"
#include "plan/planner.h"
#include "runtime/job.h"
#include "scenario/feed.h"
#include "scenario/scenario.h"

namespace rowkind {

// A change of an output and the step that emitted it.
struct OutputChange {
  int32_t step = 0;
  RowKind kind = RowKind::kInsert;
  RowPtr row;
};

struct Output {
  std::string name;       // of the sink, or "select", "select2", ...
  std::string connector;  // "" for a bare SELECT
  RowType type;
  std::vector<int32_t> key;  // columns of the sink's primary key
  size_t sink = 0;           // of the plan; of several that write into one table the first
  std::vector<OutputChange> changes;
  // What the sink's format writes for each change; empty without a format, and kept only with a trace or when
  // the scenario expects messages.
  std::vector<std::string> messages;
};

// Where an error's span counts.
enum class ErrorSource : uint8_t { kSql, kScenario, kInput, kPipeline };

struct RunError {
  Error error;
  ErrorSource source = ErrorSource::kSql;
  int32_t step = -1;  // -1: before the job started
  int32_t item = -1;  // index into Scenario::input, with kInput
  int32_t line = 0;   // in the scenario file, with kInput
};

// Steps done and steps in all; called now and then while a run takes its time.
using Progress = std::function<void(int32_t done, int32_t total)>;

struct RunOptions {
  bool trace = false;
  Progress progress;
};

// Everything that is known after a run. What an error left unreached is empty.
struct Run {
  Scenario scenario;
  std::optional<CompiledScript> script;
  std::shared_ptr<const PhysicalPlan> plan;
  std::string plan_text;  // of the plan, and what the EXPLAIN statements show
  Feed feed;
  std::unique_ptr<Job> job;               // owns the trace
  std::unique_ptr<PipelineRun> pipeline;  // instead of script, plan, feed, job and outputs
  std::vector<Output> outputs;
  std::vector<size_t> output_of;  // per sink of the plan
  int32_t steps = 0;              // last step that ran; step 0 is the start
  std::optional<RunError> error;
  int64_t plan_micros = 0, run_micros = 0;  // spent; for display only

  const TimeZone& zone() const;
};

// Never fails: errors are in the result.
std::unique_ptr<Run> run_scenario(Scenario scenario, const RunOptions& options);

}  // namespace rowkind
