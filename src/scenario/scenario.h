// Scenario files (design/scenario.md): reading with precise errors, canonical writing. One YAML file is one scenario.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"

namespace rowkind {

// A piece of text inside the scenario file: `line` and `column` (1-based) of its first character, so that an error in the SQL can be
// shown in the file too.
struct Located {
  std::string text;
  int32_t line = 0;
  int32_t column = 0;
};

enum class InputKind : uint8_t { kRows, kClock, kWatermark, kDdl, kEnd };
struct InputItem {
  InputKind kind = InputKind::kRows;
  std::string table;   // kRows, kWatermark
  std::string format;  // kRows: "" = changelog notation; else a name of formats/format.h or formats/paste.h
  Located text;        // rows, the time, or the DDL
  Span span;           // of the item in the file
};

enum class ExpectOrder : uint8_t { kExact, kStep, kAny };
struct ExpectedError {
  std::string contains;
  int32_t line = 0;  // of the SQL / pipeline, 0: not said
};
struct Expect {
  // Sink name ("" = the only output) -> text, in file order.
  std::vector<std::pair<std::string, std::string>> changelog, table, messages, events;
  std::optional<ExpectedError> error;
  std::optional<std::string> plan;
  std::optional<std::vector<std::string>> advice;
  ExpectOrder order = ExpectOrder::kExact;
};

struct Scenario {
  std::string title, description;
  std::vector<std::string> tags;
  std::string flink;      // "2.3" unless said
  std::string flink_cdc;  // "" unless said
  std::optional<Located> sql, pipeline;
  // With `pipeline`: schemas as text. With `sql`: changelog modes.
  std::vector<std::pair<std::string, std::string>> table_schemas;
  std::map<std::string, ChangelogMode> table_modes;
  std::vector<InputItem> input;
  std::vector<std::pair<std::string, std::string>>
      options;  // consumer, arrival, pair-updates and Flink SET options
  std::optional<Expect> expect;
  std::string verified;
};

// Unknown keys, wrong types and missing parts are errors with the place in `yaml` and a hint.
Result<Scenario> read_scenario(std::string_view yaml);
// Canonical text: keys in the order of design/scenario.md, literal blocks for SQL, rows and expectations.
// read(write(s)) == s, but for the places.
std::string write_scenario(const Scenario& scenario);
// `yaml` with its expect block replaced (or added in front of `verified`); every other byte stays, comments
// too. `yaml` must be readable by read_scenario.
std::string replace_expect(std::string_view yaml, const Expect& expect);
// Line and column in the scenario file of a place in one of its texts: exact for literal blocks and for text
// that stands on one line.
LineColumn place_in_file(const Located& text, LineColumn in_text);

}  // namespace rowkind
