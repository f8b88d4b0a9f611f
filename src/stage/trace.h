// What the stage shows, read from the JSON of the engine's answers (wasm/index.d.ts): OpenAnswer becomes a Trace, StepAnswer a StepView.
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
  std::vector<Kind> in;
  std::vector<std::vector<Kind>> out;  // per output
  std::string text;                    // as typed
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
  bool ticks = false;  // steps without a table, behind the start
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
  int64_t total = 0;  // of all rows, also of those that `rows` leaves out
  RowTable rows;
};

struct StepView {
  int index = 0;
  std::vector<Event> events;
  std::vector<StateView> states;  // by id
};

Result<Trace> read_trace(std::string_view json);
Result<StepView> read_step(std::string_view json, const Trace& trace);

}  // namespace rowkind::stage
