// Typed access to Flink options. Texts are read as Flink's Configuration reads them: booleans in any case,
// durations such as '1 h', '200 ms' or '5' (milliseconds), memory sizes such as '64 kb'. A value that cannot
// be read is refused when it is set.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"

namespace rowkind {

using Options = std::map<std::string, std::string>;

Result<bool> parse_bool(std::string_view text);
// Milliseconds; fractions of a millisecond are cut.
Result<int64_t> parse_duration(std::string_view text);
// Bytes.
Result<int64_t> parse_memory(std::string_view text);
Result<int64_t> parse_integer(std::string_view text);

// Refuses a value of a known key that Flink could not read: "Could not parse value 'x' for key 'k'.". Unknown
// keys pass, as in Flink.
Status check_option(std::string_view key, std::string_view value, Span span = {});

// Values in force; `fallback` where the key is not set or (only for texts that were never checked) not
// readable.
bool bool_option(const Options& options, std::string_view key, bool fallback);
int64_t duration_option(const Options& options, std::string_view key, int64_t fallback_millis);
int64_t integer_option(const Options& options, std::string_view key, int64_t fallback);
std::string text_option(const Options& options, std::string_view key, std::string_view fallback);
// Upper case, for enumerations.
std::string enum_option(const Options& options, std::string_view key, std::string_view fallback);

}  // namespace rowkind
