#include "sql/parser_state.h"

#include <algorithm>
#include <cstdio>

#include "base/limits.h"
#include "base/utf8.h"

namespace rowkind::sql {
namespace {

bool same_word(std::string_view a, std::string_view upper) {
  if (a.size() != upper.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    char c = a[i];
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (c != upper[i]) return false;
  }
  return true;
}

bool is_word(TokenKind kind) {
  return kind == TokenKind::kName || kind == TokenKind::kKeyword || kind == TokenKind::kReserved;
}

constexpr size_t kShownText = 80;  // bytes of a token in a message

// "\uff0c" (65292), as JavaCC names a character that no token starts with.
std::string java_character(std::string_view text) {
  size_t pos = 0;
  uint32_t code = utf8_next(text, pos);
  char buffer[48];
  if (code >= 0x20 && code < 0x7F) {
    snprintf(buffer, sizeof(buffer), "\"%s%c\" (%u)", code == '"' || code == '\\' ? "\\" : "",
             static_cast<char>(code), static_cast<unsigned>(code));
  } else {
    snprintf(buffer, sizeof(buffer), "\"\\u%04x\" (%u)", static_cast<unsigned>(code),
             static_cast<unsigned>(code));
  }
  return buffer;
}

// Does the expectation stand for a name of the user's?
bool is_name(const std::string& expectation) {
  return expectation == "an expression" || expectation == "an alias" || expectation == "a pattern variable" ||
         expectation.find("name") != std::string::npos;
}

// What a token is called in "Encountered ...".
std::string shown(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, kShownText)) {
    if (c == '"' || c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

constexpr size_t kShownExpectations = 12;

}  // namespace

Parser::Parser(std::string_view text, Dialect dialect)
    : text_(text), dialect_(dialect), tokens_(tokenize(text, dialect)) {
  auto is_comment = [](const Token& token) { return token.kind == TokenKind::kComment; };
  tokens_.erase(std::remove_if(tokens_.begin(), tokens_.end(), is_comment), tokens_.end());
}

const Token& Parser::token(int32_t ahead) const {
  size_t index = static_cast<size_t>(position_ + ahead);
  return index < tokens_.size() ? tokens_[index] : tokens_.back();
}

void Parser::advance() {
  if (!at_end()) ++position_;
}

bool Parser::is(std::string_view what, int32_t ahead) const {
  const Token& t = token(ahead);
  if (is_word(t.kind)) return same_word(t.text(text_), what);
  return t.kind == TokenKind::kSymbol && t.text(text_) == what;
}

bool Parser::is(std::string_view first, std::string_view second, std::string_view third) const {
  return is(first) && is(second, 1) && (third.empty() || is(third, 2));
}

void Parser::note(std::string_view what) {
  if (!noting_ || position_ < noted_at_) return;
  if (position_ > noted_at_) expected_.clear();
  noted_at_ = position_;
  if (std::find(expected_.begin(), expected_.end(), what) == expected_.end()) expected_.emplace_back(what);
}

bool Parser::at(std::string_view what) {
  if (is(what)) return true;
  note(what);
  return false;
}

bool Parser::accept(std::string_view what) {
  if (!at(what)) return false;
  advance();
  return true;
}

bool Parser::accept(std::string_view first, std::string_view second) {
  if (!at(first) || !is(second, 1)) return false;
  advance();
  advance();
  return true;
}

void Parser::expect(std::string_view what) {
  if (!accept(what)) fail();
}

Span Parser::span_from(int32_t first) const {
  if (position_ <= first) return Span{tokens_[static_cast<size_t>(first)].span.offset, 0};
  return cover(tokens_[static_cast<size_t>(first)].span, tokens_[static_cast<size_t>(position_ - 1)].span);
}

// --- errors ----------------------------------------------------------------------------------------------

// Goes on from the place asked for last, so that thousands of errors in one text stay linear.
std::string Parser::where(int32_t offset) {
  if (offset < located_offset_) {
    located_offset_ = 0;
    located_ = LineColumn{1, 1};
  }
  std::string_view between =
      text_.substr(static_cast<size_t>(located_offset_), static_cast<size_t>(offset - located_offset_));
  LineColumn ahead = locate(between, static_cast<int32_t>(between.size()));
  located_.column = ahead.line > 1 ? ahead.column : located_.column + ahead.column - 1;
  located_.line += ahead.line - 1;
  located_offset_ = offset;
  return "line " + std::to_string(located_.line) + ", column " + std::to_string(located_.column);
}

void Parser::fail(std::string_view wanted) {
  note(wanted);
  fail();
}

void Parser::fail() {
  fail_behind(position_);
}

void Parser::fail_tokens(int32_t first, int32_t last) {
  const Token& start = tokens_[static_cast<size_t>(first)];
  // Reading the same statement again collects what was expected: the first time, only the place counts.
  if (!noting_) throw Failure("sql/syntax", {}, start.span);
  const Token& bad = token();
  std::string message = "SQL parse failed. ";
  std::string_view text = bad.text(text_);
  bool open_string = bad.kind == TokenKind::kError && text[0] == '\'';
  bool lexical = bad.kind == TokenKind::kError && !open_string;
  // Flink parses one statement at a time: a semicolon is its end, and the end is where its last character
  // stands.
  bool ended = bad.kind == TokenKind::kEnd || text == ";";
  int32_t end = ended && position_ > 0 ? token(-1).span.end() : bad.span.offset;
  bool name_wanted = noted_at_ == position_ && std::any_of(expected_.begin(), expected_.end(), is_name);
  std::string_view start_text = start.text(text_);
  bool upper =
      std::none_of(start_text.begin(), start_text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (lexical) {
    bool open = text[0] == '`' || text.substr(0, 2) == "/*";
    message += "Lexical error at " + where(open ? static_cast<int32_t>(text_.size()) : bad.span.offset);
    std::string after = text[0] == '`' ? std::string(text.substr(0, kShownText)) : std::string();
    message +=
        ".  Encountered: " + (open ? "<EOF>" : java_character(text) + ",") + " after : \"" + after + "\"";
  } else if (start.kind == TokenKind::kReserved && upper && name_wanted) {
    // Calcite's words where a name could stand and a keyword in capitals does.
    message +=
        "Incorrect syntax near the keyword '" + std::string(start_text) + "' at " + where(start.span.offset);
  } else {
    std::string tokens;
    for (int32_t i = first; i <= last; ++i) {
      const Token& t = token(i - position_);
      std::string_view image = t.text(text_);
      bool is_end = t.kind == TokenKind::kEnd || image == ";";
      tokens += i > first ? " " : "";
      tokens += is_end ? "<EOF>" : open_string && i == position_ ? "\\'" : shown(image);
    }
    int32_t offset = first == position_ && ended ? std::max(end - 1, 0) : start.span.offset;
    message += "Encountered \"" + tokens + "\" at " + where(offset);
  }
  message += ".";
  if (noted_at_ == position_ && !expected_.empty() && !lexical) {
    message += expected_.size() == 1 ? " Was expecting " : " Was expecting one of: ";
    for (size_t i = 0; i < expected_.size() && i < kShownExpectations; ++i) {
      const std::string& item = expected_[i];
      bool described = item.find(' ') != std::string::npos;
      message += (i > 0 ? ", " : "") + (described ? item : "\"" + item + "\"");
    }
    message += expected_.size() > kShownExpectations ? ", ..." : ".";
  }
  Span span = ended ? Span{end, 0} : bad.span;
  throw Failure("sql/syntax", message, span, hint_for_current());
}

void Parser::fail_with(std::string code, std::string message, Span span, std::string hint) {
  throw Failure(std::move(code), std::move(message), span, std::move(hint));
}

void Parser::unsupported(std::string_view what, Span span) {
  fail_with("sql/unsupported", std::string(what) + " is not supported here.", span);
}

std::string Parser::hint_for_current() const {
  const Token& bad = token();
  std::string text(bad.text(text_));
  bool name_wanted = std::any_of(expected_.begin(), expected_.end(), [](const std::string& item) {
    return item == "an expression" || item.find("name") != std::string::npos;
  });
  if (bad.kind == TokenKind::kError) {
    if (text[0] == '\'') return "a single quote is missing at the end of this text";
    if (text[0] == '`') return "a back-quote is missing at the end of this name";
    if (text[0] == '/') return "the end of this comment is missing: */";
    static constexpr const char* kFullWidth[][2] = {{"，", ","}, {"；", ";"}, {"（", "("}, {"）", ")"},
                                                    {"‘", "'"},  {"’", "'"},  {"“", "'"},  {"”", "'"},
                                                    {"。", "."}, {"＝", "="}, {"、", ","}, {"：", ":"}};
    for (const auto& pair : kFullWidth) {
      if (text == pair[0]) return "write `" + std::string(pair[1]) + "` instead of `" + text + "`";
    }
    return "";
  }
  if (is("SEMI")) return "write WHERE x IN (SELECT ..) or WHERE EXISTS (..)";
  if (is("ANTI")) return "write WHERE NOT EXISTS (..)";
  if (text == "\"") return "texts stand in single quotes, names in back-quotes";
  if (text == ":" && is(":", 1)) return "write CAST(x AS type) instead of ::";
  if (text == "=" && position_ > 0 && tokens_[static_cast<size_t>(position_ - 1)].text(text_) == "=") {
    return "write = instead of ==";
  }
  bool after_comma = position_ > 0 && tokens_[static_cast<size_t>(position_ - 1)].text(text_) == ",";
  if (after_comma && (text == ")" || is("FROM"))) return "remove the comma in front of " + text;
  if (is_word(bad.kind) && noted_at_ == position_) {
    std::vector<std::string> words;
    for (const std::string& item : expected_) {
      if (item.size() > 1 && item.find(' ') == std::string::npos) words.push_back(item);
    }
    if (bad.kind != TokenKind::kReserved) {
      std::string meant = did_you_mean(text, words);
      if (!meant.empty()) return meant;
    }
  }
  if (bad.kind == TokenKind::kReserved && name_wanted) {
    return "`" + text + "` is a reserved word: as a name, write it in back-quotes";
  }
  if (text == "." && is(".", 1)) return "write out what the ... stands for";
  auto wanted = [this](std::string_view what) {
    return std::find(expected_.begin(), expected_.end(), what) != expected_.end();
  };
  if (unknown_type_ && unknown_type_->span.end() <= bad.span.offset && position_ > 0 &&
      unknown_type_->span.end() == token(-1).span.end()) {
    return "the word in front of it is no data type: is there a word too many, or a comma missing?";
  }
  if (wanted("a key in single quotes") && is_word(bad.kind))
    return "write the key in single quotes: '" + text + "'";
  if (is_word(bad.kind)) {
    for (const std::string& item : expected_) {
      bool prefix = item.size() > 2 && text.size() > item.size() && text[item.size()] != '_' &&
                    ascii_iequals(text.substr(0, item.size()), item);
      if (prefix) return "is a blank missing behind `" + text.substr(0, item.size()) + "`?";
    }
  }
  if (wanted(",") && (at_name() || bad.kind == TokenKind::kString))
    return "is a comma missing in front of it?";
  return "";
}

void Parser::check_depth(int32_t depth) {
  if (depth <= limits::kNestingDepth) return;
  fail_with("sql/nesting",
            "The statement is nested deeper than " + std::to_string(limits::kNestingDepth) + " levels.",
            here());
}

void Parser::check_types() {
  if (unknown_type_) throw Failure(*unknown_type_);
}

// --- names -----------------------------------------------------------------------------------------------

bool Parser::at_name() const {
  TokenKind k = kind();
  return k == TokenKind::kName || k == TokenKind::kKeyword || k == TokenKind::kQuotedName;
}

Identifier Parser::identifier(std::string_view what) {
  if (!at_name()) fail(what);
  const Token& t = token();
  Identifier id;
  id.quoted = t.kind == TokenKind::kQuotedName;
  id.span = t.span;
  id.name = id.quoted ? unquote(t) : std::string(t.text(text_));
  if (id.name.empty()) fail_with("sql/syntax", "SQL parse failed. A name must not be empty.", t.span);
  advance();
  return id;
}

QualifiedName Parser::qualified_name(std::string_view what) {
  QualifiedName name;
  int32_t first = position_;
  name.parts.push_back(identifier(what));
  while (is(".")) {
    int32_t dot = position_;
    advance();
    if (!at_name()) {
      note("a name");
      fail_behind(dot);
    }
    name.parts.push_back(identifier());
  }
  name.span = span_from(first);
  return name;
}

std::vector<Identifier> Parser::identifier_list() {
  std::vector<Identifier> list;
  expect("(");
  do {
    list.push_back(identifier());
  } while (accept(","));
  expect(")");
  return list;
}

std::string Parser::string_literal() {
  if (kind() != TokenKind::kString) fail("a text in single quotes");
  std::string value = unquote(token());
  advance();
  return value;
}

// The content between quotes, doubled quotes made one. `token` ends with its quote and may have a prefix.
std::string Parser::unquote(const Token& t) const {
  std::string_view body = t.text(text_);
  char quote = body.back();
  body = body.substr(body.find(quote) + 1);
  body.remove_suffix(1);
  std::string out;
  out.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    out += body[i];
    if (body[i] == quote) ++i;
  }
  return out;
}

std::string QualifiedName::text() const {
  std::string out;
  for (const Identifier& part : parts) out += (out.empty() ? "" : ".") + part.name;
  return out;
}

}  // namespace rowkind::sql
