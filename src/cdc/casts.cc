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
#include "types/java_time.h"
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

}  // namespace

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

bool is_number(const Value& value) {
  return value.kind() == ValueKind::kInt || value.kind() == ValueKind::kDouble ||
         value.kind() == ValueKind::kDecimal;
}

double as_double(const Value& value) {
  if (value.kind() == ValueKind::kInt) return static_cast<double>(value.integer());
  if (value.kind() == ValueKind::kDecimal) return decimal_to_double(value.decimal(), 38);
  return value.floating();
}

int32_t compare_java_doubles(double a, double b) {
  if (a < b) return -1;
  if (a > b) return 1;
  const bool nan_a = std::isnan(a), nan_b = std::isnan(b);
  if (nan_a || nan_b) return static_cast<int32_t>(nan_a) - static_cast<int32_t>(nan_b);
  return static_cast<int32_t>(std::signbit(b)) - static_cast<int32_t>(std::signbit(a));
}

int32_t compare_same(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kString:
      return compare_java(a.string(), b.string());
    case ValueKind::kTimestamp:
      return compare(a.timestamp(), b.timestamp());
    case ValueKind::kDecimal:
      return decimal_compare(a.decimal(), b.decimal());
    case ValueKind::kDouble:
      return compare_java_doubles(a.floating(), b.floating());
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

}  // namespace rowkind::cdc
