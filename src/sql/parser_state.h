// The recursive-descent parser behind parser.h; its methods are spread over parser_*.cc by family. Throws
// Failure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sql/ast.h"
#include "sql/keywords.h"
#include "sql/token.h"

namespace rowkind::sql {

class Parser {
 public:
  Parser(std::string_view text, Dialect dialect);

  // parser_script.cc
  Script script();
  ExprPtr single_expression();
  // Reads the next statement; false at the end of the text. Semicolons around it are eaten.
  bool next_statement(Script& script);
  // Behind the next semicolon (or the end of the text).
  void recover();
  // Reads the statement that failed once more, now noting at every step what would have been accepted there.
  Error explain(const Failure& failure);
  std::vector<Span> spans();

 private:
  // `height_` counts the links of operator chains on the longest way down the tree read last, which grow
  // without nesting: a + b + c ... A scope starts at none and leaves the greater of the two counts.
  class Height {
   public:
    explicit Height(Parser& parser) : parser_(parser), outer_(parser.height_) { parser.height_ = 0; }
    ~Height() {
      if (outer_ > parser_.height_) parser_.height_ = outer_;
    }
    Height(const Height&) = delete;
    Height& operator=(const Height&) = delete;

   private:
    Parser& parser_;
    int32_t outer_;
  };

  // One level of nesting; the limit keeps 10,000 parentheses from exhausting the stack. Depth and height are
  // limited, so no tree is higher than twice the limit.
  class Level {
   public:
    explicit Level(Parser& parser) : height_(parser), parser_(parser) { parser.check_depth(++parser.depth_); }
    ~Level() { --parser_.depth_; }

   private:
    Height height_;
    Parser& parser_;
  };

  // --- tokens: parser_state.cc ---
  const Token& token(int32_t ahead = 0) const;
  std::string_view word(int32_t ahead = 0) const { return token(ahead).text(text_); }
  TokenKind kind(int32_t ahead = 0) const { return token(ahead).kind; }
  bool at_end() const { return kind() == TokenKind::kEnd; }
  void advance();
  // Words match in any case, symbols exactly. is() only looks, at() also notes what is expected, accept()
  // consumes.
  bool is(std::string_view what, int32_t ahead = 0) const;
  bool at(std::string_view what);
  bool accept(std::string_view what);
  bool accept(std::string_view first, std::string_view second);
  bool is(std::string_view first, std::string_view second, std::string_view third) const;
  void expect(std::string_view what);
  void note(std::string_view what);
  Span span_from(int32_t first) const;  // from token `first` to the last consumed one
  int32_t position() const { return position_; }
  Span here() const { return token().span; }

  // --- errors ---
  [[noreturn]] void fail();                         // the current token is not expected
  [[noreturn]] void fail(std::string_view wanted);  // notes `wanted`, then fails
  // The message names tokens `first` to `last`, as JavaCC's look-ahead does; the hint is about the current
  // one.
  [[noreturn]] void fail_tokens(int32_t first, int32_t last);
  [[noreturn]] void fail_behind(int32_t first) { fail_tokens(first, position_); }
  [[noreturn]] void fail_with(std::string code, std::string message, Span span, std::string hint = {});
  [[noreturn]] void unsupported(std::string_view what, Span span);
  std::string where(int32_t offset);
  std::string hint_for_current() const;
  void check_depth(int32_t depth);
  void check_types();

  // --- names and lists ---
  bool at_name() const;  // an unreserved word or a quoted name
  Identifier identifier(std::string_view what = "a name");
  QualifiedName qualified_name(std::string_view what = "a name");
  std::vector<Identifier> identifier_list();  // (a, b)
  std::string string_literal();               // 'text'
  std::string unquote(const Token& token) const;

  // --- parser_script.cc ---
  int32_t statement_end(int32_t first);
  StatementPtr statement();
  StatementPtr set_statement();
  StatementPtr reset_statement();
  StatementPtr explain_statement();
  StatementPtr query_statement();
  InsertPtr insert();
  StatementPtr execute();
  StatementPtr statement_set(int32_t first);  // at BEGIN of STATEMENT SET BEGIN .. END
  StatementPtr begin_statement_set();         // BEGIN STATEMENT SET; .. END
  StatementPtr other(int32_t words);          // `words` words are its name
  StatementPtr other_or_null();
  std::vector<Hint> hints();
  Hint hint();

  // --- parser_ddl.cc ---
  StatementPtr create();
  StatementPtr create_table(int32_t first, bool temporary, bool replace);
  void table_element(CreateTable& table);
  void column(CreateTable& table, Identifier name);
  Constraint constraint(std::optional<Identifier> column);
  StatementPtr create_view(int32_t first, bool temporary, bool replace);
  StatementPtr drop();
  std::vector<Option> options();
  Option option(std::string_view key_what);
  Distribution distribution();
  TableLike table_like();
  bool if_not_exists();

  // --- parser_type.cc ---
  DataType data_type(bool with_nullability);
  LogicalType type_with_suffixes(bool with_nullability);
  LogicalType type_name();
  LogicalType row_type();
  LogicalType structured_type();
  LogicalType timestamp_type();
  bool at_interval_unit() const;
  ExprPtr time_difference(ExprPtr inside, int32_t first);
  LogicalType interval_type(std::string* unit, int32_t* months_or_millis);
  bool nullability();  // [NULL | NOT NULL]: nullable?
  int32_t number(std::string_view what);
  int32_t parameter(int32_t otherwise, int32_t most);

  // --- parser_query.cc ---
  QueryPtr query();
  bool at_query() const;  // SELECT, WITH, VALUES, TABLE name
  void note_query();
  void require_query();  // a query follows, perhaps in parentheses
  bool at_set_operator() const;
  bool at_query_tail() const;  // what can follow a query in parentheses: UNION .., ORDER BY, LIMIT ..
  QueryPtr continue_query(QueryPtr first);  // (query) UNION .. ORDER BY ..
  void query_tail(Query& query);
  BodyPtr body(int32_t precedence);
  BodyPtr continue_body(BodyPtr left, int32_t precedence);
  BodyPtr simple_body();
  BodyPtr select();
  BodyPtr values();
  CommonTable common_table();
  SelectItem select_item();
  GroupBy group_by();
  GroupItem group_item();
  std::vector<OrderItem> order_by();  // behind ORDER
  OrderItem order_item();
  WindowSpec window_spec();  // ( .. )
  Frame frame();
  FrameBound frame_bound();

  // --- parser_table.cc ---
  TableRefPtr from();
  TableRefPtr join_chain(TableRefPtr left);
  bool join_type(JoinTable& join);
  TableRefPtr table();
  TableRefPtr table_primary(bool lateral);
  TableRefPtr named_or_function_table();
  TableRefPtr function_table(int32_t first, bool lateral, bool wrapped);
  TableRefPtr unnest(int32_t first, bool lateral);
  struct QueryOrTable {
    QueryPtr query;
    TableRefPtr table;
  };
  QueryOrTable parenthesized_table();  // behind (, eats )
  void table_alias(TableRef& table);
  void refuse_pivot_and_sample();

  // --- parser_match.cc ---
  TableRefPtr match_recognize(TableRefPtr input, int32_t first);
  PatternPtr pattern();
  PatternPtr pattern_sequence();
  PatternPtr pattern_factor();
  PatternPtr pattern_atom();
  bool quantifier(Pattern& repeat);

  // --- parser_expression.cc ---
  ExprPtr expression();
  // Without a level of nesting: an operand. Operators of at least this precedence. `operator_at` is the
  // operator in front (for errors), or -1.
  ExprPtr expression(int32_t precedence, int32_t operator_at);
  ExprPtr prefix(int32_t operator_at);
  ExprPtr postfix(ExprPtr operand);
  ExprPtr infix(ExprPtr left, int32_t precedence, bool& matched);
  ExprPtr is_predicate(ExprPtr left, int32_t first);
  ExprPtr negatable_predicate(ExprPtr left, int32_t first, bool negated, bool& matched);
  ExprPtr primary(int32_t operator_at);
  ExprPtr parenthesized();
  ExprPtr case_expression();
  ExprPtr cast(bool safe);
  ExprPtr row_constructor();
  ExprPtr collection(Op op, SubqueryKind subquery);
  ExprPtr name_or_call();
  ExprPtr subquery(SubqueryKind form);  // ( query )
  // Behind (: a query or expressions, up to and with ).
  struct QueryOrList {
    QueryPtr query;
    std::vector<ExprPtr> list;
  };
  QueryOrList query_or_list();
  ExprPtr binary(Op op, ExprPtr left, ExprPtr right, Span op_span);
  ExprPtr unary(Op op, ExprPtr operand, Span op_span);

  // --- parser_call.cc ---
  ExprPtr special_call();  // functions with a grammar of their own, or null
  ExprPtr call(QualifiedName name);
  Argument argument();
  ExprPtr table_argument(int32_t first);
  void partition_and_order(TableArgument& table);
  ExprPtr descriptor();
  void call_suffixes(Call& call);
  void over(std::optional<WindowSpec>& window);
  ExprPtr time_unit();
  ExprPtr symbol_argument();
  ExprPtr extract();
  ExprPtr position_call();
  ExprPtr substring();
  ExprPtr trim();
  ExprPtr overlay();
  ExprPtr convert();
  ExprPtr floor_or_ceil();
  ExprPtr json_call();
  void json_pairs(JsonCall& call);
  void json_behaviors(JsonCall& call, bool query);
  bool json_behavior(JsonBehavior& behavior, ExprPtr& otherwise, bool query);
  bool json_nulls(JsonCall& call);

  // --- parser_literal.cc ---
  ExprPtr literal();       // or null
  ExprPtr string_value();  // 'a' 'b' chains, prefixes
  ExprPtr binary_value();
  ExprPtr datetime_literal(LiteralKind kind, int32_t words);
  ExprPtr interval_literal();
  int64_t interval_amount(const Interval& interval, int32_t scale, Span span);
  std::string checked_datetime(LiteralKind kind, const std::string& text, Span span);
  std::string unescape_unicode(std::string_view text, char escape, Span span);

  template <typename T>
  std::shared_ptr<T> finish(std::shared_ptr<T> node, int32_t first) {
    node->span = span_from(first);
    return node;
  }

  std::string_view text_;
  Dialect dialect_;
  std::vector<Token> tokens_;  // without comments
  int32_t position_ = 0;
  int32_t statement_start_ = 0;
  int32_t depth_ = 0;
  int32_t height_ = 0;
  std::optional<Error> unknown_type_;  // of the statement, reported when it has no syntax error
  bool expression_only_ = false;
  bool noting_ = false;
  int32_t noted_at_ = -1;
  std::vector<std::string> expected_;
  int32_t located_offset_ = 0;  // the place where() was asked for last
  LineColumn located_{1, 1};
};

}  // namespace rowkind::sql
