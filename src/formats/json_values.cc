#include "formats/json_values.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {
namespace {

constexpr size_t kLinearFields = 8;

struct IntegerRange {
  int64_t low, high;
};
IntegerRange integer_range(TypeRoot root) {
  switch (root) {
    case TypeRoot::kTinyInt:
      return {-128, 127};
    case TypeRoot::kSmallInt:
      return {-32768, 32767};
    case TypeRoot::kBigInt:
    case TypeRoot::kIntervalDayTime:
      return {INT64_MIN, INT64_MAX};
    default:
      return {INT32_MIN, INT32_MAX};
  }
}

bool is_container(JsonToken token) {
  return token == JsonToken::kStartObject || token == JsonToken::kStartArray;
}
bool is_number(JsonToken token) {
  return token == JsonToken::kInt || token == JsonToken::kFloat;
}

std::string shown(std::string_view text) {
  return std::string(text.substr(0, 200));
}

}  // namespace

int32_t JsonType::find(std::string_view name, int32_t expected) const {
  // Messages mostly have the columns in order.
  if (static_cast<size_t>(expected) < names.size() && names[static_cast<size_t>(expected)] == name)
    return expected;
  if (names.size() > kLinearFields) {
    auto it = index.find(std::string(name));
    return it == index.end() ? -1 : it->second;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<int32_t>(i);
  }
  return -1;
}

JsonType make_json_type(const LogicalType& type, JsonDecodeOptions& options) {
  JsonType out;
  out.root = type.root();
  out.precision = type.precision();
  out.scale = type.scale();
  switch (type.root()) {
    case TypeRoot::kDecimal:
      options.big_decimals = true;
      break;
    case TypeRoot::kArray:
      out.children = {make_json_type(type.element(), options)};
      break;
    case TypeRoot::kMap:
    case TypeRoot::kMultiset: {
      const LogicalType& key = type.is(TypeRoot::kMap) ? type.key() : type.element();
      if (!key.is_character()) {
        throw Failure(
            "format/type",
            "JSON format doesn't support non-string as key type of map. The type is: " + type.to_string(), {},
            "use a key of type STRING");
      }
      out.children = {
          make_json_type(key, options),
          make_json_type(type.is(TypeRoot::kMap) ? type.value() : LogicalType::integer(), options)};
      break;
    }
    case TypeRoot::kRow:
      return make_json_row_type(type.fields(), options);
    case TypeRoot::kVariant:
    case TypeRoot::kBitmap:
    case TypeRoot::kDescriptor:
    case TypeRoot::kSymbol:
      throw Failure("format/type", "Unsupported type: " + type.to_string());
    default:
      break;
  }
  return out;
}

JsonType make_json_row_type(const RowType& fields, JsonDecodeOptions& options) {
  JsonType out;
  out.root = TypeRoot::kRow;
  for (const Field& field : fields) {
    if (fields.size() > kLinearFields) out.index[field.name] = static_cast<int32_t>(out.names.size());
    out.names.push_back(field.name);
    out.children.push_back(make_json_type(field.type, options));
  }
  return out;
}

bool JsonConverter::fail(const JsonReader& in, std::string cause, std::string hint) {
  if (in.token() == JsonToken::kError) return fail_syntax(in);
  failure_.chain = {std::move(cause)};
  failure_.hint = std::move(hint);
  failure_.offset = in.offset();
  failure_.syntax = false;
  return false;
}

bool JsonConverter::fail_syntax(const JsonReader& in) {
  failure_.chain = {in.token() == JsonToken::kError
                        ? in.problem()
                        : "Unexpected end of the object: the parser lost its place"};
  failure_.hint.clear();
  failure_.offset = in.offset();
  failure_.syntax = true;
  return false;
}

void JsonConverter::wrap_field(std::string_view name) {
  std::string text = "Fail to deserialize at field: " + std::string(name) + ".";
  if (options_.dialect == JsonDialect::kParser) {
    // The parser forgets the cause; it stays as the last part, which no one compares.
    if (failure_.chain.size() > 1) failure_.chain.erase(failure_.chain.begin());
  } else if (failure_.syntax) {
    return;  // the tree is read before any field is
  }
  failure_.chain.insert(failure_.chain.begin(), std::move(text));
}

bool JsonConverter::convert(JsonReader& in, const JsonType& type, Value& out) {
  if (in.token() == JsonToken::kNull) {
    out = Value::null();
    return true;
  }
  if (in.token() == JsonToken::kError) return fail_syntax(in);
  bool ok = false;
  switch (type.root) {
    case TypeRoot::kArray:
      ok = array(in, type, out);
      break;
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
      ok = map(in, type, out);
      break;
    case TypeRoot::kRow: {
      RowPtr row;
      ok = options_.dialect == JsonDialect::kParser ? parser_row(in, type, row) : tree_row(in, type, row);
      if (ok) out = Value::row(row);
      break;
    }
    default:
      ok = scalar(in, type, out);
  }
  if (ok || failure_.syntax || !options_.ignore_parse_errors) return ok;
  out = Value::null();
  return true;
}

bool JsonConverter::convert_row(JsonReader& in, const JsonType& type, RowPtr& out) {
  return options_.dialect == JsonDialect::kParser ? parser_row(in, type, out) : tree_row(in, type, out);
}

bool JsonConverter::scalar(JsonReader& in, const JsonType& type, Value& out) {
  const bool tree = options_.dialect == JsonDialect::kTree;
  const JsonToken token = in.token();
  bool is_string = type.root == TypeRoot::kChar || type.root == TypeRoot::kVarChar;
  if (is_container(token)) {
    if (is_string) {
      text_.clear();
      if (!in.tree_text(options_.big_decimals, text_)) return fail_syntax(in);
      out = Value::string(text_);
      return true;
    }
    // A tree's container has no text; the parser sees its bracket and stays in front of what is inside.
    if (tree && !in.skip_children()) return fail_syntax(in);
  }
  std::string_view text = tree && is_container(token) ? std::string_view() : in.text(text_);
  if (tree && token == JsonToken::kFloat && type.root != TypeRoot::kDecimal &&
      type.root != TypeRoot::kFloat && type.root != TypeRoot::kDouble) {
    text_ = java_float_text(text, options_.big_decimals);
    text = text_;
  } else if (tree && token == JsonToken::kInt && text == "-0") {
    text = "0";
  }
  switch (type.root) {
    case TypeRoot::kNull:
      out = Value::null();
      return true;
    case TypeRoot::kBoolean:
      out = Value::boolean(ascii_iequals(trim(text), "true"));
      return true;
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return integer(in, type, text, out);
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return approximate(in, type, text, out);
    case TypeRoot::kDecimal:
      return decimal(in, type, text, out);
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      out = Value::string(text);
      return true;
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      if (tree && token != JsonToken::kString) {
        out = Value::null();
        return true;
      }
      if (token != JsonToken::kString) {
        return fail(in, "Current token (" + shown(text) +
                            ") not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary");
      }
      return bytes(in, text, out);
    case TypeRoot::kDate: {
      int64_t days = 0;
      if (!parse_iso_date(text, days)) return fail(in, "Text '" + shown(text) + "' could not be parsed");
      out = Value::integer(days);
      return true;
    }
    case TypeRoot::kTime: {
      int64_t millis = 0;
      if (!parse_sql_time(text, millis)) return fail(in, "Text '" + shown(text) + "' could not be parsed");
      out = Value::integer(millis);
      return true;
    }
    default: {
      Timestamp t;
      bool utc = type.root == TypeRoot::kTimestampLtz;
      if (!parse_format_timestamp(text, options_.timestamp_format, utc, t)) {
        return fail(in, "Text '" + shown(text) + "' could not be parsed",
                    is_number(token) ? "declare the column BIGINT and use TO_TIMESTAMP_LTZ(column, 3), with "
                                       "/ 1000 for microseconds"
                    : utc            ? "a TIMESTAMP_LTZ needs a Z at its end"
                                     : "");
      }
      out = Value::timestamp(cut_to_precision(t, type.precision));
      return true;
    }
  }
}

bool JsonConverter::integer(JsonReader& in, const JsonType& type, std::string_view text, Value& out) {
  IntegerRange range = integer_range(type.root);
  bool narrow = type.root == TypeRoot::kTinyInt || type.root == TypeRoot::kSmallInt;
  if (in.token() == JsonToken::kFloat && !narrow) {
    // Truncated toward 0; a double, or a BigDecimal for the tree.
    double v = 0;
    parse_java_double(in.raw(), v);
    if (v >= static_cast<double>(range.low) && v <= static_cast<double>(range.high)) {
      out = Value::integer(v >= 9223372036854775808.0 ? INT64_MAX : static_cast<int64_t>(v));
      return true;
    }
    return fail(in, "Numeric value (" + shown(text) + ") out of range of " +
                        (range.high == INT64_MAX ? "long" : "int"));
  }
  int64_t v = 0;
  if (parse_java_integer(trim(text), range.low, range.high, v)) {
    out = Value::integer(v);
    return true;
  }
  if (in.token() == JsonToken::kInt && options_.dialect == JsonDialect::kParser) {
    const char* name = type.root == TypeRoot::kTinyInt    ? "Java byte"
                       : type.root == TypeRoot::kSmallInt ? "Java short"
                       : range.high == INT64_MAX          ? "long"
                                                          : "int";
    return fail(in, "Numeric value (" + shown(text) + ") out of range of " + name + ".");
  }
  if (narrow && parse_java_integer(trim(text), INT32_MIN, INT32_MAX, v)) {
    return fail(in, "Value out of range. Value:\"" + shown(trim(text)) + "\" Radix:10");
  }
  return fail(in, "For input string: \"" + shown(trim(text)) + "\"");
}

bool JsonConverter::approximate(JsonReader& in, const JsonType& type, std::string_view text, Value& out) {
  double v = 0;
  if (type.root == TypeRoot::kDouble) {
    if (!parse_java_double(text, v)) return fail(in, "For input string: \"" + shown(text) + "\"");
  } else if (in.token() == JsonToken::kFloat) {
    parse_java_double(text, v);
    v = static_cast<float>(v);
  } else {
    float f = 0;
    if (!parse_java_float(text, f)) return fail(in, "For input string: \"" + shown(text) + "\"");
    v = f;
  }
  out = Value::floating(v);
  return true;
}

bool JsonConverter::decimal(JsonReader& in, const JsonType& type, std::string_view text, Value& out) {
  bool parser = options_.dialect == JsonDialect::kParser;
  if (parser && in.token() == JsonToken::kString) text = trim(text);
  if (parser && in.token() != JsonToken::kString && !is_number(in.token())) {
    return fail(in, "Current token (" + shown(text) + ") not numeric, can not use numeric value accessors");
  }
  Decimal v;
  switch (parse_decimal(text, type.precision, type.scale, v)) {
    case DecimalParse::kOk:
      out = Value::decimal(v);
      return true;
    case DecimalParse::kOverflow:
      out = Value::null();
      return true;
    default:
      return fail(
          in, "Not a decimal number: " + shown(text),
          in.token() == JsonToken::kString && !parser
              ? "Debezium writes decimals as base64 bytes unless decimal.handling.mode is string or double"
              : "");
  }
}

bool JsonConverter::bytes(JsonReader& in, std::string_view text, Value& out) {
  std::string data;
  if (!decode_base64(text, data))
    return fail(in,
                "Unable to deserialize byte array: '" + shown(text) + "' is not base64 text with padding");
  out = Value::bytes(data);
  return true;
}

bool JsonConverter::array(JsonReader& in, const JsonType& type, Value& out) {
  if (in.token() != JsonToken::kStartArray) {
    if (options_.dialect == JsonDialect::kTree && !in.skip_children()) return fail_syntax(in);
    return fail(in, "Illegal JSON array data...");
  }
  std::vector<Value> elements;
  while (in.next() != JsonToken::kEndArray) {
    if (in.token() == JsonToken::kError || in.token() == JsonToken::kNone) return fail_syntax(in);
    elements.emplace_back();
    if (!convert(in, type.children[0], elements.back())) return false;
  }
  out = Value::array(std::move(elements));
  return true;
}

bool JsonConverter::map(JsonReader& in, const JsonType& type, Value& out) {
  if (in.token() != JsonToken::kStartObject) {
    if (options_.dialect == JsonDialect::kParser) return fail(in, "Illegal JSON map data...");
    // A node without fields: an empty map.
    if (!in.skip_children()) return fail_syntax(in);
    out = Value::map({});
    return true;
  }
  std::vector<std::pair<Value, Value>> entries;
  while (in.next() != JsonToken::kEndObject) {
    if (in.token() == JsonToken::kError || in.token() == JsonToken::kNone) return fail_syntax(in);
    Value key = Value::string(in.text(text_)), value;
    in.next();
    if (!convert(in, type.children[1], value)) return false;
    auto same = std::find_if(entries.begin(), entries.end(),
                             [&](const auto& entry) { return entry.first.equals(key); });
    if (same == entries.end()) {
      entries.emplace_back(std::move(key), std::move(value));
    } else {
      same->second = std::move(value);
    }
  }
  out = Value::map(std::move(entries));
  return true;
}

// The loop of JsonParserToRowDataConverters.createRowConverter, token by token: it stops reading values once
// as many fields matched as there are columns, and a failed scalar leaves the parser where it stands.
bool JsonConverter::parser_row(JsonReader& in, const JsonType& type, RowPtr& out) {
  if (in.token() == JsonToken::kError) return fail_syntax(in);
  if (in.token() != JsonToken::kStartObject) return fail(in, "Illegal JSON object data...");
  const int32_t arity = static_cast<int32_t>(type.names.size());
  RowBuilder row(arity);
  int32_t matched = 0, expected = 0;
  in.next();
  while (in.token() != JsonToken::kEndObject) {
    if (in.token() == JsonToken::kError || in.token() == JsonToken::kNone) return fail_syntax(in);
    if (matched >= arity) {
      if (!in.skip_children()) return fail_syntax(in);
      in.next();
      continue;
    }
    std::string_view name = in.text(name_);
    int32_t column = type.find(name, expected);
    in.next();
    if (column < 0) {
      if (!in.skip_children()) return fail_syntax(in);
      in.next();
      continue;
    }
    Value value;
    if (!convert(in, type.children[static_cast<size_t>(column)], value)) {
      wrap_field(type.names[static_cast<size_t>(column)]);
      return false;
    }
    row.set(column, std::move(value));
    in.next();
    ++matched;
    expected = column + 1;
  }
  if (matched < arity && options_.fail_on_missing_field)
    return fail(in, "Some field is missing in the JSON data.");
  out = row.finish();
  return true;
}

bool JsonConverter::tree_row(JsonReader& in, const JsonType& type, RowPtr& out) {
  if (in.token() != JsonToken::kStartObject) {
    if (!in.skip_children()) return fail_syntax(in);
    return fail(in, "Illegal JSON object data: it is no object");
  }
  const int32_t arity = static_cast<int32_t>(type.names.size());
  RowBuilder row(arity);
  std::vector<bool> seen(options_.fail_on_missing_field ? static_cast<size_t>(arity) : 0);
  int32_t expected = 0;
  while (in.next() != JsonToken::kEndObject) {
    if (in.token() != JsonToken::kFieldName) return fail_syntax(in);
    int32_t column = type.find(in.text(name_), expected);
    in.next();
    if (column < 0) {
      if (!in.skip_children()) return fail_syntax(in);
      continue;
    }
    const JsonType& field = type.children[static_cast<size_t>(column)];
    Value value;
    if (!convert(in, field, value)) {
      wrap_field(type.names[static_cast<size_t>(column)]);
      return false;
    }
    if (!seen.empty()) seen[static_cast<size_t>(column)] = true;
    row.set(column, std::move(value));
    expected = column + 1;
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) continue;
    fail(in, "Could not find field with name '" + type.names[i] + "'.");
    wrap_field(type.names[i]);
    return false;
  }
  out = row.finish();
  return true;
}

bool parse_java_integer(std::string_view text, int64_t low, int64_t high, int64_t& out) {
  size_t at = 0;
  bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) at = 1;
  if (at == text.size()) return false;
  uint64_t v = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return false;
    uint64_t digit = static_cast<uint64_t>(text[at] - '0');
    if (v > (UINT64_MAX - digit) / 10) return false;
    v = v * 10 + digit;
  }
  uint64_t limit = negative ? 0 - static_cast<uint64_t>(low) : static_cast<uint64_t>(high);
  if (v > limit) return false;
  out = negative ? static_cast<int64_t>(0 - v) : static_cast<int64_t>(v);
  return true;
}

bool decode_base64(std::string_view text, std::string& out) {
  auto digit = [](char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  };
  for (size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) <= ' ') {
      ++at;
      continue;
    }
    std::string_view group = text.substr(at, 4);
    if (group.size() < 4) return false;
    at += 4;
    int digits[4];
    for (int i = 0; i < 4; ++i) digits[i] = digit(group[static_cast<size_t>(i)]);
    size_t bytes = digits[2] >= 0 && digits[3] >= 0    ? 3
                   : digits[2] >= 0 && group[3] == '=' ? 2
                   : group.substr(2) == "=="           ? 1
                                                       : 0;
    if (digits[0] < 0 || digits[1] < 0 || bytes == 0) return false;
    uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits = bits << 6 | static_cast<uint32_t>(digits[i] < 0 ? 0 : digits[i]);
    for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(bits >> (16 - 8 * i) & 255);
  }
  return true;
}

std::string encode_base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0);
    for (size_t j = 0; j < 4; ++j) out += i + j <= bytes.size() ? kDigits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

}  // namespace rowkind
