// Calcite's types: what it casts unasked, which operands it refuses, what a result is.
#include <algorithm>

#include "base/utf8.h"
#include "cdc/expr_internal.h"
#include "types/decimal.h"

namespace rowkind::cdc {

bool comparable(const LogicalType& a, const LogicalType& b) {
  if (a.is(TypeRoot::kNull) || b.is(TypeRoot::kNull)) return true;
  if (a.is_numeric()) return b.is_numeric();
  if (a.is_character()) return b.is_character();
  if (a.is_binary()) return b.is_binary();
  if (a.is_timestamp()) return b.is_timestamp();
  return a.root() == b.root();
}

// A number against a BOOLEAN: a literal is TRUE if it is 1, else the BOOLEAN becomes a number.
void ExprCompiler::coerce_booleans(NodePtr& a, NodePtr& b, const sql::Expr& at) {
  if (a->type.is_numeric() && b->type.is(TypeRoot::kBoolean)) return coerce_booleans(b, a, at);
  if (!a->type.is(TypeRoot::kBoolean) || !b->type.is_numeric()) return;
  if (const Value* number = b->literal(); number && !number->is_null()) {
    b = constant(Value::boolean(as_double(*number) == 1), JavaType::kBool, LogicalType::boolean());
    return;
  }
  if (const Value* literal = a->literal(); literal && !literal->is_null()) {
    std::string text = literal->as_bool() ? "true" : "false";
    refuse(b->type.is(TypeRoot::kDecimal)
               ? "While compiling [CAST(" + text + "):" + calcite_type(b->type) + " NOT NULL]"
               : "For input string: \"" + text + "\"",
           at, "compare the number with a number");
  }
  a = cast(a, b->type, false, at);
}

void ExprCompiler::make_comparable(NodePtr& a, NodePtr& b, const std::string& sign, const sql::Expr& at) {
  const LogicalType left = a->type, right = b->type;
  if (sign == "=" || sign == "<>") coerce_booleans(a, b, at);
  coerce_pair(a, b, at);
  if (comparable(a->type, b->type)) return;
  refuse("Cannot apply '" + sign + "' to arguments of type '<" + calcite_type(left) + "> " + sign + " <" +
             calcite_type(right) + ">'. Supported form(s): '<COMPARABLE_TYPE> " + sign +
             " <COMPARABLE_TYPE>'",
         at, "CAST one side to the other's type");
}

// Calcite's implicit casts for comparisons: text becomes the other side's type, DATE becomes TIMESTAMP.
void ExprCompiler::coerce_pair(NodePtr& a, NodePtr& b, const sql::Expr& at) {
  auto coerce = [&](NodePtr& text, const NodePtr& other) {
    if (!text->type.is_character() || other->type.is_character() || other->type.is(TypeRoot::kNull)) return;
    if (other->type.is_numeric() || other->type.is_datetime() || other->type.is(TypeRoot::kBoolean) ||
        other->type.is_binary())
      text = cast(text, other->type, false, at);
  };
  coerce(a, b);
  coerce(b, a);
  if (a->type.is(TypeRoot::kDate) && b->type.is_timestamp()) a = cast(a, b->type, false, at);
  if (b->type.is(TypeRoot::kDate) && a->type.is_timestamp()) b = cast(b, a->type, false, at);
}

std::optional<LogicalType> ExprCompiler::least_restrictive(const std::vector<NodePtr>& nodes) const {
  std::vector<LogicalType> types;
  for (const NodePtr& node : nodes) types.push_back(node->type);
  return least_restrictive(types);
}

std::optional<LogicalType> ExprCompiler::least_restrictive(const std::vector<LogicalType>& types) const {
  const int32_t most = scope_.wide_decimals ? 38 : 19;
  std::optional<LogicalType> out;
  for (const LogicalType& type : types) {
    if (type.is(TypeRoot::kNull)) continue;
    if (!out) {
      out = type;
    } else if (out->is_character() && type.is_character()) {
      out = LogicalType::string();
    } else if (out->is_numeric() && type.is_numeric()) {
      if (out->is_approximate() || type.is_approximate()) {
        bool decimal = out->is(TypeRoot::kDecimal) || type.is(TypeRoot::kDecimal);
        if (!out->is_approximate()) out = type;
        if (decimal) out = LogicalType::double_type();
      } else if (out->is(TypeRoot::kDecimal) || type.is(TypeRoot::kDecimal)) {
        LogicalType a = exact_decimal(*out), b = exact_decimal(type);
        int32_t scale = std::max(a.scale(), b.scale());
        int32_t whole = std::max(a.precision() - a.scale(), b.precision() - b.scale());
        out = LogicalType::decimal(std::min(whole + scale, most),
                                   std::min(scale, most - std::min(whole, most)));
      } else {
        out = std::max(out->root(), type.root()) == type.root() ? type : *out;
      }
    } else if (out->is_binary() && type.is_binary()) {
      out = LogicalType::bytes();
    } else if (out->root() == type.root()) {
      if (type.is_datetime() && type.precision() > out->precision()) out = type;
      if (type.is_nested() && !type.equals(*out, true)) return std::nullopt;
    } else if (out->is_datetime() && type.is_datetime() && !out->is(TypeRoot::kTime) &&
               !type.is(TypeRoot::kTime)) {
      out = out->is(TypeRoot::kDate) ? type : *out;
    } else {
      return std::nullopt;
    }
  }
  return out ? out : LogicalType();
}

// From 3.6 on a filter's arithmetic is typed, against the source columns alone.
void ExprCompiler::check_deducible(const sql::ExprPtr& expr) const {
  std::vector<std::string> names;
  collect_columns(expr, names);
  for (const std::string& name : names) {
    if (scope_.source->find(name) < 0 && !scope_.is_metadata(name))
      refuse("Column '" + name + "' not found in any table", *expr,
             "arithmetic of a filter sees only source columns; repeat the expression");
  }
}

// Calcite names the first of an operator's signatures in the first line.
void ExprCompiler::refuse_operands(const std::string& sign, const LogicalType& a, const LogicalType& b,
                                   const sql::Expr& at) const {
  std::string form = sign == "%" ? "<EXACT_NUMERIC>" : "<NUMERIC>";
  std::string left = calcite_type(a), right = calcite_type(b);
  refuse("Cannot apply '" + sign + "' to arguments of type '<" + left + "> " + sign + " <" + right +
             ">'. Supported form(s): '" + form + " " + sign + " " + form + "'",
         at);
}

// SQL's rule for %. The validator has another one, the second operand's type; where they differ the translator
// trips over its own check, but only in what the item consists of up to the first function.
LogicalType ExprCompiler::remainder_type(const LogicalType& a, const LogicalType& b) const {
  if (a.is(TypeRoot::kNull) || b.is(TypeRoot::kNull)) return b;
  if (!a.is(TypeRoot::kDecimal) && !b.is(TypeRoot::kDecimal)) return b;
  const LogicalType p = exact_decimal(a), q = exact_decimal(b);
  const int32_t scale = std::max(p.scale(), q.scale());
  const int32_t whole = std::min(p.precision() - p.scale(), q.precision() - q.scale());
  if (scale == 0) return b;
  return LogicalType::decimal(std::min(whole + scale, scope_.wide_decimals ? 38 : 19), scale);
}

LogicalType ExprCompiler::arithmetic_type(int32_t sign, const LogicalType& a, const LogicalType& b) const {
  if (sign == kModulo) return remainder_type(a, b);
  LogicalType type = least_restrictive({a, b}).value_or(LogicalType());
  if (!type.is(TypeRoot::kDecimal)) return type;
  const LogicalType x = cap(exact_decimal(a)), y = cap(exact_decimal(b));
  if (sign == kTimes) return product_type(x, y);
  return sign == kDivide ? quotient_type(x, y) : cap(decimal_add_type(x, y));
}

const LogicalType& ExprCompiler::converted(const NodePtr& node) const {
  auto found = converted_.find(node);
  return found == converted_.end() ? node->type : found->second;
}

void ExprCompiler::set_converted(const NodePtr& node, const LogicalType& type) {
  if (projection() && !type.equals(node->type, true)) converted_.emplace(node, type);
}

void ExprCompiler::check_converted(const NodePtr& root, const sql::Expr& at) const {
  if (converted_.count(root) > 0)
    refuse("Conversion to relational algebra failed to preserve datatypes:", at,
           "CAST both sides of % to one whole number type");
}

LogicalType ExprCompiler::product_type(const LogicalType& a, const LogicalType& b) const {
  int32_t most = scope_.wide_decimals ? 38 : 19;
  int32_t scale = std::min(a.scale() + b.scale(), most);
  return LogicalType::decimal(std::min(a.precision() + b.precision(), most), scale);
}

// The type of a division: d = p1 - s1 + s2, s = max(6, s1 + p2 + 1), both within the maximum.
LogicalType ExprCompiler::quotient_type(const LogicalType& a, const LogicalType& b) const {
  int32_t most = scope_.wide_decimals ? 38 : 19;
  int32_t whole = std::min(a.precision() - a.scale() + b.scale(), most);
  int32_t scale = std::min(std::max(6, a.scale() + b.precision() + 1), most - whole);
  return LogicalType::decimal(whole + scale, scale);
}

}  // namespace rowkind::cdc
