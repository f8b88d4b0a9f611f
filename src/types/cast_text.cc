#include "base/utf8.h"
#include "types/cast_rules.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

std::string hex_text(std::string_view bytes) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "x'";
  for (char c : bytes) {
    out += kHex[static_cast<unsigned char>(c) >> 4];
    out += kHex[static_cast<unsigned char>(c) & 15];
  }
  return out + "'";
}

std::string scalar_text(const Value& value, const LogicalType& type, const TimeZone& zone, bool legacy) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_bool() ? (legacy ? "true" : "TRUE") : (legacy ? "false" : "FALSE");
    case TypeRoot::kFloat:
      return java_float(static_cast<float>(value.floating()));
    case TypeRoot::kDouble:
      return java_double(value.floating());
    case TypeRoot::kDecimal:
      return decimal_text(value.decimal());
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
    case TypeRoot::kVariant:
    case TypeRoot::kBitmap:
      return std::string(value.string());
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return utf8_repair(value.string());
    case TypeRoot::kDate:
      return date_text(value.integer());
    case TypeRoot::kTime:
      return time_text(value.integer(), type.precision());
    case TypeRoot::kTimestamp:
      return timestamp_text(value.timestamp(), type.precision());
    case TypeRoot::kTimestampLtz:
      return timestamp_text(zone.to_local(value.timestamp()), type.precision());
    case TypeRoot::kIntervalYearMonth:
      return interval_months_text(value.integer());
    case TypeRoot::kIntervalDayTime:
      return interval_millis_text(value.integer());
    default:
      return std::to_string(value.integer());
  }
}

struct Printer {
  const TimeZone& zone;
  bool legacy;
  bool hex = false;  // bytes
  std::string out = {};

  void print(const Value& value, const LogicalType& type) {
    if (value.is_null()) {
      out += legacy ? "null" : "NULL";
      return;
    }
    switch (type.root()) {
      case TypeRoot::kArray:
        print_array(value.array(), type.element());
        return;
      case TypeRoot::kMap:
        print_map(value, type.key(), type.value());
        return;
      case TypeRoot::kMultiset:
        print_map(value, type.element(), LogicalType::integer());
        return;
      case TypeRoot::kRow:
        print_row(value.row(), type);
        return;
      default:
        out += hex && type.is_binary() ? hex_text(value.string()) : scalar_text(value, type, zone, legacy);
        return;
    }
  }

  void print_array(const std::vector<Value>& elements, const LogicalType& type) {
    const char* separator = "[";
    for (const Value& element : elements) {
      out += separator;
      print(element, type);
      separator = ", ";
    }
    out += elements.empty() ? "[]" : "]";
  }

  void print_map(const Value& map, const LogicalType& key_type, const LogicalType& value_type) {
    const char* separator = "{";
    for (const auto& [key, value] : map.map()) {
      out += separator;
      print(key, key_type);
      out += '=';
      print(value, value_type);
      separator = ", ";
    }
    out += map.map().empty() ? "{}" : "}";
  }

  void print_row(const Row& row, const LogicalType& type) {
    out += '(';
    for (int32_t i = 0; i < row.arity(); ++i) {
      const Field& field = type.fields()[static_cast<size_t>(i)];
      if (i > 0) out += legacy ? "," : ", ";
      if (type.is_structured()) out += field.name + "=";
      print(row[i], field.type);
    }
    out += ')';
  }
};

}  // namespace

std::string cast_to_string(const Value& value, const LogicalType& type, const TimeZone& zone, bool legacy) {
  if (!value.is_null() && !type.is_nested()) return scalar_text(value, type, zone, legacy);
  Printer printer{zone, legacy};
  printer.print(value, type);
  return std::move(printer.out);
}

std::string display_text(const Value& value, const LogicalType& type, const TimeZone& zone) {
  Printer printer{zone, false, true};
  printer.print(value, type);
  return std::move(printer.out);
}

Value fit_text(const Value& text, const LogicalType& to) {
  std::string_view chars = text.string();
  int64_t length = to.length();
  bool pad = to.is(TypeRoot::kChar);
  // Bytes bound the characters, so most texts need no counting.
  if (!pad && static_cast<int64_t>(chars.size()) <= length) return text;
  int64_t count = utf8_length(chars);
  if (count > length) return Value::string(chars.substr(0, utf8_offset(chars, length)));
  if (!pad || count == length) return text;
  return Value::string(chars, std::string(static_cast<size_t>(length - count), ' '));
}

Value fit_bytes(const Value& data, const LogicalType& to) {
  std::string_view bytes = data.string();
  size_t length = static_cast<size_t>(to.length());
  if (bytes.size() > length) return Value::bytes(bytes.substr(0, length));
  if (!to.is(TypeRoot::kBinary) || bytes.size() == length) return data;
  std::string padded(bytes);
  padded.resize(length, '\0');
  return Value::bytes(padded);
}

}  // namespace rowkind
