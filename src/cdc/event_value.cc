// Values out of events' texts.
#include <algorithm>

#include "base/utf8.h"
#include "cdc/event_reader.h"
#include "cdc/value_text.h"
#include "formats/json_values.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

[[noreturn]] void fail_value(std::string_view text, const LogicalType& type, const std::string& name) {
  throw Failure("cdc/event-text",
                "`" + std::string(text) + "` is no " + type_text(type) + " (column " + name + ").", {},
                "write the row as +I[…]");
}

// What stands between the brackets of a nested value.
std::string_view inside(std::string_view text, char open, char close, const LogicalType& type,
                        const std::string& name) {
  if (text.size() < 2 || text.front() != open || text.back() != close) fail_value(text, type, name);
  return text.substr(1, text.size() - 2);
}

// The offset of " -> " outside of brackets: what stands behind is the value of a map's key or a row's field.
size_t arrow(std::string_view text) {
  int32_t depth = 0;
  for (size_t i = 0; i + 4 <= text.size(); ++i) {
    if (depth == 0 && text.substr(i, 4) == " -> ") return i;
    if (std::string_view("[{(<").find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view("]})>").find(text[i]) != std::string_view::npos && (i == 0 || text[i - 1] != '-'))
      --depth;
  }
  return std::string_view::npos;
}

// "2024-01-31T10:00:00+01:00"
Value zoned_of_text(std::string_view text, const LogicalType& type, const std::string& name) {
  size_t clock = text.find('T'), offset = text.find_last_of("+-Z");
  const TimeZone* zone = clock != std::string_view::npos && offset != std::string_view::npos && offset > clock
                             ? TimeZone::find(text.substr(offset))
                             : nullptr;
  if (zone == nullptr) fail_value(text, type, name);
  Value local = value_of_text(text.substr(0, offset), LogicalType::timestamp(9), name);
  return zoned_value(local.timestamp(), text.substr(offset));
}

}  // namespace

std::vector<std::string_view> split_values(std::string_view text, bool nested) {
  std::vector<std::string_view> out;
  if (text.empty()) return out;
  size_t start = 0;
  int32_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (nested && std::string_view("[{(<").find(text[i]) != std::string_view::npos) ++depth;
    if (nested && std::string_view("]})>").find(text[i]) != std::string_view::npos &&
        (i == 0 || text[i - 1] != '-'))
      --depth;
    if (depth > 0 || text.substr(i, 2) != ", ") continue;
    out.push_back(text.substr(start, i - start));
    start = i + 2;
    ++i;
  }
  out.push_back(text.substr(start));
  return out;
}

Value value_of_text(std::string_view text, const LogicalType& type, const std::string& name) {
  if (text == "null") return Value::null();
  if (type.is_character() || type.is(TypeRoot::kVariant)) return Value::string(text);
  if (is_zoned(type)) return zoned_of_text(text, type, name);
  if (type.is(TypeRoot::kArray)) {
    std::vector<Value> out;
    for (std::string_view item : split_values(inside(text, '[', ']', type, name), true))
      out.push_back(value_of_text(item, type.element(), name));
    return Value::array(std::move(out));
  }
  if (type.is(TypeRoot::kMap) || type.is(TypeRoot::kRow)) {
    const std::vector<std::string_view> entries = split_values(inside(text, '{', '}', type, name), true);
    std::vector<std::pair<Value, Value>> map;
    std::vector<Value> fields;
    if (type.is(TypeRoot::kRow) && entries.size() != type.fields().size()) fail_value(text, type, name);
    for (size_t i = 0; i < entries.size(); ++i) {
      size_t at = arrow(entries[i]);
      if (at == std::string_view::npos) fail_value(text, type, name);
      std::string_view value = entries[i].substr(at + 4);
      if (type.is(TypeRoot::kRow)) {
        fields.push_back(value_of_text(value, type.fields()[i].type, name));
      } else {
        map.emplace_back(value_of_text(entries[i].substr(0, at), type.key(), name),
                         value_of_text(value, type.value(), name));
      }
    }
    return type.is(TypeRoot::kRow) ? Value::row(make_row(std::move(fields))) : Value::map(std::move(map));
  }
  if (type.is_binary()) {
    std::string bytes;
    if (!decode_base64(text, bytes))
      throw Failure("cdc/event-text", "`" + std::string(text) + "` is no Base64.");
    return Value::bytes(bytes);
  }
  std::string readable(text);
  if (type.is_timestamp()) std::replace(readable.begin(), readable.end(), 'T', ' ');
  // Java leaves out seconds that are zero.
  if (std::count(readable.begin(), readable.end(), ':') == 1) readable += ":00";
  CastOptions options;
  options.zone = &TimeZone::utc();
  Result<Value> out =
      cast_value(Value::string(readable), LogicalType::string(), type.with_nullable(true), options);
  if (!out || out->is_null()) fail_value(text, type, name);
  return *out;
}

}  // namespace rowkind::cdc
