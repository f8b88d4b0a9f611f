// What the stage shows, read from the JSON of the engine's answers (wasm/index.d.ts): OpenAnswer becomes a Trace, StepAnswer a StepView,
// RowsAnswer a Part.
// Only the fields that are drawn are kept. Rows of states go into flat tables while they are read: 100,000 of them stay small.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "stage/row_table.h"

namespace rowkind::stage {

enum class Kind : uint8_t { kInsert, kUpdateBefore, kUpdateAfter, kDelete, kSchema };
constexpr int kKinds = 5;
std::string_view kind_text(Kind kind);  // "+I", for kSchema "DDL"

struct Node {
  std::string name, text, table;
  std::vector<int> inputs;
  std::vector<std::string> mode, hash, upsert_key;
  bool exchange = false;
};

struct State {
  int node = 0;
  std::string name;
  std::vector<Column> columns;  // those of the key first
};

struct Step {
  int lane = -1;  // index into Trace::tables; -1: time and start
  bool start = false;
  bool failed = false;
  bool late = false;  // its row came at or behind the watermark
  std::string mark;   // of a step without a row: "W", "P", "end", "DDL"
  std::vector<Kind> in;
  std::vector<std::vector<Kind>> out;  // per output
  std::string text;                    // as typed
};

// A window and the steps over which it is open.
struct Window {
  int first = 0, last = 0;  // `last`: behind all steps if nothing closed it
  std::string text;         // "10:00–10:05"
};

struct Output {
  std::string name;
  int node = 0;
};

struct Trace {
  std::vector<Node> nodes;  // by id
  std::vector<State> states;
  std::vector<Output> outputs;
  std::vector<std::string> tables;   // that have steps, in the order of their first one
  std::vector<std::string> details;  // by node, optional: what stands beside its name ("details" in the JSON)
  std::vector<Step> steps;
  std::vector<Window> windows;  // by first step
  bool ticks = false;           // steps without a table, behind the start
};

struct Event {
  enum class Type : uint8_t { kReceive, kEmit, kState, kError, kOther };
  Type type = Type::kOther;
  int parent = -1, node = -1, input = 0, state = -1;
  Kind kind = Kind::kInsert;
  int growth = 0;        // kState: rows more (or less) than before
  bool changed = false;  // kState: what a key held was replaced, row by row
  std::string text;      // the row
};

struct StateView {
  int64_t total = 0;  // rows in the state
  int64_t lines = 0;  // and those that the step removed
  int64_t first = 0;  // `rows` begins with this line
  RowTable rows;      // those that are here
  bool covers(int64_t line) const {
    return line >= first && line < first + static_cast<int64_t>(rows.rows());
  }
};

// What time did to an operator in the step.
struct NodeTime {
  std::string watermark;  // "": none yet
  bool moved = false;
  int late = 0, expired = 0;  // rows dropped, entries forgotten
};

struct StepView {
  int index = 0;
  std::vector<Event> events;
  std::vector<StateView> states;  // by id
  std::vector<NodeTime> times;    // by node
};

// Some lines of one state.
struct Part {
  int index = 0, state = 0;
  StateView view;
};

Result<Trace> read_trace(std::string_view json);
Result<StepView> read_step(std::string_view json, const Trace& trace);
Result<Part> read_part(std::string_view json, const Trace& trace);
// "2024-01-01 10:00:05.000" without zeros that say nothing.
std::string short_time(std::string_view text);

}  // namespace rowkind::stage
