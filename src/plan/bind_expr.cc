// Operators, CASE, CAST, IN, sub-queries.
#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "expr/function.h"
#include "expr/infer.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

// a AND (b AND c) is one AND of three, as Calcite's RexUtil.flatten has it.
void flatten(std::string_view op, const ExprPtr& expr, ExprList& out) {
  if (!is_call(*expr, op)) {
    out.push_back(expr);
    return;
  }
  for (const ExprPtr& operand : expr->operands) flatten(op, operand, out);
}

ExprPtr negated_literal(const ExprPtr& operand, Span span) {
  const Value& value = operand->literal;
  switch (value.kind()) {
    case ValueKind::kInt:
      // -2147483648 is an INT.
      if (operand->type.is_integer()) return make_call("unary -", {operand}, span).or_throw();
      return literal(Value::integer(-value.integer()), operand->type, span);
    case ValueKind::kDouble:
      return literal(Value::floating(-value.floating()), operand->type, span);
    case ValueKind::kDecimal:
      return literal(Value::decimal(Decimal{-value.decimal().unscaled, value.decimal().scale}), operand->type,
                     span);
    default:
      return nullptr;
  }
}

ExprPtr subquery_node(SubqueryKind kind, RelPtr rel, ExprList operands, LogicalType type, int32_t correl_id,
                      Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::kSubquery;
  expr->subquery = kind;
  expr->rel = std::move(rel);
  expr->operands = std::move(operands);
  expr->type = std::move(type);
  expr->correl_id = correl_id;
  expr->span = span;
  return expr;
}

std::string record_text(const RowType& columns) {
  std::string out = "RecordType(";
  for (size_t i = 0; i < columns.size(); ++i)
    out += (i == 0 ? "" : ", ") + message_type(columns[i].type) + " " + columns[i].name;
  return out + ")";
}

sql::Op opposite(sql::Op op) {
  switch (op) {
    case sql::Op::kEquals:
      return sql::Op::kNotEquals;
    case sql::Op::kNotEquals:
      return sql::Op::kEquals;
    case sql::Op::kLess:
      return sql::Op::kGreaterEqual;
    case sql::Op::kLessEqual:
      return sql::Op::kGreater;
    case sql::Op::kGreater:
      return sql::Op::kLessEqual;
    default:
      return sql::Op::kLess;
  }
}

// "IS NOT JSON VALUE" -> "IS JSON VALUE"
std::string positive_json_test(std::string name, bool& negated) {
  const size_t at = name.find("NOT JSON");
  negated = at != std::string::npos;
  if (negated) name.erase(at, 4);
  return name;
}

}  // namespace

ExprList Binder::bind_all(const std::vector<sql::ExprPtr>& exprs, Scope& scope, const Place& place) {
  ExprList out;
  for (const sql::ExprPtr& e : exprs) out.push_back(bind(e, scope, place));
  return out;
}

ExprPtr Binder::bind(const sql::ExprPtr& expr, Scope& scope, const Place& place) {
  const DepthGuard guard(depth_, expr->span);
  return scope.group != nullptr ? bind_grouped(expr, scope, place) : bind_plain(expr, scope, place);
}

ExprPtr Binder::bind_condition(const sql::ExprPtr& expr, Scope& scope, const Place& place) {
  const ExprPtr condition = bind(expr, scope, place);
  if (condition->type.is(TypeRoot::kBoolean)) return condition;
  if (condition->type.is(TypeRoot::kNull)) return null_literal(LogicalType::boolean());
  throw Failure("sql/condition", std::string(place.clause) + " clause must be a condition", expr->span,
                "it is " + condition->type.to_string() + ", not BOOLEAN");
}

ExprPtr Binder::bind_plain(const sql::ExprPtr& expr, Scope& scope, const Place& place) {
  switch (expr->kind) {
    case sql::ExprKind::kLiteral:
      return bind_literal(static_cast<const sql::Literal&>(*expr));
    case sql::ExprKind::kInterval:
      return bind_interval(static_cast<const sql::Interval&>(*expr), scope, place);
    case sql::ExprKind::kTimeDifference: {
      const auto& difference = static_cast<const sql::TimeDifference&>(*expr);
      return make_time_difference(bind(difference.to, scope, place), bind(difference.from, scope, place),
                                  difference.type, expr->span)
          .or_throw();
    }
    case sql::ExprKind::kColumn: {
      const sql::QualifiedName& name = static_cast<const sql::Column&>(*expr).name;
      if (aliases_ != nullptr && name.simple()) {
        const auto it = aliases_->find(name.last());
        if (it != aliases_->end()) return it->second;
      }
      return resolve(name, scope, expr->span);
    }
    case sql::ExprKind::kStar:
      throw Failure("sql/star", "Unknown identifier '*'", expr->span,
                    "* stands in a select list or in COUNT(*)");
    case sql::ExprKind::kSymbol:
      return symbol(static_cast<const sql::Symbol&>(*expr).name, expr->span);
    case sql::ExprKind::kOperator:
      return bind_operator(static_cast<const sql::Operator&>(*expr), scope, place);
    case sql::ExprKind::kCase:
      return bind_case(static_cast<const sql::Case&>(*expr), scope, place);
    case sql::ExprKind::kCast: {
      const auto& cast = static_cast<const sql::Cast&>(*expr);
      const ExprPtr operand = bind(cast.operand, scope, place);
      if (cast.target.type.is_interval()) return bind_interval_cast(cast, operand);
      // A time attribute loses its meaning even if the type stays.
      const LogicalType plain = operand->type.with_attribute(TimeAttribute::kNone);
      if (operand->type.time_attribute() != TimeAttribute::kNone && plain.equals(cast.target.type, true))
        return plain_timestamp(operand);
      return make_cast(operand, cast.target.type, expr->span, cast.safe).or_throw();
    }
    case sql::ExprKind::kCall:
      return bind_call(static_cast<const sql::Call&>(*expr), scope, place);
    case sql::ExprKind::kJsonCall:
      return bind_json(static_cast<const sql::JsonCall&>(*expr), scope, place);
    case sql::ExprKind::kFieldAccess: {
      const auto& access = static_cast<const sql::FieldAccess&>(*expr);
      sql::QualifiedName field;
      field.parts = {access.field};
      field.span = access.field.span;
      return with_fields(bind(access.operand, scope, place), field, 0);
    }
    case sql::ExprKind::kSubquery: {
      const auto& sub = static_cast<const sql::Subquery&>(*expr);
      if (sub.form == sql::SubqueryKind::kScalar)
        return bind_subquery(*sub.query, SubqueryKind::kScalar, {}, scope, expr->span);
      if (sub.form == sql::SubqueryKind::kExists)
        return bind_subquery(*sub.query, SubqueryKind::kExists, {}, scope, expr->span);
      throw Failure("plan/not-yet", "UNIQUE, ARRAY, MULTISET, MAP and CURSOR over a query are not supported",
                    expr->span);
    }
    case sql::ExprKind::kIn:
      return bind_in(static_cast<const sql::In&>(*expr), scope, place);
    case sql::ExprKind::kQuantified:
      return bind_quantified(static_cast<const sql::Quantified&>(*expr), scope, place);
    case sql::ExprKind::kBetween:
      return bind_between(static_cast<const sql::Between&>(*expr), scope, place);
    case sql::ExprKind::kLike:
      return bind_like(static_cast<const sql::Like&>(*expr), scope, place);
    case sql::ExprKind::kTableArgument:
    case sql::ExprKind::kDescriptor:
      throw Failure("sql/misplaced", "A TABLE or DESCRIPTOR argument is only allowed in a table function",
                    expr->span);
    case sql::ExprKind::kDefault:
      throw Failure("sql/misplaced", "DEFAULT is only allowed as an argument of a function or in VALUES",
                    expr->span);
    case sql::ExprKind::kDynamicParameter:
      throw Failure("plan/not-yet", "Dynamic parameters (?) are not supported", expr->span,
                    "write the value itself");
  }
  return nullptr;
}

ExprPtr Binder::bind_operator(const sql::Operator& op, Scope& scope, const Place& place) {
  if (ExprPtr number = bind_signed_literal(op)) return number;
  ExprList operands = bind_all(op.operands, scope, place);
  switch (op.op) {
    case sql::Op::kAnd:
    case sql::Op::kOr: {
      const char* name = op.op == sql::Op::kAnd ? "AND" : "OR";
      ExprList flat;
      for (const ExprPtr& operand : operands) flatten(name, operand, flat);
      return make_call(name, std::move(flat), op.span).or_throw();
    }
    case sql::Op::kNegate:
      if (operands[0]->kind == ExprKind::kLiteral) {
        if (ExprPtr value = negated_literal(operands[0], op.span)) return value;
      }
      return make_call("unary -", std::move(operands), op.span).or_throw();
    case sql::Op::kPositive:
      return make_call("unary +", std::move(operands), op.span).or_throw();
    case sql::Op::kIsUnknown:
      return make_call("IS NULL", std::move(operands), op.span).or_throw();
    case sql::Op::kIsNotUnknown:
      return make_call("IS NOT NULL", std::move(operands), op.span).or_throw();
    case sql::Op::kRow:
      return make_call("ROW", std::move(operands), op.span).or_throw();
    case sql::Op::kArray:
      return make_call("ARRAY", std::move(operands), op.span).or_throw();
    case sql::Op::kMap:
      return make_call("MAP", std::move(operands), op.span).or_throw();
    case sql::Op::kModulo:
      return make_call("%", std::move(operands), op.span).or_throw();
    case sql::Op::kRunning:
    case sql::Op::kFinal:
      if (scope.match == nullptr)
        throw Failure("sql/misplaced",
                      std::string(sql::op_name(op.op)) + " is only allowed in MATCH_RECOGNIZE", op.span);
      // With ONE ROW PER MATCH every measure is FINAL.
      if (op.op == sql::Op::kFinal) return operands[0];
      throw Failure("plan/match", "Unsupported call: RUNNING in MATCH_RECOGNIZE", op.span);
    default:
      break;
  }
  bool negated = false;
  const std::string name = positive_json_test(sql::op_name(op.op), negated);
  if (name == "OVERLAPS" && operands.size() == 2) {
    // (s1, e1) OVERLAPS (s2, e2): two rows become four operands
    ExprList flat;
    for (const ExprPtr& row : operands) {
      if (!is_call(*row, "ROW") || row->operands.size() != 2)
        throw Failure("sql/wrong-arguments", "OVERLAPS takes two periods (start, end)", op.span);
      flat.insert(flat.end(), row->operands.begin(), row->operands.end());
    }
    operands = std::move(flat);
  }
  const ExprPtr call = make_call(name, std::move(operands), op.span).or_throw();
  return negated ? make_call("NOT", {call}, op.span).or_throw() : call;
}

ExprPtr Binder::bind_case(const sql::Case& expr, Scope& scope, const Place& place) {
  ExprList operands;
  for (const auto& when : expr.whens) {
    ExprList conditions;
    for (const sql::ExprPtr& condition : when.conditions) {
      if (expr.operand) {
        const ExprPtr operand = bind(expr.operand, scope, place), value = bind(condition, scope, place);
        conditions.push_back(make_call("=", {operand, value}, condition->span).or_throw());
      } else {
        conditions.push_back(bind(condition, scope, place));
      }
    }
    operands.push_back(conditions.size() == 1 ? conditions[0]
                                              : make_call("OR", conditions, expr.span).or_throw());
    operands.push_back(bind(when.result, scope, place));
  }
  operands.push_back(expr.otherwise ? bind(expr.otherwise, scope, place) : null_literal(LogicalType()));
  return make_call("CASE", std::move(operands), expr.span).or_throw();
}

ExprPtr Binder::bind_like(const sql::Like& like, Scope& scope, const Place& place) {
  ExprList operands = {bind(like.operand, scope, place), bind(like.pattern, scope, place)};
  if (like.escape) operands.push_back(bind(like.escape, scope, place));
  const char* name = "LIKE";
  if (like.form == sql::LikeKind::kSimilarTo) name = "SIMILAR TO";
  if (like.form == sql::LikeKind::kRlike) name = "RLIKE";
  if (like.form == sql::LikeKind::kIlike) name = "ILIKE";
  const ExprPtr call = make_call(name, std::move(operands), like.span).or_throw();
  return like.negated ? make_call("NOT", {call}, like.span).or_throw() : call;
}

ExprPtr Binder::bind_between(const sql::Between& between, Scope& scope, const Place& place) {
  ExprList operands = {bind(between.operand, scope, place), bind(between.low, scope, place),
                       bind(between.high, scope, place)};
  const ExprPtr call =
      make_call(between.symmetric ? "SYMMETRIC BETWEEN" : "BETWEEN", std::move(operands), between.span)
          .or_throw();
  return between.negated ? make_call("NOT", {call}, between.span).or_throw() : call;
}

ExprPtr Binder::bind_in(const sql::In& in, Scope& scope, const Place& place) {
  const ExprPtr operand = bind(in.operand, scope, place);
  ExprPtr call;
  if (in.query) {
    ExprList operands = is_call(*operand, "ROW") ? operand->operands : ExprList{operand};
    call = bind_subquery(*in.query, SubqueryKind::kIn, std::move(operands), scope, in.span);
  } else {
    ExprList operands = {operand};
    for (const sql::ExprPtr& value : in.list) operands.push_back(bind(value, scope, place));
    call = make_call("IN", std::move(operands), in.span).or_throw();
  }
  return in.negated ? make_call("NOT", {call}, in.span).or_throw() : call;
}

ExprPtr Binder::bind_quantified(const sql::Quantified& expr, Scope& scope, const Place& place) {
  const ExprPtr operand = bind(expr.operand, scope, place);
  if (!expr.query) {
    ExprList parts;
    for (const sql::ExprPtr& value : expr.list)
      parts.push_back(
          make_call(sql::op_name(expr.op), {operand, bind(value, scope, place)}, expr.span).or_throw());
    return parts.size() == 1 ? parts[0] : make_call(expr.all ? "AND" : "OR", parts, expr.span).or_throw();
  }
  if (!expr.all && expr.op == sql::Op::kEquals)
    return bind_subquery(*expr.query, SubqueryKind::kIn, {operand}, scope, expr.span);
  if (expr.all && expr.op == sql::Op::kNotEquals) {
    return make_call("NOT", {bind_subquery(*expr.query, SubqueryKind::kIn, {operand}, scope, expr.span)},
                     expr.span)
        .or_throw();
  }
  // x > ALL (query) is NOT (x <= SOME (query)).
  const auto some =
      std::make_shared<Expr>(*bind_subquery(*expr.query, SubqueryKind::kIn, {operand}, scope, expr.span));
  some->function = find_function(sql::op_name(expr.all ? opposite(expr.op) : expr.op));
  return expr.all ? make_call("NOT", {some}, expr.span).or_throw() : some;
}

ExprPtr Binder::bind_subquery(const sql::Query& query, SubqueryKind kind, ExprList operands, Scope& scope,
                              Span span) {
  // Each sub-query has its own name for the row it looks at.
  const int32_t saved = std::exchange(scope.correl_id, 0);
  const Bound bound = bind_query(query, &scope);
  const int32_t id = std::exchange(scope.correl_id, saved);
  RelPtr rel = bound.rel;
  LogicalType type = LogicalType::boolean().with_nullable(false);
  switch (kind) {
    case SubqueryKind::kScalar:
      if (bound.columns.size() != 1) {
        throw Failure("sql/subquery",
                      "Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<" +
                          ascii_upper(record_text(bound.columns)) +
                          ">)'. Supported form(s): '$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'",
                      span, "a sub-query used as a value selects one column");
      }
      type = bound.columns[0].type.with_nullable(true);
      break;
    case SubqueryKind::kExists:
      // What is selected does not matter.
      while (rel->kind == RelKind::kProject ||
             (rel->kind == RelKind::kSort && static_cast<const SortRel&>(*rel).fetch < 0 &&
              static_cast<const SortRel&>(*rel).offset == 0)) {
        rel = rel->inputs[0];
      }
      break;
    case SubqueryKind::kIn: {
      if (bound.columns.size() != operands.size()) {
        throw Failure(
            "sql/subquery",
            "Values passed to IN operator must have compatible types: " + std::to_string(operands.size()) +
                " expressions against " + std::to_string(bound.columns.size()) + " columns",
            span);
      }
      ExprList columns = all_columns(*rel);
      bool cast = false, nullable = false;
      for (size_t i = 0; i < operands.size(); ++i) {
        const std::optional<LogicalType> common = least_restrictive({operands[i]->type, columns[i]->type});
        if (!common)
          throw Failure("sql/subquery", "Values passed to IN operator must have compatible types", span);
        nullable = nullable || operands[i]->type.nullable() || columns[i]->type.nullable();
        // Types of one family stay as they are: the join that comes of it compares them.
        const LogicalType &a = operands[i]->type, &b = columns[i]->type;
        if ((a.is_numeric() && b.is_numeric()) || (a.is_character() && b.is_character())) continue;
        operands[i] = make_cast(operands[i], *common, span).or_throw();
        const ExprPtr column = make_cast(columns[i], *common, span).or_throw();
        cast = cast || column != columns[i];
        columns[i] = column;
      }
      if (cast) rel = make_project(rel, std::move(columns), field_names(rel->type), true, span);
      type = type.with_nullable(nullable);
      break;
    }
  }
  return subquery_node(kind, std::move(rel), std::move(operands), type, id, span);
}

}  // namespace rowkind
