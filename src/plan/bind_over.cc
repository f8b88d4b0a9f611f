// OVER: window functions, with the expansions that Calcite makes (SUM and AVG become COUNT and $SUM0).
#include "expr/infer.h"
#include "plan/bind.h"

namespace rowkind {
namespace {

bool is_ranking(const std::string& name) {
  return name == "ROW_NUMBER" || name == "RANK" || name == "DENSE_RANK" || name == "NTILE" ||
         name == "PERCENT_RANK" || name == "CUME_DIST";
}

FrameBound::Kind bound_kind(sql::BoundKind kind) {
  switch (kind) {
    case sql::BoundKind::kUnboundedPreceding:
      return FrameBound::Kind::kUnboundedPreceding;
    case sql::BoundKind::kPreceding:
      return FrameBound::Kind::kPreceding;
    case sql::BoundKind::kCurrentRow:
      return FrameBound::Kind::kCurrentRow;
    case sql::BoundKind::kFollowing:
      return FrameBound::Kind::kFollowing;
    case sql::BoundKind::kUnboundedFollowing:
      return FrameBound::Kind::kUnboundedFollowing;
  }
  return FrameBound::Kind::kCurrentRow;
}

ExprPtr over_node(std::shared_ptr<const OverSpec> spec, const LogicalType& type, Span span) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::kOver;
  expr->type = type;
  expr->over = std::move(spec);
  expr->span = span;
  return expr;
}

// The same window with another function over the same arguments.
ExprPtr with_function(const OverSpec& spec, const char* name, const LogicalType& type, Span span) {
  auto copy = std::make_shared<OverSpec>(spec);
  copy->function = find_aggregate(name);
  copy->function_name = name;
  return over_node(copy, type, span);
}

ExprPtr count_over(const OverSpec& spec, Span span) {
  return with_function(spec, "COUNT", LogicalType::bigint().with_nullable(false), span);
}

// CASE(>(COUNT(x), 0), $SUM0(x), null); plain SUM of what is never NULL.
ExprPtr sum_over(const OverSpec& spec, Span span) {
  ExprList args = spec.args;
  const LogicalType type = infer_aggregate(*find_aggregate("SUM"), args, spec.distinct, span).or_throw();
  if (!spec.args[0]->type.nullable()) return with_function(spec, "SUM", type.with_nullable(false), span);
  const LogicalType nullable = type.with_nullable(true);
  const ExprPtr zero = literal(Value::integer(0), LogicalType::bigint());
  const ExprPtr some = call_or_throw(">", {count_over(spec, span), zero}, span);
  return call_or_throw(
      "CASE", {some, with_function(spec, "$SUM0", type.with_nullable(false), span), null_literal(nullable)},
      span);
}

ExprPtr to_type(const ExprPtr& expr, const LogicalType& type, Span span) {
  return expr->type.equals(type, true) ? expr
                                       : cast_or_throw(expr, type.with_nullable(expr->type.nullable()), span);
}

// SUM / COUNT in the type of the average
ExprPtr average_over(const OverSpec& spec, const LogicalType& type, Span span) {
  const ExprPtr sum = to_type(sum_over(spec, span), type, span);
  return to_type(call_or_throw("/", {sum, count_over(spec, span)}, span), type, span);
}

// (SUM(x * x) - SUM(x) * SUM(x) / COUNT(x)) / COUNT(x) for the population; divided by COUNT(x) - 1 for a
// sample; the deviation is its root.
ExprPtr variance_over(const OverSpec& spec, const std::string& name, const LogicalType& type, Span span) {
  const bool sample = name == "VAR_SAMP" || name == "STDDEV_SAMP" || name == "VARIANCE" || name == "STDDEV";
  const bool root = name.compare(0, 6, "STDDEV") == 0;
  auto squares = std::make_shared<OverSpec>(spec);
  const ExprPtr x = to_type(spec.args[0], type, span);
  squares->args = {to_type(call_or_throw("*", {x, x}, span), type, span)};
  const ExprPtr sum_squares = to_type(sum_over(*squares, span), type, span),
                sum = to_type(sum_over(spec, span), type, span);
  const ExprPtr square = to_type(call_or_throw("*", {sum, sum}, span), type, span);
  const ExprPtr count = count_over(spec, span), counted = to_type(count, type, span);
  const ExprPtr mean_square = to_type(call_or_throw("/", {square, counted}, span), type, span);
  const ExprPtr difference = call_or_throw("-", {sum_squares, mean_square}, span);
  ExprPtr divisor = counted;
  if (sample) {
    const ExprPtr one = literal(Value::integer(1), LogicalType::integer());
    divisor = call_or_throw("CASE",
                            {call_or_throw("=", {count, one}, span), null_literal(LogicalType::bigint()),
                             call_or_throw("-", {count, one}, span)},
                            span);
  }
  const ExprPtr variance = call_or_throw("/", {difference, divisor}, span);
  if (!root) return to_type(variance, type, span);
  const ExprPtr half = literal(Value::decimal(Decimal{5, 1}), LogicalType::decimal(2, 1));
  return to_type(call_or_throw("POWER", {variance, half}, span), type, span);
}

bool is_variance(const std::string& name) {
  for (const char* one : {"VAR_POP", "VAR_SAMP", "VARIANCE", "STDDEV_POP", "STDDEV_SAMP", "STDDEV"}) {
    if (name == one) return true;
  }
  return false;
}

LogicalType ranking_type(const std::string& name) {
  if (name == "NTILE") return LogicalType::integer().with_nullable(false);
  if (name == "PERCENT_RANK" || name == "CUME_DIST") return LogicalType::double_type().with_nullable(false);
  return LogicalType::bigint().with_nullable(false);
}

}  // namespace

void check_null_treatment(const sql::Call& call, std::string_view name) {
  if (call.nulls == sql::NullTreatment::kUnspecified || name == "LAG" || name == "LEAD" ||
      name == "ARRAY_AGG")
    return;
  throw Failure("sql/null-treatment",
                "Cannot specify IGNORE NULLS or RESPECT NULLS following '" + std::string(name) + "'",
                call.span);
}

const sql::WindowSpec& Binder::window_by_name(const sql::Identifier& name) const {
  if (windows_ != nullptr) {
    for (const sql::NamedWindow& window : *windows_) {
      if (window.name.name == name.name) return window.spec;
    }
  }
  throw Failure("sql/over", "Window '" + name.name + "' not found", name.span);
}

ExprPtr Binder::bind_over(const sql::Call& call, const std::string& name, Scope& scope, const Place& place) {
  const sql::WindowSpec* window = &*call.over;
  const sql::WindowSpec* base = nullptr;
  if (window->by_name) {
    window = &window_by_name(*window->base);
  } else if (window->base) {
    base = &window_by_name(*window->base);
  }
  const Place inside{"OVER", place.aggregates, false};
  auto spec = std::make_shared<OverSpec>();
  spec->function_name = name;
  spec->function = find_aggregate(name);
  const bool ignores_copies = name == "MIN" || name == "MAX";
  spec->distinct = call.quantifier == sql::SetQuantifier::kDistinct && !ignores_copies;
  spec->ignore_nulls = call.nulls == sql::NullTreatment::kIgnoreNulls;
  if (spec->function == nullptr && !is_ranking(name) && name != "LAG" && name != "LEAD") {
    throw Failure("sql/over", "OVER must be applied to aggregate function", call.span,
                  "'" + name + "' is no aggregate function");
  }
  check_null_treatment(call, name);
  if (call.filter)
    throw Failure("sql/over", "OVER must be applied to aggregate function; FILTER is not supported with OVER",
                  call.filter->span);

  for (const sql::WindowSpec* w : {base, window}) {
    if (w == nullptr) continue;
    for (const sql::ExprPtr& e : w->partition_by) spec->partition.push_back(bind(e, scope, inside));
    for (const sql::OrderItem& item : w->order_by) {
      const bool nulls_first = item.nulls == sql::NullOrder::kUnspecified
                                   ? !item.descending
                                   : item.nulls == sql::NullOrder::kFirst;
      spec->order.push_back({bind(item.expr, scope, inside), item.descending, nulls_first});
    }
    if (!w->frame) continue;
    spec->rows = w->frame->rows;
    const auto bound = [&](const sql::FrameBound& b) {
      FrameBound out;
      out.kind = bound_kind(b.kind);
      if (b.offset) out.offset = bind(b.offset, scope, inside);
      return out;
    };
    spec->lower = bound(w->frame->start);
    spec->upper.kind = FrameBound::Kind::kCurrentRow;
    if (w->frame->end) spec->upper = bound(*w->frame->end);
  }
  if (base != nullptr && window->frame) {
    // Calcite 1.36 keeps ROWS or RANGE of a frame that refines a named window, and forgets its bounds.
    spec->lower = FrameBound{FrameBound::Kind::kUnboundedPreceding, nullptr};
    spec->upper = FrameBound{FrameBound::Kind::kCurrentRow, nullptr};
  }
  const bool whole = spec->lower.kind == FrameBound::Kind::kUnboundedPreceding &&
                     spec->upper.kind == FrameBound::Kind::kUnboundedFollowing;
  if (whole) spec->rows = false;  // the same rows either way
  const bool framed = window->frame || (base != nullptr && base->frame);
  if (!framed) {
    spec->lower.kind = FrameBound::Kind::kUnboundedPreceding;
    spec->upper.kind = spec->order.empty() && !is_ranking(name) ? FrameBound::Kind::kUnboundedFollowing
                                                                : FrameBound::Kind::kCurrentRow;
  }
  if (is_ranking(name)) {
    if (spec->order.empty() && name != "ROW_NUMBER")
      throw Failure("sql/over",
                    "RANK or DENSE_RANK functions require ORDER BY clause in window specification",
                    call.span);
    if (framed)
      throw Failure("sql/over", "ROW/RANGE not allowed with RANK, DENSE_RANK or ROW_NUMBER functions",
                    call.span);
  }

  const bool star = call.arguments.size() == 1 && call.arguments[0].value->kind == sql::ExprKind::kStar;
  for (const sql::Argument& argument : call.arguments) {
    if (star) break;
    spec->args.push_back(bind(argument.value, scope, inside));
  }
  if (is_ranking(name)) return over_node(spec, ranking_type(name), call.span);
  if (name == "LAG" || name == "LEAD") {
    if (spec->args.empty() || spec->args.size() > 3)
      throw Failure(
          "sql/wrong-arguments",
          "Invalid number of arguments to function '" + name + "'. Was expecting 1, 2 or 3 arguments",
          call.span);
    LogicalType type = spec->args[0]->type.with_nullable(true);
    if (spec->args.size() == 3) {
      const auto common = least_restrictive({spec->args[0]->type, spec->args[2]->type});
      if (common) type = common->with_nullable(spec->args[2]->type.nullable());
    }
    return over_node(spec, type, call.span);
  }
  const LogicalType type = infer_aggregate(*spec->function, spec->args, spec->distinct, call.span).or_throw();
  const LogicalType nullable =
      name == "COUNT" || name == "$SUM0" || name == "COLLECT" ? type : type.with_nullable(true);
  if (name == "SUM") return sum_over(*spec, call.span);
  if (name == "AVG") return average_over(*spec, nullable, call.span);
  if (is_variance(name)) return variance_over(*spec, name, nullable, call.span);
  return over_node(spec, nullable, call.span);
}

}  // namespace rowkind
