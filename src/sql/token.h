// Tokens of a SQL text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sql/keywords.h"

namespace rowkind::sql {

enum class TokenKind : uint8_t {
  kName,            // a name without quotes, also keywords that are not reserved
  kKeyword,         // a name that is a word of the grammar
  kReserved,        // a reserved word
  kQuotedName,      // `name`
  kInteger,         // 12
  kDecimal,         // 1.5, .5, 5.
  kApproximate,     // 1e3
  kString,          // 'text'
  kPrefixedString,  // _UTF8'text', N'text'
  kUnicodeString,   // U&'text'
  kBinaryString,    // X'0A'
  kRawText,         // key or value of SET key = value without quotes
  kSymbol,          // punctuation and operators, longest first: <>, <=, >=, !=, =>, ||
  kHintBegin,       // /*+
  kHintEnd,         // */ of a hint
  kComment,         // -- to the end of the line, // to the end of the line, /* */
  kError,           // a character or an open quote or comment that no rule accepts
  kEnd,             // end of the text; always the last token, length 0
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Span span = {};

  std::string_view text(std::string_view source) const {
    return source.substr(static_cast<size_t>(span.offset), static_cast<size_t>(span.length));
  }
};

// All tokens in order, comments included, blanks left out. Never fails: what cannot be read is a kError
// token. An open quote or comment reaches to the end of the text.
std::vector<Token> tokenize(std::string_view text, Dialect dialect = Dialect::kFlink);

}  // namespace rowkind::sql
