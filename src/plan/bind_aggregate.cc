// GROUP BY and aggregate calls: the projection below the aggregate holds grouping columns, then arguments and
// filters as they are met.
#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "expr/infer.h"
#include "plan/bind.h"
#include "sql/unparser.h"

namespace rowkind {
namespace {

using Sets = std::vector<std::vector<int32_t>>;

void add_sorted(std::vector<int32_t>& set, const std::vector<int32_t>& more) {
  set.insert(set.end(), more.begin(), more.end());
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

bool includes(const std::vector<int32_t>& a, const std::vector<int32_t>& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end());
}

// Enclosing sets first, then by their columns. What was there more than once is taken out once and left in `more`.
void order_sets(Sets& sets, Sets& more) {
  std::sort(sets.begin(), sets.end());
  const auto copy = [&](size_t i) { return i > 0 && sets[i] == sets[i - 1]; };
  Sets once;
  for (size_t i = 0; i < sets.size(); ++i) (copy(i) ? more : once).push_back(sets[i]);
  sets = std::move(once);
  Sets ordered;
  while (!sets.empty()) {
    const auto top = std::find_if(sets.begin(), sets.end(), [&](const auto& s) {
      return std::none_of(sets.begin(), sets.end(),
                          [&](const auto& o) { return &o != &s && o != s && includes(o, s); });
    });
    ordered.push_back(*top);
    sets.erase(top);
  }
  sets = std::move(ordered);
}

// Results that exist for no rows as well.
bool never_null(std::string_view name) {
  return name == "COUNT" || name == "$SUM0" || name == "COLLECT" || name == "APPROX_COUNT_DISTINCT" ||
         name == "GROUPING" || name == "GROUPING_ID" || name == "GROUP_ID";
}

bool is_group_window(const std::string& name) {
  return name == "TUMBLE" || name == "HOP" || name == "SESSION";
}

bool is_window_property(const std::string& name) {
  for (const char* window : {"TUMBLE", "HOP", "SESSION"}) {
    for (const char* property : {"_START", "_END", "_ROWTIME", "_PROCTIME"}) {
      if (name == std::string(window) + property) return true;
    }
  }
  return false;
}

}  // namespace

ExprPtr Binder::group_output(const Scope& scope, int32_t index, Span span) const {
  const GroupScope& group = *scope.group;
  LogicalType type = group.groups[static_cast<size_t>(index)]->type;
  for (const auto& set : group.sets[0]) {
    if (group.several_sets && std::find(set.begin(), set.end(), index) == set.end())
      type = type.with_nullable(true);
  }
  return input_ref(index, type, span);
}

int32_t Binder::group_input(GroupScope& group, const ExprPtr& expr, const std::string& name) {
  for (size_t i = 0; i < group.inputs.size(); ++i) {
    if (same_expr(*group.inputs[i], *expr)) return static_cast<int32_t>(i);
  }
  group.inputs.push_back(expr);
  group.input_names.push_back(name);
  return static_cast<int32_t>(group.inputs.size()) - 1;
}

ExprPtr Binder::bind_grouped(const sql::ExprPtr& expr, Scope& scope, const Place& place) {
  GroupScope& group = *scope.group;
  const bool constant = expr->kind == sql::ExprKind::kLiteral || expr->kind == sql::ExprKind::kInterval ||
                        expr->kind == sql::ExprKind::kSymbol;
  if (!group.groups.empty() && !constant && !has_aggregate(expr) && !has_subquery(expr) && !has_over(expr)) {
    scope.group = nullptr;
    ExprPtr plain;
    try {
      plain = bind_plain(expr, scope, place);
    } catch (const Failure&) {
      plain = nullptr;  // a part of it says why
    }
    scope.group = &group;
    for (size_t i = 0; plain && i < group.groups.size(); ++i) {
      if (same_expr(*group.groups[i], *plain))
        return group_output(scope, static_cast<int32_t>(i), expr->span);
    }
  }
  if (const auto* column = sql::node_cast<sql::Column>(expr)) {
    if (aliases_ != nullptr && column->name.simple() && aliases_->count(column->name.last()) > 0)
      return aliases_->at(column->name.last());
    scope.group = nullptr;
    const ExprPtr ref = [&] {
      try {
        return resolve(column->name, scope, expr->span);
      } catch (const Failure&) {
        scope.group = &group;
        throw;
      }
    }();
    scope.group = &group;
    if (ref->kind == ExprKind::kCorrelRef) return ref;
    if (ref->kind == ExprKind::kFieldAccess) {
      // r.f of a grouped column r
      sql::QualifiedName base = column->name;
      for (size_t n = base.parts.size() - 1; n >= 1; --n) {
        base.parts.resize(n);
        scope.group = nullptr;
        const ExprPtr row = resolve(base, scope, expr->span);
        scope.group = &group;
        for (size_t i = 0; i < group.groups.size(); ++i) {
          if (same_expr(*group.groups[i], *row))
            return with_fields(group_output(scope, static_cast<int32_t>(i), expr->span), column->name, n);
        }
        if (row->kind != ExprKind::kFieldAccess) break;
      }
    }
    throw Failure("sql/not-grouped", "Expression '" + column->name.text() + "' is not being grouped",
                  expr->span,
                  "add it to GROUP BY or put it in an aggregate such as MAX(" + column->name.text() + ")");
  }
  if (const auto* call = sql::node_cast<sql::Call>(expr)) {
    const std::string name = ascii_upper(call->name.last());
    if (!call->over) {
      if (name == "GROUPING" || name == "GROUPING_ID" || name == "GROUP_ID")
        return bind_grouping(*call, name, scope);
      if (is_window_property(name)) return bind_window_property(*call, name, scope);
      if (const AggregateFunction* function = find_aggregate(name)) {
        if (!place.aggregates)
          throw Failure("sql/aggregate",
                        std::string("Aggregate expression is illegal in ") + place.clause + " clause",
                        expr->span);
        std::vector<sql::ExprPtr> arguments;
        for (const sql::Argument& a : call->arguments) arguments.push_back(a.value);
        return bind_aggregate_call(*function, arguments, call, nullptr, scope, expr->span);
      }
    }
  }
  return bind_plain(expr, scope, place);
}

ExprPtr Binder::add_call(GroupScope& group, AggregateCall call) {
  const auto ref = [&](size_t i) {
    return input_ref(static_cast<int32_t>(group.groups.size() + i), group.calls[i].type, call.span);
  };
  for (size_t i = 0; i < group.calls.size(); ++i) {
    const AggregateCall& other = group.calls[i];
    if (other.function == call.function && other.args == call.args && other.filter == call.filter &&
        other.distinct == call.distinct && other.ignore_nulls == call.ignore_nulls &&
        other.null_on_null == call.null_on_null) {
      return ref(i);
    }
  }
  group.calls.push_back(std::move(call));
  return ref(group.calls.size() - 1);
}

ExprPtr Binder::bind_aggregate_call(const AggregateFunction& function,
                                    const std::vector<sql::ExprPtr>& arguments, const sql::Call* call,
                                    const sql::JsonCall* json, Scope& scope, Span span) {
  GroupScope& group = *scope.group;
  const Place inside{"aggregate", false, false};
  AggregateCall out;
  out.function = &function;
  out.span = span;
  const bool ignores_copies = function.name == "MIN" || function.name == "MAX";
  out.distinct = call != nullptr && call->quantifier == sql::SetQuantifier::kDistinct && !ignores_copies;
  if (call != nullptr) check_null_treatment(*call, function.name);
  out.ignore_nulls = call != nullptr && call->nulls == sql::NullTreatment::kIgnoreNulls;
  if (call != nullptr && (!call->within_group.empty() || !call->order_by.empty())) {
    throw Failure("plan/not-yet",
                  "ORDER BY inside the aggregate " + std::string(function.name) + " is not supported", span);
  }
  if (json != nullptr) {
    if (!json->order_by.empty())
      throw Failure("plan/not-yet",
                    "ORDER BY inside the aggregate " + std::string(function.name) + " is not supported",
                    span);
    const bool object = function.name == "JSON_OBJECTAGG";
    out.null_on_null =
        json->nulls == sql::JsonNulls::kNullOnNull || (json->nulls == sql::JsonNulls::kUnspecified && object);
  }
  const sql::ExprPtr& filter = call != nullptr ? call->filter : json->filter;

  scope.group = nullptr;
  ExprList operands;
  ExprPtr condition;
  try {
    const bool star = arguments.size() == 1 && arguments[0]->kind == sql::ExprKind::kStar;
    if (star && function.name != "COUNT")
      throw Failure("sql/wrong-arguments", "Unknown identifier '*'", arguments[0]->span,
                    "only COUNT takes *");
    for (const sql::ExprPtr& argument : arguments) {
      if (star) break;
      if (has_aggregate(argument) || has_over(argument))
        throw Failure("sql/aggregate", "Aggregate expressions cannot be nested", argument->span,
                      "aggregate twice: once in a sub-query");
      operands.push_back(bind(argument, scope, inside));
    }
    if (filter) {
      if (has_aggregate(filter))
        throw Failure("sql/aggregate", "FILTER must not contain aggregate expression", filter->span);
      condition = bind_condition(filter, scope, Place{"FILTER", false, false});
    }
  } catch (const Failure&) {
    scope.group = &group;
    throw;
  }
  scope.group = &group;

  out.type = infer_aggregate(function, operands, out.distinct, span).or_throw();
  if ((group.groups.empty() || filter || group.several_sets) && !never_null(function.name))
    out.type = out.type.with_nullable(true);
  const auto name = group.item_names.find(call != nullptr ? sql::unparse(*call) : sql::unparse(*json));
  if (name != group.item_names.end()) out.name = name->second;
  const bool only_nullable = function.name == "COUNT" && !out.distinct;
  for (const ExprPtr& operand : operands) {
    const int32_t column = group_input(group, operand, "");
    if (!only_nullable || operand->type.nullable()) out.args.push_back(column);
  }
  if (condition) {
    if (condition->type.nullable()) condition = make_call("IS TRUE", {condition}, condition->span).or_throw();
    out.filter = group_input(group, condition, "");
  }
  return add_call(group, std::move(out));
}

ExprPtr Binder::bind_grouping(const sql::Call& call, const std::string& name, Scope& scope) {
  GroupScope& group = *scope.group;
  if (name == "GROUP_ID" && group.sets.size() == 1)
    return literal(Value::integer(0), LogicalType::bigint().with_nullable(false), call.span);
  AggregateCall out;
  out.function = find_aggregate(name);
  out.type = LogicalType::bigint().with_nullable(false);
  out.span = call.span;
  const auto item = group.item_names.find(sql::unparse(call));
  if (item != group.item_names.end()) out.name = item->second;
  for (const sql::Argument& argument : call.arguments) {
    scope.group = nullptr;
    ExprPtr operand;
    try {
      operand = bind(argument.value, scope, Place{"GROUPING", false, false});
    } catch (const Failure&) {
      scope.group = &group;
      throw;
    }
    scope.group = &group;
    const auto it = std::find_if(group.groups.begin(), group.groups.end(),
                                 [&](const ExprPtr& g) { return same_expr(*g, *operand); });
    if (it == group.groups.end())
      throw Failure("sql/not-grouped", "Argument to " + name + " operator must be a grouped expression",
                    argument.value->span);
    out.args.push_back(static_cast<int32_t>(it - group.groups.begin()));
  }
  if (out.function == nullptr) throw Failure("plan/not-yet", name + " is not executable yet", call.span);
  return add_call(group, std::move(out));
}

void Binder::bind_group_by(const sql::GroupBy& group_by, Scope& scope, GroupScope& group) {
  const Place place{"GROUP BY", false, false};
  const auto add = [&](const sql::ExprPtr& expr) -> int32_t {
    if (has_aggregate(expr))
      throw Failure("sql/aggregate", "Aggregate expression is illegal in GROUP BY clause", expr->span);
    if (has_over(expr))
      throw Failure("sql/aggregate", "Windowed aggregate expression is illegal in GROUP BY clause",
                    expr->span);
    ExprPtr bound;
    const auto* call = sql::node_cast<sql::Call>(expr);
    const std::string name = call != nullptr ? ascii_upper(call->name.last()) : "";
    if (is_group_window(name)) {
      bound = bind_group_window(*call, name, scope);
    } else {
      bound = bind(expr, scope, place);
      if (bound->type.is(TypeRoot::kNull)) illegal_null(*bound, expr->span);
    }
    const size_t before = group.inputs.size();
    const int32_t index = group_input(group, bound, "");
    if (group.inputs.size() > before) {
      group.groups.push_back(bound);
      if (is_group_window(name)) {
        if (group.window >= 0)
          throw Failure("sql/group-window", "Only one window is allowed in GROUP BY", expr->span);
        group.window = index;
      }
    }
    return index;
  };
  const std::function<std::vector<int32_t>(const sql::ExprPtr&)> columns = [&](const sql::ExprPtr& expr) {
    std::vector<int32_t> out;
    const auto* row = sql::node_cast<sql::Operator>(expr);
    if (row != nullptr && row->op == sql::Op::kRow && !row->keyword) {
      for (const sql::ExprPtr& part : row->operands) add_sorted(out, {add(part)});
    } else {
      out.push_back(add(expr));
    }
    return out;
  };
  const std::function<Sets(const sql::GroupItem&)> sets_of = [&](const sql::GroupItem& item) -> Sets {
    Sets out;
    switch (item.kind) {
      case sql::GroupKind::kExpression:
        out.push_back(columns(item.expr));
        break;
      case sql::GroupKind::kEmpty:
        out.emplace_back();
        break;
      case sql::GroupKind::kGroupingSets:
        for (const sql::GroupItem& part : item.items) {
          for (auto& set : sets_of(part)) out.push_back(std::move(set));
        }
        break;
      case sql::GroupKind::kRollup: {
        std::vector<int32_t> prefix;
        out.emplace_back();
        for (const sql::GroupItem& part : item.items) {
          add_sorted(prefix, sets_of(part)[0]);
          out.push_back(prefix);
        }
        break;
      }
      case sql::GroupKind::kCube:
        out.emplace_back();
        if (item.items.size() > 10)
          throw Failure("sql/group-by", "CUBE of more than 10 columns is not supported", item.span);
        for (const sql::GroupItem& part : item.items) {
          const std::vector<int32_t> more = sets_of(part)[0];
          const size_t count = out.size();
          for (size_t i = 0; i < count; ++i) {
            out.push_back(out[i]);
            add_sorted(out.back(), more);
          }
        }
        break;
    }
    return out;
  };
  Sets sets = {{}};
  for (const sql::GroupItem& item : group_by.items) {
    const Sets more = sets_of(item);
    Sets product;
    for (const auto& a : sets) {
      for (const auto& b : more) {
        product.push_back(a);
        add_sorted(product.back(), b);
      }
    }
    if (product.size() > 4096) throw Failure("sql/group-by", "Too many grouping sets", group_by.span);
    sets = std::move(product);
  }
  while (!sets.empty()) {
    Sets more;
    order_sets(sets, more);
    group.sets.push_back(std::move(sets));
    sets = std::move(more);
  }
  group.several_sets = group.sets[0].size() > 1 || group.sets[0][0].size() != group.groups.size();
}

}  // namespace rowkind
