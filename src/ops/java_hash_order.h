// The order in which a java.util.HashMap over Flink's BinaryRowData keys hands out its entries: what decides the order across keys when a
// mini-batch bundle is flushed. Buckets by the murmur hash of the binary row; within a bucket, order of insertion.
#pragma once

#include <string>
#include <vector>

#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {

// BinaryRowData.hashCode() of a key; false for types without a fixed binary form here (nested types).
bool binary_row_hash(const Row& key, const RowType& types, uint32_t& hash);

// Positions into `keys` (given in order of insertion) in iteration order. Order of insertion where a key has no hash.
std::vector<size_t> java_hash_order(const std::vector<const Row*>& keys, const RowType& types);

// The same for a HashMap whose keys are Flink's strings.
std::vector<size_t> java_string_hash_order(const std::vector<std::string>& keys);

}  // namespace rowkind
