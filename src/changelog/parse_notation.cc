#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"
#include "changelog/notation.h"
#include "types/text.h"

namespace rowkind {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
}
std::string_view strip(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// A value as written: text, or a bracketed list; inside a map each item also has a key.
struct Node {
  std::string_view bare;  // the text when it needs no unescaping
  std::string unescaped;  // else the text
  bool owned = false;     // which of the two
  bool quoted = false;
  bool hex = false;  // x'..': the text is the digits
  bool list = false;
  bool has_key = false;
  std::string_view name;    // in front of a colon, if there is one
  std::string_view named;   // the bare text behind that colon
  std::vector<Node> items;  // of a list
  std::vector<Node> key;    // one, inside a map
  Span span;

  std::string_view text() const { return owned ? std::string_view(unescaped) : bare; }
};

class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  RowKind kind() {
    skip();
    std::string_view word = line_.substr(at_, 2);
    for (RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
      if (word != short_string(kind)) continue;
      at_ += 2;
      return kind;
    }
    throw Failure("rows/syntax", "A row starts with +I, -U, +U or -D",
                  {static_cast<int32_t>(at_), static_cast<int32_t>(word.size())},
                  "write +I[value, value, …]");
  }

  std::vector<Node> row() {
    if (at_ >= line_.size() || line_[at_] != '[') fail("Expected [ behind the kind of the row", 1);
    std::vector<Node> items = list(']', 0);
    skip();
    if (at_ < line_.size()) fail("Text after the row", static_cast<int32_t>(line_.size() - at_));
    return items;
  }

 private:
  [[noreturn]] void fail(std::string message, int32_t length, std::string hint = "") {
    int32_t at = static_cast<int32_t>(std::min(at_, line_.size()));
    throw Failure("rows/syntax", std::move(message),
                  {at, at < static_cast<int32_t>(line_.size()) ? length : 0}, std::move(hint));
  }

  void skip() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }
  char peek() {
    if (at_ >= line_.size()) fail("The row ends too early", 0, "close it with ]");
    return line_[at_];
  }

  std::vector<Node> list(char close, int depth) {
    if (depth > limits::kNestingDepth)
      fail("The row is nested deeper than " + std::to_string(limits::kNestingDepth) + " levels", 1);
    ++at_;
    std::vector<Node> items;
    skip();
    if (peek() == close) {
      ++at_;
      return items;
    }
    while (true) {
      items.push_back(node(close, depth));
      char c = peek();
      if (c != ',' && c != close)
        fail(std::string("Expected , or ") + close, 1, "put a text with such characters in quotes: 'a, b'");
      ++at_;
      if (c == close) return items;
    }
  }

  Node node(char close, int depth) {
    skip();
    Node n = value(close, depth);
    if (close != '}' || peek() != '=') return n;
    ++at_;
    skip();
    Node mapped = value(close, depth);
    mapped.has_key = true;
    mapped.key.push_back(std::move(n));
    return mapped;
  }

  // Up to a comma, the closing bracket or, in a map, the equals sign behind a key.
  Node value(char close, int depth) {
    Node n;
    size_t begin = at_, colon = std::string_view::npos;
    while (true) {
      char c = peek();
      if (c == ',' || c == close || (c == '=' && close == '}')) break;
      std::string_view before = strip(line_.substr(begin, at_ - begin));
      if (c == '\'' && (before.empty() || before.back() == ':')) {
        quoted(n);
        break;
      }
      if (c == '\'' && (before == "x" || (before.size() > 1 && before.back() == 'x' &&
                                          strip(before.substr(0, before.size() - 1)).back() == ':'))) {
        quoted(n);
        n.quoted = false;
        n.hex = true;
        break;
      }
      if ((c == '[' || c == '(' || c == '{') && (before.empty() || before.back() == ':' || before == "+I")) {
        n.list = true;
        n.items = list(c == '[' ? ']' : c == '(' ? ')' : '}', depth + 1);
        break;
      }
      if (c == '[' || c == '(' || c == '{')
        fail(std::string("Unexpected ") + c + " inside a text", 1, "put the text in quotes: 'a (b)'");
      if (c == ':' && colon == std::string_view::npos) colon = at_;
      ++at_;
      // Plain characters in one go: this loop sees most of a large input.
      while (at_ < line_.size() &&
             (static_cast<unsigned char>(line_[at_]) >= '@'
                  ? line_[at_] != '[' && line_[at_] != ']' && line_[at_] != '{' && line_[at_] != '}'
                  : line_[at_] >= '0' && line_[at_] <= '9')) {
        ++at_;
      }
    }
    n.span = {static_cast<int32_t>(begin),
              static_cast<int32_t>(strip(line_.substr(begin, at_ - begin)).size())};
    bool closed = n.quoted || n.hex || n.list;
    if (closed) skip();
    if (colon != std::string_view::npos) {
      n.name = strip(line_.substr(begin, colon - begin));
      if (!closed) n.named = strip(line_.substr(colon + 1, at_ - colon - 1));
    }
    if (!closed) n.bare = strip(line_.substr(begin, at_ - begin));
    return n;
  }

  // From the opening quote to behind the closing one.
  void quoted(Node& n) {
    size_t open = at_++;
    size_t begin = at_;
    n.quoted = true;
    while (true) {
      size_t stop = line_.find_first_of("'\\", at_);
      if (stop == std::string_view::npos) {
        at_ = open;
        fail("Unclosed quote", static_cast<int32_t>(line_.size() - open),
             "a quote inside a text is written twice: ''");
      }
      at_ = stop;
      char next = stop + 1 < line_.size() ? line_[stop + 1] : '\0';
      bool escape =
          line_[stop] == '\'' ? next == '\'' : next == 'n' || next == 'r' || next == 't' || next == '\\';
      if (line_[stop] == '\'' && !escape) break;
      if (!n.owned) n.unescaped.clear();
      n.unescaped.append(line_.substr(begin, stop - begin));
      n.owned = true;
      char c = !escape || line_[stop] == '\'' ? line_[stop]
               : next == 'n'                  ? '\n'
               : next == 'r'                  ? '\r'
               : next == 't'                  ? '\t'
                                              : '\\';
      n.unescaped += c;
      at_ += escape ? 2 : 1;
      begin = at_;
    }
    if (n.owned) {
      n.unescaped.append(line_.substr(begin, at_ - begin));
    } else {
      n.bare = line_.substr(begin, at_ - begin);
    }
    ++at_;
  }

  std::string_view line_;
  size_t at_ = 0;
};

// Most integers, without the detour through CAST.
bool plain_integer(std::string_view text, TypeRoot root, Value& out) {
  bool negative = !text.empty() && text[0] == '-';
  size_t at = negative ? 1 : 0;
  size_t longest = root == TypeRoot::kTinyInt    ? 2
                   : root == TypeRoot::kSmallInt ? 4
                   : root == TypeRoot::kInt      ? 9
                                                 : 18;
  if (text.size() == at || text.size() - at > longest) return false;
  int64_t v = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return false;
    v = v * 10 + (text[at] - '0');
  }
  out = Value::integer(negative ? -v : v);
  return true;
}

// JSON text without the blanks between tokens.
std::string compact_json(std::string_view text) {
  std::string out;
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!inside && is_blank(text[i])) continue;
    out += text[i];
    if (text[i] == '"') inside = !inside;
    if (inside && text[i] == '\\' && i + 1 < text.size()) out += text[++i];
  }
  return out;
}

class Converter {
 public:
  explicit Converter(const TimeZone& zone) { options_.zone = &zone; }

  Value value(const Node& n, const LogicalType& type, std::string_view text) {
    if (!n.quoted && !n.hex && !n.list && text == "null") return Value::null();
    if (type.is_nested() != n.list) {
      fail(n, type.is_nested() ? "Expected " + brackets(type) + " for " + type.to_string()
                               : "Unexpected brackets for " + type.to_string());
    }
    switch (type.root()) {
      case TypeRoot::kTinyInt:
      case TypeRoot::kSmallInt:
      case TypeRoot::kInt:
      case TypeRoot::kBigInt: {
        Value fast;
        if (plain_integer(text, type.root(), fast)) return fast;
        return cast(n, type, text);
      }
      case TypeRoot::kChar:
      case TypeRoot::kVarChar:
        return n.hex ? Value::string("x'" + std::string(text) + "'") : Value::string(text);
      case TypeRoot::kBinary:
      case TypeRoot::kVarBinary:
        return bytes(n, text);
      case TypeRoot::kVariant:
        return Value::string(compact_json(text));
      case TypeRoot::kBitmap:
        return Value::string(text);
      case TypeRoot::kArray: {
        std::vector<Value> elements;
        for (const Node& item : n.items) elements.push_back(value(item, type.element(), item.text()));
        return Value::array(std::move(elements));
      }
      case TypeRoot::kMap:
        return map(n, type.key(), type.value());
      case TypeRoot::kMultiset:
        return map(n, type.element(), LogicalType::integer());
      case TypeRoot::kRow: {
        if (n.items.size() != type.fields().size()) {
          fail(n, "The row has " + std::to_string(n.items.size()) + " values, its type has " +
                      std::to_string(type.fields().size()) + " fields");
        }
        std::vector<Value> fields;
        for (size_t i = 0; i < n.items.size(); ++i)
          fields.push_back(value(n.items[i], type.fields()[i].type, n.items[i].text()));
        return Value::row(make_row(std::move(fields)));
      }
      default:
        return cast(n, type, text);
    }
  }

 private:
  [[noreturn]] void fail(const Node& n, std::string message, std::string hint = "") {
    throw Failure("rows/value", std::move(message), n.span, std::move(hint));
  }

  static std::string brackets(const LogicalType& type) {
    return type.is(TypeRoot::kArray) ? "[a, b]" : type.is(TypeRoot::kRow) ? "(a, b)" : "{k=v}";
  }

  Value cast(const Node& n, const LogicalType& type, std::string_view text) {
    Result<Value> result = cast_value(Value::string(text), LogicalType::string(), type, options_);
    if (!result) fail(n, result.error().message, result.error().hint);
    return *result;
  }

  Value bytes(const Node& n, std::string_view text) {
    if (!n.hex) return Value::bytes(text);
    std::string out;
    auto digit = [&](char c) {
      if (c >= '0' && c <= '9') return c - '0';
      if (c >= 'a' && c <= 'f') return c - 'a' + 10;
      if (c >= 'A' && c <= 'F') return c - 'A' + 10;
      fail(n, "Not hexadecimal digits: " + std::string(text), "write bytes as x'0A1F'");
    };
    if (text.size() % 2 != 0) fail(n, "An odd number of hexadecimal digits", "write bytes as x'0A1F'");
    for (size_t i = 0; i < text.size(); i += 2)
      out += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    return Value::bytes(out);
  }

  // The last of equal keys wins, at the place of the first.
  Value map(const Node& n, const LogicalType& key_type, const LogicalType& value_type) {
    std::vector<std::pair<Value, Value>> entries;
    for (const Node& item : n.items) {
      if (!item.has_key) fail(item, "Expected key=value");
      Value key = value(item.key[0], key_type, item.key[0].text());
      Value mapped = value(item, value_type, item.text());
      auto same = std::find_if(entries.begin(), entries.end(),
                               [&](const auto& entry) { return entry.first.equals(key); });
      if (same == entries.end()) {
        entries.emplace_back(std::move(key), std::move(mapped));
      } else {
        same->second = std::move(mapped);
      }
    }
    return Value::map(std::move(entries));
  }

  CastOptions options_;
};

std::string columns_hint(const RowType& type) {
  std::string out = "columns: ";
  for (size_t i = 0; i < type.size(); ++i) out += (i ? ", " : "") + type[i].name;
  return out;
}

Change parse(std::string_view line, const RowType& type, const TimeZone& zone) {
  Reader reader(line);
  Change change;
  change.kind = reader.kind();
  std::vector<Node> items = reader.row();
  Converter converter(zone);
  RowBuilder row(static_cast<int32_t>(type.size()));
  bool named = !items.empty() && std::all_of(items.begin(), items.end(), [&](const Node& n) {
    return !n.name.empty() && find_field(type, n.name) >= 0;
  });
  if (!named && items.size() != type.size()) {
    throw Failure("rows/arity",
                  "The row has " + std::to_string(items.size()) + (items.size() == 1 ? " value" : " values") +
                      ", the table has " + std::to_string(type.size()) +
                      (type.size() == 1 ? " column" : " columns"),
                  {0, static_cast<int32_t>(line.size())}, columns_hint(type));
  }
  for (size_t i = 0; i < items.size(); ++i) {
    const Node& n = items[i];
    int32_t column = named ? find_field(type, n.name) : static_cast<int32_t>(i);
    const Field& field = type[static_cast<size_t>(column)];
    bool behind_name = named && !n.quoted && !n.hex && !n.list;
    try {
      row.set(column, converter.value(n, field.type, behind_name ? n.named : n.text()));
    } catch (Failure& failure) {
      failure.error.message = "Column " + field.name + ": " + failure.error.message;
      throw;
    }
  }
  change.row = row.finish();
  return change;
}

}  // namespace

Result<Change> parse_change(std::string_view line, const RowType& type, const TimeZone& zone) {
  try {
    return parse(line, type, zone);
  } catch (const Failure& failure) {
    return failure.error;
  }
}

}  // namespace rowkind
