// A SQL value: 16 bytes, no type of its own (the column's LogicalType says how to read and print it).
//
//   kind        SQL types                                       payload
//   kNull       NULL                                            -
//   kBool       BOOLEAN                                         integer() 0/1
//   kInt        TINYINT..BIGINT, DATE (days since 1970-01-01), TIME (milliseconds of the day),
//               INTERVAL YEAR..MONTH (months), INTERVAL DAY..SECOND (milliseconds)       integer()
//   kDouble     FLOAT (already rounded to float), DOUBLE        floating()
//   kDecimal    DECIMAL                                         decimal(): unscaled 128-bit integer + scale of the type
//   kTimestamp  TIMESTAMP (local), TIMESTAMP_LTZ (UTC)          timestamp(): epoch milliseconds + nanoseconds of the millisecond
//   kString     CHAR, VARCHAR (UTF-8), VARIANT as JSON text     string()
//   kBytes      BINARY, VARBINARY                               string()
//   kArray      ARRAY                                           array()
//   kMap        MAP, MULTISET (element -> kInt count)           map(): entries in insertion order
//   kRow        ROW                                             row()
//   kObject     aggregate-internal views, never in a row that leaves an operator
//
// Copying shares heap parts by a plain (non-atomic) reference count: one thread owns the engine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pool.h"

namespace rowkind {

enum class ValueKind : uint8_t {
  kNull,
  kBool,
  kInt,
  kDouble,
  kTimestamp,
  kDecimal,
  kString,
  kBytes,
  kArray,
  kMap,
  kRow,
  kObject,
};

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

struct Decimal {
  Int128 unscaled = 0;
  int32_t scale = 0;
};

struct Timestamp {
  int64_t millis = 0;           // since 1970-01-01T00:00:00 (local for TIMESTAMP, UTC for TIMESTAMP_LTZ)
  int32_t nanos_of_millis = 0;  // 0..999999
};

class Row;
class RowPtr;
class Value;

// Base of heap parts.
struct HeapObject {
  uint32_t refs = 0;
  virtual ~HeapObject() = default;
};

struct ArrayData;  // HeapObject with std::vector<Value> elements
struct MapData;    // HeapObject with std::vector<std::pair<Value, Value>> entries

class Value {
 public:
  Value() { forget(); }
  Value(const Value& other) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    if (on_heap()) retain();
  }
  Value(Value&& other) noexcept {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    other.forget();
  }
  Value& operator=(const Value& other) {
    if (other.on_heap()) other.retain();
    if (on_heap()) release();
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    if (this != &other) {
      if (on_heap()) release();
      std::memcpy(bytes_, other.bytes_, sizeof bytes_);
      other.forget();
    }
    return *this;
  }
  ~Value() {
    if (on_heap()) release();
  }

  static Value null() { return Value(); }
  static Value boolean(bool v) { return scalar(ValueKind::kBool, v ? 1 : 0, 0); }
  static Value integer(int64_t v) { return scalar(ValueKind::kInt, v, 0); }
  static Value floating(double v) {
    if (v != v) v = __builtin_nan("");  // one NaN, as Java's doubleToLongBits
    int64_t bits;
    std::memcpy(&bits, &v, 8);
    return scalar(ValueKind::kDouble, bits, 0);
  }
  static Value decimal(Decimal v) {
    int64_t compact = static_cast<int64_t>(v.unscaled);
    if (compact == v.unscaled) return scalar(ValueKind::kDecimal, compact, v.scale);
    return big_decimal(v);
  }
  static Value timestamp(Timestamp v) { return scalar(ValueKind::kTimestamp, v.millis, v.nanos_of_millis); }
  static Value string(std::string_view text) { return text_value(ValueKind::kString, text); }
  static Value bytes(std::string_view data) { return text_value(ValueKind::kBytes, data); }
  // The text `a` followed by `b`, built without a temporary string.
  static Value string(std::string_view a, std::string_view b);
  static Value array(std::vector<Value> elements);
  static Value map(std::vector<std::pair<Value, Value>> entries);
  static Value row(const RowPtr& row);
  static Value object(HeapObject* object);  // shares it

  ValueKind kind() const { return static_cast<ValueKind>(bytes_[0]); }
  bool is_null() const { return kind() == ValueKind::kNull; }
  bool as_bool() const { return integer() != 0; }
  bool is_true() const { return kind() == ValueKind::kBool && integer() != 0; }
  int64_t integer() const {
    int64_t v;
    std::memcpy(&v, bytes_ + 8, 8);
    return v;
  }
  double floating() const {
    double v;
    std::memcpy(&v, bytes_ + 8, 8);
    return v;
  }
  inline Decimal decimal() const;
  Timestamp timestamp() const { return Timestamp{integer(), aux()}; }
  inline std::string_view string() const;  // valid while this Value lives and is not assigned to
  const std::vector<Value>& array() const;
  const std::vector<std::pair<Value, Value>>& map() const;
  const Row& row() const;
  RowPtr row_ptr() const;
  HeapObject* object() const { return heap(); }

  // Exact sameness of value (doubles by bits, so NaN equals NaN and -0.0 differs from 0.0), as grouping and
  // state keys see it. Maps compare as sets of entries.
  bool equals(const Value& other) const {
    if (word(0) == other.word(0) && word(8) == other.word(8)) return true;
    return on_heap() && other.on_heap() && heap_equals(other);
  }
  uint64_t hash() const { return finish_hash(add_to_hash(0)); }
  // Folds this value into a running hash; finish_hash() spreads the result over all bits.
  uint64_t add_to_hash(uint64_t hash) const {
    if (on_heap()) return heap_hash(hash);
    return mix(mix(hash, word(0)), word(8));
  }
  static uint64_t finish_hash(uint64_t hash) {
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
  }

 private:
  static constexpr uint8_t kHeapTag =
      15;  // bytes_[1] of heap values; smaller numbers are inline text lengths
  static constexpr size_t kInlineText =
      14;  // longest text kept in the value itself; always there when it fits
  static Value scalar(ValueKind kind, int64_t payload, int32_t aux) {
    Value v;
    v.bytes_[0] = static_cast<uint8_t>(kind);
    std::memcpy(v.bytes_ + 4, &aux, 4);
    std::memcpy(v.bytes_ + 8, &payload, 8);
    return v;
  }
  static Value text_value(ValueKind kind, std::string_view text) {
    if (text.size() > kInlineText) return long_text(kind, text);
    Value v;
    v.bytes_[0] = static_cast<uint8_t>(kind);
    v.bytes_[1] = static_cast<uint8_t>(text.size());
    copy_short(v.bytes_ + 2, text.data(), text.size());
    return v;
  }
  // At most 16 bytes without a call: two overlapping words.
  static void copy_short(uint8_t* to, const char* from, size_t size) {
    if (size >= 8) {
      std::memcpy(to, from, 8);
      std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(to, from, 4);
      std::memcpy(to + size - 4, from + size - 4, 4);
    } else {
      for (size_t i = 0; i < size; ++i) to[i] = static_cast<uint8_t>(from[i]);
    }
  }
  static Value long_text(ValueKind kind, std::string_view text);
  static Value big_decimal(Decimal v);
  static Value heap_value(ValueKind kind, HeapObject* object);
  bool heap_equals(const Value& other) const;
  uint64_t heap_hash(uint64_t hash) const;
  static uint64_t mix(uint64_t hash, uint64_t word) {
    return (((hash << 27) | (hash >> 37)) ^ word) * 0x9e3779b97f4a7c15u;
  }
  // Two words, so that no compiler makes a call of memset of it.
  void forget() {
    const uint64_t zero = 0;
    std::memcpy(bytes_, &zero, 8);
    std::memcpy(bytes_ + 8, &zero, 8);
  }
  uint64_t word(int offset) const {
    uint64_t v;
    std::memcpy(&v, bytes_ + offset, 8);
    return v;
  }
  bool on_heap() const { return bytes_[1] == kHeapTag; }
  HeapObject* heap() const {
    HeapObject* p;
    std::memcpy(&p, bytes_ + 8, sizeof p);
    return p;
  }
  int32_t aux() const {
    int32_t v;
    std::memcpy(&v, bytes_ + 4, 4);
    return v;
  }
  void retain() const { ++heap()->refs; }
  void release() noexcept {
    HeapObject* p = heap();
    if (--p->refs == 0) destroy(kind(), p);
  }
  static void destroy(ValueKind kind, HeapObject* object) noexcept;

  // [0] kind, [1] tag, inline text in [2..15]; else aux in [4..7] and payload in [8..15]. Unused bytes are 0,
  // so that values off the heap are equal exactly when their bytes are. A DECIMAL is on the heap only when it
  // needs more than 64 bits.
  alignas(8) uint8_t bytes_[16];
};
static_assert(sizeof(Value) == 16);

// Text longer than fits a Value; the bytes follow the object. Made and freed by value.cc only.
struct TextData final : HeapObject {
  uint32_t size = 0;
  char* data() { return reinterpret_cast<char*>(this + 1); }
};
struct DecimalData final : HeapObject {
  uint64_t low = 0;
  int64_t high = 0;
  int32_t scale = 0;
};

inline Decimal Value::decimal() const {
  if (!on_heap()) return Decimal{integer(), aux()};
  const DecimalData* data = static_cast<const DecimalData*>(heap());
  Int128 unscaled = static_cast<Int128>((static_cast<UInt128>(data->high) << 64) | data->low);
  return Decimal{unscaled, data->scale};
}

inline std::string_view Value::string() const {
  if (!on_heap()) return std::string_view(reinterpret_cast<const char*>(bytes_ + 2), bytes_[1]);
  TextData* data = static_cast<TextData*>(heap());
  return std::string_view(data->data(), data->size);
}

struct ArrayData final : HeapObject {
  std::vector<Value> elements;
};
struct MapData final : HeapObject {
  std::vector<std::pair<Value, Value>> entries;
};

}  // namespace rowkind
