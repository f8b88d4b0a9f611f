// What the operators of window aggregates share (local_window_aggregate.cc, window_aggregate.cc, session_window_aggregate.cc,
// group_window_aggregate.cc).
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "ops/aggregate_calls.h"
#include "ops/factory.h"
#include "ops/window_time.h"

namespace rowkind {

// The calls of a phase without the planner's own record counter: operators count records themselves.
std::vector<AggregateCall> visible_calls(const WindowAggregateNode& node);
// By the key columns: `times`, the record counter and one STRING column a call (Aggregator::describe).
StateSchema window_state_schema(std::string name, const std::vector<int32_t>& grouping,
                                const std::vector<AggregateCall>& calls, const RowType& input,
                                std::initializer_list<const char*> times);

// The accumulators of one window or slice of a key.
struct WindowContent : PartialResult {
  // As window_state_schema() has it.
  RowPtr describe(const AggregateCalls& calls, std::initializer_list<int64_t> times) const;
};
// The time of a row as a local time. Throws Failure(job/null-rowtime).
int64_t local_time_of(const WindowSpec& window, const WindowZone& zone, const Row& row, int64_t clock);
// The end of the slice that a row belongs to: of its time, or of the window that it carries.
int64_t slice_of(const WindowSpec& window, const WindowSlices& slices, const WindowZone& zone, const Row& row,
                 int64_t clock);
// window_start, window_end, window_time ... behind the results, from column `to` on.
void set_window(RowBuilder& builder, int32_t to, const std::vector<WindowProperty>& properties,
                const WindowZone& zone, int64_t start, int64_t end);

OperatorPtr make_session_window_aggregate(const WindowAggregateNode& node);

}  // namespace rowkind
