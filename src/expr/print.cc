// Plan text of expressions: FlinkRexUtil.getExpressionString (prefix form, literals by digest) over Calcite's
// RexLiteral digests.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/utf8.h"
#include "expr/compare.h"
#include "expr/expr.h"
#include "expr/function.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {

namespace {

// 'it''s' with the character set that Flink gives every text literal.
std::string text_literal(std::string_view text) {
  std::string out = "_UTF-16LE'";
  for (char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + "'";
}

std::string hex_literal(std::string_view bytes) {
  static const char kDigits[] = "0123456789abcdef";
  std::string out = "X'";
  for (char c : bytes) {
    unsigned char byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out + "'";
}

// BigDecimal.toString of the number as it was written: `hidden` trailing zeros are left out.
std::string decimal_literal(Decimal value, int32_t hidden) {
  for (; hidden > 0 && value.unscaled % 10 == 0 && value.scale > 0; --hidden) {
    value.unscaled /= 10;
    --value.scale;
  }
  return decimal_java_text(value);
}

// Shortest digits as d.dddEn; `plain`: without exponent as a DECIMAL of the same digits.
std::string double_literal(double value, bool is_float, bool plain) {
  std::string text = is_float ? java_float(static_cast<float>(value)) : java_double(value);
  bool negative = text[0] == '-';
  size_t e = text.find('E');
  int exponent = e == std::string::npos ? 0 : std::atoi(text.c_str() + e + 1);
  std::string mantissa = text.substr(negative ? 1 : 0, e - (negative ? 1 : 0));
  size_t point = mantissa.find('.');
  if (point == std::string::npos) return text;  // NaN, Infinity
  std::string digits = mantissa.substr(0, point) + mantissa.substr(point + 1);
  int scale = static_cast<int>(mantissa.size() - point - 1) - exponent;
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    --scale;
  }
  while (digits.size() > 1 && digits[0] == '0') digits.erase(0, 1);
  std::string sign = negative ? "-" : "";
  if (plain) {
    if (scale <= 0) return sign + digits + std::string(static_cast<size_t>(-scale), '0');
    while (static_cast<int>(digits.size()) <= scale) digits.insert(digits.begin(), '0');
    digits.insert(digits.size() - static_cast<size_t>(scale), ".");
    return sign + digits;
  }
  int shown = static_cast<int>(digits.size()) - 1 - scale;
  if (digits == "0") shown = 0;
  if (digits.size() > 1) digits.insert(1, ".");
  return sign + digits + "E" + std::to_string(shown);
}

// new BigDecimal(value) as d.dddEn, cut after 20 digits (Calcite's Util.toScientificNotation).
std::string exact_literal(double value) {
  char text[1200];
  std::snprintf(text, sizeof text, "%.1074e", value);
  std::string all(text);
  const size_t e = all.find('e');
  const int exponent = std::atoi(all.c_str() + e + 1);
  const bool negative = all[0] == '-';
  std::string digits = all.substr(negative ? 1 : 0, e - (negative ? 1 : 0));
  digits.erase(1, 1);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.empty()) digits = "0";
  if (digits.size() > 20) digits.resize(20);
  if (digits.size() > 1) digits.insert(1, ".");
  return (negative ? "-" : "") + digits + "E" + std::to_string(exponent);
}

// Without the zeros at the end of a fraction.
std::string trimmed_fraction(std::string text) {
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// The value alone. `in_sarg`: BIGINT has an L there.
std::string value_text(const Value& value, const LogicalType& type, int32_t form, bool in_sarg) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeRoot::kDecimal:
      return decimal_literal(value.decimal(), form);
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      // A bound of a set of ranges may still be the number as it was written.
      if (value.kind() != ValueKind::kDouble)
        return double_literal(to_double(value), type.is(TypeRoot::kFloat), false);
      if (form == kComputedForm && type.is(TypeRoot::kDouble) && std::isfinite(value.floating()))
        return exact_literal(value.floating());
      return double_literal(value.floating(), type.is(TypeRoot::kFloat), form == kPlainForm);
    case TypeRoot::kBigInt:
      return std::to_string(value.integer()) + (in_sarg ? "L" : "");
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
    case TypeRoot::kVariant:
      return text_literal(value.string());
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return hex_literal(value.string());
    case TypeRoot::kDate:
      return date_text(value.integer());
    case TypeRoot::kTime:
      return trimmed_fraction(time_text(value.integer(), 3));
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return trimmed_fraction(timestamp_text(value.timestamp(), 9));
    case TypeRoot::kSymbol:
      return "FLAG(" + std::string(value.string()) + ")";
    default:
      return std::to_string(value.integer());
  }
}

// RexLiteral.shouldIncludeType
bool shows_type(const Value& value, const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
    case TypeRoot::kInt:
    case TypeRoot::kSymbol:
    case TypeRoot::kDate:
      return false;
    case TypeRoot::kChar:
      return value.kind() != ValueKind::kString || utf8_length(value.string()) != type.length();
    case TypeRoot::kTime:
    case TypeRoot::kTimestamp:
      return type.precision() != 0;
    default:
      return true;
  }
}

std::string typed(std::string text, const Value& value, const LogicalType& type) {
  if (shows_type(value, type)) text += ":" + type.to_plan(false);
  return text;
}

std::string sarg_text(const Expr& expr) {
  Sarg sarg = sarg_of(expr);
  auto bound = [&](const Value& value) {
    return typed(value_text(value, expr.type, 0, true), value, expr.type);
  };
  std::string out = "Sarg[";
  const char* separator = "";
  for (const SargRange& range : sarg.ranges) {
    out += separator;
    separator = ", ";
    if (range.lower_closed && range.upper_closed && range.lower.equals(range.upper)) {
      out += bound(range.lower);
      continue;
    }
    out += range.lower_closed ? "[" : "(";
    out += range.lower.is_null() ? "-∞" : bound(range.lower);
    out += "..";
    out += range.upper.is_null() ? "+∞" : bound(range.upper);
    out += range.upper_closed ? "]" : ")";
  }
  if (sarg.null_as == NullAs::kTrue) out += "; NULL AS TRUE";
  if (sarg.null_as == NullAs::kFalse) out += "; NULL AS FALSE";
  return typed(out + "]", expr.literal, expr.type);
}

std::string long_unit(const LogicalType& type) {
  const bool weeks = type.is(TypeRoot::kIntervalDayTime);
  return std::string(weeks ? "INTERVAL WEEK" : "INTERVAL QUARTER") + (type.nullable() ? "" : " NOT NULL");
}

std::string literal_text(const Expr& expr) {
  if (expr.literal.is_null()) return "null:" + expr.type.to_plan(true);
  if (is_sarg(expr)) return sarg_text(expr);
  if (expr.type.is_interval() && expr.index == kLongUnit) {
    return value_text(expr.literal, expr.type, 0, false) + ":" + long_unit(expr.type.with_nullable(true));
  }
  return typed(value_text(expr.literal, expr.type, expr.index, false), expr.literal, expr.type);
}

// "unary -" prints as "-".
std::string_view plan_name(const ScalarFunction& function) {
  std::string_view name = function.name;
  return name.substr(0, 6) == "unary " ? name.substr(6) : name;
}

}  // namespace

std::string to_plan_text(const Expr& expr, const std::vector<std::string>& inputs) {
  switch (expr.kind) {
    case ExprKind::kInputRef: {
      size_t i = static_cast<size_t>(expr.index);
      return i < inputs.size() ? inputs[i] : "$" + std::to_string(expr.index);
    }
    case ExprKind::kLiteral:
      return literal_text(expr);
    case ExprKind::kFieldAccess:
      return to_plan_text(*expr.operands[0], inputs) + "." +
             expr.operands[0]->type.fields()[static_cast<size_t>(expr.index)].name;
    case ExprKind::kCorrelRef:
      return "$cor" + std::to_string(expr.correl_id) + ".$" + std::to_string(expr.index);
    case ExprKind::kCall: {
      std::string out(plan_name(*expr.function));
      out += "(";
      const char* separator = "";
      for (const ExprPtr& operand : expr.operands) {
        out += separator + to_plan_text(*operand, inputs);
        separator = ", ";
      }
      if (is_call(expr, "CAST") || is_call(expr, "TRY_CAST")) {
        out += " AS " + (expr.index == kLongUnit ? long_unit(expr.type) : expr.type.to_plan(true));
      }
      return out + ")";
    }
    case ExprKind::kOver:
      return "OVER";
    case ExprKind::kSubquery:
      return "SUBQUERY";
  }
  return {};
}

}  // namespace rowkind
