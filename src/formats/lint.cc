#include "formats/lint.h"

#include <algorithm>

#include "base/utf8.h"
#include "formats/json_reader.h"
#include "formats/options.h"
#include "types/decimal.h"

namespace rowkind {
namespace {

// A JSON value with everything that was written.
struct Node {
  JsonToken token = JsonToken::kNone;
  std::string text;                                  // of a scalar
  std::vector<std::pair<std::string, Node>> fields;  // of an object, duplicates too
  std::vector<Node> items;                           // of an array
  int32_t offset = 0;

  const Node* find(std::string_view name) const {
    auto found = std::find_if(fields.rbegin(), fields.rend(), [&](const auto& f) { return f.first == name; });
    return found == fields.rend() ? nullptr : &found->second;
  }
  bool is_object() const { return token == JsonToken::kStartObject; }
  std::string string_at(std::string_view name) const {
    const Node* node = find(name);
    return node && node->token == JsonToken::kString ? node->text : "";
  }
};

// The value at the reader's current token; false when it is no JSON.
bool read_node(JsonReader& in, Node& out) {
  out.token = in.token();
  out.offset = in.offset();
  std::string buffer;
  if (in.token() == JsonToken::kStartObject) {
    while (in.next() == JsonToken::kFieldName) {
      std::string name(in.text(buffer));
      in.next();
      Node value;
      if (!read_node(in, value)) return false;
      out.fields.emplace_back(std::move(name), std::move(value));
    }
    return in.token() == JsonToken::kEndObject;
  }
  if (in.token() == JsonToken::kStartArray) {
    while (in.next() != JsonToken::kEndArray) {
      Node item;
      if (!read_node(in, item)) return false;
      out.items.push_back(std::move(item));
    }
    return true;
  }
  if (in.token() == JsonToken::kError || in.token() == JsonToken::kNone) return false;
  out.text = std::string(in.text(buffer));
  return true;
}

// Digits of a second that are lost when only `precision` are kept.
bool loses_digits(std::string_view text, int32_t precision) {
  size_t point = text.find('.');
  if (point == std::string_view::npos) return false;
  size_t end = point + 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  size_t kept = std::min(point + 1 + static_cast<size_t>(precision), end);
  return text.substr(kept, end - kept).find_first_not_of('0') != std::string_view::npos;
}

constexpr std::string_view kUnchanged = "__debezium_unavailable_value";

}  // namespace

// One message: its rows are looked at, remarks are collected.
struct MessageLinter::Sight {
  MessageLinter& linter;
  std::vector<Error>& notes;

  void say(const char* code, const std::string& column, int32_t offset, std::string_view text,
           std::string_view hint) {
    std::string key = code + (" " + column);
    if (std::find(linter.said_.begin(), linter.said_.end(), key) != linter.said_.end()) return;
    linter.said_.push_back(std::move(key));
    notes.push_back(Error{code, text, {offset, 0}, hint, Severity::kAdvice});
  }

  void object(const Node& node, const RowType& columns, const std::string& path) {
    for (size_t i = 0; i < node.fields.size(); ++i) {
      const auto& [name, value] = node.fields[i];
      const bool repeated = std::any_of(node.fields.begin(), node.fields.begin() + static_cast<ptrdiff_t>(i),
                                        [&, &n = name](const auto& f) { return f.first == n; });
      if (repeated)
        say("format/duplicate-field", path + name, value.offset,
            "Field " + path + name + " is there twice; the last one is read.",
            "Flink's streaming JSON reader counts both and may leave the columns behind it NULL");
      int32_t at = find_field(columns, name);
      if (at >= 0) {
        check(value, columns[static_cast<size_t>(at)].type, path + name);
      } else {
        other_case(node, columns, name, value.offset, path);
      }
    }
  }

  void other_case(const Node& node, const RowType& columns, const std::string& name, int32_t offset,
                  const std::string& path) {
    for (const Field& column : columns) {
      if (!ascii_iequals(column.name, name) || node.find(column.name)) continue;
      say("format/field-case", path + column.name, offset,
          "Field " + path + name + " is not read: names are case-sensitive, and the column is called " +
              column.name + ".",
          "did you mean " + column.name + "?");
    }
  }

  void check(const Node& value, const LogicalType& type, const std::string& path) {
    if (value.token == JsonToken::kNull) return;
    switch (type.root()) {
      case TypeRoot::kRow:
        if (value.is_object()) object(value, type.fields(), path + ".");
        break;
      case TypeRoot::kArray:
        for (const Node& item : value.items) check(item, type.element(), path);
        break;
      case TypeRoot::kMap:
        for (const auto& [key, item] : value.fields) check(item, type.value(), path);
        break;
      case TypeRoot::kBoolean:
        boolean(value, path);
        break;
      case TypeRoot::kDecimal:
        decimal(value, type, path);
        break;
      case TypeRoot::kTime:
      case TypeRoot::kTimestamp:
      case TypeRoot::kTimestampLtz:
        if (value.token == JsonToken::kString && loses_digits(value.text, type.precision()))
          say("format/fraction-cut", path, value.offset,
              "Column " + path + " keeps " + std::to_string(type.precision()) +
                  " digits of the second: " + value.text + " is cut.",
              "declare a higher precision");
        break;
      case TypeRoot::kChar:
      case TypeRoot::kVarChar:
        if (value.text.find(kUnchanged) != std::string::npos)
          say("format/unchanged-toast", path, value.offset,
              "Column " + path +
                  " holds Debezium's placeholder for a large value (TOAST) that did not change; Flink takes "
                  "it "
                  "for the value.",
              "set REPLICA IDENTITY FULL on the table");
        break;
      default:
        break;
    }
  }

  void boolean(const Node& value, const std::string& path) {
    if (value.token == JsonToken::kTrue || value.token == JsonToken::kFalse) return;
    std::string_view text = trim(value.text);
    if (ascii_iequals(text, "true") || ascii_iequals(text, "false")) return;
    say("format/boolean-false", path, value.offset,
        "Column " + path + " reads " + (value.text.empty() ? "this value" : value.text) +
            " as FALSE: only true is TRUE.",
        "declare another type and compare");
  }

  void decimal(const Node& value, const LogicalType& type, const std::string& path) {
    Decimal parsed;
    if (value.text.empty() ||
        parse_decimal(trim(value.text), type.precision(), type.scale(), parsed) != DecimalParse::kOverflow)
      return;
    say("format/decimal-null", path, value.offset,
        "Column " + path + " reads " + value.text + " as NULL: it does not fit " + type.to_string() + ".",
        "declare more digits in front of the point");
  }

  void partial(const Node& before, const Node& after, const RowType& columns) {
    for (const Field& column : columns) {
      if (before.find(column.name) || !after.find(column.name)) continue;
      say("format/before-partial", "", before.offset,
          "The old row has no " + column.name +
              ", which is read as NULL: what the -U takes back was never there.",
          "Postgres: set REPLICA IDENTITY FULL on the table");
      return;
    }
  }

  // {"before": …, "after": …}
  void images(const Node& root, const RowType& columns) {
    const Node *before = root.find("before"), *after = root.find("after");
    for (const Node* image : {before, after}) {
      if (image && image->is_object()) object(*image, columns, "");
    }
    if (before && after && before->is_object() && after->is_object()) partial(*before, *after, columns);
  }

  // {"data": …, "old": …}: one row, or lists of them.
  void data(const Node& root, const RowType& columns) {
    const Node *data = root.find("data"), *old = root.find("old");
    if (data && data->is_object()) object(*data, columns, "");
    if (!data || data->items.empty()) return;
    for (const Node& row : data->items) {
      if (row.is_object()) object(row, columns, "");
    }
    if (root.string_at("type") == "UPDATE" && old) several(old->items, columns);
  }

  void several(const std::vector<Node>& old, const RowType& columns) {
    for (const Field& column : columns) {
      auto has = [&](const Node& row) { return row.find(column.name) != nullptr; };
      if (!std::any_of(old.begin(), old.end(), has) || std::all_of(old.begin(), old.end(), has)) continue;
      say("format/canal-several-rows", "", old[0].offset,
          "Only some of the message's rows changed " + column.name +
              ": Flink looks for the name in all of `old`, so the old rows without it get NULL.",
          "the -U of such a row does not match what it takes back");
      return;
    }
  }
};

MessageLinter::MessageLinter(std::string_view format, const FormatConfig& config)
    : format_(format), config_(config) {
  FormatOptions options(config_.options, format_);
  if (!options.boolean("ignore-parse-errors", false)) return;
  FormatConfig strict = config_;
  for (const char* prefix : {"", "value."}) strict.options.erase(prefix + format_ + ".ignore-parse-errors");
  Result<std::unique_ptr<Decoder>> decoder = make_decoder(format_, strict);
  if (decoder) strict_ = std::move(*decoder);
}

void MessageLinter::check(std::string_view message, size_t rows, std::vector<Error>& notes) {
  if (message.empty()) return;
  Sight sight{*this, notes};
  if (strict_) {
    std::vector<Change> read;
    Status status = strict_->decode(message, read);
    if (!status) {
      const Error& error = status.error();
      sight.say(rows == 0 ? "format/dropped-message" : "format/dropped-value", "", error.span.offset,
                std::string("ignore-parse-errors left out ") +
                    (rows == 0 ? "the message: " : "what cannot be read: ") + error.message,
                error.hint);
    }
  }
  JsonReader in(message);
  in.next();
  Node root;
  if (!read_node(in, root)) return;
  const RowType& columns = config_.physical;
  if (format_ == "json") {
    if (root.is_object()) sight.object(root, columns, "");
    for (const Node& item : root.items) {
      if (item.is_object()) sight.object(item, columns, "");
    }
  } else if (format_ == "debezium-json") {
    const Node* payload = root.find("payload");
    bool inside = payload && FormatOptions(config_.options, format_).boolean("schema-include", false);
    sight.images(inside ? *payload : root, columns);
  } else if (format_ == "ogg-json") {
    sight.images(root, columns);
  } else if (format_ == "canal-json" || format_ == "maxwell-json" || format_ == "changelog-json") {
    sight.data(root, columns);
  }
}

}  // namespace rowkind
