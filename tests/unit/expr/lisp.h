// Expressions in prefix form for the tests of this room: "(> (+ i 1) 'x')". Numbers are INT, BIGINT, DECIMAL
// (1.5) or DOUBLE (1e0) literals, 'x' CHAR, :HOUR keywords, @2024-01-01 dates, @2024-01-01T10:00:00
// timestamps, (interval 300000 MINUTE); (cast x TYPE), (try x TYPE); other words are columns of columns().
#pragma once

#include <string>
#include <vector>

#include "expr/expr.h"
#include "expr/function.h"

namespace rowkind::testing {

// i INT, b BIGINT, s STRING, n INT NOT NULL, d DECIMAL(6,2), f DOUBLE, fl FLOAT, ts TIMESTAMP(3), z
// TIMESTAMP_LTZ(3), dt DATE, tm TIME, bo BOOLEAN, a ARRAY<INT>, m MAP<STRING, INT>, r ROW<x INT, y STRING>, c
// CHAR(3), v VARCHAR(5), byt BYTES, si SMALLINT, ti TINYINT
const RowType& columns();
// Throws Failure as make_call's error.
ExprPtr expr(std::string_view lisp);
// The simplified plan text as in a projection, and as in a condition.
std::string plan(std::string_view lisp);
std::string condition(std::string_view lisp);
// "code: message" of the error, or "".
std::string error_of(std::string_view lisp);

// CAST(value AS STRING) of the expression on a row of columns() written as texts ("null" for NULL), zone UTC
// or another one.
std::string eval(std::string_view lisp, const std::string& zone = "UTC");
std::string eval_on(std::string_view lisp, const std::vector<std::pair<std::string, std::string>>& row,
                    const std::string& zone = "UTC");

}  // namespace rowkind::testing
