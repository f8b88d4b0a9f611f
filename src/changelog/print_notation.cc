#include <algorithm>

#include "base/utf8.h"
#include "changelog/notation.h"
#include "types/text.h"

namespace rowkind {
namespace {

// Java's Character.isWhitespace beyond ASCII.
bool is_wide_blank(uint32_t c) {
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A && c != 0x2007) || c == 0x2028 || c == 0x2029 ||
         c == 0x205F || c == 0x3000;
}
bool is_blank(char c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
}

bool has_edge_blank(std::string_view text) {
  if (is_blank(text.front()) || is_blank(text.back())) return true;
  size_t pos = 0;
  if (is_wide_blank(utf8_next(text, pos))) return true;
  pos = text.size() - 1;
  while (pos > 0 && is_utf8_continuation(text[pos])) --pos;
  return is_wide_blank(utf8_next(text, pos));
}

bool is_special(char c) {
  switch (c) {
    case ',':
    case '[':
    case ']':
    case '{':
    case '}':
    case '(':
    case ')':
    case '=':
    case '\'':
    case '"':
    case '\\':
    case '\n':
    case '\r':
    case '\t':
      return true;
    default:
      return false;
  }
}

void append_quoted(std::string& out, std::string_view text) {
  bool bare = !text.empty() && text != "null" && std::none_of(text.begin(), text.end(), is_special) &&
              !has_edge_blank(text);
  if (bare) {
    out += text;
    return;
  }
  out += '\'';
  for (char c : text) {
    switch (c) {
      case '\'':
        out += "''";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  }
  out += '\'';
}

void append_bytes(std::string& out, std::string_view bytes) {
  constexpr char kHex[] = "0123456789ABCDEF";
  out += "x'";
  for (char c : bytes) {
    out += kHex[static_cast<unsigned char>(c) >> 4];
    out += kHex[static_cast<unsigned char>(c) & 15];
  }
  out += '\'';
}

void append_integer(std::string& out, int64_t v) {
  char digits[24];
  char* at = digits + sizeof digits;
  uint64_t rest = v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  do *--at = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (v < 0) *--at = '-';
  out.append(at, static_cast<size_t>(digits + sizeof digits - at));
}

class Printer {
 public:
  Printer(std::string& out, const TimeZone& zone) : out_(out), zone_(zone) {}

  void fields(const Row& row, const RowType& type) {
    for (int32_t i = 0; i < row.arity(); ++i) {
      if (i > 0) out_ += ", ";
      value(row[i], type[static_cast<size_t>(i)].type);
    }
  }

  void value(const Value& v, const LogicalType& type) {
    if (v.is_null()) {
      out_ += "null";
      return;
    }
    switch (type.root()) {
      case TypeRoot::kTinyInt:
      case TypeRoot::kSmallInt:
      case TypeRoot::kInt:
      case TypeRoot::kBigInt:
        append_integer(out_, v.integer());
        break;
      case TypeRoot::kChar:
      case TypeRoot::kVarChar:
      case TypeRoot::kVariant:
        append_quoted(out_, v.string());
        break;
      case TypeRoot::kBinary:
      case TypeRoot::kVarBinary:
        append_bytes(out_, v.string());
        break;
      case TypeRoot::kBitmap:
        out_ += v.string();
        break;
      case TypeRoot::kArray:
        out_ += '[';
        for (size_t i = 0; i < v.array().size(); ++i) {
          if (i > 0) out_ += ", ";
          value(v.array()[i], type.element());
        }
        out_ += ']';
        break;
      case TypeRoot::kMap:
        map(v, type.key(), type.value());
        break;
      case TypeRoot::kMultiset:
        map(v, type.element(), LogicalType::integer());
        break;
      case TypeRoot::kRow:
        out_ += '(';
        fields(v.row(), type.fields());
        out_ += ')';
        break;
      default:
        out_ += cast_to_string(v, type, zone_);
    }
  }

 private:
  // Sorted by key text: Flink's own order is that of a hash map.
  void map(const Value& v, const LogicalType& key, const LogicalType& value) {
    std::vector<std::pair<std::string, std::string>> entries;
    for (const auto& [k, x] : v.map())
      entries.emplace_back(print_value(k, key, zone_), print_value(x, value, zone_));
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return compare_java(a.first, b.first) < 0; });
    out_ += '{';
    for (size_t i = 0; i < entries.size(); ++i)
      out_ += (i ? ", " : "") + entries[i].first + "=" + entries[i].second;
    out_ += '}';
  }

  std::string& out_;
  const TimeZone& zone_;
};

}  // namespace

std::string print_change(RowKind kind, const Row& row, const RowType& type, const TimeZone& zone) {
  std::string out(short_string(kind));
  out += '[';
  Printer(out, zone).fields(row, type);
  out += ']';
  return out;
}

std::string print_row(const Row& row, const RowType& type, const TimeZone& zone) {
  std::string out = "[";
  Printer(out, zone).fields(row, type);
  out += ']';
  return out;
}

std::string print_value(const Value& value, const LogicalType& type, const TimeZone& zone) {
  std::string out;
  Printer(out, zone).value(value, type);
  return out;
}

std::string quote_string(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

int32_t compare_java(std::string_view a, std::string_view b) {
  size_t shared = std::min(a.size(), b.size());
  for (size_t i = 0; i < shared; ++i) {
    if (a[i] == b[i]) continue;
    // UTF-8 bytes sort by code point; the surrogates of UTF-16 come before U+E000.
    auto rank = [](char c) {
      int byte = static_cast<unsigned char>(c);
      return byte >= 0xF0 ? 2 * 0xED + 1 : 2 * byte;
    };
    int left = rank(a[i]), right = rank(b[i]);
    if (left == right) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]) ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

}  // namespace rowkind
