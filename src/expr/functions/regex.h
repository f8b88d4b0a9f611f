// Java regular expressions through RE2, LIKE, SIMILAR TO. What RE2 cannot do (look-around, back-references,
// possessive and atomic groups) fails with a message that names it; a pattern that is wrong in Java too
// compiles to null.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rowkind {

class CompiledRegex;

// A cached pattern, valid until the next call; null if it is no regular expression.
const CompiledRegex* compile_regex(std::string_view pattern);
bool regex_full_match(const CompiledRegex& regex, std::string_view text);
int regex_groups(const CompiledRegex& regex);
// Next match at or after byte `from`; groups[0] is the whole match, a group that took no part has data() ==
// nullptr.
bool regex_find(const CompiledRegex& regex, std::string_view text, size_t from,
                std::vector<std::string_view>& groups);
bool like(std::string_view text, std::string_view pattern, char escape);
std::string similar_to_regex(std::string_view pattern, char escape);

}  // namespace rowkind
