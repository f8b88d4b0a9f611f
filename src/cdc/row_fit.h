// Rows of a source table as a sink table takes them.
#pragma once

#include "cdc/event.h"

namespace rowkind {
class TimeZone;
}

namespace rowkind::cdc {

// Of one source table and one of its sink tables; remembers what it found out about their schemas.
class RowFit {
 public:
  // The row event as one of `sink`, its values coerced from schema `from` to `to` by column names, and read as
  // sinks do. Throws Failure; a null `to`: the sink has no such table.
  Event fit(const Event& event, const TableIdPtr& sink, const SchemaPtr& from, const SchemaPtr& to,
            const TimeZone& zone);

 private:
  SchemaPtr held_, from_, to_;
  bool same_ = false;      // the same columns
  bool mistakes_ = false;  // texts are read as numbers
  bool reads_ = false;     // a null fails the sink
};

// Rows are partitioned by key behind the schema operator: throws Failure when a key column is not there.
void check_keys(const Schema& schema);

}  // namespace rowkind::cdc
