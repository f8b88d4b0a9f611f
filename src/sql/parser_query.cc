// Queries: WITH, SELECT, set operations, VALUES, ORDER BY, LIMIT, windows.
#include "sql/operators.h"
#include "sql/parser_state.h"

namespace rowkind::sql {
namespace {

constexpr int32_t kUnionPrecedence = 1;
constexpr int32_t kIntersectPrecedence = 2;

}  // namespace

bool Parser::at_query() const {
  return is("SELECT") || is("WITH") || is("VALUES") || (is("TABLE") && !is("(", 1));
}

void Parser::note_query() {
  note("SELECT");
  note("WITH");
  note("VALUES");
}

void Parser::require_query() {
  if (at_query() || is("(")) return;
  note_query();
  fail();
}

bool Parser::at_set_operator() const {
  return is("UNION") || is("INTERSECT") || is("EXCEPT") || is("MINUS");
}

bool Parser::at_query_tail() const {
  return at_set_operator() || is("ORDER") || is("LIMIT") || is("OFFSET") || is("FETCH");
}

QueryPtr Parser::query() {
  Level level(*this);
  auto node = std::make_shared<Query>();
  int32_t first = position_;
  if (accept("WITH")) {
    node->recursive = accept("RECURSIVE");
    do {
      node->with.push_back(common_table());
    } while (accept(","));
  }
  node->body = body(0);
  query_tail(*node);
  return finish(std::move(node), first);
}

QueryPtr Parser::continue_query(QueryPtr first) {
  auto node = std::make_shared<Query>();
  auto nested = std::make_shared<NestedQuery>();
  nested->span = first->span;
  nested->query = std::move(first);
  Span start = nested->span;
  node->body = continue_body(std::move(nested), 0);
  query_tail(*node);
  node->span = cover(start, tokens_[static_cast<size_t>(position_ - 1)].span);
  return node;
}

void Parser::query_tail(Query& query) {
  if (accept("ORDER")) query.order_by = order_by();
  auto count = [this]() -> ExprPtr {
    int32_t first = position_;
    if (is("?")) {
      advance();
      return finish(std::make_shared<DynamicParameter>(), first);
    }
    if (kind() != TokenKind::kInteger) fail("a number");
    return literal();
  };
  int32_t first = position_;
  if (accept("LIMIT")) {
    if (!accept("ALL")) query.fetch = count();
    if (is(",")) {
      fail_with(
          "sql/syntax",
          "SQL parse failed. 'LIMIT start, count' is not allowed under the current SQL conformance level.",
          here(), "write LIMIT count OFFSET start");
    }
    query.fetch_span = span_from(first);
    if (accept("OFFSET")) {
      query.offset = count();
      if (!accept("ROW")) accept("ROWS");
    }
    return;
  }
  if (accept("OFFSET")) {
    query.offset = count();
    if (!accept("ROW")) accept("ROWS");
    if (is("LIMIT")) {
      fail_with("sql/syntax",
                "SQL parse failed. 'OFFSET start LIMIT count' is not allowed under the current SQL "
                "conformance level.",
                here(), "write LIMIT count OFFSET start");
    }
  }
  first = position_;
  if (accept("FETCH")) {
    if (!accept("FIRST")) expect("NEXT");
    query.fetch = count();
    if (!accept("ROW")) expect("ROWS");
    expect("ONLY");
    query.fetch_span = span_from(first);
  }
}

CommonTable Parser::common_table() {
  CommonTable result;
  int32_t first = position_;
  result.name = identifier("the name of the common table");
  if (at("(")) result.columns = identifier_list();
  expect("AS");
  expect("(");
  require_query();
  result.query = query();
  expect(")");
  result.span = span_from(first);
  return result;
}

// --- bodies ----------------------------------------------------------------------------------------------

BodyPtr Parser::body(int32_t precedence) {
  return continue_body(simple_body(), precedence);
}

BodyPtr Parser::continue_body(BodyPtr left, int32_t precedence) {
  Level level(*this);
  for (;;) {
    int32_t first = position_;
    auto node = std::make_shared<SetOperation>();
    int32_t binding = kUnionPrecedence;
    if (at("UNION")) {
      node->op = SetOp::kUnion;
    } else if (at("EXCEPT")) {
      node->op = SetOp::kExcept;
    } else if (at("INTERSECT")) {
      node->op = SetOp::kIntersect;
      binding = kIntersectPrecedence;
    } else if (is("MINUS")) {
      fail_with("sql/syntax",
                "SQL parse failed. MINUS is not allowed under the current SQL conformance level.", here(),
                "write EXCEPT");
    } else {
      return left;
    }
    if (binding <= precedence) return left;
    advance();
    node->all = accept("ALL");
    if (!node->all) accept("DISTINCT");
    node->op_span = span_from(first);
    Span start = left->span;
    node->left = std::move(left);
    node->right = body(binding);
    node->span = cover(start, node->right->span);
    check_depth(++height_);
    left = std::move(node);
  }
}

BodyPtr Parser::simple_body() {
  if (at("SELECT")) return select();
  if (at("VALUES")) return values();
  int32_t first = position_;
  if (accept("TABLE")) {
    auto node = std::make_shared<ExplicitTable>();
    node->name = qualified_name("a table name");
    return finish(std::move(node), first);
  }
  if (accept("(")) {
    auto node = std::make_shared<NestedQuery>();
    require_query();
    node->query = query();
    expect(")");
    return finish(std::move(node), first);
  }
  note("(");
  fail();
}

BodyPtr Parser::values() {
  auto node = std::make_shared<Values>();
  int32_t first = position_;
  expect("VALUES");
  do {
    Values::Row row;
    int32_t start = position_;
    // (1, 'a'), ROW(1, 'a') and a bare expression are rows; DEFAULT may be an item.
    bool keyword = is("ROW") && is("(", 1);
    if (keyword) advance();
    if (keyword || is("(")) {
      int32_t open = position_;
      advance();
      if (at_query()) {
        position_ = open;
        row.items.push_back(expression());
      } else {
        do {
          int32_t item = position_;
          if (accept("DEFAULT")) {
            row.items.push_back(finish(std::make_shared<Default>(), item));
          } else {
            row.items.push_back(expression());
          }
        } while (accept(","));
        expect(")");
        // VALUES (1) + 2: the parenthesis was the start of an expression.
        if (!keyword && row.items.size() == 1 && !at_end() && !is(",") && !is(")") && !is(";") &&
            !at_query_tail() && !is("ON") && !is("END")) {
          position_ = open;
          row.items[0] = expression();
        }
      }
    } else {
      row.items.push_back(expression());
    }
    row.span = span_from(start);
    node->rows.push_back(std::move(row));
  } while (accept(","));
  return finish(std::move(node), first);
}

BodyPtr Parser::select() {
  auto node = std::make_shared<Select>();
  int32_t first = position_;
  expect("SELECT");
  node->hints = hints();
  if (is("STREAM")) unsupported("SELECT STREAM", here());
  if (accept("DISTINCT")) {
    node->quantifier = SetQuantifier::kDistinct;
  } else if (accept("ALL")) {
    node->quantifier = SetQuantifier::kAll;
  }
  do {
    node->items.push_back(select_item());
  } while (accept(","));
  if (accept("FROM")) node->from = from();
  if (accept("WHERE")) node->where = expression();
  if (accept("GROUP")) node->group_by = group_by();
  if (accept("HAVING")) node->having = expression();
  if (accept("WINDOW")) {
    do {
      NamedWindow window;
      window.name = identifier("the name of the window");
      expect("AS");
      window.spec = window_spec();
      node->windows.push_back(std::move(window));
    } while (accept(","));
  }
  if (accept("QUALIFY")) node->qualify = expression();
  return finish(std::move(node), first);
}

SelectItem Parser::select_item() {
  SelectItem item;
  int32_t first = position_;
  if (accept("*")) {
    item.expr = finish(std::make_shared<Star>(), first);
  } else {
    item.expr = expression();
  }
  bool as = accept("AS");
  if (kind() == TokenKind::kString && dialect_ == Dialect::kCalcite) {
    Span span = here();
    item.alias = Identifier{string_literal(), true, span};
    item.span = span_from(first);
    return item;
  }
  if (kind() == TokenKind::kString) {
    fail_with("sql/syntax", "SQL parse failed. Expecting alias, found character literal.", here(),
              "write the name without quotes or in back-quotes");
  }
  if (as || at_name()) {
    item.alias = identifier("a column name");
  } else {
    note("an alias");
  }
  item.span = span_from(first);
  return item;
}

// --- GROUP BY --------------------------------------------------------------------------------------------

GroupBy Parser::group_by() {
  GroupBy result;
  int32_t first = position_ - 1;
  expect("BY");
  if (accept("DISTINCT")) {
    result.quantifier = SetQuantifier::kDistinct;
  } else if (accept("ALL")) {
    result.quantifier = SetQuantifier::kAll;
  }
  do {
    result.items.push_back(group_item());
  } while (accept(","));
  result.span = span_from(first);
  return result;
}

GroupItem Parser::group_item() {
  Level level(*this);
  GroupItem item;
  int32_t first = position_;
  if (is("(") && is(")", 1)) {
    position_ += 2;
    item.kind = GroupKind::kEmpty;
  } else if (at("GROUPING") && is("SETS", 1)) {
    item.kind = GroupKind::kGroupingSets;
    advance();
  } else if (at("ROLLUP")) {
    item.kind = GroupKind::kRollup;
  } else if (at("CUBE")) {
    item.kind = GroupKind::kCube;
  } else {
    item.expr = expression();
  }
  if (item.kind != GroupKind::kExpression && item.kind != GroupKind::kEmpty) {
    advance();
    expect("(");
    do {
      item.items.push_back(group_item());
    } while (accept(","));
    expect(")");
  }
  item.span = span_from(first);
  return item;
}

// --- ORDER BY, windows -----------------------------------------------------------------------------------

std::vector<OrderItem> Parser::order_by() {
  std::vector<OrderItem> list;
  expect("BY");
  do {
    list.push_back(order_item());
  } while (accept(","));
  return list;
}

OrderItem Parser::order_item() {
  OrderItem item;
  int32_t first = position_;
  item.expr = expression();
  if (accept("DESC")) {
    item.descending = true;
  } else {
    accept("ASC");
  }
  if (accept("NULLS")) {
    if (accept("FIRST")) {
      item.nulls = NullOrder::kFirst;
    } else {
      expect("LAST");
      item.nulls = NullOrder::kLast;
    }
  }
  item.span = span_from(first);
  return item;
}

WindowSpec Parser::window_spec() {
  Level level(*this);
  WindowSpec spec;
  int32_t first = position_;
  expect("(");
  if (at_name()) spec.base = identifier();
  if (accept("PARTITION")) {
    expect("BY");
    do {
      spec.partition_by.push_back(expression());
    } while (accept(","));
  }
  if (accept("ORDER")) spec.order_by = order_by();
  if (at("ROWS") || at("RANGE")) spec.frame = frame();
  if (accept("ALLOW")) {
    expect("PARTIAL");
    spec.allow_partial = true;
  } else if (accept("DISALLOW")) {
    expect("PARTIAL");
    spec.allow_partial = false;
  }
  expect(")");
  spec.span = span_from(first);
  return spec;
}

Frame Parser::frame() {
  Frame result;
  int32_t first = position_;
  result.rows = is("ROWS");
  advance();
  if (accept("BETWEEN")) {
    result.start = frame_bound();
    expect("AND");
    result.end = frame_bound();
  } else {
    result.start = frame_bound();
  }
  result.span = span_from(first);
  return result;
}

FrameBound Parser::frame_bound() {
  FrameBound bound;
  int32_t first = position_;
  if (accept("CURRENT")) {
    expect("ROW");
  } else if (accept("UNBOUNDED")) {
    bound.kind = BoundKind::kUnboundedPreceding;
    if (!accept("PRECEDING")) {
      expect("FOLLOWING");
      bound.kind = BoundKind::kUnboundedFollowing;
    }
  } else {
    bound.offset = expression(kAboveAnd, -1);
    bound.kind = BoundKind::kPreceding;
    if (!accept("PRECEDING")) {
      expect("FOLLOWING");
      bound.kind = BoundKind::kFollowing;
    }
  }
  bound.span = span_from(first);
  return bound;
}

}  // namespace rowkind::sql
