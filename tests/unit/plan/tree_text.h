// Texts of logical trees made comparable with what Flink prints.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plan/planner.h"

namespace rowkind::testing {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// Correlation names are numbered by a counter that other work moves too: they count by first use here.
inline std::string with_local_correlations(const std::string& text) {
  std::string out;
  std::vector<std::string> seen;
  for (size_t i = 0; i < text.size();) {
    if (text.compare(i, 4, "$cor") != 0) {
      out += text[i++];
      continue;
    }
    size_t end = i + 4;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const std::string name = text.substr(i, end - i);
    size_t at = 0;
    while (at < seen.size() && seen[at] != name) ++at;
    if (at == seen.size()) seen.push_back(name);
    out += "$cor" + std::to_string(at);
    i = end;
  }
  return out;
}

// Hints that Calcite carries along for later; ours are fields of the nodes.
inline std::string without_hints(const std::string& text) {
  std::string out = text;
  for (const char* start : {", hints=[[[ALIAS", ", stateTtlHints=[[[", ", joinHints=[[["}) {
    for (size_t at = out.find(start); at != std::string::npos; at = out.find(start)) {
      size_t end = out.find("]]]", at) + 3;
      while (end < out.size() && out[end] == ']') ++end;
      out.erase(at, end - at);
    }
  }
  return out;
}

// Trees that are meant to differ, and why.
struct Known {
  const char* name;
  const char* why;
};
inline constexpr Known kKnown[] = {
    {"encode/options-hint-on-a-sink", "hints print in key order"},
    {"function/date-arithmetic", "units WEEK and QUARTER print as DAY and MONTH; OVERLAPS stays one call"},
    {"function/numeric-math", "SQRT stays one call"},
    {"function/string-join-and-split", "TRANSLATE keeps its name"},
    {"function/system-and-type", "CURRENT_DATE prints with parentheses"},
    {"function/maps", "MAP_UNION casts its second map at once"},
    {"function/json-aggregates", "JSON_STRING around values is added at once, not by a rule"},
    {"aggregate/json-arrayagg", "JSON_STRING, as above"},
    {"aggregate/json-objectagg", "JSON_STRING, as above"},
    {"aggregate/json-objectagg-retract", "JSON_STRING, as above"},
    {"upsert-kafka/cdc-value-format", "the connector refuses; the recording had no connector"},
    {"format/kafka-key-fields-without-format", "the connector refuses"},
    {"format/kafka-key-prefix-with-all", "the connector refuses"},
    {"format/unknown-option", "the connector refuses"},
    {"group-by-two-columns-and-literal", "lines of errors count from the start of the script"},
    {"subquery-over-grouped-row", "variablesSet is always printed"},
    {"temporal-functions", "a sum of a time attribute and an interval is no time attribute"},
    {"unnest-nested-field", "a column and a field of the same name are not ambiguous"},
    {"constant-folding-in-select", "constants fold at once"},
    {"array-functions", "constants fold at once"},
    {"function/arrays", "constants fold at once"},
    {"cast/legacy-behaviour", "constants fold at once"},
    {"cast/to-string", "constants fold at once"},
    {"cast/timestamp-ltz-in-session-zone", "a literal is not moved to the session zone before the run"},
    {"cast/from-boolean", "casts between BOOLEAN and numbers stay casts"},
    {"cast/from-int", "casts between BOOLEAN and numbers stay casts"},
    {"function/comparison", "null AND x IS NULL is left as it is"},
    {"function/conditional", "null OR x IS NOT NULL is left as it is"},
    {"comparison-types", "a timestamp beside a time attribute is not cast to one"},
    {"ltz-literals", "a literal is not moved to the session zone before the run"},
    {"semi-keyword-join", "our parser says more"},
    {"insert-values-partial", "the rows of VALUES have one type before they are cast to the sink's"},
    {"view-duplicate-columns-error", "the place is the error's own"},
    {"exists-two-correlations", "each sub-query has a correlation of its own"},
    {"values-one-row-expression", "constants fold at once"},
    {"current-functions", "they print with parentheses, as in physical plans"},
    {"json-agg", "JSON_STRING, as above"},
    {"percentile", "a DOUBLE made of 0.5 prints as 5E-1"},
    {"wrong-arity-error", "other words"},
    {"negative-limit-error", "lines of errors count from the start of the script"},
    {"window-not-interval-error", "other words"},
    {"unknown-table-function-error", "the function is unknown before its arguments are looked at"},
    {"not-of-int-error", "other words"},
    {"and-of-int-error", "other words"},
    {"compare-row-error", "types of rows print in mixed case"},
    {"between-mixed-error", "numbers and texts are refused at once"},
    {"match/within", "the cast of a time in a measure comes with the physical plan"},
    {"plan/match-within", "the cast of a time in a measure comes with the physical plan"},
    {"in-type-mismatch-error", "numbers and texts in a list are refused at once"},
};
inline const char* known_difference(const std::string& name) {
  for (const Known& known : kKnown) {
    if (name == known.name) return known.why;
  }
  return nullptr;
}

inline std::string comparable(const std::string& text) {
  return with_local_correlations(without_hints(text));
}

inline std::string logical_text(const CompiledScript& script) {
  std::string out;
  for (const auto& sink : script.logical.sinks) out += to_text(*sink);
  return comparable(out);
}

}  // namespace rowkind::testing
