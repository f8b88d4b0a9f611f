#include "cdc/ddl.h"

#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"

namespace rowkind::cdc {
namespace {

enum class TokenKind : uint8_t { kWord, kQuoted, kString, kSymbol, kEnd };
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  // without quotes
  Span span = {};
};

bool word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> out;
  size_t at = 0;
  while (at < text.size()) {
    char c = text[at];
    if (c <= ' ' && c >= 0) {
      ++at;
      continue;
    }
    Token token;
    size_t start = at;
    if (c == '\'' || c == '`') {
      token.kind = c == '`' ? TokenKind::kQuoted : TokenKind::kString;
      for (++at; at < text.size(); ++at) {
        if (text[at] == c && (at + 1 >= text.size() || text[at + 1] != c)) break;
        if (text[at] == c) ++at;
        token.text += text[at];
      }
      if (at >= text.size())
        throw Failure("cdc/ddl", "The quote is not closed.",
                      Span{static_cast<int32_t>(start), static_cast<int32_t>(at - start)});
      ++at;
    } else if (word_char(c)) {
      token.kind = TokenKind::kWord;
      while (at < text.size() && word_char(text[at])) token.text += text[at++];
    } else {
      token.kind = TokenKind::kSymbol;
      token.text = std::string(1, c);
      ++at;
    }
    token.span = Span{static_cast<int32_t>(start), static_cast<int32_t>(at - start)};
    out.push_back(std::move(token));
  }
  Token end;
  end.span = Span{static_cast<int32_t>(text.size()), 0};
  out.push_back(end);
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

  SchemaPtr table_schema() {
    SchemaPtr schema = schema_parts(is("("));
    end();
    return schema;
  }

  std::vector<Event> statement() {
    if (accept("CREATE")) {
      expect("TABLE");
      table();
      if (!is("(")) fail("(");
      SchemaChange change;
      change.schema = schema_parts(true);
      emit(EventKind::kCreateTable, std::move(change));
    } else if (accept("DROP")) {
      expect("TABLE");
      table();
      emit(EventKind::kDropTable, SchemaChange{});
    } else if (accept("TRUNCATE")) {
      accept("TABLE");
      table();
      emit(EventKind::kTruncateTable, SchemaChange{});
    } else if (accept("ALTER")) {
      expect("TABLE");
      table();
      do clause();
      while (accept(","));
    } else {
      fail("CREATE, ALTER, DROP or TRUNCATE TABLE");
    }
    accept(";");
    end();
    return std::move(events_);
  }

 private:
  const Token& token() const { return tokens_[at_]; }
  bool is(std::string_view word) const {
    return (token().kind == TokenKind::kWord || token().kind == TokenKind::kSymbol) &&
           ascii_iequals(token().text, word);
  }
  bool accept(std::string_view word) {
    if (!is(word)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view word) {
    if (!accept(word)) fail(std::string(word));
  }
  [[noreturn]] void fail(const std::string& expected) const {
    std::string found = token().kind == TokenKind::kEnd ? "the end" : "'" + token().text + "'";
    throw Failure("cdc/ddl", "Expected " + expected + ", found " + found + ".", token().span);
  }
  void end() const {
    if (token().kind != TokenKind::kEnd) fail("the end");
  }

  std::string name() {
    if (token().kind != TokenKind::kWord && token().kind != TokenKind::kQuoted) fail("a name");
    return tokens_[at_++].text;
  }
  std::string string() {
    if (token().kind != TokenKind::kString) fail("a quoted text");
    return tokens_[at_++].text;
  }
  std::vector<std::string> names() {
    std::vector<std::string> out;
    expect("(");
    do out.push_back(name());
    while (accept(","));
    expect(")");
    return out;
  }

  void table() {
    Span span = token().span;
    std::string text = name();
    while (accept(".")) text += "." + name();
    Result<TableIdPtr> id = parse_table_id(text);
    if (!id) throw Failure(id.error().code, id.error().message, span);
    table_ = *id;
  }

  void emit(EventKind kind, SchemaChange change) {
    Event event;
    event.kind = kind;
    event.table = table_;
    event.change = std::make_shared<const SchemaChange>(std::move(change));
    events_.push_back(std::move(event));
  }

  bool ends_type() const {
    return token().kind == TokenKind::kEnd || is(",") || is(")") || is(";") || is("DEFAULT") ||
           is("COMMENT") || is("FIRST") || is("LAST") || is("AFTER") || is("BEFORE") || is("PRIMARY");
  }

  LogicalType type() {
    size_t first = at_;
    int32_t depth = 0;
    while (token().kind != TokenKind::kEnd && (depth > 0 || !ends_type())) {
      if (is("<") || is("(")) ++depth;
      if (is(">") || is(")")) --depth;
      ++at_;
    }
    if (at_ == first) fail("a data type");
    Span span = cover(tokens_[first].span, tokens_[at_ - 1].span);
    return type_of(
        std::string(text_.substr(static_cast<size_t>(span.offset), static_cast<size_t>(span.length))), span,
        first);
  }

  // TIMESTAMP_TZ(p) and TIMESTAMP(p) WITH TIME ZONE are no types of SQL here.
  LogicalType type_of(const std::string& text, Span span, size_t first) {
    bool zoned = ascii_iequals(tokens_[first].text, "TIMESTAMP_TZ");
    bool not_null = false;
    int32_t precision = 6;
    for (size_t i = first; i < at_; ++i) {
      if (i + 2 < at_ && ascii_iequals(tokens_[first].text, "TIMESTAMP") &&
          ascii_iequals(tokens_[i].text, "WITH") && ascii_iequals(tokens_[i + 1].text, "TIME"))
        zoned = true;
      if (i + 1 < at_ && ascii_iequals(tokens_[i].text, "NOT")) not_null = true;
      if (tokens_[i].text == "(") precision = std::atoi(tokens_[i + 1].text.c_str());
    }
    if (zoned) return zoned_timestamp(std::min(precision, 9)).with_nullable(!not_null);
    Result<LogicalType> parsed = parse_type(text);
    if (!parsed) throw Failure("cdc/ddl", parsed.error().message, span, parsed.error().hint);
    return *parsed;
  }

  Column column() {
    Column out;
    out.name = name();
    out.type = type();
    for (;;) {
      if (accept("COMMENT")) {
        out.comment = string();
      } else if (accept("DEFAULT")) {
        out.default_value = token().kind == TokenKind::kString ? string() : name();
      } else {
        return out;
      }
    }
  }

  SchemaPtr schema_parts(bool parenthesized) {
    auto schema = std::make_shared<Schema>();
    if (parenthesized) expect("(");
    do {
      if (is("PRIMARY")) {
        accept("PRIMARY");
        expect("KEY");
        schema->primary_keys = names();
        if (accept("NOT")) expect("ENFORCED");
      } else {
        schema->columns.push_back(column());
      }
    } while (accept(","));
    if (parenthesized) {
      expect(")");
      table_parts(*schema);
    }
    return schema;
  }

  void table_parts(Schema& schema) {
    if (accept("PARTITIONED")) {
      expect("BY");
      schema.partition_keys = names();
    }
    if (accept("COMMENT")) schema.comment = string();
    if (!accept("WITH")) return;
    expect("(");
    do {
      std::string key = string();
      expect("=");
      schema.options[key] = string();
    } while (accept(","));
    expect(")");
  }

  AddedColumn added() {
    AddedColumn out;
    out.column = column();
    if (accept("FIRST")) {
      out.position = Position::kFirst;
    } else if (is("AFTER") || is("BEFORE")) {
      out.position = is("AFTER") ? Position::kAfter : Position::kBefore;
      ++at_;
      out.existing = name();
    } else {
      accept("LAST");
    }
    return out;
  }

  void clause() {
    SchemaChange change;
    if (accept("ADD")) {
      accept("COLUMN");
      if (accept("(")) {
        do change.added.push_back(added());
        while (accept(","));
        expect(")");
      } else {
        change.added.push_back(added());
      }
      emit(EventKind::kAddColumn, std::move(change));
    } else if (accept("DROP")) {
      accept("COLUMN");
      change.dropped.push_back(name());
      emit(EventKind::kDropColumn, std::move(change));
    } else if (accept("RENAME")) {
      accept("COLUMN");
      std::string from = name();
      expect("TO");
      change.renames[from] = name();
      emit(EventKind::kRenameColumn, std::move(change));
    } else if (accept("MODIFY")) {
      accept("COLUMN");
      Column modified = column();
      change.types.emplace(modified.name, modified.type);
      emit(EventKind::kAlterColumnType, std::move(change));
    } else if (accept("COMMENT")) {
      accept("=");
      change.comment = string();
      emit(EventKind::kAlterTableComment, std::move(change));
    } else {
      fail("ADD, DROP, RENAME, MODIFY or COMMENT");
    }
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  TableIdPtr table_;
  std::vector<Event> events_;
};

}  // namespace

Result<SchemaPtr> parse_table_schema(std::string_view text) {
  try {
    return Reader(text).table_schema();
  } catch (const Failure& failure) {
    return failure;
  }
}

Result<std::vector<Event>> parse_ddl(std::string_view text) {
  try {
    return Reader(text).statement();
  } catch (const Failure& failure) {
    return failure;
  }
}

}  // namespace rowkind::cdc
