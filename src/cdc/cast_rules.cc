// What the validator and the translator say about CAST and TRY_CAST.
#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "cdc/expr_internal.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

Value cast_argument(const Args& a) {
  const LogicalType& target = a.node.type;
  return cast_java(a[0], a.node.args[0]->java, target, a.node.option != 0, a.node.version, *a.context.zone);
}

}  // namespace

NodePtr ExprCompiler::as_text(const NodePtr& node, const sql::Expr& at) {
  if (node->type.is_character() || node->type.is(TypeRoot::kNull)) return node;
  return cast(node, LogicalType::string(), false, at);
}

bool ExprCompiler::is_cast_target(const LogicalType& target) {
  return target.is(TypeRoot::kBoolean) || target.is_numeric() || target.is_character() ||
         target.is(TypeRoot::kTimestamp);
}

void ExprCompiler::refuse_target(const std::string& written, const LogicalType& target,
                                 const sql::Expr& at) const {
  refuse("Unsupported data type cast: " + written, at,
         target.is(TypeRoot::kDate) ? "use TO_DATE" : "casts go to BOOLEAN, numbers, VARCHAR and TIMESTAMP");
}

NodePtr ExprCompiler::cast(const NodePtr& node, const LogicalType& target, bool safe, const sql::Expr& at) {
  if (target.is(TypeRoot::kTimestampLtz))
    refuse_target("TIMESTAMP(" + std::to_string(target.precision()) + ") WITH LOCAL TIME ZONE", target, at);
  if (!is_cast_target(target)) refuse_target(calcite_type(target), target, at);
  LogicalType type = cap(target);
  return function(cast_argument, OnNull::kNull, class_of(type), type, {node}, safe ? 1 : 0);
}

namespace {

// Which casts Calcite's validator lets pass (SqlTypeCoercionRule).
bool can_cast(const LogicalType& from, const LogicalType& to) {
  if (from.is(TypeRoot::kNull) || is_zoned(from)) return true;
  if (from.is_nested() || to.is_nested()) return from.root() == to.root() && !from.is(TypeRoot::kRow);
  if (from.is(TypeRoot::kVariant)) return false;
  if (to.is_character() || from.is_character()) return true;
  const bool number = from.is_numeric(), stamp = from.is_timestamp();
  switch (to.root()) {
    case TypeRoot::kBoolean:
      return number || from.is(TypeRoot::kBoolean);
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      return from.is_binary() || stamp || from.root() == to.root();
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return number || from.is_binary() || from.is_datetime();
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return from.is_binary();
    default:
      return number || stamp || from.is(TypeRoot::kBoolean);
  }
}

// A CAST of a literal to a number is a literal to the validator, and a CAST around it is checked as one.
void check_folded(const ExprCompiler& compiler, const Node& literal, const LogicalType& folded,
                  const LogicalType& target, const sql::Expr& at) {
  Value value =
      cast_java(*literal.literal(), literal.java, folded, false, compiler.version(), TimeZone("UTC", 0));
  if (value.is_null()) return;
  const bool whole = folded.is_integer();
  const double number = as_double(value);
  if (!whole && number == std::floor(number) && std::fabs(number) < 9.0e18)
    value = Value::integer(static_cast<int64_t>(number));
  if (value.kind() == ValueKind::kInt && narrow(value.integer(), target.root()).integer() == value.integer())
    return;
  std::string text = whole ? std::to_string(value.integer()) : java_double(number);
  const bool small = whole && !target.is(TypeRoot::kInt);
  compiler.refuse(
      small ? "Value out of range. Value:\"" + text + "\" Radix:10" : "For input string: \"" + text + "\"",
      at, "the constant is no whole number of that type");
}

// The validator reads literals as whole numbers at once, as Integer.parseInt() and the like do.
void check_literal(const ExprCompiler& compiler, const Node& literal, const LogicalType& target,
                   const sql::Expr& at) {
  const Value& value = *literal.literal();
  const bool number = literal.type.is_integer();
  if (!target.is_integer() && (value.is_null() || !is_boolean(literal.java))) return;
  if (target.is(TypeRoot::kDecimal))
    compiler.refuse("While compiling [CAST(" + std::string(value.as_bool() ? "true" : "false") +
                        "):" + calcite_type(compiler.cap(target)) + " NOT NULL]",
                    at, "a BOOLEAN literal is no number");
  if (value.is_null() || !(number || is_boolean(literal.java) || literal.type.is(TypeRoot::kDouble))) return;
  if (number && narrow(value.integer(), target.root()).integer() == value.integer()) return;
  std::string text = number                     ? std::to_string(value.integer())
                     : is_boolean(literal.java) ? (value.as_bool() ? "true" : "false")
                                                : java_double(as_double(value));
  bool small = number && !target.is(TypeRoot::kInt);
  compiler.refuse(
      small ? "Value out of range. Value:\"" + text + "\" Radix:10" : "For input string: \"" + text + "\"",
      at, "the literal is no whole number of that type");
}

void refuse_binary(const ExprCompiler& compiler, const Node& operand, bool without_length,
                   const sql::Expr& at) {
  const std::string hint = "casts go to BOOLEAN, numbers, VARCHAR and TIMESTAMP";
  const Value* literal = operand.literal();
  if (literal && literal->kind() == ValueKind::kString)
    compiler.refuse("value " + std::string(literal->string()) +
                        " does not match type class org.apache.calcite.avatica.util.ByteString",
                    at, hint);
  if (without_length)
    compiler.refuse("Variable binary string length must be between 1 and 2147483647 (both inclusive).", at,
                    hint);
}

// Types of Flink that Calcite's grammar does not have.
bool is_unknown_to_calcite(std::string_view name) {
  return name == "STRING" || name == "BYTES" || name == "TIMESTAMP_LTZ" || name == "VARIANT";
}

}  // namespace

// The offset of the AS in front of a type.
size_t ExprCompiler::before(Span type) const {
  size_t at = static_cast<size_t>(type.offset);
  while (at > 0 && text_[at - 1] == ' ') --at;
  return at - std::min<size_t>(2, at);
}

// What Calcite's parser says about a token that Flink's knows.
void ExprCompiler::refuse_token(const std::string& token, size_t offset, const sql::Expr& at,
                                const std::string& hint) const {
  std::string_view head = text_.substr(0, offset);
  size_t line = static_cast<size_t>(std::count(head.begin(), head.end(), '\n')) + 1;
  size_t column = offset - (head.rfind('\n') == std::string_view::npos ? 0 : head.rfind('\n') + 1) + 1;
  refuse("Statements can not be parsed. Encountered \"" + token + "\" at line " + std::to_string(line) +
             ", column " + std::to_string(column) + ".",
         at, hint);
}

NodePtr ExprCompiler::cast_of(const sql::Cast& node) {
  NodePtr operand = compile(node.operand);
  LogicalType target = node.target.type;
  std::string written;
  if (node.target.span.known())
    written = ascii_upper(text_.substr(static_cast<size_t>(node.target.span.offset),
                                       static_cast<size_t>(node.target.span.length)));
  if (node.safe && !since(37)) refuse_token("AS", before(node.target.span), node, "TRY_CAST came with 3.7");
  const std::string name = written.substr(0, written.find_first_of("( "));
  if (is_unknown_to_calcite(name)) {
    size_t parenthesis = written.find('(');
    if (parenthesis != std::string::npos)
      refuse_token("(", static_cast<size_t>(node.target.span.offset) + parenthesis, node);
    if (projection())
      refuse("Unknown identifier '" + written + "'", node,
             written == "STRING" ? "write CAST(… AS VARCHAR)" : "");
  }
  if (name == "REAL")
    refuse(projection() ? "Unsupported type: REAL" : "Unsupported data type cast: REAL", node, "write FLOAT");
  if (projection() && target.is_interval()) {
    std::string type = calcite_type(target);
    std::replace(type.begin(), type.end(), ' ', '_');
    refuse("Unsupported type: " + type, node);
  }
  // Calcite's default precision is 0, Flink's 6; a text without length has none.
  const bool plain = written.find('(') == std::string::npos;
  if (plain && target.is(TypeRoot::kTimestamp)) target = LogicalType::timestamp(0);
  if (plain && target.is_character()) target = LogicalType::string();
  if (projection() && !can_cast(operand->type, target))
    refuse("Cast function cannot convert value of type " + calcite_type(operand->type) + " to type " +
               (plain && target.is_character() ? written : calcite_type(cap(target))),
           node);
  const LogicalType all_digits = LogicalType::decimal(scope_.wide_decimals ? 38 : 19, 0);
  const bool digits = plain && target.is(TypeRoot::kDecimal);
  if (projection() && operand->literal() && target.is_numeric())
    check_literal(*this, *operand, digits ? all_digits : target, node);
  if (const auto* inner = sql::node_cast<sql::Cast>(node.operand);
      inner && projection() && target.is_integer() &&
      (operand->type.is_integer() || operand->type.is_approximate())) {
    NodePtr source = compile(inner->operand);
    if (source->literal()) check_folded(*this, *source, operand->type, target, node);
  }
  if (projection() && target.is_binary()) refuse_binary(*this, *operand, plain && name == "VARBINARY", node);
  // Without digits a DECIMAL has all of them in the schema, but its values are cut to ten.
  if (digits) operand = cast(operand, target, node.safe, node), target = all_digits;
  if (!is_cast_target(target))
    refuse_target(is_unknown_to_calcite(name) ? "`" + written + "`" : written, target, node);
  return cast(operand, target, node.safe, node);
}

}  // namespace rowkind::cdc
