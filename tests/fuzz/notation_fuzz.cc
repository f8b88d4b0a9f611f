// The row notation and pasted text: a row that was read prints, and reads back as the same row.
#include <cstdlib>

#include "changelog/notation.h"
#include "formats/paste.h"
#include "fuzz.h"
#include "types/time_zone.h"

using namespace rowkind;

namespace {
const LogicalType& row_type() {
  static const LogicalType type = *parse_type(
      "ROW<a INT, b STRING, c ARRAY<STRING>, d MAP<STRING, INT>, e ROW<x DECIMAL(10, 2), y BYTES>, f "
      "TIMESTAMP(3), g TIMESTAMP_LTZ(3), h DOUBLE>");
  return type;
}
}  // namespace

void fuzz_one(std::string_view input) {
  const TimeZone& zone = TimeZone::utc();
  const RowType& type = row_type().fields();
  Result<Change> change = parse_change(input, type, zone);
  if (change) {
    std::string printed = print_change(change->kind, *change->row, type, zone);
    Result<Change> again = parse_change(printed, type, zone);
    if (!again || print_change(again->kind, *again->row, type, zone) != printed) abort();
  } else {
    to_text(change.error(), input);
  }
  detect_format(input);
  for (const PastedRow& row : parse_pasted(input, type, zone)) {
    if (!row.error) print_change(row.change.kind, *row.change.row, type, zone);
  }
}
std::vector<std::string> fuzz_seeds() {
  return {"tests/fuzz/seeds/notation"};
}
std::vector<std::string> fuzz_words() {
  return {"+I[",      "-U[",
          "+U[",      "-D[",
          "]",        "(",
          ")",        "{",
          "}",        "=",
          ", ",       "'",
          "''",       "\\n",
          "\\",       "null",
          "x'0A'",    "a:",
          "b:",       "1",
          "12.50",    "2024-01-01 10:00:00",
          "T10:00Z",  "TRUE",
          "NaN",      "| ",
          "+----+\n", "====== ===\n",
          "(true,",   "+(INSERT) ",
          "-- ",      "2> ",
          "<NULL>",   "\n",
          "é",        "😀"};
}
