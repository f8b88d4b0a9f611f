#include "formats/json_reader.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/utf8.h"
#include "types/text.h"

namespace rowkind {
namespace {

bool is_json_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

int32_t hex4(std::string_view text) {
  if (text.size() < 4) return -1;
  int32_t out = 0;
  for (char c : text.substr(0, 4)) {
    int32_t digit = is_digit(c)            ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
    if (digit < 0) return -1;
    out = out * 16 + digit;
  }
  return out;
}

void append_hex4(std::string& out, uint32_t unit) {
  constexpr char kHex[] = "0123456789ABCDEF";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[(unit >> shift) & 15];
}

}  // namespace

JsonToken JsonReader::fail(std::string problem, size_t at) {
  problem_ = std::move(problem);
  begin_ = end_ = at_ = std::min(at, text_.size());
  return set(JsonToken::kError);
}

JsonToken JsonReader::unexpected(size_t at) {
  if (at >= text_.size()) {
    const char* where = depth_ == 0   ? ""
                        : in_object() ? ": expected close marker for Object"
                                      : ": expected close marker for Array";
    return fail(std::string("Unexpected end-of-input") + where, at);
  }
  size_t pos = at;
  uint32_t code = utf8_next(text_, pos);
  std::string shown(code < 0x20 ? "" : text_.substr(at, pos - at));
  return fail("Unexpected character ('" + shown + "' (code " + std::to_string(code) + "))", at);
}

JsonToken JsonReader::open(bool object) {
  if (depth_ == limits::kNestingDepth) {
    return fail("JSON nested deeper than " + std::to_string(limits::kNestingDepth) + " levels", at_);
  }
  objects_[depth_++] = object;
  begin_ = at_++;
  end_ = at_;
  state_ = object ? State::kFirstKey : State::kFirstValue;
  return set(object ? JsonToken::kStartObject : JsonToken::kStartArray);
}

JsonToken JsonReader::close(bool object) {
  --depth_;
  begin_ = at_++;
  end_ = at_;
  state_ = State::kAfterValue;
  return set(object ? JsonToken::kEndObject : JsonToken::kEndArray);
}

JsonToken JsonReader::next() {
  if (token_ == JsonToken::kError) return token_;
  const char* data = text_.data();
  const size_t size = text_.size();
  if (state_ == State::kAfterValue && depth_ == 0) {
    begin_ = end_ = at_;
    return set(JsonToken::kNone);
  }
  while (at_ < size && is_json_blank(data[at_])) ++at_;
  if (state_ == State::kAfterValue) {
    char c = at_ < size ? data[at_] : '\0';
    bool object = objects_[depth_ - 1];
    if (c == (object ? '}' : ']')) return close(object);
    if (c != ',') return unexpected(at_);
    ++at_;
    while (at_ < size && is_json_blank(data[at_])) ++at_;
    state_ = object ? State::kKey : State::kValue;
  }
  if (at_ >= size) {
    if (depth_ == 0) return fail("No content to map due to end-of-input", at_);
    return unexpected(at_);
  }
  char c = data[at_];
  if (state_ == State::kFirstKey && c == '}') return close(true);
  if (state_ == State::kFirstValue && c == ']') return close(false);
  if (state_ == State::kFirstKey || state_ == State::kKey) {
    if (c != '"') return unexpected(at_);
    if (string(JsonToken::kFieldName) == JsonToken::kError) return token_;
    // The colon belongs to the name: the next token is the value.
    while (at_ < size && is_json_blank(data[at_])) ++at_;
    if (at_ >= size || data[at_] != ':') return unexpected(at_);
    ++at_;
    state_ = State::kValue;
    return token_;
  }
  state_ = State::kAfterValue;
  switch (c) {
    case '"':
      return string(JsonToken::kString);
    case '{':
      return open(true);
    case '[':
      return open(false);
    case 't':
      return word("true", JsonToken::kTrue);
    case 'f':
      return word("false", JsonToken::kFalse);
    case 'n':
      return word("null", JsonToken::kNull);
    default:
      return c == '-' || is_digit(c) ? number() : unexpected(at_);
  }
}

JsonToken JsonReader::string(JsonToken token) {
  const char* data = text_.data();
  const size_t size = text_.size();
  begin_ = ++at_;
  escaped_ = false;
  while (true) {
    while (at_ < size && data[at_] != '"' && data[at_] != '\\') ++at_;
    if (at_ >= size) return fail("Unexpected end-of-input in a string", size);
    if (data[at_] == '"') break;
    escaped_ = true;
    char c = at_ + 1 < size ? data[at_ + 1] : '\0';
    if (c == 'u') {
      if (hex4(text_.substr(at_ + 2)) < 0)
        return fail("Unexpected character in a \\u escape: four hexadecimal digits are expected", at_);
      at_ += 6;
    } else if (c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
      at_ += 2;
    } else {
      return fail("Unrecognized character escape", at_);
    }
  }
  end_ = at_++;
  return set(token);
}

JsonToken JsonReader::number() {
  const char* data = text_.data();
  const size_t size = text_.size();
  begin_ = at_;
  size_t at = at_;
  if (data[at] == '-') ++at;
  if (at >= size || !is_digit(data[at])) return unexpected(at);
  if (data[at] == '0' && at + 1 < size && is_digit(data[at + 1]))
    return fail("Invalid numeric value: Leading zeroes not allowed", at);
  while (at < size && is_digit(data[at])) ++at;
  JsonToken token = JsonToken::kInt;
  if (at < size && data[at] == '.') {
    token = JsonToken::kFloat;
    if (++at >= size || !is_digit(data[at])) return unexpected(at);
    while (at < size && is_digit(data[at])) ++at;
  }
  if (at < size && (data[at] == 'e' || data[at] == 'E')) {
    token = JsonToken::kFloat;
    ++at;
    if (at < size && (data[at] == '+' || data[at] == '-')) ++at;
    if (at >= size || !is_digit(data[at])) return unexpected(at);
    while (at < size && is_digit(data[at])) ++at;
  }
  end_ = at_ = at;
  return set(token);
}

JsonToken JsonReader::word(std::string_view word, JsonToken token) {
  if (text_.substr(at_, word.size()) != word) {
    size_t end = at_;
    while (end < text_.size() && end - at_ < 40 && ((text_[end] | 32) >= 'a' && (text_[end] | 32) <= 'z'))
      ++end;
    return fail("Unrecognized token '" + std::string(text_.substr(at_, end - at_)) + "'", at_);
  }
  begin_ = at_;
  end_ = at_ += word.size();
  return set(token);
}

bool JsonReader::skip_children() {
  if (token_ != JsonToken::kStartObject && token_ != JsonToken::kStartArray)
    return token_ != JsonToken::kError;
  int32_t outside = depth_ - 1;
  while (depth_ > outside) {
    if (next() == JsonToken::kError) return false;
  }
  return true;
}

std::string_view JsonReader::text(std::string& buffer) const {
  if (!escaped_ || (token_ != JsonToken::kString && token_ != JsonToken::kFieldName)) return raw();
  buffer.clear();
  append_unescaped(buffer, raw());
  return buffer;
}

bool JsonReader::tree_text(bool big_decimals, std::string& out) {
  std::string buffer;
  switch (token_) {
    case JsonToken::kString:
      append_json_string(out, text(buffer), false);
      return true;
    case JsonToken::kInt:
      out += raw() == "-0" ? "0" : raw();
      return true;
    case JsonToken::kFloat:
      out += java_float_text(raw(), big_decimals);
      return true;
    case JsonToken::kTrue:
    case JsonToken::kFalse:
    case JsonToken::kNull:
      out += raw();
      return true;
    case JsonToken::kStartArray: {
      out += '[';
      for (bool first = true; next() != JsonToken::kEndArray; first = false) {
        if (!first) out += ',';
        if (!tree_text(big_decimals, out)) return false;
      }
      out += ']';
      return true;
    }
    case JsonToken::kStartObject: {
      std::vector<std::pair<std::string, std::string>> members;
      while (next() != JsonToken::kEndObject) {
        if (token_ == JsonToken::kError) return false;
        std::string name(text(buffer)), value;
        next();
        if (!tree_text(big_decimals, value)) return false;
        auto same = std::find_if(members.begin(), members.end(),
                                 [&](const auto& member) { return member.first == name; });
        if (same == members.end()) {
          members.emplace_back(std::move(name), std::move(value));
        } else {
          same->second = std::move(value);
        }
      }
      out += '{';
      for (size_t i = 0; i < members.size(); ++i) {
        if (i > 0) out += ',';
        append_json_string(out, members[i].first, false);
        out += ':';
        out += members[i].second;
      }
      out += '}';
      return true;
    }
    default:
      return false;
  }
}

void append_unescaped(std::string& out, std::string_view raw) {
  for (size_t i = 0; i < raw.size();) {
    size_t stop = std::min(raw.find('\\', i), raw.size());
    out.append(raw.substr(i, stop - i));
    i = stop;
    if (i + 1 >= raw.size()) return;
    char c = raw[i + 1];
    i += 2;
    if (c != 'u') {
      out += c == 'b' ? '\b' : c == 'f' ? '\f' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
      continue;
    }
    uint32_t unit = static_cast<uint32_t>(hex4(raw.substr(i)));
    i += 4;
    if (unit >= 0xD800 && unit < 0xDC00 && raw.substr(i, 2) == "\\u") {
      uint32_t low = static_cast<uint32_t>(hex4(raw.substr(i + 2)));
      if (low >= 0xDC00 && low < 0xE000) {
        utf8_append(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        i += 6;
        continue;
      }
    }
    if (unit >= 0xD800 && unit < 0xE000) {
      out += '?';
    } else {
      utf8_append(out, unit);
    }
  }
}

void append_json_string(std::string& out, std::string_view text, bool ascii_surrogates) {
  out += '"';
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
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
        if (static_cast<unsigned char>(c) < 0x20) {
          append_hex4(out, static_cast<unsigned char>(c));
        } else if (ascii_surrogates && static_cast<unsigned char>(c) >= 0xF0) {
          uint32_t code = utf8_next(text, i) - 0x10000;
          --i;
          append_hex4(out, 0xD800 + (code >> 10));
          append_hex4(out, 0xDC00 + (code & 0x3FF));
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

std::string java_float_text(std::string_view number, bool big_decimals) {
  if (!big_decimals) {
    double v = 0;
    parse_java_double(number, v);
    return java_double(v);
  }
  // BigDecimal.stripTrailingZeros().toString() of any length.
  bool negative = number[0] == '-';
  if (negative) number.remove_prefix(1);
  size_t e = std::min(number.find_first_of("eE"), number.size());
  int64_t exponent = 0;
  for (char c : number.substr(std::min(e + 1, number.size()))) {
    if (is_digit(c) && exponent < 1000000000) exponent = exponent * 10 + (c - '0');
  }
  if (e + 1 < number.size() && number[e + 1] == '-') exponent = -exponent;
  std::string digits;
  int64_t scale = -exponent;
  bool fraction = false;
  for (char c : number.substr(0, e)) {
    if (c == '.') {
      fraction = true;
      continue;
    }
    if (fraction) ++scale;
    if (!digits.empty() || c != '0') digits += c;
  }
  while (!digits.empty() && digits.back() == '0') {
    digits.pop_back();
    --scale;
  }
  if (digits.empty()) return "0";
  std::string out = negative ? "-" : "";
  int64_t length = static_cast<int64_t>(digits.size());
  int64_t adjusted = length - 1 - scale;
  if (scale == 0) return out + digits;
  if (scale > 0 && adjusted >= -6) {
    if (scale < length)
      return out + digits.substr(0, static_cast<size_t>(length - scale)) + "." +
             digits.substr(static_cast<size_t>(length - scale));
    return out + "0." + std::string(static_cast<size_t>(scale - length), '0') + digits;
  }
  out += digits[0];
  if (length > 1) out += "." + digits.substr(1);
  return out + "E" + (adjusted >= 0 ? "+" : "") + std::to_string(adjusted);
}

}  // namespace rowkind
