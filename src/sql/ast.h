// The syntax tree of a Flink SQL script: what the parser makes and the binder reads.
//
//   ast_expr.h       names, types, literals, operators, calls
//   ast_query.h      SELECT, set operations, VALUES, tables in FROM, MATCH_RECOGNIZE
//   ast_statement.h  SET, DDL, INSERT, STATEMENT SET, EXPLAIN, Script
//
// The tree is as written: nothing is resolved, folded or reordered. Optional parts are null pointers, empty
// vectors or unset optionals. The grammar is that of Flink 2.3's flink-sql-parser (Calcite 1.36 with its
// extensions).
#pragma once

#include "sql/ast_expr.h"
#include "sql/ast_query.h"
#include "sql/ast_statement.h"
