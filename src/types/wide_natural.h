// Natural numbers of up to 2,400 bits: what the digits of a double need.
#pragma once

#include <cstdint>

namespace rowkind {

class WideNatural {
 public:
  explicit WideNatural(uint64_t v);

  void times(uint32_t factor);
  void times_power_of_five(int32_t n);
  void shift_left(int32_t bits);
  void add(const WideNatural& other);
  // The quotient, which must be small (it is counted up); this becomes the remainder.
  uint32_t divide_small(const WideNatural& divisor);
  friend int compare(const WideNatural& a, const WideNatural& b);

 private:
  void subtract(const WideNatural& other);  // not larger than this

  static constexpr int32_t kWords = 76;
  uint32_t words_[kWords];  // least significant first; those from size_ on are not set
  int32_t size_ = 0;        // without leading zero words
};

// -1, 0, 1.
int compare(const WideNatural& a, const WideNatural& b);

}  // namespace rowkind
