// Texts: parts, padding, trimming, joining and splitting. Positions count characters (code points) from 1.
#include <algorithm>

#include "base/utf8.h"
#include "expr/functions/letter_case.h"
#include "expr/functions/regex.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

constexpr int64_t kMaxText = 64 << 20;  // of one built text

Value text(std::string_view s) {
  return Value::string(s);
}

// Characters [begin, end) of a text.
std::string_view slice(std::string_view s, int64_t begin, int64_t end) {
  size_t from = utf8_offset(s, begin);
  size_t to = utf8_offset(s, end);
  return s.substr(from, to - from);
}

void check_size(const Expr& call, int64_t bytes) {
  if (bytes > kMaxText) {
    throw Failure("run/limit", std::string(call.function->name) + " makes a text of more than 64 MiB.",
                  call.span);
  }
}

Value eval_upper(const Expr&, const Value* args, EvalContext&) {
  return text(to_upper(args[0].string()));
}
Value eval_lower(const Expr&, const Value* args, EvalContext&) {
  return text(to_lower(args[0].string()));
}

Value eval_initcap(const Expr&, const Value* args, EvalContext&) {
  std::string out(args[0].string());
  bool start = true;
  for (char& c : out) {
    if (is_utf8_continuation(c)) continue;
    bool digit = c >= '0' && c <= '9', small = c >= 'a' && c <= 'z', capital = c >= 'A' && c <= 'Z';
    if (start && small) c = static_cast<char>(c - 32);
    if (!start && capital) c = static_cast<char>(c + 32);
    start = !(digit || small || capital);
  }
  return text(out);
}

Value eval_char_length(const Expr&, const Value* args, EvalContext&) {
  return Value::integer(utf8_length(args[0].string()));
}

Value eval_concat(const Expr& call, const Value* args, EvalContext&) {
  if (call.operands.size() == 2 && args[0].kind() == ValueKind::kString)
    return Value::string(args[0].string(), args[1].string());
  std::string out;
  for (size_t i = 0; i < call.operands.size(); ++i) out += args[i].string();
  return call.type.is_binary() ? Value::bytes(out) : text(out);
}

LogicalType infer_concat(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 2) wrong_arguments(self.name, "ss", operands, span);
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(TypeRoot::kNull)) illegal_null(*operand, span);
  }
  const LogicalType &a = operands[0]->type, &b = operands[1]->type;
  bool chars = a.is_character() && b.is_character();
  if (!chars && !(a.is_binary() && b.is_binary())) wrong_arguments(self.name, "ss", operands, span);
  int64_t sum = static_cast<int64_t>(a.length()) + b.length();
  int32_t length = static_cast<int32_t>(std::min<int64_t>(sum, kMaxLength));
  bool fixed = a.is(TypeRoot::kChar) || a.is(TypeRoot::kBinary);
  fixed = fixed && a.root() == b.root();
  LogicalType type = chars ? (fixed ? LogicalType::character(length) : LogicalType::varchar(length))
                           : (fixed ? LogicalType::binary(length) : LogicalType::varbinary(length));
  return type.with_nullable(any_nullable(operands));
}

Value eval_concat_ws(const Expr& call, const Value* args, EvalContext&) {
  if (args[0].is_null()) return Value::null();
  std::string out;
  bool first = true;
  for (size_t i = 1; i < call.operands.size(); ++i) {
    if (args[i].is_null()) continue;
    if (!first) out += args[0].string();
    out += args[i].string();
    first = false;
  }
  return text(out);
}

// BinaryStringDataUtil.substringSQL
Value eval_substring(const Expr& call, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  int64_t pos = args[1].integer();
  int64_t length = call.operands.size() > 2 ? args[2].integer() : kMaxLength;
  if (length < 0) return Value::null();
  int64_t chars = utf8_length(s);
  int64_t start = pos > 0 ? pos - 1 : pos < 0 ? chars + pos : 0;
  if (s.empty() || start >= chars || start < 0) return text("");
  return text(slice(s, start, std::min(chars, start + length)));
}

Value eval_left(const Expr&, const Value* args, EvalContext&) {
  return text(slice(args[0].string(), 0, std::max<int64_t>(args[1].integer(), 0)));
}

Value eval_right(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  int64_t n = std::max<int64_t>(args[1].integer(), 0), chars = utf8_length(s);
  return text(slice(s, std::max<int64_t>(chars - n, 0), chars));
}

LogicalType infer_overlay(const ScalarFunction&, ExprList& operands, Span) {
  int64_t sum = static_cast<int64_t>(operands[0]->type.length()) + operands[1]->type.length();
  return LogicalType::varchar(static_cast<int32_t>(std::min<int64_t>(sum, kMaxLength)))
      .with_nullable(any_nullable(operands));
}

Value eval_overlay(const Expr& call, const Value* args, EvalContext&) {
  std::string_view s = args[0].string(), r = args[1].string();
  int64_t chars = utf8_length(s), start = args[2].integer();
  int64_t length = call.operands.size() > 3 ? args[3].integer() : utf8_length(r);
  if (start <= 0 || start > chars) return args[0];
  std::string out(slice(s, 0, start - 1));
  out += r;
  if (start + length <= chars && length > 0) out += slice(s, start - 1 + length, chars);
  return text(out);
}

// 1-based character position of `part` at or after character `from` (0-based), 0 if there is none.
int64_t position(std::string_view part, std::string_view s, int64_t from) {
  if (part.empty()) return 1;
  from = std::max<int64_t>(from, 0);
  size_t offset = utf8_offset(s, from);
  size_t at = s.find(part, offset);
  if (at == std::string_view::npos) return 0;
  return utf8_length(s.substr(0, at)) + 1;
}

// POSITION(part, text [, from]) and LOCATE
Value eval_position(const Expr& call, const Value* args, EvalContext&) {
  int64_t from = call.operands.size() > 2 ? args[2].integer() - 1 : 0;
  return Value::integer(position(args[0].string(), args[1].string(), from));
}

std::string reversed(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t end = s.size(); end > 0;) {
    size_t begin = end - 1;
    while (begin > 0 && is_utf8_continuation(s[begin])) --begin;
    out.append(s, begin, end - begin);
    end = begin;
  }
  return out;
}

int64_t instr(std::string_view s, std::string_view part, int64_t start, int64_t nth) {
  if (start == 0) return 0;
  if (start < 0) {
    int64_t pos = instr(reversed(s), reversed(part), -start, nth);
    return pos == 0 ? 0 : utf8_length(s) + 2 - pos - utf8_length(part);
  }
  int64_t index = 0;
  for (int64_t i = 0; i < nth; ++i) {
    index = position(part, s, start - 1);
    if (index == 0) return 0;
    start = index + 1;
  }
  return index;
}

Value eval_instr(const Expr& call, const Value* args, EvalContext&) {
  size_t n = call.operands.size();
  int64_t nth = n > 3 ? args[3].integer() : 1;
  if (nth <= 0) throw Failure("run/argument", "nthAppearance must be positive!", call.span);
  return Value::integer(instr(args[0].string(), args[1].string(), n > 2 ? args[2].integer() : 1, nth));
}

// Removes characters that are in `set` from the ends.
std::string_view trimmed(std::string_view s, std::string_view set, bool left, bool right) {
  auto contains = [set](std::string_view character) { return set.find(character) != std::string_view::npos; };
  while (left && !s.empty()) {
    size_t end = 0;
    utf8_next(s, end);
    if (!contains(s.substr(0, end))) break;
    s.remove_prefix(end);
  }
  while (right && !s.empty()) {
    size_t begin = s.size() - 1;
    while (begin > 0 && is_utf8_continuation(s[begin])) --begin;
    if (!contains(s.substr(begin))) break;
    s.remove_suffix(s.size() - begin);
  }
  return s;
}

Value eval_trim(const Expr&, const Value* args, EvalContext&) {
  std::string_view mode = args[0].string();
  return text(trimmed(args[2].string(), args[1].string(), mode != "TRAILING", mode != "LEADING"));
}

LogicalType infer_trim(const ScalarFunction&, ExprList& operands, Span) {
  return LogicalType::varchar(operands[2]->type.length()).with_nullable(any_nullable(operands));
}

Value trim_call(const Expr& call, const Value* args, bool left, bool right) {
  std::string_view set = call.operands.size() > 1 ? args[1].string() : std::string_view(" ");
  return text(trimmed(args[0].string(), set, left, right));
}
Value eval_ltrim(const Expr& call, const Value* args, EvalContext&) {
  return trim_call(call, args, true, false);
}
Value eval_rtrim(const Expr& call, const Value* args, EvalContext&) {
  return trim_call(call, args, false, true);
}
Value eval_btrim(const Expr& call, const Value* args, EvalContext&) {
  return trim_call(call, args, true, true);
}

// LPAD and RPAD
Value pad(const Expr& call, const Value* args, bool left) {
  std::string_view s = args[0].string(), fill = args[2].string();
  int64_t length = args[1].integer(), chars = utf8_length(s);
  if (length < 0 || fill.empty()) return Value::null();
  if (chars >= length) return text(slice(s, 0, length));
  check_size(call, length);
  std::string padding;
  int64_t fill_chars = utf8_length(fill), missing = length - chars;
  for (; missing >= fill_chars; missing -= fill_chars) padding += fill;
  padding += slice(fill, 0, missing);
  return left ? Value::string(padding, s) : Value::string(s, padding);
}
Value eval_lpad(const Expr& call, const Value* args, EvalContext&) {
  return pad(call, args, true);
}
Value eval_rpad(const Expr& call, const Value* args, EvalContext&) {
  return pad(call, args, false);
}

Value eval_repeat(const Expr& call, const Value* args, EvalContext&) {
  int64_t times = std::max<int64_t>(args[1].integer(), 0);
  std::string_view s = args[0].string();
  check_size(call, times * static_cast<int64_t>(s.size()));
  std::string out;
  for (int64_t i = 0; i < times && !s.empty(); ++i) out += s;
  return text(out);
}

Value eval_reverse(const Expr&, const Value* args, EvalContext&) {
  return text(reversed(args[0].string()));
}

Value eval_replace(const Expr& call, const Value* args, EvalContext&) {
  std::string_view s = args[0].string(), from = args[1].string(), to = args[2].string();
  std::string out;
  if (from.empty()) {
    // Java puts the replacement around every character.
    check_size(call, static_cast<int64_t>(s.size() + to.size() * (s.size() + 1)));
    for (size_t i = 0; i < s.size();) {
      size_t begin = i;
      utf8_next(s, i);
      out += to;
      out.append(s, begin, i - begin);
    }
    return text(out += to);
  }
  for (size_t at = 0;;) {
    size_t next = s.find(from, at);
    out.append(s, at, next == std::string_view::npos ? s.size() - at : next - at);
    if (next == std::string_view::npos) return text(out);
    out += to;
    at = next + from.size();
    check_size(call, static_cast<int64_t>(out.size()));
  }
}

Value eval_translate(const Expr&, const Value* args, EvalContext&) {
  if (args[0].is_null() || args[1].is_null()) return args[0];
  std::string_view s = args[0].string(), from = args[1].string();
  std::string_view to = args[2].is_null() ? std::string_view() : args[2].string();
  std::string out;
  for (size_t i = 0; i < s.size();) {
    size_t begin = i;
    utf8_next(s, i);
    std::string_view c = s.substr(begin, i - begin);
    // The first occurrence in `from` counts.
    bool found = false;
    size_t t = 0;
    for (size_t f = 0; f < from.size() && !found;) {
      size_t f0 = f, t0 = t;
      utf8_next(from, f);
      if (t < to.size()) utf8_next(to, t);
      if (from.substr(f0, f - f0) == c) {
        out += to.substr(t0, t - t0);
        found = true;
      }
    }
    if (!found) out += c;
  }
  return text(out);
}

// Empty tokens are kept; "" has no token.
std::vector<std::string_view> split(std::string_view s, std::string_view separator) {
  std::vector<std::string_view> parts;
  if (s.empty()) return parts;
  for (size_t at = 0;;) {
    size_t next = s.find(separator, at);
    parts.push_back(s.substr(at, next == std::string_view::npos ? next : next - at));
    if (next == std::string_view::npos) return parts;
    at = next + separator.size();
  }
}

Value eval_split(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string(), separator = args[1].string();
  std::vector<Value> out;
  if (separator.empty()) {
    for (size_t i = 0; i < s.size();) {
      size_t begin = i;
      utf8_next(s, i);
      out.push_back(text(s.substr(begin, i - begin)));
    }
  } else {
    for (std::string_view part : split(s, separator)) out.push_back(text(part));
  }
  return Value::array(std::move(out));
}

LogicalType infer_split(const ScalarFunction&, ExprList& operands, Span) {
  return LogicalType::array(LogicalType::string()).with_nullable(any_nullable(operands));
}

Value eval_split_index(const Expr& call, const Value* args, EvalContext&) {
  int64_t index = args[2].integer();
  if (index < 0) return Value::null();
  std::string separator;
  if (call.operands[1]->type.is_integer()) {
    int64_t code = args[1].integer();
    if (code < 1 || code > 255) return Value::null();
    utf8_append(separator, static_cast<uint32_t>(code));
  } else {
    separator = args[1].string();
    if (separator.empty()) separator = " ";
  }
  std::vector<std::string_view> parts = split(args[0].string(), separator);
  return index < static_cast<int64_t>(parts.size()) ? text(parts[static_cast<size_t>(index)]) : Value::null();
}

// The delimiters are regular expressions, as String.split takes them; empty parts at the end fall away.
Value eval_str_to_map(const Expr& call, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  bool given = call.operands.size() > 2;
  std::string_view list = given ? args[1].string() : std::string_view(","),
                   pair = given ? args[2].string() : std::string_view("=");
  std::vector<std::pair<Value, Value>> entries;
  std::vector<std::string_view> parts, match;
  size_t at = 0;
  if (s.empty()) return Value::map({});
  const CompiledRegex* list_regex = compile_regex(list);
  if (list_regex == nullptr)
    throw Failure("run/regex", "Bad delimiter '" + std::string(list) + "'", call.span);
  for (size_t from = 0; regex_find(*list_regex, s, from, match) && !match[0].empty();) {
    size_t begin = static_cast<size_t>(match[0].data() - s.data());
    parts.push_back(s.substr(at, begin - at));
    at = from = begin + match[0].size();
  }
  parts.push_back(s.substr(at));
  while (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  const CompiledRegex* pair_regex = compile_regex(pair);
  if (pair_regex == nullptr)
    throw Failure("run/regex", "Bad delimiter '" + std::string(pair) + "'", call.span);
  for (std::string_view part : parts) {
    Value key = text(part), value;
    if (regex_find(*pair_regex, part, 0, match)) {
      size_t begin = static_cast<size_t>(match[0].data() - part.data());
      key = text(part.substr(0, begin));
      value = text(part.substr(begin + match[0].size()));
    }
    auto same =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first.equals(key); });
    if (same != entries.end()) {
      same->second = value;
    } else {
      entries.emplace_back(std::move(key), std::move(value));
    }
  }
  return Value::map(std::move(entries));
}

LogicalType infer_str_to_map(const ScalarFunction&, ExprList&, Span) {
  return LogicalType::map(LogicalType::string(), LogicalType::string());
}

Value eval_elt(const Expr& call, const Value* args, EvalContext&) {
  if (args[0].is_null()) return args[0];
  int64_t index = args[0].integer();
  if (index < 1 || index >= static_cast<int64_t>(call.operands.size())) return Value::null();
  return args[index];
}

LogicalType infer_elt(const ScalarFunction& self, ExprList& operands, Span span) {
  std::optional<LogicalType> type = common_type(types_of(ExprList(operands.begin() + 1, operands.end())));
  if (!type) wrong_call(self.name, self.signature, operands, span);
  return type->with_nullable(true);
}

Value eval_starts_with(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string(), part = args[1].string();
  return Value::boolean(s.substr(0, part.size()) == part);
}

Value eval_ends_with(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string(), part = args[1].string();
  return Value::boolean(s.size() >= part.size() && s.substr(s.size() - part.size()) == part);
}

ExprPtr expand_character_length(ExprList& o, Span span) {
  return call_or_throw("CHAR_LENGTH", o, span);
}

const ScalarFunction kRows[] = {
    {"||", "string", "string1 || string2", "Both texts, one behind the other.", nullptr, nullptr, eval_concat,
     0, infer_concat},
    {"CHAR_LENGTH", "string", "CHAR_LENGTH(string)", "The number of characters.", "c", "I", eval_char_length},
    {"CHARACTER_LENGTH", "string", "CHARACTER_LENGTH(string)", "The number of characters.", "c", nullptr,
     nullptr, 0, nullptr, expand_character_length},
    {"UPPER", "string", "UPPER(string)", "In upper case.", "c", "0", eval_upper},
    {"LOWER", "string", "LOWER(string)", "In lower case.", "c", "0", eval_lower},
    {"INITCAP", "string", "INITCAP(string)",
     "First letter of each word in upper case, the others in lower case.", "c", "0", eval_initcap},
    {"POSITION", "string", "POSITION(string1 IN string2)",
     "Where string1 first is in string2, from 1; 0 if nowhere.", "cc|cci", "I", eval_position},
    {"TRIM", "string", "TRIM([BOTH | LEADING | TRAILING] [characters] FROM string)",
     "Without these characters at the ends.", "ycc", nullptr, eval_trim, 0, infer_trim},
    {"LTRIM", "string", "LTRIM(string [, characters])", "Without blanks, or these characters, at the start.",
     "c|cc", "v", eval_ltrim},
    {"RTRIM", "string", "RTRIM(string [, characters])", "Without blanks, or these characters, at the end.",
     "c|cc", "v", eval_rtrim},
    {"BTRIM", "string", "BTRIM(string [, characters])", "Without blanks, or these characters, at both ends.",
     "c|cc", "S", eval_btrim},
    {"REPEAT", "string", "REPEAT(string, integer)", "The text so many times.", "ci", "S", eval_repeat},
    {"OVERLAY", "string", "OVERLAY(string1 PLACING string2 FROM integer1 [FOR integer2])",
     "A part replaced by string2.", "cci|ccii", nullptr, eval_overlay, 0, infer_overlay},
    {"SUBSTRING", "string", "SUBSTRING(string FROM integer1 [FOR integer2])",
     "A part; negative starts count from the end.", "ci|cii", "v?", eval_substring},
    {"SUBSTR", "string", "SUBSTR(string, integer1 [, integer2])",
     "A part; negative starts count from the end.", "ci|cii", "v?", eval_substring},
    {"LEFT", "string", "LEFT(string, integer)", "The first characters.", "ci", "v?", eval_left},
    {"RIGHT", "string", "RIGHT(string, integer)", "The last characters.", "ci", "v?", eval_right},
    {"REPLACE", "string", "REPLACE(string1, string2, string3)", "Every string2 replaced by string3.", "ccc",
     "S", eval_replace},
    {"TRANSLATE", "string", "TRANSLATE(expr, fromStr, toStr)",
     "Every character of fromStr replaced by the one at its place in toStr.", "ccc", "S?", eval_translate,
     kSeesNulls},
    {"CONCAT", "string", "CONCAT(string1, string2, ...)",
     "All texts, one behind the other; NULL if one is NULL.", "c*", "S", eval_concat},
    {"CONCAT_WS", "string", "CONCAT_WS(separator, string1, string2, ...)",
     "All texts that are not NULL with a separator.", "c*", "S", eval_concat_ws, kSeesNulls},
    {"LPAD", "string", "LPAD(string1, integer, string2)", "Filled up to a length at the start, or cut.",
     "cic", "S", eval_lpad},
    {"RPAD", "string", "RPAD(string1, integer, string2)", "Filled up to a length at the end, or cut.", "cic",
     "S", eval_rpad},
    {"REVERSE", "string", "REVERSE(string)", "The characters from last to first.", "c", "S?", eval_reverse},
    {"LOCATE", "string", "LOCATE(string1, string2 [, integer])",
     "Where string1 first is in string2, from a position on.", "cc|cci", "I", eval_position},
    {"INSTR", "string", "INSTR(string1, string2 [, integer1 [, integer2]])",
     "Where string2 is in string1; the n-th time, from a position on.", "cc|cci|ccii", "I", eval_instr},
    {"SPLIT", "string", "SPLIT(string, delimiter)", "The parts between delimiters as an array.", "cc",
     nullptr, eval_split, 0, infer_split},
    {"SPLIT_INDEX", "string", "SPLIT_INDEX(string1, string2, integer)",
     "One part between delimiters, counted from 0.", "cii|cci", "S?", eval_split_index},
    {"STR_TO_MAP", "string", "STR_TO_MAP(string1 [, string2, string3])",
     "A map from 'k=v,k=v', or other delimiters.", "c|ccc", nullptr, eval_str_to_map, 0, infer_str_to_map},
    {"ELT", "string", "ELT(index, expr [, exprs]*)", "The index-th of the following values.", "ic*|ix*",
     nullptr, eval_elt, kSeesNulls, infer_elt},
    {"STARTSWITH", "string", "STARTSWITH(expr, startExpr)", "TRUE if the text starts so.", "cc|xx", "Z",
     eval_starts_with},
    {"ENDSWITH", "string", "ENDSWITH(expr, endExpr)", "TRUE if the text ends so.", "cc|xx", "Z",
     eval_ends_with},
};

}  // namespace

FunctionTable string_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
