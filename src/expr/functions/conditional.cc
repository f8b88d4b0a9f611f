// CASE, IF, COALESCE, IFNULL, NULLIF, GREATEST, LEAST and the casts. The lazy ones are evaluated by nodes of
// the evaluator.
#include "expr/compare.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/text.h"

namespace rowkind {

namespace {

LogicalType infer_case(const ScalarFunction&, ExprList& operands, Span span) {
  TypeList results;
  for (size_t i = 0; i < operands.size(); ++i) {
    bool condition = i % 2 == 0 && i + 1 < operands.size();
    if (!condition) {
      results.push_back(operands[i]->type);
    } else if (!operands[i]->type.is(TypeRoot::kBoolean) && !operands[i]->type.is(TypeRoot::kNull)) {
      throw Failure("sql/wrong-arguments", "Expected a boolean type", operands[i]->span);
    }
  }
  std::optional<LogicalType> type = least_restrictive(results);
  if (!type) {
    bool all_null = true;
    for (const LogicalType& result : results) all_null &= result.is(TypeRoot::kNull);
    throw Failure("sql/wrong-arguments",
                  all_null ? "ELSE clause or at least one THEN clause must be non-NULL"
                           : "Illegal mixing of types in CASE or COALESCE statement",
                  span);
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    bool condition = i % 2 == 0 && i + 1 < operands.size();
    if (!condition && !operands[i]->type.equals(*type, true)) operands[i] = cast_or_throw(operands[i], *type);
  }
  return *type;
}

LogicalType infer_if(const ScalarFunction& self, ExprList& operands, Span span) {
  const char* forms = "bnn|bcc|bbb|bxx|bdd|btt|bmm";
  if (operands.size() != 3) wrong_arguments(self.name, forms, operands, span);
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(TypeRoot::kNull)) illegal_null(*operand, span);
  }
  std::optional<LogicalType> type = least_restrictive({operands[1]->type, operands[2]->type});
  if (!operands[0]->type.is(TypeRoot::kBoolean) || !type) wrong_arguments(self.name, forms, operands, span);
  return type->with_nullable(any_nullable(operands));
}

LogicalType common_or_throw(const ScalarFunction& self, ExprList& operands, Span span) {
  std::optional<LogicalType> type = operands.empty() ? std::nullopt : common_type(types_of(operands));
  if (!type) wrong_call(self.name, self.signature, operands, span);
  return *type;
}

// Widened operands are cast; texts stay as they are.
void cast_to_common(ExprList& operands, const LogicalType& type) {
  for (ExprPtr& operand : operands) {
    bool text = operand->type.is_character() && type.is_character();
    if (!text && !operand->type.equals(type, true)) operand = cast_or_throw(operand, type);
  }
}

LogicalType infer_coalesce(const ScalarFunction& self, ExprList& operands, Span span) {
  if (self.name == "IFNULL" && operands.size() != 2) wrong_call(self.name, self.signature, operands, span);
  LogicalType type = common_or_throw(self, operands, span);
  cast_to_common(operands, type);
  bool nullable = true;
  for (const ExprPtr& operand : operands) nullable &= operand->type.nullable();
  return type.with_nullable(nullable);
}

LogicalType infer_extreme(const ScalarFunction& self, ExprList& operands, Span span) {
  for (size_t i = 1; i < operands.size(); ++i) {
    const LogicalType &first = operands[0]->type, &other = operands[i]->type;
    if (common_type({first, other})) continue;
    throw Failure("sql/wrong-arguments",
                  "All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each "
                  "other. Can not "
                  "compare " +
                      first.with_nullable(true).to_string() + " with " +
                      other.with_nullable(true).to_string(),
                  span);
  }
  LogicalType type = common_or_throw(self, operands, span);
  if (type.is_nested()) wrong_call(self.name, self.signature, operands, span);
  return type;
}

// The largest (sign 1) or smallest (-1) operand in the type of the call.
Value extreme(const Expr& call, const Value* args, EvalContext& context, int sign) {
  size_t best = 0;
  for (size_t i = 1; i < call.operands.size(); ++i) {
    if (compare_values(args[i], args[best]) * sign > 0) best = i;
  }
  const LogicalType& type = call.operands[best]->type;
  if (type.root() == call.type.root() && !type.is(TypeRoot::kDecimal)) return args[best];
  Result<Value> cast = cast_value(args[best], type, call.type, CastOptions{context.zone, false});
  return cast.ok() ? *cast : Value::null();
}
Value eval_greatest(const Expr& call, const Value* args, EvalContext& context) {
  return extreme(call, args, context, 1);
}
Value eval_least(const Expr& call, const Value* args, EvalContext& context) {
  return extreme(call, args, context, -1);
}

ExprPtr expand_nullif(ExprList& o, Span span) {
  return call_or_throw("CASE", {call_or_throw("=", {o[0], o[1]}, span), null_literal(LogicalType()), o[0]},
                       span);
}

LogicalType infer_cast(const ScalarFunction&, ExprList& operands, Span) {
  return operands[0]->type;
}

const ScalarFunction kRows[] = {
    {"CASE", "conditional", "CASE WHEN condition THEN result [WHEN ...] [ELSE result] END",
     "The first result whose condition holds.", nullptr, nullptr, nullptr, 0, infer_case},
    {"IF", "conditional", "IF(condition, true_value, false_value)", "One of two values.", nullptr, nullptr,
     nullptr, 0, infer_if},
    {"COALESCE", "conditional", "COALESCE(value1 [, value2]*)", "The first value that is not NULL.", nullptr,
     nullptr, nullptr, 0, infer_coalesce},
    {"IFNULL", "conditional", "IFNULL(input, null_replacement)", "The input, or the replacement for NULL.",
     nullptr, nullptr, nullptr, 0, infer_coalesce},
    {"NULLIF", "conditional", "NULLIF(value1, value2)", "NULL if both are equal, else value1.", "aa", nullptr,
     nullptr, 0, nullptr, expand_nullif},
    {"GREATEST", "conditional", "GREATEST(value1 [, value2]*)", "The largest value; NULL if one is NULL.",
     nullptr, nullptr, eval_greatest, 0, infer_extreme},
    {"LEAST", "conditional", "LEAST(value1 [, value2]*)", "The smallest value; NULL if one is NULL.", nullptr,
     nullptr, eval_least, 0, infer_extreme},
    {"CAST", "type conversion", "CAST(value AS type)",
     "The value in another type; an impossible cast fails the job.", nullptr, nullptr, nullptr, 0,
     infer_cast},
    {"TRY_CAST", "type conversion", "TRY_CAST(value AS type)",
     "The value in another type, NULL where CAST would fail.", nullptr, nullptr, nullptr, 0, infer_cast},
};

}  // namespace

FunctionTable conditional_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
