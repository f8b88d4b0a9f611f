#include "base/utf8.h"
#include "types/cast_rules.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

// Folding of constants has no session: what depends on its zone is never folded.
const TimeZone& zone_of(const CastOptions& options) {
  return options.zone != nullptr ? *options.zone : TimeZone::utc();
}

Result<Value> cast_elements(const std::vector<Value>& elements, const LogicalType& from,
                            const LogicalType& to, const CastOptions& options) {
  std::vector<Value> out;
  out.reserve(elements.size());
  for (const Value& element : elements) {
    Result<Value> cast = cast_value(element, from, to, options);
    if (!cast.ok()) return cast;
    out.push_back(std::move(*cast));
  }
  return Value::array(std::move(out));
}

// MAP entries, or the elements of a MULTISET with their counts.
Result<Value> cast_entries(const Value& value, const LogicalType& from, const LogicalType& to,
                           const CastOptions& options) {
  std::vector<std::pair<Value, Value>> out;
  out.reserve(value.map().size());
  bool counts = from.is(TypeRoot::kMultiset);
  for (const auto& [key, entry] : value.map()) {
    Result<Value> new_key = counts ? cast_value(key, from.element(), to.element(), options)
                                   : cast_value(key, from.key(), to.key(), options);
    if (!new_key.ok()) return new_key;
    Result<Value> new_value = counts ? entry : cast_value(entry, from.value(), to.value(), options);
    if (!new_value.ok()) return new_value;
    out.emplace_back(std::move(*new_key), std::move(*new_value));
  }
  return Value::map(std::move(out));
}

Result<Value> cast_row(const Row& row, const LogicalType& from, const LogicalType& to,
                       const CastOptions& options) {
  RowBuilder builder(row.arity());
  for (int32_t i = 0; i < row.arity(); ++i) {
    size_t at = static_cast<size_t>(i);
    Result<Value> cast = cast_value(row[i], from.fields()[at].type, to.fields()[at].type, options);
    if (!cast.ok()) return cast;
    builder.set(i, std::move(*cast));
  }
  return Value::row(builder.finish());
}

Result<Value> cast_text(const Value& value, const LogicalType& to, const CastOptions& options) {
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return cast::text_to_boolean(value.string());
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary: {
      Value bytes = Value::bytes(value.string());
      return options.legacy ? bytes : fit_bytes(bytes, to);
    }
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return cast::text_to_datetime(value.string(), to, zone_of(options));
    default:
      return cast::text_to_number(value.string(), to);
  }
}

// Texts made from other types have their length counted in Java's chars (UTF-16); a pair that is cut in the
// middle becomes '?'.
Value fit_java_text(const std::string& text, const LogicalType& to) {
  if (text.find_first_of("\xF0\xF1\xF2\xF3\xF4") == std::string::npos)
    return fit_text(Value::string(text), to);
  int64_t length = to.length(), units = 0;
  for (size_t pos = 0; pos < text.size();) {
    size_t start = pos;
    bool pair = utf8_next(text, pos) > 0xFFFF;
    if (units + (pair ? 2 : 1) > length) {
      return Value::string(std::string_view(text).substr(0, start), units < length ? "?" : "");
    }
    units += pair ? 2 : 1;
  }
  if (!to.is(TypeRoot::kChar)) return Value::string(text);
  return Value::string(text, std::string(static_cast<size_t>(length - units), ' '));
}

Result<Value> to_text(const Value& value, const LogicalType& from, const LogicalType& to,
                      const CastOptions& options) {
  if (from.is_character()) {
    bool fits = options.legacy || (to.is(TypeRoot::kVarChar) && from.length() <= to.length());
    return fits ? value : fit_text(value, to);
  }
  std::string text = cast_to_string(value, from, zone_of(options), options.legacy);
  return options.legacy ? Value::string(text) : fit_java_text(text, to);
}

}  // namespace

Result<Value> cast::failed(std::string_view code, std::string_view message) {
  return Error(code, message);
}

Result<Value> cast_value(const Value& value, const LogicalType& from, const LogicalType& to,
                         const CastOptions& options) {
  if (value.is_null()) return value;
  if (to.is_character()) return to_text(value, from, to, options);
  if (from.is_character()) {
    Result<Value> cast = cast_text(value, to, options);
    return cast.ok() || !options.legacy ? cast : Result<Value>(Value::null());
  }
  switch (to.root()) {
    case TypeRoot::kBoolean:
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
    case TypeRoot::kDecimal:
      return cast::number_to_number(value, from, to);
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return options.legacy ? value : fit_bytes(value, to);
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return cast::datetime_to_datetime(value, from, to, zone_of(options));
    case TypeRoot::kArray:
      return cast_elements(value.array(), from.element(), to.element(), options);
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
      return cast_entries(value, from, to, options);
    case TypeRoot::kRow:
      return cast_row(value.row(), from, to, options);
    default:
      return value;  // intervals keep their months or milliseconds
  }
}

}  // namespace rowkind
