// Logic with three values. AND and OR are lazy: the evaluator knows them.
#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

// Nested ANDs become one AND with many operands, as Calcite keeps them.
LogicalType infer_junction(const ScalarFunction& self, ExprList& operands, Span span) {
  ExprList flat;
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(TypeRoot::kNull)) illegal_null(*operand, span);
    if (!operand->type.is(TypeRoot::kBoolean)) {
      wrong_arguments(self.name, operands.size() == 2 ? "bb" : "b*", operands, span);
    } else if (operand->kind == ExprKind::kCall && operand->function == &self) {
      flat.insert(flat.end(), operand->operands.begin(), operand->operands.end());
    } else {
      flat.push_back(operand);
    }
  }
  operands = std::move(flat);
  return LogicalType::boolean().with_nullable(any_nullable(operands));
}

Value eval_not(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(!args[0].as_bool());
}

Value eval_is_null(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(args[0].is_null());
}
Value eval_is_not_null(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(!args[0].is_null());
}
Value eval_is_true(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(args[0].is_true());
}
Value eval_is_not_true(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(!args[0].is_true());
}
bool is_false(const Value& v) {
  return !v.is_null() && !v.as_bool();
}
Value eval_is_false(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(is_false(args[0]));
}
Value eval_is_not_false(const Expr&, const Value* args, EvalContext&) {
  return Value::boolean(!is_false(args[0]));
}

ExprPtr expand_unknown(ExprList& o, Span span) {
  return call_or_throw("IS NULL", o, span);
}
ExprPtr expand_not_unknown(ExprList& o, Span span) {
  return call_or_throw("IS NOT NULL", o, span);
}

const ScalarFunction kRows[] = {
    {"AND", "logical", "boolean1 AND boolean2", "TRUE if both are.", nullptr, nullptr, nullptr, 0,
     infer_junction},
    {"OR", "logical", "boolean1 OR boolean2", "TRUE if one is.", nullptr, nullptr, nullptr, 0,
     infer_junction},
    {"NOT", "logical", "NOT boolean", "The opposite; NULL stays NULL.", "b", "Z", eval_not},
    {"IS NULL", "comparison", "value IS NULL", "TRUE for NULL.", "a", "Z!", eval_is_null, kSeesNulls},
    {"IS NOT NULL", "comparison", "value IS NOT NULL", "FALSE for NULL.", "a", "Z!", eval_is_not_null,
     kSeesNulls},
    {"IS TRUE", "logical", "boolean IS TRUE", "TRUE for TRUE, else FALSE.", "b", "Z!", eval_is_true,
     kSeesNulls},
    {"IS NOT TRUE", "logical", "boolean IS NOT TRUE", "FALSE for TRUE, else TRUE.", "b", "Z!",
     eval_is_not_true, kSeesNulls},
    {"IS FALSE", "logical", "boolean IS FALSE", "TRUE for FALSE, else FALSE.", "b", "Z!", eval_is_false,
     kSeesNulls},
    {"IS NOT FALSE", "logical", "boolean IS NOT FALSE", "FALSE for FALSE, else TRUE.", "b", "Z!",
     eval_is_not_false, kSeesNulls},
    {"IS UNKNOWN", "logical", "boolean IS UNKNOWN", "TRUE for NULL.", "b", nullptr, nullptr, 0, nullptr,
     expand_unknown},
    {"IS NOT UNKNOWN", "logical", "boolean IS NOT UNKNOWN", "FALSE for NULL.", "b", nullptr, nullptr, 0,
     nullptr, expand_not_unknown},
};

}  // namespace

FunctionTable logical_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
