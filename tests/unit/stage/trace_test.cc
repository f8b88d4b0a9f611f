#include "stage/trace.h"

#include "stage/graph.h"
#include "stage/timeline.h"
#include "support.h"

namespace rowkind::stage {

TEST_CASE("a run is read from the engine's answer") {
  const Trace trace = join_trace();
  CHECK(trace.nodes.size() == 8);
  CHECK(trace.nodes[5].inputs == std::vector<int>{1, 4});
  CHECK(trace.nodes[4].exchange);
  CHECK(trace.nodes[6].upsert_key == std::vector<std::string>{"k"});
  CHECK(trace.tables == std::vector<std::string>{"a", "b"});
  CHECK(trace.ticks);
  REQUIRE(trace.steps.size() == 4);
  CHECK(trace.steps[0].start);
  CHECK(trace.steps[2].lane == 1);
  CHECK(trace.steps[2].in == std::vector<Kind>{Kind::kUpdateBefore, Kind::kUpdateAfter});
  CHECK(trace.steps[3].failed);
  REQUIRE(trace.states.size() == 2);
  CHECK(trace.states[1].columns[0].key);
  CHECK(trace.states[1].columns[1].numeric);
  CHECK(!trace.states[0].columns[1].numeric);
}

TEST_CASE("a step is read with its causes, growth and rows") {
  const Trace trace = join_trace();
  const StepView view = join_step(trace);
  CHECK(view.index == 2);
  REQUIRE(view.events.size() == 13);
  CHECK(view.events[6].kind == Kind::kUpdateBefore);
  CHECK(view.events[6].text == "1, 'a''b'");
  CHECK(view.events[0].text == "1, null");
  CHECK(view.events[12].growth == 2);
  CHECK(!view.events[12].changed);
  CHECK(view.states[0].total == 1);
  CHECK(view.states[0].rows.cell(0, 1) == "x");
  // The id stood behind the rows.
  const StateView& right = view.states[1];
  CHECK(right.total == 5000);
  REQUIRE(right.rows.rows() == 2);
  CHECK(right.rows.change(0) == Change::kAdded);
  CHECK(right.rows.is_null(1, 1));
  REQUIRE(right.rows.before(1, 1) != nullptr);
  CHECK(*right.rows.before(1, 1) == "old");
  CHECK(right.rows.before(1, 0) == nullptr);
  CHECK(right.rows.columns().size() == 2);
}

TEST_CASE("time is read: windows, late rows, watermarks, what expires") {
  const char* graph =
      R"("graph": {"nodes": [{"name": "TableSourceScan", "inputs": [], "table": "t"}, {"name": "WatermarkAssigner", "inputs": [0]},
         {"name": "Sink", "inputs": [1]}],
         "states": [{"node": 1, "name": "s", "key": [{"name": "k", "type": "STRING"}], "value": []}]}, "outputs": [{"name": "o", "node": 2}])";
  const std::string run = "{" + std::string(graph) +
                          R"(, "steps": [{"kind": "start", "changes": [], "out": [[]]},
          {"kind": "row", "table": "t", "changes": [{"kind": "+I"}], "out": [[]], "late": "kept"},
          {"kind": "clock", "changes": [], "out": [[]]}],
         "windows": [{"start": "2024-01-01 10:00:05.000", "end": "2024-01-01 10:00:10.500", "first": 2},
          {"start": "2024-01-01 10:00:00.000", "end": "2024-01-01 10:00:05.000", "first": 1, "last": 2, "key": ["a", null]}]})";
  Result<Trace> trace = read_trace(run);
  REQUIRE(trace.ok());
  CHECK(trace->steps[1].late);
  CHECK(trace->steps[2].mark == "P");
  REQUIRE(trace->windows.size() == 2);
  CHECK(trace->windows[0].text == "a null 10:00:00–10:00:05");
  CHECK(trace->windows[0].last == 2);
  CHECK(trace->windows[1].text == "10:00:05–10:00:10.500");
  CHECK(trace->windows[1].last > 1000);
  const Graph boxes = make_graph(*trace);
  CHECK(!boxes.boxes[0].timed);
  CHECK(boxes.boxes[1].timed);
  CHECK(boxes.boxes[2].timed);

  Result<StepView> view = read_step(
      R"({"index": 1, "events": [{"type": "late", "node": 1}, {"type": "watermark", "node": 2}, {"type": "expire", "node": 1, "state": 0, "before": [[1]], "after": []}],
          "states": [{"id": 0, "total": 1, "rows": [{"cells": ["x"], "change": "same", "expires": "2024-01-01 03:00:00.000"},
                                                    {"cells": ["y"], "change": "removed"}]}],
          "watermarks": {"1": "2024-01-01 10:00:05.000", "9": "end"}})",
      *trace);
  REQUIRE(view.ok());
  CHECK(view->times[1].late == 1);
  CHECK(view->times[1].expired == 1);
  CHECK(view->times[1].watermark == "2024-01-01 10:00:05");
  CHECK(!view->times[1].moved);
  CHECK(view->times[2].moved);
  const StateView& state = view->states[0];
  CHECK(state.lines == 2);
  REQUIRE(state.rows.columns().size() == 2);
  CHECK(state.rows.columns()[1].expiry);
  CHECK(state.rows.cell(0, 1) == "2024-01-01 03:00:00");
  CHECK(state.rows.cell(1, 1).empty());
}

TEST_CASE("a part of a state knows its place") {
  const Trace trace = join_trace();
  Result<Part> part = read_part(
      R"({"index": 2, "id": 1, "total": 900, "lines": 901, "offset": 300, "rows": [{"cells": ["7", "'x'"], "change": "same"}]})",
      trace);
  REQUIRE(part.ok());
  CHECK(part->state == 1);
  CHECK(part->view.lines == 901);
  CHECK(part->view.covers(300));
  CHECK(!part->view.covers(301));
  CHECK(part->view.rows.cell(0, 1) == "x");
  CHECK(!read_part(R"({"index": 2, "id": 7, "total": 1, "rows": []})", trace).ok());
}

TEST_CASE("windows lie in lanes of their own, none over another, and what has no place is counted") {
  Trace trace;
  trace.steps.resize(20);
  for (int i = 0; i < 6; ++i) trace.windows.push_back(Window{i, i + 1, "w"});
  for (int i = 0; i < 6; ++i) trace.windows.push_back(Window{10, 15, "w"});
  Timeline timeline;
  timeline.set_trace(trace);
  REQUIRE(timeline.lanes().size() == 4);
  CHECK(timeline.lanes()[0].windows == std::vector<int>{0, 2, 4, 6});
  CHECK(timeline.lanes()[1].windows == std::vector<int>{1, 3, 5, 7});
  CHECK(timeline.lanes()[3].left_out == 2);
  CHECK(timeline.window_at(timeline.lanes()[0], 2) == 1);
  CHECK(timeline.window_at(timeline.lanes()[0], 16) == 4);
}

TEST_CASE("what no engine says is an error, not a crash") {
  const Trace trace = join_trace();
  for (const char* text : {"", "[", "null", "[]", "{}", R"({"index": "x"})",
                           R"({"index": 1, "states": [{"id": 9, "total": 0}]})",
                           R"({"index": 1, "events": [{"type": "emit", "node": 1}]})"})
    CHECK(!read_step(text, trace).ok());
  for (const char* text : {"", "7", R"({"graph": {"nodes": [{"inputs": [4]}], "states": []}})",
                           R"({"graph": {"nodes": [{}], "states": []}})",
                           R"({"graph": {"nodes": [], "states": [{"node": 0, "key": [], "value": []}]}})",
                           R"({"steps": [{"changes": 1}]})"})
    CHECK(!read_trace(text).ok());
  CHECK(read_trace(R"({"graph": null, "steps": []})").ok());
}

TEST_CASE("cells lose their quotes as on the page") {
  CHECK(plain_cell("12.50") == "12.50");
  CHECK(plain_cell("'a''b'") == "a'b");
  CHECK(plain_cell("'null'") == "'null'");
  CHECK(plain_cell("''") == "''");
  CHECK(plain_cell("'\\t北京'") == "\t北京");
  CHECK(plain_cell("'") == "'");
}

TEST_CASE("a state of 100,000 rows is read in one piece of memory") {
  std::string json = R"({"index": 1, "events": [], "states": [{"id": 0, "total": 100000, "rows": [)";
  for (int i = 0; i < 100'000; ++i)
    json += (i == 0 ? "" : ",") + ("{\"cells\": [\"" + std::to_string(i) + "\", \"'name " +
                                   std::to_string(i * 7) + "'\"], \"change\": \"same\"}");
  json += "]}]}";
  const Trace trace = join_trace();
  const Result<StepView> view = read_step(json, trace);
  REQUIRE(view.ok());
  const RowTable& rows = view->states[0].rows;
  CHECK(rows.rows() == 100'000);
  CHECK(rows.cell(99'999, 0) == "99999");
  CHECK(rows.cell(99'999, 1) == "name 699993");
  CHECK(rows.letters(1) == 9);
  CHECK(rows.cell(5, 7).empty());
}

TEST_CASE("operators that only pass rows on are part of an edge") {
  const Trace trace = join_trace();
  const Graph graph = make_graph(trace);
  REQUIRE(graph.boxes.size() == 5);
  CHECK(graph.boxes[0].title == "a");
  CHECK(graph.boxes[0].detail == "kafka");
  CHECK(graph.boxes[2].title == "Join");
  CHECK(graph.boxes[2].states == std::vector<int>{0, 1});
  CHECK(graph.boxes[3].title == "Calc");  // it drops rows
  CHECK(graph.boxes[4].sink);
  REQUIRE(graph.edges.size() == 4);
  CHECK(graph.edges[0].route == "hash(k)");
  CHECK(graph.edges[1].route == "hash(k, l)");
  CHECK(graph.edges[1].from == 1);
  CHECK(graph.edges[1].carrier == 4);
  CHECK(graph.edges[2].route.empty());
  CHECK(graph.edges[3].route == "key {k}");
  CHECK(graph.edge_into(5, 1) == 1);
  CHECK(graph.edge_into(4, 0) == -1);
}

}  // namespace rowkind::stage
