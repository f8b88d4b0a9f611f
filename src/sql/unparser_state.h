// The printer behind unparser.h; its methods are spread over unparse_*.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/ast.h"

namespace rowkind::sql {

class Unparser {
 public:
  std::string take() { return std::move(out_); }

  // unparse_expression.cc
  void expr(const Expr& expr, int32_t precedence = 0);
  void identifier(const Identifier& id);
  void name(const QualifiedName& name);
  void window(const WindowSpec& spec);
  void order_items(const std::vector<OrderItem>& items);
  void type(const LogicalType& type);

  // unparse_query.cc
  void query(const Query& query);
  void table(const TableRef& table, bool right_of_join = false);
  void hints(const std::vector<Hint>& hints, std::string_view before);

  // unparse_statement.cc
  void statement(const Statement& statement);

 private:
  void put(std::string_view text) { out_ += text; }
  template <typename List, typename Print>
  void list(const List& items, Print print) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) put(", ");
      first = false;
      print(item);
    }
  }
  void exprs(const std::vector<ExprPtr>& items);
  void identifiers(const std::vector<Identifier>& items);  // (a, b)

  void literal(const Literal& literal);
  void interval(const Interval& interval);
  void operation(const Operator& op);
  void case_when(const Case& node);
  void call(const Call& call);
  void call_arguments(const Call& call);
  void call_suffixes(const Call& call);
  void json_call(const JsonCall& call);
  void json_behavior(JsonBehavior behavior, const ExprPtr& otherwise, std::string_view on);
  void table_argument(const TableArgument& table);
  void frame_bound(const FrameBound& bound);

  void body(const QueryBody& body, int32_t precedence);
  void select(const Select& select);
  void group_item(const GroupItem& item);
  void join(const JoinTable& join);
  void alias(const TableRef& table);
  void match(const MatchTable& match);
  void pattern(const Pattern& pattern, int32_t precedence);

  void create_table(const CreateTable& table);
  void column(const ColumnDefinition& column);
  void constraint(const Constraint& constraint);
  void create_view(const CreateView& view);
  void insert(const Insert& insert);
  void statement_set(const StatementSet& set);
  void comment(const std::optional<std::string>& comment);

  std::string out_;
};

}  // namespace rowkind::sql
