#include "lab/views.h"

#include <algorithm>

#include "changelog/notation.h"
#include "lab/cells.h"
#include "lab/pipeline_views.h"
#include "lab/timeline.h"
#include "lab/window_nodes.h"
#include "types/datetime.h"

namespace rowkind {
namespace {

Json place_json(std::string_view text, Span span) {
  LineColumn at = locate(text, span.offset);
  return {{"line", at.line}, {"column", at.column}, {"offset", span.offset}, {"length", span.length}};
}

Json columns_json(const RowType& type, const std::vector<int32_t>& key = {}) {
  Json columns = Json::array();
  for (size_t i = 0; i < type.size(); ++i) {
    Json column = {{"name", type[i].name}, {"type", type[i].type.to_string()}};
    if (std::find(key.begin(), key.end(), static_cast<int32_t>(i)) != key.end()) column["key"] = true;
    columns.push_back(std::move(column));
  }
  return columns;
}

Json tables_json(const CompiledScript& script) {
  Json tables = Json::array();
  for (const auto& table : script.tables) {
    RowType type = table->input_type();
    std::vector<int32_t> key;
    for (const std::string& name : table->primary_key) key.push_back(find_field(type, name));
    tables.push_back({{"name", table->name},
                      {"connector", table->connector},
                      {"format", table->format},
                      {"columns", columns_json(type, key)},
                      {"mode", mode_json(table->source_mode)}});
  }
  return tables;
}

Json names_json(const ColumnSet& columns, const RowType& type) {
  Json names = Json::array();
  for (int32_t column : columns) names.push_back(type[column].name);
  return names;
}

Json node_json(const PhysicalNode& node, const Run& run) {
  Json inputs = Json::array();
  for (const NodePtr& input : node.inputs) inputs.push_back(input->id);
  Json keys = Json::array();
  for (const ColumnSet& key : node.upsert_keys) keys.push_back(names_json(key, node.type));
  Json out = {{"id", node.id},
              {"name", node_name(node.kind)},
              {"text", describe(node)},
              {"mode", node.kind == NodeKind::kSink ? Json::array() : mode_json(node.mode())},
              {"inputs", std::move(inputs)},
              {"columns", columns_json(node.type)},
              {"upsert_keys", std::move(keys)},
              {"states", Json::array()}};
  if (node.kind == NodeKind::kTableSourceScan)
    out["table"] = static_cast<const TableSourceScanNode&>(node).table->name;
  if (node.kind == NodeKind::kSink) out["table"] = static_cast<const SinkNode&>(node).name;
  if (node.kind == NodeKind::kExchange)
    out["hash"] = names_json(static_cast<const ExchangeNode&>(node).keys, node.inputs[0]->type);
  if (node.span.known() && run.scenario.sql) out["place"] = place_json(run.scenario.sql->text, node.span);
  return out;
}

Json graph_json(const Run& run) {
  Json nodes = Json::array();
  for (const NodePtr& node : run.plan->nodes) nodes.push_back(node_json(*node, run));
  Json states = Json::array();
  if (run.job && run.job->trace()) {
    const Trace& trace = *run.job->trace();
    for (size_t id = 0; id < trace.states().size(); ++id) {
      const StateSchema& schema = trace.states()[id];
      int32_t op = trace.state_op(static_cast<int32_t>(id));
      states.push_back({{"id", id},
                        {"node", op},
                        {"name", schema.name},
                        {"key", columns_json(schema.key)},
                        {"value", columns_json(schema.value)}});
      nodes[op]["states"].push_back(id);
    }
  }
  return {{"nodes", std::move(nodes)}, {"states", std::move(states)}};
}

const char* step_kind(const FeedItem& item) {
  switch (item.kind) {
    case InputKind::kRows:
      return item.message ? "message" : "row";
    case InputKind::kClock:
      return "clock";
    case InputKind::kWatermark:
      return "watermark";
    case InputKind::kEnd:
      return "end";
    case InputKind::kDdl:
      break;
  }
  return "row";
}

Json steps_json(const Run& run) {
  Json steps = Json::array();
  const std::vector<Lateness> late = lateness(run);
  std::vector<size_t> next(run.outputs.size(), 0);
  for (int32_t index = 0; index <= run.steps; ++index) {
    Json step = {{"index", index}, {"kind", "start"},          {"item", -1},
                 {"line", 0},      {"changes", Json::array()}, {"text", ""}};
    if (index > 0) {
      const FeedItem& item = run.feed.items[index - 1];
      step["kind"] = step_kind(item);
      step["item"] = item.item;
      step["line"] = item.line - run.scenario.input[item.item].text.line + 1;
      step["text"] = item.text;
      if (item.table >= 0) {
        const CatalogTable& table = *run.script->tables[item.table];
        step["table"] = table.name;
        RowType type = table.input_type();
        for (const Change& change : item.changes) {
          step["changes"].push_back(
              {{"kind", short_string(change.kind)}, {"cells", cells_json(*change.row, type, run.zone())}});
        }
      }
    }
    step["out"] = Json::array();
    for (size_t o = 0; o < run.outputs.size(); ++o) {
      Json kinds = Json::array();
      const std::vector<OutputChange>& changes = run.outputs[o].changes;
      for (; next[o] < changes.size() && changes[next[o]].step == index; ++next[o])
        kinds.push_back(short_string(changes[next[o]].kind));
      step["out"].push_back(std::move(kinds));
    }
    if (run.error && run.error->step == index) step["failed"] = true;
    if (late[index] != Lateness::kOnTime)
      step["late"] = late[index] == Lateness::kDropped ? "dropped" : "kept";
    steps.push_back(std::move(step));
  }
  return steps;
}

Json changelog_json(const Run& run) {
  Json outputs = Json::array();
  for (const Output& output : run.outputs) {
    Json rows = Json::array();
    for (size_t i = 0; i < output.changes.size(); ++i) {
      const OutputChange& change = output.changes[i];
      rows.push_back({{"step", change.step},
                      {"kind", short_string(change.kind)},
                      {"cells", cells_json(*change.row, output.type, run.zone())}});
      if (i < output.messages.size()) rows.back()["message"] = output.messages[i];
    }
    outputs.push_back(std::move(rows));
  }
  return outputs;
}

Json outputs_json(const Run& run) {
  Json outputs = Json::array();
  for (size_t i = 0; i < run.outputs.size(); ++i) {
    const Output& output = run.outputs[i];
    const SinkNode& sink = *run.plan->sinks[output.sink];
    const RowType type = sink.table ? sink.table->sink_type() : output.type;
    outputs.push_back({{"name", output.name},
                       {"connector", output.connector},
                       {"columns", columns_json(type, output.key)},
                       {"node", sink.id}});
  }
  return outputs;
}

const char* event_name(EventKind kind) {
  switch (kind) {
    case EventKind::kReceive:
      return "receive";
    case EventKind::kEmit:
      return "emit";
    case EventKind::kSuppress:
      return "suppress";
    case EventKind::kState:
      return "state";
    case EventKind::kExpire:
      return "expire";
    case EventKind::kWatermark:
      return "watermark";
    case EventKind::kTimer:
      return "timer";
    case EventKind::kLate:
      return "late";
    case EventKind::kError:
      break;
  }
  return "error";
}

// The columns of a reason's rows are those of the operator's output, of one of its inputs or of the table it looks up: told apart by
// number and kind of the values.
Json reason_cells(const Row& row, const PhysicalNode& node, const TimeZone& zone) {
  std::vector<RowType> candidates = {node.type};
  for (const NodePtr& input : node.inputs) candidates.push_back(input->type);
  if (node.kind == NodeKind::kLookupJoin)
    candidates.push_back(static_cast<const LookupJoinNode&>(node).table->scan_type());
  for (const RowType& type : candidates) {
    bool right = row.arity() == static_cast<int32_t>(type.size());
    for (int32_t i = 0; right && i < row.arity(); ++i)
      right = fits(row[i], type[static_cast<size_t>(i)].type);
    if (right) return cells_json(row, type, zone);
  }
  return nullptr;
}

Json rows_json(const std::vector<RowPtr>& rows, const RowType& type, const TimeZone& zone) {
  Json out = Json::array();
  for (const RowPtr& row : rows) out.push_back(cells_json(*row, type, zone));
  return out;
}

void add_reason(Json& out, const TraceEvent& event, const PhysicalNode& node, const TimeZone& zone) {
  out["rule"] = rule_id(event.rule);
  out["docs"] = rule_docs(event.rule);
  WindowKeyAt key = window_key_of(event.rule);
  if (event.a) out["a"] = (key == WindowKeyAt::kA ? window_key_cells : reason_cells)(*event.a, node, zone);
  if (event.b) out["b"] = (key == WindowKeyAt::kB ? window_key_cells : reason_cells)(*event.b, node, zone);
  if (event.n != 0) out["n"] = std::to_string(event.n);
}

// A failure before any operator.
Json input_error_json(int32_t id, const Error& error) {
  return {{"id", id}, {"parent", -1}, {"type", "error"}, {"node", -1}, {"message", error.message}};
}

Json event_json(const TraceEvent& event, int32_t id, const Run& run) {
  if (event.op < 0) return input_error_json(id, *event.error);
  const Trace& trace = *run.job->trace();
  const PhysicalNode& node = *run.plan->nodes[event.op];
  Json out = {{"id", id}, {"parent", event.parent}, {"type", event_name(event.kind)}, {"node", event.op}};
  if (event.kind == EventKind::kReceive) out["input"] = event.input;
  if (event.row) {
    out["kind"] = short_string(event.row_kind);
    // What a look-up join receives of its table is a row of the feed.
    const bool received =
        (event.kind == EventKind::kReceive || event.kind == EventKind::kLate) && !node.inputs.empty();
    const bool looked_up = received && event.input >= static_cast<int32_t>(node.inputs.size());
    const RowType type = looked_up  ? static_cast<const LookupJoinNode&>(node).table->input_type()
                         : received ? node.inputs[static_cast<size_t>(event.input)]->type
                                    : node.type;
    out["cells"] = cells_json(*event.row, type, run.zone());
  }
  switch (event.kind) {
    case EventKind::kEmit:
    case EventKind::kSuppress:
      add_reason(out, event, node, run.zone());
      break;
    case EventKind::kState:
    case EventKind::kExpire: {
      const StateSchema& schema = trace.states()[event.state];
      out["state"] = event.state;
      out["key"] = cells_json(*event.key, schema.key, run.zone());
      out["before"] = rows_json(event.before, schema.value, run.zone());
      out["after"] = rows_json(event.after, schema.value, run.zone());
      break;
    }
    case EventKind::kWatermark:
    case EventKind::kTimer:
      out["n"] = time_text(event.n);
      break;
    case EventKind::kError:
      out["message"] = event.error->message;
      break;
    default:
      break;
  }
  return out;
}

// A row of a table view: null = not there.
struct DiffLine {
  RowPtr key, before, after;
  int64_t expires = INT64_MAX;  // `after`
};

Json diff_json(const DiffLine& line, const RowType& key_type, const RowType& type, const TimeZone& zone) {
  auto cells = [&](const RowPtr& row) {
    Json out = line.key ? cells_json(*line.key, key_type, zone) : Json::array();
    for (int32_t i = 0; i < row->arity(); ++i) out.push_back(cell_json((*row)[i], type[i].type, zone));
    return out;
  };
  if (!line.after) return {{"cells", cells(line.before)}, {"change", "removed"}};
  Json out = {{"cells", cells(line.after)}};
  const bool same = line.before && line.before->equals(*line.after);
  out["change"] = !line.before ? "added" : same ? "same" : "changed";
  if (line.before && !same) out["before"] = cells(line.before);
  if (line.expires != INT64_MAX) out["expires"] = time_text(line.expires);
  return out;
}

int64_t expiry_of(const StateRow& rows, size_t i) {
  if (rows.expiries.empty()) return INT64_MAX;
  return rows.expiries[std::min(i, rows.expiries.size() - 1)];
}

// Rows of one key before and after: equal ones stay, one of each side pairs up as changed, the rest came or
// went.
void add_key_lines(const RowPtr& key, std::vector<RowPtr> before, const StateRow& after,
                   std::vector<DiffLine>& out) {
  std::vector<DiffLine> lines;
  for (size_t i = 0; i < after.rows.size(); ++i) {
    const RowPtr& row = after.rows[i];
    auto same =
        std::find_if(before.begin(), before.end(), [&](const RowPtr& b) { return b && b->equals(*row); });
    if (same == before.end()) {
      lines.push_back(DiffLine{key, nullptr, row, expiry_of(after, i)});
    } else {
      lines.push_back(DiffLine{key, *same, row, expiry_of(after, i)});
      *same = nullptr;
    }
  }
  before.erase(std::remove_if(before.begin(), before.end(), [](const RowPtr& row) { return !row; }),
               before.end());
  auto is_new = [](const DiffLine& line) { return !line.before; };
  if (before.size() == 1 && std::count_if(lines.begin(), lines.end(), is_new) == 1) {
    std::find_if(lines.begin(), lines.end(), is_new)->before = before[0];
    before.clear();
  }
  for (const RowPtr& row : before) out.push_back(DiffLine{key, row, nullptr});
  out.insert(out.end(), lines.begin(), lines.end());
}

int64_t total_of(const std::vector<DiffLine>& lines) {
  return std::count_if(lines.begin(), lines.end(), [](const DiffLine& line) { return line.after; });
}

void put_changed_first(std::vector<DiffLine>& lines) {
  std::stable_partition(lines.begin(), lines.end(), [](const DiffLine& line) {
    return !line.before || !line.after || !line.before->equals(*line.after);
  });
}

// The table as it is, changed rows kept in place; beyond `limit` rows the changed ones come first.
Json lines_json(std::vector<DiffLine> lines, const RowType& key_type, const RowType& type, int64_t limit,
                const TimeZone& zone) {
  int64_t total = total_of(lines);
  if (static_cast<int64_t>(lines.size()) > limit) {
    put_changed_first(lines);
    lines.resize(static_cast<size_t>(limit));
  }
  Json rows = Json::array();
  for (const DiffLine& line : lines) rows.push_back(diff_json(line, key_type, type, zone));
  return {{"total", total}, {"rows", std::move(rows)}};
}

// State changes of the step, one a key: what was there first.
std::vector<StateRow> before_of(const StepTrace& step, int32_t state) {
  std::vector<StateRow> out;
  for (const TraceEvent& event : step.events) {
    if ((event.kind != EventKind::kState && event.kind != EventKind::kExpire) || event.state != state)
      continue;
    bool known =
        std::any_of(out.begin(), out.end(), [&](const StateRow& row) { return row.key->equals(*event.key); });
    if (!known) out.push_back(StateRow{event.key, event.before, {}});
  }
  return out;
}

std::vector<DiffLine> state_lines(Trace& trace, const StepTrace& step, int32_t state, int32_t index) {
  std::vector<StateRow> changed = before_of(step, state);
  std::vector<DiffLine> lines;
  for (const StateRow& row : trace.state_at(state, index)) {
    auto before = std::find_if(changed.begin(), changed.end(),
                               [&](const StateRow& c) { return c.key && c.key->equals(*row.key); });
    if (before == changed.end()) {
      for (size_t i = 0; i < row.rows.size(); ++i)
        lines.push_back(DiffLine{row.key, row.rows[i], row.rows[i], expiry_of(row, i)});
    } else {
      add_key_lines(row.key, before->rows, row, lines);
      before->key = nullptr;
    }
  }
  for (const StateRow& gone : changed) {
    if (gone.key) add_key_lines(gone.key, gone.rows, StateRow{}, lines);
  }
  return lines;
}

}  // namespace

Json diagnostic_json(const Error& error, const char* source, std::string_view text) {
  const char* severity = error.severity == Severity::kError     ? "error"
                         : error.severity == Severity::kWarning ? "warning"
                                                                : "advice";
  Json out = {{"severity", severity}, {"code", error.code}, {"message", error.message}};
  if (!error.hint.empty()) out["hint"] = error.hint;
  out["source"] = source;
  if (error.span.known()) out["place"] = place_json(text, error.span);
  return out;
}

// The span counts inside the row; the page finds the row by item and line.
static Json input_json(const Run& run, const Error& error, std::string_view text, int32_t item,
                       int32_t line) {
  Json out = diagnostic_json(error, "input", text);
  out["item"] = item;
  if (item >= 0 && out.contains("place"))
    out["place"]["line"] = line - run.scenario.input[static_cast<size_t>(item)].text.line + 1;
  return out;
}

Json run_error_json(const Run& run) {
  const RunError& failure = *run.error;
  std::string_view sql = run.scenario.sql ? std::string_view(run.scenario.sql->text) : std::string_view();
  if (failure.source == ErrorSource::kSql) return diagnostic_json(failure.error, "sql", sql);
  if (failure.source == ErrorSource::kPipeline)
    return diagnostic_json(failure.error, "pipeline", run.scenario.pipeline->text);
  if (failure.source == ErrorSource::kScenario) return diagnostic_json(failure.error, "scenario", {});
  const std::string& text =
      run.pipeline ? run.pipeline->steps[failure.step - 1].text : run.feed.items[failure.step - 1].text;
  return input_json(run, failure.error, text, failure.item, failure.line);
}

Json open_json(const Run& run) {
  Json out = {{"document", to_document(run.scenario)},
              {"tables", run.script ? tables_json(*run.script) : Json::array()},
              {"outputs", run.plan ? outputs_json(run) : Json::array()},
              {"graph", run.plan ? graph_json(run) : Json(nullptr)},
              {"plan", run.plan_text},
              {"steps", run.job ? steps_json(run) : Json::array()},
              {"changelog", changelog_json(run)},
              {"windows", run.job ? windows_json(run) : Json::array()}};
  if (run.pipeline) out.update(pipeline_open_json(run));
  out["diagnostics"] = Json::array();
  if (run.pipeline) {
    for (const Error& advice : run.pipeline->advice)
      out["diagnostics"].push_back(diagnostic_json(advice, "pipeline", run.scenario.pipeline->text));
  }
  if (run.plan) {
    for (const Error& advice : run.plan->advice)
      out["diagnostics"].push_back(diagnostic_json(advice, "sql", run.scenario.sql->text));
  }
  for (const FeedItem& item : run.feed.items) {
    for (const Error& note : item.notes)
      out["diagnostics"].push_back(input_json(run, note, item.text, item.item, item.line));
  }
  if (run.error) {
    Json error = run_error_json(run);
    if (run.error->step >= 0) {
      out["error"] = error;
      out["error"]["step"] = run.error->step;
    }
    out["diagnostics"].push_back(std::move(error));
  }
  out["timing"] = {{"plan_us", run.plan_micros}, {"run_us", run.run_micros}};
  return out;
}

Json step_json(Run& run, std::vector<TableHistory>& histories, int32_t index, int64_t limit) {
  if (run.pipeline) return pipeline_step_json(run, index, limit);
  Trace& trace = *run.job->trace();
  // The trace ends before an input that cannot be read: nothing changes in that step.
  const int32_t last = std::min(index, trace.steps() - 1);
  StepTrace unread;
  unread.clock_millis = trace.step(last).clock_millis;
  const StepTrace& step = last == index ? trace.step(index) : unread;
  Json out = {{"index", index}};
  out["clock"] = timestamp_text(Timestamp{step.clock_millis, 0}, 3);
  out["watermarks"] = watermarks_json(run, last);
  out["events"] = Json::array();
  for (size_t i = 0; i < step.events.size(); ++i)
    out["events"].push_back(event_json(step.events[i], static_cast<int32_t>(i), run));
  if (last < index && run.error) out["events"].push_back(input_error_json(0, run.error->error));
  out["states"] = Json::array();
  for (size_t s = 0; s < trace.states().size(); ++s) {
    const StateSchema& schema = trace.states()[s];
    Json state = lines_json(state_lines(trace, step, static_cast<int32_t>(s), last), schema.key, schema.value,
                            limit, run.zone());
    state["id"] = s;
    out["states"].push_back(std::move(state));
  }
  out["tables"] = Json::array();
  for (size_t o = 0; o < run.outputs.size(); ++o) {
    std::vector<DiffLine> lines;
    for (const TableHistory::Slot& slot : histories[o].at(index))
      lines.push_back(DiffLine{nullptr, slot.before, slot.after, INT64_MAX});
    out["tables"].push_back(lines_json(std::move(lines), {}, run.outputs[o].type, limit, run.zone()));
  }
  return out;
}

int32_t state_count(const Run& run) {
  return run.pipeline ? 1 : static_cast<int32_t>(run.job->trace()->states().size());
}

Json rows_json(Run& run, int32_t index, int32_t state, int64_t offset, int64_t limit) {
  if (run.pipeline) return pipeline_rows_json(run, index, offset, limit);
  Trace& trace = *run.job->trace();
  const int32_t last = std::min(index, trace.steps() - 1);
  const StepTrace unread;
  std::vector<DiffLine> lines = state_lines(trace, last == index ? trace.step(index) : unread, state, last);
  put_changed_first(lines);
  const StateSchema& schema = trace.states()[state];
  Json out = {{"index", index}, {"id", state}, {"total", total_of(lines)}, {"lines", lines.size()}};
  const int64_t count = static_cast<int64_t>(lines.size());
  const int64_t from = std::clamp<int64_t>(offset, 0, count);
  const int64_t to = from + std::clamp<int64_t>(limit, 0, count - from);
  out["offset"] = from;
  out["rows"] = Json::array();
  for (int64_t i = from; i < to; ++i)
    out["rows"].push_back(diff_json(lines[static_cast<size_t>(i)], schema.key, schema.value, run.zone()));
  return out;
}

}  // namespace rowkind
