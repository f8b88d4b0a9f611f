#include "expr/functions/json_tree.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "base/utf8.h"
#include "formats/json_reader.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {

namespace {

// new BigDecimal(text).toString()
std::string big_decimal_text(std::string_view number) {
  std::string digits;
  bool negative = false;
  int64_t scale = 0;
  size_t i = 0;
  if (i < number.size() && number[i] == '-') {
    negative = true;
    ++i;
  }
  bool point = false;
  for (; i < number.size() && number[i] != 'e' && number[i] != 'E'; ++i) {
    if (number[i] == '.') {
      point = true;
      continue;
    }
    digits += number[i];
    if (point) ++scale;
  }
  if (i < number.size()) {
    bool minus = false;
    int64_t exponent = 0;
    for (++i; i < number.size(); ++i) {
      if (number[i] == '-') minus = true;
      if (number[i] >= '0' && number[i] <= '9' && exponent < 1000000000)
        exponent = exponent * 10 + (number[i] - '0');
    }
    scale -= minus ? -exponent : exponent;
  }
  size_t zeros = digits.find_first_not_of('0');
  digits = zeros == std::string::npos ? "0" : digits.substr(zeros);
  if (digits == "0") negative = false;
  std::string sign = negative ? "-" : "";
  int64_t adjusted = static_cast<int64_t>(digits.size()) - 1 - scale;
  if (scale == 0) return sign + digits;
  if (scale > 0 && adjusted >= -6) {
    while (static_cast<int64_t>(digits.size()) <= scale) digits.insert(digits.begin(), '0');
    digits.insert(digits.size() - static_cast<size_t>(scale), ".");
    return sign + digits;
  }
  if (digits.size() > 1) digits.insert(1, ".");
  return sign + digits + "E" + (adjusted < 0 ? "-" : "+") +
         std::to_string(adjusted < 0 ? -adjusted : adjusted);
}

bool read_value(JsonReader& in, JsonNode& out) {
  switch (in.token()) {
    case JsonToken::kNull:
      out.kind = JsonNode::Kind::kNull;
      return true;
    case JsonToken::kTrue:
    case JsonToken::kFalse:
      out.kind = in.token() == JsonToken::kTrue ? JsonNode::Kind::kTrue : JsonNode::Kind::kFalse;
      return true;
    case JsonToken::kInt:
      out.kind = JsonNode::Kind::kNumber;
      out.text = in.raw() == "-0" ? "0" : std::string(in.raw());
      return true;
    case JsonToken::kFloat:
      out.kind = JsonNode::Kind::kNumber;
      out.is_float = true;
      out.text = big_decimal_text(in.raw());
      return true;
    case JsonToken::kString: {
      std::string buffer;
      out.kind = JsonNode::Kind::kString;
      out.text = std::string(in.text(buffer));
      return true;
    }
    case JsonToken::kStartArray:
      out.kind = JsonNode::Kind::kArray;
      for (in.next(); in.token() != JsonToken::kEndArray; in.next()) {
        out.elements.emplace_back();
        if (!read_value(in, out.elements.back())) return false;
      }
      return true;
    case JsonToken::kStartObject:
      out.kind = JsonNode::Kind::kObject;
      for (in.next(); in.token() == JsonToken::kFieldName; in.next()) {
        std::string buffer;
        std::string name(in.text(buffer));
        JsonNode member;
        in.next();
        if (!read_value(in, member)) return false;
        // Of equal names the last one counts, at the place of the first.
        if (const JsonNode* same = out.find(name)) {
          *const_cast<JsonNode*>(same) = std::move(member);
        } else {
          out.members.emplace_back(std::move(name), std::move(member));
        }
      }
      return in.token() == JsonToken::kEndObject;
    default:
      return false;
  }
}

void append_base64(std::string& out, std::string_view bytes) {
  static constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    size_t n = bytes.size() - i < 3 ? bytes.size() - i : 3;
    for (size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= n ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
  }
}

// ISO_LOCAL_DATE_TIME: seconds always, the fraction as far as it goes.
std::string iso_text(Timestamp t) {
  std::string text = timestamp_text(t, 0);
  text[text.find(' ')] = 'T';
  return text;
}

struct PathStep {
  enum class Kind : uint8_t { kNames, kIndexes, kSlice, kAll, kDescend };
  Kind kind = Kind::kAll;
  std::vector<std::string> names;
  std::vector<int64_t> indexes;
  int64_t from = 0, to = INT64_MAX;  // of a slice
};

struct Path {
  bool strict = true;
  bool definite = true;
  std::string error;
  std::vector<PathStep> steps;
};

class PathParser {
 public:
  explicit PathParser(std::string_view text) : text_(text) {}

  Path parse() {
    Path path;
    mode(path);
    text_ = trim(text_.substr(at_));
    at_ = 0;
    if (text_.empty() || text_[0] != '$') {
      // Jayway puts "$." in front of a path without a root.
      own_ = "$." + std::string(text_);
      text_ = own_;
    }
    ++at_;
    while (at_ < text_.size() && path.error.empty()) step(path);
    for (const PathStep& s : path.steps) {
      if (s.kind > PathStep::Kind::kIndexes || s.names.size() > 1 || s.indexes.size() > 1)
        path.definite = false;
    }
    // Several names at the end of a path give one object.
    return path;
  }

 private:
  void mode(Path& path) {
    std::string_view rest = trim(text_);
    for (std::string_view word : {"strict", "lax"}) {
      if (rest.size() > word.size() && ascii_iequals(rest.substr(0, word.size()), word) &&
          static_cast<unsigned char>(rest[word.size()]) <= ' ') {
        path.strict = word == "strict";
        at_ = static_cast<size_t>(rest.data() - text_.data()) + word.size();
        return;
      }
    }
  }

  void step(Path& path) {
    if (text_[at_] == '.') {
      ++at_;
      if (at_ < text_.size() && text_[at_] == '.') {
        ++at_;
        path.steps.emplace_back();
        path.steps.back().kind = PathStep::Kind::kDescend;
        if (at_ < text_.size() && text_[at_] == '[') return;
      }
      if (at_ < text_.size() && text_[at_] == '*') {
        ++at_;
        path.steps.emplace_back();
        return;
      }
      size_t end = text_.find_first_of(".[", at_);
      std::string_view name = trim(text_.substr(at_, end == std::string_view::npos ? end : end - at_));
      if (name.empty()) {
        path.error = "Path must not end with a '.' or '..'";
      } else if (name.back() == ')') {
        unsupported(path, "functions");
      }
      at_ = end == std::string_view::npos ? text_.size() : end;
      PathStep s;
      s.kind = PathStep::Kind::kNames;
      s.names.emplace_back(name);
      path.steps.push_back(std::move(s));
    } else if (text_[at_] == '[') {
      bracket(path);
    } else if (text_[at_] == ' ') {
      ++at_;
    } else {
      path.error = "Could not compile the JSON path '" + std::string(text_) + "'";
    }
  }

  void bracket(Path& path) {
    ++at_;
    blanks();
    PathStep s;
    if (peek() == '?') return unsupported(path, "filters [?(...)]");
    if (peek() == '*') {
      ++at_;
    } else if (peek() == '\'' || peek() == '"') {
      s.kind = PathStep::Kind::kNames;
      do {
        blanks();
        if (!quoted(s)) return bad(path);
        blanks();
      } while (skip(','));
    } else {
      s.kind = PathStep::Kind::kIndexes;
      int64_t n = 0;
      bool number = integer(n);
      if (skip(':')) {
        s.kind = PathStep::Kind::kSlice;
        if (number) s.from = n;
        if (integer(n)) s.to = n;
      } else {
        if (!number) return bad(path);
        s.indexes.push_back(n);
        while (skip(',')) {
          if (!integer(n)) return bad(path);
          s.indexes.push_back(n);
        }
      }
    }
    blanks();
    if (!skip(']')) return bad(path);
    path.steps.push_back(std::move(s));
  }

  void bad(Path& path) { path.error = "Could not parse the JSON path '" + std::string(text_) + "'"; }
  [[noreturn]] void unsupported(Path&, const char* what) {
    throw Failure("run/json-path", "The JSON path '" + std::string(text_) + "' uses " + what +
                                       ", which this engine does not support.");
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void blanks() {
    while (peek() == ' ') ++at_;
  }
  bool skip(char c) {
    blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool integer(int64_t& out) {
    blanks();
    bool negative = peek() == '-';
    size_t start = negative ? at_ + 1 : at_, i = start;
    int64_t v = 0;
    for (; i < text_.size() && text_[i] >= '0' && text_[i] <= '9' && i - start < 18; ++i)
      v = v * 10 + (text_[i] - '0');
    if (i == start) return false;
    at_ = i;
    out = negative ? -v : v;
    return true;
  }
  bool quoted(PathStep& s) {
    char quote = peek();
    if (quote != '\'' && quote != '"') return false;
    std::string name;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        name += text_[++at_];
      } else if (text_[at_] == quote) {
        ++at_;
        s.names.push_back(std::move(name));
        return true;
      } else {
        name += text_[at_];
      }
    }
    return false;
  }

  std::string_view text_;
  std::string own_;
  size_t at_ = 0;
};

const Path& path_of(std::string_view text) {
  static std::unordered_map<std::string, Path> cache;
  constexpr size_t kCached = 128;
  std::string key(text);
  auto it = cache.find(key);
  if (it == cache.end()) {
    if (cache.size() >= kCached) cache.clear();
    it = cache.emplace(key, PathParser(key).parse()).first;
  }
  return it->second;
}

// Appends what the steps from `i` on find. False: a definite part is missing.
bool walk(const Path& path, size_t i, const JsonNode& node, std::vector<const JsonNode*>& found,
          std::string& error) {
  if (i == path.steps.size()) {
    found.push_back(&node);
    return true;
  }
  const PathStep& s = path.steps[i];
  auto follow = [&](const JsonNode& child) { return walk(path, i + 1, child, found, error); };
  // A missing part is an error only while the path is definite up to here.
  bool definite = true;
  for (size_t k = 0; k < i; ++k) {
    const PathStep& before = path.steps[k];
    definite = definite && before.kind <= PathStep::Kind::kIndexes && before.names.size() <= 1 &&
               before.indexes.size() <= 1;
  }
  switch (s.kind) {
    case PathStep::Kind::kNames:
      for (const std::string& name : s.names) {
        if (const JsonNode* member = node.find(name)) {
          if (!follow(*member)) return false;
        } else if (definite && s.names.size() == 1) {
          error = node.kind == JsonNode::Kind::kObject ? "No results for path: $['" + name + "']"
                                                       : "Expected to find an object with property ['" +
                                                             name + "'] in path but found something else.";
          return false;
        }
      }
      return true;
    case PathStep::Kind::kIndexes:
      for (int64_t index : s.indexes) {
        int64_t size = static_cast<int64_t>(node.elements.size());
        int64_t at = index < 0 ? size + index : index;
        if (node.kind == JsonNode::Kind::kArray && at >= 0 && at < size) {
          if (!follow(node.elements[static_cast<size_t>(at)])) return false;
        } else if (definite && s.indexes.size() == 1) {
          error = "No results for path: $[" + std::to_string(index) + "]";
          return false;
        }
      }
      return true;
    case PathStep::Kind::kSlice: {
      int64_t size = static_cast<int64_t>(node.elements.size());
      int64_t from = s.from < 0 ? size + s.from : s.from, to = s.to < 0 ? size + s.to : s.to;
      for (int64_t at = from < 0 ? 0 : from; at < to && at < size; ++at) {
        if (!follow(node.elements[static_cast<size_t>(at)])) return false;
      }
      return true;
    }
    case PathStep::Kind::kAll:
      for (const JsonNode& element : node.elements) {
        if (!follow(element)) return false;
      }
      for (const auto& member : node.members) {
        if (!follow(member.second)) return false;
      }
      return true;
    case PathStep::Kind::kDescend: {
      std::string ignored;
      walk(path, i + 1, node, found, ignored);
      for (const JsonNode& element : node.elements) walk(path, i, element, found, ignored);
      for (const auto& member : node.members) walk(path, i, member.second, found, ignored);
      return true;
    }
  }
  return true;
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  for (const auto& member : members) {
    if (member.first == name) return &member.second;
  }
  return nullptr;
}

bool parse_json(std::string_view text, JsonNode& out) {
  JsonReader in(text);
  in.next();
  return read_value(in, out);
}

void append_json(std::string& out, const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::kString:
      append_json_string(out, node.text, false);
      break;
    case JsonNode::Kind::kArray: {
      out += '[';
      for (size_t i = 0; i < node.elements.size(); ++i) {
        if (i > 0) out += ',';
        append_json(out, node.elements[i]);
      }
      out += ']';
      break;
    }
    case JsonNode::Kind::kObject: {
      std::vector<const std::pair<std::string, JsonNode>*> sorted;
      for (const auto& member : node.members) sorted.push_back(&member);
      std::sort(sorted.begin(), sorted.end(),
                [](const auto* a, const auto* b) { return a->first < b->first; });
      out += '{';
      for (size_t i = 0; i < sorted.size(); ++i) {
        if (i > 0) out += ',';
        append_json_string(out, sorted[i]->first, false);
        out += ':';
        append_json(out, sorted[i]->second);
      }
      out += '}';
      break;
    }
    default:
      out += json_scalar_text(node);
  }
}

std::string json_text(const JsonNode& node) {
  std::string out;
  append_json(out, node);
  return out;
}

std::string json_scalar_text(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::kNull:
      return "null";
    case JsonNode::Kind::kTrue:
      return "true";
    case JsonNode::Kind::kFalse:
      return "false";
    default:
      return node.text;
  }
}

void check_json_type(const LogicalType& type, int32_t offset) {
  switch (type.root()) {
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
    case TypeRoot::kDescriptor:
    case TypeRoot::kSymbol:
      throw Failure("sql/wrong-arguments",
                    "Type '" + type.to_string() + "' is not scalar or cannot be converted into JSON.",
                    Span{offset, 0});
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
      if (!type.fields()[0].type.is_character()) {
        throw Failure("sql/wrong-arguments",
                      "Type '" + type.fields()[0].type.to_string() +
                          "' is not supported for JSON conversion. The key type must be a character string.",
                      Span{offset, 0});
      }
      break;
    default:
      break;
  }
  for (const Field& field : type.fields()) check_json_type(field.type, offset);
}

void append_value_as_json(std::string& out, const Value& value, const LogicalType& type) {
  if (value.is_null()) {
    out += "null";
    return;
  }
  switch (type.root()) {
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      append_json_string(out, value.string(), false);
      break;
    case TypeRoot::kBoolean:
      out += value.as_bool() ? "true" : "false";
      break;
    case TypeRoot::kDecimal:
      out += decimal_java_text(value.decimal());
      break;
    case TypeRoot::kFloat:
    case TypeRoot::kDouble: {
      double v = value.floating();
      std::string text = type.is(TypeRoot::kFloat) ? java_float(static_cast<float>(v)) : java_double(v);
      bool number = v == v && v - v == 0;
      out += number ? big_decimal_text(text) : "\"" + text + "\"";
      break;
    }
    case TypeRoot::kTimestamp:
      append_json_string(out, iso_text(value.timestamp()), false);
      break;
    case TypeRoot::kTimestampLtz:
      append_json_string(out, iso_text(value.timestamp()) + "Z", false);
      break;
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      out += '"';
      append_base64(out, value.string());
      out += '"';
      break;
    case TypeRoot::kVariant:
      out += value.string();
      break;
    case TypeRoot::kArray: {
      out += '[';
      bool first = true;
      for (const Value& element : value.array()) {
        if (!first) out += ',';
        first = false;
        append_value_as_json(out, element, type.element());
      }
      out += ']';
      break;
    }
    case TypeRoot::kMap:
    case TypeRoot::kMultiset:
    case TypeRoot::kRow: {
      std::map<std::string, std::string> members;
      if (type.is(TypeRoot::kRow)) {
        for (size_t i = 0; i < type.fields().size(); ++i) {
          std::string text;
          append_value_as_json(text, value.row()[static_cast<int32_t>(i)], type.fields()[i].type);
          members[type.fields()[i].name] = text;
        }
      } else {
        const LogicalType& element = type.is(TypeRoot::kMap) ? type.value() : LogicalType::integer();
        for (const auto& [key, v] : value.map()) {
          if (key.is_null())
            throw Failure("run/json", "Key was null. This is not supported during conversion to JSON.");
          std::string text;
          append_value_as_json(text, v, element);
          members[std::string(key.string())] = text;
        }
      }
      out += '{';
      bool first = true;
      for (const auto& [name, text] : members) {
        if (!first) out += ',';
        first = false;
        append_json_string(out, name, false);
        out += ":" + text;
      }
      out += '}';
      break;
    }
    default:
      out += std::to_string(value.integer());
  }
}

PathResult read_json_path(std::string_view json, std::string_view path_text) {
  const Path& path = path_of(path_text);
  PathResult result;
  result.strict = path.strict;
  JsonNode root;
  if (!parse_json(json, root)) {
    result.status = path.strict ? PathResult::Status::kError : PathResult::Status::kNull;
    result.error = "Unrecognized or incomplete JSON: '" + std::string(json) + "'";
    return result;
  }
  if (!path.error.empty()) {
    result.status = PathResult::Status::kError;
    result.error = path.error;
    return result;
  }
  std::vector<const JsonNode*> found;
  if (!walk(path, 0, root, found, result.error)) {
    result.status = path.strict ? PathResult::Status::kError : PathResult::Status::kNull;
    return result;
  }
  if (path.definite) {
    result.node = *found[0];
    result.status =
        result.node.kind == JsonNode::Kind::kNull ? PathResult::Status::kNull : PathResult::Status::kFound;
    return result;
  }
  result.node.kind = JsonNode::Kind::kArray;
  for (const JsonNode* node : found) result.node.elements.push_back(*node);
  result.status = PathResult::Status::kFound;
  return result;
}

}  // namespace rowkind
