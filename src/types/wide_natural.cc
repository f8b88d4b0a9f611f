#include "types/wide_natural.h"

namespace rowkind {

WideNatural::WideNatural(uint64_t v) {
  for (; v != 0; v >>= 32) words_[size_++] = static_cast<uint32_t>(v);
}

void WideNatural::times(uint32_t factor) {
  uint64_t carry = 0;
  for (int32_t i = 0; i < size_; ++i) {
    carry += uint64_t{words_[i]} * factor;
    words_[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words_[size_++] = static_cast<uint32_t>(carry);
}

void WideNatural::times_power_of_five(int32_t n) {
  constexpr uint32_t kFiveTo13 = 1220703125;
  for (; n >= 13; n -= 13) times(kFiveTo13);
  uint32_t rest = 1;
  for (; n > 0; --n) rest *= 5;
  times(rest);
}

void WideNatural::shift_left(int32_t bits) {
  int32_t whole = bits / 32, part = bits % 32;
  if (size_ == 0) return;
  if (part != 0) times(uint32_t{1} << part);
  if (whole == 0) return;
  for (int32_t i = size_ - 1; i >= 0; --i) words_[i + whole] = words_[i];
  for (int32_t i = 0; i < whole; ++i) words_[i] = 0;
  size_ += whole;
}

void WideNatural::add(const WideNatural& other) {
  uint64_t carry = 0;
  for (int32_t i = 0; i < size_ || i < other.size_ || carry != 0; ++i) {
    if (i == size_) words_[size_++] = 0;
    carry += uint64_t{words_[i]} + (i < other.size_ ? other.words_[i] : 0u);
    words_[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

void WideNatural::subtract(const WideNatural& other) {
  int64_t borrow = 0;
  for (int32_t i = 0; i < size_; ++i) {
    borrow += int64_t{words_[i]} - (i < other.size_ ? int64_t{other.words_[i]} : 0);
    words_[i] = static_cast<uint32_t>(borrow);
    borrow >>= 32;
  }
  while (size_ > 0 && words_[size_ - 1] == 0) --size_;
}

uint32_t WideNatural::divide_small(const WideNatural& divisor) {
  uint32_t quotient = 0;
  for (; compare(*this, divisor) >= 0; ++quotient) subtract(divisor);
  return quotient;
}

int compare(const WideNatural& a, const WideNatural& b) {
  if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
  for (int32_t i = a.size_ - 1; i >= 0; --i) {
    if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace rowkind
