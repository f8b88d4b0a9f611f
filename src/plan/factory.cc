#include "plan/factory.h"

#include <algorithm>
#include <string_view>

#include "formats/format.h"
#include "formats/print_text.h"
#include "plan/connectors.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

struct FormatKeys {
  std::string_view format;
  std::string_view keys;  // between blanks
};

constexpr std::string_view kCdcKeys =
    " ignore-parse-errors timestamp-format.standard map-null-key.mode map-null-key.literal "
    "encode.decimal-as-plain-number encode.ignore-null-fields ";
constexpr FormatKeys kFormatKeys[] = {
    {"json",
     " fail-on-missing-field ignore-parse-errors timestamp-format.standard map-null-key.mode "
     "map-null-key.literal encode.decimal-as-plain-number "
     "encode.ignore-null-fields decode.json-parser.enabled "},
    {"csv",
     " field-delimiter disable-quote-character quote-character allow-comments ignore-parse-errors "
     "array-element-delimiter escape-character null-literal "
     "write-bigdecimal-in-scientific-notation "},
    {"raw", " charset endianness "},
    {"debezium-json", " schema-include "},
    {"canal-json", " database.include table.include "},
    {"maxwell-json", " "},
    {"ogg-json", " "},
};

bool has_word(std::string_view words, std::string_view word) {
  return words.find(" " + std::string(word) + " ") != std::string_view::npos;
}

const std::string* find(const CatalogTable& table, const char* key) {
  const auto it = table.options.find(key);
  return it == table.options.end() ? nullptr : &it->second;
}

bool is_kafka(const CatalogTable& table) {
  return table.connector == "kafka" || table.connector == "upsert-kafka";
}

// Keys with the prefix of a format that the format does not know.
void check_format_keys(const CatalogTable& table, Span span) {
  for (const char* which : {"format", "value.format", "key.format"}) {
    const std::string* name = find(table, which);
    if (name == nullptr) continue;
    const auto format = std::find_if(std::begin(kFormatKeys), std::end(kFormatKeys),
                                     [&](const FormatKeys& f) { return f.format == *name; });
    if (format == std::end(kFormatKeys)) continue;
    const std::string option(which);
    const std::string prefix = option.substr(0, option.size() - 6) + *name + ".";
    const bool cdc = is_changelog_format(*name);
    for (const auto& [key, value] : table.options) {
      if (key.compare(0, prefix.size(), prefix) != 0) continue;
      const std::string_view rest = std::string_view(key).substr(prefix.size());
      if (has_word(format->keys, rest) || (cdc && has_word(kCdcKeys, rest))) continue;
      throw Failure(
          "ddl/options",
          "Unsupported options found for '" + table.connector + "'.\n\nUnsupported options:\n\n" + key, span,
          "the format '" + *name + "' does not know this option");
    }
  }
}

void check_kafka(const CatalogTable& table, Span span) {
  const std::string* key_format = find(table, "key.format");
  if (key_format == nullptr && find(table, "key.fields") != nullptr) {
    throw Failure(
        "ddl/options",
        "The option 'key.fields' can only be declared if a key format is defined using 'key.format'.", span);
  }
  const std::string* include = find(table, "value.fields-include");
  const std::string* prefix = find(table, "key.fields-prefix");
  if (prefix != nullptr && !prefix->empty() && (include == nullptr || *include == "ALL")) {
    throw Failure("ddl/options",
                  "A key prefix is not allowed when option 'value.fields-include' is set to 'ALL'. Set it to "
                  "'EXCEPT_KEY' instead to avoid field overlaps.",
                  span);
  }
  if (table.connector == "upsert-kafka") {
    if (table.primary_key.empty()) {
      throw Failure(
          "ddl/options",
          "'upsert-kafka' tables require to define a PRIMARY KEY constraint. The PRIMARY KEY specifies which "
          "columns should be read from or write to the Kafka message key. The PRIMARY "
          "KEY also defines records in the 'upsert-kafka' table should update or delete on which keys.",
          span, "add PRIMARY KEY (...) NOT ENFORCED");
    }
    for (const char* which : {"key.format", "value.format"}) {
      const std::string* format = find(table, which);
      if (format == nullptr || !is_changelog_format(*format)) continue;
      const std::string role = std::string(which) == "key.format" ? "key" : "value";
      throw Failure("ddl/options",
                    "'upsert-kafka' connector doesn't support '" + *format + "' as " + role +
                        " format, because '" + *format + "' is not in insert-only mode.",
                    span);
    }
  }
}

bool known_format(const std::string& format) {
  return std::any_of(std::begin(kFormatKeys), std::end(kFormatKeys),
                     [&](const FormatKeys& f) { return f.format == format; });
}

FormatConfig format_config(const CatalogTable& table, const Options& settings) {
  FormatConfig config;
  for (const Column& column : table.columns) {
    if (column.kind == ColumnKind::kPhysical) config.physical.push_back({column.name, column.type});
  }
  config.options = table.options;
  const TimeZone* zone = TimeZone::find(text_option(settings, "table.local-time-zone", "UTC"));
  config.zone = zone == nullptr ? &TimeZone::utc() : zone;
  return config;
}

// The format objects to columns or options; a format that is not there (yet) is not the table's fault.
void raise(const Error& error, Span span) {
  if (error.code == "format/unknown") return;
  throw Failure(error.code, error.message, span, error.hint);
}

}  // namespace

void check_source(const CatalogTable& table, const Options& settings, Span span) {
  if (is_kafka(table)) {
    check_kafka(table, span);
    check_format_keys(table, span);
  }
  if (!known_format(table.format)) return;
  const auto decoder = make_decoder(table.format, format_config(table, settings));
  if (!decoder.ok()) raise(decoder.error(), span);
}

void check_sink(const CatalogTable& table, const Options& settings, Span span) {
  if (table.connector == "print") {
    try {
      make_print_encoder(table.options, {});
    } catch (const Failure& failure) {
      raise(failure.error, span);
    }
  }
  if (is_kafka(table)) {
    check_kafka(table, span);
    check_format_keys(table, span);
  }
  if (!known_format(table.format)) return;
  const auto encoder = make_encoder(table.format, format_config(table, settings));
  if (!encoder.ok()) raise(encoder.error(), span);
}

}  // namespace rowkind
