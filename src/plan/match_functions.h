// Calls that only exist inside MATCH_RECOGNIZE: "$PATTERN", PREV, NEXT, FIRST, LAST, FINAL, MATCH_ROWTIME,
// MATCH_PROCTIME, and aggregates by name.
#pragma once

#include <string>
#include <string_view>

#include "expr/expr.h"

namespace rowkind {

ExprPtr match_call(std::string_view name, ExprList operands, LogicalType type, Span span = {});

// The aggregate `name` of type `type` over these operands.
ExprPtr match_aggregate(const std::string& name, ExprList operands, const LogicalType& type, Span span);

}  // namespace rowkind
