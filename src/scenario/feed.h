// The feed: a scenario's input as typed items in arrival order, one item a step (step n is items[n - 1]; step 0 is the job's start).
// In `rows` a step is one row of the notation, or one raw message with all the changes it decodes to, as the oracle counts them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "plan/catalog.h"
#include "scenario/scenario.h"

namespace rowkind {

class TimeZone;

struct FeedItem {
  InputKind kind = InputKind::kRows;
  int32_t item = -1;     // index into Scenario::input
  int32_t line = 0;      // in the scenario file, 1-based; of the row or message
  int32_t table = -1;    // index into the tables, kRows and kWatermark
  bool message = false;  // raw format: `changes` were decoded from one message
  std::vector<Change> changes;
  int64_t time = 0;  // kClock, kWatermark: epoch milliseconds (session zone applied as Flink does)
  std::string text;  // as typed
  // The row, message or time cannot be read, or the table is unknown: the run stops before this step. Message names table, row or message
  // number; span counts inside `text`.
  std::optional<Error> error;
  // What there is to say about a message that could be read; spans count inside `text`. Only when asked for.
  std::vector<Error> notes;
};

struct Feed {
  std::vector<FeedItem> items;  // ends with the first item that has an error
};

// `zone` is table.local-time-zone. Rows of tables in a raw format go through that format's decoder (per-row `format` wins over none).
Feed build_feed(const Scenario& scenario, const std::vector<std::shared_ptr<const CatalogTable>>& tables,
                const TimeZone& zone, bool with_notes = false);

}  // namespace rowkind
