#include "ops/match_expr.h"

#include <algorithm>
#include <functional>

#include "expr/aggregate.h"

namespace rowkind {
namespace {

bool is_match_call(const Expr& expr) {
  return expr.kind == ExprKind::kCall && expr.function->category == "match";
}

ExprPtr map_operands(const ExprPtr& expr, const std::function<ExprPtr(const ExprPtr&)>& f) {
  if (expr->operands.empty()) return expr;
  ExprList operands;
  for (const ExprPtr& operand : expr->operands) operands.push_back(f(operand));
  return with_operands(*expr, std::move(operands));
}

// The columns through variables become plain columns of the row; `variable` is set to their variable.
ExprPtr plain(const ExprPtr& expr, std::string& variable) {
  if (is_call(*expr, "$PATTERN")) {
    variable = std::string(expr->operands[0]->literal.string());
    return expr->operands[1];
  }
  return map_operands(expr, [&](const ExprPtr& operand) { return plain(operand, variable); });
}

std::vector<AggregateCall> one_call(const Expr& call, RowType& arguments) {
  AggregateCall out;
  out.function = find_aggregate(call.function->name);
  out.type = call.type;
  out.span = call.span;
  for (const ExprPtr& operand : call.operands) {
    out.args.push_back(static_cast<int32_t>(arguments.size()));
    arguments.push_back(Field{"", operand->type});
  }
  return {out};
}

}  // namespace

MatchedRow::~MatchedRow() {
  MatchedRowPtr tail = std::move(previous);
  while (tail && tail.use_count() == 1) {
    MatchedRowPtr next = std::move(tail->previous);
    tail = std::move(next);
  }
}

MatchedRows::MatchedRows(const MatchedRow* last, size_t variables) : rows_(variables) {
  for (const MatchedRow* row = last; row != nullptr; row = row->previous.get())
    rows_[static_cast<size_t>(row->variable)].push_back(row->row.get());
  for (std::vector<const Row*>& rows : rows_) std::reverse(rows.begin(), rows.end());
}

MatchExpression::MatchExpression(const ExprPtr& expr, const MatchAutomaton& automaton, int32_t defined)
    : automaton_(automaton), defined_(defined) {
  const ExprPtr& measured = is_call(*expr, "FINAL") ? expr->operands[0] : expr;
  // A processing time attribute is NULL until it is looked at.
  expression_ = compile(is_call(*measured, "MATCH_PROCTIME") ? null_literal(measured->type)
                                                             : rewrite(measured, false, 0));
}

ExprPtr MatchExpression::add_slot(Slot slot, const LogicalType& type) {
  needs_rows_ = needs_rows_ || slot.kind == Kind::kColumn || slot.kind == Kind::kAggregate;
  slots_.push_back(slot);
  return input_ref(static_cast<int32_t>(slots_.size()) - 1, type);
}

ExprPtr MatchExpression::rewrite(const ExprPtr& expr, bool first, int64_t offset) {
  if (!is_match_call(*expr))
    return map_operands(expr, [&](const ExprPtr& operand) { return rewrite(operand, first, offset); });
  const std::string_view name = expr->function->name;
  if (name == "$PATTERN") return column(*expr, first, offset);
  if (name == "FINAL") return rewrite(expr->operands[0], first, offset);
  if (name == "PREV" || name == "NEXT") return rewrite(expr->operands[0], false, 0);
  if (name == "FIRST" || name == "LAST")
    return rewrite(expr->operands[0], name == "FIRST", expr->operands[1]->literal.integer());
  if (name == "MATCH_PROCTIME")
    return make_call("PROCTIME_MATERIALIZE", {null_literal(expr->type)}).or_throw();
  if (name == "MATCH_ROWTIME") {
    Slot slot;
    slot.kind = Kind::kTime;
    return add_slot(slot, expr->type);
  }
  return aggregate(*expr);
}

ExprPtr MatchExpression::column(const Expr& reference, bool first, int64_t offset) {
  const std::string variable(reference.operands[0]->literal.string());
  Slot slot;
  slot.column = reference.operands[1]->index;
  slot.all = variable == "*";
  if (!slot.all) slot.variable = automaton_.variable(variable);
  slot.first = first;
  slot.offset = offset;
  const bool last_of_own = !first && offset == 0 && includes_row_at_hand(slot);
  slot.kind = last_of_own ? Kind::kAtHand : Kind::kColumn;
  return add_slot(slot, reference.type);
}

ExprPtr MatchExpression::aggregate(const Expr& call) {
  std::string variable = "*";
  std::vector<std::unique_ptr<Evaluator>> arguments;
  for (const ExprPtr& operand : call.operands) arguments.push_back(compile(plain(operand, variable)));
  RowType types;
  std::vector<AggregateCall> calls = one_call(call, types);
  aggregates_.push_back(Aggregate{std::move(arguments), AggregateCalls(calls, {false}, types)});
  Slot slot;
  slot.kind = Kind::kAggregate;
  slot.all = variable == "*";
  if (!slot.all) slot.variable = automaton_.variable(variable);
  slot.aggregate = aggregates_.size() - 1;
  return add_slot(slot, call.type);
}

Value MatchExpression::eval(const MatchedRows* rows, const Row* at_hand, int64_t time,
                            EvalContext& context) const {
  RowBuilder values(static_cast<int32_t>(slots_.size()));
  int32_t column = 0;
  for (const Slot& slot : slots_) {
    Value value;
    switch (slot.kind) {
      case Kind::kAtHand:
        value = (*at_hand)[slot.column];
        break;
      case Kind::kColumn:
        value = look_up(slot, *rows, at_hand);
        break;
      case Kind::kAggregate:
        value = compute(slot, *rows, at_hand, context);
        break;
      case Kind::kTime:
        value = Value::timestamp({time, 0});
        break;
    }
    values.set(column++, std::move(value));
  }
  return expression_->eval(*values.finish(), context);
}

Value MatchExpression::look_up(const Slot& slot, const MatchedRows& rows, const Row* at_hand) const {
  std::vector<const Row*> all;
  const std::vector<const Row*>* of = &all;
  if (slot.all) {
    for (size_t v = 0; v < rows.variables(); ++v) {
      const std::vector<const Row*>& more = rows.of(static_cast<int32_t>(v));
      all.insert(all.end(), more.begin(), more.end());
    }
  } else if (slot.variable >= 0) {
    of = &rows.of(slot.variable);
  }
  const auto known = static_cast<int64_t>(of->size());
  const int64_t size = known + (includes_row_at_hand(slot) ? 1 : 0);
  if (slot.offset >= size) return Value::null();
  const int64_t index = slot.first ? slot.offset : size - 1 - slot.offset;
  if (index < 0 || index >= size) {
    throw Failure("run/match-offset",
                  "Index " + std::to_string(index) + " out of bounds for length " + std::to_string(size));
  }
  return (*(index < known ? (*of)[static_cast<size_t>(index)] : at_hand))[slot.column];
}

Value MatchExpression::compute(const Slot& slot, const MatchedRows& rows, const Row* at_hand,
                               EvalContext& context) const {
  const Aggregate& aggregate = aggregates_[slot.aggregate];
  std::vector<Value> accumulator(static_cast<size_t>(aggregate.calls.slots()));
  aggregate.calls.create(accumulator.data());
  const auto add = [&](const Row& row) {
    RowBuilder arguments(static_cast<int32_t>(aggregate.arguments.size()));
    for (size_t i = 0; i < aggregate.arguments.size(); ++i)
      arguments.set(static_cast<int32_t>(i), aggregate.arguments[i]->eval(row, context));
    aggregate.calls.accumulate(accumulator.data(), *arguments.finish(), context);
  };
  for (size_t v = 0; v < rows.variables(); ++v) {
    if (!slot.all && slot.variable != static_cast<int32_t>(v)) continue;
    for (const Row* row : rows.of(static_cast<int32_t>(v))) add(*row);
  }
  if (includes_row_at_hand(slot)) add(*at_hand);
  return aggregate.calls.result(0, accumulator.data(), context);
}

}  // namespace rowkind
