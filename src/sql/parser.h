// Text to syntax tree. The grammar is that of Flink 2.3 (Calcite 1.36); `SET key = value` without quotes is
// read as the sql client does. Statements are separated by semicolons, the last one is optional.
//
// Errors: code "sql/syntax" with Flink's message ("SQL parse failed. Encountered \"x\" at line 1, column 14.
// Was expecting ..."), lines and columns counted in the whole text; "sql/literal" for a malformed literal,
// "sql/type" for a data type, "sql/nesting" beyond limits::kNestingDepth, "sql/unsupported" for a construct
// that parses in Flink and is not known here.
#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "sql/ast.h"
#include "sql/token.h"

namespace rowkind::sql {

// Stops at the first error.
Result<Script> parse_script(std::string_view text, Dialect dialect = Dialect::kFlink);

// One expression, the whole text.
Result<ExprPtr> parse_expression(std::string_view text, Dialect dialect = Dialect::kFlink);

// What could be read, and one error for each broken statement (reading goes on behind the next semicolon).
struct Recovered {
  Script script;
  std::vector<Error> errors;
};
Recovered parse_recovering(std::string_view text);

// Where the statements of a text are, first to last token each, whether they parse or not. A statement set is
// one.
std::vector<Span> statement_spans(std::string_view text);

}  // namespace rowkind::sql
