// Expressions by operator precedence, predicates and constructors.
#include "base/utf8.h"
#include "sql/operators.h"
#include "sql/parser_state.h"

namespace rowkind::sql {
namespace {

Span behind(Span start, Span end) {
  return cover(start, end);
}

}  // namespace

ExprPtr Parser::binary(Op op, ExprPtr left, ExprPtr right, Span op_span) {
  auto node = std::make_shared<Operator>();
  node->op = op;
  node->op_span = op_span;
  node->span = behind(left->span, right->span);
  node->operands = {std::move(left), std::move(right)};
  return node;
}

ExprPtr Parser::unary(Op op, ExprPtr operand, Span op_span) {
  auto node = std::make_shared<Operator>();
  node->op = op;
  node->op_span = op_span;
  node->span = behind(operand->span, op_span);
  node->operands = {std::move(operand)};
  return node;
}

ExprPtr Parser::expression() {
  Level level(*this);
  return expression(0, -1);
}

ExprPtr Parser::expression(int32_t precedence, int32_t operator_at) {
  Height height(*this);
  ExprPtr left = prefix(operator_at);
  for (;;) {
    // AND and OR are collected in one node, so that a filter of a thousand terms is flat.
    bool is_and = is("AND");
    if (is_and || is("OR")) {
      if ((is_and ? kAnd : kOr) < precedence) return left;
      auto node = std::make_shared<Operator>();
      node->op = is_and ? Op::kAnd : Op::kOr;
      node->op_span = here();
      node->operands.push_back(std::move(left));
      while (is(is_and ? "AND" : "OR")) {
        int32_t op = position_;
        advance();
        node->operands.push_back(expression((is_and ? kAnd : kOr) + 1, op));
      }
      node->span = behind(node->operands.front()->span, node->operands.back()->span);
      left = std::move(node);
      continue;
    }
    bool matched = false;
    left = infix(std::move(left), precedence, matched);
    if (!matched) return left;
    check_depth(++height_);
  }
}

ExprPtr Parser::prefix(int32_t operator_at) {
  int32_t first = position_;
  Op op;
  int32_t precedence = kSign + 1;
  if (is("NOT")) {
    op = Op::kNot;
    precedence = kNot + 1;
  } else if (is("-")) {
    op = Op::kNegate;
  } else if (is("+")) {
    op = Op::kPositive;
  } else if (is("RUNNING") || (is("FINAL") && kind(1) != TokenKind::kSymbol && is("(", 2))) {
    op = is("FINAL") ? Op::kFinal : Op::kRunning;
  } else {
    return postfix(primary(operator_at));
  }
  Level level(*this);
  Span op_span = here();
  advance();
  auto node = std::make_shared<Operator>();
  node->op = op;
  node->op_span = op_span;
  node->operands = {expression(precedence, -1)};
  return finish(std::move(node), first);
}

// a[1], f(x).g, (r).g.h
ExprPtr Parser::postfix(ExprPtr operand) {
  for (;;) {
    int32_t first = position_;
    if (is("[")) {
      advance();
      ExprPtr index = expression();
      expect("]");
      auto node = std::make_shared<Operator>();
      node->op = Op::kItem;
      node->op_span = span_from(first);
      node->span = behind(operand->span, node->op_span);
      node->operands = {std::move(operand), std::move(index)};
      operand = std::move(node);
    } else if (is(".")) {
      advance();
      if (!at_name()) {
        note("a field name");
        fail_behind(first);
      }
      auto node = std::make_shared<FieldAccess>();
      node->field = identifier();
      node->span = behind(operand->span, node->field.span);
      node->operand = std::move(operand);
      operand = std::move(node);
    } else {
      return operand;
    }
    check_depth(++height_);
  }
}

// One infix operator or predicate behind `left` that binds at least as tight as `precedence`.
ExprPtr Parser::infix(ExprPtr left, int32_t precedence, bool& matched) {
  struct Word {
    const char* word;
    Op op;
  };
  static constexpr Word kSymbols[] = {
      {"=", Op::kEquals},     {"<>", Op::kNotEquals}, {"!=", Op::kNotEquals},    {"<", Op::kLess},
      {"<=", Op::kLessEqual}, {">", Op::kGreater},    {">=", Op::kGreaterEqual}, {"+", Op::kPlus},
      {"-", Op::kMinus},      {"*", Op::kMultiply},   {"/", Op::kDivide},        {"%", Op::kModulo},
      {"||", Op::kConcat},
  };
  static constexpr Word kWords[] = {
      {"OVERLAPS", Op::kOverlaps}, {"CONTAINS", Op::kContains},   {"PRECEDES", Op::kPrecedes},
      {"SUCCEEDS", Op::kSucceeds}, {"EQUALS", Op::kPeriodEquals},
  };
  int32_t first = position_;
  note("an operator");
  matched = true;
  if (kind() == TokenKind::kSymbol) {
    for (const Word& symbol : kSymbols) {
      if (!is(symbol.word) || (is("!=") && dialect_ == Dialect::kFlink)) continue;
      int32_t binding = op_traits(symbol.op).precedence;
      if (binding < precedence) break;
      advance();
      Span op_span = span_from(first);
      bool quantified = binding == kComparison && (is("ANY") || is("SOME") || is("ALL")) && is("(", 1);
      if (!quantified) return binary(symbol.op, std::move(left), expression(binding + 1, first), op_span);
      auto node = std::make_shared<Quantified>();
      node->op = symbol.op;
      node->all = is("ALL");
      position_ += 2;
      QueryOrList content = query_or_list();
      node->query = std::move(content.query);
      node->list = std::move(content.list);
      node->span = behind(left->span, span_from(first));
      node->operand = std::move(left);
      return node;
    }
    if (is("!=") && dialect_ == Dialect::kFlink) {
      fail_with("sql/syntax",
                "SQL parse failed. Bang equal '!=' is not allowed under the current SQL conformance level.",
                here(), "write <>");
    }
    matched = false;
    return left;
  }
  if (is("IS")) {
    bool distinct = is("DISTINCT", is("NOT", 1) ? 2 : 1);
    if ((distinct ? kAdditive : kIs) >= precedence) return is_predicate(std::move(left), first);
  } else {
    int32_t skip = is("NOT") ? 1 : 0;
    bool member = is("MEMBER", skip) || is("SUBMULTISET", skip);
    if ((member ? kComparison : kPredicate) >= precedence) {
      if (skip > 0) advance();
      ExprPtr result = negatable_predicate(left, first, skip > 0, matched);
      if (matched) return result;
      matched = true;
      position_ = first;
    }
  }
  if (kComparison >= precedence) {
    for (const Word& known : kWords) {
      if (!is(known.word)) continue;
      advance();
      Span op_span = span_from(first);
      return binary(known.op, std::move(left), expression(kComparison + 1, first), op_span);
    }
    if (is("IMMEDIATELY") && (is("PRECEDES", 1) || is("SUCCEEDS", 1))) {
      Op op = is("PRECEDES", 1) ? Op::kImmediatelyPrecedes : Op::kImmediatelySucceeds;
      position_ += 2;
      Span op_span = span_from(first);
      return binary(op, std::move(left), expression(kComparison + 1, first), op_span);
    }
  }
  if (is("MULTISET") && (is("UNION", 1) || is("INTERSECT", 1) || is("EXCEPT", 1))) {
    int32_t binding = is("INTERSECT", 1) ? kMultisetIntersect : kMultisetSetOperator;
    if (binding >= precedence) {
      int32_t which = is("UNION", 1) ? 0 : is("INTERSECT", 1) ? 1 : 2;
      position_ += 2;
      bool distinct = accept("DISTINCT");
      if (!distinct) accept("ALL");
      static constexpr Op kOps[][2] = {{Op::kMultisetUnion, Op::kMultisetUnionDistinct},
                                       {Op::kMultisetIntersect, Op::kMultisetIntersectDistinct},
                                       {Op::kMultisetExcept, Op::kMultisetExceptDistinct}};
      Span op_span = span_from(first);
      return binary(kOps[which][distinct ? 1 : 0], std::move(left), expression(binding + 1, first), op_span);
    }
  }
  matched = false;
  return left;
}

ExprPtr Parser::is_predicate(ExprPtr left, int32_t first) {
  expect("IS");
  bool negated = accept("NOT");
  if (accept("DISTINCT")) {
    expect("FROM");
    Span op_span = span_from(first);
    Op op = negated ? Op::kIsNotDistinctFrom : Op::kIsDistinctFrom;
    return binary(op, std::move(left), expression(kAdditive + 1, position_ - 1), op_span);
  }
  Op op;
  Op opposite;
  if (accept("NULL")) {
    op = Op::kIsNull, opposite = Op::kIsNotNull;
  } else if (accept("TRUE")) {
    op = Op::kIsTrue, opposite = Op::kIsNotTrue;
  } else if (accept("FALSE")) {
    op = Op::kIsFalse, opposite = Op::kIsNotFalse;
  } else if (accept("UNKNOWN")) {
    op = Op::kIsUnknown, opposite = Op::kIsNotUnknown;
  } else if (accept("EMPTY")) {
    op = Op::kIsEmpty, opposite = Op::kIsNotEmpty;
  } else if (accept("A")) {
    expect("SET");
    op = Op::kIsASet, opposite = Op::kIsNotASet;
  } else if (accept("JSON")) {
    op = Op::kIsJsonValue, opposite = Op::kIsNotJsonValue;
    if (accept("OBJECT")) {
      op = Op::kIsJsonObject, opposite = Op::kIsNotJsonObject;
    } else if (accept("ARRAY")) {
      op = Op::kIsJsonArray, opposite = Op::kIsNotJsonArray;
    } else if (accept("SCALAR")) {
      op = Op::kIsJsonScalar, opposite = Op::kIsNotJsonScalar;
    } else {
      accept("VALUE");
    }
  } else {
    fail_behind(position_ - 1);
  }
  return unary(negated ? opposite : op, std::move(left), span_from(first));
}

// BETWEEN, IN, LIKE and their kind, with NOT (eaten) or without.
ExprPtr Parser::negatable_predicate(ExprPtr left, int32_t first, bool negated, bool& matched) {
  matched = true;
  Span start = left->span;
  int32_t op = position_;
  if (is("BETWEEN")) {
    Level level(*this);
    advance();
    auto node = std::make_shared<Between>();
    node->negated = negated;
    node->symmetric = accept("SYMMETRIC");
    if (!node->symmetric) accept("ASYMMETRIC");
    node->operand = std::move(left);
    node->low = expression(kAboveAnd, position_ - 1);
    if (!is("AND")) {
      fail_with("sql/syntax",
                "SQL parse failed. BETWEEN operator has no terminating AND at " + where(here().offset) + ".",
                span_from(first));
    }
    advance();
    node->high = expression(kPredicate + 1, position_ - 1);
    node->span = behind(start, node->high->span);
    return node;
  }
  if (is("IN")) {
    advance();
    auto node = std::make_shared<In>();
    node->negated = negated;
    node->operand = std::move(left);
    if (!accept("(")) fail_behind(op);
    QueryOrList content = query_or_list();
    node->query = std::move(content.query);
    node->list = std::move(content.list);
    node->span = behind(start, span_from(first));
    return node;
  }
  bool similar = is("SIMILAR");
  if (similar || is("LIKE") || is("ILIKE") || is("RLIKE")) {
    auto node = std::make_shared<Like>();
    node->form = similar       ? LikeKind::kSimilarTo
                 : is("ILIKE") ? LikeKind::kIlike
                 : is("RLIKE") ? LikeKind::kRlike
                               : LikeKind::kLike;
    advance();
    if (similar) expect("TO");
    node->negated = negated;
    node->operand = std::move(left);
    node->pattern = expression(kPredicate + 1, op);
    if (is("ESCAPE")) {
      int32_t escape = position_;
      advance();
      node->escape = expression(kPredicate + 1, escape);
    }
    node->span = behind(start, span_from(first));
    return node;
  }
  bool member = is("MEMBER");
  if (member || is("SUBMULTISET")) {
    advance();
    accept("OF");
    Span op_span = span_from(first);
    Op which = member ? (negated ? Op::kNotMemberOf : Op::kMemberOf)
                      : (negated ? Op::kNotSubmultisetOf : Op::kSubmultisetOf);
    return binary(which, std::move(left), expression(kComparison + 1, op), op_span);
  }
  matched = false;
  return left;
}

// --- primaries -------------------------------------------------------------------------------------------

ExprPtr Parser::primary(int32_t operator_at) {
  int32_t first = position_;
  if (ExprPtr value = literal()) return value;
  if (is("(")) return time_difference(parenthesized(), first);
  if (at_name() || kind() == TokenKind::kReserved) {
    if (ExprPtr special = special_call()) return special;
    if (at_name()) return name_or_call();
    switch (word_class(word())) {
      case WordClass::kReservedFunction:
      case WordClass::kReservedVariable:
        if (is("(", 1)) return name_or_call();
        if (word_class(word()) == WordClass::kReservedVariable) {
          auto node = std::make_shared<Call>();
          node->syntax = CallSyntax::kNoParens;
          node->name.parts.push_back(Identifier{std::string(word()), false, here()});
          node->name.span = here();
          advance();
          return finish(std::move(node), first);
        }
        note("an expression");
        fail_tokens(first, first + 1);
      default:
        break;
    }
    if (is("DATE") || is("TIME") || is("TIMESTAMP")) {
      note("an expression");
      fail_tokens(first, first + 1);
    }
    if (is("CASE")) return case_expression();
    if (is("CAST")) return cast(false);
    if (is("TRY_CAST") || is("SAFE_CAST")) return cast(true);
    if (is("ROW")) return row_constructor();
    if (is("ARRAY") && (is("[", 1) || is("(", 1))) return collection(Op::kArray, SubqueryKind::kArray);
    if (is("MULTISET") && (is("[", 1) || is("(", 1)))
      return collection(Op::kMultiset, SubqueryKind::kMultiset);
    if (is("EXISTS") || is("UNIQUE")) {
      bool exists = is("EXISTS");
      advance();
      expect("(");
      return subquery(exists ? SubqueryKind::kExists : SubqueryKind::kUnique);
    }
    if (is("CURSOR") && is("(", 1)) {
      fail_with("sql/syntax",
                "SQL parse failed. CURSOR expression encountered in illegal context at " +
                    where(here().offset) + ".",
                here());
    }
    if (is("PERIOD") && is("(", 1)) {
      advance();
      auto node = std::make_shared<Operator>();
      node->op = Op::kPeriod;
      expect("(");
      node->operands.push_back(expression());
      expect(",");
      node->operands.push_back(expression());
      expect(")");
      return finish(std::move(node), first);
    }
  }
  if (is("?")) {
    advance();
    return finish(std::make_shared<DynamicParameter>(), first);
  }
  if (is("{") && is("FN", 1)) {  // JDBC's {fn f(x)}
    position_ += 2;
    ExprPtr value = expression();
    expect("}");
    return value;
  }
  note("an expression");
  bool word_follows = kind() != TokenKind::kSymbol || is("=");
  // An operator without operand: JavaCC names both.
  if (operator_at >= 0 && operator_at < position_ && word_follows) fail_behind(operator_at);
  fail();
}

ExprPtr Parser::parenthesized() {
  int32_t first = position_;
  expect("(");
  QueryOrList content = query_or_list();
  if (content.query) {
    auto node = std::make_shared<Subquery>();
    node->query = std::move(content.query);
    return finish(std::move(node), first);
  }
  if (content.list.size() > 1) {
    auto node = std::make_shared<Operator>();
    node->op = Op::kRow;
    node->operands = std::move(content.list);
    return finish(std::move(node), first);
  }
  return std::move(content.list[0]);
}

// (to - from) DAY; what stands in front of no unit is returned as it is.
ExprPtr Parser::time_difference(ExprPtr inside, int32_t first) {
  if (!at_interval_unit()) return inside;
  const auto* minus = node_cast<Operator>(inside);
  if (minus == nullptr || minus->op != Op::kMinus) {
    fail_with("sql/syntax", "Illegal expression. Was expecting '(DATETIME - DATETIME) INTERVALQUALIFIER'",
              span_from(first));
  }
  auto node = std::make_shared<TimeDifference>();
  node->to = minus->operands[0];
  node->from = minus->operands[1];
  int32_t amount = 0;
  node->type = interval_type(&node->unit, &amount);
  return finish(std::move(node), first);
}

// The units that are reserved words and so cannot be an alias.
bool Parser::at_interval_unit() const {
  return is("YEAR") || is("MONTH") || is("DAY") || is("HOUR") || is("MINUTE") || is("SECOND");
}

Parser::QueryOrList Parser::query_or_list() {
  QueryOrList result;
  if (at_query()) {
    result.query = query();
    expect(")");
    return result;
  }
  do {
    int32_t first = position_;
    result.list.push_back(expression());
    // ((SELECT 1) UNION (SELECT 2)): what looked like a scalar sub-query was the first operand.
    const auto* inner = node_cast<Subquery>(result.list.back());
    if (result.list.size() == 1 && inner && inner->form == SubqueryKind::kScalar && at_query_tail() &&
        tokens_[static_cast<size_t>(first)].text(text_) == "(") {
      result.query = continue_query(inner->query);
      result.list.clear();
      break;
    }
  } while (accept(","));
  expect(")");
  // ((SELECT 1)) is the query.
  if (!result.query && result.list.size() == 1) {
    const auto* inner = node_cast<Subquery>(result.list[0]);
    if (inner && inner->form == SubqueryKind::kScalar) {
      result.query = inner->query;
      result.list.clear();
    }
  }
  return result;
}

ExprPtr Parser::subquery(SubqueryKind form) {
  int32_t first = position_ - 2;
  auto node = std::make_shared<Subquery>();
  node->form = form;
  require_query();
  node->query = query();
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::case_expression() {
  auto node = std::make_shared<Case>();
  int32_t first = position_;
  expect("CASE");
  if (!at("WHEN")) node->operand = expression();
  if (!at("WHEN")) fail();
  while (accept("WHEN")) {
    Case::When when;
    do {
      when.conditions.push_back(expression());
    } while (node->operand && accept(","));
    expect("THEN");
    when.result = expression();
    node->whens.push_back(std::move(when));
  }
  if (accept("ELSE")) node->otherwise = expression();
  expect("END");
  return finish(std::move(node), first);
}

ExprPtr Parser::cast(bool safe) {
  auto node = std::make_shared<Cast>();
  int32_t first = position_;
  node->safe = safe;
  advance();
  expect("(");
  node->operand = expression();
  expect("AS");
  int32_t type = position_;
  if (accept("INTERVAL")) {
    node->target.type = interval_type(&node->unit, &node->amount);
    node->target.span = span_from(type);
  } else {
    node->target = data_type(false);
  }
  expect(")");
  return finish(std::move(node), first);
}

ExprPtr Parser::row_constructor() {
  auto node = std::make_shared<Operator>();
  int32_t first = position_;
  node->op = Op::kRow;
  node->keyword = true;
  advance();
  expect("(");
  do {
    node->operands.push_back(expression());
  } while (accept(","));
  expect(")");
  return finish(std::move(node), first);
}

// ARRAY[..], MULTISET[..], MAP[..], or ARRAY(query) ...
ExprPtr Parser::collection(Op op, SubqueryKind form) {
  int32_t first = position_;
  advance();
  if (accept("(")) {
    if (at_query() || is("(")) return subquery(form);
    fail("a query");
  }
  auto node = std::make_shared<Operator>();
  node->op = op;
  expect("[");
  if (!accept("]")) {
    do {
      node->operands.push_back(expression());
    } while (accept(","));
    expect("]");
  }
  return finish(std::move(node), first);
}

ExprPtr Parser::name_or_call() {
  int32_t first = position_;
  // A reserved function name such as COUNT is one in front of a parenthesis only.
  if (kind() == TokenKind::kReserved) {
    QualifiedName name;
    name.parts.push_back(Identifier{std::string(word()), false, here()});
    name.span = here();
    advance();
    return call(std::move(name));
  }
  QualifiedName name;
  name.parts.push_back(identifier());
  while (is(".")) {
    int32_t dot = position_;
    advance();
    if (accept("*")) {
      auto star = std::make_shared<Star>();
      name.span = span_from(first);
      star->qualifier = std::move(name);
      return finish(std::move(star), first);
    }
    if (!at_name()) {
      note("a name");
      fail_behind(dot);
    }
    name.parts.push_back(identifier());
  }
  name.span = span_from(first);
  if (is("(")) return call(std::move(name));
  auto node = std::make_shared<Column>();
  node->name = std::move(name);
  return finish(std::move(node), first);
}

}  // namespace rowkind::sql
