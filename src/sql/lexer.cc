#include "sql/keywords.h"
#include "sql/token.h"

namespace rowkind::sql {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Calcite's LETTER: ASCII letters, _ and $, and (nearly) every letter of other scripts. Full-width
// punctuation is no letter there, and a frequent slip, so it is left out here as well.
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

class Lexer {
 public:
  Lexer(std::string_view text, Dialect dialect) : text_(text), dialect_(dialect) {}

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / 5 + 1);
    while (skip_blanks()) {
      TokenKind kind = next();
      bool set = kind == TokenKind::kReserved && at_statement_start() && is_set();
      push(kind);
      if (set) unquoted_setting();
    }
    start_ = pos_;
    push(TokenKind::kEnd);
    return std::move(tokens_);
  }

 private:
  void push(TokenKind kind) {
    tokens_.push_back(Token{kind, Span{static_cast<int32_t>(start_), static_cast<int32_t>(pos_ - start_)}});
  }

  // False at the end of the text.
  bool skip_blanks() {
    while (pos_ < text_.size() && is_blank(text_[pos_])) ++pos_;
    start_ = pos_;
    return pos_ < text_.size();
  }

  bool at_statement_start() const {
    for (auto token = tokens_.rbegin(); token != tokens_.rend(); ++token) {
      if (token->kind != TokenKind::kComment) return token->text(text_) == ";";
    }
    return true;
  }

  bool is_set() const {
    std::string_view word = text_.substr(start_, pos_ - start_);
    return word.size() == 3 && (word[0] | 0x20) == 's' && (word[1] | 0x20) == 'e' && (word[2] | 0x20) == 't';
  }

  // The sql client's SET key = value: key and value run up to a blank or semicolon, so that "//" in a path is
  // no comment. A value may stand in quotes.
  void unquoted_setting() {
    auto run = [this](std::string_view stops) {
      while (pos_ < text_.size() && !is_blank(text_[pos_]) &&
             stops.find(text_[pos_]) == std::string_view::npos) {
        ++pos_;
      }
      if (pos_ > start_) push(TokenKind::kRawText);
    };
    if (!skip_blanks() || peek() == '\'' || peek() == ';') return;
    run("=';");
    if (!skip_blanks() || peek() != '=') return;
    push(symbol(1));
    if (!skip_blanks() || peek() == '\'' || peek() == ';') return;
    run(";");
  }

  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

  char peek(size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }

  // Length in bytes of the letter at pos_, 0 when there is none.
  size_t letter() const {
    auto c = static_cast<unsigned char>(peek());
    if (c < 0x80) return is_ascii_letter(static_cast<char>(c)) ? 1 : 0;
    if (c < 0xC2) return 0;
    // U+2000..U+206F general and U+3000..U+303F CJK punctuation, U+FF00..U+FF0F, U+FF1A..U+FF20 full-width
    // signs.
    auto second = static_cast<unsigned char>(peek(1));
    auto third = static_cast<unsigned char>(peek(2));
    if (c == 0xE2 && (second == 0x80 || (second == 0x81 && third <= 0xAF))) return 0;
    if (c == 0xE3 && second == 0x80) return 0;
    if (c == 0xEF && second == 0xBC && (third <= 0x8F || (third >= 0x9A && third <= 0xA0))) return 0;
    size_t length = c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < length; ++i) {
      if ((static_cast<unsigned char>(peek(i)) & 0xC0) != 0x80) return 0;
    }
    return length;
  }

  TokenKind next() {
    char c = peek();
    if (c == '-' && peek(1) == '-') return line_comment();
    if (c == '/' && peek(1) == '/') return line_comment();
    if (c == '/' && peek(1) == '*') return block_comment();
    if (c == '\'') return quoted('\'', TokenKind::kString);
    if (c == '`') return quoted('`', TokenKind::kQuotedName);
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '$' && letter_after_dollar() == 0) return symbol(1);
    if (letter() > 0) return word();
    return symbol_or_error(c);
  }

  // `$` alone is the end anchor of a pattern.
  size_t letter_after_dollar() {
    ++pos_;
    size_t length = is_digit(peek()) ? 1 : letter();
    --pos_;
    return length;
  }

  TokenKind line_comment() {
    while (pos_ < text_.size() && text_[pos_] != '\n' && text_[pos_] != '\r') ++pos_;
    return TokenKind::kComment;
  }

  TokenKind block_comment() {
    if (peek(2) == '+') {
      in_hint_ = true;
      pos_ += 3;
      return TokenKind::kHintBegin;
    }
    size_t end = text_.find("*/", pos_ + 2);
    pos_ = end == std::string_view::npos ? text_.size() : end + 2;
    return end == std::string_view::npos ? TokenKind::kError : TokenKind::kComment;
  }

  TokenKind quoted(char quote, TokenKind kind) {
    for (++pos_; pos_ < text_.size(); ++pos_) {
      if (text_[pos_] != quote) continue;
      ++pos_;
      if (peek() != quote) return kind;
    }
    pos_ = text_.size();
    return TokenKind::kError;
  }

  void digits() {
    while (is_digit(peek())) ++pos_;
  }

  TokenKind number() {
    TokenKind kind = TokenKind::kInteger;
    digits();
    if (peek() == '.') {
      kind = TokenKind::kDecimal;
      ++pos_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is_digit(peek(1 + sign))) {
        kind = TokenKind::kApproximate;
        pos_ += 1 + sign;
        digits();
      }
    }
    return kind;
  }

  TokenKind word() {
    while (pos_ < text_.size()) {
      size_t length = is_digit(peek()) ? 1 : letter();
      if (length == 0) break;
      pos_ += length;
    }
    std::string_view word = text_.substr(start_, pos_ - start_);
    if (peek() == '\'') {
      if (word == "x" || word == "X") return quoted('\'', TokenKind::kBinaryString);
      if (word == "n" || word == "N" || word[0] == '_') return quoted('\'', TokenKind::kPrefixedString);
    }
    if ((word == "u" || word == "U") && peek() == '&' && peek(1) == '\'') {
      ++pos_;
      return quoted('\'', TokenKind::kUnicodeString);
    }
    switch (word_class(word, dialect_)) {
      case WordClass::kName:
        return TokenKind::kName;
      case WordClass::kKeyword:
        return TokenKind::kKeyword;
      default:
        return TokenKind::kReserved;
    }
  }

  TokenKind symbol(size_t length) {
    pos_ += length;
    return TokenKind::kSymbol;
  }

  TokenKind symbol_or_error(char c) {
    char d = peek(1);
    if (c == '*' && d == '/' && in_hint_) {
      in_hint_ = false;
      pos_ += 2;
      return TokenKind::kHintEnd;
    }
    if ((c == '<' && (d == '>' || d == '=')) || (c == '>' && d == '=') || (c == '!' && d == '=') ||
        (c == '=' && d == '>') || (c == '|' && d == '|')) {
      return symbol(2);
    }
    switch (c) {
      case '(':
      case ')':
      case '[':
      case ']':
      case '{':
      case '}':
      case ',':
      case '.':
      case ';':
      case ':':
      case '=':
      case '<':
      case '>':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
      case '?':
      case '^':
      case '|':
      case '"':
        return symbol(1);
      default:
        break;
    }
    ++pos_;
    while (pos_ < text_.size() && (static_cast<unsigned char>(text_[pos_]) & 0xC0) == 0x80) ++pos_;
    return TokenKind::kError;
  }

  std::vector<Token> tokens_;
  std::string_view text_;
  Dialect dialect_;
  size_t pos_ = 0;
  size_t start_ = 0;
  bool in_hint_ = false;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, Dialect dialect) {
  return Lexer(text, dialect).run();
}

}  // namespace rowkind::sql
