#include "stage/trace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace rowkind::stage {
namespace {

using Json = nlohmann::json;
using ParseEvent = Json::parse_event_t;

Kind read_kind(const Json& json) {
  const std::string& text = json.get_ref<const std::string&>();
  if (text == "+I") return Kind::kInsert;
  if (text == "-U") return Kind::kUpdateBefore;
  if (text == "+U") return Kind::kUpdateAfter;
  return text == "-D" ? Kind::kDelete : Kind::kSchema;
}

std::string text_of(const Json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int number_of(const Json& object, const char* key, int otherwise) {
  auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int>() : otherwise;
}

std::optional<std::string_view> cell_of(const Json& cell) {
  if (!cell.is_string()) return std::nullopt;
  return cell.get_ref<const std::string&>();
}

std::vector<std::string> texts_of(const Json& object, const char* key) {
  auto found = object.find(key);
  return found == object.end() ? std::vector<std::string>() : found->get<std::vector<std::string>>();
}

bool is_numeric(std::string_view type) {
  constexpr std::string_view kNames[] = {"TINYINT", "SMALLINT", "INT",    "BIGINT",
                                         "FLOAT",   "DOUBLE",   "DECIMAL"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) {
    return type.substr(0, name.size()) == name &&
           (type.size() == name.size() || type[name.size()] == ' ' || type[name.size()] == '(');
  });
}

void read_columns(const Json& json, bool key, std::vector<Column>& out) {
  for (const Json& one : json)
    out.push_back(Column{text_of(one, "name"), is_numeric(text_of(one, "type")), key});
}

Node read_node(const Json& json) {
  Node node;
  node.name = text_of(json, "name");
  node.text = text_of(json, "text");
  node.table = text_of(json, "table");
  node.inputs = json.at("inputs").get<std::vector<int>>();
  node.mode = texts_of(json, "mode");
  node.exchange = json.contains("hash");
  node.hash = texts_of(json, "hash");
  if (auto keys = json.find("upsert_keys"); keys != json.end() && !keys->empty())
    node.upsert_key = keys->at(0).get<std::vector<std::string>>();
  return node;
}

State read_state(const Json& json) {
  State state;
  state.node = json.at("node").get<int>();
  state.name = text_of(json, "name");
  read_columns(json.at("key"), true, state.columns);
  read_columns(json.at("value"), false, state.columns);
  return state;
}

std::string mark_of(const std::string& kind) {
  if (kind == "watermark") return "W";
  if (kind == "clock") return "P";
  if (kind == "schema") return "DDL";
  return kind == "end" ? kind : "";
}

// "10:00–10:05", with the days where there is more than one; a session with its key.
std::string window_text(const Json& json) {
  std::string start = short_time(text_of(json, "start")), end = short_time(text_of(json, "end"));
  constexpr size_t kDay = 11;  // "2024-01-01 "
  if (start.substr(0, kDay) == end.substr(0, kDay) && end.size() > kDay) {
    start = start.substr(kDay);
    end = end.substr(kDay);
  }
  std::string out;
  for (const Json& cell : json.value("key", Json::array()))
    out += std::string(cell_of(cell).value_or("null")) + " ";
  return out + start + "–" + end;
}

Window read_window(const Json& json) {
  return Window{json.at("first").get<int>(), number_of(json, "last", INT32_MAX), window_text(json)};
}

// One step of the lanes; the name of its table becomes an index.
Step read_summary(const Json& json, std::vector<std::string>& tables) {
  Step step;
  step.start = text_of(json, "kind") == "start";
  step.failed = json.value("failed", false);
  step.text = text_of(json, "text");
  step.late = json.contains("late");
  step.mark = mark_of(text_of(json, "kind"));
  if (const std::string table = text_of(json, "table"); !table.empty()) {
    auto found = std::find(tables.begin(), tables.end(), table);
    step.lane = static_cast<int>(found - tables.begin());
    if (found == tables.end()) tables.push_back(table);
  }
  for (const Json& change : json.at("changes")) step.in.push_back(read_kind(change.at("kind")));
  for (const Json& kinds : json.at("out")) {
    step.out.emplace_back();
    for (const Json& kind : kinds) step.out.back().push_back(read_kind(kind));
  }
  return step;
}

std::string row_text(const Json& event) {
  if (std::string text = text_of(event, "text"); !text.empty()) return text;
  std::string out;
  for (const Json& cell : event.value("cells", Json::array())) {
    if (!out.empty()) out += ", ";
    out += cell_of(cell).value_or("null");
  }
  return out;
}

Event read_event(const Json& json) {
  Event event;
  const std::string type = text_of(json, "type");
  event.parent = number_of(json, "parent", -1);
  event.node = number_of(json, "node", -1);
  event.input = number_of(json, "input", 0);
  if (type == "receive" || type == "emit") {
    event.type = type == "emit" ? Event::Type::kEmit : Event::Type::kReceive;
    event.kind = read_kind(json.at("kind"));
    event.text = row_text(json);
  } else if (type == "state" || type == "expire") {
    event.type = Event::Type::kState;
    event.state = number_of(json, "state", -1);
    const size_t before = json.value("before", Json::array()).size();
    const size_t after = json.value("after", Json::array()).size();
    event.growth = static_cast<int>(after) - static_cast<int>(before);
    event.changed = before > 0 && before == after;
  } else if (type == "error") {
    event.type = Event::Type::kError;
    event.text = text_of(json, "message");
  }
  return event;
}

void note_time(const Json& json, std::vector<NodeTime>& times) {
  const int node = number_of(json, "node", -1);
  if (node < 0 || node >= static_cast<int>(times.size())) return;
  const std::string type = text_of(json, "type");
  if (type == "watermark") times[node].moved = true;
  if (type == "late") ++times[node].late;
  if (type == "expire") ++times[node].expired;
}

Change read_change(const std::string& text) {
  if (text == "added") return Change::kAdded;
  if (text == "removed") return Change::kRemoved;
  return text == "changed" ? Change::kChanged : Change::kSame;
}

// Rows of one state while they are read.
struct Rows {
  RowTable table;
  int64_t removed = 0;
  bool expiring = false;  // one of them will be forgotten

  StateView take(const Json& state, std::vector<Column> columns) {
    if (expiring) columns.push_back(Column{"", false, false, true});
    table.set_columns(std::move(columns));
    StateView out;
    out.total = state.at("total").get<int64_t>();
    out.lines = state.value("lines", std::max(out.total + removed, static_cast<int64_t>(table.rows())));
    out.first = state.value("offset", int64_t{0});
    out.rows = std::move(table);
    *this = Rows();
    return out;
  }
};

void read_row(const Json& json, Rows& rows) {
  RowTable& out = rows.table;
  const Change change = read_change(text_of(json, "change"));
  out.add_row(change);
  if (change == Change::kRemoved) ++rows.removed;
  const Json& cells = json.at("cells");
  for (const Json& cell : cells) out.add_cell(cell_of(cell));
  if (const std::string expires = text_of(json, "expires"); !expires.empty()) {
    rows.expiring = true;
    out.add_cell(short_time(expires));
  }
  auto before = json.find("before");
  if (before == json.end()) return;
  for (size_t i = 0; i < std::min(before->size(), cells.size()); ++i)
    if ((*before)[i] != cells[i]) out.add_before(i, cell_of((*before)[i]));
}

// Parses `text`; `take(depth, keys, object)` sees every object when it ends, `keys[1]` and `keys[3]` being those of the arrays around it,
// and says whether it was used up: then it is not kept. Keeps what grows with the size of a run out of the document tree.
template <typename Take>
Json parse_taking(std::string_view text, Take take) {
  std::array<std::string, 4> keys;
  return Json::parse(text.begin(), text.end(), [&](int depth, ParseEvent event, Json& parsed) {
    if (event == ParseEvent::key && (depth == 1 || depth == 3)) keys[depth] = parsed.get<std::string>();
    return event != ParseEvent::object_end || !take(depth, keys, parsed);
  });
}

// What the answers of the engine cannot be is an error of the caller, not a crash.
template <typename Read>
auto guarded(Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const std::exception& failure) {
    return Error("stage/unreadable", failure.what());
  }
}

}  // namespace

std::string short_time(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot != std::string_view::npos && text.find_first_not_of("0", dot + 1) == std::string_view::npos)
    text = text.substr(0, dot);
  return std::string(text);
}

std::string_view kind_text(Kind kind) {
  constexpr std::string_view kTexts[] = {"+I", "-U", "+U", "-D", "DDL"};
  return kTexts[static_cast<int>(kind)];
}

Result<Trace> read_trace(std::string_view text) {
  return guarded([&] {
    Trace trace;
    // {"steps": [{…}]}: a step's object ends inside of an array inside of the root.
    const Json json = parse_taking(text, [&](int depth, const auto& keys, const Json& object) {
      if (depth != 2 || keys[1] != "steps") return false;
      trace.steps.push_back(read_summary(object, trace.tables));
      return true;
    });
    if (!json.is_object()) throw std::invalid_argument("a run is an object");
    if (auto graph = json.find("graph"); graph != json.end() && graph->is_object()) {
      for (const Json& node : graph->at("nodes")) trace.nodes.push_back(read_node(node));
      for (const Json& state : graph->at("states")) trace.states.push_back(read_state(state));
    }
    const int nodes = static_cast<int>(trace.nodes.size());
    auto known = [&](int node) {
      if (node < 0 || node >= nodes) throw std::out_of_range("no node " + std::to_string(node));
    };
    for (const Node& node : trace.nodes) std::for_each(node.inputs.begin(), node.inputs.end(), known);
    for (const State& state : trace.states) known(state.node);
    if (auto outputs = json.find("outputs"); outputs != json.end())
      for (const Json& output : *outputs) {
        trace.outputs.push_back(Output{text_of(output, "name"), number_of(output, "node", 0)});
        known(trace.outputs.back().node);
      }
    for (const Json& window : json.value("windows", Json::array()))
      trace.windows.push_back(read_window(window));
    std::stable_sort(trace.windows.begin(), trace.windows.end(),
                     [](const Window& a, const Window& b) { return a.first < b.first; });
    trace.details = texts_of(json, "details");
    trace.details.resize(trace.nodes.size());
    for (const Step& step : trace.steps) trace.ticks = trace.ticks || (step.lane < 0 && !step.start);
    return trace;
  });
}

Result<StepView> read_step(std::string_view text, const Trace& trace) {
  return guarded([&] {
    StepView view;
    view.states.resize(trace.states.size());
    view.times.resize(trace.nodes.size());
    Rows rows;
    // {"states": [{"rows": [{…}], …}]}: rows are taken one by one, then their state.
    const Json json = parse_taking(text, [&](int depth, const auto& keys, const Json& object) {
      const bool events = keys[1] == "events", states = keys[1] == "states",
                 row = depth == 4 && keys[3] == "rows";
      if (depth == 2 && events) {
        view.events.push_back(read_event(object));
        note_time(object, view.times);
      }
      if (row && states) read_row(object, rows);
      if (depth == 2 && states) {
        const size_t id = object.at("id").get<size_t>();
        if (id >= view.states.size()) throw std::out_of_range("no state " + std::to_string(id));
        view.states[id] = rows.take(object, trace.states[id].columns);
      }
      return (depth == 2 && (events || states)) || row;
    });
    view.index = json.at("index").get<int>();
    if (auto marks = json.find("watermarks"); marks != json.end())
      for (const auto& [node, time] : marks->items())
        if (const size_t at = std::stoul(node); at < view.times.size())
          view.times[at].watermark = short_time(time.get<std::string>());
    return view;
  });
}

Result<Part> read_part(std::string_view text, const Trace& trace) {
  return guarded([&] {
    Part part;
    Rows rows;
    // {"rows": [{…}]}
    const Json json = parse_taking(text, [&](int depth, const auto& keys, const Json& object) {
      const bool row = depth == 2 && keys[1] == "rows";
      if (row) read_row(object, rows);
      return row;
    });
    part.index = json.at("index").get<int>();
    part.state = json.at("id").get<int>();
    part.view = rows.take(json, trace.states.at(static_cast<size_t>(part.state)).columns);
    return part;
  });
}

}  // namespace rowkind::stage
