// The walk over one expression of a rule; what it finds is told by lint_expr.cc (operators) and
// lint_functions.cc (calls, casts).
#pragma once

#include <string>

#include "cdc/expr_internal.h"
#include "cdc/lint_expr.h"

namespace rowkind::cdc {

class ExprLinter {
 public:
  ExprLinter(const Scope& scope, std::string_view text, const TableId& table, const Definition& definition,
             const LintSink& sink, const Rule& rule)
      : scope_(scope), text_(text), table_(table), definition_(definition), sink_(sink), rule_(rule) {}

  void walk(const sql::ExprPtr& expr);
  // Of a whole filter.
  void filter(const sql::ExprPtr& expr);
  // A column that may hold NULL.
  bool may_be_null(const sql::ExprPtr& expr) const;
  // The node of a part of the expression; null when it is refused.
  NodePtr typed(const sql::ExprPtr& expr) const;

 private:
  void add(const char* code, const std::string& message, const sql::Expr& at, const std::string& hint = "");
  std::string source(const sql::Expr& expr) const;
  bool until(int32_t number) const { return level(scope_.version) <= number; }
  bool elsewhere() const { return definition_.time_zone != "UTC"; }

  void look(const sql::ExprPtr& expr);
  void literal(const sql::Literal& literal);
  void column(const sql::Column& column);
  void equality(const sql::ExprPtr& left, const sql::ExprPtr& right, const sql::Expr& at,
                const char* outcome);
  int32_t tightness(const sql::ExprPtr& expr) const;
  void parentheses(const sql::ExprPtr& expr, const sql::Operator& op);
  void operation(const sql::ExprPtr& expr, const sql::Operator& op);
  void arithmetic(const sql::Operator& op);
  void string_plus(const sql::Operator& op);
  void overridden(const sql::Operator& op);
  void negated_null(bool negated, const sql::ExprPtr& operand, const sql::Expr& at);
  void null_logic(const sql::ExprPtr& operand, const sql::Expr& at);
  void null_text(const sql::ExprPtr& operand);
  void null_fails(const sql::ExprPtr& argument, const std::string& name, const sql::Expr& at);
  void unboxing(const sql::ExprPtr& a, const sql::ExprPtr& b, const sql::Expr& at);
  void like(const sql::Like& like);
  void case_of(const sql::Case& node);

  void call(const sql::Call& call);
  void text_call(const std::string& name, const sql::Call& call);
  void time_call(const std::string& name, const sql::Call& call);
  void array_call(const std::string& name, const sql::Call& call);
  void cast(const sql::Cast& cast);

  Scope scope_;
  std::string_view text_;
  const TableId& table_;
  const Definition& definition_;
  LintSink sink_;
  const Rule& rule_;
};

}  // namespace rowkind::cdc
