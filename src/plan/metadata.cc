#include "plan/metadata.h"

#include <algorithm>

namespace rowkind {
namespace {

using Keys = std::vector<std::pair<std::string, LogicalType>>;

LogicalType ltz() {
  return LogicalType::timestamp_ltz(3);
}

Keys format_metadata(const std::string& format) {
  const LogicalType text = LogicalType::string(), texts = LogicalType::array(LogicalType::string());
  if (format == "debezium-json") {
    return {{"schema", text},
            {"ingestion-timestamp", ltz()},
            {"source.timestamp", ltz()},
            {"source.database", text},
            {"source.schema", text},
            {"source.table", text},
            {"source.properties", LogicalType::map(text, text)}};
  }
  if (format == "canal-json") {
    return {{"database", text},
            {"table", text},
            {"sql-type", LogicalType::map(text, LogicalType::integer())},
            {"pk-names", texts},
            {"ingestion-timestamp", ltz()},
            {"event-timestamp", ltz()}};
  }
  if (format == "maxwell-json")
    return {
        {"database", text}, {"table", text}, {"primary-key-columns", texts}, {"ingestion-timestamp", ltz()}};
  if (format == "ogg-json")
    return {{"table", text},
            {"primary-keys", texts},
            {"ingestion-timestamp", LogicalType::timestamp_ltz(6)},
            {"event-timestamp", LogicalType::timestamp_ltz(6)}};
  return {};
}

}  // namespace

std::optional<Keys> readable_metadata(const CatalogTable& table) {
  if (table.connector.compare(0, 5, "kafka") != 0 && table.connector.compare(0, 12, "upsert-kafka") != 0)
    return std::nullopt;
  const auto known = [](LogicalType type) { return type.with_nullable(false); };
  Keys keys = {{"topic", known(LogicalType::string())},
               {"partition", known(LogicalType::integer())},
               {"headers", known(LogicalType::map(LogicalType::string(), LogicalType::bytes()))},
               {"leader-epoch", LogicalType::integer()},
               {"offset", known(LogicalType::bigint())},
               {"timestamp", known(ltz())},
               {"timestamp-type", known(LogicalType::string())}};
  for (auto& [key, type] : format_metadata(table.format)) keys.emplace_back("value." + key, type);
  std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return keys;
}

}  // namespace rowkind
