#include "plan/metadata.h"

#include <algorithm>

#include "formats/format.h"

namespace rowkind {
namespace {

using Keys = std::vector<std::pair<std::string, LogicalType>>;

LogicalType ltz() {
  return LogicalType::timestamp_ltz(3);
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
  for (const MetadataKey& key : format_metadata(table.format))
    keys.emplace_back("value." + key.key, key.type);
  std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return keys;
}

}  // namespace rowkind
