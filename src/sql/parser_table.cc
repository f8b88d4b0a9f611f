// FROM: tables, joins, derived tables, table functions, UNNEST.
#include "sql/parser_state.h"

namespace rowkind::sql {

TableRefPtr Parser::from() {
  return join_chain(table());
}

TableRefPtr Parser::join_chain(TableRefPtr left) {
  for (;;) {
    auto join = std::make_shared<JoinTable>();
    int32_t first = position_;
    if (!join_type(*join)) return left;
    join->type_span = span_from(first);
    // Calcite's look-ahead names the words of the join together with what is wrong behind them.
    if (!at_name() && !is("(") && !is("LATERAL") && !is("UNNEST") && !is("TABLE")) {
      note("a table name");
      fail_behind(first);
    }
    Span start = left->span;
    join->left = std::move(left);
    join->right = table();
    if (join->type != JoinType::kComma) {
      if (accept("ON")) {
        join->on = expression();
      } else if (accept("USING")) {
        join->using_columns = identifier_list();
      }
    }
    join->span = cover(start, tokens_[static_cast<size_t>(position_ - 1)].span);
    check_depth(++height_);
    left = std::move(join);
  }
}

// Reads the words between two tables; false when no join follows.
bool Parser::join_type(JoinTable& join) {
  if (accept(",")) {
    join.type = JoinType::kComma;
    return true;
  }
  int32_t first = position_;
  join.natural = accept("NATURAL");
  bool outer = false;
  if (accept("INNER")) {
    join.type = JoinType::kInner;
  } else if (accept("LEFT")) {
    join.type = JoinType::kLeft;
    outer = true;
  } else if (accept("RIGHT")) {
    join.type = JoinType::kRight;
    outer = true;
  } else if (accept("FULL")) {
    join.type = JoinType::kFull;
    outer = true;
  } else if (!join.natural && accept("CROSS")) {
    join.type = JoinType::kCross;
    if (is("APPLY")) {
      fail_with("sql/syntax",
                "SQL parse failed. APPLY operator is not allowed under the current SQL conformance level.",
                span_from(first), "write CROSS JOIN LATERAL TABLE(f(..))");
    }
  }
  if (outer) accept("OUTER");
  if (accept("JOIN")) return true;
  if (position_ > first) {
    note("an alias");
    fail_behind(first);
  }
  return false;
}

TableRefPtr Parser::table() {
  Level level(*this);
  int32_t first = position_;
  bool lateral = accept("LATERAL");
  TableRefPtr result;
  if (accept("UNNEST")) {
    result = unnest(first, lateral);
  } else if (at("TABLE")) {
    advance();
    expect("(");
    result = function_table(first, lateral, true);
  } else if (lateral && is("SNAPSHOT") && is("(", 1)) {
    result = function_table(first, true, false);  // 2.4
  } else if (at("(")) {
    advance();
    QueryOrTable inner = parenthesized_table();
    if (inner.query) {
      auto derived = std::make_shared<DerivedTable>();
      derived->query = std::move(inner.query);
      derived->lateral = lateral;
      derived->span = span_from(first);
      if (is("MATCH_RECOGNIZE")) {
        result = match_recognize(std::move(derived), first);
      } else {
        table_alias(*derived);
        result = finish(std::move(derived), first);
      }
    } else {
      result = std::move(inner.table);
    }
  } else {
    if (lateral) fail();
    result = named_or_function_table();
  }
  if (is("MATCH_RECOGNIZE")) result = match_recognize(std::move(result), first);
  refuse_pivot_and_sample();
  return result;
}

TableRefPtr Parser::named_or_function_table() {
  int32_t first = position_;
  QualifiedName name = qualified_name("a table name");
  if (is("(")) {
    position_ = first;
    return function_table(first, false, false);
  }
  auto node = std::make_shared<NamedTable>();
  node->name = std::move(name);
  node->hints = hints();
  if (accept("FOR")) {
    expect("SYSTEM_TIME");
    expect("AS");
    expect("OF");
    node->system_time = expression();
  }
  if (is("MATCH_RECOGNIZE")) return match_recognize(finish(std::move(node), first), first);
  table_alias(*node);
  return finish(std::move(node), first);
}

TableRefPtr Parser::function_table(int32_t first, bool lateral, bool wrapped) {
  auto node = std::make_shared<FunctionTable>();
  node->lateral = lateral;
  node->wrapped = wrapped;
  if (!at_name()) fail("the name of a table function");
  node->call = call(qualified_name());
  if (wrapped) expect(")");
  table_alias(*node);
  return finish(std::move(node), first);
}

TableRefPtr Parser::unnest(int32_t first, bool lateral) {
  auto node = std::make_shared<UnnestTable>();
  node->lateral = lateral;
  expect("(");
  do {
    node->operands.push_back(expression());
  } while (accept(","));
  expect(")");
  if (accept("WITH")) {
    expect("ORDINALITY");
    node->with_ordinality = true;
  }
  table_alias(*node);
  return finish(std::move(node), first);
}

// Behind "(": a query, or joined tables. Whether "((" opens a query or a join is only known at its end, so
// what stands in the inner parentheses is read first and then continued as the one or the other.
Parser::QueryOrTable Parser::parenthesized_table() {
  Level level(*this);
  QueryOrTable result;
  if (at_query()) {
    result.query = query();
    expect(")");
    return result;
  }
  int32_t first = position_;
  TableRefPtr left;
  bool joined = false;
  if (accept("(")) {
    QueryOrTable inner = parenthesized_table();
    if (inner.query && (is(")") || at_query_tail())) {
      result.query = at_query_tail() ? continue_query(std::move(inner.query)) : std::move(inner.query);
      expect(")");
      return result;
    }
    if (inner.query) {
      auto derived = std::make_shared<DerivedTable>();
      derived->query = std::move(inner.query);
      table_alias(*derived);
      left = finish(std::move(derived), first);
    } else {
      left = std::move(inner.table);
      joined = true;
    }
  } else {
    left = table();
  }
  const TableRef* alone = left.get();
  result.table = join_chain(std::move(left));
  if (result.table.get() == alone && !joined) {
    fail_with("sql/syntax", "SQL parse failed. Expected query or join.", span_from(first),
              "leave out the parentheses around a single table");
  }
  expect(")");
  return result;
}

void Parser::table_alias(TableRef& table) {
  bool as = accept("AS");
  if (!as && !at_name()) return note("an alias");
  table.alias = identifier("a table name");
  if (at("(")) table.alias_columns = identifier_list();
}

void Parser::refuse_pivot_and_sample() {
  if (is("PIVOT") || is("UNPIVOT") || is("TABLESAMPLE"))
    unsupported(is("PIVOT") ? "PIVOT" : is("UNPIVOT") ? "UNPIVOT" : "TABLESAMPLE", here());
}

}  // namespace rowkind::sql
