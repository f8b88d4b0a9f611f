// Events as Flink CDC logs them and its values sink prints them, read back:
//
//   CreateTableEvent{tableId=db.t, schema=columns={`id` INT NOT NULL}, primaryKeys=id, options=()}
//   DataChangeEvent{tableId=db.t, before=[], after=[1, a], op=INSERT, meta=()}
//
// The text is not exact: a comma inside a string looks like the next value, a lone quoted word behind a column
// may be its comment or its default (it is read as the comment). What cannot be told apart is an error.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cdc/event.h"

namespace rowkind::cdc {

bool is_event_text(std::string_view text);
// `schema_of`: the schema of a table's rows at this time, null when nobody knows. Errors: cdc/event-text.
Result<Event> parse_event_text(std::string_view text,
                               const std::function<SchemaPtr(const std::string& table)>& schema_of);

// Cuts at every ", "; `nested`: outside of brackets.
std::vector<std::string_view> split_values(std::string_view text, bool nested);
// A value as event_text() prints it; nested ones as [a, b], {k -> v} and {field: TYPE -> v}. `name`: of the column,
// for errors. Throws Failure.
Value value_of_text(std::string_view text, const LogicalType& type, const std::string& name);

}  // namespace rowkind::cdc
