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
  if (type.is(TypeRoot::kRow)) {
    std::string fields;
    for (const Field& field : type.fields())
      fields += (fields.empty() ? "" : ", ") + calcite_type(field.type) + " " + field.name;
    return "RecordType(" + fields + ")";
  }
  if (type.is(TypeRoot::kVarChar) && type.length() == kMaxLength) return "VARCHAR(65536)";
  if (type.is(TypeRoot::kVarBinary) && type.length() == kMaxLength) return "VARBINARY(65536)";
  return type.is(TypeRoot::kVariant) ? "VARIANT" : type.to_plan(false, false);
}

namespace {

// Functions of Calcite's standard table; all others it prints as names, in back-quotes.
bool is_standard_function(std::string_view name) {
  constexpr std::string_view kNames =
      " ABS ACOS ASCII ASIN ATAN ATAN2 AVG CARDINALITY CBRT CEIL CHAR_LENGTH CHARACTER_LENGTH COALESCE "
      "COLLECT COS COT COUNT "
      "CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DAYOFMONTH DAYOFWEEK DAYOFYEAR DEGREES DENSE_RANK ELEMENT "
      "EXP "
      "FIRST_VALUE FLOOR HOUR INITCAP JSON_VALUE LAG LAST_VALUE LEAD LN LOCALTIME LOCALTIMESTAMP LOG10 LOWER "
      "MAX MIN "
      "MINUTE MOD MONTH NTILE NULLIF OVERLAY PI POSITION POWER QUARTER RADIANS RAND RAND_INTEGER RANK "
      "REPLACE ROUND "
      "ROW_NUMBER SECOND SIGN SIN SQRT SUBSTRING SUM TAN TIMESTAMPADD TIMESTAMPDIFF TRUNCATE UPPER WEEK "
      "YEAR ";
  return kNames.find(" " + std::string(name) + " ") != std::string_view::npos;
}

// Prints what Calcite spells in another way than it was written; the rest as written.
class Speller {
 public:
  Speller(std::string_view text, std::string_view table) : text_(text), table_(table) {}

  std::string spell(const sql::Expr& expr) const {
    if (const auto* column = sql::node_cast<sql::Column>(&expr)) return names(column->name, table_);
    if (const auto* call = sql::node_cast<sql::Call>(&expr); call && !call->over) {
      if (call->name.last() == "$LiteralChain") return spell(*call->arguments[0].value);
      if (call->syntax == sql::CallSyntax::kPlain) return plain_call(*call);
      if (call->syntax == sql::CallSyntax::kSubstring) return substring(*call);
      if (call->syntax == sql::CallSyntax::kTrim) return trim(*call);
    }
    if (const auto* op = sql::node_cast<sql::Operator>(&expr)) {
      if (op->op == sql::Op::kRow) return "ROW(" + list(op->operands) + ")";
      if (op->operands.size() >= 2 && op->op <= sql::Op::kConcat) {
        std::string out;
        for (const sql::ExprPtr& operand : op->operands)
          out += (out.empty() ? "" : " " + std::string(sql::op_name(op->op)) + " ") +
                 inner(*operand, priority(op->op) + (out.empty() ? 0 : 1));
        return out;
      }
      const bool sign = op->op == sql::Op::kNegate || op->op == sql::Op::kPositive;
      if (sign && sql::node_cast<sql::Literal>(op->operands[0]))
        return (op->op == sql::Op::kNegate ? "-" : "") + spell(*op->operands[0]);
      if (sign) return (op->op == sql::Op::kNegate ? "- " : "+ ") + inner(*op->operands[0], 9);
    }
    if (const auto* range = sql::node_cast<sql::Between>(&expr))
      return spell(*range->operand) + (range->negated ? " NOT BETWEEN " : " BETWEEN ") +
             (range->symmetric ? "SYMMETRIC " : "ASYMMETRIC ") + spell(*range->low) + " AND " +
             spell(*range->high);
    if (const auto* query = sql::node_cast<sql::Subquery>(&expr); query && query->query->span.known()) {
      const std::string text = between(query->query->span);
      if (query->form == sql::SubqueryKind::kExists) return "EXISTS " + text;
      if (query->form == sql::SubqueryKind::kScalar) return "(" + text + ")";
    }
    if (const auto* choice = sql::node_cast<sql::Case>(&expr)) return case_text(*choice);
    if (const auto* some = sql::node_cast<sql::Quantified>(&expr))
      return spell(*some->operand) + " " + std::string(sql::op_name(some->op)) +
             (some->all ? " ALL (" : " SOME (") +
             (some->query ? between(some->query->span) : list(some->list)) + ")";
    if (const auto* cast = sql::node_cast<sql::Cast>(&expr);
        cast && ascii_iequals(between(cast->target.span), "INT"))
      return "CAST(" + spell(*cast->operand) + " AS INTEGER)";
    return written(expr);
  }

 private:
  static std::string names(const sql::QualifiedName& name, std::string_view table) {
    std::string out;
    for (const sql::Identifier& part : name.parts) out += (out.empty() ? "`" : ".`") + part.name + "`";
    return (name.parts.size() == 1 ? std::string(table) : "") + out;
  }

  std::string list(const std::vector<sql::ExprPtr>& items) const {
    std::string out;
    for (const sql::ExprPtr& item : items) out += (out.empty() ? "" : ", ") + spell(*item);
    return out;
  }

  static int32_t priority(sql::Op op) {
    if (op == sql::Op::kOr) return 1;
    if (op == sql::Op::kAnd) return 2;
    if (op < sql::Op::kPlus) return 3;
    return op == sql::Op::kPlus || op == sql::Op::kMinus ? 4 : 5;
  }

  // An operand of an operator that binds as `wanted` says.
  std::string inner(const sql::Expr& operand, int32_t wanted) const {
    const auto* op = sql::node_cast<sql::Operator>(&operand);
    const bool loose =
        op && op->operands.size() >= 2 && op->op <= sql::Op::kConcat && priority(op->op) < wanted;
    return loose ? "(" + spell(operand) + ")" : spell(operand);
  }

  std::string between(Span span) const {
    return std::string(text_.substr(static_cast<size_t>(span.offset), static_cast<size_t>(span.length)));
  }

  std::string plain_call(const sql::Call& call) const {
    std::string name = ascii_upper(call.name.last());
    if (name == "CEILING") name = "CEIL";
    if (name == "SUBSTRING" && call.arguments.size() > 1) return substring(call);
    std::string out = is_standard_function(name) ? name : names(call.name, "");
    out += call.quantifier == sql::SetQuantifier::kDistinct ? "(DISTINCT " : "(";
    for (size_t i = 0; i < call.arguments.size(); ++i)
      out += (i == 0 ? "" : ", ") + spell(*call.arguments[i].value);
    return out + ")";
  }

  std::string substring(const sql::Call& call) const {
    std::string out =
        "SUBSTRING(" + spell(*call.arguments[0].value) + " FROM " + spell(*call.arguments[1].value);
    return out + (call.arguments.size() > 2 ? " FOR " + spell(*call.arguments[2].value) : "") + ")";
  }

  std::string trim(const sql::Call& call) const {
    const auto* side = sql::node_cast<sql::Symbol>(call.arguments[0].value);
    const sql::ExprPtr& set = call.arguments[1].value;
    const bool given = set->span.known() && set->span.length > 0;
    return "TRIM(" + (side ? side->name : "BOTH") + " " + (given ? spell(*set) : "' '") + " FROM " +
           spell(*call.arguments[2].value) + ")";
  }

  std::string case_text(const sql::Case& choice) const {
    std::string out = "CASE";
    for (const sql::Case::When& when : choice.whens) {
      out += " WHEN " + (choice.operand ? spell(*choice.operand) + " = " : "") + list(when.conditions);
      out += " THEN " + spell(*when.result);
    }
    return out + " ELSE " + (choice.otherwise ? spell(*choice.otherwise) : "NULL") + " END";
  }

  std::string written(const sql::Expr& expr) const {
    if (!expr.span.known()) return "";
    std::string_view source =
        text_.substr(static_cast<size_t>(expr.span.offset), static_cast<size_t>(expr.span.length));
    if (const auto* literal = sql::node_cast<sql::Literal>(&expr))
      return literal->literal <= sql::LiteralKind::kUnknown ? ascii_upper(source) : std::string(source);
    std::string out;
    size_t at = static_cast<size_t>(expr.span.offset);
    for (const sql::ExprPtr& child : children_of(expr)) {
      if (!child->span.known() || static_cast<size_t>(child->span.offset) < at) continue;
      size_t start = static_cast<size_t>(child->span.offset);
      out += std::string(text_.substr(at, start - at)) + spell(*child);
      at = start + static_cast<size_t>(child->span.length);
    }
    size_t end = static_cast<size_t>(expr.span.offset + expr.span.length);
    return out + std::string(text_.substr(at, end - std::min(at, end)));
  }

  std::string_view text_, table_;
};

}  // namespace

std::string calcite_text(const sql::Expr& expr, std::string_view text, std::string_view table) {
  return Speller(text, table).spell(expr);
}

}  // namespace rowkind::cdc
