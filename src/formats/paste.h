// Changelogs as people paste them: SQL client tables, the print connector, retract tuples, tables of Flink's
// docs. Forms may be mixed, each line says by itself what it is (spec/formats.md §11):
//   | +I | 1 | ann |                          tableau, under a header; borders, prompts and footers are skipped
//   +I[1, ann]   sink:2> -U(1, ann)   +I{id=1, name=ann}   [+I, id = 1, name = ann]   -- +I[id:1, name:'ann']
//   (true,+I[1, ann])   (false,1,ann)         retract tuples: true is +I, false -D
//   +(UPDATE_AFTER) 12:00:00 scooter 12.99    docs table; a ruler ==== under the header gives the columns
//   + 0001, 1, true                           sign and values
// Values may be written as Java prints them (2024-06-01T09:30, true, [1, -1] for bytes) or as CAST AS STRING
// does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

struct PastedRow {
  Change change;
  std::string_view text;       // the line
  int32_t line = 0;            // 1-based
  bool bare_sign = false;      // "+ 1, ann": nothing tells an update from an insert
  std::optional<Error> error;  // then no change; span inside `text`
  std::string note;            // what may be wrong with it all the same: "cell … was cut"
};

// Rows in order; what is no row (borders, blank lines, text around) is left out. Stops behind the first
// error.
std::vector<PastedRow> parse_pasted(std::string_view text, const RowType& columns, const TimeZone& zone);

// A "- …" right in front of a "+ …" with the same key becomes -U and +U.
void pair_updates(std::vector<PastedRow>& rows, const std::vector<int32_t>& key);

// Input formats that are pasted text: "tableau", "print", "docs", "retract", "paste". All are read alike; the
// name tells people what it is.
bool is_paste_format(std::string_view format);

// The likely format of a text: one of format_names(), of the paste formats, "changelog" for the row notation,
// or "cdc-events"; "csv" when nothing else fits.
std::string detect_format(std::string_view text);

}  // namespace rowkind
