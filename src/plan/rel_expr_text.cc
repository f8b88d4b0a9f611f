#include "plan/rel_expr_text.h"

#include <algorithm>

#include "base/utf8.h"
#include "expr/function.h"
#include "plan/rel_build.h"

namespace rowkind {
namespace {

void count_columns(const Expr& expr, int32_t& columns) {
  if (expr.kind == ExprKind::kInputRef) columns = std::max(columns, expr.index + 1);
  for (const ExprPtr& operand : expr.operands) count_columns(*operand, columns);
}

std::string cast_type(const LogicalType& type) {
  if (type.time_attribute() == TimeAttribute::kNone) return type.to_plan(true);
  const char* attribute = type.is_rowtime() ? " *ROWTIME*" : " *PROCTIME*";
  return (type.is(TypeRoot::kTimestampLtz) ? "TIMESTAMP_LTZ(" : "TIMESTAMP(") +
         std::to_string(type.precision()) + ")" + attribute + (type.nullable() ? "" : " NOT NULL");
}

// Beside an operand of the same type, Calcite leaves the type of a literal out.
bool prints_without_type(const Expr& call, size_t i) {
  static constexpr const char* kSimple[] = {"=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/", "MOD"};
  const auto named = [&](const char* name) { return call.function->name == name; };
  if (call.operands.size() != 2 || std::none_of(std::begin(kSimple), std::end(kSimple), named)) return false;
  const Expr& one = *call.operands[i];
  const Expr& other = *call.operands[1 - i];
  return one.kind == ExprKind::kLiteral && other.kind != ExprKind::kLiteral && !one.literal.is_null() &&
         one.type.equals(other.type, true);
}

// The correlation ids that the sub-queries of an expression need of this row.
void correlations(const Expr& expr, std::vector<int32_t>& ids) {
  if (expr.kind == ExprKind::kSubquery && expr.correl_id != 0 &&
      std::find(ids.begin(), ids.end(), expr.correl_id) == ids.end())
    ids.push_back(expr.correl_id);
  for (const ExprPtr& operand : expr.operands) correlations(*operand, ids);
}

}  // namespace

std::string join_text(const std::vector<std::string>& parts, const char* separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : separator) + parts[i];
  return out;
}

std::string target_columns_text(const SinkRel& sink) {
  std::string out;
  for (const int32_t column : sink.target_columns)
    out += (out.empty() ? "" : ",") + ("[" + std::to_string(column)) + "]";
  return out;
}

std::string sink_hints_text(const SinkRel& sink) {
  std::vector<std::string> hints;
  for (const auto& [key, value] : sink.hints) hints.push_back(key + "=" + value);
  return hints.empty() ? "" : ", hints=[[[OPTIONS options:{" + join_text(hints, ", ") + "}]]]";
}

std::string literal_without_type(const ExprPtr& value) {
  std::string out = to_plan_text(*value, {});
  const std::string suffix = ":" + value->type.to_plan(false);
  const bool typed =
      out.size() > suffix.size() && out.compare(out.size() - suffix.size(), suffix.size(), suffix) == 0;
  return value->literal.is_null() ? "null" : typed ? out.substr(0, out.size() - suffix.size()) : out;
}

std::string ExprText::text(const ExprPtr& expr) {
  std::vector<std::string> names;
  int32_t columns = 0;
  count_columns(*expr, columns);
  for (int32_t i = 0; i < columns; ++i) names.push_back("$" + std::to_string(i));
  const ExprPtr plain = replace_special(expr, names);
  return to_plan_text(*plain, names);
}

// Parts that only logical trees have, and casts (which print their type behind them there), become columns
// whose name is their text.
ExprPtr ExprText::replace_special(const ExprPtr& expr, std::vector<std::string>& names) {
  std::string special;
  switch (expr->kind) {
    case ExprKind::kOver:
      special = over_text(*expr);
      break;
    case ExprKind::kSubquery:
      special = subquery_text(*expr);
      break;
    case ExprKind::kCorrelRef:
      special = correl_text(*expr);
      break;
    case ExprKind::kCall:
      if (is_call(*expr, "CAST")) special = "CAST(" + text(expr->operands[0]) + "):" + cast_type(expr->type);
      if (is_call(*expr, "$PATTERN")) special = match_expr_text(expr, {});
      if (is_call(*expr, "TRY_CAST")) special = "TRY_CAST(" + text(expr->operands[0]) + ")";
      if (special.empty()) {
        ExprList operands;
        for (size_t i = 0; i < expr->operands.size(); ++i) {
          if (prints_without_type(*expr, i)) {
            names.push_back(literal_without_type(expr->operands[i]));
            operands.push_back(input_ref(static_cast<int32_t>(names.size()) - 1, expr->operands[i]->type));
          } else {
            operands.push_back(replace_special(expr->operands[i], names));
          }
        }
        return with_operands(*expr, std::move(operands));
      }
      break;
    default:
      return map_children(expr, [&](const ExprPtr& e) { return replace_special(e, names); });
  }
  names.push_back(std::move(special));
  return input_ref(static_cast<int32_t>(names.size()) - 1, expr->type);
}

std::string ExprText::correl_text(const Expr& expr) const {
  const auto it = outer_.find(expr.correl_id);
  std::string name = it == outer_.end() || static_cast<size_t>(expr.index) >= it->second.size()
                         ? std::to_string(expr.index)
                         : it->second[static_cast<size_t>(expr.index)];
  if (!expr.literal.is_null()) name = expr.literal.string();
  return "$cor" + std::to_string(expr.correl_id) + "." + name;
}

std::string ExprText::list(const ExprList& exprs) {
  std::vector<std::string> parts;
  for (const ExprPtr& e : exprs) parts.push_back(text(e));
  return join_text(parts, ", ");
}

std::string ExprText::bound_text(const FrameBound& bound) {
  switch (bound.kind) {
    case FrameBound::Kind::kUnboundedPreceding:
      return "UNBOUNDED PRECEDING";
    case FrameBound::Kind::kPreceding:
      return text(bound.offset) + " PRECEDING";
    case FrameBound::Kind::kCurrentRow:
      return "CURRENT ROW";
    case FrameBound::Kind::kFollowing:
      return text(bound.offset) + " FOLLOWING";
    case FrameBound::Kind::kUnboundedFollowing:
      return "UNBOUNDED FOLLOWING";
  }
  return "";
}

std::string ExprText::over_text(const Expr& expr) {
  const OverSpec& over = *expr.over;
  std::string out = over.function_name + "(" + (over.distinct ? "DISTINCT " : "") + list(over.args) + ")" +
                    (over.ignore_nulls ? " IGNORE NULLS" : "") + " OVER (";
  std::vector<std::string> parts;
  if (!over.partition.empty()) parts.push_back("PARTITION BY " + list(over.partition));
  std::vector<std::string> order;
  for (const OverSpec::Order& o : over.order)
    order.push_back(text(o.key) + (o.descending ? " DESC" : "") +
                    (o.nulls_first ? " NULLS FIRST" : " NULLS LAST"));
  if (!order.empty()) parts.push_back("ORDER BY " + join_text(order, ", "));
  const bool to_current = over.upper.kind == FrameBound::Kind::kCurrentRow,
             from_start = over.lower.kind == FrameBound::Kind::kUnboundedPreceding;
  const bool whole = over.upper.kind == FrameBound::Kind::kUnboundedFollowing && from_start && !over.rows &&
                     over.order.empty();
  if (!(from_start && to_current && !over.rows) && !whole) {
    const std::string unit = over.rows ? "ROWS " : "RANGE ";
    parts.push_back(to_current
                        ? unit + bound_text(over.lower)
                        : unit + "BETWEEN " + bound_text(over.lower) + " AND " + bound_text(over.upper));
  }
  return out + join_text(parts, " ") + ")";
}

std::string ExprText::subquery_text(const Expr& expr) {
  const char* name = expr.subquery == SubqueryKind::kExists ? "EXISTS"
                     : expr.subquery == SubqueryKind::kIn   ? "IN"
                                                            : "$SCALAR_QUERY";
  const std::string some = expr.function == nullptr ? "" : std::string(expr.function->name) + " SOME";
  std::string out =
      (some.empty() ? name : some) + "(" + list(expr.operands) + (expr.operands.empty() ? "" : ", ") + "{\n";
  OuterRows outer = outer_;
  if (expr.correl_id != 0) outer[expr.correl_id] = input_names_;
  return out + subtree(*expr.rel, std::move(outer)) + "})";
}

std::string ExprText::variables(const ExprList& exprs) {
  std::vector<int32_t> ids;
  for (const ExprPtr& e : exprs) correlations(*e, ids);
  std::vector<std::string> names;
  for (const int32_t id : ids) names.push_back("$cor" + std::to_string(id));
  return names.empty() ? "" : "variablesSet=[[" + join_text(names, ", ") + "]]";
}

}  // namespace rowkind
