#include "plan/connectors.h"

#include <algorithm>
#include <array>

namespace rowkind {
namespace {

template <size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 6> kChangelogFormats = {
    "debezium-json", "debezium-avro-confluent", "canal-json", "maxwell-json", "ogg-json", "changelog-json"};
constexpr std::array<std::string_view, 16> kLookup = {
    "jdbc", "hbase-1.4", "hbase-2.2", "hbase",     "redis",  "hive", "mongodb",  "rest-lookup",
    "http", "faker",     "paimon",    "starrocks", "lookup", "odps", "hologres", "rds"};
constexpr std::array<std::string_view, 19> kUpsertSinks = {
    "jdbc",  "elasticsearch-6", "elasticsearch-7", "elasticsearch", "hbase-1.4", "hbase-2.2",
    "hbase", "mongodb",         "doris",           "starrocks",     "redis",     "iceberg",
    "hudi",  "paimon",          "opensearch",      "hologres",      "rds",       "upsert-kafka",
    "kudu"};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_upsert_store(std::string_view connector) {
  return contains(kUpsertSinks, connector) || connector == "clickhouse";
}

ChangelogMode source_mode(const std::string& connector, const std::string& format) {
  if (connector == "upsert-kafka") return ChangelogMode{false, false, true, true, false};
  if (ends_with(connector, "-cdc") || connector == "paimon" || connector == "hudi" ||
      is_changelog_format(format))
    return ChangelogMode::retract();
  return ChangelogMode::append();
}

}  // namespace

bool is_changelog_format(std::string_view format) {
  return contains(kChangelogFormats, format);
}

std::string value_format(const std::map<std::string, std::string>& options) {
  for (const char* key : {"value.format", "format"}) {
    const auto it = options.find(key);
    if (it != options.end()) return it->second;
  }
  return "";
}

void apply_connector(CatalogTable& table, const std::optional<ChangelogMode>& override_mode) {
  const auto it = table.options.find("connector");
  table.connector = it == table.options.end() ? "" : it->second;
  table.format = value_format(table.options);
  table.lookup = contains(kLookup, table.connector);
  if (override_mode) {
    table.source_mode = *override_mode;
    table.sink_mode = *override_mode;
    return;
  }
  table.source_mode = source_mode(table.connector, table.format);
  table.sink_mode.reset();
  if (table.connector == "print" || table.connector == "blackhole") return;
  if (is_upsert_store(table.connector)) {
    table.sink_mode = table.primary_key.empty() ? ChangelogMode::append() : ChangelogMode::upsert();
  } else {
    table.sink_mode = is_changelog_format(table.format) ? ChangelogMode::retract() : ChangelogMode::append();
  }
}

Result<ChangelogMode> sink_mode(const CatalogTable& table, const ChangelogMode& requested, Span span) {
  if (table.sink_mode) {
    if (is_upsert_store(table.connector) && table.primary_key.empty() && table.sink_mode->append_only() &&
        !requested.append_only()) {
      return Error{"plan/sink-key",
                   "please declare primary key for sink table when query contains update/delete record.",
                   span, "add PRIMARY KEY (...) NOT ENFORCED to '" + table.name + "'"};
    }
    return *table.sink_mode;
  }
  ChangelogMode mode = requested;
  if (table.connector == "blackhole") mode.update_before = false;
  return mode;
}

}  // namespace rowkind
