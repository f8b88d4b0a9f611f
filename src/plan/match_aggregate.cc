// Aggregates in MATCH_RECOGNIZE, taken apart as Calcite does there.
#include "expr/aggregate.h"
#include "expr/infer.h"
#include "plan/match_functions.h"

namespace rowkind {
namespace {

ExprPtr sum_of(ExprList operands, Span span) {
  const LogicalType type =
      infer_aggregate(*find_aggregate("SUM"), operands, false, span).or_throw().with_nullable(true);
  return match_call("SUM", std::move(operands), type, span);
}
ExprPtr count_of(ExprList operands, Span span) {
  return match_call("COUNT", std::move(operands), LogicalType::bigint().with_nullable(false), span);
}

// AVG is SUM / COUNT in the type of the average.
ExprPtr average(const ExprList& operands, const LogicalType& type, Span span) {
  ExprPtr sum = sum_of(operands, span);
  if (!sum->type.equals(type, true)) sum = cast_or_throw(sum, type, span);
  return cast_or_throw(call_or_throw("/", {sum, count_of(operands, span)}, span), type, span);
}

// (SUM(x * x) - SUM(x) * SUM(x) / COUNT(x)) / (COUNT(x) or one less), and its root.
ExprPtr variance(const std::string& name, const ExprList& operands, const LogicalType& type, Span span) {
  const ExprPtr count = count_of(operands, span), sum = sum_of(operands, span);
  const ExprPtr squares = sum_of({call_or_throw("*", {operands[0], operands[0]}, span)}, span);
  const ExprPtr mean = call_or_throw("/", {call_or_throw("*", {sum, sum}, span), count}, span);
  ExprPtr rows = count;
  if (name.size() < 4 || name.substr(name.size() - 4) != "_POP") {
    const ExprPtr one = literal(Value::integer(1), LogicalType::bigint().with_nullable(false));
    rows = call_or_throw("CASE",
                         {call_or_throw("=", {count, one}, span), null_literal(LogicalType::bigint()),
                          call_or_throw("-", {count, one}, span)},
                         span);
  }
  ExprPtr out = call_or_throw("/", {call_or_throw("-", {squares, mean}, span), rows}, span);
  if (name.rfind("STDDEV", 0) == 0)
    out = call_or_throw(
        "POWER", {out, literal(Value::decimal({5, 1}), LogicalType::decimal(2, 1).with_nullable(false))},
        span);
  return cast_or_throw(out, type, span);
}

}  // namespace

ExprPtr match_aggregate(const std::string& name, ExprList operands, const LogicalType& type, Span span) {
  if (name == "AVG") return average(operands, type, span);
  if (name.rfind("STDDEV", 0) == 0 || name.rfind("VAR", 0) == 0) return variance(name, operands, type, span);
  return match_call(name, std::move(operands), type, span);
}

}  // namespace rowkind
