// A Flink CDC pipeline definition: the whole YAML file or only some of its blocks
// (YamlPipelineDefinitionParser). Every scalar is text, as Jackson's asText() gives it: a list or mapping is
// an empty text, an empty value is the text "null". Parts that real Flink CDC would need (source, sink) may
// be left out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cdc/event.h"
#include "cdc/version.h"

namespace rowkind::cdc {

// A text of the definition and where it stands in the YAML.
struct Text {
  std::string text;
  Span span = {};      // of the scalar with its quotes
  int32_t first = -1;  // offset of the first character of the text, -1: none
};

struct TransformRule {
  Text source_table;
  std::optional<Text> projection, filter;  // not set: absent or blank
  std::string primary_keys, partition_keys, table_options, description, converter;
  bool clears_primary_keys = false;  // primary-keys: '' (VVR 11)
  std::string delimiter = ",";
  Span span = {};
  std::optional<Text> primary_keys_text;
};

struct RouteRule {
  Text source_table, sink_table;
  std::optional<std::string> replace_symbol;
  std::string description;
  Span span = {};
};

// source: and sink: as they are; nothing is connected.
struct Section {
  std::string type, name;
  std::vector<std::pair<std::string, std::string>> options;
};

enum class ChangeBehavior : uint8_t { kIgnore, kLenient, kTryEvolve, kEvolve, kException };
std::string_view behavior_name(ChangeBehavior behavior);

struct Definition {
  std::vector<TransformRule> transforms;
  std::vector<RouteRule> routes;
  std::optional<Section> source, sink;
  std::vector<std::pair<std::string, std::string>> options;  // pipeline:, as written
  ChangeBehavior behavior = ChangeBehavior::kLenient;
  bool batch = false;                        // execution.runtime-mode: BATCH
  bool first_route_only = false;             // route-mode: FIRST_MATCH
  bool wide_decimals = false;                // transform.decimal.precision.mode: UP_TO_38
  std::vector<std::string> source_metadata;  // of the source's metadata.list, as far as known: op_ts
  std::vector<std::string> functions;        // of user-defined-function and model, in upper case
  bool sql_semantics = false;                // transform.expression.semantics: FLINK_SQL
  bool may_trim_keys = false;                // transform.allow.trimming.pk-columns (VVR)
  std::string time_zone = "UTC";             // local-time-zone
  std::set<std::string> accepted_changes;    // kind_tag() of what the sink takes
  bool sink_rejects_changes = false;         // values sink: error.on.schema.change

  const std::string* option(std::string_view key) const;
};

// Errors have Flink CDC's gist and a span into `yaml`: scenario/yaml, cdc/definition.
Result<Definition> read_definition(std::string_view yaml, Version version);

}  // namespace rowkind::cdc
