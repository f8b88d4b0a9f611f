// Which operator is compiled where; signs, ||.
#include "base/utf8.h"
#include "cdc/java_text.h"

namespace rowkind::cdc {
namespace {

bool is_whole_number(const sql::Literal& literal) {
  return literal.literal == sql::LiteralKind::kExact &&
         (literal.text.find('.') == std::string::npos || literal.text.back() == '.');
}

}  // namespace

NodePtr ExprCompiler::operation(const sql::Operator& op) {
  switch (op.op) {
    case sql::Op::kOr:
    case sql::Op::kAnd:
    case sql::Op::kNot:
      return logic(op);
    case sql::Op::kEquals:
    case sql::Op::kNotEquals:
    case sql::Op::kLess:
    case sql::Op::kLessEqual:
    case sql::Op::kGreater:
    case sql::Op::kGreaterEqual:
    case sql::Op::kIsDistinctFrom:
    case sql::Op::kIsNotDistinctFrom:
      return comparison(op);
    case sql::Op::kPlus:
    case sql::Op::kMinus:
    case sql::Op::kMultiply:
    case sql::Op::kDivide:
    case sql::Op::kModulo:
      return arithmetic(op);
    case sql::Op::kConcat:
      return concat(op);
    case sql::Op::kItem:
      if (since(36)) return item(op);
      break;
    case sql::Op::kNegate: {
      // Negative literals are literals; on anything else there is no minus.
      if (const auto* literal = sql::node_cast<sql::Literal>(op.operands[0]);
          literal && is_whole_number(*literal))
        return number(*literal, true);
      NodePtr operand = compile(op.operands[0]);
      if (const Value* value = operand->literal(); value && is_number(*value)) {
        Value negative = value->kind() == ValueKind::kInt ? Value::integer(-value->integer())
                                                          : Value::floating(-value->floating());
        return constant(negative, operand->java, operand->type);
      }
      if (!projection()) refuse("Unrecognized expression: - " + calcite_text(*op.operands[0], text_), op);
      refuse("No match found for function signature -", op, "write 0 - x");
    }
    case sql::Op::kPositive:
      if (!projection()) refuse("Unrecognized expression: + " + calcite_text(*op.operands[0], text_), op);
      refuse("No match found for function signature +", op);
    case sql::Op::kIsNull:
    case sql::Op::kIsNotNull:
    case sql::Op::kIsTrue:
    case sql::Op::kIsNotTrue:
    case sql::Op::kIsFalse:
    case sql::Op::kIsNotFalse:
    case sql::Op::kIsUnknown:
    case sql::Op::kIsNotUnknown:
      return is_test(op);
    case sql::Op::kRow:
    case sql::Op::kArray:
    case sql::Op::kMap:
      if (since(37)) return constructor(op);
      break;
    default:
      break;
  }
  refuse_operator(op);
}

// An operator of a later version, or of none.
void ExprCompiler::refuse_operator(const sql::Operator& op) const {
  std::string name = sql::op_name(op.op);
  const bool written = ascii_iequals(text_.substr(static_cast<size_t>(op.span.offset), 3), "ROW");
  if (op.op == sql::Op::kRow && written) refuse("ROW expression encountered in illegal context", op);
  if (!projection()) refuse("Unrecognized expression: " + calcite_text(op, text_), op);
  refuse("No match found for function signature " + name, op);
}

NodePtr ExprCompiler::concat(const sql::Operator& op) {
  std::vector<NodePtr> args;
  LogicalType written;
  auto is_text_like = [](const LogicalType& type) {
    return !type.is_interval() && (!type.is_nested() || is_zoned(type));
  };
  for (const sql::ExprPtr& operand : op.operands) {
    NodePtr arg = compile(operand);
    if (projection() && !args.empty() &&
        (arg->type.is_binary() != args[0]->type.is_binary() || !is_text_like(arg->type) ||
         !is_text_like(written)))
      refuse("Cannot apply '||' to arguments of type '<" + ascii_upper(calcite_type(written)) + "> || <" +
                 ascii_upper(calcite_type(arg->type)) + ">'. Supported form(s): '<STRING> || <STRING>'",
             op);
    if (args.empty()) written = arg->type;
    if (projection() && !arg->type.is_binary() && is_text_like(arg->type)) arg = as_text(arg, *operand);
    if (arg->java != JavaType::kString && arg->java != JavaType::kNull)
      not_java("|| takes texts, this is a " + class_name(arg->java, version()) + ": CAST it");
    args.push_back(std::move(arg));
  }
  LogicalType type = LogicalType::string();
  if (projection() && args[0]->type.is_binary()) {
    int64_t length = 0;
    bool fixed = true;
    for (const NodePtr& arg : args) {
      length += arg->type.length();
      fixed = fixed && arg->type.is(TypeRoot::kBinary);
    }
    if (fixed) type = LogicalType::binary(static_cast<int32_t>(length));
  }
  return function(concat_texts, OnNull::kSee, JavaType::kString, std::move(type), std::move(args));
}

}  // namespace rowkind::cdc
