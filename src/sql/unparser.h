// Syntax tree to text: one canonical spelling of each tree. Keywords are upper case, names keep their case
// and quotes, parentheses are those that the precedences need. Reading the text back gives the same tree
// (spans aside).
#pragma once

#include <string>

#include "sql/ast.h"

namespace rowkind::sql {

std::string unparse(const Expr& expr);
std::string unparse(const Query& query);
std::string unparse(const TableRef& table);
std::string unparse(const Statement& statement);
// Each statement with a semicolon, a line break between them.
std::string unparse(const Script& script);

// `name`, in back-quotes when it is reserved or holds more than letters, digits, _ and $.
std::string quote_name(const std::string& name);
// 'text' with its quotes doubled.
std::string quote_text(const std::string& text);

}  // namespace rowkind::sql
