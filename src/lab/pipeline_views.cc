#include "lab/pipeline_views.h"

#include <algorithm>

#include "cdc/lint.h"
#include "cdc/notation.h"
#include "lab/pipeline_tables.h"
#include "lab/pipeline_trace.h"

namespace rowkind {
namespace {

Json columns_json(const cdc::Schema& schema) {
  Json columns = Json::array();
  for (const cdc::Column& column : schema.columns) {
    Json json = {{"name", column.name}, {"type", cdc::type_text(column.type)}};
    const std::vector<std::string>& keys = schema.primary_keys;
    if (std::find(keys.begin(), keys.end(), column.name) != keys.end()) json["key"] = true;
    columns.push_back(std::move(json));
  }
  return columns;
}

std::string type_of(const std::optional<cdc::Section>& section, const char* otherwise) {
  return section && !section->type.empty() ? section->type : otherwise;
}

Json tables_json(const Run& run) {
  Json tables = Json::array();
  for (const auto& [id, schema] : cdc::upstream_tables(run.scenario)) {
    tables.push_back({{"name", id->text},
                      {"connector", type_of(run.pipeline->pipeline->definition().source, "")},
                      {"format", ""},
                      {"columns", columns_json(*schema)},
                      {"mode", {"I", "UB", "UA", "D"}}});
  }
  return tables;
}

Json outputs_json(const Run& run, SinkTables& sinks) {
  Json outputs = Json::array();
  const std::vector<PipelineNode> nodes = pipeline_nodes(*run.pipeline->pipeline);
  // The columns a table ends with; those of a step are in the step's answer.
  for (const SinkTable& table : sinks.tables()) {
    outputs.push_back({{"name", table.id->text},
                       {"connector", type_of(run.pipeline->pipeline->definition().sink, "values")},
                       {"columns", table.schema ? columns_json(*table.schema) : Json::array()},
                       {"node", nodes.size() - 1}});
  }
  return outputs;
}

Json graph_json(const cdc::Pipeline& pipeline) {
  Json nodes = Json::array();
  for (const PipelineNode& node : pipeline_nodes(pipeline)) {
    const size_t id = nodes.size();
    nodes.push_back({{"id", id},
                     {"name", node.name},
                     {"text", node.text},
                     {"mode", Json::array()},
                     {"inputs", id == 0 ? Json::array() : Json::array({id - 1})},
                     {"columns", Json::array()},
                     {"upsert_keys", Json::array()},
                     {"states", node.keeps_schemas ? Json::array({0}) : Json::array()}});
  }
  auto column = [](const char* name) { return Json{{"name", name}, {"type", "STRING"}}; };
  Json states = Json::array({{{"id", 0},
                              {"node", nodes.size() - 2},
                              {"name", "schemas"},
                              {"key", {column("table"), column("column")}},
                              {"value", {column("type")}}}});
  return {{"nodes", std::move(nodes)}, {"states", std::move(states)}};
}

Json rules_json(const Run& run) {
  const cdc::Definition& definition = run.pipeline->pipeline->definition();
  Json transforms = Json::array();
  for (const cdc::TransformRule& rule : definition.transforms) {
    Json json = {{"source-table", rule.source_table.text}};
    if (rule.projection) json["projection"] = rule.projection->text;
    if (rule.filter) json["filter"] = rule.filter->text;
    if (!rule.primary_keys.empty()) json["primary-keys"] = rule.primary_keys;
    if (!rule.partition_keys.empty()) json["partition-keys"] = rule.partition_keys;
    if (!rule.table_options.empty()) json["table-options"] = rule.table_options;
    if (!rule.converter.empty()) json["converter-after-transform"] = rule.converter;
    if (!rule.description.empty()) json["description"] = rule.description;
    transforms.push_back(std::move(json));
  }
  Json routes = Json::array();
  for (const cdc::RouteRule& rule : definition.routes) {
    Json json = {{"source-table", rule.source_table.text}, {"sink-table", rule.sink_table.text}};
    if (rule.replace_symbol) json["replace-symbol"] = *rule.replace_symbol;
    routes.push_back(std::move(json));
  }
  return {{"version", cdc::version_text(run.pipeline->version)},
          {"schema-change-behavior", cdc::behavior_name(definition.behavior)},
          {"transform", std::move(transforms)},
          {"route", std::move(routes)}};
}

void add_source(Json& step, const cdc::SourceStep& source, const Run& run) {
  const TimeZone& zone = run.pipeline->pipeline->zone();
  step["item"] = source.item;
  if (source.item >= 0)
    step["line"] = source.line - run.scenario.input[static_cast<size_t>(source.item)].text.line + 1;
  step["text"] = source.text;
  step["kind"] = "row";
  for (const cdc::Event& event : source.events) {
    step["table"] = event.table->text;
    if (event.is_data()) {
      for (const cdc::Image& image : cdc::images(event, zone)) step["changes"].push_back(image_json(image));
    } else {
      step["kind"] = "schema";
      if (source.text.empty()) step["text"] = cdc::change_text(event);
    }
  }
}

// Kinds out by sink table, in order.
Json out_json(const PipelineRun& run, const SinkTables& sinks, size_t step) {
  std::vector<Json> kinds(sinks.tables().size(), Json::array());
  if (step >= 1 && step <= run.traces.size()) {
    for (const cdc::StageTrace& trace : run.traces[step - 1])
      for (const cdc::Event& event : trace.sink)
        for (const Json& row : event_rows_json(event, run.pipeline->zone()))
          kinds[sinks.find(event.table->text)].push_back(row["kind"]);
  }
  return kinds;
}

Json steps_json(const Run& run, const SinkTables& sinks) {
  const PipelineRun& pipeline = *run.pipeline;
  Json steps = Json::array();
  for (int32_t index = 0; index <= run.steps; ++index) {
    Json step = {{"index", index}, {"kind", "start"},          {"item", -1},
                 {"line", 0},      {"changes", Json::array()}, {"text", ""}};
    if (index > 0) add_source(step, pipeline.steps[static_cast<size_t>(index) - 1], run);
    step["out"] = out_json(pipeline, sinks, static_cast<size_t>(index));
    if (run.error && run.error->step == index) step["failed"] = true;
    steps.push_back(std::move(step));
  }
  return steps;
}

Json changelog_json(const PipelineRun& run, const SinkTables& sinks) {
  std::vector<Json> outputs(sinks.tables().size(), Json::array());
  for (size_t step = 1; step <= run.traces.size(); ++step) {
    for (const cdc::StageTrace& trace : run.traces[step - 1]) {
      for (const cdc::Event& event : trace.sink) {
        bool first = true;
        for (Json& row : event_rows_json(event, run.pipeline->zone())) {
          row["step"] = step;
          if (first) row["event"] = cdc::event_text(event, run.version);
          first = false;
          outputs[sinks.find(event.table->text)].push_back(std::move(row));
        }
      }
    }
  }
  return outputs;
}

std::string plan_text(const cdc::Pipeline& pipeline) {
  std::string out;
  std::vector<PipelineNode> nodes = pipeline_nodes(pipeline);
  for (size_t depth = 0; depth < nodes.size(); ++depth) {
    if (depth > 0) out += std::string(3 * (depth - 1), ' ') + "+- ";
    out += nodes[nodes.size() - 1 - depth].text + "\n";
  }
  return out;
}

Json cells_json(const TextRow& row) {
  Json cells = Json::array();
  for (const std::string& cell : row) cells.push_back(text_cell(cell));
  return cells;
}

// Rows that are equal by key are one row; those of a table without key are equal whole.
// `offset`: where the part that is wanted begins, changed rows first; -1: the table as it is, if it fits.
Json diff_json(const SinkTable& before, const SinkTable& after, int64_t limit, int64_t offset = -1) {
  std::vector<TextRow> gone = before.rows;
  std::vector<Json> changed, same;
  const std::vector<size_t> key = after.key();
  for (const TextRow& row : after.rows) {
    auto old = std::find_if(gone.begin(), gone.end(), [&](const TextRow& one) {
      return one.size() == row.size() && std::all_of(key.begin(), key.end(), [&](size_t column) {
               return column < row.size() && one[column] == row[column];
             });
    });
    Json line = {{"cells", cells_json(row)}, {"change", old == gone.end() ? "added" : "same"}};
    if (old != gone.end()) {
      if (*old != row) {
        line["change"] = "changed";
        line["before"] = cells_json(*old);
      }
      gone.erase(old);
    }
    (line["change"] == "same" ? same : changed).push_back(std::move(line));
  }
  for (const TextRow& row : gone) changed.push_back({{"cells", cells_json(row)}, {"change", "removed"}});
  // Changed rows come first when not all fit.
  const size_t most = static_cast<size_t>(std::max<int64_t>(limit, 0));
  const size_t lines = same.size() + changed.size();
  std::vector<Json>& first = offset >= 0 || lines > most ? changed : same;
  std::vector<Json>& then = &first == &same ? changed : same;
  std::move(then.begin(), then.end(), std::back_inserter(first));
  const int64_t skipped = std::clamp<int64_t>(offset, 0, static_cast<int64_t>(lines));
  first.erase(first.begin(), first.begin() + skipped);
  if (first.size() > most) first.resize(most);
  const cdc::SchemaPtr& schema = after.schema ? after.schema : before.schema;
  return {{"total", after.rows.size()},
          {"lines", lines},
          {"offset", skipped},
          {"rows", std::move(first)},
          {"columns", schema ? columns_json(*schema) : Json::array()}};
}

// Columns of all sink tables as rows (table, column, type).
SinkTable schemas_of(const SinkTables& sinks) {
  SinkTable out;
  cdc::Schema schema;
  for (const char* name : {"table", "column", "type"})
    schema.columns.push_back(cdc::Column{name, LogicalType::string(), std::nullopt, std::nullopt});
  schema.primary_keys = {"table", "column"};
  out.schema = std::make_shared<const cdc::Schema>(std::move(schema));
  for (const SinkTable& table : sinks.tables()) {
    if (!table.schema) continue;
    for (const cdc::Column& column : table.schema->columns)
      out.rows.push_back({table.id->text, column.name, cdc::type_text(column.type)});
  }
  return out;
}

}  // namespace

Json pipeline_open_json(const Run& run) {
  const PipelineRun& pipeline = *run.pipeline;
  if (!pipeline.pipeline) {
    return {{"tables", Json::array()}, {"outputs", Json::array()},  {"graph", nullptr}, {"plan", ""},
            {"steps", Json::array()},  {"changelog", Json::array()}};
  }
  SinkTables sinks(pipeline);
  sinks.advance_to(run.steps);
  return {{"tables", tables_json(run)},
          {"outputs", outputs_json(run, sinks)},
          {"graph", graph_json(*pipeline.pipeline)},
          {"plan", plan_text(*pipeline.pipeline)},
          {"steps", steps_json(run, sinks)},
          {"changelog", changelog_json(pipeline, sinks)},
          {"pipeline", rules_json(run)}};
}

Json pipeline_rows_json(const Run& run, int32_t index, int64_t offset, int64_t limit) {
  SinkTables before(*run.pipeline), after(*run.pipeline);
  before.advance_to(index - 1);
  after.advance_to(index);
  Json out = diff_json(schemas_of(before), schemas_of(after), limit, std::max<int64_t>(offset, 0));
  out.update({{"index", index}, {"id", 0}});
  return out;
}

Json pipeline_step_json(const Run& run, int32_t index, int64_t limit) {
  const PipelineRun& pipeline = *run.pipeline;
  SinkTables before(pipeline), after(pipeline);
  before.advance_to(index - 1);
  after.advance_to(index);
  Json schemas = diff_json(schemas_of(before), schemas_of(after), limit);
  schemas["id"] = 0;
  before.reshape(index);
  Json tables = Json::array();
  for (size_t i = 0; i < after.tables().size(); ++i)
    tables.push_back(diff_json(before.tables()[i], after.tables()[i], limit));
  return {{"index", index},
          {"clock", "2024-01-01 00:00:00.000"},
          {"events", pipeline_events_json(run, index)},
          {"states", Json::array({std::move(schemas)})},
          {"tables", std::move(tables)}};
}

}  // namespace rowkind
