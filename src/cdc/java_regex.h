// Java regular expressions for selectors, routes and LIKE, run by RE2 (expr/functions/regex.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rowkind::cdc {

// Throws Failure cdc/regex with java.util.regex's message for a pattern that is wrong ("Dangling meta
// character
// '*' near index 0"), or run/regex-unsupported for what RE2 cannot do.
void check_regex(std::string_view pattern);
bool full_match(std::string_view pattern, std::string_view text);
// Matcher.find()
bool contains_match(std::string_view pattern, std::string_view text);
// Matcher.replaceAll(): $1 in the replacement is a group, \ takes the next character as it is. Errors: "No
// group 1", "Illegal group reference".
std::string replace_all(std::string_view pattern, std::string_view text, std::string_view replacement);

}  // namespace rowkind::cdc
