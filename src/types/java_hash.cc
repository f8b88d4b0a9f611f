#include "types/java_hash.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/utf8.h"
#include "types/datetime.h"
#include "types/decimal.h"

namespace rowkind {
namespace {

uint32_t fold(int64_t v) {
  auto bits = static_cast<uint64_t>(v);
  return static_cast<uint32_t>(bits ^ bits >> 32);
}

uint32_t date_hash(int64_t days) {
  CivilDate date = civil_from_days(days);
  auto year = static_cast<uint32_t>(date.year);
  return (year & 0xFFFFF800) ^
         ((year << 11) + (static_cast<uint32_t>(date.month) << 6) + static_cast<uint32_t>(date.day));
}

uint32_t time_hash(int64_t millis_of_day, int32_t nanos_of_millis) {
  return fold(millis_of_day * 1000000 + nanos_of_millis);
}

// BigDecimal: a long while it fits, else a BigInteger.
uint32_t decimal_hash(Decimal v) {
  bool negative = v.unscaled < 0;
  UInt128 magnitude = negative ? -static_cast<UInt128>(v.unscaled) : static_cast<UInt128>(v.unscaled);
  uint32_t hash = 0;
  for (int shift = 96; shift >= 0; shift -= 32) hash = hash * 31 + static_cast<uint32_t>(magnitude >> shift);
  if (negative) hash = 0 - hash;
  return hash * 31 + static_cast<uint32_t>(v.scale);
}

}  // namespace

uint32_t java_string_hash(std::string_view text) {
  uint32_t hash = 0;
  for (size_t at = 0; at < text.size();) {
    uint32_t code = utf8_next(text, at);
    if (code > 0xFFFF) {
      hash = hash * 31 + (0xD7C0 + (code >> 10));
      code = 0xDC00 + (code & 0x3FF);
    }
    hash = hash * 31 + code;
  }
  return hash;
}

bool java_object_hash(const Value& value, const LogicalType& type, uint32_t& hash) {
  hash = 0;
  if (value.is_null()) return true;
  switch (type.root()) {
    case TypeRoot::kBoolean:
      hash = value.as_bool() ? 1231 : 1237;
      return true;
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
      hash = static_cast<uint32_t>(value.integer());
      return true;
    case TypeRoot::kBigInt:
      hash = fold(value.integer());
      return true;
    case TypeRoot::kFloat: {
      auto v = static_cast<float>(value.floating());
      std::memcpy(&hash, &v, 4);
      return true;
    }
    case TypeRoot::kDouble: {
      double v = value.floating();
      int64_t bits;
      std::memcpy(&bits, &v, 8);
      hash = fold(bits);
      return true;
    }
    case TypeRoot::kDecimal:
      hash = decimal_hash(value.decimal());
      return true;
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      hash = java_string_hash(value.string());
      return true;
    case TypeRoot::kDate:
      hash = date_hash(value.integer());
      return true;
    case TypeRoot::kTime:
      hash = time_hash(value.integer(), 0);
      return true;
    case TypeRoot::kTimestamp: {
      Timestamp t = value.timestamp();
      int64_t day = floor_div(t.millis, kMillisPerDay);
      hash = date_hash(day) ^ time_hash(t.millis - day * kMillisPerDay, t.nanos_of_millis);
      return true;
    }
    case TypeRoot::kTimestampLtz: {
      Timestamp t = value.timestamp();
      int64_t second = floor_div(t.millis, kMillisPerSecond);
      int64_t nanos = (t.millis - second * kMillisPerSecond) * 1000000 + t.nanos_of_millis;
      hash = fold(second) + 51 * static_cast<uint32_t>(nanos);
      return true;
    }
    default:
      return false;
  }
}

std::vector<size_t> java_map_order(const std::vector<uint32_t>& hashes) {
  uint32_t capacity = 16;
  while (hashes.size() > capacity / 4 * 3) capacity *= 2;
  const auto bucket = [&](size_t i) { return (hashes[i] ^ (hashes[i] >> 16)) & (capacity - 1); };
  std::vector<size_t> order(hashes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return bucket(a) < bucket(b); });
  return order;
}

}  // namespace rowkind
