// Time in a run, as the page draws it: how far the watermarks are, which rows came behind them, over which steps windows were open. All of
// it is read off the trace; a run without one has none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/document.h"
#include "lab/run.h"

namespace rowkind {

// What became of a row that came in at or behind the watermark of its table.
enum class Lateness : uint8_t { kOnTime, kKept, kDropped };

// By step; kDropped also where an operator dropped a row as late without a watermark of the table's own.
std::vector<Lateness> lateness(const Run& run);

// {"node", "start", "end", "first", "last"?, "key"?} of every window that a row came into, by end: `first` is the step of its first row,
// `last` the step in which time passed its end (not there: still open at the end of the input). Windows of fixed size stand once for all
// keys; a session stands for its `key`. `start` and `end` are local times.
Json windows_json(const Run& run);

// {node: watermark} after a step, of the nodes that have one.
Json watermarks_json(const Run& run, int32_t step);

// A point in event time; "end" for the watermark at the end of all input.
std::string time_text(int64_t millis);

}  // namespace rowkind
