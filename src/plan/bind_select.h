// Parts of SELECT blocks, shared by bind_select.cc and select_shape.cc.
#pragma once

#include <string>
#include <vector>

#include "plan/bind.h"

namespace rowkind {

// A select item: an expression of the user, or a column that a star stands for.
struct SelectItem {
  sql::ExprPtr expr;  // null for a star's column
  ExprPtr column;     // of the FROM row, for a star's column
  std::string name;
  bool alias = false;
  Span span;
};

// One SELECT block while it is bound: FROM and WHERE first, then the list, then what stands above it.
struct SelectBlock {
  const sql::Select& select;
  Scope scope;
  RelPtr rel;
  std::vector<SelectItem> items;
  bool grouped = false;
  GroupScope group;
  ExprList exprs;  // of the select list, then hidden ones of ORDER BY
  std::vector<std::string> names;
  size_t shown = 0;  // expressions of the select list
  ExprPtr having, qualify;

  std::map<std::string, ExprPtr> aliases() const;
};

// Whether every OVER and column of an expression is also a select item; the expression with select items as
// columns.
bool refers_to(const ExprPtr& expr, const ExprList& items);
ExprPtr over_items(const ExprPtr& expr, const ExprList& items);
// Drops projected columns that neither groups nor calls use. `groups` columns come first.
RelPtr without_unused(const RelPtr& rel, size_t groups, std::vector<AggregateCall>& calls);

}  // namespace rowkind
