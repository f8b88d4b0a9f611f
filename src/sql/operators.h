// Calcite's operator precedences; higher binds tighter. Parser and unparser share them.
#pragma once

#include <cstdint>

#include "sql/ast_expr.h"

namespace rowkind::sql {

constexpr int32_t kMultisetSetOperator = 14;  // UNION and EXCEPT; INTERSECT 18
constexpr int32_t kMultisetIntersect = 18;
constexpr int32_t kOr = 22;
constexpr int32_t kAnd = 24;
constexpr int32_t kAboveAnd = 25;
constexpr int32_t kNot = 26;
constexpr int32_t kIs = 28;
constexpr int32_t kComparison = 30;      // also MEMBER OF, SUBMULTISET OF, OVERLAPS ...
constexpr int32_t kPredicate = 32;       // BETWEEN, IN, LIKE
constexpr int32_t kAdditive = 40;        // also IS [NOT] DISTINCT FROM
constexpr int32_t kMultiplicative = 60;  // also ||
constexpr int32_t kSign = 80;
constexpr int32_t kPostfix = 100;  // a[1], a.b

enum class OpForm : uint8_t { kInfix, kPrefix, kPostfix, kOther };

struct OpTraits {
  const char* name;  // Calcite's
  int32_t precedence;
  OpForm form;
};
OpTraits op_traits(Op op);

}  // namespace rowkind::sql
