// Metadata keys that connectors and formats offer, with the types they declare.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/catalog.h"

namespace rowkind {

// Keys and types in the connector's order. Nothing: the connector takes any key with the declared type (its
// list is not known here).
std::optional<std::vector<std::pair<std::string, LogicalType>>> readable_metadata(const CatalogTable& table);

}  // namespace rowkind
