// Scripts, and the statements that are neither DDL nor queries.
#include "base/utf8.h"
#include "sql/parser.h"
#include "sql/parser_state.h"

namespace rowkind::sql {
// --- script ----------------------------------------------------------------------------------------------

Script Parser::script() {
  Script result;
  while (next_statement(result)) {
  }
  return result;
}

bool Parser::next_statement(Script& script) {
  while (accept(";")) {
  }
  if (at_end()) return false;
  statement_start_ = position_;
  StatementPtr next = statement();
  if (!at_end() && !accept(";")) fail();
  check_types();
  script.statements.push_back(std::move(next));
  return true;
}

// The index of the semicolon behind the statement that starts at token `first`, or of the end of the text.
int32_t Parser::statement_end(int32_t first) {
  position_ = first;
  int32_t at = is("EXPLAIN") ? 1 : 0;
  if (is("PLAN", at) && is("FOR", at + 1)) at += 2;
  if (is("EXECUTE", at)) ++at;
  bool set = is("STATEMENT", at) && is("SET", at + 1);
  set = set || (is("BEGIN") && is("STATEMENT", 1) && is("SET", 2));
  while (!at_end() && !(is(";") && !set)) {
    if (is("END") && (is(";", 1) || kind(1) == TokenKind::kEnd)) set = false;
    advance();
  }
  return position_;
}

void Parser::recover() {
  position_ = statement_end(statement_start_);
  depth_ = 0;
  height_ = 0;
  unknown_type_.reset();
}

Error Parser::explain(const Failure& failure) {
  if (!failure.error.message.empty()) return failure.error;
  int32_t stopped = position_;
  position_ = statement_start_;
  depth_ = 0;
  height_ = 0;
  unknown_type_.reset();
  noting_ = true;
  noted_at_ = -1;
  expected_.clear();
  Error error = failure.error;
  try {
    if (expression_only_) {
      single_expression();
    } else {
      Script again;
      next_statement(again);
    }
  } catch (const Failure& explained) {
    error = explained.error;
  }
  noting_ = false;
  position_ = stopped;
  return error;
}

ExprPtr Parser::single_expression() {
  expression_only_ = true;
  ExprPtr result = expression();
  if (!at_end()) fail();
  check_types();
  return result;
}

std::vector<Span> Parser::spans() {
  std::vector<Span> result;
  while (!at_end()) {
    if (accept(";")) continue;
    int32_t first = position_;
    position_ = statement_end(first);
    result.push_back(span_from(first));
  }
  return result;
}

// --- dispatch --------------------------------------------------------------------------------------------

StatementPtr Parser::statement() {
  Level level(*this);
  if (at_query() || is("(")) return query_statement();
  note_query();
  if (at("INSERT")) return insert();
  if (at("CREATE")) return create();
  if (is("REPLACE") && is("TABLE", 1)) {
    int32_t first = position_;
    advance();
    advance();
    return create_table(first, false, true);
  }
  if (at("DROP")) return drop();
  if (at("SET")) return set_statement();
  if (at("RESET")) return reset_statement();
  if (at("EXPLAIN")) return explain_statement();
  if (at("EXECUTE")) return execute();
  if (is("BEGIN") && is("STATEMENT", 1)) return begin_statement_set();
  note("BEGIN");
  if (StatementPtr known = other_or_null()) return known;
  if (at_name() && noting_) {
    // Calcite reads the word as an expression.
    std::string word(token().text(text_));
    fail_with("sql/syntax",
              "SQL parse failed. Non-query expression encountered in illegal context: \"" + word + "\" at " +
                  where(here().offset) + ".",
              here(), hint_for_current());
  }
  fail();
}

StatementPtr Parser::query_statement() {
  int32_t first = position_;
  auto node = std::make_shared<QueryStatement>();
  node->query = query();
  return finish(std::move(node), first);
}

StatementPtr Parser::other(int32_t words) {
  auto node = std::make_shared<OtherStatement>();
  int32_t first = position_;
  for (int32_t i = 0; i < words; ++i) {
    node->name += (i > 0 ? " " : "") + ascii_upper(word());
    advance();
  }
  if (is("IF")) {
    advance();
    if (is("NOT")) advance();
    if (is("EXISTS")) advance();
  }
  if (at_name()) node->object = qualified_name();
  while (!at_end() && !is(";")) advance();
  node->span = span_from(first);
  node->text = std::string(
      text_.substr(static_cast<size_t>(node->span.offset), static_cast<size_t>(node->span.length)));
  return node;
}

StatementPtr Parser::other_or_null() {
  struct Known {
    const char* first;
    int32_t words;  // of the name, the first included
  };
  static constexpr Known kKnown[] = {
      {"ALTER", 2},  {"DESCRIBE", 1}, {"DESC", 1},     {"LOAD", 2},    {"UNLOAD", 2}, {"ADD", 2},
      {"REMOVE", 2}, {"ANALYZE", 2},  {"TRUNCATE", 2}, {"DELETE", 2},  {"UPDATE", 1}, {"CALL", 1},
      {"STOP", 2},   {"MERGE", 2},    {"UPSERT", 2},   {"COMPILE", 2},
  };
  for (const Known& known : kKnown) {
    if (at(known.first)) return other(known.words);
  }
  if (at("USE")) return other(is("CATALOG", 1) || is("MODULES", 1) ? 2 : 1);
  if (at("SHOW")) return other(is("CURRENT", 1) || is("CREATE", 1) || is("FULL", 1) ? 3 : 2);
  return nullptr;
}

// --- SET, RESET ------------------------------------------------------------------------------------------

StatementPtr Parser::set_statement() {
  auto node = std::make_shared<SetStatement>();
  int32_t first = position_;
  advance();
  if (at_end() || is(";")) return finish(std::move(node), first);
  if (kind() == TokenKind::kString) {
    node->option = option("a key in single quotes");
    return finish(std::move(node), first);
  }
  // The sql client's form.
  auto raw_text = [this](Span& span) {
    std::string text(word());
    span = here();
    advance();
    return text;
  };
  Option option;
  if (kind() != TokenKind::kRawText) fail("a key");
  option.key = raw_text(option.key_span);
  expect("=");
  if (kind() == TokenKind::kRawText) {
    option.value = raw_text(option.value_span);
  } else {
    option.value_span = here();
    if (kind() != TokenKind::kString) fail("a value");
    option.value = string_literal();
  }
  node->option = std::move(option);
  return finish(std::move(node), first);
}

StatementPtr Parser::reset_statement() {
  auto node = std::make_shared<ResetStatement>();
  int32_t first = position_;
  advance();
  if (at_end() || is(";")) return finish(std::move(node), first);
  int32_t start = position_;
  if (kind() == TokenKind::kString) {
    node->key = string_literal();
  } else {
    while (!at_end() && !is(";")) advance();
    Span span = span_from(start);
    node->key = std::string(text_.substr(static_cast<size_t>(span.offset), static_cast<size_t>(span.length)));
  }
  node->key_span = span_from(start);
  return finish(std::move(node), first);
}

// --- EXPLAIN, EXECUTE, STATEMENT SET ---------------------------------------------------------------------

StatementPtr Parser::explain_statement() {
  auto node = std::make_shared<Explain>();
  int32_t first = position_;
  advance();
  if (accept("PLAN")) {
    expect("FOR");
  } else {
    auto at_detail = [this] {
      return at("CHANGELOG_MODE") || at("ESTIMATED_COST") || at("PLAN_ADVICE") || at("JSON_EXECUTION_PLAN");
    };
    if (at_detail()) {
      do {
        if (!at_detail()) fail();
        Identifier detail = identifier();
        detail.name = ascii_upper(detail.name);
        for (const Identifier& before : node->details) {
          if (before.name == detail.name) {
            fail_with("sql/syntax", "SQL parse failed. Duplicate EXPLAIN DETAIL is not allowed.",
                      detail.span);
          }
        }
        node->details.push_back(std::move(detail));
      } while (accept(","));
    }
  }
  if (at_query() || is("(")) {
    node->statement = query_statement();
  } else if (at("INSERT")) {
    node->statement = insert();
  } else if (at("EXECUTE")) {
    node->statement = execute();
  } else if (at("STATEMENT")) {
    node->statement = statement_set(position_);
  } else if (at("CREATE")) {
    node->statement = create();
    const auto* table = node_cast<CreateTable>(node->statement);
    if (!table || !table->as_query) {
      fail_with("sql/syntax",
                "SQL parse failed. Unsupported CREATE OR REPLACE statement for EXPLAIN. The statement must "
                "define a "
                "query using the AS clause (i.e. CTAS/RTAS statements).",
                node->statement->span);
    }
  } else {
    fail();
  }
  return finish(std::move(node), first);
}

StatementPtr Parser::execute() {
  int32_t first = position_;
  if (is("PLAN", 1)) return other(2);
  advance();
  if (at("STATEMENT")) return statement_set(first);
  if (at("INSERT")) {
    auto node = std::make_shared<Insert>(*insert());
    return finish(std::move(node), first);
  }
  auto node = std::make_shared<QueryStatement>();
  require_query();
  node->query = query();
  return finish(std::move(node), first);
}

StatementPtr Parser::statement_set(int32_t first) {
  auto node = std::make_shared<StatementSet>();
  expect("STATEMENT");
  expect("SET");
  expect("BEGIN");
  do {
    if (!at("INSERT")) fail();
    node->inserts.push_back(insert());
    expect(";");
  } while (!accept("END"));
  return finish(std::move(node), first);
}

StatementPtr Parser::begin_statement_set() {
  auto node = std::make_shared<StatementSet>();
  int32_t first = position_;
  advance();
  expect("STATEMENT");
  expect("SET");
  expect(";");
  while (!accept("END")) {
    if (!at("INSERT")) fail();
    node->inserts.push_back(insert());
    expect(";");
  }
  return finish(std::move(node), first);
}

// --- INSERT ----------------------------------------------------------------------------------------------

InsertPtr Parser::insert() {
  auto node = std::make_shared<Insert>();
  int32_t first = position_;
  expect("INSERT");
  if (accept("OVERWRITE")) {
    node->overwrite = true;
  } else {
    expect("INTO");
  }
  node->target = qualified_name("a table name");
  node->hints = hints();
  if (accept("PARTITION")) {
    expect("(");
    do {
      Insert::PartitionValue value;
      value.column = identifier("a column name");
      expect("=");
      value.value = literal();
      if (!value.value) fail("a literal");
      node->partition.push_back(std::move(value));
    } while (accept(","));
    expect(")");
  }
  bool query_follows = is("SELECT", 1) || is("WITH", 1) || is("VALUES", 1) || is("TABLE", 1) || is("(", 1);
  if (at("(") && !query_follows) {
    advance();
    do {
      int32_t start = position_;
      QualifiedName name = qualified_name("a column name");
      if (!name.simple()) unsupported("A nested column in the column list of INSERT", span_from(start));
      node->columns.push_back(std::move(name.parts[0]));
    } while (accept(","));
    expect(")");
  }
  require_query();
  node->query = query();
  int32_t conflict = position_;
  if (accept("ON")) {
    expect("CONFLICT");
    expect("DO");
    if (accept("DEDUPLICATE")) {
      node->on_conflict = OnConflict::kDeduplicate;
    } else if (accept("NOTHING")) {
      node->on_conflict = OnConflict::kNothing;
    } else if (accept("ERROR")) {
      node->on_conflict = OnConflict::kError;
    } else {
      fail();
    }
    node->on_conflict_span = span_from(conflict);
  }
  return finish(std::move(node), first);
}

// --- hints -----------------------------------------------------------------------------------------------

std::vector<Hint> Parser::hints() {
  std::vector<Hint> list;
  if (kind() != TokenKind::kHintBegin) return list;
  advance();
  do {
    list.push_back(hint());
  } while (accept(","));
  if (kind() != TokenKind::kHintEnd) fail("*/");
  advance();
  return list;
}

Hint Parser::hint() {
  Hint result;
  int32_t first = position_;
  result.name = identifier("the name of a hint");
  if (accept("(") && !accept(")")) {
    do {
      Hint::Option option;
      int32_t start = position_;
      TokenKind k = kind();
      if (k == TokenKind::kString) {
        option.value = string_literal();
        option.string = true;
      } else if (k == TokenKind::kInteger || k == TokenKind::kDecimal || k == TokenKind::kApproximate) {
        option.value = std::string(word());
        advance();
      } else {
        option.value = identifier("an option").name;
      }
      if (accept("=")) {
        option.key = option.value;
        option.value = string_literal();
        option.string = true;
      }
      // One hint holds options, or names, or literals.
      if (!result.options.empty() && result.options[0].key.has_value() != option.key.has_value()) {
        position_ = start;
        fail();
      }
      option.span = span_from(start);
      result.options.push_back(std::move(option));
    } while (accept(","));
    expect(")");
  }
  result.span = span_from(first);
  return result;
}

// --- the border ------------------------------------------------------------------------------------------

Result<Script> parse_script(std::string_view text, Dialect dialect) {
  Parser parser(text, dialect);
  try {
    return parser.script();
  } catch (const Failure& failure) {
    return parser.explain(failure);
  }
}

Result<ExprPtr> parse_expression(std::string_view text, Dialect dialect) {
  Parser parser(text, dialect);
  try {
    return parser.single_expression();
  } catch (const Failure& failure) {
    return parser.explain(failure);
  }
}

Recovered parse_recovering(std::string_view text) {
  Recovered result;
  Parser parser(text, Dialect::kFlink);
  for (;;) {
    try {
      if (!parser.next_statement(result.script)) return result;
    } catch (const Failure& failure) {
      result.errors.push_back(parser.explain(failure));
      parser.recover();
    }
  }
}

std::vector<Span> statement_spans(std::string_view text) {
  return Parser(text, Dialect::kFlink).spans();
}

}  // namespace rowkind::sql
