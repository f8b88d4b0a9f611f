// Typed expressions: what the binder makes, rules rewrite, plans print and operators evaluate. Immutable and
// shared. SQL and the Flink CDC transform dialect are two dialects of this tree.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind {

struct ScalarFunction;  // function.h
struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;
using ExprList = std::vector<ExprPtr>;

enum class ExprKind : uint8_t {
  kInputRef,  // column `index` of the input row (inputs of a join are one row: left columns, then right ones)
  kLiteral,   // `literal`
  kCall,      // function(operands)
  kFieldAccess,  // field `index` of the ROW operands[0]
  kCorrelRef,    // column `index` of the outer row of correlate `correl_id` (logical plans only)
  kOver,         // window aggregate `over` (logical plans only)
  kSubquery,     // IN, EXISTS, scalar sub-query on `rel` (logical plans only)
};

enum class SubqueryKind : uint8_t { kScalar, kExists, kIn };

struct OverSpec;  // plan/rel.h
struct Rel;       // plan/rel.h

struct Expr {
  ExprKind kind = ExprKind::kLiteral;
  LogicalType type;
  Span span;  // in the SQL text, for run-time errors and hover
  // Column or field. Of a DECIMAL, DOUBLE or INTERVAL literal: how it prints in plans (below); it never changes
  // the value.
  int32_t index = 0;
  int32_t correl_id = 0;
  Value literal;
  const ScalarFunction* function = nullptr;
  ExprList operands;
  std::shared_ptr<const OverSpec> over;
  SubqueryKind subquery = SubqueryKind::kScalar;
  std::shared_ptr<const Rel> rel;
};

// Plans show a number literal as it was written: `1` cast to DECIMAL(11, 1) is "1:DECIMAL(11, 1)", to DOUBLE
// "1:DOUBLE" while 1e0 is "1E0:DOUBLE". Expr::index of a DECIMAL literal = trailing zeros of the value that
// were not written; of a DOUBLE or FLOAT literal kPlainForm if it prints without an exponent, kComputedForm if
// it was computed: then all its binary digits are shown (20 at most).
constexpr int32_t kPlainForm = 1;
constexpr int32_t kComputedForm = 2;
// Of an INTERVAL literal or a cast to one: days written as WEEK, months as QUARTER.
constexpr int32_t kLongUnit = 1;

// The set of ranges in "SEARCH"(x, sarg): a literal of x's type whose value is an array. `lower` or `upper`
// NULL: without bound.
struct SargRange {
  Value lower, upper;
  bool lower_closed = false, upper_closed = false;
};
enum class NullAs : uint8_t { kUnknown, kTrue, kFalse };  // the answer for a NULL x
struct Sarg {
  std::vector<SargRange> ranges;  // ascending, disjoint
  NullAs null_as = NullAs::kUnknown;
};
ExprPtr sarg_literal(const Sarg& sarg, LogicalType type);
bool is_sarg(const Expr& expr);
Sarg sarg_of(const Expr& literal);

ExprPtr input_ref(int32_t index, LogicalType type, Span span = {});
ExprPtr literal(Value value, LogicalType type, Span span = {});
ExprPtr bool_literal(bool value);
ExprPtr int_literal(int32_t value);
// A keyword argument: "BOTH", "HOUR", "NULL ON ERROR".
ExprPtr symbol(std::string_view name, Span span = {});
ExprPtr null_literal(LogicalType type);
ExprPtr field_access(ExprPtr row, int32_t index, Span span = {});

// Resolves `name` over these operands: overloads, implicit casts (inserted as CAST calls), result type and
// nullability as Flink derives them. Operators are functions too: "=", "<>", "<", "<=", ">", ">=", "+", "-",
// "*", "/", "%", "AND", "OR", "NOT", "IS NULL", "IS NOT NULL", "IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT
// FALSE", "IS DISTINCT FROM", "IS NOT DISTINCT FROM", "||", "LIKE", "SIMILAR TO", "BETWEEN" is expanded by
// the binder, "CASE" (when, then, ..., else), "ROW", "ARRAY", "MAP", "ITEM" (a[i]), "unary -", "PROCTIME" ...
// Keyword arguments (time units, trim flags) are literals of type SYMBOL. Errors: sql/unknown-function (with
// the nearest name), sql/wrong-arguments (`Cannot apply 'X' to arguments of type 'X(<INTEGER>)'. Supported
// form(s): ...`), and Flink's own refusals.
Result<ExprPtr> make_call(std::string_view name, ExprList operands, Span span = {});
// An explicit or implicit cast; the expression itself when the type is already right (nullability of `to` is
// taken from the operand).
Result<ExprPtr> make_cast(ExprPtr operand, const LogicalType& to, Span span = {}, bool try_cast = false);

// A copy of the call with other operands, or with another type.
ExprPtr with_operands(const Expr& call, ExprList operands);
ExprPtr with_type(const ExprPtr& expr, LogicalType type);

// (to - from) as an interval of this type: SQL's (t2 - t1) DAY.
Result<ExprPtr> make_time_difference(ExprPtr to, ExprPtr from, const LogicalType& interval, Span span = {});

// Structural sameness (spans ignored).
bool same_expr(const Expr& a, const Expr& b);
// Columns used, in ascending order without repetition.
std::vector<int32_t> input_refs(const Expr& expr);
// Every input column i becomes `mapping[i]` (an expression over the new input).
ExprPtr substitute(const ExprPtr& expr, const ExprList& mapping);
// Every input column i becomes column mapping[i] (must be >= 0 for used columns).
ExprPtr remap(const ExprPtr& expr, const std::vector<int32_t>& mapping);
ExprPtr shift(const ExprPtr& expr, int32_t by);
bool deterministic(const Expr& expr);

// AND of all (TRUE for none); the AND parts of a condition.
ExprPtr conjunction(const ExprList& parts);
ExprList conjuncts(const ExprPtr& condition);
// The parts of each AND in the order in which Calcite's RelBuilder.filter leaves them: NOT behind the others, IS NOT NULL last.
ExprPtr order_conjuncts(const ExprPtr& condition);
bool is_call(const Expr& expr, std::string_view name);
bool is_true_literal(const Expr& expr);

// Constant folding and Calcite's simplifications as they show in Flink plans (x = x, double NOT, constant
// CASE, casts of literals, ranges of one column as SEARCH, AND/OR with constants, IS NOT NULL of a NOT NULL
// column ...). Never changes a result or its type: a nullable projection that became a literal gets a CAST,
// as in Flink.
ExprPtr simplify(const ExprPtr& expr, const ExprList& known = {});
// The same for a condition, where NULL counts as FALSE (Filter, Join, HAVING): common factors of ORs are
// pulled out, too.
ExprPtr simplify_condition(const ExprPtr& condition, const ExprList& known = {});
// The columns that a condition pins to a literal (in the column's type): `column = literal`, also through a
// widening cast, and IS NULL, which gives a NULL literal. As in Calcite, a column that is also part of
// another kind of term (i = 1 AND i + 1 > b) is left out.
std::map<int32_t, ExprPtr> constants_of(const ExprPtr& condition);

// Text as in Flink's plans: ">(amt, 5)", "CASE(>(amt, 5), amt, null:INTEGER)",
// "_UTF-16LE'A':VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\"", "300000:INTERVAL MINUTE". `inputs` names the
// input columns.
std::string to_plan_text(const Expr& expr, const std::vector<std::string>& inputs);

}  // namespace rowkind
