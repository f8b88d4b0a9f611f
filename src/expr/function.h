// The function registry: one table feeds resolution, evaluation, plan text, completion, hover and `rowkind
// functions`. One file per family under functions/.
#pragma once

#include <cstdint>
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
};

// How a call prints in plans and SQL.
enum class Syntax : uint8_t { kFunction, kBinary, kPrefix, kPostfix, kSpecial };

struct ScalarFunction {
  std::string_view name;       // upper case as in plans; operators by their sign
  std::string_view category;   // "string", "temporal", ...: groups of the functions reference
  std::string_view signature;  // "SUBSTRING(string, integer [, integer])"
  std::string_view summary;    // one sentence
  Syntax syntax = Syntax::kFunction;
  bool deterministic = true;
  bool null_if_any_null = true;  // strict: NULL operands give NULL without calling eval

  // Result type for these operand types, or Failure(sql/wrong-arguments, ...). May replace operands (implicit
  // casts).
  LogicalType (*infer)(const ScalarFunction& self, ExprList& operands, Span span) = nullptr;
  // operands evaluated left to right; `call` gives their types. A thrown Failure fails the job. Lazy forms
  // (AND, OR, CASE, COALESCE, IF, TRY_CAST ...) have no eval: the evaluator knows them.
  Value (*eval)(const Expr& call, const Value* args, EvalContext& context) = nullptr;
};

const ScalarFunction* find_function(std::string_view name);  // case-insensitive; nullptr if unknown
std::vector<std::string> function_names();                   // scalar and aggregate, sorted
// Registry rows for completion, hover and the functions reference.
struct FunctionInfo {
  std::string name, category, signature, summary;
  bool aggregate = false;
};
std::vector<FunctionInfo> all_functions();

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
