// Upper and lower case as Java's String has them, for Latin, Greek, Cyrillic, Armenian and full-width
// letters.
#pragma once

#include <string>
#include <string_view>

namespace rowkind {

std::string to_upper(std::string_view text);
std::string to_lower(std::string_view text);

}  // namespace rowkind
