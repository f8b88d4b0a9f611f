#include "expr/functions/letter_case.h"

#include "base/utf8.h"

namespace rowkind {

namespace {

// Ranges where lower = upper + delta, or (delta 1, pairs) where capitals are every other letter from `first`.
struct CaseRange {
  uint32_t first, last;  // capitals
  int32_t delta;         // 0: pairs capital, small, capital, small ...
};

constexpr CaseRange kRanges[] = {
    {'A', 'Z', 32},     {0xC0, 0xD6, 32},    {0xD8, 0xDE, 32},     {0x100, 0x12E, 0},    {0x132, 0x136, 0},
    {0x139, 0x147, 0},  {0x14A, 0x176, 0},   {0x178, 0x178, -121}, {0x179, 0x17D, 0},    {0x1CD, 0x1DB, 0},
    {0x1DE, 0x1EE, 0},  {0x1F8, 0x21E, 0},   {0x222, 0x232, 0},    {0x386, 0x386, 38},   {0x388, 0x38A, 37},
    {0x38C, 0x38C, 64}, {0x38E, 0x38F, 63},  {0x391, 0x3A1, 32},   {0x3A3, 0x3AB, 32},   {0x400, 0x40F, 80},
    {0x410, 0x42F, 32}, {0x460, 0x480, 0},   {0x48A, 0x4BE, 0},    {0x4C1, 0x4CD, 0},    {0x4D0, 0x52E, 0},
    {0x531, 0x556, 48}, {0x1E00, 0x1E94, 0}, {0x1EA0, 0x1EFE, 0},  {0xFF21, 0xFF3A, 32},
};

uint32_t lower(uint32_t c) {
  if (c == 0x130) return 'i';
  if (c == 0x1E9E) return 0xDF;
  for (const CaseRange& range : kRanges) {
    if (c < range.first || c > range.last) continue;
    if (range.delta != 0) return static_cast<uint32_t>(static_cast<int32_t>(c) + range.delta);
    if ((c - range.first) % 2 == 0) return c + 1;
  }
  return c;
}

uint32_t upper(uint32_t c) {
  if (c == 0xB5) return 0x39C;
  if (c == 0x131) return 'I';
  if (c == 0x17F) return 'S';
  if (c == 0x3C2) return 0x3A3;
  for (const CaseRange& range : kRanges) {
    if (range.delta != 0) {
      uint32_t capital = static_cast<uint32_t>(static_cast<int32_t>(c) - range.delta);
      if (capital >= range.first && capital <= range.last) return capital;
    } else if (c > range.first && c <= range.last + 1 && (c - range.first) % 2 == 1) {
      return c - 1;
    }
  }
  return c;
}

// Puts the ASCII letters that `text` begins with into `out`, those of the case of `a` in the other one; where they end.
size_t convert_ascii(std::string_view text, char a, std::string& out) {
  out.resize(text.size());
  size_t i = 0;
  for (; i < text.size() && static_cast<unsigned char>(text[i]) < 0x80; ++i) {
    const bool turns = static_cast<unsigned char>(text[i] - a) < 26;
    out[i] = static_cast<char>(text[i] ^ (turns ? 0x20 : 0));
  }
  out.resize(i);
  return i;
}

}  // namespace

std::string to_upper(std::string_view text) {
  std::string out;
  size_t i = convert_ascii(text, 'a', out);
  while (i < text.size()) {
    uint32_t c = utf8_next(text, i);
    if (c == 0xDF) {
      out += "SS";
    } else if (c == 0x149) {
      out += "\xCA\xBCN";
    } else {
      utf8_append(out, upper(c));
    }
  }
  return out;
}

std::string to_lower(std::string_view text) {
  std::string out;
  size_t i = convert_ascii(text, 'A', out);
  while (i < text.size()) {
    utf8_append(out, lower(utf8_next(text, i)));
  }
  return out;
}

}  // namespace rowkind
