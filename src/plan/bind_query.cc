// WITH, set operations, VALUES, ORDER BY and LIMIT.
#include <algorithm>
#include <utility>

#include "expr/infer.h"
#include "plan/bind.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

const char* set_op_word(sql::SetOp op) {
  return op == sql::SetOp::kUnion ? "UNION" : op == sql::SetOp::kIntersect ? "INTERSECT" : "EXCEPT";
}

SetOpKind set_op_kind(sql::SetOp op) {
  return op == sql::SetOp::kUnion       ? SetOpKind::kUnion
         : op == sql::SetOp::kIntersect ? SetOpKind::kIntersect
                                        : SetOpKind::kExcept;
}

// A literal as one of this type.
ExprPtr converted(const ExprPtr& value, const LogicalType& type) {
  if (value->literal.is_null()) return null_literal(type);
  if (value->type.equals(type, true)) return value;
  CastOptions options;
  options.zone = &TimeZone::utc();
  return literal(cast_value(value->literal, value->type, type, options).or_throw(), type, value->span);
}

}  // namespace

int64_t Binder::constant_integer(const sql::ExprPtr& expr, const char* what) {
  Scope empty;
  const ExprPtr value = bind(expr, empty, Place{what, false, false});
  if (value->kind != ExprKind::kLiteral || value->literal.kind() != ValueKind::kInt ||
      value->literal.integer() < 0) {
    throw Failure("sql/limit", std::string(what) + " takes a whole number that is not negative", expr->span);
  }
  return value->literal.integer();
}

Bound Binder::bind_query(const sql::Query& query, Scope* outer) {
  const DepthGuard guard(depth_, query.span);
  const size_t known = common_tables_.size();
  if (query.recursive)
    throw Failure("plan/not-yet", "WITH RECURSIVE is not supported in streaming mode", query.span);
  for (const sql::CommonTable& table : query.with) {
    Bound bound = bind_query(*table.query, outer);
    if (!table.columns.empty()) {
      if (table.columns.size() != bound.columns.size()) {
        throw Failure("sql/column-count", "Number of columns must match number of query columns",
                      table.name.span);
      }
      for (size_t i = 0; i < bound.columns.size(); ++i) bound.columns[i].name = table.columns[i].name;
    }
    common_tables_.emplace_back(table.name.name, std::move(bound));
  }
  Order order;
  if (!query.order_by.empty()) order.items = &query.order_by;
  Bound out = bind_body(query.body, outer, order);
  const bool select = query.body->kind == sql::BodyKind::kSelect;
  if (!select && (order.items != nullptr || query.offset || query.fetch)) {
    // SELECT * FROM (body) ORDER BY ...
    out.rel = make_project(out.rel, all_columns(*out.rel), field_names(out.rel->type), true, query.span);
  }
  const int64_t offset = query.offset ? constant_integer(query.offset, "OFFSET") : 0;
  const int64_t fetch = query.fetch ? constant_integer(query.fetch, "FETCH") : -1;
  if (!order.keys.empty() || offset > 0 || fetch >= 0)
    out.rel = make_sort(out.rel, order.keys, offset, fetch, query.fetch ? query.fetch_span : query.span);
  if (out.rel->type.size() > out.columns.size()) {
    ExprList shown = all_columns(*out.rel);
    shown.resize(out.columns.size());
    std::vector<std::string> names = field_names(out.rel->type);
    names.resize(shown.size());
    out.rel = make_project(out.rel, std::move(shown), std::move(names), true, query.span);
  }
  common_tables_.resize(known);
  return out;
}

Bound Binder::bind_body(const sql::BodyPtr& body, Scope* outer, Order& order) {
  const DepthGuard guard(depth_, body->span);
  Bound out;
  switch (body->kind) {
    case sql::BodyKind::kSelect:
      return bind_select(static_cast<const sql::Select&>(*body), outer, order);
    case sql::BodyKind::kSetOperation:
      out = bind_set_operation(static_cast<const sql::SetOperation&>(*body), outer);
      break;
    case sql::BodyKind::kValues:
      out = bind_values(static_cast<const sql::Values&>(*body), outer);
      break;
    case sql::BodyKind::kTable: {
      out = bind_table_name(static_cast<const sql::ExplicitTable&>(*body).name, {}, nullptr);
      out.rel = make_project(out.rel, all_columns(*out.rel), field_names(out.rel->type), true, body->span);
      break;
    }
    case sql::BodyKind::kNested:
      out = bind_query(*static_cast<const sql::NestedQuery&>(*body).query, outer);
      break;
  }
  order_by_columns(out.columns, order);
  return out;
}

Bound Binder::bind_set_operation(const sql::SetOperation& op, Scope* outer) {
  Order none;
  const Bound left = bind_body(op.left, outer, none);
  const Bound right = bind_body(op.right, outer, none);
  const char* word = set_op_word(op.op);
  if (left.columns.size() != right.columns.size()) {
    throw Failure("sql/column-count", std::string("Column count mismatch in ") + word, op.op_span,
                  std::to_string(left.columns.size()) + " columns on the left, " +
                      std::to_string(right.columns.size()) + " on the right");
  }
  Bound out;
  RowType type = left.rel->type;
  for (size_t i = 0; i < type.size(); ++i) {
    const auto common = least_restrictive({left.columns[i].type, right.columns[i].type});
    if (!common) {
      throw Failure(
          "sql/types",
          "Type mismatch in column " + std::to_string(i + 1) + " of " + word + (op.all ? " ALL" : ""),
          op.op_span,
          left.columns[i].type.to_string() + " on the left, " + right.columns[i].type.to_string() +
              " on the right");
    }
    // A time attribute stays one when both sides have it.
    const TimeAttribute attribute = left.columns[i].type.time_attribute();
    type[i].type = attribute == right.columns[i].type.time_attribute()
                       ? common->with_attribute(attribute)
                       : common->with_attribute(TimeAttribute::kNone);
    out.columns.push_back({left.columns[i].name, type[i].type});
  }
  out.rel = make_set_op(set_op_kind(op.op), op.all, {left.rel, right.rel}, std::move(type), op.span);
  return out;
}

Bound Binder::bind_values(const sql::Values& values, Scope* outer) {
  Scope scope;
  scope.outer = outer;
  std::vector<ExprList> rows;
  bool literals = true;
  for (const auto& row : values.rows) {
    if (row.items.size() != values.rows[0].items.size())
      throw Failure("sql/column-count", "Values passed to VALUES operator must have compatible types",
                    row.span, "every row needs the same number of values");
    ExprList cells;
    for (const sql::ExprPtr& item : row.items) {
      cells.push_back(bind(item, scope, Place{"VALUES", false, false}));
      if (cells.back()->type.is(TypeRoot::kNull)) illegal_null(*cells.back(), item->span);
      const auto* sign = sql::node_cast<sql::Operator>(item);
      const bool written = item->kind == sql::ExprKind::kLiteral || item->kind == sql::ExprKind::kInterval ||
                           (sign != nullptr && sign->op == sql::Op::kNegate);
      literals = literals && written && cells.back()->kind == ExprKind::kLiteral;
    }
    rows.push_back(std::move(cells));
  }
  Bound out;
  RowType type;
  for (size_t i = 0; i < rows[0].size(); ++i) {
    TypeList types;
    for (const ExprList& row : rows) types.push_back(row[i]->type);
    const auto common = least_restrictive(types);
    if (!common)
      throw Failure("sql/types", "Values passed to VALUES operator must have compatible types", values.span);
    type.push_back({"EXPR$" + std::to_string(i), *common});
  }
  out.columns = type;
  if (literals) {
    for (ExprList& row : rows) {
      for (size_t i = 0; i < row.size(); ++i) {
        row[i] = converted(row[i], type[i].type);
      }
    }
    out.rel = make_values(std::move(rows), std::move(type), values.span);
    return out;
  }
  const LogicalType zero = LogicalType::integer().with_nullable(false);
  std::vector<RelPtr> parts;
  for (ExprList& row : rows) {
    const RelPtr one = make_values({{literal(Value::integer(0), zero)}}, {{"ZERO", zero}}, values.span);
    parts.push_back(make_project(one, std::move(row), field_names(type), true, values.span));
  }
  out.rel = parts.size() == 1
                ? parts[0]
                : make_set_op(SetOpKind::kUnion, true, std::move(parts), std::move(type), values.span);
  return out;
}

}  // namespace rowkind
