// Types and schemas of several source tables in one sink table (SchemaMergingUtils).
#pragma once

#include <vector>

#include "cdc/event.h"

namespace rowkind {
class TimeZone;
}

namespace rowkind::cdc {

// The narrowest type that holds both, STRING in the end; nullable if one of them is.
// Up to 3.5 a DECIMAL that needs more than 38 digits throws Failure, or is a STRING beside a whole number.
LogicalType common_type(const LogicalType& a, const LogicalType& b, Version version = Version::k37);
// `wide` with the columns of `next` taken in: common types, unknown columns at the end.
SchemaPtr merge_schemas(const SchemaPtr& wide, const Schema& next, Version version);
// The events that turn `before` into `after`: AddColumn, then AlterColumnType, then DropColumn.
std::vector<Event> schema_difference(const TableIdPtr& table, const Schema& before, const Schema& after);
// A value of type `from` as the sink's column takes it: widening only, else NULL.
Value coerce_value(const Value& value, const LogicalType& from, const LogicalType& to, const TimeZone& zone);
// A row by column names; columns that are not there are NULL.
RowPtr coerce_row(const RowPtr& row, const Schema& from, const Schema& to, const TimeZone& zone);

}  // namespace rowkind::cdc
