#include "base/utf8.h"
#include "types/cast_rules.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

struct Printer {
  const TimeZone& zone;
  bool legacy;
  std::string out = {};

  void print(const Value& value, const LogicalType& type) {
    if (value.is_null()) {
      out += legacy ? "null" : "NULL";
      return;
    }
    switch (type.root()) {
      case TypeRoot::kBoolean:
        out += value.as_bool() ? (legacy ? "true" : "TRUE") : (legacy ? "false" : "FALSE");
        return;
      case TypeRoot::kFloat:
        out += java_float(static_cast<float>(value.floating()));
        return;
      case TypeRoot::kDouble:
        out += java_double(value.floating());
        return;
      case TypeRoot::kDecimal:
        out += decimal_text(value.decimal());
        return;
      case TypeRoot::kChar:
      case TypeRoot::kVarChar:
      case TypeRoot::kVariant:
        out += value.string();
        return;
      case TypeRoot::kBinary:
      case TypeRoot::kVarBinary:
        out += utf8_repair(value.string());
        return;
      case TypeRoot::kDate:
        out += date_text(value.integer());
        return;
      case TypeRoot::kTime:
        out += time_text(value.integer(), type.precision());
        return;
      case TypeRoot::kTimestamp:
        out += timestamp_text(value.timestamp(), type.precision());
        return;
      case TypeRoot::kTimestampLtz:
        out += timestamp_text(zone.to_local(value.timestamp()), type.precision());
        return;
      case TypeRoot::kIntervalYearMonth:
        out += interval_months_text(value.integer());
        return;
      case TypeRoot::kIntervalDayTime:
        out += interval_millis_text(value.integer());
        return;
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
        print_row(value.row(), type.fields());
        return;
      default:
        out += std::to_string(value.integer());
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

  void print_row(const Row& row, const RowType& fields) {
    out += '(';
    for (int32_t i = 0; i < row.arity(); ++i) {
      if (i > 0) out += legacy ? "," : ", ";
      print(row[i], fields[static_cast<size_t>(i)].type);
    }
    out += ')';
  }
};

}  // namespace

std::string cast_to_string(const Value& value, const LogicalType& type, const TimeZone& zone, bool legacy) {
  Printer printer{zone, legacy};
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
