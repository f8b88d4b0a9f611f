// The stages of a pipeline as nodes of a graph, and what each made of a source event as trace events.
//
// Rules, with what `text` holds beside them:
//   pipeline/source                event of the source
//   pipeline/no-rule               no transform rule matches the table: passed on
//   pipeline/columns-cut           PreTransform keeps only columns that a rule needs
//   pipeline/schema-adjusted       a schema change as the rules leave it
//   pipeline/schema-swallowed      a schema change that no rule's columns see
//   pipeline/projected             columns computed by the rule
//   pipeline/filtered-out          the filter is not true: nothing goes on
//   pipeline/update-left-filter    only the old image passes: a delete
//   pipeline/update-entered-filter only the new image passes: an insert
//   pipeline/routed                to the sink table
//   pipeline/schema-evolved        schema change of the sink table
//   pipeline/held-back             the schema operator kept it; `message` says why
#pragma once

#include <string>
#include <vector>

#include "cdc/notation.h"
#include "lab/document.h"
#include "lab/run.h"

namespace rowkind {

struct PipelineNode {
  std::string name;  // of Flink CDC's operator
  std::string text;  // with what the definition says
  bool keeps_schemas = false;
};
// From source to sink; the schema operator is the last but one.
std::vector<PipelineNode> pipeline_nodes(const cdc::Pipeline& pipeline);

// A cell of the notation as JSON: null for NULL.
Json text_cell(const std::string& cell);
Json image_json(const cdc::Image& image);
// The rows of an event: {kind, cells}, or {kind: "schema", cells: [], text} for a schema change.
std::vector<Json> event_rows_json(const cdc::Event& event, const TimeZone& zone);
// TraceEvent[] of a step.
Json pipeline_events_json(const Run& run, int32_t index);

}  // namespace rowkind
