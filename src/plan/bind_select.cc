// SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ... QUALIFY, and the ORDER BY that looks into it.
#include <algorithm>

#include "base/utf8.h"
#include "plan/bind.h"
#include "sql/unparser.h"

namespace rowkind {
namespace {

// A select item: an expression of the user, or a column that a star stands for.
struct Item {
  sql::ExprPtr expr;  // null for a star's column
  ExprPtr column;     // of the FROM row, for a star's column
  std::string name;
  bool alias = false;
  Span span;
};

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

// Whether every OVER of an expression is also a select item; and the expression with select items as columns.
bool refers_to(const ExprPtr& expr, const ExprList& items) {
  const auto same = [&](const ExprPtr& item) { return same_expr(*item, *expr); };
  if (expr->kind == ExprKind::kOver) return std::any_of(items.begin(), items.end(), same);
  if (expr->kind == ExprKind::kInputRef) return std::any_of(items.begin(), items.end(), same);
  return std::all_of(expr->operands.begin(), expr->operands.end(),
                     [&](const ExprPtr& e) { return refers_to(e, items); });
}
ExprPtr over_items(const ExprPtr& expr, const ExprList& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (expr->kind != ExprKind::kLiteral && same_expr(*items[i], *expr))
      return input_ref(static_cast<int32_t>(i), expr->type, expr->span);
  }
  return map_children(expr, [&](const ExprPtr& e) { return over_items(e, items); });
}

// Drops projected columns that neither groups nor calls use. `groups` columns come first.
RelPtr without_unused(const RelPtr& rel, size_t groups, std::vector<AggregateCall>& calls) {
  if (rel->kind != RelKind::kProject) return rel;
  const auto& project = static_cast<const ProjectRel&>(*rel);
  std::vector<int32_t> to(project.exprs.size(), -1);
  for (size_t i = 0; i < groups; ++i) to[i] = 0;
  for (const AggregateCall& call : calls) {
    for (const int32_t a : call.args) to[static_cast<size_t>(a)] = 0;
    if (call.filter >= 0) to[static_cast<size_t>(call.filter)] = 0;
  }
  const auto used = std::count(to.begin(), to.end(), 0);
  if (used == 0 || used == static_cast<int64_t>(to.size())) return rel;
  ExprList exprs;
  std::vector<std::string> names;
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] < 0) continue;
    to[i] = static_cast<int32_t>(exprs.size());
    exprs.push_back(project.exprs[i]);
    names.push_back(project.type[i].name);
  }
  for (AggregateCall& call : calls) {
    for (int32_t& a : call.args) a = to[static_cast<size_t>(a)];
    if (call.filter >= 0) call.filter = to[static_cast<size_t>(call.filter)];
  }
  return make_project(project.inputs[0], std::move(exprs), std::move(names), true, project.span);
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

Bound Binder::distinct(const Bound& in, Span span) {
  std::vector<int32_t> all;
  for (size_t i = 0; i < in.columns.size(); ++i) all.push_back(static_cast<int32_t>(i));
  // A column selected twice is grouped by once.
  if (in.rel->kind == RelKind::kProject) {
    const auto& project = static_cast<const ProjectRel&>(*in.rel);
    ExprList once, back;
    std::vector<std::string> names;
    for (size_t i = 0; i < project.exprs.size(); ++i) {
      size_t at = 0;
      while (at < once.size() &&
             !(project.exprs[i]->kind == ExprKind::kInputRef && same_expr(*once[at], *project.exprs[i])))
        ++at;
      if (at == once.size()) {
        once.push_back(project.exprs[i]);
        names.push_back(project.type[i].name);
      }
      back.push_back(input_ref(static_cast<int32_t>(at), project.exprs[i]->type));
    }
    if (once.size() < project.exprs.size()) {
      all.resize(once.size());
      ExprList refs;
      for (size_t i = 0, n = 0; i < back.size(); ++i) {
        if (back[i]->index == static_cast<int32_t>(n)) {
          refs.push_back(column_ref(*in.rel, static_cast<int32_t>(i)));
          ++n;
        }
      }
      const RelPtr grouped =
          make_aggregate(make_project(in.rel, refs, names, true, span), all, {all}, {}, span);
      return Bound{make_project(grouped, back, field_names(in.rel->type), true, span), in.columns};
    }
  }
  return Bound{make_aggregate(in.rel, all, {all}, {}, span), in.columns};
}

Bound Binder::bind_select(const sql::Select& select, Scope* outer, Order& order) {
  const auto* saved_windows = std::exchange(windows_, &select.windows);
  const auto* saved_aliases = std::exchange(aliases_, nullptr);
  std::map<std::string, std::string> ttl;
  for (const sql::Hint& hint : select.hints) {
    if (!ascii_iequals(hint.name.name, "STATE_TTL")) continue;
    for (const auto& option : hint.options) {
      if (option.key) ttl[*option.key] = option.value;
    }
  }
  std::swap(ttl, state_ttl_);

  Scope scope;
  scope.outer = outer;
  RelPtr rel;
  if (select.from) {
    rel = bind_from(select.from, scope);
  } else {
    const LogicalType zero = LogicalType::integer().with_nullable(false);
    rel = make_values({{literal(Value::integer(0), zero)}}, {{"ZERO", zero}}, select.span);
  }
  if (select.where) {
    if (has_aggregate(select.where)) {
      bind_condition(select.where, scope, Place{"WHERE", false, false});  // says where
    }
    rel = make_filter(rel, bind_condition(select.where, scope, Place{"WHERE", false, false}),
                      select.where->span);
  }

  // The select list, stars opened.
  std::vector<Item> items;
  for (const sql::SelectItem& item : select.items) {
    const auto* star = sql::node_cast<sql::Star>(item.expr);
    const auto* access = sql::node_cast<sql::FieldAccess>(item.expr);
    if (star != nullptr || (access != nullptr && access->field.name == "*" && !access->field.quoted)) {
      ExprList exprs;
      std::vector<std::string> names;
      if (star != nullptr) {
        expand_star(*star, scope, exprs, names);
      } else {
        const ExprPtr row = bind(access->operand, scope, Place{});
        if (!row->type.is(TypeRoot::kRow)) throw Failure("sql/star", "Only a ROW has .*", item.span);
        for (size_t i = 0; i < row->type.fields().size(); ++i) {
          exprs.push_back(field_access(row, static_cast<int32_t>(i), item.span));
          names.push_back(row->type.fields()[i].name);
        }
      }
      for (size_t i = 0; i < exprs.size(); ++i)
        items.push_back(Item{nullptr, exprs[i], names[i], false, item.span});
      continue;
    }
    Item out{item.expr, nullptr, item.alias ? item.alias->name : derived_name(item.expr),
             item.alias.has_value(), item.span};
    if (out.name.empty()) out.name = "EXPR$" + std::to_string(items.size());
    items.push_back(std::move(out));
  }

  const auto grouped_item = [](const Item& item) { return item.expr && has_aggregate(item.expr); };
  bool grouped = select.group_by || select.having || std::any_of(items.begin(), items.end(), grouped_item);
  for (const sql::OrderItem* o = order.items != nullptr ? order.items->data() : nullptr;
       o != nullptr && o != order.items->data() + order.items->size(); ++o) {
    grouped = grouped || has_aggregate(o->expr);
  }
  if (select.qualify) grouped = grouped || has_aggregate(select.qualify);

  GroupScope group;
  if (grouped) {
    if (select.group_by) {
      bind_group_by(*select.group_by, scope, group);
    } else {
      group.sets = {{}};
    }
    // Aggregates that are select items are called by their aliases.
    for (const Item& item : items) {
      if (item.expr) group.item_names[sql::unparse(*item.expr)] = item.name;
    }
    scope.group = &group;
  }
  const Place place{"SELECT", grouped, true};
  ExprList exprs;
  std::vector<std::string> names;
  for (const Item& item : items) {
    ExprPtr expr;
    if (item.expr) {
      expr = bind(item.expr, scope, place);
    } else if (grouped) {
      const auto it = std::find_if(group.groups.begin(), group.groups.end(),
                                   [&](const ExprPtr& g) { return same_expr(*g, *item.column); });
      if (it == group.groups.end())
        throw Failure("sql/not-grouped", "Expression '" + item.name + "' is not being grouped", item.span);
      expr = group_output(scope, static_cast<int32_t>(it - group.groups.begin()), item.span);
    } else {
      expr = item.column;
    }
    if (expr->type.is(TypeRoot::kDescriptor) || expr->type.is(TypeRoot::kSymbol))
      throw Failure("sql/misplaced", "A keyword is no value", item.span);
    // Grouping columns are called as the select list calls them.
    if (grouped && expr->kind == ExprKind::kInputRef) {
      const auto i = static_cast<size_t>(expr->index);
      if (i < group.groups.size() && !group_window_name(group.groups[i])) group.input_names[i] = item.name;
    }
    exprs.push_back(expr);
    names.push_back(item.name);
  }
  ExprPtr having;
  if (select.having) having = bind_condition(select.having, scope, Place{"HAVING", true, false});
  ExprPtr qualify;
  if (select.qualify) {
    std::map<std::string, ExprPtr> aliases;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].alias) aliases[items[i].name] = exprs[i];
    }
    aliases_ = &aliases;
    qualify = bind_condition(select.qualify, scope, Place{"QUALIFY", grouped, true});
    aliases_ = nullptr;
  }

  // ORDER BY: positions, aliases, selected expressions, else hidden columns.
  ExprList hidden;
  if (order.items != nullptr) {
    std::map<std::string, ExprPtr> aliases;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].alias) aliases.emplace(items[i].name, exprs[i]);
    }
    aliases_ = &aliases;
    for (const sql::OrderItem& item : *order.items) {
      const int32_t position = ordinal(item.expr);
      if (position == 0 || position > static_cast<int32_t>(exprs.size()))
        throw Failure("sql/order-by", "Ordinal out of range", item.span);
      int32_t column = position - 1;
      if (position < 0) {
        const ExprPtr key = bind(item.expr, scope, Place{"ORDER BY", grouped, true});
        column = 0;
        while (column < static_cast<int32_t>(exprs.size()) &&
               !same_expr(*exprs[static_cast<size_t>(column)], *key))
          ++column;
        if (column == static_cast<int32_t>(exprs.size())) {
          if (select.quantifier == sql::SetQuantifier::kDistinct)
            throw Failure("sql/order-by",
                          "Expression '" + sql::unparse(*item.expr) + "' is not in the select clause",
                          item.span);
          size_t h = 0;
          while (h < hidden.size() && !same_expr(*hidden[h], *key)) ++h;
          if (h == hidden.size()) hidden.push_back(key);
          column += static_cast<int32_t>(h);
        }
      }
      order.keys.push_back(sort_key(item, column));
    }
    aliases_ = nullptr;
  }

  if (grouped) {
    if (!group.inputs.empty()) {
      std::vector<std::string> input_names = group.input_names;
      for (size_t i = 0; i < input_names.size(); ++i) {
        const Expr& input = *group.inputs[i];
        std::string& name = input_names[i];
        if (name.empty() && input.kind == ExprKind::kInputRef)
          name = rel->type[static_cast<size_t>(input.index)].name;
        if (name.empty() ||
            std::count(input_names.begin(), input_names.begin() + static_cast<int64_t>(i), name) > 0)
          name = "$f" + std::to_string(i);
      }
      rel = make_project(rel, group.inputs, input_names, false, select.span);
    }
    std::vector<int32_t> grouping;
    for (size_t i = 0; i < group.groups.size(); ++i) grouping.push_back(static_cast<int32_t>(i));
    rel = without_unused(rel, grouping.size(), group.calls);
    rel = make_aggregate(rel, grouping, group.sets, group.calls,
                         select.group_by ? select.group_by->span : select.span);
    if (!state_ttl_.empty()) {
      auto copy = std::make_shared<AggregateRel>(static_cast<const AggregateRel&>(*rel));
      copy->state_ttl = state_ttl_;
      rel = copy;
    }
    if (having) rel = make_filter(rel, having, select.having->span);
  }

  Bound out;
  for (size_t i = 0; i < exprs.size(); ++i) out.columns.push_back({names[i], exprs[i]->type});
  for (size_t i = 0; i < hidden.size(); ++i) {
    names.push_back(hidden[i]->kind == ExprKind::kInputRef && !grouped
                        ? rel->type[static_cast<size_t>(hidden[i]->index)].name
                        : "EXPR$" + std::to_string(names.size()));
  }
  std::vector<std::string> unique = unique_names(names);
  ExprList all = exprs;
  all.insert(all.end(), hidden.begin(), hidden.end());
  if (qualify && refers_to(qualify, exprs)) {
    // QUALIFY of what is already selected looks at the select list.
    rel = make_project(rel, all, unique, true, select.span);
    const ExprPtr over_list = over_items(qualify, exprs);
    all = all_columns(*rel);
    qualify = over_list;
  }
  if (qualify) {
    ExprList with = all;
    std::vector<std::string> with_names = unique;
    with.push_back(qualify);
    with_names.emplace_back("QualifyExpression");
    const RelPtr below = make_project(rel, with, with_names, true, select.span);
    const RelPtr kept =
        make_filter(below, column_ref(*below, static_cast<int32_t>(all.size())), select.qualify->span);
    all = all_columns(*kept);
    all.pop_back();
    rel = make_project(kept, all, field_names(kept->type), true, select.span);
  } else {
    rel = make_project(rel, all, unique, !grouped, select.span);
  }
  out.rel = rel;
  if (select.quantifier == sql::SetQuantifier::kDistinct) out = distinct(out, select.span);

  state_ttl_ = std::move(ttl);
  windows_ = saved_windows;
  aliases_ = saved_aliases;
  return out;
}

}  // namespace rowkind
