// Rows as lists of texts, as typed in wasm/index.d.ts; null for NULL.
#pragma once

#include "lab/document.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {

class TimeZone;

Json cell_json(const Value& value, const LogicalType& type, const TimeZone& zone);
// By `type` as far as the values fit it: rows inside of operators are not always of the type that a node has.
Json cells_json(const Row& row, const RowType& type, const TimeZone& zone);
// Whether a value can be of a type.
bool fits(const Value& value, const LogicalType& type);

}  // namespace rowkind
