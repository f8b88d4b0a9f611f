// Dates and times as the json and csv formats read and write them (Flink's TimeFormats over java.time
// formatters; spec/formats.md §1): fixed digits, no surrounding blanks. These are stricter than CAST
// (types/datetime.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "types/value.h"

namespace rowkind {

// 'timestamp-format.standard'.
enum class TimestampFormat : uint8_t { kSql, kIso8601 };

// "2024-02-29"; impossible days are refused (DateTimeFormatter.ISO_LOCAL_DATE).
bool parse_iso_date(std::string_view text, int64_t& days);
// "09:30:00[.f{0,9}]"; 24:00:00 is midnight. Milliseconds of the day.
bool parse_sql_time(std::string_view text, int64_t& millis);
// kSql "2024-06-01 09:30:00[.f]": day 30 of February is its last day, 24:00:00 the next midnight (SMART).
// kIso8601 "2024-06-01T09:30[:00[.f]]": both are refused (STRICT), but with `utc` read as by kSql.
// `utc`: a literal Z must follow (TIMESTAMP_LTZ).
bool parse_format_timestamp(std::string_view text, TimestampFormat format, bool utc, Timestamp& out);

// The fraction beyond `precision` digits cut away, downwards, as Flink's serializers do.
Timestamp cut_to_precision(Timestamp t, int32_t precision);

// The other way: fractions lose trailing zeros, none is left out; years beyond 9999 get a sign.
std::string iso_date_text(int64_t days);
std::string sql_time_text(int64_t millis);
std::string format_timestamp_text(Timestamp t, TimestampFormat format, bool utc);

}  // namespace rowkind
