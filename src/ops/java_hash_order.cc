#include "ops/java_hash_order.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "types/java_hash.h"

namespace rowkind {
namespace {

// Whole words first, then each byte that is left as a word of its own.
uint32_t murmur(std::string_view bytes) {
  uint32_t h = 42;
  const auto mix = [&h](uint32_t k) {
    k *= 0xcc9e2d51u;
    k = (k << 15) | (k >> 17);
    h ^= k * 0x1b873593u;
    h = (h << 13) | (h >> 19);
    h = h * 5 + 0xe6546b64u;
  };
  size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    uint32_t k;
    std::memcpy(&k, bytes.data() + i, 4);
    mix(k);
  }
  for (; i < bytes.size(); ++i)
    mix(static_cast<uint32_t>(static_cast<int32_t>(static_cast<signed char>(bytes[i]))));
  h ^= static_cast<uint32_t>(bytes.size());
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

// Layout of BinaryRowData, little endian: 8 bits of row kind and one NULL bit a field, padded to 8 bytes; 8 bytes a field; then the parts of
// variable length, each padded to 8 bytes.
class BinaryRow {
 public:
  explicit BinaryRow(size_t fields) : nulls_((fields + 8 + 63) / 64 * 8) {
    bytes_.assign(nulls_ + 8 * fields, '\0');
  }
  void set_null(size_t i) { bytes_[(i + 8) / 8] = static_cast<char>(bytes_[(i + 8) / 8] | (1 << (i % 8))); }
  void number(size_t i, int64_t value, size_t width) { std::memcpy(&bytes_[field(i)], &value, width); }
  void text(size_t i, std::string_view text) {
    if (text.size() <= 7) {
      std::memcpy(&bytes_[field(i)], text.data(), text.size());
      bytes_[field(i) + 7] = static_cast<char>(0x80 | text.size());
    } else {
      variable(i, text, static_cast<int64_t>(text.size()), (text.size() + 7) / 8 * 8);
    }
  }
  // `low`: the lower half of the field, beside the offset.
  void variable(size_t i, std::string_view content, int64_t low, size_t padded) {
    number(i, static_cast<int64_t>(bytes_.size()) << 32 | low, 8);
    bytes_.append(content);
    bytes_.append(padded - content.size(), '\0');
  }
  uint32_t hash() const { return murmur(bytes_); }

 private:
  size_t field(size_t i) const { return nulls_ + 8 * i; }
  size_t nulls_;
  std::string bytes_;
};

// Two's complement, big endian, as short as it can be (BigInteger.toByteArray).
std::string big_endian(Int128 value) {
  std::string out;
  do {
    out.insert(out.begin(), static_cast<char>(value & 0xFF));
    value >>= 8;
  } while (value != 0 && value != -1);
  bool negative = value < 0;
  if ((static_cast<unsigned char>(out[0]) >= 0x80) != negative)
    out.insert(out.begin(), negative ? '\xFF' : '\0');
  return out;
}

bool write(BinaryRow& to, size_t i, const Value& value, const LogicalType& type) {
  if (value.is_null()) {
    to.set_null(i);
    return true;
  }
  switch (type.root()) {
    case TypeRoot::kBoolean:
    case TypeRoot::kTinyInt:
      to.number(i, value.integer(), 1);
      return true;
    case TypeRoot::kSmallInt:
      to.number(i, value.integer(), 2);
      return true;
    case TypeRoot::kInt:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kIntervalYearMonth:
      to.number(i, value.integer(), 4);
      return true;
    case TypeRoot::kBigInt:
    case TypeRoot::kIntervalDayTime:
      to.number(i, value.integer(), 8);
      return true;
    case TypeRoot::kFloat: {
      float f = static_cast<float>(value.floating());
      int32_t bits;
      std::memcpy(&bits, &f, 4);
      to.number(i, bits, 4);
      return true;
    }
    case TypeRoot::kDouble: {
      double d = value.floating();
      int64_t bits;
      std::memcpy(&bits, &d, 8);
      to.number(i, bits, 8);
      return true;
    }
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz: {
      Timestamp t = value.timestamp();
      if (type.precision() <= 3) {
        to.number(i, t.millis, 8);
      } else {
        char millis[8];
        std::memcpy(millis, &t.millis, 8);
        to.variable(i, std::string_view(millis, 8), t.nanos_of_millis, 8);
      }
      return true;
    }
    case TypeRoot::kDecimal: {
      if (type.precision() <= 18) {
        to.number(i, static_cast<int64_t>(value.decimal().unscaled), 8);
      } else {
        std::string digits = big_endian(value.decimal().unscaled);
        to.variable(i, digits, static_cast<int64_t>(digits.size()), 16);
      }
      return true;
    }
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      to.text(i, value.string());
      return true;
    default:
      return false;
  }
}

}  // namespace

bool binary_row_hash(const Row& key, const RowType& types, uint32_t& hash) {
  BinaryRow row(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (!write(row, i, key[static_cast<int32_t>(i)], types[i].type)) return false;
  }
  hash = row.hash();
  return true;
}

std::vector<size_t> java_hash_order(const std::vector<const Row*>& keys, const RowType& types) {
  std::vector<uint32_t> hashes(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    if (binary_row_hash(*keys[i], types, hashes[i])) continue;
    std::vector<size_t> order(keys.size());
    std::iota(order.begin(), order.end(), size_t{0});
    return order;
  }
  return java_map_order(hashes);
}

std::vector<size_t> java_string_hash_order(const std::vector<std::string>& keys) {
  std::vector<uint32_t> hashes;
  for (const std::string& key : keys) hashes.push_back(murmur(key));
  return java_map_order(hashes);
}

}  // namespace rowkind
