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
// A cell as the SQL client shows it: CAST(v AS STRING), but bytes as x'00ff'. The caller says how NULL looks.
std::string display_text(const Value& value, const LogicalType& type, const TimeZone& zone);

struct CastOptions {
  const TimeZone* zone = nullptr;  // never null in a real call
  bool legacy = false;             // table.exec.legacy-cast-behaviour = ENABLED
};

// Whether Flink's planner accepts CAST(from AS to) or TRY_CAST; the error carries Flink's message. Nested
// types are looked into.
Status check_cast(const LogicalType& from, const LogicalType& to);
inline bool cast_supported(const LogicalType& from, const LogicalType& to) {
  return check_cast(from, to).ok();
}
// CAST of a non-null or null value between supported types. An error is a failed job with Flink's gist (CAST)
// or NULL (TRY_CAST, decided by the caller). NULL can also come from a value: a DECIMAL that does not fit, or
// (legacy) text that cannot be read.
Result<Value> cast_value(const Value& value, const LogicalType& from, const LogicalType& to,
                         const CastOptions& options);

// `text` as a CHAR(n) (padded with blanks, cut) or VARCHAR(n) (cut) holds it; lengths count code points.
Value fit_text(const Value& text, const LogicalType& to);
// `data` as a BINARY(n) (padded with zeros, cut) or VARBINARY(n) (cut) holds it.
Value fit_bytes(const Value& data, const LogicalType& to);

// Java's Double.toString / Float.toString, as the JDK 17 that Flink 2.3 runs on prints them (later ones print
// fewer digits at times).
std::string java_double(double v);
std::string java_float(float v);
// Double.parseDouble / Float.parseFloat: blanks around are ignored, "NaN", "Infinity", a suffix f or d and
// hexadecimal floats are read, overflow gives Infinity. False for other text.
bool parse_java_double(std::string_view text, double& out);
bool parse_java_float(std::string_view text, float& out);

}  // namespace rowkind
