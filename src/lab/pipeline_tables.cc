#include "lab/pipeline_tables.h"

#include <algorithm>

#include "cdc/notation.h"

namespace rowkind {
namespace {

// Calls `visit` with every event that reached the sink in a step.
template <typename Visit>
void for_sink_events(const PipelineRun& run, int32_t step, const Visit& visit) {
  if (step < 1 || static_cast<size_t>(step) > run.traces.size()) return;
  for (const cdc::StageTrace& trace : run.traces[static_cast<size_t>(step) - 1])
    for (const cdc::Event& event : trace.sink) visit(event);
}

bool same_key(const SinkTable& table, const TextRow& a, const TextRow& b) {
  if (a.size() != b.size()) return false;
  for (size_t column : table.key())
    if (column >= a.size() || a[column] != b[column]) return false;
  return true;
}

}  // namespace

std::vector<size_t> SinkTable::key() const {
  std::vector<size_t> out;
  if (!schema) return out;
  for (size_t i = 0; i < schema->columns.size(); ++i) {
    const std::vector<std::string>& keys = schema->primary_keys;
    if (keys.empty() || std::find(keys.begin(), keys.end(), schema->columns[i].name) != keys.end())
      out.push_back(i);
  }
  return out;
}

SinkTables::SinkTables(const PipelineRun& run) : run_(run) {
  for (int32_t step = 1; static_cast<size_t>(step) <= run.traces.size(); ++step) {
    for_sink_events(run, step, [&](const cdc::Event& event) {
      if (find(event.table->text) == tables_.size()) tables_.push_back(SinkTable{event.table, nullptr, {}});
    });
  }
}

size_t SinkTables::find(const std::string& id) const {
  auto found = std::find_if(tables_.begin(), tables_.end(),
                            [&](const SinkTable& table) { return table.id->text == id; });
  return static_cast<size_t>(found - tables_.begin());
}

void SinkTables::advance_to(int32_t step) {
  while (step_ < step) for_sink_events(run_, ++step_, [&](const cdc::Event& event) { apply(event); });
}

void SinkTables::reshape(int32_t step) {
  for_sink_events(run_, step, [&](const cdc::Event& event) {
    if (!event.is_data()) change_schema(tables_[find(event.table->text)], event);
  });
}

void SinkTables::apply(const cdc::Event& event) {
  SinkTable& table = tables_[find(event.table->text)];
  if (event.is_data()) return change_rows(table, event, run_.pipeline->zone());
  change_schema(table, event);
  if (event.kind == cdc::EventKind::kTruncateTable || event.kind == cdc::EventKind::kDropTable)
    table.rows.clear();
}

void SinkTables::change_schema(SinkTable& table, const cdc::Event& event) {
  const cdc::SchemaPtr before = table.schema;
  table.schema = cdc::apply_change(before, event);
  if (!before || !table.schema) return;
  // Columns keep their values by name; an added one starts empty.
  std::vector<int32_t> source;
  for (const cdc::Column& column : table.schema->columns) {
    std::string old_name = column.name;
    for (const auto& [from, to] : event.change->renames)
      if (to == column.name) old_name = from;
    source.push_back(before->find(old_name));
  }
  for (TextRow& row : table.rows) {
    TextRow moved;
    for (int32_t column : source)
      moved.push_back(column < 0 || static_cast<size_t>(column) >= row.size()
                          ? "null"
                          : row[static_cast<size_t>(column)]);
    row = std::move(moved);
  }
}

void SinkTables::change_rows(SinkTable& table, const cdc::Event& event, const TimeZone& zone) {
  for (const cdc::Image& image : cdc::images(event, zone)) {
    auto found = std::find_if(table.rows.begin(), table.rows.end(),
                              [&](const TextRow& row) { return same_key(table, row, image.cells); });
    const bool keyed = table.schema && !table.schema->primary_keys.empty();
    const bool removes = image.kind == RowKind::kDelete || (image.kind == RowKind::kUpdateBefore && !keyed);
    if (removes) {
      if (found != table.rows.end()) table.rows.erase(found);
    } else if (image.kind == RowKind::kUpdateBefore) {
      // The +U that follows replaces the row in its place; a changed key leaves the old one behind.
      if (event.after && !same_key(table, image.cells, cdc::images(event, zone).back().cells) &&
          found != table.rows.end())
        table.rows.erase(found);
    } else if (keyed && found != table.rows.end()) {
      *found = image.cells;
    } else {
      table.rows.push_back(image.cells);
    }
  }
}

}  // namespace rowkind
