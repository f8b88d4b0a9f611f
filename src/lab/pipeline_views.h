// JSON views of a pipeline's run, as typed in wasm/index.d.ts: the stages are the nodes of the graph, every
// sink table is an output.
#pragma once

#include "lab/document.h"
#include "lab/run.h"

namespace rowkind {

// What OpenAnswer has of a pipeline: tables, outputs, graph, plan, steps, changelog, pipeline.
Json pipeline_open_json(const Run& run);
// Everything of StepAnswer but ok.
Json pipeline_step_json(const Run& run, int32_t index, int64_t limit);
// Of its only state, the schemas; see rows_json.
Json pipeline_rows_json(const Run& run, int32_t index, int64_t offset, int64_t limit);

}  // namespace rowkind
