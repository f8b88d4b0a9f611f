// The row notation `+I[v, v, ...]` both ways (design/scenario.md). Printing is canonical: one text for one
// row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

// "+I[1, 'a, b', null, [1, 2]]"
std::string print_change(RowKind kind, const Row& row, const RowType& type, const TimeZone& zone);
// "[1, 'a, b', null]" as table texts show rows.
std::string print_row(const Row& row, const RowType& type, const TimeZone& zone);
// One value as inside a row.
std::string print_value(const Value& value, const LogicalType& type, const TimeZone& zone);
// A string as inside a row: bare, or in quotes when it is empty, reads `null`, has edge blanks or holds a
// character of the notation.
std::string quote_string(std::string_view text);

// One line. Values are read by the column's type as CAST(text AS type) does; strings are taken as they are.
// The named form `+I[id:1, name:'x']` is accepted (all values or none; columns left out are NULL), and
// `+I(..)` for a nested row. Errors carry the byte span inside `line` and name the table's columns in the
// hint:
//   rows/syntax  brackets, quotes, kind       rows/arity  number of values
//   rows/value   a value that its column's type cannot hold, with Flink's gist of the failed CAST
Result<Change> parse_change(std::string_view line, const RowType& type, const TimeZone& zone);

// Java's order of strings (UTF-16 code units), which sorts map keys and table texts: -1, 0, 1.
int32_t compare_java(std::string_view a, std::string_view b);

}  // namespace rowkind
