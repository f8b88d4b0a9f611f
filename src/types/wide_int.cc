#include "types/wide_int.h"

namespace rowkind {
namespace {

UInt256 doubled(const UInt256& v) {
  return UInt256{(v.high << 1) | (v.low >> 127), v.low << 1};
}

}  // namespace

UInt256 multiply(UInt128 a, UInt128 b) {
  uint64_t a_low = static_cast<uint64_t>(a), a_high = static_cast<uint64_t>(a >> 64);
  uint64_t b_low = static_cast<uint64_t>(b), b_high = static_cast<uint64_t>(b >> 64);
  UInt128 low = UInt128(a_low) * b_low;
  if ((a_high | b_high) == 0) return UInt256{0, low};
  UInt128 cross_1 = UInt128(a_high) * b_low, cross_2 = UInt128(a_low) * b_high;
  UInt128 middle = (low >> 64) + static_cast<uint64_t>(cross_1) + static_cast<uint64_t>(cross_2);
  UInt128 high = UInt128(a_high) * b_high + (cross_1 >> 64) + (cross_2 >> 64) + (middle >> 64);
  return UInt256{high, (middle << 64) | static_cast<uint64_t>(low)};
}

UInt256::Division divide(const UInt256& a, UInt128 b) {
  if (a.high == 0) return {UInt256{0, a.low / b}, a.low % b};
  // Schoolbook with one bit at a time for the low half; the high half is one machine division.
  UInt128 rest = a.high % b, quotient = 0;
  for (int bit = 127; bit >= 0; --bit) {
    rest = (rest << 1) | ((a.low >> bit) & 1);
    quotient <<= 1;
    if (rest >= b) {
      rest -= b;
      quotient |= 1;
    }
  }
  return {UInt256{a.high / b, quotient}, rest};
}

UInt256 remainder(const UInt256& a, const UInt256& b) {
  if (b.high == 0) return UInt256{0, divide(a, b.low).remainder};
  UInt256 rest = a;
  while (!(rest < b)) {
    UInt256 part = b;
    while (!(rest < doubled(part)) && (part.high >> 126) == 0) part = doubled(part);
    rest = rest - part;
  }
  return rest;
}

}  // namespace rowkind
