// Double.parseDouble and Float.parseFloat.
#include <cmath>

#include "base/utf8.h"
#include "fast_float/fast_float.h"
#include "types/text.h"

namespace rowkind {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

int32_t hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// "[.]digits...[.digits]" of the given base; false when there is no digit. Counts the digits behind the
// point.
template <typename Digit>
bool skip_digits(std::string_view text, size_t& i, Digit digit) {
  bool any = false, point = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (digit(text[i])) {
      any = true;
    } else {
      break;
    }
  }
  return any;
}

bool skip_exponent(std::string_view text, size_t& i) {
  ++i;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  size_t start = i;
  while (i < text.size() && is_digit(text[i])) ++i;
  return i > start;
}

template <typename T>
bool parse_hexadecimal(std::string_view text, T& out) {
  size_t i = 2;
  if (!skip_digits(text, i, [](char c) { return hex_digit(c) >= 0; })) return false;
  if (i >= text.size() || (text[i] | 0x20) != 'p') return false;
  size_t end_of_digits = i;
  if (!skip_exponent(text, i) || i < text.size()) return false;
  uint64_t significand = 0;
  int64_t exponent = 0;
  bool point = false;
  for (size_t k = 2; k < end_of_digits; ++k) {
    if (text[k] == '.') {
      point = true;
      continue;
    }
    uint64_t digit = static_cast<uint64_t>(hex_digit(text[k]));
    if (significand >> 59 == 0) {
      significand = significand * 16 + digit;
      if (point) exponent -= 4;
    } else {
      significand |= digit != 0 ? 1 : 0;  // only whether something follows matters for rounding
      if (!point) exponent += 4;
    }
  }
  int64_t power = 0;
  bool negative = text[end_of_digits + 1] == '-';
  for (char c : text.substr(end_of_digits + 1)) {
    if (is_digit(c) && power < 100000) power = power * 10 + (c - '0');
  }
  exponent += negative ? -power : power;
  out = static_cast<T>(std::ldexp(static_cast<T>(significand), static_cast<int>(exponent)));
  return true;
}

template <typename T>
bool parse_java(std::string_view text, T& out) {
  text = trim(text);
  bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text == "NaN") {
    out = static_cast<T>(NAN);
    return true;
  }
  if (text == "Infinity") {
    out = static_cast<T>(negative ? -INFINITY : INFINITY);
    return true;
  }
  bool hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
  if (!text.empty()) {
    char suffix = static_cast<char>(text.back() | 0x20);
    bool exponent_seen = !hexadecimal || text.find_first_of("pP") != std::string_view::npos;
    if ((suffix == 'f' || suffix == 'd') && exponent_seen) text.remove_suffix(1);
  }
  if (hexadecimal) {
    if (!parse_hexadecimal(text, out)) return false;
  } else {
    size_t i = 0;
    if (!skip_digits(text, i, is_digit)) return false;
    if (i < text.size() && (text[i] | 0x20) == 'e' && !skip_exponent(text, i)) return false;
    if (i < text.size()) return false;
    fast_float::from_chars(text.data(), text.data() + text.size(), out);
  }
  if (negative) out = -out;
  return true;
}

}  // namespace

bool parse_java_double(std::string_view text, double& out) {
  return parse_java(text, out);
}
bool parse_java_float(std::string_view text, float& out) {
  return parse_java(text, out);
}

}  // namespace rowkind
