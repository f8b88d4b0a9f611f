#include "expr/functions/letter_case.h"

#include <algorithm>
#include <iterator>
#include <string_view>

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

// Small letters whose capitals are several characters.
struct LongCapital {
  uint32_t small;
  const char* capitals;
};

constexpr LongCapital kLongCapitals[] = {
    {0xDF, "SS"},
    {0x149, "\xCA\xBCN"},
    {0x1F0, "J\xCC\x8C"},
    {0x390, "\xCE\x99\xCC\x88\xCC\x81"},
    {0x3B0, "\xCE\xA5\xCC\x88\xCC\x81"},
    {0x587, "\xD4\xB5\xD5\x92"},
    {0x1E96, "H\xCC\xB1"},
    {0x1E97, "T\xCC\x88"},
    {0x1E98, "W\xCC\x8A"},
    {0x1E99, "Y\xCC\x8A"},
    {0x1E9A, "A\xCA\xBE"},
    {0xFB00, "FF"},
    {0xFB01, "FI"},
    {0xFB02, "FL"},
    {0xFB03, "FFI"},
    {0xFB04, "FFL"},
    {0xFB05, "ST"},
    {0xFB06, "ST"},
};

// The digraphs of Latin have a third form, for the start of a word.
uint32_t digraph(uint32_t c) {
  return c >= 0x1C4 && c <= 0x1CC ? 0x1C4 + (c - 0x1C4) / 3 * 3 : c >= 0x1F1 && c <= 0x1F3 ? 0x1F1 : 0;
}

uint32_t lower(uint32_t c) {
  if (digraph(c)) return digraph(c) + 2;
  if (c == 0x1E9E) return 0xDF;
  for (const CaseRange& range : kRanges) {
    if (c < range.first || c > range.last) continue;
    if (range.delta != 0) return static_cast<uint32_t>(static_cast<int32_t>(c) + range.delta);
    if ((c - range.first) % 2 == 0) return c + 1;
  }
  return c;
}

uint32_t upper(uint32_t c) {
  if (digraph(c)) return digraph(c);
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

constexpr uint32_t kSigma = 0x3A3, kFinalSigma = 0x3C2;

bool is_cased(uint32_t c) {
  return lower(c) != c || upper(c) != c || c == 0xDF || c == 0xAA || c == 0xBA || c == 0x130;
}

// Unicode's case-ignorable characters of these scripts: apostrophes, stops and accents.
bool is_ignorable(uint32_t c) {
  constexpr std::u32string_view kMarks = U"'.:^`\u00A8\u00AD\u00AF\u00B4\u00B7\u00B8\u2019\u2018\u2024\u2027";
  return kMarks.find(static_cast<char32_t>(c)) != std::u32string_view::npos || (c >= 0x2B0 && c < 0x370);
}

// Whether the letter at [start, end) has a letter in front of it and none behind it.
bool ends_word(std::string_view text, size_t start, size_t end) {
  uint32_t before = ' ';
  for (size_t at = start; at > 0;) {
    do --at;
    while (at > 0 && is_utf8_continuation(text[at]));
    size_t next = at;
    before = utf8_next(text, next);
    if (!is_ignorable(before)) break;
  }
  if (!is_cased(before)) return false;
  while (end < text.size()) {
    const uint32_t behind = utf8_next(text, end);
    if (!is_ignorable(behind)) return !is_cased(behind);
  }
  return true;
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
    auto known = std::find_if(std::begin(kLongCapitals), std::end(kLongCapitals),
                              [&](const LongCapital& capital) { return capital.small == c; });
    if (known != std::end(kLongCapitals)) {
      out += known->capitals;
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
    const size_t start = i;
    const uint32_t c = utf8_next(text, i);
    if (c == 0x130) {
      out += "i\xCC\x87";
    } else if (c == kSigma && ends_word(text, start, i)) {
      utf8_append(out, kFinalSigma);
    } else {
      utf8_append(out, lower(c));
    }
  }
  return out;
}

}  // namespace rowkind
