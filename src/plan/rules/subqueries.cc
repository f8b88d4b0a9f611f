// Sub-queries become joins. A conjunct [NOT] IN / [NOT] EXISTS of a filter: semi or anti join
// (FlinkSubQueryRemoveRule). Elsewhere: IN as a left join with the distinct values, marked by a constant i,
// and the counts that tell UNKNOWN from FALSE; a scalar query as a left join with its one row (SINGLE_VALUE
// where it may have more). Correlated predicates are pulled into the join.
#include <algorithm>

#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

ExprPtr call(const char* name, ExprList operands) {
  return make_call(name, std::move(operands)).or_throw();
}

LogicalType count_type() {
  return LogicalType::bigint().with_nullable(false);
}

bool one_row(const Rel& rel) {
  switch (rel.kind) {
    case RelKind::kProject:
    case RelKind::kFilter:
      return one_row(*rel.inputs[0]);
    case RelKind::kAggregate:
      return as<AggregateRel>(rel).grouping.empty();
    case RelKind::kValues:
      return as<ValuesRel>(rel).rows.size() <= 1;
    default:
      return false;
  }
}

// IN is = SOME; with any other comparison the sub-query carries it as its function.
bool is_some(const Expr& query) {
  return query.function != nullptr;
}

class Remover {
 public:
  explicit Remover(RelPtr rel) : current_(std::move(rel)), width_(width(*current_)) {}

  // WHERE: conjuncts that are [NOT] IN or [NOT] EXISTS filter by a join, the rest stays a condition.
  RelPtr filter(const FilterRel& filter) {
    ExprList stay, queries;
    for (const ExprPtr& part : conjuncts(filter.condition))
      (has_kind(*part, ExprKind::kSubquery) ? queries : stay).push_back(part);
    current_ = make_filter(current_, order_conjuncts(conjunction(stay)), filter.span);
    ExprList above;
    for (const ExprPtr& part : queries) {
      bool negated = is_call(*part, "NOT");
      const Expr& inner = negated ? *part->operands[0] : *part;
      if (inner.kind == ExprKind::kSubquery && inner.subquery != SubqueryKind::kScalar && !is_some(inner)) {
        join_by(inner, negated);
      } else {
        above.push_back(replace(part, true));
      }
    }
    current_ = make_filter(current_, conjunction(above), filter.span);
    return restored();
  }

  RelPtr project(const ProjectRel& project) {
    ExprList exprs;
    for (const ExprPtr& expr : project.exprs) exprs.push_back(replace(expr, false));
    return make_project(current_, std::move(exprs), field_names(project.type), project.span);
  }

 private:
  RelPtr restored() const {
    if (width(*current_) == width_) return current_;
    std::vector<int32_t> columns;
    for (int32_t i = 0; i < width_; ++i) columns.push_back(i);
    return make_columns(current_, columns);
  }

  void join_by(const Expr& query, bool negated) {
    RelPtr rel = remove_subqueries(query.rel);
    JoinType type = negated ? JoinType::kAnti : JoinType::kSemi;
    int32_t base = width(*current_);
    if (query.subquery == SubqueryKind::kExists) {
      if (!is_correlated(*rel)) {
        // EXISTS without correlation: one row when there is any.
        RelPtr marked = make_project(rel, {bool_literal(true)}, {"i"}, query.span);
        RelPtr any = make_aggregate(marked, {}, {make_call_of("MIN", {0}, LogicalType::boolean(), "m")});
        ExprPtr is_there = call("IS NOT NULL", {column_ref(*any, 0)});
        if (negated) {
          RelPtr flag = make_project(any, {is_there}, {"$f0"});
          current_ = make_join(current_, flag, type, shift(column_ref(*flag, 0), base));
          return;
        }
        RelPtr found = make_filter(any, is_there);
        current_ = make_join(current_, make_project(found, {}, {}), type, bool_literal(true));
        return;
      }
      Pulled pulled = pull_correlation(rel);
      current_ = make_join(current_, pulled.rel, type, join_condition(pulled.predicates, base));
      return;
    }
    Pulled pulled = pull_correlation(rel);
    if (pulled.shifted)
      throw Failure("plan/correlated", "This correlated sub-query cannot be turned into a join.", query.span);
    ExprList parts;
    for (size_t i = 0; i < query.operands.size(); ++i) {
      const ExprPtr& l = query.operands[i];
      ExprPtr r = shift(column_ref(*pulled.rel, static_cast<int32_t>(i)), base);
      ExprPtr equal = call("=", {l, r});
      ExprList any;
      if (negated && l->type.nullable()) any.push_back(call("IS NULL", {l}));
      if (negated && r->type.nullable()) any.push_back(call("IS NULL", {r}));
      any.push_back(equal);
      parts.push_back(any.size() > 1 ? call("OR", any) : equal);
    }
    ExprPtr outer = join_condition(pulled.predicates, base);
    if (!is_true_literal(*outer)) parts.push_back(outer);
    current_ = make_join(current_, pulled.rel, type, conjunction(parts));
  }

  // The expression with every sub-query in it replaced by columns that joins add. `filters`: UNKNOWN counts
  // as FALSE.
  ExprPtr replace(const ExprPtr& expr, bool filters) {
    if (expr->kind == ExprKind::kSubquery) {
      switch (expr->subquery) {
        case SubqueryKind::kScalar:
          return scalar(*expr);
        case SubqueryKind::kExists:
          return exists(*expr);
        case SubqueryKind::kIn:
          return is_some(*expr) ? some(*expr, filters) : in(*expr, filters);
      }
    }
    if (expr->operands.empty()) return expr;
    if (filters && is_call(*expr, "NOT") && expr->operands[0]->kind == ExprKind::kSubquery &&
        expr->operands[0]->subquery == SubqueryKind::kIn && !is_some(*expr->operands[0])) {
      return in(*expr->operands[0], filters, true);
    }
    // NOT turns UNKNOWN into UNKNOWN, which then matters again.
    bool inside = filters && (is_call(*expr, "AND") || is_call(*expr, "OR"));
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(replace(operand, inside));
    if (is_call(*expr, "OR")) {
      ExprList flat;
      for (const ExprPtr& operand : operands) {
        if (is_call(*operand, "OR")) {
          flat.insert(flat.end(), operand->operands.begin(), operand->operands.end());
        } else {
          flat.push_back(operand);
        }
      }
      operands = std::move(flat);
    }
    return with_operands(*expr, std::move(operands));
  }

  ExprPtr scalar(const Expr& query) {
    RelPtr rel = remove_subqueries(query.rel);
    bool correlated = is_correlated(*rel);
    if (!one_row(*rel)) {
      if (ExprPtr value = correlated ? row_of_key(rel) : nullptr) return value;
      const LogicalType type = rel->type[0].type.with_nullable(true);
      rel = make_aggregate(rel, {}, {make_call_of("SINGLE_VALUE", {0}, type, "$f0")});
    }
    Pulled pulled = pull_correlation(rel, current_);
    if (correlated && pulled.shifted == 0) {
      throw Failure("plan/correlated", "A correlated scalar sub-query must be an aggregate without GROUP BY.",
                    query.span);
    }
    int32_t base = width(*current_);
    current_ = make_join(current_, pulled.rel, JoinType::kLeft, join_condition(pulled.predicates, base));
    ExprPtr value = column_ref(*current_, base + pulled.shifted);
    if (!pulled.counts) return value;
    // COUNT of no rows is 0, not NULL.
    const LogicalType type = count_type();
    return call("CASE", {call("IS NULL", {value}), literal(Value::integer(0), type), value});
  }

  // A query for the one row of a key: a left join (RelDecorrelator's RemoveSingleAggregateRule, which sees the first correlation only). Null
  // where it is none.
  ExprPtr row_of_key(const RelPtr& rel) {
    if (width(*current_) != width_) return nullptr;
    Pulled pulled = pull_correlation(rel, current_);
    RelPtr right = pulled.rel;
    ExprPtr value = column_ref(*right, 0);
    if (right->kind == RelKind::kProject) {
      const ExprList& exprs = as<ProjectRel>(*right).exprs;
      for (ExprPtr& predicate : pulled.predicates) predicate = replace_refs(predicate, exprs);
      value = exprs[0];
      right = right->inputs[0];
    }
    std::vector<int32_t> keys;
    for (const ExprPtr& predicate : pulled.predicates) {
      const std::vector<int32_t> refs = input_refs(*predicate);
      const bool equal = is_call(*predicate, "=") && refs.size() == 1;
      if (!equal) return nullptr;
      const bool plain = predicate->operands[0]->kind == ExprKind::kInputRef ||
                         predicate->operands[1]->kind == ExprKind::kInputRef;
      if (!plain) return nullptr;
      keys.push_back(refs[0]);
    }
    if (pulled.shifted != 0 || keys.empty() || !columns_unique(*right, keys)) return nullptr;
    const int32_t base = width(*current_);
    current_ = make_join(current_, right, JoinType::kLeft, join_condition(pulled.predicates, base));
    return null_without_row(shift(value, base), column_ref(*current_, base + keys[0]));
  }

  // Calls must not make something out of a row that is not there.
  ExprPtr null_without_row(const ExprPtr& expr, const ExprPtr& key) const {
    if (expr->kind == ExprKind::kInputRef) return column_ref(*current_, expr->index);
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(null_without_row(operand, key));
    const ExprPtr value = operands.empty() ? expr : with_operands(*expr, std::move(operands));
    const ExprPtr none = null_literal(value->type.with_nullable(true));
    return value->kind == ExprKind::kLiteral ? value : call("CASE", {call("IS NULL", {key}), none, value});
  }

  ExprPtr exists(const Expr& query) {
    RelPtr rel = remove_subqueries(query.rel);
    Pulled pulled = pull_correlation(rel);
    int32_t base = width(*current_);
    if (pulled.predicates.empty()) {
      RelPtr marked = make_project(rel, {bool_literal(true)}, {"i"}, query.span);
      RelPtr any = make_aggregate(marked, {0}, {});
      current_ = make_join(current_, any, JoinType::kLeft, bool_literal(true));
      return call("IS NOT NULL", {column_ref(*current_, base)});
    }
    like_decorrelator(pulled);
    // Distinct values of the compared columns, marked.
    std::vector<int32_t> columns;
    std::vector<int32_t> map(pulled.rel->type.size(), -1);
    for (const ExprPtr& predicate : pulled.predicates) {
      for (int32_t column : input_refs(*predicate)) {
        if (map[static_cast<size_t>(column)] >= 0) continue;
        map[static_cast<size_t>(column)] = static_cast<int32_t>(columns.size());
        columns.push_back(column);
      }
    }
    RelPtr values = distinct_marked(make_columns(pulled.rel, columns), "$f" + std::to_string(columns.size()));
    ExprList predicates;
    for (const ExprPtr& predicate : pulled.predicates) predicates.push_back(remap(predicate, map));
    current_ = make_join(current_, values, JoinType::kLeft, join_condition(predicates, base));
    return call("IS NOT NULL", {column_ref(*current_, width(*current_) - 1)});
  }

  static RelPtr distinct_marked(const RelPtr& rel, const std::string& mark = "i") {
    std::vector<int32_t> keys;
    for (int32_t i = 0; i < width(*rel); ++i) keys.push_back(i);
    RelPtr distinct = make_aggregate(rel, keys, {});
    ExprList exprs = column_refs(*distinct);
    std::vector<std::string> names = field_names(distinct->type);
    exprs.push_back(bool_literal(true));
    names.push_back(unique_name(mark, names));
    return make_project(distinct, std::move(exprs), std::move(names));
  }

  ExprPtr in(const Expr& query, bool filters, bool negated = false) {
    RelPtr rel = remove_subqueries(query.rel);
    if (is_correlated(*rel))
      throw Failure("plan/correlated", "A correlated IN is only possible as a condition of its own in WHERE.",
                    query.span);
    ExprPtr zero = literal(Value::integer(0), LogicalType::integer());
    bool nullable =
        std::any_of(query.operands.begin(), query.operands.end(),
                    [](const ExprPtr& e) { return e->type.nullable(); }) ||
        std::any_of(rel->type.begin(), rel->type.end(), [](const Field& f) { return f.type.nullable(); });
    ExprPtr c, ck;
    if (nullable) {
      std::vector<int32_t> args;
      for (int32_t i = 0; i < width(*rel); ++i) args.push_back(i);
      RelPtr counts = make_aggregate(
          rel, {},
          {make_call_of("COUNT", {}, count_type(), "c"), make_call_of("COUNT", args, count_type(), "ck")});
      int32_t base = width(*current_);
      current_ = make_join(current_, counts, JoinType::kInner, bool_literal(true));
      c = column_ref(*current_, base);
      ck = column_ref(*current_, base + 1);
    }
    int32_t base = width(*current_);
    RelPtr values = distinct_marked(rel);
    ExprList equal, known;
    for (size_t i = 0; i < query.operands.size(); ++i) {
      equal.push_back(
          call("=", {query.operands[i], shift(column_ref(*values, static_cast<int32_t>(i)), base)}));
      if (query.operands[i]->type.nullable()) known.push_back(call("IS NOT NULL", {query.operands[i]}));
    }
    current_ = make_join(current_, values, JoinType::kLeft, conjunction(equal));
    ExprPtr i = column_ref(*current_, width(*current_) - 1);
    ExprPtr found = call("IS NOT NULL", {i});
    if (!nullable) return negated ? call("IS NULL", {i}) : found;
    // The 0 stays INT beside the BIGINT count, as Calcite writes it.
    ExprPtr some = with_operands(*call("<>", {c, c}), {c, zero});
    if (negated) {
      // TRUE when nothing is listed, or nothing matches and nothing listed is NULL.
      ExprPtr none = with_operands(*call("=", {c, c}), {c, zero});
      ExprList miss{call("IS NULL", {i}), call(">=", {ck, c})};
      miss.insert(miss.end(), known.begin(), known.end());
      return call("OR", {none, conjunction(miss)});
    }
    ExprList hit = filters ? ExprList{some, found} : ExprList{found, some};
    hit.insert(hit.end(), known.begin(), known.end());
    ExprPtr yes = conjunction(hit);
    if (filters) return yes;
    ExprPtr unknown = null_literal(LogicalType::boolean());
    ExprList branches;
    for (const ExprPtr& operand : query.operands) {
      if (operand->type.nullable())
        branches.push_back(conjunction({call("IS NULL", {operand}), unknown, some}));
    }
    branches.push_back(yes);
    ExprList missing{call("<", {ck, c}), unknown, some};
    missing.insert(missing.end(), known.begin(), known.end());
    missing.push_back(call("IS NULL", {i}));
    branches.push_back(conjunction(missing));
    return call("OR", branches);
  }

  // x OP SOME (query): one row with the largest (smallest) value and two counts, joined to each row
  // (SubQueryRemoveRule.rewriteSome).
  ExprPtr some(const Expr& query, bool filters) {
    RelPtr rel = remove_subqueries(query.rel);
    if (is_correlated(*rel))
      throw Failure("plan/correlated",
                    "A correlated sub-query with SOME, ANY or ALL cannot be turned into a join.", query.span,
                    "compare with MIN or MAX in a sub-query of its own");
    const std::string_view op = query.function->name;
    const bool differs = op == "<>", less = op == "<" || op == "<=";
    const LogicalType value_type = rel->type[0].type.with_nullable(true);
    if (differs) rel = make_aggregate(rel, {0}, {});
    std::vector<AggregateCall> calls{make_call_of(differs || less ? "MAX" : "MIN", {0}, value_type, "m"),
                                     make_call_of("COUNT", {}, count_type(), "c")};
    if (differs || !filters) calls.push_back(make_call_of("COUNT", {0}, count_type(), "d"));
    if (differs) std::rotate(calls.begin(), calls.begin() + 1, calls.end());
    const int32_t base = width(*current_);
    const RelPtr row = make_aggregate(rel, {}, std::move(calls));
    current_ = make_join(current_, row, JoinType::kInner, bool_literal(true));
    const auto column = [&](int32_t i) { return column_ref(*current_, base + i); };
    const ExprPtr m = column(differs ? 2 : 0), c = column(differs ? 0 : 1);
    const ExprPtr holds = make_call(op, {query.operands[0], m}).or_throw();
    const ExprPtr none = count_is("=", c, 0);
    const ExprPtr unknown = null_literal(LogicalType::boolean());
    if (differs) {
      const ExprPtr d = column(1);
      return call("CASE", {none, bool_literal(false), call("AND", {call("<>", {d, c}), count_is("<=", d, 1)}),
                           call("OR", {holds, unknown}), count_is("=", d, 1), holds,
                           call("IS NULL", {query.operands[0]}), unknown, bool_literal(true)});
    }
    if (filters) return conjunction({holds, count_is("<>", c, 0)});
    return call("CASE", {none, bool_literal(false), call("IS TRUE", {holds}), bool_literal(true),
                         call(">", {c, column(2)}), unknown, holds});
  }

  // The number stays INT beside the BIGINT count, as Calcite writes it.
  static ExprPtr count_is(const char* op, const ExprPtr& count, int32_t n) {
    return with_operands(*call(op, {count, count}),
                         {count, literal(Value::integer(n), LogicalType::integer())});
  }

  RelPtr current_;
  int32_t width_;
};

}  // namespace

RelPtr remove_subqueries(const RelPtr& root) {
  return rewrite_bottom_up(root, [](const RelPtr& rel) -> RelPtr {
    switch (rel->kind) {
      case RelKind::kFilter:
        if (!has_kind(*as<FilterRel>(*rel).condition, ExprKind::kSubquery)) return rel;
        return Remover(rel->inputs[0]).filter(as<FilterRel>(*rel));
      case RelKind::kProject: {
        const ExprList& exprs = as<ProjectRel>(*rel).exprs;
        if (std::none_of(exprs.begin(), exprs.end(),
                         [](const ExprPtr& e) { return has_kind(*e, ExprKind::kSubquery); }))
          return rel;
        return Remover(rel->inputs[0]).project(as<ProjectRel>(*rel));
      }
      case RelKind::kJoin:
        if (has_kind(*as<JoinRel>(*rel).condition, ExprKind::kSubquery)) {
          throw Failure("plan/not-yet", "A sub-query in the ON clause of a join is not executable yet.",
                        rel->span);
        }
        return rel;
      case RelKind::kCorrelate: {
        RelPtr join = join_of_correlate(as<CorrelateRel>(*rel));
        return join ? join : rel;
      }
      case RelKind::kAggregate: {
        // COUNT(*) over nothing: Calcite reads a constant, as rows without columns do not exist.
        const auto& aggregate = as<AggregateRel>(*rel);
        bool reads = !aggregate.grouping.empty() || aggregate.calls.empty() ||
                     std::any_of(aggregate.calls.begin(), aggregate.calls.end(),
                                 [](const AggregateCall& c) { return !c.args.empty() || c.filter >= 0; });
        if (reads) return rel;
        RelPtr zero = make_project(rel->inputs[0], {literal(Value::integer(0), LogicalType::integer())},
                                   {"$f0"}, rel->span);
        return with_inputs(*rel, {zero});
      }
      default:
        return rel;
    }
  });
}

}  // namespace rowkind::rules
