// make_call and make_cast: resolution, implicit casts, result types.
#include <cmath>

#include "base/utf8.h"
#include "expr/aggregate.h"
#include "expr/infer.h"
#include "types/text.h"

namespace rowkind {

namespace {

std::shared_ptr<Expr> call_node(const ScalarFunction& function, ExprList operands, LogicalType type,
                                Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::kCall;
  expr->function = &function;
  expr->operands = std::move(operands);
  expr->type = std::move(type);
  expr->span = span;
  return expr;
}

[[noreturn]] void unknown_function(std::string_view name, const ExprList& operands, Span span) {
  throw Failure("sql/unknown-function",
                "No match found for function signature " + signature_text(ascii_upper(name), operands), span,
                did_you_mean(ascii_upper(name), function_names()));
}

// 12 as DECIMAL(12, 2): the literal keeps how it was written.
ExprPtr literal_to_number(const Expr& from, const LogicalType& to, Span span) {
  Int128 unscaled = 0;
  int32_t scale = 0;
  if (from.type.is_integer()) {
    unscaled = from.literal.integer();
  } else if (from.type.is(TypeRoot::kDecimal)) {
    unscaled = from.literal.decimal().unscaled;
    scale = from.literal.decimal().scale;
  } else {
    return nullptr;
  }
  Result<Value> value = cast_value(from.literal, from.type, to, CastOptions{});
  if (!value.ok() || value->is_null()) return nullptr;
  if (to.is_integer()) {
    // Only when nothing is lost: a wrapped or cut number stays a CAST.
    if (scale != 0 || value->integer() != unscaled) return nullptr;
    return literal(*value, to, span);
  }
  auto out = std::make_shared<Expr>(*literal(*value, to, span));
  if (to.is(TypeRoot::kDecimal)) {
    if (scale > to.scale()) return nullptr;
    int32_t written = from.type.is(TypeRoot::kDecimal) ? scale - from.index : 0;
    out->index = to.scale() - written;
  } else {
    out->index = kPlainForm;
  }
  return out;
}

// RexBuilder.makeCast on a literal: the literal itself in the new type where no information is lost, else
// null.
ExprPtr cast_literal(const Expr& from, const LogicalType& to, Span span) {
  if (from.literal.is_null()) return null_literal(to);
  if (is_sarg(from)) return nullptr;
  const LogicalType& type = from.type;
  if (type.is_character() && to.is_character()) {
    int64_t length = utf8_length(from.literal.string());
    bool fits = to.is(TypeRoot::kChar) ? length == to.length() : length <= to.length();
    return fits ? literal(from.literal, to, span) : nullptr;
  }
  if (type.is_binary() && to.is_binary()) {
    int64_t length = static_cast<int64_t>(from.literal.string().size());
    bool fits = to.is(TypeRoot::kBinary) ? length == to.length() : length <= to.length();
    return fits ? literal(from.literal, to, span) : nullptr;
  }
  if (type.is(TypeRoot::kFloat) && to.is(TypeRoot::kDouble)) {
    // The digits stay, not the bits.
    double value = 0;
    if (!parse_java_double(java_float(static_cast<float>(from.literal.floating())), value)) return nullptr;
    auto out = std::make_shared<Expr>(*literal(Value::floating(value), to, span));
    out->index = from.index;
    return out;
  }
  if (type.is_exact() && to.is_numeric()) return literal_to_number(from, to, span);
  if (type.root() == to.root() && type.is_datetime() && to.precision() >= type.precision()) {
    return literal(from.literal, to, span);
  }
  return nullptr;
}

}  // namespace

ExprPtr raw_call(std::string_view name, ExprList operands, LogicalType type, Span span) {
  return call_node(*find_function(name), std::move(operands), std::move(type), span);
}

ExprPtr call_or_throw(std::string_view name, ExprList operands, Span span) {
  const ScalarFunction* function = find_function(name);
  if (function == nullptr) {
    if (find_aggregate(name) != nullptr) {
      throw Failure("sql/aggregate-misplaced",
                    "Aggregate expression is illegal here: " + ascii_upper(name) + "(...)", span);
    }
    unknown_function(name, operands, span);
  }
  if (function->forms != nullptr) check_forms(*function, operands, span);
  if (function->expand != nullptr) {
    ExprPtr expanded = function->expand(operands, span);
    if (expanded) return expanded;
  }
  LogicalType type = function->infer != nullptr ? function->infer(*function, operands, span)
                                                : result_type(function->result, operands);
  return call_node(*function, std::move(operands), std::move(type), span);
}

Result<ExprPtr> make_call(std::string_view name, ExprList operands, Span span) {
  try {
    return call_or_throw(name, std::move(operands), span);
  } catch (const Failure& failure) {
    return failure.error;
  }
}

Result<ExprPtr> make_time_difference(ExprPtr to, ExprPtr from, const LogicalType& interval, Span span) {
  if (!to->type.is_datetime() || !from->type.is_datetime()) {
    return Error{"sql/wrong-arguments",
                 "Cannot apply '-' to arguments of type '" + call_text("-", {to, from}) + "'.", span, ""};
  }
  bool nullable = to->type.nullable() || from->type.nullable();
  return raw_call("-", {std::move(to), std::move(from)}, interval.with_nullable(nullable), span);
}

Result<ExprPtr> make_cast(ExprPtr operand, const LogicalType& to, Span span, bool try_cast) {
  const LogicalType& from = operand->type;
  if (from.equals(to.with_nullable(from.nullable())) && from.time_attribute() == to.time_attribute())
    return operand;
  if (from.is(TypeRoot::kNull)) return null_literal(to.with_nullable(true));
  Status supported = check_cast(from, to);
  if (!supported.ok()) {
    Error error = supported.error();
    error.span = span.known() ? span : operand->span;
    return error;
  }
  if (operand->kind == ExprKind::kLiteral) {
    if (ExprPtr folded = cast_literal(*operand, to, span)) return folded;
  }
  bool nullable = try_cast || from.nullable();
  return raw_call(try_cast ? "TRY_CAST" : "CAST", {std::move(operand)}, to.with_nullable(nullable), span);
}

}  // namespace rowkind
