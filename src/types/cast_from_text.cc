#include "base/utf8.h"
#include "types/cast_rules.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/time_zone.h"

namespace rowkind::cast {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Only blanks, as BinaryStringData.trim().
std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Result<Value> number_error(std::string_view text, const char* reason) {
  return failed("cast/number", "For input string: '" + std::string(text) + "'. " + reason);
}

// BinaryStringDataUtil.toLong/toInt/toShort/toByte: a fraction is read and dropped.
Result<Value> to_integer(std::string_view text, TypeRoot root) {
  if (text.empty()) return number_error(text, "Input is empty.");
  size_t i = 0;
  bool negative = text[0] == '-';
  if (negative || text[0] == '+') {
    ++i;
    if (text.size() == 1) return number_error(text, "Input has only positive or negative symbol.");
  }
  Int128 limit = root == TypeRoot::kBigInt ? Int128(INT64_MAX) + 1 : Int128(2147483648);
  Int128 magnitude = 0;
  for (; i < text.size() && text[i] != '.'; ++i) {
    if (!is_digit(text[i])) return number_error(text, "Invalid character found.");
    magnitude = magnitude * 10 + (text[i] - '0');
    if (magnitude > limit) return number_error(text, "Overflow.");
  }
  for (++i; i < text.size(); ++i) {
    if (!is_digit(text[i])) return number_error(text, "Invalid character found.");
  }
  if (!negative && magnitude == limit) return number_error(text, "Overflow.");
  int64_t v = static_cast<int64_t>(negative ? -magnitude : magnitude);
  if (wrap_integer(v, root) != v) return number_error(text, "Overflow.");
  return Value::integer(v);
}

Result<Value> to_floating(std::string_view text, TypeRoot root) {
  double v = 0;
  float f = 0;
  bool good = root == TypeRoot::kFloat ? parse_java_float(text, f) : parse_java_double(text, v);
  if (good) return Value::floating(root == TypeRoot::kFloat ? static_cast<double>(f) : v);
  if (trim(text).empty()) return failed("cast/number", "empty String");
  size_t end_of_digits = text.find_first_not_of("0123456789.", text[0] == '-' || text[0] == '+' ? 1 : 0);
  std::string_view digits = text.substr(0, end_of_digits);
  if (digits.find('.') != digits.rfind('.')) return failed("cast/number", "multiple points");
  return failed("cast/number", "For input string: \"" + std::string(text) + "\"");
}

// Flink's own reader for at most 18 bytes and digits. It is not BigDecimal: one character behind the digits
// is skipped whatever it is, leading zeros count as digits, and rounding up may give one digit more than the
// type has.
Result<Value> to_short_decimal(std::string_view text, const LogicalType& to) {
  auto overflow = [text] { return number_error(text, "Overflow."); };
  auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
  size_t i = 0, n = text.size();
  while (i < n && is_blank(text[i])) ++i;
  if (i == n) return overflow();
  char c = text[i];
  bool negative = c == '-';
  if ((negative || c == '+') && ++i == n) return overflow();
  int64_t significand = 0;
  int32_t digits = 0, point = -1;
  while (i < n) {
    c = text[i++];
    if (is_digit(c)) {
      significand = significand * 10 + (c - '0');
      ++digits;
    } else if (c != '.') {
      break;
    } else if (point >= 0) {
      return overflow();
    } else {
      point = digits;
    }
  }
  if (point < 0) point = digits;
  int32_t exponent = 0;
  if ((c == 'e' || c == 'E') && i < n) {
    c = text[i];
    bool down = c == '-';
    if ((down || c == '+') && ++i == n) return overflow();
    while (i < n) {
      c = text[i++];
      if (!is_digit(c)) break;
      if (exponent < 40) exponent = exponent * 10 + (c - '0');
    }
    if (down) exponent = -exponent;
  }
  exponent -= digits - point;
  while (i < n) {
    if (!is_blank(text[i++])) return overflow();
  }
  int32_t change = exponent + to.scale();
  if (digits + change > to.precision()) return overflow();
  if (change < -kMaxCompactPrecision) {
    return failed("cast/number", "Index " + std::to_string(-change - (change < -19 ? 1 : 0)) +
                                     " out of bounds for length 19");
  }
  if (change >= 0) {
    significand *= static_cast<int64_t>(power_of_ten(change));
  } else {
    int64_t unit = static_cast<int64_t>(power_of_ten(-change));
    significand = (significand + unit / 2) / unit;
  }
  return Value::decimal(Decimal{negative ? -significand : significand, to.scale()});
}

// What java.math.BigDecimal says about text that it cannot read.
std::string big_decimal_complaint(std::string_view text) {
  size_t i = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  bool point = false, any = false;
  for (; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      any = true;
    } else if (text[i] == '.') {
      if (point) return "Character array contains more than one decimal point.";
      point = true;
    } else if (text[i] == 'e' || text[i] == 'E') {
      ++i;
      if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
      if (i == text.size()) return "No exponent digits.";
      while (i < text.size() && is_digit(text[i])) ++i;
      if (i < text.size()) return "Not a digit.";
      return any ? "Too many nonzero exponent digits." : "No digits found.";
    } else {
      size_t end = utf8_offset(text.substr(i), 1);
      return "Character " + std::string(text.substr(i, end)) +
             " is neither a decimal digit number, decimal point, nor \"e\" notation exponential mark.";
    }
  }
  return "No digits found.";
}

Result<Value> to_decimal(std::string_view text, const LogicalType& to) {
  constexpr size_t kCompact = static_cast<size_t>(kMaxCompactPrecision);
  if (to.precision() <= kMaxCompactPrecision && text.size() <= kCompact) return to_short_decimal(text, to);
  std::string_view trimmed = text;
  auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t'; };
  while (!trimmed.empty() && is_blank(trimmed.front())) trimmed.remove_prefix(1);
  while (!trimmed.empty() && is_blank(trimmed.back())) trimmed.remove_suffix(1);
  if (trimmed.empty()) trimmed = text;  // nothing but blanks: BigDecimal gets to see them
  Decimal out;
  switch (parse_decimal(trimmed, to.precision(), to.scale(), out)) {
    case DecimalParse::kOk:
      return Value::decimal(out);
    case DecimalParse::kOverflow:
      return number_error(text, "Overflow.");
    default:
      return failed("cast/number", big_decimal_complaint(trimmed));
  }
}

}  // namespace

Result<Value> text_to_boolean(std::string_view text) {
  for (const char* yes : {"t", "true", "y", "yes", "1"}) {
    if (ascii_iequals(text, yes)) return Value::boolean(true);
  }
  for (const char* no : {"f", "false", "n", "no", "0"}) {
    if (ascii_iequals(text, no)) return Value::boolean(false);
  }
  return failed("cast/boolean", "Cannot parse '" + std::string(text) + "' as BOOLEAN.");
}

Result<Value> text_to_number(std::string_view text, const LogicalType& to) {
  if (to.is(TypeRoot::kDecimal)) return to_decimal(text, to);
  text = trim_blanks(text);
  return to.is_integer() ? to_integer(text, to.root()) : to_floating(text, to.root());
}

Result<Value> text_to_datetime(std::string_view text, const LogicalType& to, const TimeZone& zone) {
  switch (to.root()) {
    case TypeRoot::kDate: {
      std::optional<int32_t> days = parse_date(text);
      if (!days) return failed("cast/date", "For input string: '" + std::string(text) + "'.");
      return Value::integer(*days);
    }
    case TypeRoot::kTime: {
      std::optional<int32_t> millis = parse_time(text);
      if (!millis) {
        return failed("cast/time",
                      "Invalid time format: '" + std::string(text) +
                          "'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59");
      }
      return Value::integer(cut_time(*millis, to.precision()));
    }
    default: {
      Result<Timestamp> local = parse_timestamp(text, to.precision());
      if (!local.ok()) return local.error();
      return Value::timestamp(to.is(TypeRoot::kTimestampLtz) ? zone.to_utc(*local) : *local);
    }
  }
}

}  // namespace rowkind::cast
