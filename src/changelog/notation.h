// The row notation `+I[v, v, ...]` both ways (design/scenario.md). Printing is canonical: one text for one row.
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

// One line. Values are read by the column's type as CAST(text AS type) does; named form `+I[id:1, name:'x']` is accepted. Errors
// (rows/arity, rows/value, rows/syntax ...) carry the byte span inside `line` and name the table's columns in the hint.
Result<Change> parse_change(std::string_view line, const RowType& type, const TimeZone& zone);

}  // namespace rowkind
