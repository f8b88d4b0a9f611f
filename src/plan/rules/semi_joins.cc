// IN and EXISTS of a WHERE as semi and anti joins (FlinkSubQueryRemoveRule), the predicates that read the outer row pulled out of the sub-query
// into the join (SubQueryDecorrelator).
#include <algorithm>

#include "expr/compare.h"
#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

// A node whose predicates over the outer row stand apart: over its columns and outer ones. Columns moved to map[old].
struct Pulled {
  RelPtr rel;
  ExprList predicates;
  std::vector<int32_t> map;
};
using MaybePulled = std::optional<Pulled>;

std::vector<int32_t> columns_of(const ExprList& predicates) {
  std::vector<int32_t> columns;
  for (const ExprPtr& predicate : predicates) {
    for (int32_t column : input_refs(*predicate)) columns.push_back(column);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

class Puller {
 public:
  explicit Puller(int32_t id) : id_(id) {}

  // Below an aggregate or OVER only equalities can be pulled.
  MaybePulled pull(const RelPtr& rel, bool grouped) {
    switch (rel->kind) {
      case RelKind::kProject:
        return project(as<ProjectRel>(*rel), grouped);
      case RelKind::kFilter:
        return filter(as<FilterRel>(*rel), grouped);
      case RelKind::kAggregate:
        return aggregate(as<AggregateRel>(*rel));
      case RelKind::kJoin: {
        const JoinType type = as<JoinRel>(*rel).join;
        if (type != JoinType::kSemi && type != JoinType::kAnti) return join(as<JoinRel>(*rel), grouped);
        return other(rel);
      }
      case RelKind::kSort:
        return sort(as<SortRel>(*rel), grouped);
      default:
        return other(rel);
    }
  }

 private:
  MaybePulled other(const RelPtr& rel) {
    if (reads_outer(*rel)) return std::nullopt;
    return Pulled{rel, {}, identity_map(rel->type.size())};
  }

  MaybePulled project(const ProjectRel& project, bool grouped) {
    if (!outer_columns(project).empty()) return std::nullopt;
    const bool over = std::any_of(project.exprs.begin(), project.exprs.end(),
                                  [](const ExprPtr& e) { return has_kind(*e, ExprKind::kOver); });
    MaybePulled below = pull(project.inputs[0], grouped || over);
    if (!below) return std::nullopt;
    Pulled out;
    ExprList exprs;
    std::vector<std::string> names = field_names(project.type);
    std::vector<int32_t> place(below->rel->type.size(), -1);
    for (const ExprPtr& expr : project.exprs) {
      out.map.push_back(static_cast<int32_t>(exprs.size()));
      exprs.push_back(remap(expr, below->map));
      if (exprs.back()->kind == ExprKind::kInputRef)
        place[static_cast<size_t>(exprs.back()->index)] = out.map.back();
    }
    for (int32_t column : columns_of(below->predicates)) {
      if (at(place, column) >= 0) continue;
      place[static_cast<size_t>(column)] = static_cast<int32_t>(exprs.size());
      exprs.push_back(column_ref(*below->rel, column));
      names.push_back(below->rel->type[static_cast<size_t>(column)].name);
    }
    for (const ExprPtr& predicate : below->predicates) out.predicates.push_back(remap(predicate, place));
    out.rel = named_project(below->rel, std::move(exprs), names, project.span);
    return out;
  }

  MaybePulled filter(const FilterRel& filter, bool grouped) {
    MaybePulled below = pull(filter.inputs[0], grouped);
    if (!below) return std::nullopt;
    ExprList stay, pulled;
    for (const ExprPtr& part : conjuncts(filter.condition)) {
      std::vector<CorrelColumn> outer;
      outer_columns(*part, outer);
      (outer.empty() ? stay : pulled).push_back(remap(part, below->map));
      if (outer.empty()) continue;
      const bool own =
          std::all_of(outer.begin(), outer.end(), [&](const CorrelColumn& c) { return c.id == id_; });
      if (!own || has_kind(*part, ExprKind::kSubquery) || under_or(*part)) return std::nullopt;
      if (grouped && !is_call(*part, "=")) return std::nullopt;
    }
    below->rel = make_filter(below->rel, order_conjuncts(conjunction(stay)), filter.span);
    pulled.insert(pulled.end(), below->predicates.begin(), below->predicates.end());
    below->predicates = std::move(pulled);
    return below;
  }

  static bool under_or(const Expr& expr) {
    std::vector<CorrelColumn> outer;
    outer_columns(expr, outer);
    if (outer.empty()) return false;
    if (is_call(expr, "OR")) return true;
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [](const ExprPtr& e) { return under_or(*e); });
  }

  MaybePulled aggregate(const AggregateRel& aggregate) {
    const MaybePulled below = pull(aggregate.inputs[0], true);
    if (!below) return std::nullopt;
    if (below->predicates.empty())
      return Pulled{with_inputs(aggregate, {below->rel}), {}, identity_map(aggregate.type.size())};
    if (aggregate.grouping_sets.size() > 1 || aggregate.window) return std::nullopt;
    std::vector<int32_t> order, place(below->rel->type.size(), -1);
    const auto take = [&](int32_t column) {
      if (at(place, column) >= 0) return;
      place[static_cast<size_t>(column)] = static_cast<int32_t>(order.size());
      order.push_back(column);
    };
    for (int32_t key : aggregate.grouping) take(at(below->map, key));
    for (int32_t column : columns_of(below->predicates)) take(column);
    const auto keys = static_cast<int32_t>(order.size());
    for (int32_t column = 0; column < width(*below->rel); ++column) take(column);
    std::vector<int32_t> grouping;
    for (int32_t i = 0; i < keys; ++i) grouping.push_back(i);
    Pulled out;
    for (int32_t key : aggregate.grouping) out.map.push_back(at(place, at(below->map, key)));
    std::vector<AggregateCall> calls = aggregate.calls;
    for (AggregateCall& call : calls) {
      for (int32_t& arg : call.args) arg = at(place, at(below->map, arg));
      if (call.filter >= 0) call.filter = at(place, at(below->map, call.filter));
      if (is_unnamed(call)) call.name.clear();
      out.map.push_back(keys + static_cast<int32_t>(out.map.size() - aggregate.grouping.size()));
    }
    for (const ExprPtr& predicate : below->predicates) out.predicates.push_back(remap(predicate, place));
    out.rel = make_aggregate(make_columns(below->rel, order), grouping, std::move(calls), &aggregate);
    return out;
  }

  MaybePulled join(const JoinRel& join, bool grouped) {
    if (!outer_columns(join).empty()) return std::nullopt;
    MaybePulled left = pull(join.inputs[0], grouped), right = pull(join.inputs[1], grouped);
    if (!left || !right) return std::nullopt;
    const bool pads_left = join.join == JoinType::kRight || join.join == JoinType::kFull;
    const bool pads_right = join.join == JoinType::kLeft || join.join == JoinType::kFull;
    if ((pads_left && !left->predicates.empty()) || (pads_right && !right->predicates.empty()))
      return std::nullopt;
    const int32_t base = width(*left->rel);
    Pulled out;
    out.map = left->map;
    for (int32_t column : right->map) out.map.push_back(base + column);
    out.predicates = left->predicates;
    for (const ExprPtr& predicate : right->predicates) out.predicates.push_back(shift(predicate, base));
    out.rel = make_join(left->rel, right->rel, join.join, remap(join.condition, out.map), &join);
    return out;
  }

  MaybePulled sort(const SortRel& sort, bool grouped) {
    MaybePulled below = pull(sort.inputs[0], grouped);
    if (!below) return std::nullopt;
    if (!below->predicates.empty() && (sort.fetch >= 0 || sort.offset > 0)) return std::nullopt;
    auto copy = std::make_shared<SortRel>(sort);
    for (SortKey& key : copy->keys) key.column = at(below->map, key.column);
    copy->inputs = {below->rel};
    copy->type = below->rel->type;
    below->rel = copy;
    return below;
  }

  int32_t id_;
};

bool is_list(const Expr& expr) {
  return expr.kind == ExprKind::kSubquery && expr.subquery != SubqueryKind::kScalar;
}

// IN or EXISTS, or NOT around it, and nothing else.
const Expr* as_whole(const Expr& condition, bool& negated) {
  negated = is_call(condition, "NOT");
  const Expr& inner = negated ? *condition.operands[0] : condition;
  return is_list(inner) && !inner.function ? &inner : nullptr;
}

bool has_list(const Expr& expr) {
  if (is_list(expr)) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& e) { return has_list(*e); });
}

int32_t least_rows(const Rel& rel) {
  switch (rel.kind) {
    case RelKind::kProject:
      return least_rows(*rel.inputs[0]);
    case RelKind::kAggregate:
      return as<AggregateRel>(rel).grouping.empty() ? 1 : std::min(1, least_rows(*rel.inputs[0]));
    case RelKind::kValues:
      return static_cast<int32_t>(as<ValuesRel>(rel).rows.size());
    case RelKind::kSort: {
      const auto& sort = as<SortRel>(rel);
      if (sort.offset > 0 || sort.fetch == 0) return 0;
      return least_rows(*rel.inputs[0]);
    }
    default:
      return 0;
  }
}

struct Query {
  const Expr* expr = nullptr;
  bool negated = false;
  Pulled pulled;
};

// EXISTS without a reference to the outer row: one row that says whether there is any.
RelPtr any_row(const Query& query) {
  const RelPtr marked = make_project(query.pulled.rel, {bool_literal(true)}, {"i"}, query.expr->span);
  const RelPtr any = make_aggregate(marked, {}, {make_call_of("MIN", {0}, LogicalType::boolean(), "m")});
  const ExprPtr is_there = make_call("IS NOT NULL", {column_ref(*any, 0)}).or_throw();
  if (query.negated) return make_project(any, {is_there}, {"$f0"});
  return make_project(make_filter(any, is_there), {}, {});
}

RelPtr only_columns(Pulled& pulled) {
  const std::vector<int32_t> columns = columns_of(pulled.predicates);
  if (columns.size() == pulled.rel->type.size()) return pulled.rel;
  std::vector<int32_t> place(pulled.rel->type.size(), -1);
  for (size_t i = 0; i < columns.size(); ++i)
    place[static_cast<size_t>(columns[i])] = static_cast<int32_t>(i);
  for (ExprPtr& predicate : pulled.predicates) predicate = remap(predicate, place);
  return make_columns(pulled.rel, columns);
}

ExprList over_join(const ExprList& predicates, const Rel& left) {
  ExprList out;
  for (const ExprPtr& predicate : predicates)
    out.push_back(replace_outer(shift(predicate, width(left)),
                                [&](const Expr& ref) { return column_ref(left, ref.index); }));
  return out;
}

RelPtr exists_join(const RelPtr& left, Query& query) {
  const JoinType type = query.negated ? JoinType::kAnti : JoinType::kSemi;
  if (query.pulled.predicates.empty()) {
    const RelPtr row = any_row(query);
    return make_join(left, row, type,
                     query.negated ? shift(column_ref(*row, 0), width(*left)) : bool_literal(true));
  }
  const RelPtr right = only_columns(query.pulled);
  return make_join(left, right, type, conjunction(over_join(query.pulled.predicates, *left)));
}

// Expressions in front of IN become columns of the left side.
RelPtr with_operands_as_columns(const RelPtr& left, ExprList& operands) {
  const bool plain = std::all_of(operands.begin(), operands.end(),
                                 [](const ExprPtr& e) { return e->kind == ExprKind::kInputRef; });
  if (plain) return left;
  ExprList exprs = column_refs(*left);
  std::vector<std::string> names = field_names(left->type);
  for (ExprPtr& operand : operands) {
    const auto found =
        std::find_if(exprs.begin(), exprs.end(), [&](const ExprPtr& e) { return same_expr(*e, *operand); });
    const auto index = static_cast<int32_t>(found - exprs.begin());
    if (found == exprs.end()) {
      names.push_back("$f" + std::to_string(exprs.size()));
      exprs.push_back(operand);
    }
    operand = input_ref(index, operand->type, operand->span);
  }
  return named_project(left, std::move(exprs), names);
}

RelPtr in_join(const RelPtr& from, Query& query) {
  ExprList operands = query.expr->operands;
  const RelPtr left = with_operands_as_columns(from, operands);
  ExprList parts;
  for (size_t i = 0; i < operands.size(); ++i) {
    const ExprPtr& l = operands[i];
    const ExprPtr r = shift(column_ref(*query.pulled.rel, query.pulled.map[i]), width(*left));
    const ExprPtr equal = make_call("=", {l, r}).or_throw();
    ExprList any;
    if (query.negated && l->type.nullable()) any.push_back(make_call("IS NULL", {l}).or_throw());
    if (query.negated && r->type.nullable()) any.push_back(make_call("IS NULL", {r}).or_throw());
    any.push_back(equal);
    parts.push_back(any.size() > 1 ? make_call("OR", any).or_throw() : equal);
  }
  for (const ExprPtr& predicate : over_join(query.pulled.predicates, *left)) parts.push_back(predicate);
  return make_join(left, query.pulled.rel, query.negated ? JoinType::kAnti : JoinType::kSemi,
                   conjunction(parts));
}

bool is_scalar(const Expr& expr) {
  return expr.kind == ExprKind::kSubquery && expr.subquery == SubqueryKind::kScalar;
}

// COUNT(*) of everything, and nothing else.
bool counts_rows(const Rel& rel) {
  if (rel.kind != RelKind::kAggregate) return false;
  const auto& aggregate = as<AggregateRel>(rel);
  if (!aggregate.grouping.empty() || aggregate.calls.size() != 1) return false;
  const AggregateCall& call = aggregate.calls[0];
  return call.function->name == "COUNT" && call.args.empty() && call.filter < 0 && !call.distinct;
}

// Whether `count op bound` says that there is a row.
bool says_some(std::string_view op, const Expr& bound) {
  if (bound.kind != ExprKind::kLiteral || bound.literal.is_null() || !bound.type.is_numeric()) return false;
  const double n = to_double(bound.literal);
  return (op == ">" && n >= 0 && n < 1) || (op == ">=" && n > 0 && n <= 1);
}

}  // namespace

ExprPtr counts_as_exists(const ExprPtr& condition) {
  if (condition->kind != ExprKind::kCall || !has_kind(*condition, ExprKind::kSubquery)) return condition;
  const std::string_view op = condition->function->name;
  const bool less = op == "<" || op == "<=";
  if (less || op == ">" || op == ">=") {
    const Expr &count = *condition->operands[less ? 1 : 0], &bound = *condition->operands[less ? 0 : 1];
    if (is_scalar(count) && counts_rows(*count.rel) &&
        says_some(less ? (op == "<" ? ">" : ">=") : op, bound)) {
      auto exists = std::make_shared<Expr>(count);
      exists->subquery = SubqueryKind::kExists;
      exists->rel = count.rel->inputs[0];
      exists->type = LogicalType::boolean().with_nullable(false);
      return exists;
    }
  }
  ExprList operands;
  for (const ExprPtr& operand : condition->operands) operands.push_back(counts_as_exists(operand));
  return operands == condition->operands ? condition : with_operands(*condition, std::move(operands));
}

RelPtr semi_joins(const RelPtr& input, ExprList& conditions) {
  if (reads_outer(*input)) return nullptr;
  std::vector<Query> queries;
  ExprList rest;
  for (const ExprPtr& condition : conditions) {
    Query query;
    query.expr = as_whole(*condition, query.negated);
    if (!query.expr && has_list(*condition)) return nullptr;
    if (!query.expr) {
      rest.push_back(condition);
      continue;
    }
    for (const ExprPtr& operand : query.expr->operands) {
      std::vector<CorrelColumn> outer;
      outer_columns(*operand, outer);
      if (!outer.empty() || has_kind(*operand, ExprKind::kSubquery)) return nullptr;
    }
    RelPtr rel = query.expr->rel;
    if (query.expr->subquery == SubqueryKind::kIn && rel->kind != RelKind::kProject && reads_outer(*rel))
      rel = make_columns(rel, identity_map(rel->type.size()));
    MaybePulled pulled = Puller(query.expr->correl_id).pull(rel, false);
    if (!pulled) return nullptr;
    pulled->rel = expand_subqueries(pulled->rel, true);
    query.pulled = std::move(*pulled);
    queries.push_back(std::move(query));
  }
  if (queries.empty()) return nullptr;
  RelPtr out = input;
  for (Query& query : queries) {
    if (query.expr->subquery == SubqueryKind::kIn) {
      out = in_join(out, query);
    } else if (least_rows(*query.expr->rel) >= 1) {
      if (query.negated) out = make_filter(out, bool_literal(false));
    } else {
      out = exists_join(out, query);
    }
  }
  conditions = std::move(rest);
  return out;
}

}  // namespace rowkind::rules
