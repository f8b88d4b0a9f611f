#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"
#include "cdc/functions.h"
#include "cdc/java_text.h"
#include "expr/functions/letter_case.h"

namespace rowkind::cdc {
namespace {

Value concat_ws(const Args& a) {
  if (a[0].is_null()) return Value::null();
  std::string out;
  bool first = true;
  for (size_t i = 1; i < a.node.args.size(); ++i) {
    if (a[i].is_null()) continue;
    if (!first) out += a[0].string();
    out += a[i].string();
    first = false;
  }
  return Value::string(out);
}

Value char_length(const Args& a) {
  return Value::integer(utf16_length(a[0].string()));
}

Value upper(const Args& a) {
  return Value::string(to_upper(a[0].string()));
}

Value lower(const Args& a) {
  return Value::string(to_lower(a[0].string()));
}

Value java_trim(const Args& a) {
  return Value::string(trim(a[0].string()));
}

// LTRIM, RTRIM, BTRIM: the second text is a set of characters; option 1 left, 2 right, 3 both.
Value trim_set(const Args& a) {
  std::string_view text = a[0].string();
  std::string_view set = a.node.args.size() > 1 ? a[1].string() : std::string_view(" ");
  auto listed = [&](std::string_view character) { return set.find(character) != std::string_view::npos; };
  if (a.node.option & 1) {
    while (!text.empty()) {
      size_t next = 0;
      utf8_next(text, next);
      if (!listed(text.substr(0, next))) break;
      text.remove_prefix(next);
    }
  }
  if (a.node.option & 2) {
    while (!text.empty()) {
      size_t start = text.size() - 1;
      while (start > 0 && is_utf8_continuation(text[start])) --start;
      if (!listed(text.substr(start))) break;
      text.remove_suffix(text.size() - start);
    }
  }
  return Value::string(text);
}

// 1-based, 0 counts as 1, negative from the end and nothing when that lies in front of the text; counted in
// UTF-16 units.
Value substring(const Args& a) {
  std::string_view text = a[0].string();
  int64_t begin = a[1].integer(), size = utf16_length(text);
  int64_t length = 2147483647;
  if (a.node.args.size() > 2) {
    length = a[2].integer();
    if (length < 0)
      fail_run("length of 'substring(str, beginIndex, length)' must be >= 0 and Int type, but length = " +
               std::to_string(length));
  }
  if (begin > size) return Value::string("");
  int64_t start = begin > 0 ? begin - 1 : begin == 0 ? 0 : size + begin;
  if (start < 0) return Value::string("");
  return Value::string(utf16_substring(text, start, std::min(size, start + length)));
}

// 1-based place of `part` in code points from code point `from` (0-based) on; 0: nowhere.
int64_t place_of(std::string_view text, std::string_view part, int64_t from) {
  if (from < 0 || from > utf8_length(text)) return 0;
  size_t found = text.find(part, utf8_offset(text, from));
  return found == std::string_view::npos ? 0 : utf8_length(text.substr(0, found)) + 1;
}

Value position(const Args& a) {  // POSITION(part IN text), LOCATE(part, text[, from])
  int64_t from = a.node.args.size() > 2 ? a[2].integer() - 1 : 0;
  return Value::integer(place_of(a[1].string(), a[0].string(), from));
}

Value instr(const Args& a) {
  return Value::integer(place_of(a[0].string(), a[1].string(), 0));
}

Value left(const Args& a) {
  std::string_view text = a[0].string();
  return Value::string(text.substr(0, utf8_offset(text, std::max<int64_t>(0, a[1].integer()))));
}

Value right(const Args& a) {
  std::string_view text = a[0].string();
  int64_t keep = std::clamp<int64_t>(a[1].integer(), 0, utf8_length(text));
  return Value::string(text.substr(utf8_offset(text, utf8_length(text) - keep)));
}

void check_size(int64_t size) {
  if (size > static_cast<int64_t>(limits::kRegexProgramBytes)) fail_run("The text would be too long here.");
}

Value pad(const Args& a) {  // option 1: left
  std::string_view text = a[0].string(), padding = a[2].string();
  int64_t size = utf16_length(text), wanted = a[1].integer();
  if (wanted < 0 || padding.empty()) return Value::null();
  check_size(wanted);
  if (wanted <= size) return Value::string(utf16_substring(text, 0, wanted));
  std::string fill;
  int64_t missing = wanted - size, unit = utf16_length(padding);
  for (int64_t filled = 0; filled < missing; filled += unit) fill += padding;
  fill = utf16_substring(fill, 0, missing);
  return a.node.option == 1 ? Value::string(fill, text) : Value::string(text, fill);
}

Value replace(const Args& a) {
  std::string_view text = a[0].string(), from = a[1].string(), to = a[2].string();
  std::string out;
  if (from.empty()) {
    out = std::string(to);
    for (size_t at = 0; at < text.size();) {
      size_t start = at;
      utf8_next(text, at);
      out += std::string(text.substr(start, at - start)) + std::string(to);
    }
    return Value::string(out);
  }
  size_t start = 0;
  for (;;) {
    size_t found = text.find(from, start);
    out += text.substr(start, found == std::string_view::npos ? found : found - start);
    if (found == std::string_view::npos) return Value::string(out);
    out += to;
    start = found + from.size();
  }
}

Value repeat(const Args& a) {
  std::string_view text = a[0].string();
  int64_t times = std::max<int64_t>(0, a[1].integer());
  check_size(times * static_cast<int64_t>(text.size()));
  std::string out;
  for (int64_t i = 0; i < times; ++i) out += text;
  return Value::string(out);
}

// OVERLAY(text PLACING part FROM from [FOR length])
Value overlay(const Args& a) {
  std::string_view text = a[0].string(), part = a[1].string();
  int64_t size = utf16_length(text), from = a[2].integer();
  if (from <= 0 || from > size) return a[0];
  int64_t length = a.node.args.size() > 3 ? a[3].integer() : utf16_length(part);
  std::string out = utf16_substring(text, 0, from - 1) + std::string(part);
  // A length of nothing drops the tail.
  if (length > 0 && from - 1 + length <= size) out += utf16_substring(text, from - 1 + length, size);
  return Value::string(out);
}

Value starts_with(const Args& a) {
  std::string_view text = a[0].string(), part = a[1].string();
  return Value::boolean(text.substr(0, part.size()) == part);
}

Value ends_with(const Args& a) {
  std::string_view text = a[0].string(), part = a[1].string();
  return Value::boolean(text.size() >= part.size() && text.substr(text.size() - part.size()) == part);
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

Value to_base64(const Args& a) {
  std::string_view data = a[0].string();
  std::string out;
  for (size_t i = 0; i < data.size(); i += 3) {
    uint32_t word = 0;
    size_t left_over = std::min<size_t>(3, data.size() - i);
    for (size_t k = 0; k < 3; ++k)
      word = word << 8 | (k < left_over ? static_cast<unsigned char>(data[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) out += k <= left_over ? kBase64[word >> (18 - 6 * k) & 63] : '=';
  }
  return Value::string(out);
}

std::string decode_base64(std::string_view text) {
  std::string out;
  uint32_t bits = 0;
  int32_t count = 0;
  size_t end = text.size();
  while (end > 0 && text[end - 1] == '=' && text.size() - end < 2) --end;
  for (size_t i = 0; i < end; ++i) {
    size_t digit = kBase64.find(text[i]);
    if (digit == std::string_view::npos) {
      char hex[8];
      snprintf(hex, sizeof hex, "%x", static_cast<unsigned>(static_cast<unsigned char>(text[i])));
      fail_run("Illegal base64 character " + std::string(hex));
    }
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xFF);
    }
  }
  if (end % 4 == 1) fail_run("Last unit does not have enough valid bits");
  return out;
}

Value from_base64(const Args& a) {
  return Value::string(utf8_repair(decode_base64(a[0].string())));
}

Value from_base64_binary(const Args& a) {
  return Value::bytes(decode_base64(a[0].string()));
}

const FunctionEntry kFunctions[] = {
    {"CONCAT", 35, "s*", Returns::kString, OnNull::kSee, concat_texts},
    {"CONCAT_WS", 37, "ss*", Returns::kString, OnNull::kSee, concat_ws},
    {"CHAR_LENGTH", 35, "s", Returns::kInt, OnNull::kFail, char_length},
    {"UPPER", 35, "s", Returns::kString, OnNull::kFail, upper},
    {"LOWER", 35, "s", Returns::kString, OnNull::kFail, lower},
    {"TRIM", 35, "s", Returns::kString, OnNull::kFail, java_trim},
    {"LTRIM", 37, "s?s", Returns::kString, OnNull::kNull, trim_set, 1},
    {"RTRIM", 37, "s?s", Returns::kString, OnNull::kNull, trim_set, 2},
    {"BTRIM", 37, "s?s", Returns::kString, OnNull::kNull, trim_set, 3},
    {"SUBSTR", 35, "si?i", Returns::kString, OnNull::kFail, substring},
    {"SUBSTRING", 35, "si?i", Returns::kString, OnNull::kFail, substring},
    {"POSITION", 37, "ss?i", Returns::kInt, OnNull::kNull, position},
    {"LOCATE", 37, "ss?i", Returns::kInt, OnNull::kNull, position},
    {"INSTR", 37, "ss", Returns::kInt, OnNull::kNull, instr},
    {"LEFT", 37, "si", Returns::kString, OnNull::kNull, left},
    {"RIGHT", 37, "si", Returns::kString, OnNull::kNull, right},
    {"LPAD", 37, "sis", Returns::kString, OnNull::kNull, pad, 1},
    {"RPAD", 37, "sis", Returns::kString, OnNull::kNull, pad, 2},
    {"REPLACE", 37, "sss", Returns::kString, OnNull::kNull, replace},
    {"REPEAT", 37, "si", Returns::kString, OnNull::kNull, repeat},
    {"OVERLAY", 37, "ssi?i", Returns::kString, OnNull::kNull, overlay},
    {"STARTSWITH", 37, "xx", Returns::kBoolean, OnNull::kNull, starts_with},
    {"ENDSWITH", 37, "xx", Returns::kBoolean, OnNull::kNull, ends_with},
    {"TO_BASE64", 37, "x", Returns::kString, OnNull::kNull, to_base64},
    {"FROM_BASE64", 37, "s", Returns::kString, OnNull::kNull, from_base64},
    {"FROM_BASE64_BINARY", 37, "s", Returns::kBinary, OnNull::kNull, from_base64_binary},
};

}  // namespace

FunctionTable text_functions() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace rowkind::cdc
