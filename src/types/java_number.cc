// Doubles and floats as java.lang.Double / Float print and read them.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/utf8.h"
#include "fast_float/fast_float.h"
#include "types/text.h"

namespace rowkind {
namespace {

// Significant digits without trailing zeros; the value is 0.DIGITS * 10^point.
struct Digits {
  char text[20];
  int32_t count = 0;
  int32_t point = 0;
};

template <typename T>
T read_back(const char* text, size_t size) {
  T out = 0;
  fast_float::from_chars(text, text + size, out);
  return out;
}

void set_digits(Digits& out, uint64_t significand, int32_t exponent) {
  while (significand % 10 == 0) {
    significand /= 10;
    ++exponent;
  }
  char reversed[20];
  int32_t n = 0;
  for (; significand != 0; significand /= 10) reversed[n++] = static_cast<char>('0' + significand % 10);
  for (int32_t i = 0; i < n; ++i) out.text[i] = reversed[n - 1 - i];
  out.count = n;
  out.point = n + exponent;
}

template <typename T>
struct Limits;
template <>
struct Limits<double> {
  static constexpr int32_t kSafeDigits =
      15;  // any decimal of so many digits is the only one that reads as its value
  static constexpr int32_t kMaxDigits = 17;
  static constexpr uint64_t kSafeInteger = 1000000000000000u;
  static constexpr double kLeastNormal = 2.2250738585072014e-308;
};
template <>
struct Limits<float> {
  static constexpr int32_t kSafeDigits = 6;
  static constexpr int32_t kMaxDigits = 9;
  static constexpr uint64_t kSafeInteger = 1000000u;
  static constexpr float kLeastNormal = 1.17549435e-38f;
};

// Most values in practice are short decimals: v * 10^k is an integer that divided by 10^k gives v again.
template <typename T>
bool short_digits(T v, Digits& out) {
  constexpr T kPowers[] = {T(1e0), T(1e1), T(1e2), T(1e3), T(1e4), T(1e5), T(1e6), T(1e7), T(1e8)};
  for (int32_t k = 0; k < 9; ++k) {
    T scaled = v * kPowers[k];
    if (!(scaled < static_cast<T>(Limits<T>::kSafeInteger))) return false;
    uint64_t integer = static_cast<uint64_t>(scaled + T(0.5));
    if (integer != 0 && static_cast<T>(integer) / kPowers[k] == v) {
      set_digits(out, integer, -k);
      return true;
    }
  }
  return false;
}

// The shortest decimal that reads as v, at least two digits long while searching; of several the nearest to
// v.
template <typename T>
void shortest_digits(T v, Digits& out) {
  if (short_digits(v, out)) return;
  int mantissa_exponent;
  bool power_of_two = std::frexp(v, &mantissa_exponent) == T(0.5);
  // Subnormal values have fewer digits than the safe ones.
  int32_t n = v < Limits<T>::kLeastNormal ? 2 : Limits<T>::kSafeDigits;
  for (;; ++n) {
    char text[40];
    int size = std::snprintf(text, sizeof text, "%.*e", n - 1, static_cast<double>(v));
    bool found = n == Limits<T>::kMaxDigits || read_back<T>(text, static_cast<size_t>(size)) == v;
    if (!found && !power_of_two) continue;
    // d.ddde[+-]xx
    uint64_t significand = static_cast<uint64_t>(text[0] - '0');
    const char* p = text + 2;
    for (; *p >= '0' && *p <= '9'; ++p) significand = significand * 10 + static_cast<uint64_t>(*p - '0');
    int32_t exponent = 0;
    bool negative = p[1] == '-';
    for (p += 2; *p != '\0'; ++p) exponent = exponent * 10 + (*p - '0');
    exponent = (negative ? -exponent : exponent) - (n - 1);
    if (!found) {
      // Above a power of two the gap to the next value is wider than below: the next decimal up may still
      // read as v.
      ++significand;
      size = std::snprintf(text, sizeof text, "%llue%d", static_cast<unsigned long long>(significand),
                           static_cast<int>(exponent));
      if (read_back<T>(text, static_cast<size_t>(size)) != v) continue;
    }
    set_digits(out, significand, exponent);
    return;
  }
}

template <typename T>
std::string java_text(T v) {
  if (v != v) return "NaN";
  std::string out = std::signbit(v) ? "-" : "";
  v = std::fabs(v);
  if (v == 0) return out + "0.0";
  if (std::isinf(v)) return out + "Infinity";
  Digits digits;
  shortest_digits(v, digits);
  std::string_view text(digits.text, static_cast<size_t>(digits.count));
  if (v >= T(1e-3) && v < T(1e7)) {
    if (digits.point <= 0) {
      out += "0.";
      out.append(static_cast<size_t>(-digits.point), '0');
      out += text;
    } else {
      size_t whole = static_cast<size_t>(digits.point);
      out += text.substr(0, whole);
      if (whole > text.size()) out.append(whole - text.size(), '0');
      out += '.';
      out += whole < text.size() ? text.substr(whole) : std::string_view("0");
    }
    return out;
  }
  out += text[0];
  out += '.';
  out += text.size() > 1 ? text.substr(1) : std::string_view("0");
  out += 'E';
  return out + std::to_string(digits.point - 1);
}

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

std::string java_double(double v) {
  return java_text(v);
}
std::string java_float(float v) {
  return java_text(v);
}
bool parse_java_double(std::string_view text, double& out) {
  return parse_java(text, out);
}
bool parse_java_float(std::string_view text, float& out) {
  return parse_java(text, out);
}

}  // namespace rowkind
