// Double.toString and Float.toString of Java up to 18 (java.lang's FloatingDecimal), which Flink 2.3 runs on:
// not always the shortest digits, sometimes one too many. JDK 19 and later differ there.
#include <cmath>
#include <cstring>

#include "types/text.h"
#include "types/wide_natural.h"

namespace rowkind {
namespace {

constexpr int32_t kFractionBits = 52;

// Significant digits; the value is 0.DIGITS * 10^point.
struct Digits {
  char text[24];
  int32_t count = 0;
  int32_t point = 0;

  void add(uint32_t digit) { text[count++] = static_cast<char>('0' + digit); }

  void round_up() {
    int32_t i = count - 1;
    for (; i > 0 && text[i] == '9'; --i) text[i] = '0';
    if (text[i] == '9') {
      text[i] = '1';
      ++point;
    } else {
      ++text[i];
    }
  }
};

// The digits of integer * 10^exponent without its last zeros.
void set_digits(Digits& out, uint64_t integer, int32_t exponent) {
  while (integer % 10 == 0) {
    integer /= 10;
    ++exponent;
  }
  char reversed[20];
  int32_t n = 0;
  for (; integer != 0; integer /= 10) reversed[n++] = static_cast<char>('0' + integer % 10);
  while (out.count < n) {
    out.text[out.count] = reversed[n - 1 - out.count];
    ++out.count;
  }
  out.point = n + exponent;
}

// Most values in practice are short decimals: v * 10^k is an integer that divided by 10^k gives v again, and
// with so few digits it is the only such decimal.
template <typename T>
bool short_digits(T v, T largest, Digits& out) {
  constexpr T kPowers[] = {T(1e0), T(1e1), T(1e2), T(1e3), T(1e4), T(1e5), T(1e6), T(1e7), T(1e8)};
  for (int32_t k = 0; k < 9; ++k) {
    T power = kPowers[k];
    T scaled = v * power;
    if (!(scaled < largest)) return false;
    uint64_t integer = static_cast<uint64_t>(scaled + T(0.5));
    if (integer != 0 && static_cast<T>(integer) / power == v) {
      set_digits(out, integer, -k);
      return true;
    }
  }
  return false;
}

// Bits of 5^n.
int32_t bits_of_power_of_five(int32_t n) {
  return n == 0 ? 0 : n < 27 ? n * 2322 / 1000 + 1 : n * 3;
}

uint64_t power_of_five(int32_t n) {
  uint64_t out = 1;
  for (; n > 0; --n) out *= 5;
  return out;
}

// value = fraction * 2^b2 * 5^b5 over 2^s2 * 5^s5, and half a unit of the last place m.
struct Scaled {
  uint64_t fraction;
  int32_t b2, b5, s2, s5, m2, m5;
  int32_t exponent;  // of the first digit, perhaps one too high
};

// FloatingDecimal goes on to a second digit where it expects the form with an exponent.
bool wants_two_digits(int32_t exponent) {
  return exponent < -3 || exponent >= 8;
}

// The loop on machine integers, overflowing as Java's int (S = int32_t) or long does.
template <typename S, typename U>
void machine_digits(Scaled v, Digits& out) {
  U b = static_cast<U>(static_cast<U>(v.fraction) * static_cast<U>(power_of_five(v.b5))) << v.b2;
  U s = static_cast<U>(power_of_five(v.s5)) << v.s2;
  U m = static_cast<U>(power_of_five(v.m5)) << v.m2;
  U tens = s * 10;
  bool low = false, high = false;
  for (bool first = true; first || (!low && !high); first = false) {
    uint32_t digit = static_cast<uint32_t>(b / s);
    b = 10 * (b % s);
    m *= 10;
    bool overflown = !first && static_cast<S>(m) <= 0;
    low = overflown || static_cast<S>(b) < static_cast<S>(m);
    high = overflown || static_cast<S>(b + m) > static_cast<S>(tens);
    if (first && digit == 0 && !high) {
      --v.exponent;
    } else {
      out.add(digit);
    }
    if (first && wants_two_digits(v.exponent)) low = high = false;
  }
  out.point = v.exponent + 1;
  S difference = static_cast<S>(static_cast<U>(b << 1) - tens);
  bool odd = (out.text[out.count - 1] & 1) != 0;
  if (high && (!low || difference > 0 || (difference == 0 && odd))) out.round_up();
}

void wide_digits(Scaled v, Digits& out) {
  WideNatural b(v.fraction), s(1), m(1);
  b.times_power_of_five(v.b5);
  b.shift_left(v.b2);
  s.times_power_of_five(v.s5);
  s.shift_left(v.s2);
  m.times_power_of_five(v.m5);
  m.shift_left(v.m2);
  WideNatural tens = s;
  tens.times(10);
  bool low = false, high = false;
  for (bool first = true; first || (!low && !high); first = false) {
    uint32_t digit = b.divide_small(s);  // leaves the remainder
    b.times(10);
    m.times(10);
    low = compare(b, m) < 0;
    WideNatural sum = b;
    sum.add(m);
    high = compare(tens, sum) <= 0;
    if (first && digit == 0 && !high) {
      --v.exponent;
    } else {
      out.add(digit);
    }
    if (first && wants_two_digits(v.exponent)) low = high = false;
  }
  out.point = v.exponent + 1;
  if (!high) return;
  if (low) {
    b.shift_left(1);
    int difference = compare(b, tens);
    bool odd = (out.text[out.count - 1] & 1) != 0;
    if (difference < 0 || (difference == 0 && !odd)) return;
  }
  out.round_up();
}

// FloatingDecimal.dtoa: `fraction` has its highest bit at 52, the value is fraction * 2^(exponent - 52), of
// which `precision` bits count.
void java_digits(uint64_t fraction, int32_t exponent, int32_t precision, Digits& out) {
  int32_t tail_zeros = __builtin_ctzll(fraction), bits = kFractionBits + 1 - tail_zeros;
  int32_t tiny_bits = bits - exponent - 1 > 0 ? bits - exponent - 1 : 0;
  if (tiny_bits == 0 && exponent <= 62) {
    uint64_t integer = exponent >= kFractionBits ? fraction << (exponent - kFractionBits)
                                                 : fraction >> (kFractionBits - exponent);
    // Digits below the precision are rounded away.
    int32_t excess = exponent > precision ? (exponent - precision - 1) * 30103 / 100000 : 0;
    uint64_t unit = 1;
    for (int32_t i = 0; i < excess; ++i) unit *= 10;
    uint64_t rest = integer % unit;
    integer = integer / unit + (excess > 0 && rest >= unit / 2 ? 1 : 0);
    set_digits(out, integer, excess);
    return;
  }
  uint64_t one_to_two = (uint64_t{1023} << kFractionBits) | (fraction & ((uint64_t{1} << kFractionBits) - 1));
  double mantissa;
  std::memcpy(&mantissa, &one_to_two, sizeof mantissa);
  Scaled v;
  v.exponent = static_cast<int32_t>(
      std::floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981));
  v.b5 = v.exponent < 0 ? -v.exponent : 0;
  v.b2 = v.b5 + tiny_bits + exponent;
  v.s5 = v.exponent > 0 ? v.exponent : 0;
  v.s2 = v.s5 + tiny_bits;
  v.m5 = v.b5;
  v.m2 = v.b2 - precision;
  v.fraction = fraction >> tail_zeros;
  v.b2 -= bits - 1;
  int32_t common = v.b2 < v.s2 ? v.b2 : v.s2;
  v.b2 -= common;
  v.s2 -= common;
  v.m2 -= common;
  if (bits == 1) --v.m2;  // below a power of two the next value is only half as far away
  if (v.m2 < 0) {
    v.b2 -= v.m2;
    v.s2 -= v.m2;
    v.m2 = 0;
  }
  int32_t b_bits = bits + v.b2 + bits_of_power_of_five(v.b5);
  int32_t tens_bits = v.s2 + 1 + bits_of_power_of_five(v.s5 + 1);
  if (b_bits < 32 && tens_bits < 32) {
    machine_digits<int32_t, uint32_t>(v, out);
  } else if (b_bits < 64 && tens_bits < 64) {
    machine_digits<int64_t, uint64_t>(v, out);
  } else {
    wide_digits(v, out);
  }
}

// "ddd.ddd" from 0.001 up to 10 million, else "d.dddE±n".
std::string layout(bool negative, const Digits& digits) {
  std::string out = negative ? "-" : "";
  std::string_view text(digits.text, static_cast<size_t>(digits.count));
  if (digits.point > -3 && digits.point <= 0) {
    out += "0.";
    out.append(static_cast<size_t>(-digits.point), '0');
    out += text;
    return out;
  }
  bool plain = digits.point > 0 && digits.point < 8;
  size_t whole = plain ? static_cast<size_t>(digits.point) : 1;
  out += text.substr(0, whole);
  if (whole > text.size()) out.append(whole - text.size(), '0');
  out += '.';
  out += whole < text.size() ? text.substr(whole) : std::string_view("0");
  if (!plain) {
    out += 'E';
    out += std::to_string(digits.point - 1);
  }
  return out;
}

std::string special(double v) {
  if (v != v) return "NaN";
  if (v == 0) return std::signbit(v) ? "-0.0" : "0.0";
  return v < 0 ? "-Infinity" : "Infinity";
}

}  // namespace

std::string java_double(double v) {
  if (v == 0 || !std::isfinite(v)) return special(v);
  Digits digits;
  if (!short_digits(std::fabs(v), 1e15, digits)) {
    uint64_t raw;
    std::memcpy(&raw, &v, sizeof raw);
    uint64_t fraction = raw & ((uint64_t{1} << kFractionBits) - 1);
    int32_t exponent = static_cast<int32_t>(raw >> kFractionBits & 0x7FF), precision = kFractionBits + 1;
    if (exponent == 0) {
      int32_t shift = __builtin_clzll(fraction) - (63 - kFractionBits);
      fraction <<= shift;
      exponent = 1 - shift;
      precision -= shift;
    } else {
      fraction |= uint64_t{1} << kFractionBits;
    }
    java_digits(fraction, exponent - 1023, precision, digits);
  }
  return layout(v < 0, digits);
}

std::string java_float(float v) {
  if (v == 0 || !std::isfinite(v)) return special(static_cast<double>(v));
  Digits digits;
  if (!short_digits(std::fabs(v), 1e6f, digits)) {
    uint32_t raw;
    std::memcpy(&raw, &v, sizeof raw);
    constexpr int32_t kFloatBits = 23;
    uint32_t fraction = raw & ((1u << kFloatBits) - 1);
    int32_t exponent = static_cast<int32_t>(raw >> kFloatBits & 0xFF), precision = kFloatBits + 1;
    if (exponent == 0) {
      int32_t shift = __builtin_clz(fraction) - (31 - kFloatBits);
      fraction <<= shift;
      exponent = 1 - shift;
      precision -= shift;
    } else {
      fraction |= 1u << kFloatBits;
    }
    java_digits(uint64_t{fraction} << (kFractionBits - kFloatBits), exponent - 127, precision, digits);
  }
  return layout(v < 0, digits);
}

}  // namespace rowkind
