#include "lab/export.h"

#include <algorithm>
#include <cstdlib>

#include "changelog/table.h"
#include "formats/forms.h"
#include "lab/pipeline_tables.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

FormOptions form_options(const Run& run, const Output& output, const RowType& type) {
  FormOptions options;
  options.table = output.name;
  for (int32_t column : output.key) options.keys.push_back(type[static_cast<size_t>(column)].name);
  auto width = run.script->settings.find("table.display.max-column-width");
  if (width != run.script->settings.end()) options.max_width = std::max(1, std::atoi(width->second.c_str()));
  return options;
}

std::vector<RowPtr> sorted_rows(const Output& output, const std::vector<Change>& changes,
                                const TimeZone& zone) {
  MaterializedTable table(output.key);
  for (const Change& change : changes) table.apply(change);
  std::vector<RowPtr> rows;
  for (auto& [text, row] : table.sorted(output.type, zone)) rows.push_back(std::move(row));
  return rows;
}

Result<std::string> pipeline_table(const PipelineRun& run, const SinkTable& table, int32_t last_step) {
  SinkTables sinks(run);
  sinks.advance_to(last_step);
  std::string out;
  for (const TextRow& row : sinks.tables()[sinks.find(table.id->text)].rows) {
    std::string line;
    for (const std::string& cell : row) line += (line.empty() ? "[" : ", ") + cell;
    out += line + "]\n";
  }
  return out;
}

Result<std::string> pipeline_text(const PipelineRun& run, size_t output, ExportPart part,
                                  std::string_view form, int32_t last_step) {
  bool events = form == "events" && part == ExportPart::kChangelog;
  if (!events && form != "notation")
    return Error{"format/form",
                 "There is no form '" + std::string(form) + "' for a pipeline.",
                 {},
                 "notation, events"};
  const SinkTables sinks(run);
  if (output >= sinks.tables().size()) return Error{"lab/output", "There is no such output."};
  const SinkTable& table = sinks.tables()[output];
  if (part == ExportPart::kTable) return pipeline_table(run, table, last_step);
  std::string out;
  for (size_t step = 1; step <= run.traces.size() && static_cast<int32_t>(step) <= last_step; ++step) {
    for (const cdc::StageTrace& trace : run.traces[step - 1]) {
      for (const cdc::Event& event : trace.sink) {
        if (event.table->text != table.id->text) continue;
        if (events) out += cdc::event_text(event, run.version) + "\n";
        if (events) continue;
        for (const std::string& line : cdc::notation_lines(event, run.pipeline->zone())) out += line + "\n";
      }
    }
  }
  return out;
}

}  // namespace

Result<std::string> export_text(const Run& run, size_t output, ExportPart part, std::string_view form,
                                int32_t last_step) {
  if (run.pipeline) return pipeline_text(*run.pipeline, output, part, form, last_step);
  if (output >= run.outputs.size()) return Error{"lab/output", "There is no such output."};
  const Output& from = run.outputs[output];
  std::vector<Change> changes;
  for (const OutputChange& change : from.changes) {
    if (change.step <= last_step) changes.push_back(Change{change.kind, change.row});
  }
  const SinkNode& sink = *run.plan->sinks[from.sink];
  const RowType type = sink.table ? sink.table->sink_type() : from.type;  // by the names of the table
  FormOptions options = form_options(run, from, type);
  if (part == ExportPart::kChangelog) return write_changelog(form, changes, type, run.zone(), options);
  return write_table(form, sorted_rows(from, changes, run.zone()), type, run.zone(), options);
}

}  // namespace rowkind
