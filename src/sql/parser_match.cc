// MATCH_RECOGNIZE.
#include "sql/parser_state.h"

namespace rowkind::sql {

TableRefPtr Parser::match_recognize(TableRefPtr input, int32_t first) {
  auto node = std::make_shared<MatchTable>();
  node->input = std::move(input);
  expect("MATCH_RECOGNIZE");
  expect("(");
  if (accept("PARTITION")) {
    expect("BY");
    do {
      node->partition_by.push_back(expression());
    } while (accept(","));
  }
  if (accept("ORDER")) node->order_by = order_by();
  if (accept("MEASURES")) {
    do {
      MatchTable::Measure measure;
      measure.expr = expression();
      expect("AS");
      measure.alias = identifier("a column name");
      node->measures.push_back(std::move(measure));
    } while (accept(","));
  }
  int32_t start = position_;
  if (accept("ONE")) {
    expect("ROW");
    node->rows_per_match = RowsPerMatch::kOneRow;
  } else if (accept("ALL")) {
    expect("ROWS");
    node->rows_per_match = RowsPerMatch::kAllRows;
  }
  if (position_ > start) {
    expect("PER");
    expect("MATCH");
    node->rows_span = span_from(start);
  }
  start = position_;
  if (accept("AFTER")) {
    expect("MATCH");
    expect("SKIP");
    if (accept("PAST")) {
      expect("LAST");
      expect("ROW");
      node->after_match = AfterMatch::kPastLastRow;
    } else {
      expect("TO");
      if (accept("NEXT")) {
        expect("ROW");
        node->after_match = AfterMatch::kToNextRow;
      } else {
        bool first_row = is("FIRST") && token(1).kind != TokenKind::kReserved;
        node->after_match = first_row ? AfterMatch::kToFirst : AfterMatch::kToLast;
        if (first_row || (is("LAST") && token(1).kind != TokenKind::kReserved)) advance();
        node->after_variable = identifier("a pattern variable");
      }
    }
    node->after_span = span_from(start);
  }
  expect("PATTERN");
  expect("(");
  node->strict_start = accept("^");
  node->pattern = pattern();
  node->strict_end = accept("$");
  expect(")");
  if (accept("WITHIN")) {
    if (!at("INTERVAL")) fail();
    node->within = interval_literal();
  }
  if (accept("SUBSET")) {
    do {
      MatchTable::Subset subset;
      subset.name = identifier("a pattern variable");
      expect("=");
      subset.variables = identifier_list();
      node->subsets.push_back(std::move(subset));
    } while (accept(","));
  }
  expect("DEFINE");
  do {
    MatchTable::Define define;
    define.variable = identifier("a pattern variable");
    expect("AS");
    define.condition = expression();
    node->defines.push_back(std::move(define));
  } while (accept(","));
  expect(")");
  table_alias(*node);
  return finish(std::move(node), first);
}

// a | b | c
PatternPtr Parser::pattern() {
  Level level(*this);
  int32_t first = position_;
  PatternPtr part = pattern_sequence();
  if (!is("|")) return part;
  auto node = std::make_shared<Pattern>();
  node->kind = PatternKind::kAlternation;
  node->parts.push_back(std::move(part));
  while (accept("|")) node->parts.push_back(pattern_sequence());
  return finish(std::move(node), first);
}

PatternPtr Parser::pattern_sequence() {
  int32_t first = position_;
  PatternPtr part = pattern_factor();
  auto more = [this] { return at_name() || is("(") || is("PERMUTE") || (is("{") && is("-", 1)); };
  if (!more()) {
    note("a pattern variable");
    return part;
  }
  auto node = std::make_shared<Pattern>();
  node->kind = PatternKind::kSequence;
  node->parts.push_back(std::move(part));
  while (more()) node->parts.push_back(pattern_factor());
  return finish(std::move(node), first);
}

PatternPtr Parser::pattern_factor() {
  int32_t first = position_;
  PatternPtr atom = pattern_atom();
  auto node = std::make_shared<Pattern>();
  node->kind = PatternKind::kRepeat;
  if (!quantifier(*node)) return atom;
  node->parts.push_back(std::move(atom));
  return finish(std::move(node), first);
}

// * + ? {n} {n,} {,m} {n,m}, each with a ? behind it to take as few rows as possible.
bool Parser::quantifier(Pattern& repeat) {
  if (accept("*")) {
    repeat.min = 0;
    repeat.max = -1;
  } else if (accept("+")) {
    repeat.max = -1;
  } else if (accept("?")) {
    repeat.min = 0;
  } else if (at("{") && !is("-", 1)) {
    advance();
    bool lower = kind() == TokenKind::kInteger;
    repeat.min = lower ? number("a number") : -1;  // {,m}: Calcite gives no lower bound
    repeat.max = repeat.min;
    if (lower ? accept(",") : (expect(","), true)) {
      repeat.max = kind() == TokenKind::kInteger ? number("a number") : -1;
      if (!lower && repeat.max < 0) fail("a number");
    }
    expect("}");
  } else {
    return false;
  }
  repeat.reluctant = accept("?");
  return true;
}

PatternPtr Parser::pattern_atom() {
  auto node = std::make_shared<Pattern>();
  int32_t first = position_;
  if (accept("PERMUTE")) {
    node->kind = PatternKind::kPermute;
    expect("(");
    do {
      node->parts.push_back(pattern());
    } while (accept(","));
    expect(")");
  } else if (is("{") && is("-", 1)) {
    position_ += 2;
    node->kind = PatternKind::kExclude;
    node->parts.push_back(pattern());
    expect("-");
    expect("}");
  } else if (accept("(")) {
    PatternPtr inner = pattern();
    expect(")");
    return inner;
  } else {
    node->kind = PatternKind::kVariable;
    node->variable = identifier("a pattern variable");
  }
  return finish(std::move(node), first);
}

}  // namespace rowkind::sql
