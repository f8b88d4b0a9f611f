// UTF-8 and ASCII helpers. Strings in the engine are UTF-8 bytes; SQL counts characters (code points).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rowkind {

inline bool is_utf8_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}
// Number of code points; malformed bytes count as one each.
int64_t utf8_length(std::string_view text);
// Byte offset of code point `index` (clamped to the end).
size_t utf8_offset(std::string_view text, int64_t index);
// Decodes the code point at `pos` and moves past it; U+FFFD for malformed input.
uint32_t utf8_next(std::string_view text, size_t& pos);
void utf8_append(std::string& out, uint32_t code_point);
bool utf8_valid(std::string_view text);
// Each malformed sequence replaced by U+FFFD, as Java decodes bytes.
std::string utf8_repair(std::string_view text);

std::string ascii_lower(std::string_view text);
std::string ascii_upper(std::string_view text);
bool ascii_iequals(std::string_view a, std::string_view b);
// Without leading and trailing blanks (every byte <= ' ').
std::string_view trim(std::string_view text);

}  // namespace rowkind
