#include "lab/pipeline_run.h"

#include "cdc/lint.h"
#include "lab/run.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

void append_step(PipelineRun& run, int32_t step, const std::vector<cdc::Event>& sink) {
  const std::string tag = "@" + std::to_string(step) + " ";
  for (const cdc::Event& event : sink) {
    for (const std::string& line : cdc::notation_lines(event, run.pipeline->zone()))
      run.changelog += tag + line + "\n";
    run.events += tag + cdc::event_text(event, run.version) + "\n";
  }
}

// False: the job failed.
bool run_step(Run& run, const cdc::SourceStep& source) {
  PipelineRun& out = *run.pipeline;
  ++run.steps;
  if (source.error) {
    run.error = RunError{*source.error, ErrorSource::kInput, run.steps, source.item, source.line};
    return false;
  }
  std::vector<cdc::StageTrace>& traces = out.traces.emplace_back();
  for (const cdc::Event& event : source.events) {
    cdc::StageTrace& trace = traces.emplace_back();
    Status status = out.pipeline->process(event, trace);
    append_step(out, run.steps, trace.sink);
    if (status) continue;
    out.changelog += "@" + std::to_string(run.steps) + " !\n";
    run.error = RunError{status.error(), ErrorSource::kPipeline, run.steps, source.item, source.line};
    return false;
  }
  return true;
}

}  // namespace

void run_pipeline(Run& run) {
  run.pipeline = std::make_unique<PipelineRun>();
  PipelineRun& out = *run.pipeline;
  Result<cdc::Version> version = cdc::parse_version(run.scenario.flink_cdc);
  if (!version) {
    run.error = RunError{version.error(), ErrorSource::kScenario, -1, -1, 0};
    return;
  }
  out.version = *version;
  Result<std::unique_ptr<cdc::Pipeline>> pipeline =
      cdc::Pipeline::create(run.scenario.pipeline->text, *version);
  if (!pipeline) {
    run.error = RunError{pipeline.error(), ErrorSource::kPipeline, -1, -1, 0};
    return;
  }
  out.pipeline = std::move(*pipeline);
  out.steps = cdc::read_source(run.scenario, out.pipeline->zone(), out.pipeline->definition().batch);
  out.advice =
      cdc::lint(*out.pipeline, cdc::upstream_tables(run.scenario), out.steps, run.scenario.pipeline->text);
  for (const cdc::SourceStep& step : out.steps)
    if (!run_step(run, step)) return;
}

}  // namespace rowkind
