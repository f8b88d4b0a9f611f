// The compiler's dispatch, literals, calls.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/limits.h"
#include "base/utf8.h"
#include "cdc/expr_internal.h"
#include "cdc/java_regex.h"
#include "cdc/java_text.h"
#include "changelog/notation.h"
#include "expr/functions/regex.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind::cdc {
namespace {

// Up to 3.5 a literal's text is pasted into a Java string literal.
std::string java_unescape(const std::string& text, bool& valid) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') valid = false;
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    char next = i + 1 < text.size() ? text[++i] : '\0';
    constexpr std::string_view kFrom = "ntrbf0\\'\"s";
    constexpr std::string_view kTo("\n\t\r\b\f\0\\'\" ", 10);
    size_t at = kFrom.find(next);
    if (next == '\0' || at == std::string_view::npos) {
      valid = false;
    } else {
      out += kTo[at];
    }
  }
  return out;
}

}  // namespace

NodePtr ExprCompiler::compile(const sql::ExprPtr& expr) {
  switch (expr->kind) {
    case sql::ExprKind::kLiteral:
      return literal(static_cast<const sql::Literal&>(*expr));
    case sql::ExprKind::kColumn:
      return column(static_cast<const sql::Column&>(*expr));
    case sql::ExprKind::kOperator:
      return operation(static_cast<const sql::Operator&>(*expr));
    case sql::ExprKind::kCase:
      return case_of(static_cast<const sql::Case&>(*expr));
    case sql::ExprKind::kCast:
      return cast_of(static_cast<const sql::Cast&>(*expr));
    case sql::ExprKind::kCall:
      return call(static_cast<const sql::Call&>(*expr));
    case sql::ExprKind::kIn:
      return in(static_cast<const sql::In&>(*expr));
    case sql::ExprKind::kBetween:
      return between(static_cast<const sql::Between&>(*expr));
    case sql::ExprKind::kLike:
      return like(static_cast<const sql::Like&>(*expr));
    case sql::ExprKind::kJsonCall: {
      const auto& call = static_cast<const sql::JsonCall&>(*expr);
      std::vector<NodePtr> args;
      std::string name = ascii_upper(call.name.last());
      NodePtr symbol = constant(Value::string(""), JavaType::kString, LogicalType(TypeRoot::kSymbol));
      if (name == "JSON_OBJECT") args.push_back(symbol);
      for (const sql::ExprPtr& argument : call.arguments) args.push_back(compile(argument));
      if (name == "JSON_QUERY") args.insert(args.end(), 3, symbol);
      if (projection()) refuse_signature(name, args, *expr);
      break;
    }
    case sql::ExprKind::kSymbol:
      return constant(Value::string(static_cast<const sql::Symbol&>(*expr).name), JavaType::kString,
                      LogicalType(TypeRoot::kSymbol));
    case sql::ExprKind::kInterval:
      if (const auto& interval = static_cast<const sql::Interval&>(*expr); !interval.value) {
        if (!since(37)) not_java("an INTERVAL has no Java before 3.7");
        return constant(Value::integer(interval.amount), JavaType::kPeriod, interval.type);
      }
      break;
    case sql::ExprKind::kSubquery:
      if (projection() && static_cast<const sql::Subquery&>(*expr).form == sql::SubqueryKind::kExists)
        refuse("No match found for function signature EXISTS", *expr);
      if (projection()) refuse("Unrecognized expression: (" + calcite_text(*expr, text_) + ")", *expr);
      break;
    case sql::ExprKind::kQuantified:
      if (projection())
        refuse(std::string(static_cast<const sql::Quantified&>(*expr).all ? "ALL" : "SOME") +
                   " is only supported if expand = false",
               *expr);
      break;
    case sql::ExprKind::kDynamicParameter:
      if (projection()) refuse("Illegal use of dynamic parameter", *expr);
      break;
    default:
      break;
  }
  refuse("Unrecognized expression: " + calcite_text(*expr, text_), *expr,
         "subqueries, aggregates and windows have no place in a transform");
}

NodePtr ExprCompiler::literal(const sql::Literal& literal) {
  switch (literal.literal) {
    case sql::LiteralKind::kNull:
      return constant(Value::null(), JavaType::kNull, LogicalType());
    case sql::LiteralKind::kUnknown:
      return constant(Value::null(), JavaType::kNull, LogicalType::boolean());
    case sql::LiteralKind::kBoolean:
      return constant(Value::boolean(literal.text == "TRUE" || literal.text == "true"), JavaType::kBool,
                      LogicalType::boolean());
    case sql::LiteralKind::kString:
      return string_literal(literal.text);
    case sql::LiteralKind::kApproximate:
    case sql::LiteralKind::kExact:
      return number(literal);
    case sql::LiteralKind::kDate: {
      // 2020-01-31 in Java is a subtraction; a part with a leading zero is octal.
      int32_t year = 0, month = 0, day = 0;
      if (std::sscanf(literal.text.c_str(), "%d-%d-%d", &year, &month, &day) != 3 || month == 8 ||
          month == 9 || day == 8 || day == 9)
        not_java("a DATE literal is written into the Java source as " + literal.text);
      return constant(Value::integer(year - month - day), JavaType::kInt, LogicalType::date());
    }
    default:
      break;
  }
  if (literal.literal == sql::LiteralKind::kBinary) return binary_literal(literal);
  not_java("the literal " + calcite_text(literal, text_) + " has no form in Java");
  size_t dot = literal.text.find('.');
  int32_t digits = dot == std::string::npos ? 0 : static_cast<int32_t>(literal.text.size() - dot - 1);
  LogicalType type = LogicalType::timestamp(digits);
  if (literal.literal == sql::LiteralKind::kTime) type = LogicalType::time(digits);
  return constant(Value::null(), JavaType::kNull, cap(type));
}

// X'05' stands in Java as its bits, which Java reads as a decimal number: 101.
NodePtr ExprCompiler::binary_literal(const sql::Literal& literal) {
  if (literal.text.empty() && projection())
    refuse("Binary string length must be between 1 and 2147483647 (both inclusive).", literal);
  int64_t bits = 0;
  for (char c : literal.text) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    for (int bit = 3; bit >= 0 && bits <= std::numeric_limits<int32_t>::max(); --bit)
      bits = bits * 10 + (digit >> bit & 1);
  }
  if (bits > std::numeric_limits<int32_t>::max() || literal.text.empty())
    not_java("the literal " + calcite_text(literal, text_) + " is no int in Java");
  return constant(Value::integer(bits), JavaType::kInt,
                  LogicalType::binary(std::max<int32_t>(1, static_cast<int32_t>(literal.text.size() / 2))));
}

// Java reads what BigDecimal prints: 1e0 is the int 1 there, 1.5 a double, whatever Calcite calls them.
NodePtr ExprCompiler::number(const sql::Literal& literal, bool negative) {
  const std::string& text = literal.text;
  auto out_of_range = [&] {
    if (projection()) refuse("Numeric literal '" + ascii_upper(text) + "' out of range", literal);
  };
  const double value = std::strtod(text.c_str(), nullptr);
  const size_t exponent = text.find_first_of("eE"), dot = text.find('.');
  if (exponent != std::string::npos) {
    if (!std::isfinite(value)) out_of_range();
    size_t fraction = dot == std::string::npos ? 0 : exponent - dot - 1;
    bool whole = static_cast<int64_t>(fraction) == std::strtoll(text.c_str() + exponent + 1, nullptr, 10);
    if (whole && std::fabs(value) <= 2147483647)
      return constant(Value::integer(static_cast<int64_t>(value)), JavaType::kInt,
                      LogicalType::double_type());
    if (value == 0 && text.substr(0, exponent).find_first_of("123456789") != std::string::npos)
      not_java("the literal is too small for a double");
    return constant(Value::floating(value), JavaType::kPrimitiveDouble, LogicalType::double_type());
  }
  if (dot == std::string::npos || dot + 1 == text.size()) {
    errno = 0;
    int64_t whole = std::strtoll((negative ? "-" + text : text).c_str(), nullptr, 10);
    if (errno == ERANGE) refuse("Numeric literal '" + text + "' out of range", literal);
    bool wide = whole > 2147483647 || whole < -2147483648LL;
    return constant(Value::integer(whole), wide ? JavaType::kLong : JavaType::kInt,
                    wide ? LogicalType::bigint() : LogicalType::integer());
  }
  int32_t scale = static_cast<int32_t>(text.size() - dot - 1);
  int32_t whole = static_cast<int32_t>(dot) - (text[0] == '0' ? 1 : 0);
  if (whole + scale > (scope_.wide_decimals ? 38 : 19)) out_of_range();
  int32_t precision = std::min(38, static_cast<int32_t>(text.size()) - 1);  // a zero in front counts
  return constant(Value::floating(value), JavaType::kPrimitiveDouble,
                  LogicalType::decimal(precision, std::min(scale, precision)));
}

NodePtr ExprCompiler::string_literal(const std::string& text) {
  LogicalType type = LogicalType::character(static_cast<int32_t>(std::max<int64_t>(1, utf8_length(text))));
  if (text.find('\n') != std::string::npos) not_java("a line break inside a literal");
  if (since(36)) return constant(Value::string(text), JavaType::kString, type);
  bool valid = true;
  std::string unescaped = java_unescape(text, valid);
  if (!valid)
    not_java("the literal's text is pasted into a Java string: write \\\\ for \\, and no double quotes");
  return constant(Value::string(unescaped), JavaType::kString, type);
}

NodePtr ExprCompiler::call(const sql::Call& call) {
  std::string name = ascii_upper(call.name.last());
  for (const sql::Argument& argument : call.arguments)
    if (projection() && argument.value->kind == sql::ExprKind::kStar) refuse("Unknown identifier '*'", call);
  for (const sql::Argument& argument : call.arguments) {
    if (projection() || argument.value->kind != sql::ExprKind::kStar) continue;
    not_java("there is no function " + name + "(*)");
    return constant(Value::null(), JavaType::kObject, LogicalType());
  }
  if (name == "$LITERALCHAIN" && projection())
    refuse("No match found for function signature $LiteralChain", call);
  if (name == "$LITERALCHAIN") refuse("Unrecognized expression: " + calcite_text(call, text_), call);
  if (scope_.functions &&
      std::find(scope_.functions->begin(), scope_.functions->end(), name) != scope_.functions->end())
    refuse("The user's own function " + call.name.last() + " cannot run here", call,
           "its code is not part of the pipeline; leave the column away to try the rest");
  if (name == "IF" || name == "COALESCE") return conditional_call(name, call);
  std::vector<NodePtr> args;
  for (const sql::Argument& argument : call.arguments) args.push_back(compile(argument.value));
  NodePtr node = compile_function(*this, name, call, args);
  if (node) return node;
  std::string hint = is_known_function(name, Version::k37) ? "this function came with a later version" : "";
  const bool grammar = call.syntax == sql::CallSyntax::kExtract ||
                       call.syntax == sql::CallSyntax::kPosition || call.over || call.filter;
  if (!projection() && grammar) refuse("Unrecognized expression: " + calcite_text(call, text_), call, hint);
  if (projection() && call.syntax == sql::CallSyntax::kNoParens)
    refuse("Column '" + name + "' not found in any table", call);
  if (!projection()) {
    not_java("there is no function " + name + (hint.empty() ? "" : ": " + hint));
    return constant(Value::null(), JavaType::kObject, LogicalType());
  }
  refuse_signature(call.syntax == sql::CallSyntax::kPlain ? call.name.last() : name, args, call, hint);
}

namespace {

const char* unit_family(const Value& unit) {
  std::string_view name = unit.string();
  if (name.empty()) return "<SYMBOL>";
  bool months = name == "YEAR" || name == "QUARTER" || name == "MONTH" || name == "DECADE" ||
                name == "CENTURY" || name == "MILLENNIUM" || name == "ISOYEAR";
  return months ? "<INTERVAL_YEAR_MONTH>" : "<INTERVAL_DAY_TIME>";
}

}  // namespace

void ExprCompiler::refuse_signature(const std::string& name, const std::vector<NodePtr>& args,
                                    const sql::Expr& at, const std::string& hint) const {
  std::string signature;
  for (const NodePtr& arg : args) {
    const LogicalType& t = arg->type;
    const char* family = t.is_character()           ? "<CHARACTER>"
                         : t.is_numeric()           ? "<NUMERIC>"
                         : t.is(TypeRoot::kBoolean) ? "<BOOLEAN>"
                         : t.is(TypeRoot::kDate)    ? "<DATE>"
                         : t.is(TypeRoot::kTime)    ? "<TIME>"
                         : t.is_timestamp()         ? "<TIMESTAMP>"
                         : t.is_binary()            ? "<BINARY>"
                         : t.is(TypeRoot::kNull)    ? "<NULL>"
                         : t.is(TypeRoot::kSymbol)  ? unit_family(*arg->literal())
                                                    : "<ANY>";
    signature += (signature.empty() ? "" : ", ") + std::string(family);
  }
  refuse("No match found for function signature " + name + "(" + signature + ")", at, hint);
}

}  // namespace rowkind::cdc
