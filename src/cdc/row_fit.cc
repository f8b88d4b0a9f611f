#include "cdc/row_fit.h"

#include <algorithm>

#include "cdc/schema_merge.h"

namespace rowkind::cdc {

Event RowFit::fit(const Event& event, const TableIdPtr& sink, const SchemaPtr& from, const SchemaPtr& to,
                  const TimeZone& zone) {
  if (!to)
    throw Failure("cdc/run",
                  "Unable to coerce data record from " + event.table->text +
                      " (schema: " + schema_text(*from) + ") to " + sink->text + " (schema: null)",
                  {}, "the sink has never heard of the table: let it take create.table");
  if (from_ != from || to_ != to) {
    from_ = from;
    to_ = to;
    same_ = from->columns == to->columns;
    reads_ = std::any_of(to->columns.begin(), to->columns.end(),
                         [](const Column& column) { return reads_no_null(column.type); });
  }
  Event routed = event;
  routed.table = sink;
  if (!same_) {
    routed.before = coerce_row(event.before, *from, *to, zone);
    routed.after = coerce_row(event.after, *from, *to, zone);
  }
  if (reads_) {
    routed.before = read_row(routed.before, *to);
    routed.after = read_row(routed.after, *to);
  }
  routed.schema = to;
  return routed;
}

void check_keys(const Schema& schema) {
  for (const std::string& key : schema.primary_keys) {
    if (schema.find(key) >= 0) continue;
    throw Failure("cdc/run", "Unable to find column \"" + key + "\" which is defined as primary key", {},
                  "keep the column in the projection, or name the new key with primary-keys");
  }
}

}  // namespace rowkind::cdc
