// The compiler's dispatch, literals, CASE, IN, BETWEEN, LIKE.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>

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

// if (condition) then else otherwise, with the branches unboxed and widened to one primitive where Java does
// so.
class ConditionalNode final : public Node {
 public:
  NodePtr condition, then, otherwise;
  bool three_valued = false;  // a null condition is not true; before 3.7 it is a NullPointerException
  bool unboxes = false;       // a null branch is a NullPointerException
  bool to_double = false;     // an integral branch becomes floating
  Value eval(const EvalContext& context) const override {
    Value chosen = condition->eval(context);
    if (chosen.is_null() && !three_valued) fail_null();
    Value value = (chosen.is_true() ? *then : *otherwise).eval(context);
    if (!unboxes) return value;
    if (value.is_null()) fail_null();
    if (to_double && value.kind() == ValueKind::kInt)
      return Value::floating(static_cast<double>(value.integer()));
    return value;
  }
};

Value find_in_list(const Args& a) {
  const bool negated = a.node.option != 0;
  if (a[0].is_null() && level(a.node.version) < 36) fail_null();
  bool found = false;
  for (size_t i = 1; i < a.node.args.size() && !found; ++i) {
    found = a[0].is_null() ? a[i].is_null() : !a[i].is_null() && a[0].equals(a[i]);
  }
  return Value::boolean(found != negated);
}

Value between_bounds(const Args& a) {
  const bool negated = a.node.option != 0;
  if (a[1].is_null() || a[2].is_null()) fail_null();
  if (a[0].is_null()) return Value::boolean(negated);
  bool inside;
  if (is_number(a[0]) && is_number(a[1]) && a[0].kind() != ValueKind::kDecimal) {
    bool whole = a[0].kind() == ValueKind::kInt;
    inside = whole ? a[0].integer() >= a[1].integer() && a[0].integer() <= a[2].integer()
                   : as_double(a[0]) >= as_double(a[1]) && as_double(a[0]) <= as_double(a[2]);
  } else {
    inside = compare_same(a[0], a[1]) >= 0 && compare_same(a[0], a[2]) <= 0;
  }
  return Value::boolean(inside != negated);
}

Value find_pattern(const Args& a) {
  return Value::boolean(contains_match(a[1].string(), a[0].string()) != (a.node.option != 0));
}

char escape_of(const Args& a) {
  if (a.node.args.size() < 3) return '\0';
  std::string_view escape = a[2].string();
  if (escape.size() != 1) fail_run("Invalid escape character '" + std::string(escape) + "'");
  return escape[0];
}

Value sql_like(const Args& a) {
  return Value::boolean(like(a[0].string(), a[1].string(), escape_of(a)) != (a.node.option != 0));
}

Value similar(const Args& a) {
  std::string pattern = similar_to_regex(a[1].string(), escape_of(a));
  return Value::boolean(full_match(pattern, a[0].string()) != (a.node.option != 0));
}

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
      if (const auto& interval = static_cast<const sql::Interval&>(*expr); !interval.value)
        return constant(Value::integer(interval.amount), JavaType::kPeriod, interval.type);
      break;
    case sql::ExprKind::kSubquery:
      if (projection() && static_cast<const sql::Subquery&>(*expr).form == sql::SubqueryKind::kExists)
        refuse("No match found for function signature EXISTS", *expr);
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
  not_java("the literal " + calcite_text(literal, text_) + " has no form in Java");
  size_t dot = literal.text.find('.');
  int32_t digits = dot == std::string::npos ? 0 : static_cast<int32_t>(literal.text.size() - dot - 1);
  LogicalType type = LogicalType::timestamp(digits);
  if (literal.literal == sql::LiteralKind::kTime) type = LogicalType::time(digits);
  if (literal.literal == sql::LiteralKind::kBinary)
    type = LogicalType::binary(std::max<int32_t>(1, static_cast<int32_t>(literal.text.size() / 2)));
  return constant(Value::null(), JavaType::kNull, cap(type));
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
    return constant(Value::floating(value), JavaType::kPrimitiveDouble, LogicalType::double_type());
  }
  if (dot == std::string::npos || dot + 1 == text.size()) {
    errno = 0;
    int64_t whole = std::strtoll((negative ? "-" + text : text).c_str(), nullptr, 10);
    if (errno == ERANGE) out_of_range();
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

NodePtr ExprCompiler::conditional(NodePtr condition, NodePtr then, NodePtr otherwise,
                                  const LogicalType& type) {
  auto node = std::make_shared<ConditionalNode>();
  JavaType a = then->java, b = otherwise->java;
  JavaType number_a = numeric_primitive(a), number_b = numeric_primitive(b);
  auto one_of = [&](JavaType x, JavaType y) { return (a == x && b == y) || (a == y && b == x); };
  node->three_valued = since(37);
  if (a == b) {
    node->java = a;
  } else if (a == JavaType::kNull || b == JavaType::kNull) {
    node->java = boxed(a == JavaType::kNull ? b : a);
  } else if (number_a != JavaType::kNull && number_b != JavaType::kNull) {
    node->java = one_of(JavaType::kByte, JavaType::kShort) ? JavaType::kShort : std::max(number_a, number_b);
    node->unboxes = true;
    node->to_double = node->java == JavaType::kPrimitiveFloat || node->java == JavaType::kPrimitiveDouble;
  } else if (is_boolean(a) && is_boolean(b)) {
    node->java = JavaType::kBool;
    node->unboxes = true;
  } else {
    if (a != JavaType::kObject && b != JavaType::kObject)
      not_java("branches of " + class_name(a, version()) + " and " + class_name(b, version()));
    node->java = JavaType::kObject;
  }
  node->type = type;
  node->condition = std::move(condition);
  node->then = std::move(then);
  node->otherwise = std::move(otherwise);
  return node;
}

NodePtr ExprCompiler::choose(const std::vector<std::pair<NodePtr, NodePtr>>& whens, NodePtr otherwise,
                             const sql::Expr& at) {
  std::vector<NodePtr> results;
  for (const auto& [condition, result] : whens) results.push_back(result);
  results.push_back(otherwise);
  LogicalType type;
  std::optional<LogicalType> common = least_restrictive(results);
  if (common) {
    type = *common;
    if (projection() && type.is_timestamp()) {
      for (NodePtr& result : results)
        if (result->type.is(TypeRoot::kDate)) result = cast(result, type, false, at);
    }
  } else if (projection()) {
    // CASE coercion: everything becomes text if one branch is text.
    bool text =
        std::any_of(results.begin(), results.end(), [](const NodePtr& n) { return n->type.is_character(); });
    if (!text)
      refuse("Illegal mixing of types in CASE or COALESCE statement", at, "CAST the branches to one type");
    for (NodePtr& result : results) result = as_text(result, at);
    type = LogicalType::string();
  }
  NodePtr out = results.back();
  for (size_t i = whens.size(); i-- > 0;) {
    JavaType condition = whens[i].first->java;
    if (!is_boolean(condition) && !(condition == JavaType::kNull && since(37)))
      not_java("a condition must be a BOOLEAN");
    out = conditional(whens[i].first, results[i], out, type);
  }
  return out;
}

NodePtr ExprCompiler::case_of(const sql::Case& node) {
  std::vector<std::pair<NodePtr, NodePtr>> whens;
  for (const sql::Case::When& when : node.whens) {
    NodePtr condition;
    for (const sql::ExprPtr& part : when.conditions) {
      NodePtr test = compile(part);
      if (node.operand) {
        NodePtr operand = compile(node.operand);
        if (projection()) coerce_pair(operand, test, *part);
        test = equal(operand, test, false);
      }
      condition = std::move(test);
    }
    whens.emplace_back(std::move(condition), compile(when.result));
  }
  NodePtr otherwise =
      node.otherwise ? compile(node.otherwise) : constant(Value::null(), JavaType::kNull, LogicalType());
  return choose(whens, std::move(otherwise), node);
}

NodePtr ExprCompiler::conditional_call(const std::string& name, const sql::Call& call) {
  std::vector<NodePtr> args;
  for (const sql::Argument& argument : call.arguments) args.push_back(compile(argument.value));
  if (name == "IF") return if_call(std::move(args), call);
  // COALESCE: a projection's validator writes CASE WHEN a IS NOT NULL THEN a ... END, a filter calls a method
  // that returns Object.
  if (args.empty())
    refuse("Invalid number of arguments to function 'COALESCE'. Was expecting 1 arguments", call);
  if (projection()) {
    std::vector<std::pair<NodePtr, NodePtr>> whens;
    for (size_t i = 0; i + 1 < args.size(); ++i) {
      JavaText present;
      present << constant(Value::null(), JavaType::kNull, LogicalType()) << JavaOp::kNotEqual << args[i];
      whens.emplace_back(present.read(*this, LogicalType::boolean()), args[i]);
    }
    return choose(whens, args.back(), call);
  }
  std::optional<LogicalType> common = least_restrictive(args);
  Evaluate first_present = [](const Args& a) {
    for (size_t i = 0; i < a.node.args.size(); ++i)
      if (!a[i].is_null()) return a[i];
    return Value::null();
  };
  return function(first_present, OnNull::kSee, JavaType::kObject, common.value_or(LogicalType()),
                  std::move(args));
}

// IF has no parentheses in Java, other than CASE.
NodePtr ExprCompiler::if_call(std::vector<NodePtr> args, const sql::Call& call) {
  if (args.size() != 3)
    refuse("Invalid number of arguments to function 'IF'. Was expecting 3 arguments", call);
  LogicalType type = args[1]->type;
  if (projection()) {
    const LogicalType &a = args[1]->type, &b = args[2]->type;
    if (!args[0]->type.is(TypeRoot::kBoolean) && !args[0]->type.is(TypeRoot::kNull))
      refuse("Cannot apply 'IF' to arguments of type 'IF(<" + calcite_type(args[0]->type) + ">, <" +
                 calcite_type(a) + ">, <" + calcite_type(b) +
                 ">)'. Supported form(s): 'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'",
             call);
    const bool texts = (a.is_character() || a.is_binary()) && (b.is_character() || b.is_binary());
    const bool family = texts || (a.is_numeric() && b.is_numeric()) || a.root() == b.root() ||
                        (a.is_timestamp() && b.is_timestamp());
    if (a.is_numeric() && b.is_numeric()) type = *least_restrictive({args[1], args[2]});
    if (!family && !a.is(TypeRoot::kNull)) {  // no signature has both: they become texts
      args[1] = as_text(args[1], call);
      args[2] = as_text(args[2], call);
      type = LogicalType::string();
    }
  } else {
    type = least_restrictive({args[1], args[2]}).value_or(LogicalType());
  }
  JavaText text;
  text << args[0] << JavaOp::kIf << args[1] << JavaOp::kElse << args[2];
  return text.read(*this, type);
}

NodePtr ExprCompiler::in(const sql::In& node) {
  if (node.query) refuse("Unrecognized expression: IN with a query", node, "only lists are supported");
  std::vector<NodePtr> args = {compile(node.operand)};
  for (const sql::ExprPtr& item : node.list) {
    NodePtr value = compile(item);
    if (projection() && value->type.is_character() && args[0]->type.is_numeric())
      value = cast(value, args[0]->type, false, *item);
    args.push_back(std::move(value));
  }
  if (projection() && args[0]->type.is_character()) {
    // Numbers alone draw the text to their type; among texts they become texts.
    std::vector<NodePtr> list(args.begin() + 1, args.end());
    bool numbers =
        std::all_of(list.begin(), list.end(), [](const NodePtr& n) { return n->type.is_numeric(); });
    if (numbers) args[0] = cast(args[0], *least_restrictive(list), false, node);
    for (size_t i = 1; !numbers && i < args.size(); ++i) args[i] = as_text(args[i], node);
  }
  if (scope_.sql_semantics) return sql_in(std::move(args), node.negated);
  JavaType wanted = boxed(args[0]->java);
  bool listed = (wanted >= JavaType::kByte && wanted <= JavaType::kString);
  if (wanted == JavaType::kDecimal && !since(36)) listed = false;
  for (size_t i = 1; i < args.size(); ++i)
    listed = listed && (boxed(args[i]->java) == wanted || args[i]->java == JavaType::kNull);
  if (!listed)
    not_java("IN of a " + class_name(wanted, version()) +
             " needs values of that class: CAST the values of the list");
  return function(find_in_list, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), std::move(args),
                  node.negated ? 1 : 0);
}

NodePtr ExprCompiler::between(const sql::Between& node) {
  NodePtr value = compile(node.operand), low = compile(node.low), high = compile(node.high);
  if (projection()) {
    coerce_pair(value, low, *node.low);
    coerce_pair(value, high, *node.high);
  }
  JavaType wanted = boxed(value->java);
  auto fits = [&](const NodePtr& bound) {
    if (wanted == JavaType::kString || wanted == JavaType::kDecimal)
      return bound->java == wanted && (wanted == JavaType::kString || since(36));
    JavaType from = numeric_primitive(bound->java);
    // Byte and Short bounds are byte and short, which no int is converted to.
    if (wanted == JavaType::kByte) return bound->java == JavaType::kByte;
    if (wanted == JavaType::kShort) return bound->java == JavaType::kByte || bound->java == JavaType::kShort;
    JavaType to = numeric_primitive(wanted);
    return to != JavaType::kNull && from != JavaType::kNull && from <= to;
  };
  if (scope_.sql_semantics && !node.symmetric) return sql_between(value, low, high, node.negated);
  if (node.symmetric && projection())
    refuse("No match found for function signature " + std::string(node.negated ? "NOT " : "") +
               "BETWEEN SYMMETRIC",
           node);
  if (node.symmetric || !fits(low) || !fits(high))
    not_java("there is no BETWEEN of a " + class_name(wanted, version()) + " for these bounds");
  return function(between_bounds, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {value, low, high},
                  node.negated ? 1 : 0);
}

void ExprCompiler::refuse_like(const sql::Like& node) const {
  if (!projection()) refuse("Unrecognized expression: " + calcite_text(node, text_), node);
  const char* form = node.form == sql::LikeKind::kSimilarTo ? "SIMILAR TO"
                     : node.form == sql::LikeKind::kRlike   ? "RLIKE"
                                                            : "ILIKE";
  refuse("No match found for function signature " + std::string(node.negated ? "NOT " : "") + form, node,
         node.form == sql::LikeKind::kSimilarTo ? "SIMILAR TO came with 3.7" : "");
}

NodePtr ExprCompiler::like(const sql::Like& node) {
  std::vector<NodePtr> args = {compile(node.operand), compile(node.pattern)};
  if (node.escape) args.push_back(compile(node.escape));
  for (NodePtr& arg : args) {
    if (projection() && !arg->type.is_character()) arg = as_text(arg, node);
    if (arg->java != JavaType::kString && arg->java != JavaType::kNull) not_java("LIKE takes texts");
  }
  bool standard = node.escape || node.form != sql::LikeKind::kLike || scope_.sql_semantics;
  if (standard && !since(37)) {
    if (node.form != sql::LikeKind::kLike) refuse_like(node);
    not_java("LIKE takes no ESCAPE before 3.7");
  }
  if (node.form == sql::LikeKind::kRlike || node.form == sql::LikeKind::kIlike) refuse_like(node);
  Evaluate evaluate = node.form == sql::LikeKind::kSimilarTo ? similar : standard ? sql_like : find_pattern;
  return function(evaluate, standard ? OnNull::kNull : OnNull::kFail,
                  standard ? JavaType::kBoolean : JavaType::kBool, LogicalType::boolean(), std::move(args),
                  node.negated ? 1 : 0);
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
  refuse_signature(name, args, call, hint);
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
