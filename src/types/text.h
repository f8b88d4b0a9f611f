// Printing and reading of values exactly as Flink does (spec/formats.md §12), and the other casts. Time zones
// come from the embedded tz data (time_zone.h), so every build gives the same text.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "types/logical_type.h"
#include "types/row.h"
#include "types/value.h"

namespace rowkind {

class TimeZone;

// CAST(v AS STRING); nested NULL prints "NULL" ("null" with legacy). `zone` is table.local-time-zone.
std::string cast_to_string(const Value& value, const LogicalType& type, const TimeZone& zone,
                           bool legacy = false);

struct CastOptions {
  const TimeZone* zone = nullptr;  // never null in a real call
  bool legacy = false;             // table.exec.legacy-cast-behaviour = ENABLED
};

// Whether Flink's planner accepts CAST(from AS to) at all.
bool cast_supported(const LogicalType& from, const LogicalType& to);
// CAST of a non-null or null value. An error is a failed job with Flink's gist (CAST) or NULL (TRY_CAST,
// decided by the caller).
Result<Value> cast_value(const Value& value, const LogicalType& from, const LogicalType& to,
                         const CastOptions& options);

// Java's Double.toString / Float.toString (shortest digits as JDK 19+).
std::string java_double(double v);
std::string java_float(float v);

}  // namespace rowkind
