// hashCode() of Java objects, and the order in which a java.util.HashMap hands out what was put into it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind {

// String.hashCode(), over UTF-16.
uint32_t java_string_hash(std::string_view text);
// hashCode() of the object that a value becomes outside of Flink's runtime (Integer, BigDecimal, LocalDate ...).
// False for objects that hash by identity or by parts: arrays, bytes, maps and rows.
bool java_object_hash(const Value& value, const LogicalType& type, uint32_t& hash);

// Positions of keys with these hashes, which were put one by one into an empty map, in its order.
std::vector<size_t> java_map_order(const std::vector<uint32_t>& hashes);

}  // namespace rowkind
