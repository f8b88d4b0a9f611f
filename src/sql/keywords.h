// Which words Flink 2.3 reserves. A reserved word is no name unless it stands in back-quotes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowkind::sql {

// Flink CDC's transform expressions are read by Calcite's own parser: Flink's extra words (raw, string,
// comment ...) are names there, and != is allowed.
enum class Dialect : uint8_t { kFlink, kCalcite };

enum class WordClass : uint8_t {
  kName,     // no keyword
  kKeyword,  // a word of the grammar that is a name elsewhere: KEY, METADATA, IF ...
  kReserved,
  kReservedFunction,  // reserved, but the name of a function in front of "(": COUNT, YEAR, LEFT ...
  kReservedVariable,  // reserved, but a value of its own: CURRENT_TIMESTAMP, USER ...
};

// Case does not matter.
WordClass word_class(std::string_view word, Dialect dialect = Dialect::kFlink);
bool is_reserved(std::string_view word);

// Every reserved word and keyword in upper case, sorted (completion, highlighting).
std::vector<std::string> keyword_list();

}  // namespace rowkind::sql
