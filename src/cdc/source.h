// The upstream of a pipeline: a scenario's input as events in arrival order, one step each.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cdc/event.h"
#include "scenario/scenario.h"

namespace rowkind::cdc {

struct SourceStep {
  std::vector<Event> events;   // several for a ddl of several clauses
  int32_t item = -1;           // index into Scenario::input; -1: the CREATE of a table nobody names
  int32_t line = 0;            // in the scenario file
  std::string text;            // as typed; a CREATE has none
  std::optional<Error> error;  // the input cannot be read: the run ends before this step
};

// The tables of `tables:` that can be read.
std::vector<std::pair<TableIdPtr, SchemaPtr>> upstream_tables(const Scenario& scenario);

// `zone`: the pipeline's. A table of `tables:` is created right before the first item that names it, the
// others at the end; with `batch` all are created before the first item. -U and +U in a row are one update, a lone +U is a REPLACE. Formats: the notation, and
// all that the formats room decodes (debezium-json, canal-json ...).
std::vector<SourceStep> read_source(const Scenario& scenario, const TimeZone& zone, bool batch = false);

}  // namespace rowkind::cdc
