#include "base/utf8.h"

namespace rowkind {

int64_t utf8_length(std::string_view text) {
  int64_t n = 0;
  for (char c : text) n += is_utf8_continuation(c) ? 0 : 1;
  return n;
}

size_t utf8_offset(std::string_view text, int64_t index) {
  size_t pos = 0;
  while (pos < text.size() && index > 0) {
    ++pos;
    while (pos < text.size() && is_utf8_continuation(text[pos])) ++pos;
    --index;
  }
  return pos;
}

uint32_t utf8_next(std::string_view text, size_t& pos) {
  constexpr uint32_t kReplacement = 0xFFFD;
  unsigned char lead = static_cast<unsigned char>(text[pos++]);
  if (lead < 0x80) return lead;
  int extra = lead >= 0xF0 && lead < 0xF5   ? 3
              : lead >= 0xE0 && lead < 0xF0 ? 2
              : lead >= 0xC2 && lead < 0xE0 ? 1
                                            : 0;
  if (extra == 0) return kReplacement;
  uint32_t code = lead & (0x3F >> extra);
  size_t at = pos;
  for (int i = 0; i < extra; ++i, ++at) {
    if (at >= text.size() || !is_utf8_continuation(text[at])) return kReplacement;
    code = (code << 6) | (static_cast<unsigned char>(text[at]) & 0x3F);
  }
  constexpr uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[extra] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return kReplacement;
  pos = at;
  return code;
}

void utf8_append(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

bool utf8_valid(std::string_view text) {
  for (size_t pos = 0; pos < text.size();) {
    size_t start = pos;
    uint32_t code = utf8_next(text, pos);
    if (code == 0xFFFD && text.substr(start, 3) != "\xEF\xBF\xBD") return false;
  }
  return true;
}

std::string utf8_repair(std::string_view text) {
  std::string out;
  for (size_t pos = 0; pos < text.size();) {
    size_t start = pos;
    uint32_t code = utf8_next(text, pos);
    if (code == 0xFFFD && text.substr(start, 3) != "\xEF\xBF\xBD") {
      // The longest start of a valid sequence counts as one error, and so does a surrogate (ED A0..BF xx).
      unsigned char lead = static_cast<unsigned char>(text[start]);
      size_t most = lead >= 0xF0 && lead < 0xF5   ? 3
                    : lead >= 0xE0 && lead < 0xF0 ? (lead == 0xED ? 3 : 2)
                                                  : 1;
      unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
      unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
      for (; pos < text.size() && pos - start < most; ++pos) {
        unsigned char next = static_cast<unsigned char>(text[pos]);
        if (lead < 0xC2 || lead > 0xF4 || next < low || next > high) break;
        low = 0x80;
        high = 0xBF;
      }
    }
    utf8_append(out, code);
  }
  return out;
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

std::string ascii_upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  }
  return out;
}

bool ascii_iequals(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

}  // namespace rowkind
