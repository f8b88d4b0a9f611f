#include "lab/pipeline_trace.h"

namespace rowkind {
namespace {

constexpr const char* kDocs =
    "https://nightlies.apache.org/flink/flink-cdc-docs-stable/docs/core-concept/transform/";

// Builds the events of one step; every row of a stage has the row of the stage before as its parent.
class StepRecorder {
 public:
  StepRecorder(const PipelineRun& run, size_t nodes) : run_(run), sink_(nodes - 1) {}

  // `failed`: the job ended with this event.
  void add(const cdc::StageTrace& trace, bool failed) {
    failed_ = failed;
    std::vector<size_t> at = emit(0, trace.source, {}, "pipeline/source");
    const bool transforms = sink_ > 2;
    if (transforms) {
      at = receive(1, trace.source, at);
      if (!trace.pre) return stop(1, at, trace);
      at = emit(1, *trace.pre, at, pre_rule(trace));
      at = receive(2, *trace.pre, at);
      if (!trace.post) return stop(2, at, trace);
      at = emit(2, *trace.post, at, post_rule(trace));
    }
    if (!trace.post) return;
    at = receive(sink_ - 1, *trace.post, at);
    if (trace.sink.empty()) return stop(sink_ - 1, at, trace);
    for (const cdc::Event& event : trace.sink) {
      const char* rule = event.is_data() ? "pipeline/routed" : "pipeline/schema-evolved";
      std::vector<size_t> out = emit(sink_ - 1, event, at, rule);
      if (!trace.note.empty()) events_[out[0]]["message"] = trace.note;
      receive(sink_, event, out);
    }
  }

  void fail(size_t node, const std::string& message) {
    Json& event = push("error", node, events_.empty() ? -1 : static_cast<int64_t>(events_.size()) - 1);
    event["message"] = message;
  }

  Json take() { return std::move(events_); }

 private:
  Json& push(const char* type, size_t node, int64_t parent) {
    events_.push_back({{"id", events_.size()}, {"parent", parent}, {"type", type}, {"node", node}});
    return events_.back();
  }

  // Rows beyond those of the stage before (an update out of an insert) hang on its last one.
  std::vector<size_t> rows(const char* type, size_t node, const cdc::Event& event,
                           const std::vector<size_t>& parents) {
    std::vector<size_t> ids;
    for (const Json& row : event_rows_json(event, run_.pipeline->zone())) {
      const size_t nth = ids.size();
      const int64_t parent =
          parents.empty() ? -1 : static_cast<int64_t>(nth < parents.size() ? parents[nth] : parents.back());
      ids.push_back(events_.size());
      push(type, node, parent).update(row);
    }
    return ids;
  }

  std::vector<size_t> receive(size_t node, const cdc::Event& event, const std::vector<size_t>& parents) {
    std::vector<size_t> ids = rows("receive", node, event, parents);
    for (size_t id : ids) events_[id]["input"] = 0;
    return ids;
  }

  std::vector<size_t> emit(size_t node, const cdc::Event& event, const std::vector<size_t>& parents,
                           const char* rule) {
    std::vector<size_t> ids = rows("emit", node, event, parents);
    for (size_t id : ids) {
      events_[id]["rule"] = rule;
      events_[id]["docs"] = kDocs;
      events_[id]["table"] = event.table->text;
    }
    return ids;
  }

  // Nothing goes on from here, unless the job failed.
  void stop(size_t node, const std::vector<size_t>& parents, const cdc::StageTrace& trace) {
    if (failed_) return;
    const bool data = trace.source.is_data();
    Json& event = push("suppress", node, parents.empty() ? -1 : static_cast<int64_t>(parents.back()));
    event["rule"] = node + 1 == sink_ ? "pipeline/held-back"
                    : data            ? "pipeline/filtered-out"
                                      : "pipeline/schema-swallowed";
    event["docs"] = kDocs;
    event["message"] = trace.note;
  }

  bool matched(const cdc::StageTrace& trace) const {
    for (const auto& rule : run_.pipeline->rules())
      if (rule->matches(*trace.source.table)) return true;
    return false;
  }

  const char* pre_rule(const cdc::StageTrace& trace) const {
    if (!matched(trace)) return "pipeline/no-rule";
    return trace.source.is_data() ? "pipeline/columns-cut" : "pipeline/schema-adjusted";
  }

  const char* post_rule(const cdc::StageTrace& trace) const {
    if (!matched(trace)) return "pipeline/no-rule";
    if (!trace.source.is_data()) return "pipeline/schema-adjusted";
    const cdc::DataOp before = trace.source.op, after = trace.post->op;
    if (before == cdc::DataOp::kUpdate && after == cdc::DataOp::kDelete) return "pipeline/update-left-filter";
    if (before == cdc::DataOp::kUpdate && after == cdc::DataOp::kInsert)
      return "pipeline/update-entered-filter";
    return "pipeline/projected";
  }

  const PipelineRun& run_;
  const size_t sink_;
  bool failed_ = false;
  Json events_ = Json::array();
};

size_t failed_node(const cdc::Pipeline& pipeline, size_t nodes) {
  switch (pipeline.failed_stage()) {
    case cdc::Stage::kPreTransform:
      return 1;
    case cdc::Stage::kPostTransform:
      return 2;
    case cdc::Stage::kSchema:
      return nodes - 2;
    case cdc::Stage::kDefinition:
      break;
  }
  return 0;
}

std::string rules_text(const cdc::Definition& definition) {
  std::string out;
  for (const cdc::TransformRule& rule : definition.transforms) {
    out += (out.empty() ? "" : "; ") + rule.source_table.text;
    if (rule.projection) out += ", projection=[" + rule.projection->text + "]";
    if (rule.filter) out += ", filter=[" + rule.filter->text + "]";
  }
  return out;
}

std::string routes_text(const cdc::Definition& definition) {
  std::string out = "schema.change.behavior=" + std::string(cdc::behavior_name(definition.behavior));
  for (const cdc::RouteRule& route : definition.routes)
    out += ", " + route.source_table.text + " -> " + route.sink_table.text;
  return out;
}

}  // namespace

std::vector<PipelineNode> pipeline_nodes(const cdc::Pipeline& pipeline) {
  const cdc::Definition& definition = pipeline.definition();
  auto named = [](const char* name, const std::optional<cdc::Section>& section) {
    return PipelineNode{name, std::string(name) + "(" + (section ? section->type : "") + ")", false};
  };
  std::vector<PipelineNode> nodes = {named("Source", definition.source)};
  if (!pipeline.rules().empty()) {
    nodes.push_back({"PreTransform", "PreTransform", false});
    nodes.push_back({"PostTransform", "PostTransform(" + rules_text(definition) + ")", false});
  }
  nodes.push_back({"SchemaOperator", "SchemaOperator(" + routes_text(definition) + ")", true});
  nodes.push_back(named("Sink", definition.sink));
  return nodes;
}

Json text_cell(const std::string& cell) {
  return cell == "null" ? Json(nullptr) : Json(cell);
}

Json image_json(const cdc::Image& image) {
  Json cells = Json::array();
  for (const std::string& cell : image.cells) cells.push_back(text_cell(cell));
  return {{"kind", short_string(image.kind)}, {"cells", std::move(cells)}};
}

std::vector<Json> event_rows_json(const cdc::Event& event, const TimeZone& zone) {
  std::vector<Json> rows;
  if (event.is_data()) {
    for (const cdc::Image& image : cdc::images(event, zone)) rows.push_back(image_json(image));
  } else {
    rows.push_back({{"kind", "schema"}, {"cells", Json::array()}, {"text", cdc::change_text(event)}});
  }
  return rows;
}

Json pipeline_events_json(const Run& run, int32_t index) {
  const PipelineRun& pipeline = *run.pipeline;
  const size_t nodes = pipeline_nodes(*pipeline.pipeline).size();
  StepRecorder recorder(pipeline, nodes);
  const bool failed = run.error && run.error->step == index;
  if (index >= 1 && static_cast<size_t>(index) <= pipeline.traces.size()) {
    const std::vector<cdc::StageTrace>& traces = pipeline.traces[static_cast<size_t>(index) - 1];
    for (size_t i = 0; i < traces.size(); ++i) recorder.add(traces[i], failed && i + 1 == traces.size());
  }
  if (failed) {
    const bool input = run.error->source == ErrorSource::kInput;
    recorder.fail(input ? 0 : failed_node(*pipeline.pipeline, nodes), run.error->error.message);
  }
  return recorder.take();
}

}  // namespace rowkind
