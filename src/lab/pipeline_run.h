// A run of a Flink CDC pipeline (Scenario::pipeline): what each stage made of each source event.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cdc/pipeline.h"
#include "cdc/source.h"

namespace rowkind {

struct Run;

struct PipelineRun {
  std::unique_ptr<cdc::Pipeline> pipeline;  // null: the definition is wrong
  cdc::Version version = cdc::Version::k37;
  std::vector<cdc::SourceStep> steps;                // step n is steps[n - 1]
  std::vector<std::vector<cdc::StageTrace>> traces;  // by step, one an event; ends with the step that failed
  std::string
      changelog;  // of all sink tables, "@2 lib.books +I[1, Dune]" a line; a failed step ends it with "@3 !"
  std::string events;         // the same as the values sink prints it
  std::vector<Error> advice;  // spans count in the pipeline text
};

// Fills run.pipeline, run.steps and run.error.
void run_pipeline(Run& run);

}  // namespace rowkind
