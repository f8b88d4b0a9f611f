// Literals: Calcite's types (INT where it fits, DECIMAL by the digits written, CHAR(n)).
#include "base/utf8.h"
#include "plan/bind.h"
#include "types/decimal.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

constexpr int32_t kMaxDecimal = 38;

[[noreturn]] void out_of_range(const std::string& text, Span span) {
  throw Failure("sql/number-range", "Numeric literal '" + text + "' out of range", span,
                "its digits must fit into a BIGINT; write CAST('" + text + "' AS DECIMAL(38, 10))");
}

// 12, 12.50, .5. The digits must fit into a long, whatever the type.
ExprPtr exact(const std::string& text, bool negative, Span span) {
  const std::string shown = (negative ? "-" : "") + text;
  Int128 unscaled = 0;
  int32_t digits = 0, scale = 0;
  bool point = false;
  size_t significant = 0;
  for (const char c : text) {
    if (c == '.') {
      point = true;
      continue;
    }
    if (significant > 0 || c != '0') ++significant;
    if (significant > static_cast<size_t>(kMaxDecimal)) out_of_range(shown, span);
    unscaled = unscaled * 10 + (c - '0');
    ++digits;
    if (point) ++scale;
  }
  if (negative) unscaled = -unscaled;
  if (unscaled > INT64_MAX || unscaled < INT64_MIN) out_of_range(shown, span);
  if (scale == 0) {
    const auto value = static_cast<int64_t>(unscaled);
    return literal(Value::integer(value),
                   value <= INT32_MAX && value >= INT32_MIN ? LogicalType::integer() : LogicalType::bigint(),
                   span);
  }
  return literal(Value::decimal(Decimal{unscaled, scale}),
                 LogicalType::decimal(std::min(digits, kMaxDecimal), scale), span);
}

int32_t fraction_digits(const std::string& text) {
  const size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int32_t>(text.size() - point - 1);
}

ExprPtr temporal(const std::string& text, const LogicalType& type, Span span) {
  CastOptions options;
  options.zone = &TimeZone::utc();
  const Value value = cast_value(Value::string(text), LogicalType::string(), type, options).or_throw();
  return literal(value, type, span);
}

int32_t nibble(char c) {
  return c <= '9' ? c - '0' : c - 'A' + 10;
}

}  // namespace

// Signs in front of a number belong to it. Null: `op` is no such number.
ExprPtr Binder::bind_signed_literal(const sql::Operator& op) {
  bool negative = false;
  const sql::Operator* sign = &op;
  while (sign && sign->op == sql::Op::kNegate) {
    negative = !negative;
    const sql::ExprPtr& operand = sign->operands[0];
    if (const auto* number = sql::node_cast<sql::Literal>(operand)) {
      if (number->literal != sql::LiteralKind::kExact) return nullptr;
      return exact(number->text, negative, op.span);
    }
    sign = sql::node_cast<sql::Operator>(operand);
  }
  return nullptr;
}

ExprPtr Binder::bind_literal(const sql::Literal& node) {
  switch (node.literal) {
    case sql::LiteralKind::kNull:
      return null_literal(LogicalType());
    case sql::LiteralKind::kBoolean:
      return literal(Value::boolean(node.text == "TRUE"), LogicalType::boolean(), node.span);
    case sql::LiteralKind::kUnknown:
      return null_literal(LogicalType::boolean());
    case sql::LiteralKind::kExact:
      return exact(node.text, false, node.span);
    case sql::LiteralKind::kApproximate: {
      CastOptions options;
      options.zone = &TimeZone::utc();
      const Value value =
          cast_value(Value::string(node.text), LogicalType::string(), LogicalType::double_type(), options)
              .or_throw();
      return literal(value, LogicalType::double_type(), node.span);
    }
    case sql::LiteralKind::kString:
      return literal(Value::string(node.text),
                     LogicalType::character(static_cast<int32_t>(utf8_length(node.text))), node.span);
    case sql::LiteralKind::kBinary: {
      std::string bytes;
      for (size_t i = 0; i + 1 < node.text.size(); i += 2)
        bytes += static_cast<char>(nibble(node.text[i]) * 16 + nibble(node.text[i + 1]));
      return literal(Value::bytes(bytes), LogicalType::binary(static_cast<int32_t>(bytes.size())), node.span);
    }
    case sql::LiteralKind::kDate:
      return temporal(node.text, LogicalType::date(), node.span);
    case sql::LiteralKind::kTime:
      return temporal(node.text, LogicalType::time(fraction_digits(node.text)), node.span);
    case sql::LiteralKind::kTimestamp:
      return temporal(node.text, LogicalType::timestamp(fraction_digits(node.text)), node.span);
    case sql::LiteralKind::kTimestampLtz:
      return temporal(node.text, LogicalType::timestamp_ltz(fraction_digits(node.text)), node.span);
  }
  return nullptr;
}

ExprPtr Binder::bind_interval(const sql::Interval& node, Scope& scope, const Place& place) {
  if (!node.value) {
    auto out = std::make_shared<Expr>(*literal(Value::integer(node.amount), node.type, node.span));
    if (node.unit == "WEEK" || node.unit == "QUARTER") out->index = kLongUnit;
    return out;
  }
  const ExprPtr unit = literal(Value::integer(node.amount), node.type, node.span);
  const ExprPtr count = bind(node.value, scope, place);
  if (!count->type.is_exact()) {
    throw Failure("sql/wrong-arguments", "An INTERVAL takes a whole number, not " + count->type.to_string(),
                  node.value->span);
  }
  return make_call("*", {unit, count}, node.span).or_throw();
}

namespace {

bool is_number(const sql::ExprPtr& expr) {
  if (expr->kind == sql::ExprKind::kOperator) {
    const auto& op = static_cast<const sql::Operator&>(*expr);
    return (op.op == sql::Op::kNegate || op.op == sql::Op::kPositive) && is_number(op.operands[0]);
  }
  return expr->kind == sql::ExprKind::kLiteral &&
         static_cast<const sql::Literal&>(*expr).literal == sql::LiteralKind::kExact;
}

// The bound number, signs folded; null: none.
ExprPtr number_of(const ExprPtr& expr) {
  if (expr->kind == ExprKind::kLiteral) return expr->type.is_exact() ? expr : nullptr;
  const bool sign = is_call(*expr, "unary -") || is_call(*expr, "unary +");
  const ExprPtr number = sign ? number_of(expr->operands[0]) : nullptr;
  if (!number || is_call(*expr, "unary +")) return number;
  if (number->type.is_integer())
    return literal(Value::integer(-number->literal.integer()), number->type, expr->span);
  const Decimal value = number->literal.decimal();
  return literal(Value::decimal(Decimal{-value.unscaled, value.scale}), number->type, expr->span);
}

// A number as so many units; what is less than a month or millisecond is cut.
Value in_units(const Expr& number, int32_t amount) {
  if (number.type.is_integer()) return Value::integer(number.literal.integer() * amount);
  const Decimal value = number.literal.decimal();
  return Value::integer(
      static_cast<int64_t>(value.unscaled * amount / static_cast<Int128>(power_of_ten(value.scale))));
}

}  // namespace

// A number that is written in the cast counts units; any other one counts months or milliseconds.
ExprPtr Binder::bind_interval_cast(const sql::Cast& cast, const ExprPtr& operand) {
  const bool long_unit = cast.unit == "WEEK" || cast.unit == "QUARTER";
  const ExprPtr number =
      !cast.safe && cast.amount != 0 && is_number(cast.operand) ? number_of(operand) : nullptr;
  std::shared_ptr<Expr> out;
  if (number) {
    out = std::make_shared<Expr>(*literal(in_units(*number, cast.amount), cast.target.type, cast.span));
  } else {
    out = std::make_shared<Expr>(*make_cast(operand, cast.target.type, cast.span, cast.safe).or_throw());
  }
  if (long_unit && (out->kind == ExprKind::kLiteral || out->kind == ExprKind::kCall)) out->index = kLongUnit;
  return out;
}

}  // namespace rowkind
