// The syntax tree of an expression: its parts, its columns, Calcite's spelling of it.
#include <algorithm>

#include "base/utf8.h"
#include "cdc/expr.h"

namespace rowkind::cdc {

std::vector<sql::ExprPtr> children_of(const sql::Expr& expr) {
  std::vector<sql::ExprPtr> out;
  auto add = [&](const sql::ExprPtr& child) {
    if (child) out.push_back(child);
  };
  switch (expr.kind) {
    case sql::ExprKind::kOperator:
      out = static_cast<const sql::Operator&>(expr).operands;
      break;
    case sql::ExprKind::kCase: {
      const auto& node = static_cast<const sql::Case&>(expr);
      add(node.operand);
      for (const auto& when : node.whens) {
        for (const sql::ExprPtr& condition : when.conditions) add(condition);
        add(when.result);
      }
      add(node.otherwise);
      break;
    }
    case sql::ExprKind::kCast:
      add(static_cast<const sql::Cast&>(expr).operand);
      break;
    case sql::ExprKind::kCall:
      for (const sql::Argument& argument : static_cast<const sql::Call&>(expr).arguments) add(argument.value);
      break;
    case sql::ExprKind::kFieldAccess:
      add(static_cast<const sql::FieldAccess&>(expr).operand);
      break;
    case sql::ExprKind::kIn:
      add(static_cast<const sql::In&>(expr).operand);
      for (const sql::ExprPtr& item : static_cast<const sql::In&>(expr).list) add(item);
      break;
    case sql::ExprKind::kBetween:
      add(static_cast<const sql::Between&>(expr).operand);
      add(static_cast<const sql::Between&>(expr).low);
      add(static_cast<const sql::Between&>(expr).high);
      break;
    case sql::ExprKind::kLike:
      add(static_cast<const sql::Like&>(expr).operand);
      add(static_cast<const sql::Like&>(expr).pattern);
      add(static_cast<const sql::Like&>(expr).escape);
      break;
    case sql::ExprKind::kJsonCall:
      out = static_cast<const sql::JsonCall&>(expr).arguments;
      break;
    default:
      break;
  }
  return out;
}

void collect_columns(const sql::ExprPtr& expr, std::vector<std::string>& out) {
  if (!expr) return;
  if (const auto* column = sql::node_cast<sql::Column>(expr)) out.push_back(column->name.last());
  for (const sql::ExprPtr& child : children_of(*expr)) collect_columns(child, out);
}

std::string calcite_type(const LogicalType& type) {
  if (is_zoned(type)) return type_text(type.with_nullable(true));
  if (type.is(TypeRoot::kVarChar) && type.length() == kMaxLength) return "VARCHAR(65536)";
  if (type.is(TypeRoot::kVarBinary) && type.length() == kMaxLength) return "VARBINARY(65536)";
  return type.is(TypeRoot::kVariant) ? "VARIANT" : type.to_plan(false, false);
}

std::string calcite_text(const sql::Expr& expr, std::string_view text) {
  if (const auto* column = sql::node_cast<sql::Column>(&expr)) {
    std::string out;
    for (const sql::Identifier& part : column->name.parts)
      out += (out.empty() ? "`" : ".`") + part.name + "`";
    return out;
  }
  if (const auto* call = sql::node_cast<sql::Call>(&expr)) {
    if (call->syntax == sql::CallSyntax::kPlain && !call->over) {
      std::string out;
      for (const sql::Argument& argument : call->arguments)
        out += (out.empty() ? "" : ", ") + calcite_text(*argument.value, text);
      return ascii_upper(call->name.last()) + "(" + out + ")";
    }
  }
  if (const auto* op = sql::node_cast<sql::Operator>(&expr)) {
    if (op->operands.size() >= 2 && op->op <= sql::Op::kConcat) {
      std::string out;
      for (const sql::ExprPtr& operand : op->operands)
        out +=
            (out.empty() ? "" : " " + std::string(sql::op_name(op->op)) + " ") + calcite_text(*operand, text);
      return out;
    }
  }
  if (!expr.span.known()) return "";
  std::string_view source =
      text.substr(static_cast<size_t>(expr.span.offset), static_cast<size_t>(expr.span.length));
  const auto* literal = sql::node_cast<sql::Literal>(&expr);
  if (literal)
    return literal->literal <= sql::LiteralKind::kUnknown ? ascii_upper(source) : std::string(source);
  // As written, with the names in back-quotes.
  std::string out;
  size_t at = static_cast<size_t>(expr.span.offset);
  for (const sql::ExprPtr& child : children_of(expr)) {
    if (!child->span.known() || static_cast<size_t>(child->span.offset) < at) continue;
    size_t start = static_cast<size_t>(child->span.offset);
    out += std::string(text.substr(at, start - at)) + calcite_text(*child, text);
    at = start + static_cast<size_t>(child->span.length);
  }
  size_t end = static_cast<size_t>(expr.span.offset + expr.span.length);
  return out + std::string(text.substr(at, end - std::min(at, end)));
}

}  // namespace rowkind::cdc
