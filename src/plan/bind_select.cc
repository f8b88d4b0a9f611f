// SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ... QUALIFY, and the ORDER BY that looks into it.
#include "plan/bind_select.h"

#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"
#include "expr/infer.h"
#include "sql/unparser.h"

namespace rowkind {
namespace {

bool group_window_name(const ExprPtr& expr) {
  return expr->function != nullptr && expr->function->name.size() > 1 && expr->function->name[0] == '$';
}

// The position that ORDER BY 2 means, or -1.
int32_t ordinal(const sql::ExprPtr& expr) {
  const auto* number = sql::node_cast<sql::Literal>(expr);
  if (number == nullptr || number->literal != sql::LiteralKind::kExact ||
      number->text.find('.') != std::string::npos || number->text.size() > 9)
    return -1;
  return std::stoi(number->text);
}

// "ord.id"
std::string qualified(const Scope& scope, const Expr& column) {
  for (const Relation& relation : scope.relations) {
    const int32_t i = column.index - relation.first;
    if (column.kind != ExprKind::kInputRef || i < 0 || i >= static_cast<int32_t>(relation.columns.size()))
      continue;
    return (relation.alias.empty() ? "" : relation.alias + ".") +
           relation.columns[static_cast<size_t>(i)].name;
  }
  return "*";
}

SortKey sort_key(const sql::OrderItem& item, int32_t column) {
  const bool nulls_first =
      item.nulls == sql::NullOrder::kUnspecified ? !item.descending : item.nulls == sql::NullOrder::kFirst;
  return SortKey{column, item.descending, nulls_first};
}

}  // namespace

void Binder::order_by_columns(const RowType& columns, Order& order) {
  if (order.items == nullptr) return;
  for (const sql::OrderItem& item : *order.items) {
    const int32_t position = ordinal(item.expr);
    if (position == 0 || position > static_cast<int32_t>(columns.size()))
      throw Failure("sql/order-by", "Ordinal out of range", item.span);
    int32_t column = position - 1;
    if (position < 0) {
      const auto* name = sql::node_cast<sql::Column>(item.expr);
      column = name != nullptr && name->name.simple() ? find_field(columns, name->name.last()) : -1;
      if (column < 0 && name != nullptr) {
        throw Failure("sql/unknown-column", "Column '" + name->name.text() + "' not found in any table",
                      item.span, did_you_mean(name->name.last(), field_names(columns)));
      }
      if (column < 0)
        throw Failure("plan/not-yet", "ORDER BY an expression behind a set operation is not supported",
                      item.span, "select the expression in a sub-query and order by its name");
    }
    order.keys.push_back(sort_key(item, column));
  }
}

std::map<std::string, ExprPtr> SelectBlock::aliases() const {
  std::map<std::string, ExprPtr> out;
  for (size_t i = 0; i < items.size() && i < exprs.size(); ++i) {
    if (items[i].alias) out.emplace(items[i].name, exprs[i]);
  }
  return out;
}

void Binder::select_from(SelectBlock& block) {
  const sql::Select& select = block.select;
  if (select.from) {
    block.rel = bind_from(select.from, block.scope);
  } else {
    const LogicalType zero = LogicalType::integer().with_nullable(false);
    block.rel = make_values({{literal(Value::integer(0), zero)}}, {{"ZERO", zero}}, select.span);
  }
  if (!select.where) return;
  const ExprPtr condition = bind_condition(select.where, block.scope, Place{"WHERE", false, false});
  block.rel = make_filter(block.rel, condition, select.where->span);
}

// The select list, stars opened.
void Binder::select_items(SelectBlock& block) {
  for (const sql::SelectItem& item : block.select.items) {
    const auto* star = sql::node_cast<sql::Star>(item.expr);
    const auto* access = sql::node_cast<sql::FieldAccess>(item.expr);
    const bool row_star = access != nullptr && access->field.name == "*" && !access->field.quoted;
    ExprList exprs;
    std::vector<std::string> names;
    if (star != nullptr) {
      expand_star(*star, block.scope, exprs, names);
    } else if (row_star) {
      const ExprPtr row = bind(access->operand, block.scope, Place{});
      if (!row->type.is(TypeRoot::kRow)) throw Failure("sql/star", "Only a ROW has .*", item.span);
      for (size_t i = 0; i < row->type.fields().size(); ++i) {
        exprs.push_back(field_access(row, static_cast<int32_t>(i), item.span));
        names.push_back(row->type.fields()[i].name);
      }
    } else {
      SelectItem out{item.expr, nullptr, item.alias ? item.alias->name : derived_name(item.expr),
                     item.alias.has_value(), item.span};
      if (out.name.empty()) out.name = "EXPR$" + std::to_string(block.items.size());
      block.items.push_back(std::move(out));
    }
    for (size_t i = 0; i < exprs.size(); ++i)
      block.items.push_back(SelectItem{nullptr, exprs[i], names[i], false, item.span});
    if (block.items.size() > static_cast<size_t>(limits::kColumns)) {
      throw Failure("sql/too-many-columns",
                    "A select list has at most " + std::to_string(limits::kColumns) + " columns here",
                    item.span);
    }
  }
}

bool Binder::select_is_grouped(const SelectBlock& block, const Order& order) const {
  const sql::Select& select = block.select;
  if (select.group_by || select.having || (select.qualify && has_aggregate(select.qualify))) return true;
  for (const SelectItem& item : block.items) {
    if (item.expr && has_aggregate(item.expr)) return true;
  }
  if (order.items == nullptr) return false;
  return std::any_of(order.items->begin(), order.items->end(),
                     [](const sql::OrderItem& o) { return has_aggregate(o.expr); });
}

void Binder::select_list(SelectBlock& block) {
  GroupScope& group = block.group;
  if (block.grouped) {
    if (block.select.group_by) {
      bind_group_by(*block.select.group_by, block.scope, group);
    } else {
      group.sets.emplace_back(1);
    }
    // Aggregates that are select items are called by their aliases.
    for (const SelectItem& item : block.items) {
      if (item.expr) group.item_names[sql::unparse(*item.expr)] = item.name;
    }
    block.scope.group = &group;
  }
  for (const SelectItem& item : block.items) {
    ExprPtr expr = item.column;
    if (item.expr) {
      expr = bind(item.expr, block.scope, Place{"SELECT", block.grouped, true});
    } else if (block.grouped) {
      const auto same = [&](const ExprPtr& g) { return same_expr(*g, *item.column); };
      const auto it = std::find_if(group.groups.begin(), group.groups.end(), same);
      if (it == group.groups.end())
        throw Failure("sql/not-grouped",
                      "Expression '" + qualified(block.scope, *item.column) + "' is not being grouped",
                      item.span);
      expr = group_output(block.scope, static_cast<int32_t>(it - group.groups.begin()), item.span);
    }
    if (expr->type.is(TypeRoot::kNull)) illegal_null(*expr, item.span);
    if (expr->type.is(TypeRoot::kDescriptor) || expr->type.is(TypeRoot::kSymbol))
      throw Failure("sql/misplaced", "A keyword is no value", item.span);
    // Grouping columns are called as the select list calls them.
    if (block.grouped && expr->kind == ExprKind::kInputRef) {
      const auto i = static_cast<size_t>(expr->index);
      if (i < group.groups.size() && !group_window_name(group.groups[i])) group.input_names[i] = item.name;
    }
    block.exprs.push_back(expr);
    block.names.push_back(item.name);
  }
  block.shown = block.exprs.size();
  if (block.select.having)
    block.having = bind_condition(block.select.having, block.scope, Place{"HAVING", true, false});
  if (block.select.qualify) {
    const std::map<std::string, ExprPtr> aliases = block.aliases();
    aliases_ = &aliases;
    block.qualify = bind_condition(block.select.qualify, block.scope, Place{"QUALIFY", block.grouped, true});
    aliases_ = nullptr;
  }
}

// ORDER BY: positions, aliases, selected expressions, else hidden columns behind the select list.
void Binder::select_order(SelectBlock& block, Order& order) {
  if (order.items == nullptr) return;
  const std::map<std::string, ExprPtr> aliases = block.aliases();
  aliases_ = &aliases;
  for (const sql::OrderItem& item : *order.items) {
    const int32_t position = ordinal(item.expr);
    if (position == 0 || position > static_cast<int32_t>(block.shown))
      throw Failure("sql/order-by", "Ordinal out of range", item.span);
    if (position > 0) {
      order.keys.push_back(sort_key(item, position - 1));
      continue;
    }
    const ExprPtr key = bind(item.expr, block.scope, Place{"ORDER BY", block.grouped, true});
    const auto same = [&](const ExprPtr& e) { return same_expr(*e, *key); };
    const auto it = std::find_if(block.exprs.begin(), block.exprs.end(), same);
    const auto column = static_cast<int32_t>(it - block.exprs.begin());
    if (it == block.exprs.end()) {
      if (block.select.quantifier == sql::SetQuantifier::kDistinct) {
        throw Failure("sql/order-by",
                      "Expression '" + sql::unparse(*item.expr) + "' is not in the select clause", item.span);
      }
      const bool plain = key->kind == ExprKind::kInputRef && !block.grouped;
      block.names.push_back(plain ? block.rel->type[static_cast<size_t>(key->index)].name
                                  : "EXPR$" + std::to_string(block.names.size()));
      block.exprs.push_back(key);
    }
    order.keys.push_back(sort_key(item, column));
  }
  aliases_ = nullptr;
}

// The aggregate; with equal grouping sets one for each time they are there, united (RelBuilder's
// rewriteAggregateWithDuplicateGroupSets).
RelPtr Binder::aggregate_of(const GroupScope& group, const RelPtr& input, Span span) {
  std::vector<int32_t> grouping;
  for (size_t i = 0; i < group.groups.size(); ++i) grouping.push_back(static_cast<int32_t>(i));
  const RelPtr whole = make_aggregate(input, grouping, group.sets[0], group.calls, span);
  if (group.sets.size() == 1) return whole;
  const auto counts = [](const AggregateCall& call) { return call.function->name == "GROUP_ID"; };
  std::vector<AggregateCall> calls = group.calls;
  calls.erase(std::remove_if(calls.begin(), calls.end(), counts), calls.end());
  std::vector<RelPtr> inputs;
  for (const auto& sets : group.sets) {
    const RelPtr part = make_aggregate(input, grouping, sets, calls, span);
    ExprList exprs;
    int32_t next = 0;
    for (size_t i = 0; i < whole->type.size(); ++i) {
      const bool number = i >= grouping.size() && counts(group.calls[i - grouping.size()]);
      const auto id = static_cast<int64_t>(inputs.size());
      exprs.push_back(number ? literal(Value::integer(id), whole->type[i].type)
                             : input_ref(next, part->type[static_cast<size_t>(next)].type));
      if (!number) ++next;
    }
    inputs.push_back(make_project(part, std::move(exprs), field_names(whole->type), false, span));
  }
  return make_set_op(SetOpKind::kUnion, true, std::move(inputs), whole->type, span);
}

// The projection of groups and arguments, the aggregate, HAVING.
void Binder::select_aggregate(SelectBlock& block) {
  GroupScope& group = block.group;
  RelPtr& rel = block.rel;
  std::vector<std::string>& names = group.input_names;
  for (size_t i = 0; i < names.size(); ++i) {
    const Expr& input = *group.inputs[i];
    if (names[i].empty() && input.kind == ExprKind::kInputRef)
      names[i] = rel->type[static_cast<size_t>(input.index)].name;
    const bool taken = std::count(names.begin(), names.begin() + static_cast<int64_t>(i), names[i]) > 0;
    if (names[i].empty() || taken) names[i] = "$f" + std::to_string(i);
  }
  if (!group.inputs.empty()) rel = make_project(rel, group.inputs, names, false, block.select.span);
  rel = without_unused(rel, group.groups.size(), group.calls);
  rel = aggregate_of(group, rel, block.select.group_by ? block.select.group_by->span : block.select.span);
  // STATE_TTL of the only table below means the aggregate.
  if (block.scope.relations.size() == 1 && rel->kind == RelKind::kAggregate) {
    const auto ttl = hints_.state_ttl.find(block.scope.relations[0].alias);
    if (ttl != hints_.state_ttl.end()) {
      auto copy = std::make_shared<AggregateRel>(static_cast<const AggregateRel&>(*rel));
      copy->state_ttl = {*ttl};
      rel = copy;
    }
  }
  if (block.having) rel = make_filter(rel, order_conjuncts(block.having), block.select.having->span);
}

Bound Binder::select_output(SelectBlock& block) {
  const Span span = block.select.span;
  Bound out;
  for (size_t i = 0; i < block.shown; ++i) out.columns.push_back({block.names[i], block.exprs[i]->type});
  const std::vector<std::string> names = unique_names(block.names);
  if (!block.qualify) {
    out.rel = make_project(block.rel, block.exprs, names, !block.grouped, span);
    return out;
  }
  RelPtr below = block.rel;
  ExprList exprs = block.exprs;
  ExprPtr qualify = block.qualify;
  if (refers_to(qualify, block.exprs)) {
    // QUALIFY of what is already selected looks at the select list.
    below = make_project(below, exprs, names, true, span);
    qualify = over_items(qualify, block.exprs);
    exprs = all_columns(*below);
  }
  std::vector<std::string> with_names = names;
  exprs.push_back(qualify);
  with_names.emplace_back("QualifyExpression");
  below = make_project(below, exprs, with_names, true, span);
  const RelPtr kept =
      make_filter(below, column_ref(*below, static_cast<int32_t>(names.size())), block.select.qualify->span);
  exprs = all_columns(*kept);
  exprs.pop_back();
  out.rel = make_project(kept, exprs, names, true, span);
  return out;
}

Bound Binder::bind_select(const sql::Select& select, Scope* outer, Order& order) {
  const auto* saved_windows = std::exchange(windows_, &select.windows);
  const auto* saved_aliases = std::exchange(aliases_, nullptr);
  QueryHints saved_hints = std::exchange(hints_, read_hints(select.hints));

  SelectBlock block{select, {}, nullptr, {}, false, {}, {}, {}, 0, nullptr, nullptr};
  block.scope.outer = outer;
  select_from(block);
  check_all_used(hints_);
  select_items(block);
  block.grouped = select_is_grouped(block, order);
  select_list(block);
  select_order(block, order);
  if (block.grouped) select_aggregate(block);
  Bound out = select_output(block);
  if (select.quantifier == sql::SetQuantifier::kDistinct) out = distinct(out, select.span);

  hints_ = std::move(saved_hints);
  windows_ = saved_windows;
  aliases_ = saved_aliases;
  return out;
}

}  // namespace rowkind
