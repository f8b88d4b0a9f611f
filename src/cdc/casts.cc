// CAST and TRY_CAST (CastingFunctions), and Java's views of values.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/utf8.h"
#include "cdc/expr_internal.h"
#include "cdc/value_text.h"
#include "changelog/notation.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

template <typename Int>
Int saturate(double v) {
  if (v != v) return 0;
  if (v >= static_cast<double>(std::numeric_limits<Int>::max())) return std::numeric_limits<Int>::max();
  if (v <= static_cast<double>(std::numeric_limits<Int>::min())) return std::numeric_limits<Int>::min();
  return static_cast<Int>(v);
}

Value narrow(int64_t value, TypeRoot target) {
  switch (target) {
    case TypeRoot::kTinyInt:
      return Value::integer(static_cast<int8_t>(value));
    case TypeRoot::kSmallInt:
      return Value::integer(static_cast<int16_t>(value));
    case TypeRoot::kInt:
      return Value::integer(static_cast<int32_t>(value));
    default:
      return Value::integer(value);
  }
}

Value double_to_whole(double v, TypeRoot target) {
  if (target == TypeRoot::kBigInt) return Value::integer(saturate<int64_t>(v));
  return narrow(saturate<int32_t>(v), target);
}

// Rounded to the type's precision first (MathContext), then to its scale.
Value fit_decimal(Decimal v, const LogicalType& target) {
  int32_t digits = decimal_digits(v.unscaled);
  if (digits > target.precision()) {
    std::optional<Decimal> rounded = decimal_rescale(v, 38, v.scale - (digits - target.precision()));
    if (v.scale - (digits - target.precision()) < 0 || !rounded) return Value::null();
    v = *rounded;
  }
  std::optional<Decimal> out = decimal_rescale(v, target.precision(), target.scale());
  return out ? Value::decimal(*out) : Value::null();
}

Value text_to_decimal(std::string_view text, const LogicalType& target) {
  Decimal out;
  if (parse_decimal(text, target.precision(), target.scale(), out) != DecimalParse::kOk) return Value::null();
  return Value::decimal(out);
}

bool digits_at(std::string_view text, size_t at, size_t count, int32_t& out) {
  out = 0;
  for (size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9') return false;
    out = out * 10 + (text[i] - '0');
  }
  return true;
}

// DateTimeFormatter.ISO_LOCAL_DATE_TIME from the start of `text`; `end`: behind it, or where it broke off.
bool iso_local(std::string_view text, Timestamp& out, size_t& end) {
  CivilTime time;
  int32_t year, month, day, hour, minute, second = 0;
  end = 0;
  if (!digits_at(text, 0, 4, year) || text.substr(4, 1) != "-" || !digits_at(text, 5, 2, month) ||
      text.substr(7, 1) != "-" || !digits_at(text, 8, 2, day))
    return false;
  if (month < 1 || month > 12 || day < 1 || day > days_of_month(year, month)) return false;
  end = 10;
  if (text.substr(10, 1) != "T") return false;
  end = 11;
  if (!digits_at(text, 11, 2, hour) || text.substr(13, 1) != ":" || !digits_at(text, 14, 2, minute) ||
      hour > 23 || minute > 59)
    return false;
  end = 16;
  if (text.substr(16, 1) == ":") {
    if (!digits_at(text, 17, 2, second) || second > 59) return false;
    end = 19;
    if (text.substr(19, 1) == ".") {
      int32_t place = 100000000;
      for (end = 20; end < text.size() && place > 0 && text[end] >= '0' && text[end] <= '9';
           ++end, place /= 10)
        time.nanos += (text[end] - '0') * place;
    }
  }
  time.date = CivilDate{year, month, day};
  time.hour = hour;
  time.minute = minute;
  time.second = second;
  out = timestamp_from_civil(time);
  return true;
}

Value text_to_timestamp(std::string_view text, Version version, const TimeZone& zone) {
  Timestamp out;
  size_t end = 0;
  bool whole = iso_local(text, out, end) && end == text.size();
  if (whole) return Value::timestamp(out);
  if (level(version) < 36) {
    bool rest = end > 0 && iso_local(text, out, end);
    fail_run("Text '" + std::string(text) + "' could not be parsed" +
                 (rest ? ", unparsed text found at index " : " at index ") + std::to_string(end),
             "write 2024-01-31T10:00:00, or use TO_TIMESTAMP");
  }
  if (iso_local(text, out, end)) {
    // An instant with Z or an offset, shown in the pipeline's zone.
    const TimeZone* offset = TimeZone::find(text.substr(end));
    if (offset) return Value::timestamp(zone.to_local(offset->to_utc(out)));
  }
  if (text.size() == 10 && iso_local(std::string(text) + "T00:00", out, end)) return Value::timestamp(out);
  fail_run("Unable to parse given string as timestamp: " + std::string(text),
           "use TO_TIMESTAMP for a blank between date and time");
}

Value to_timestamp(const Value& value, JavaType from, Version version, const TimeZone& zone) {
  switch (from) {
    case JavaType::kString:
      return text_to_timestamp(value.string(), version, zone);
    case JavaType::kTimestamp:
      return value;
    case JavaType::kInstant:
      return Value::timestamp(zone.to_local(value.timestamp()));
    case JavaType::kZoned: {
      const TimeZone* own = TimeZone::find(value.row()[1].string());
      return Value::timestamp(zone.to_local((own ? *own : zone).to_utc(value.row()[0].timestamp())));
    }
    case JavaType::kBool:
    case JavaType::kBoolean:
      return text_to_timestamp(value.as_bool() ? "1" : "0", version, zone);
    default:  // by its text
      return text_to_timestamp(to_java_string(value, from, version), version, zone);
  }
}

bool is_temporal(JavaType java) {
  return java >= JavaType::kDate && java <= JavaType::kZoned;
}

Value to_boolean(const Value& value, JavaType from) {
  if (from == JavaType::kString) return Value::boolean(ascii_iequals(value.string(), "true"));
  if (is_boolean(from)) return value;
  if (value.kind() == ValueKind::kDouble)
    return Value::boolean(!(value.floating() == 0 && !std::signbit(value.floating())));
  if (value.kind() == ValueKind::kDecimal) return Value::boolean(value.decimal().unscaled != 0);
  return Value::boolean(value.kind() == ValueKind::kInt && !is_temporal(from) && value.integer() != 0);
}

// Long.parseLong(): a sign and digits, no blanks.
bool parse_long(std::string_view text, int64_t& out) {
  size_t start = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  if (text.size() == start || text.find_first_not_of("0123456789", start) != std::string_view::npos)
    return false;
  errno = 0;
  out = std::strtoll(std::string(text).c_str(), nullptr, 10);
  return errno != ERANGE;
}

Value to_whole(const Value& value, JavaType from, TypeRoot target) {
  if (from == JavaType::kString) {
    double parsed;
    int64_t exact;
    if (target == TypeRoot::kBigInt && parse_long(value.string(), exact)) return Value::integer(exact);
    if (!parse_java_double(value.string(), parsed)) return Value::null();
    return double_to_whole(parsed, target);
  }
  if (is_boolean(from)) return Value::integer(value.as_bool() ? 1 : 0);
  if (is_temporal(from) || !is_number(value)) return Value::null();
  if (value.kind() == ValueKind::kDecimal) return narrow(decimal_to_integer(value.decimal()), target);
  if (value.kind() == ValueKind::kInt && target == TypeRoot::kBigInt) return value;
  return double_to_whole(as_double(value), target);
}

Value to_floating(const Value& value, JavaType from, bool single) {
  double out;
  if (from == JavaType::kString) {
    float narrow_out;
    if (single ? !parse_java_float(value.string(), narrow_out) : !parse_java_double(value.string(), out))
      return Value::null();
    if (single) out = narrow_out;
  } else if (is_boolean(from)) {
    out = value.as_bool() ? 1 : 0;
  } else if (is_temporal(from) || !is_number(value)) {
    return Value::null();
  } else {
    out = as_double(value);
  }
  return Value::floating(single ? static_cast<float>(out) : out);
}

Value to_decimal(const Value& value, JavaType from, const LogicalType& target) {
  if (from == JavaType::kString) return text_to_decimal(value.string(), target);
  if (is_boolean(from)) return fit_decimal(Decimal{value.as_bool() ? 1 : 0, 0}, target);
  if (is_temporal(from) || !is_number(value)) return Value::null();
  if (value.kind() == ValueKind::kDecimal) return fit_decimal(value.decimal(), target);
  if (value.kind() == ValueKind::kInt) return fit_decimal(Decimal{value.integer(), 0}, target);
  bool single = boxed(from) == JavaType::kFloat;
  return text_to_decimal(
      single ? java_float(static_cast<float>(value.floating())) : java_double(value.floating()), target);
}

// TRY_CAST of text: blanks around are dropped, the whole text must be a value.
Value try_text(std::string_view raw, const LogicalType& target) {
  std::string_view text = trim(raw);
  if (target.is_integer()) {
    Decimal parsed;
    size_t start = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    bool digits = text.size() > start && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(start),
                                                     text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || parse_decimal(text, 38, 0, parsed) != DecimalParse::kOk) return Value::null();
    int64_t value = static_cast<int64_t>(parsed.unscaled);
    if (value != parsed.unscaled || narrow(value, target.root()).integer() != value) return Value::null();
    return Value::integer(value);
  }
  if (target.is(TypeRoot::kBoolean)) {
    std::string lower = ascii_lower(text);
    if (lower == "t" || lower == "true" || lower == "y" || lower == "yes" || lower == "1")
      return Value::boolean(true);
    if (lower == "f" || lower == "false" || lower == "n" || lower == "no" || lower == "0")
      return Value::boolean(false);
    return Value::null();
  }
  if (target.is(TypeRoot::kDecimal)) return text_to_decimal(text, target);
  return to_floating(Value::string(text), JavaType::kString, target.is(TypeRoot::kFloat));
}

Value cast_checked(const Value& value, JavaType from, const LogicalType& target, bool safe, Version version,
                   const TimeZone& zone) {
  if (safe && from == JavaType::kString && (target.is_numeric() || target.is(TypeRoot::kBoolean)))
    return try_text(value.string(), target);
  if (safe && target.is_integer() && value.kind() == ValueKind::kInt)
    return narrow(value.integer(), target.root()).integer() == value.integer() ? value : Value::null();
  switch (target.root()) {
    case TypeRoot::kBoolean:
      return to_boolean(value, from);
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
      return to_whole(value, from, target.root());
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return to_floating(value, from, target.is(TypeRoot::kFloat));
    case TypeRoot::kDecimal:
      return to_decimal(value, from, target);
    case TypeRoot::kTimestamp:
      return to_timestamp(value, from, version, zone);
    default:
      return Value::string(to_java_string(value, from, version));
  }
}

Value cast_argument(const Args& a) {
  const LogicalType& target = a.node.type;
  return cast_java(a[0], a.node.args[0]->java, target, a.node.option != 0, a.node.version, *a.context.zone);
}

}  // namespace

bool is_number(const Value& value) {
  return value.kind() == ValueKind::kInt || value.kind() == ValueKind::kDouble ||
         value.kind() == ValueKind::kDecimal;
}

double as_double(const Value& value) {
  if (value.kind() == ValueKind::kInt) return static_cast<double>(value.integer());
  if (value.kind() == ValueKind::kDecimal) return decimal_to_double(value.decimal(), 38);
  return value.floating();
}

int32_t compare_same(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kString:
      return compare_java(a.string(), b.string());
    case ValueKind::kTimestamp:
      return compare(a.timestamp(), b.timestamp());
    case ValueKind::kDecimal:
      return decimal_compare(a.decimal(), b.decimal());
    case ValueKind::kDouble: {
      double x = a.floating(), y = b.floating();
      return x < y ? -1 : x > y ? 1 : 0;
    }
    case ValueKind::kRow:
      return compare(a.row()[0].timestamp(), b.row()[0].timestamp());
    default:
      return a.integer() < b.integer() ? -1 : a.integer() > b.integer() ? 1 : 0;
  }
}

int64_t utf16_length(std::string_view text) {
  int64_t out = 0;
  for (char c : text)
    if (!is_utf8_continuation(c)) out += (static_cast<unsigned char>(c) >= 0xF0) ? 2 : 1;
  return out;
}

std::string utf16_substring(std::string_view text, int64_t begin, int64_t end) {
  std::string out;
  int64_t unit = 0;
  for (size_t at = 0; at < text.size() && unit < end;) {
    uint32_t code = utf8_next(text, at);
    const int64_t next = unit + (code > 0xFFFF ? 2 : 1);
    if (unit >= begin && next <= end) {
      utf8_append(out, code);
    } else if (next > begin) {
      out += '?';  // half a surrogate pair, as Java writes it into UTF-8
    }
    unit = next;
  }
  return out;
}

std::string to_java_string(const Value& value, JavaType java, Version version) {
  if (value.is_null()) return "null";
  switch (boxed(java)) {
    case JavaType::kBoolean:
      return value.as_bool() ? "true" : "false";
    case JavaType::kFloat:
      return java_float(static_cast<float>(value.floating()));
    case JavaType::kDouble:
      return java_double(value.floating());
    case JavaType::kDecimal:
      return level(version) < 36 ? decimal_text(value.decimal()) : decimal_java_text(value.decimal());
    case JavaType::kDate:
      return local_date_text(value.integer());
    case JavaType::kTime:
      return local_time_text(value.integer(), 0);
    case JavaType::kTimestamp:
    case JavaType::kInstant:
      return local_date_time_text(value.timestamp());
    case JavaType::kZoned:
      return java_text(value, zoned_timestamp(9));
    case JavaType::kBytes:
      return "[B@1b28cdfa";  // a Java object's text: no two runs agree
    default:
      if (value.kind() == ValueKind::kInt) return std::to_string(value.integer());
      if (value.kind() == ValueKind::kDouble) return java_double(value.floating());
      if (value.kind() == ValueKind::kString) return std::string(value.string());
      if (value.kind() == ValueKind::kBool) return value.as_bool() ? "true" : "false";
      return "";
  }
}

Value cast_java(const Value& value, JavaType from, const LogicalType& target, bool safe, Version version,
                const TimeZone& zone) {
  if (value.is_null()) return value;
  if (!safe) return cast_checked(value, from, target, false, version, zone);
  try {
    return cast_checked(value, from, target, true, version, zone);
  } catch (const Failure&) {
    return Value::null();
  }
}

NodePtr ExprCompiler::as_text(const NodePtr& node, const sql::Expr& at) {
  if (node->type.is_character() || node->type.is(TypeRoot::kNull)) return node;
  return cast(node, LogicalType::string(), false, at);
}

bool ExprCompiler::is_cast_target(const LogicalType& target) {
  return target.is(TypeRoot::kBoolean) || target.is_numeric() || target.is_character() ||
         target.is(TypeRoot::kTimestamp);
}

void ExprCompiler::refuse_target(const std::string& written, const LogicalType& target,
                                 const sql::Expr& at) const {
  refuse("Unsupported data type cast: " + written, at,
         target.is(TypeRoot::kDate) ? "use TO_DATE" : "casts go to BOOLEAN, numbers, VARCHAR and TIMESTAMP");
}

NodePtr ExprCompiler::cast(const NodePtr& node, const LogicalType& target, bool safe, const sql::Expr& at) {
  if (target.is(TypeRoot::kTimestampLtz))
    refuse_target("TIMESTAMP(" + std::to_string(target.precision()) + ") WITH LOCAL TIME ZONE", target, at);
  if (!is_cast_target(target)) refuse_target(calcite_type(target), target, at);
  LogicalType type = cap(target);
  return function(cast_argument, OnNull::kNull, class_of(type), type, {node}, safe ? 1 : 0);
}

namespace {

// Which casts Calcite's validator lets pass (SqlTypeCoercionRule).
bool can_cast(const LogicalType& from, const LogicalType& to) {
  if (from.is(TypeRoot::kNull) || is_zoned(from)) return true;
  if (from.is_nested() || to.is_nested()) return from.root() == to.root() && !from.is(TypeRoot::kRow);
  if (from.is(TypeRoot::kVariant)) return false;
  if (to.is_character() || from.is_character()) return true;
  const bool number = from.is_numeric(), stamp = from.is_timestamp();
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return number || from.is(TypeRoot::kBoolean);
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      return from.is_binary() || stamp || from.root() == to.root();
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return number || from.is_binary() || from.is_datetime();
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return from.is_binary();
    default:
      return number || stamp || from.is(TypeRoot::kBoolean);
  }
}

// A CAST of a literal to a number is a literal to the validator, and a CAST around it is checked as one.
void check_folded(const ExprCompiler& compiler, const Node& literal, const LogicalType& folded,
                  const LogicalType& target, const sql::Expr& at) {
  Value value =
      cast_java(*literal.literal(), literal.java, folded, false, compiler.version(), TimeZone("UTC", 0));
  if (value.is_null()) return;
  const bool whole = folded.is_integer();
  const double number = as_double(value);
  if (!whole && number == std::floor(number) && std::fabs(number) < 9.0e18)
    value = Value::integer(static_cast<int64_t>(number));
  if (value.kind() == ValueKind::kInt && narrow(value.integer(), target.root()).integer() == value.integer())
    return;
  std::string text = whole ? std::to_string(value.integer()) : java_double(number);
  const bool small = whole && !target.is(TypeRoot::kInt);
  compiler.refuse(
      small ? "Value out of range. Value:\"" + text + "\" Radix:10" : "For input string: \"" + text + "\"",
      at, "the constant is no whole number of that type");
}

// The validator reads literals as whole numbers at once, as Integer.parseInt() and the like do.
void check_literal(const ExprCompiler& compiler, const Node& literal, const LogicalType& target,
                   const sql::Expr& at) {
  const Value& value = *literal.literal();
  const bool number = literal.type.is_integer();
  if (value.is_null() || !(number || is_boolean(literal.java) || literal.type.is(TypeRoot::kDouble))) return;
  if (number && narrow(value.integer(), target.root()).integer() == value.integer()) return;
  std::string text = number                     ? std::to_string(value.integer())
                     : is_boolean(literal.java) ? (value.as_bool() ? "true" : "false")
                                                : java_double(as_double(value));
  bool small = number && !target.is(TypeRoot::kInt);
  compiler.refuse(
      small ? "Value out of range. Value:\"" + text + "\" Radix:10" : "For input string: \"" + text + "\"",
      at, "the literal is no whole number of that type");
}

void refuse_binary(const ExprCompiler& compiler, const Node& operand, bool without_length,
                   const sql::Expr& at) {
  const std::string hint = "casts go to BOOLEAN, numbers, VARCHAR and TIMESTAMP";
  const Value* literal = operand.literal();
  if (literal && literal->kind() == ValueKind::kString)
    compiler.refuse("value " + std::string(literal->string()) +
                        " does not match type class org.apache.calcite.avatica.util.ByteString",
                    at, hint);
  if (without_length)
    compiler.refuse("Variable binary string length must be between 1 and 2147483647 (both inclusive).", at,
                    hint);
}

// Types of Flink that Calcite's grammar does not have.
bool is_unknown_to_calcite(std::string_view name) {
  return name == "STRING" || name == "BYTES" || name == "TIMESTAMP_LTZ" || name == "VARIANT";
}

}  // namespace

// The offset of the AS in front of a type.
size_t ExprCompiler::before(Span type) const {
  size_t at = static_cast<size_t>(type.offset);
  while (at > 0 && text_[at - 1] == ' ') --at;
  return at - std::min<size_t>(2, at);
}

// What Calcite's parser says about a token that Flink's knows.
void ExprCompiler::refuse_token(const std::string& token, size_t offset, const sql::Expr& at,
                                const std::string& hint) const {
  std::string_view head = text_.substr(0, offset);
  size_t line = static_cast<size_t>(std::count(head.begin(), head.end(), '\n')) + 1;
  size_t column = offset - (head.rfind('\n') == std::string_view::npos ? 0 : head.rfind('\n') + 1) + 1;
  refuse("Statements can not be parsed. Encountered \"" + token + "\" at line " + std::to_string(line) +
             ", column " + std::to_string(column) + ".",
         at, hint);
}

NodePtr ExprCompiler::cast_of(const sql::Cast& node) {
  NodePtr operand = compile(node.operand);
  LogicalType target = node.target.type;
  std::string written;
  if (node.target.span.known())
    written = ascii_upper(text_.substr(static_cast<size_t>(node.target.span.offset),
                                       static_cast<size_t>(node.target.span.length)));
  if (node.safe && !since(37)) refuse_token("AS", before(node.target.span), node, "TRY_CAST came with 3.7");
  const std::string name = written.substr(0, written.find_first_of("( "));
  if (is_unknown_to_calcite(name)) {
    size_t parenthesis = written.find('(');
    if (parenthesis != std::string::npos)
      refuse_token("(", static_cast<size_t>(node.target.span.offset) + parenthesis, node);
    if (projection())
      refuse("Unknown identifier '" + written + "'", node,
             written == "STRING" ? "write CAST(… AS VARCHAR)" : "");
  }
  if (projection() && name == "REAL") refuse("Unsupported type: REAL", node, "write FLOAT");
  // Calcite's default precision is 0, Flink's 6; a text without length has none.
  const bool plain = written.find('(') == std::string::npos;
  if (plain && target.is(TypeRoot::kTimestamp)) target = LogicalType::timestamp(0);
  if (plain && target.is_character()) target = LogicalType::string();
  if (projection() && !can_cast(operand->type, target))
    refuse("Cast function cannot convert value of type " + calcite_type(operand->type) + " to type " +
               (plain && target.is_character() ? written : calcite_type(target)),
           node);
  if (projection() && operand->literal() && target.is_integer()) check_literal(*this, *operand, target, node);
  if (const auto* inner = sql::node_cast<sql::Cast>(node.operand);
      inner && projection() && target.is_integer() &&
      (operand->type.is_integer() || operand->type.is_approximate())) {
    NodePtr source = compile(inner->operand);
    if (source->literal()) check_folded(*this, *source, operand->type, target, node);
  }
  if (projection() && target.is_binary()) refuse_binary(*this, *operand, plain && name == "VARBINARY", node);
  // Without digits a DECIMAL has all of them in the schema, but its values are cut to ten.
  if (plain && target.is(TypeRoot::kDecimal))
    operand = cast(operand, target, node.safe, node),
    target = LogicalType::decimal(scope_.wide_decimals ? 38 : 19, 0);
  if (!is_cast_target(target)) refuse_target(written, target, node);
  return cast(operand, target, node.safe, node);
}

}  // namespace rowkind::cdc
