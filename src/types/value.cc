#include "types/value.h"

#include <new>

#include "types/row.h"

namespace rowkind {
namespace {

struct RowData final : HeapObject {
  RowPtr row;
};

TextData* new_text(size_t size) {
  TextData* data = new (pool::allocate(sizeof(TextData) + size)) TextData();
  data->size = static_cast<uint32_t>(size);
  return data;
}

bool same_entries(const std::vector<std::pair<Value, Value>>& a,
                  const std::vector<std::pair<Value, Value>>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    // Usually the order is the same; keys are unique, so one match is enough.
    const std::pair<Value, Value>* match = nullptr;
    if (b[i].first.equals(a[i].first)) {
      match = &b[i];
    } else {
      for (const auto& entry : b) {
        if (entry.first.equals(a[i].first)) {
          match = &entry;
          break;
        }
      }
    }
    if (match == nullptr || !match->second.equals(a[i].second)) return false;
  }
  return true;
}

}  // namespace

Value Value::heap_value(ValueKind kind, HeapObject* object) {
  ++object->refs;
  Value v;
  v.bytes_[0] = static_cast<uint8_t>(kind);
  v.bytes_[1] = kHeapTag;
  std::memcpy(v.bytes_ + 8, &object, sizeof object);
  return v;
}

Value Value::long_text(ValueKind kind, std::string_view text) {
  TextData* data = new_text(text.size());
  std::memcpy(data->data(), text.data(), text.size());
  return heap_value(kind, data);
}

Value Value::string(std::string_view a, std::string_view b) {
  size_t size = a.size() + b.size();
  if (size <= kInlineText) {
    char text[kInlineText];
    if (!a.empty()) std::memcpy(text, a.data(), a.size());
    if (!b.empty()) std::memcpy(text + a.size(), b.data(), b.size());
    return string(std::string_view(text, size));
  }
  TextData* data = new_text(size);
  if (!a.empty()) std::memcpy(data->data(), a.data(), a.size());
  if (!b.empty()) std::memcpy(data->data() + a.size(), b.data(), b.size());
  return heap_value(ValueKind::kString, data);
}

Value Value::big_decimal(Decimal v) {
  DecimalData* data = new DecimalData();
  data->low = static_cast<uint64_t>(v.unscaled);
  data->high = static_cast<int64_t>(v.unscaled >> 64);
  data->scale = v.scale;
  return heap_value(ValueKind::kDecimal, data);
}

Value Value::array(std::vector<Value> elements) {
  ArrayData* data = new ArrayData();
  data->elements = std::move(elements);
  return heap_value(ValueKind::kArray, data);
}

Value Value::map(std::vector<std::pair<Value, Value>> entries) {
  MapData* data = new MapData();
  data->entries = std::move(entries);
  return heap_value(ValueKind::kMap, data);
}

Value Value::row(const RowPtr& row) {
  RowData* data = new RowData();
  data->row = row;
  return heap_value(ValueKind::kRow, data);
}

Value Value::object(HeapObject* object) {
  return heap_value(ValueKind::kObject, object);
}

const std::vector<Value>& Value::array() const {
  return static_cast<const ArrayData*>(heap())->elements;
}

const std::vector<std::pair<Value, Value>>& Value::map() const {
  return static_cast<const MapData*>(heap())->entries;
}

const Row& Value::row() const {
  return *static_cast<const RowData*>(heap())->row;
}

RowPtr Value::row_ptr() const {
  return static_cast<const RowData*>(heap())->row;
}

void Value::destroy(ValueKind kind, HeapObject* object) noexcept {
  if (kind == ValueKind::kString || kind == ValueKind::kBytes) {
    TextData* text = static_cast<TextData*>(object);
    size_t bytes = sizeof(TextData) + text->size;
    text->~TextData();
    pool::free(text, bytes);
  } else {
    delete object;
  }
}

bool Value::heap_equals(const Value& other) const {
  if (kind() != other.kind()) return false;
  switch (kind()) {
    case ValueKind::kString:
    case ValueKind::kBytes:
      return string() == other.string();
    case ValueKind::kDecimal: {
      Decimal a = decimal(), b = other.decimal();
      return a.unscaled == b.unscaled && a.scale == b.scale;
    }
    case ValueKind::kArray: {
      const std::vector<Value>&a = array(), &b = other.array();
      if (a.size() != b.size()) return false;
      for (size_t i = 0; i < a.size(); ++i) {
        if (!a[i].equals(b[i])) return false;
      }
      return true;
    }
    case ValueKind::kMap:
      return same_entries(map(), other.map());
    case ValueKind::kRow:
      return row().equals(other.row());
    default:
      return false;  // kObject: the same object or nothing
  }
}

uint64_t Value::heap_hash(uint64_t hash) const {
  hash = mix(hash, static_cast<uint64_t>(bytes_[0]));
  switch (kind()) {
    case ValueKind::kString:
    case ValueKind::kBytes: {
      std::string_view text = string();
      hash = mix(hash, text.size());
      const char* p = text.data();
      size_t left = text.size();
      uint64_t w;
      for (; left > 8; left -= 8, p += 8) {
        std::memcpy(&w, p, 8);
        hash = mix(hash, w);
      }
      // Long text has at least 8 bytes: the last word may overlap the one before.
      std::memcpy(&w, p + left - 8, 8);
      return mix(hash, w);
    }
    case ValueKind::kDecimal: {
      UInt128 unscaled = static_cast<UInt128>(decimal().unscaled);
      return mix(mix(hash, static_cast<uint64_t>(unscaled)), static_cast<uint64_t>(unscaled >> 64));
    }
    case ValueKind::kArray:
      for (const Value& element : array()) hash = element.add_to_hash(hash);
      return mix(hash, array().size());
    case ValueKind::kMap: {
      uint64_t sum = 0;  // the order of entries does not count
      for (const auto& [key, value] : map()) sum += finish_hash(value.add_to_hash(key.add_to_hash(0)));
      return mix(hash, sum);
    }
    case ValueKind::kRow:
      return mix(hash, row().hash());
    default: {
      const HeapObject* object = heap();
      return mix(hash, static_cast<uint64_t>(reinterpret_cast<uintptr_t>(object)));
    }
  }
}

}  // namespace rowkind
