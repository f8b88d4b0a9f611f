// JSON views of a run, as typed in wasm/index.d.ts.
#pragma once

#include <vector>

#include "lab/document.h"
#include "lab/run.h"
#include "lab/table_history.h"

namespace rowkind {

Json diagnostic_json(const Error& error, const char* source, std::string_view text);
Json run_error_json(const Run& run);
// Everything of OpenAnswer but ok and session.
Json open_json(const Run& run);
// Everything of StepAnswer but ok. Needs a trace; `histories` are the output tables, one an output. At most
// `limit` rows a table.
Json step_json(Run& run, std::vector<TableHistory>& histories, int32_t index, int64_t limit);
// Everything of RowsAnswer but ok: the rows `offset` to `offset + limit` of one state after step `index`.
Json rows_json(Run& run, int32_t index, int32_t state, int64_t offset, int64_t limit);
// How many states a run has.
int32_t state_count(const Run& run);

}  // namespace rowkind
