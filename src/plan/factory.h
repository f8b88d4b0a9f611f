// What Flink's table factories say about the options of a table when a query reads it or writes to it.
#pragma once

#include "plan/catalog.h"
#include "plan/config.h"

namespace rowkind {

// Throw Failure (ddl/options, or the format's own code) at `span`, the name of the table in the query.
void check_source(const CatalogTable& table, const Options& settings, Span span);
void check_sink(const CatalogTable& table, const Options& settings, Span span);

}  // namespace rowkind
