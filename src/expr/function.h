// The function registry: one table feeds resolution, evaluation, plan text, completion, hover and `rowkind
// functions`. One file per family under functions/.
//
// Operand order of what SQL writes with keywords (the binder makes these calls; a keyword is symbol("NAME")):
//   "CASE"          condition1, value1, condition2, value2 ..., else          (simple CASE x WHEN v: the binder makes x = v)
//   "CAST"          through make_cast; "TRY_CAST" through make_cast(..., try_cast = true)
//   "EXTRACT"       symbol unit, x           YEAR QUARTER MONTH WEEK DAY DOY DOW ISODOW ISOYEAR HOUR MINUTE SECOND MILLISECOND
//                                            MICROSECOND NANOSECOND EPOCH DECADE CENTURY MILLENNIUM
//   "FLOOR" "CEIL"  x [, symbol unit]        (CEILING is CEIL)
//   "TRIM"          symbol BOTH|LEADING|TRAILING, characters, text            (TRIM(s): BOTH, ' ', s)
//   "POSITION"      part, text [, from]      POSITION(part IN text)
//   "OVERLAY"       text, replacement, from [, for]
//   "SUBSTRING"     text, from [, for]
//   "LIKE" "SIMILAR TO"  text, pattern [, escape];  the negated forms: "NOT" around it
//   "IN"            x, v1, v2 ...            (a list; "NOT" around it for NOT IN; sub-queries are ExprKind::kSubquery)
//   "BETWEEN"       x, low, high;  "SYMMETRIC BETWEEN" likewise               (both expand to comparisons)
//   "OVERLAPS"      start1, end_or_interval1, start2, end_or_interval2
//   "TIMESTAMPADD"  symbol unit, n, timestamp
//   "TIMESTAMPDIFF" symbol unit, from, to
//   "ITEM"          collection, index or key                                  (a[i], m['k'], row[i])
//   "ROW", "ARRAY" e..., "MAP" k, v, k, v ...
//   "IS JSON VALUE" | "IS JSON OBJECT" | "IS JSON ARRAY" | "IS JSON SCALAR"   text  (IS JSON = IS JSON VALUE; "NOT" for IS NOT JSON)
//   "JSON_EXISTS"   json, path [, symbol "TRUE"|"FALSE"|"UNKNOWN"|"ERROR"]    (ON ERROR; default FALSE)
//   "JSON_VALUE"    json, path, then for each written clause: symbol "NULL"|"ERROR"|"DEFAULT", [default], symbol "EMPTY"|"ERROR";
//                   RETURNING type: make_json_value below
//   "JSON_QUERY"    json, path, symbol wrapper "WITHOUT_ARRAY"|"WITH_CONDITIONAL_ARRAY"|"WITH_UNCONDITIONAL_ARRAY",
//                   symbol on empty, symbol on error: each "NULL"|"EMPTY_ARRAY"|"EMPTY_OBJECT"|"ERROR"; RETURNING: make_json_query
//   "JSON_OBJECT"   symbol "NULL_ON_NULL"|"ABSENT_ON_NULL", key1, value1 ...  (default NULL_ON_NULL)
//   "JSON_ARRAY"    symbol "NULL_ON_NULL"|"ABSENT_ON_NULL", value1 ...        (default ABSENT_ON_NULL)
//   "unary -", "unary +"  x
//   CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, LOCALTIME, LOCALTIMESTAMP, NOW(), PROCTIME() ...: no operands
//   "CURRENT_WATERMARK"   rowtime column;  "SOURCE_WATERMARK" none (in WATERMARK declarations)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "expr/expr.h"
#include "types/row.h"

namespace rowkind {

class TimeZone;

// What evaluation may know besides the row.
struct EvalContext {
  const TimeZone* zone = nullptr;  // table.local-time-zone
  int64_t clock_millis = 0;        // processing time of the scenario
  int64_t watermark = INT64_MIN;   // for CURRENT_WATERMARK
  bool legacy_cast = false;
  uint64_t random_state = 0;  // RAND, UUID: a deterministic sequence of the job
};

// Flags of a function.
constexpr uint8_t kNotDeterministic = 1;
constexpr uint8_t kSeesNulls = 2;  // eval is also called with NULL operands (otherwise NULL in, NULL out)
constexpr uint8_t kNotInSql = 4;   // made by the planner only: no completion, no reference entry

struct ScalarFunction {
  std::string_view name;       // upper case as in plans; operators by their sign
  std::string_view category;   // "string", "temporal", ...: groups of the functions reference
  std::string_view signature;  // "SUBSTRING(string, integer [, integer])"
  std::string_view summary;    // one sentence

  // Operand families, one letter each, alternatives separated by '|', the last one repeated when a '*' follows:
  //   n NUMERIC  i INTEGER  c CHARACTER  s CHARACTER or BINARY  x BINARY  b BOOLEAN  t TIMESTAMP(_LTZ)  d DATE  m TIME
  //   v INTERVAL  A ARRAY  M MAP  R ROW  V VARIANT  B BITMAP  y keyword  a anything.     Null: the infer function checks.
  const char* forms = nullptr;
  // Result: a letter and a mode. S STRING, I INT, L BIGINT, D DOUBLE, Z BOOLEAN, Y BYTES, T TIMESTAMP(3), Q TIMESTAMP_LTZ(3), d DATE,
  // 0/1 type of that operand, v operand 0 as VARCHAR. Mode: none = nullable if an operand is, '?' = nullable, '!' = NOT NULL.
  const char* result = nullptr;
  // operands evaluated left to right; `call` gives their types. A thrown Failure fails the job. Lazy forms
  // (AND, OR, CASE, COALESCE, IF, casts ...) have no eval: the evaluator knows them.
  Value (*eval)(const Expr& call, const Value* args, EvalContext& context) = nullptr;
  uint8_t flags = 0;
  // For what `result` cannot say: gives the type and may replace operands (implicit casts).
  LogicalType (*infer)(const ScalarFunction& self, ExprList& operands, Span span) = nullptr;
  // Replaces the call by other calls, as Calcite's convertlets do (NULLIF, YEAR, TIMESTAMPDIFF ...); null
  // keeps it.
  ExprPtr (*expand)(ExprList& operands, Span span) = nullptr;

  bool deterministic() const { return (flags & kNotDeterministic) == 0; }
};

const ScalarFunction* find_function(std::string_view name);  // case-insensitive; nullptr if unknown
std::vector<std::string> function_names();                   // scalar and aggregate, sorted
// Registry rows for completion, hover and the functions reference.
struct FunctionInfo {
  std::string name, category, signature, summary;
  bool aggregate = false;
};
std::vector<FunctionInfo> all_functions();

// JSON_VALUE / JSON_QUERY with RETURNING: operands as above, result type `returning` (NULL type: STRING).
Result<ExprPtr> make_json_value(ExprList operands, const LogicalType& returning, Span span);
Result<ExprPtr> make_json_query(ExprList operands, const LogicalType& returning, Span span);

// A compiled expression. Holds no row state; may be used for any number of rows.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual Value eval(const Row& row, EvalContext& context) const = 0;
  // TRUE (not FALSE, not NULL).
  bool test(const Row& row, EvalContext& context) const { return eval(row, context).is_true(); }
};
std::unique_ptr<Evaluator> compile(const ExprPtr& expr);

}  // namespace rowkind
