#include "formats/paste_values.h"

#include <algorithm>

#include "base/error.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "changelog/notation.h"
#include "formats/time_text.h"
#include "types/datetime.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

constexpr std::string_view kNulls[] = {"null", "NULL", "<NULL>", "(NULL)"};

bool is_null_text(std::string_view text) {
  return std::find(std::begin(kNulls), std::end(kNulls), text) != std::end(kNulls);
}
bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Where the quote that opens at `open` is closed; the end of the text if it is not.
size_t closing_quote(std::string_view text, size_t open) {
  for (size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] != text[open]) continue;
    if (i + 1 < text.size() && text[i + 1] == text[open]) {
      ++i;
      continue;
    }
    return i;
  }
  return text.size();
}

std::string unquoted(std::string_view text) {
  char quote = text.empty() ? '\0' : text[0];
  if (text.size() < 2 || (quote != '\'' && quote != '"') || text.back() != quote) return std::string(text);
  std::string out;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    char next = i + 2 < text.size() ? text[i + 1] : '\0';
    if (text[i] == quote && next == quote) ++i;
    if (quote == '\'' && text[i] == '\\' && next != '\0' &&
        std::string_view("nrt\\").find(next) != std::string_view::npos) {
      out += next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : '\\';
      ++i;
      continue;
    }
    out += text[i];
  }
  return out;
}

std::string_view inside(std::string_view text, const LogicalType& type) {
  if (text.size() < 2 || !closing_bracket(text[0]) || text.back() != closing_bracket(text[0])) {
    throw Failure("rows/value", "Expected brackets around the value of " + type.to_string() + ", found " +
                                    std::string(text.substr(0, 80)));
  }
  return text.substr(1, text.size() - 2);
}

// "[1, 2, -1]" as Java prints a byte[].
std::string bytes(std::string_view text) {
  if (text.empty() || text[0] != '[') return starts_with(text, "x'") ? std::string(text) : quote_string(text);
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "x'";
  for (std::string_view item : split_items(text.substr(1, text.size() > 1 ? text.size() - 2 : 0))) {
    int v = std::atoi(std::string(item).c_str()) & 255;
    out += kHex[v >> 4];
    out += kHex[v & 15];
  }
  return out + "'";
}

}  // namespace

char closing_bracket(char open) {
  return open == '[' ? ']' : open == '(' ? ')' : open == '{' ? '}' : '\0';
}

std::optional<RowKind> kind_at(std::string_view text) {
  for (RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
    if (starts_with(text, short_string(kind))) return kind;
  }
  return std::nullopt;
}

size_t matching_bracket(std::string_view text, size_t open) {
  int32_t depth = 0;
  bool value_start = false;
  for (size_t i = open; i < text.size(); ++i) {
    char c = text[i];
    if (value_start && (c == '\'' || c == '"')) {
      i = closing_quote(text, i);
      value_start = false;
      continue;
    }
    if (closing_bracket(c)) ++depth;
    if (c == ']' || c == ')' || c == '}') {
      if (--depth == 0) return i;
    }
    if (depth > limits::kNestingDepth) return std::string_view::npos;
    if (c != ' ') value_start = closing_bracket(c) || c == ',' || c == ':' || c == '=';
  }
  return std::string_view::npos;
}

std::vector<std::string_view> split_items(std::string_view text) {
  std::vector<std::string_view> out;
  if (trim(text).empty()) return out;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == ',') {
      out.push_back(trim(text.substr(begin, i - begin)));
      begin = i + 1;
      continue;
    }
    bool at_start = trim(text.substr(begin, i - begin)).empty() || text[i - 1] == ':' || text[i - 1] == '=';
    if (closing_bracket(text[i])) {
      size_t end = matching_bracket(text, i);
      if (end != std::string_view::npos) i = end;
    } else if (at_start && (text[i] == '\'' || text[i] == '"')) {
      size_t end = closing_quote(text, i);
      if (end < text.size()) i = end;
    }
  }
  return out;
}

size_t value_behind_name(std::string_view item, std::string_view& name) {
  size_t at = item.find_first_of(":=");
  if (at == std::string_view::npos) return at;
  name = trim(item.substr(0, at));
  return name.empty() || name.find_first_of(" '\"[({") != std::string_view::npos ? std::string_view::npos
                                                                                 : at + 1;
}

std::string ValueRewriter::cell(std::string_view text, const LogicalType& type) const {
  if (type.is_character() && !is_null_text(text)) return quote_string(text);
  return item(text, type);
}

std::string ValueRewriter::item(std::string_view text, const LogicalType& type, int32_t depth) const {
  text = trim(text);
  if (is_null_text(text)) return "null";
  if (depth > limits::kNestingDepth)
    throw Failure("rows/syntax",
                  "The row is nested deeper than " + std::to_string(limits::kNestingDepth) + " levels");
  switch (type.root()) {
    case TypeRoot::kArray: {
      std::string out;
      for (std::string_view element : split_items(inside(text, type)))
        out += (out.empty() ? "" : ", ") + item(element, type.element(), depth + 1);
      return "[" + out + "]";
    }
    case TypeRoot::kMap:
      return map(text, type, type.key(), type.value(), depth);
    case TypeRoot::kMultiset:
      return map(text, type, type.element(), LogicalType::integer(), depth);
    case TypeRoot::kRow:
      return row(text, type, depth);
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return bytes(text);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return timestamp(text, type);
    default:
      return quote_string(unquoted(text));
  }
}

std::string ValueRewriter::map(std::string_view text, const LogicalType& type, const LogicalType& key,
                               const LogicalType& mapped, int32_t depth) const {
  std::string out;
  for (std::string_view entry : split_items(inside(text, type))) {
    size_t at = entry.find('=');
    if (at == std::string_view::npos)
      throw Failure("rows/value", "Expected key=value, found " + std::string(entry.substr(0, 80)));
    out += (out.empty() ? "" : ", ") + item(entry.substr(0, at), key, depth + 1) + "=" +
           item(entry.substr(at + 1), mapped, depth + 1);
  }
  return "{" + out + "}";
}

std::string ValueRewriter::row(std::string_view text, const LogicalType& type, int32_t depth) const {
  if (kind_at(text)) text.remove_prefix(2);
  std::vector<std::string_view> items = split_items(inside(text, type));
  if (items.size() != type.fields().size()) {
    throw Failure("rows/value", "The row has " + std::to_string(items.size()) + " values, its type has " +
                                    std::to_string(type.fields().size()) + " fields");
  }
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    std::string_view name, value = items[i];
    size_t at = value_behind_name(value, name);
    if (at != std::string_view::npos && name == type.fields()[i].name) value = value.substr(at);
    out += (i ? ", " : "") + item(value, type.fields()[i].type, depth + 1);
  }
  return "(" + out + ")";
}

// "2024-06-01T09:30", "…:05.120", "…Z" (an instant, shown in the session zone).
std::string ValueRewriter::timestamp(std::string_view text, const LogicalType& type) const {
  std::string out = unquoted(text);
  if (out.size() > 10 && out[10] == 'T') out[10] = ' ';
  bool utc = out.size() > 11 && out.back() == 'Z';
  if (utc) out.pop_back();
  if (out.size() == 16) out += ":00";
  Timestamp t;
  if (utc && type.is(TypeRoot::kTimestampLtz) &&
      parse_format_timestamp(out, TimestampFormat::kSql, false, t)) {
    return timestamp_text(zone_.to_local(t), 9);
  }
  return out;
}

}  // namespace rowkind
