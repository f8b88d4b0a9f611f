// 256-bit unsigned intermediates of DECIMAL arithmetic. Values of up to 128 bits take the machine's own
// operations.
#pragma once

#include "types/value.h"

namespace rowkind {

struct UInt256 {
  UInt128 high = 0;
  UInt128 low = 0;

  struct Division;

  UInt256() = default;
  UInt256(UInt128 h, UInt128 l) : high(h), low(l) {}

  bool is_zero() const { return (high | low) == 0; }
};

struct UInt256::Division {
  UInt256 quotient;
  UInt128 remainder;
};

inline bool operator<(const UInt256& a, const UInt256& b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}
inline UInt256 operator+(const UInt256& a, const UInt256& b) {
  UInt128 low = a.low + b.low;
  return UInt256{a.high + b.high + (low < a.low ? 1 : 0), low};
}
inline UInt256 operator+(const UInt256& a, uint32_t b) {
  return a + UInt256{0, b};
}
// a >= b.
inline UInt256 operator-(const UInt256& a, const UInt256& b) {
  return UInt256{a.high - b.high - (a.low < b.low ? 1 : 0), a.low - b.low};
}

UInt256 multiply(UInt128 a, UInt128 b);
// b is not 0 and below 2^127.
UInt256::Division divide(const UInt256& a, UInt128 b);
// b is not 0 and below 2^255.
UInt256 remainder(const UInt256& a, const UInt256& b);

}  // namespace rowkind
