// Sub-queries become joins and correlates: IN as a left join with the distinct values, marked by a constant, and the counts that tell UNKNOWN
// from FALSE; a scalar query as a left join with its one row (SINGLE_VALUE where it may have more); SOME with the largest (smallest) value and
// counts; EXISTS with a constant (SubQueryRemoveRule).
#include <algorithm>

#include "expr/simplify.h"
#include "plan/rules/decorrelate.h"
#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

ExprPtr call(std::string_view name, ExprList operands) {
  return make_call(name, std::move(operands)).or_throw();
}

ExprPtr unknown() {
  return null_literal(LogicalType::boolean());
}

LogicalType count_type() {
  return LogicalType::bigint().with_nullable(false);
}

// The number stays INT beside the BIGINT count, as Calcite writes it.
ExprPtr compare_count(const char* op, const ExprPtr& count, int32_t n) {
  return with_operands(*call(op, {count, count}),
                       {count, literal(Value::integer(n), LogicalType::integer())});
}

// How much of the answer matters where a sub-query stands (Calcite's LogicVisitor).
enum class Logic : uint8_t { kTrue, kFalse, kTrueFalse, kAll, kUnknownAsFalse, kUnknownAsTrue };

Logic inside(const Expr& expr, Logic logic) {
  const auto is = [&](const char* name) { return is_call(expr, name); };
  if (is("IS NULL") || is("IS NOT NULL") || is("CASE")) logic = Logic::kAll;
  if (is("IS TRUE") || is("IS NOT TRUE")) logic = Logic::kUnknownAsFalse;
  if (is("IS FALSE") || is("IS NOT FALSE")) logic = Logic::kUnknownAsTrue;
  if (is("NOT")) {
    switch (logic) {
      case Logic::kTrue:
        logic = Logic::kFalse;
        break;
      case Logic::kFalse:
        logic = Logic::kTrue;
        break;
      case Logic::kUnknownAsFalse:
        logic = Logic::kUnknownAsTrue;
        break;
      case Logic::kUnknownAsTrue:
        logic = Logic::kUnknownAsFalse;
        break;
      default:
        break;
    }
  }
  return logic == Logic::kTrue && !is("AND") ? Logic::kAll : logic;
}

// IN is = SOME; with any other comparison the sub-query carries it as its function.
bool is_some(const Expr& query) {
  return query.function != nullptr;
}

class Remover {
 public:
  // `joined`: the row that the expressions see is wider than `current`: `before` columns of a left input stand in front of it.
  explicit Remover(RelPtr current, const Rel* before = nullptr)
      : current_(std::move(current)), before_(before), width_(width(*current_)) {}

  RelPtr filter(const FilterRel& filter, bool semi) {
    ExprList stay, queries;
    const ExprPtr condition = semi ? simplify_as_built(counts_as_exists(filter.condition)) : filter.condition;
    for (const ExprPtr& part : conjuncts(condition))
      (has_kind(*part, ExprKind::kSubquery) ? queries : stay).push_back(part);
    current_ = make_filter(current_, order_conjuncts(conjunction(stay)), filter.span);
    for (const ExprPtr& part : queries) check_columns(*part);
    if (semi) {
      if (const RelPtr joined = semi_joins(current_, queries)) current_ = joined;
    }
    const ExprPtr above = replace(conjunction(queries), Logic::kTrue);
    current_ = make_filter(current_, simplify_as_built(above), filter.span);
    return restored();
  }

  RelPtr project(const ProjectRel& project) {
    ExprList exprs;
    for (const ExprPtr& expr : project.exprs) {
      check_columns(*expr);
      const ExprPtr replaced = replace(expr, Logic::kAll);
      exprs.push_back(replaced == expr ? expr : simplify_value_as_built(replaced));
    }
    return make_project(current_, std::move(exprs), field_names(project.type), project.span);
  }

  // The sub-query is joined to the right side, whose columns end the row.
  RelPtr join(const JoinRel& join) {
    check_columns(*join.condition);
    const ExprPtr condition = replace(join.condition, Logic::kTrue);
    const RelPtr out = make_join(join.inputs[0], current_, join.join, condition, &join);
    std::vector<int32_t> columns;
    for (int32_t i = 0; i < width(join); ++i) columns.push_back(i);
    return make_columns(out, columns);
  }

 private:
  int32_t base() const { return width(*current_) + (before_ ? width(*before_) : 0); }

  RelPtr restored() const {
    if (width(*current_) == width_) return current_;
    std::vector<int32_t> columns;
    for (int32_t i = 0; i < width_; ++i) columns.push_back(i);
    return make_columns(current_, columns);
  }

  ExprPtr column(int32_t index) const {
    return input_ref(index, column_ref(*current_, before_ ? index - width(*before_) : index)->type);
  }

  ExprPtr named(const char* name) const {
    return column(find_field(current_->type, name) + (before_ ? width(*before_) : 0));
  }

  ExprPtr replace(const ExprPtr& expr, Logic logic) {
    if (expr->kind == ExprKind::kSubquery) {
      if (logic == Logic::kAll && !expr->type.nullable()) logic = Logic::kTrueFalse;
      return rewritten(*expr, logic == Logic::kFalse ? Logic::kUnknownAsTrue : logic);
    }
    if (!has_kind(*expr, ExprKind::kSubquery)) return expr;
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(replace(operand, inside(*expr, logic)));
    return with_operands(*expr, std::move(operands));
  }

  // Sub-queries with the same text are joined once.
  ExprPtr rewritten(const Expr& query, Logic logic) {
    const std::string text = text_of(query);
    for (const Done& done : done_) {
      if (done.logic == logic && done.query->subquery == query.subquery &&
          done.query->function == query.function && same_operands(*done.query, query) && done.text == text)
        return done.value;
    }
    const ExprPtr value = joined(query, logic);
    done_.push_back({&query, logic, text, value});
    return value;
  }

  // Whatever the number of the outer row.
  static std::string text_of(const Expr& query) {
    std::string text = to_text(*query.rel);
    const std::string outer = "$cor" + std::to_string(query.correl_id) + ".";
    for (size_t at = text.find(outer); at != std::string::npos; at = text.find(outer, at + 1))
      text.replace(at, outer.size(), "$cor.");
    return text;
  }

  static bool same_operands(const Expr& a, const Expr& b) {
    return std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                      [](const ExprPtr& x, const ExprPtr& y) { return same_expr(*x, *y); });
  }

  ExprPtr joined(const Expr& query, Logic logic) {
    switch (query.subquery) {
      case SubqueryKind::kScalar:
        return scalar(query);
      case SubqueryKind::kExists:
        return exists(query, logic);
      case SubqueryKind::kIn:
        return is_some(query) ? some(query) : in(query, logic);
    }
    return nullptr;
  }

  // The current rows joined with `right`, whose expressions may read them; the condition is over both.
  void join_with(const Expr& query, RelPtr right, JoinType type, const ExprPtr& condition) {
    if (!reads_outer(*right, query.correl_id) || query.correl_id == 0) {
      current_ = make_join(current_, std::move(right), type, before_ ? bool_literal(true) : condition);
      return;
    }
    const int32_t left = width(*current_);
    if (type == JoinType::kLeft) {
      std::vector<int32_t> map;
      for (int32_t i = 0; i < width(*right); ++i) map.push_back(i);
      right = make_filter(right, over_right(condition, left, query.correl_id), query.span);
    }
    current_ = make_correlate(current_, std::move(right), type, query.correl_id, query.span);
    if (type == JoinType::kInner) current_ = make_filter(current_, condition, query.span);
  }

  static ExprPtr over_right(const ExprPtr& expr, int32_t left, int32_t id) {
    if (expr->kind == ExprKind::kInputRef)
      return expr->index < left ? correl_ref(id, expr->index, expr->type)
                                : input_ref(expr->index - left, expr->type, expr->span);
    ExprList operands;
    for (const ExprPtr& operand : expr->operands) operands.push_back(over_right(operand, left, id));
    return operands == expr->operands ? expr : with_operands(*expr, std::move(operands));
  }

  // Flink counts the columns of the whole row from the first one of the right side of a join, and those of FROM above GROUP BY.
  void check_columns(const Rel& right, const Expr& query) const {
    for (const RelPtr& input : right.inputs) check_columns(*input, query);
    for (const CorrelColumn& column : outer_columns(right)) {
      if (column.id != query.correl_id || column.column < width(*current_)) continue;
      throw Failure("plan/correlated",
                    "Index " + std::to_string(column.column) + " out of bounds for length " +
                        std::to_string(width(*current_)),
                    query.span,
                    "Flink cannot plan this correlated sub-query here: filter the rows before or after");
    }
  }

  void check_columns(const Expr& expr) const {
    if (expr.kind == ExprKind::kSubquery && expr.correl_id != 0) check_columns(*expr.rel, expr);
    for (const ExprPtr& operand : expr.operands) check_columns(*operand);
  }

  ExprPtr scalar(const Expr& query) {
    RelPtr rel = expand_subqueries(query.rel, false);
    if (!has_one_row(*rel)) {
      const LogicalType type = rel->type[0].type.with_nullable(true);
      rel = make_aggregate(rel, {}, {make_call_of("SINGLE_VALUE", {0}, type, "$f0")});
    }
    const int32_t at = base();
    join_with(query, rel, JoinType::kLeft, bool_literal(true));
    return column(at);
  }

  ExprPtr exists(const Expr& query, Logic logic) {
    const RelPtr rel = expand_subqueries(query.rel, false);
    if (rel->kind == RelKind::kAggregate && as<AggregateRel>(*rel).grouping.empty())
      return bool_literal(true);
    const RelPtr marked = make_project(rel, {bool_literal(true)}, {"i"}, query.span);
    const RelPtr any = has_one_row(*rel) ? marked : make_aggregate(marked, {0}, {});
    if (logic == Logic::kTrue) {
      join_with(query, any, JoinType::kInner, bool_literal(true));
      return bool_literal(true);
    }
    join_with(query, any, JoinType::kLeft, bool_literal(true));
    return call("IS NOT NULL", {column(base() - 1)});
  }

  static ExprPtr any_null(const ExprList& operands) {
    ExprList tests;
    for (const ExprPtr& operand : operands) {
      if (operand->type.nullable()) tests.push_back(call("IS NULL", {operand}));
    }
    if (tests.empty()) return nullptr;
    return tests.size() == 1 ? tests[0] : call("OR", tests);
  }

  ExprPtr in(const Expr& query, Logic logic) {
    if (before_) {
      throw Failure("plan/correlated", "equivalence.get(p2) for " + std::to_string(base()), query.span,
                    "Flink cannot plan IN with a sub-query in ON: filter the rows before or after the join");
    }
    const RelPtr rel = expand_subqueries(query.rel, false);
    const bool literals = std::all_of(query.operands.begin(), query.operands.end(),
                                      [](const ExprPtr& e) { return e->kind == ExprKind::kLiteral; });
    const bool counts = logic == Logic::kAll || logic == Logic::kUnknownAsTrue;
    if (literals) return in_of_literals(query, rel, logic, counts);
    ExprPtr c, ck;
    if (counts && logic != Logic::kTrue) {
      std::vector<int32_t> args;
      for (int32_t i = 0; i < width(*rel); ++i) args.push_back(i);
      const RelPtr row = built_aggregate(
          rel, {},
          {make_call_of("COUNT", {}, count_type(), "c"), make_call_of("COUNT", args, count_type(), "ck")});
      const int32_t at = base();
      const bool outer = query.correl_id != 0 && reads_outer(*row, query.correl_id);
      join_with(query, row, outer ? JoinType::kLeft : JoinType::kInner, bool_literal(true));
      c = column(at);
      ck = column(at + 1);
    }
    const RelPtr values = logic == Logic::kTrue ? distinct(rel) : distinct(marked(rel));
    const int32_t at = base();
    ExprList equal;
    for (size_t i = 0; i < query.operands.size(); ++i)
      equal.push_back(
          call("=", {query.operands[i], shift(column_ref(*values, static_cast<int32_t>(i)), at)}));
    join_with(query, values, logic == Logic::kTrue ? JoinType::kInner : JoinType::kLeft, conjunction(equal));
    if (logic == Logic::kTrue) return bool_literal(true);
    const ExprPtr as_unknown = logic == Logic::kAll ? unknown() : bool_literal(true);
    ExprList branches;
    if (c) branches.insert(branches.end(), {compare_count("=", c, 0), bool_literal(false)});
    if (const ExprPtr null = any_null(query.operands)) branches.insert(branches.end(), {null, unknown()});
    branches.insert(branches.end(), {call("IS NOT NULL", {column(base() - 1)}), bool_literal(true)});
    if (c) branches.insert(branches.end(), {call("<", {ck, c}), as_unknown});
    branches.push_back(bool_literal(false));
    return call("CASE", std::move(branches));
  }

  static RelPtr distinct(const RelPtr& rel) {
    std::vector<int32_t> keys;
    for (int32_t i = 0; i < width(*rel); ++i) keys.push_back(i);
    return built_aggregate(rel, keys, {});
  }

  static RelPtr marked(const RelPtr& rel) {
    ExprList exprs = column_refs(*rel);
    std::vector<std::string> names = field_names(rel->type);
    exprs.push_back(bool_literal(true));
    names.emplace_back("i");
    return named_project(rel, std::move(exprs), names);
  }

  // Constants are looked for below: rows that say TRUE, and rows that say UNKNOWN.
  ExprPtr in_of_literals(const Expr& query, const RelPtr& rel, Logic logic, bool counts) {
    ExprList equal, nulls, not_nulls;
    for (size_t i = 0; i < query.operands.size(); ++i) {
      const ExprPtr value = column_ref(*rel, static_cast<int32_t>(i));
      equal.push_back(call("=", {query.operands[i], value}));
      nulls.push_back(call("IS NULL", {value}));
      not_nulls.push_back(call("IS NOT NULL", {value}));
    }
    const ExprPtr own_null = any_null(query.operands);
    if (own_null) nulls.push_back(own_null);
    const bool outer = query.correl_id != 0 && reads_outer(*rel, query.correl_id);
    RelPtr found;
    if (!counts && logic != Logic::kUnknownAsFalse) {
      found = distinct(make_project(make_filter(rel, conjunction(equal)), {bool_literal(true)}, {"cs"}));
    } else {
      ExprList any{conjunction(equal)};
      any.insert(any.end(), nulls.begin(), nulls.end());
      const RelPtr rows = make_filter(rel, simplify_condition(call("OR", any)));
      found = make_project(rows, {simplify(conjunction(not_nulls))}, {"cs"});
      if (outer) {
        found = distinct(found);
      } else {
        found = make_aggregate(found, {0}, {make_call_of("COUNT", {}, count_type(), "c")});
        auto sort = std::make_shared<SortRel>();
        sort->keys = {SortKey{0, true, false}};
        sort->fetch = 1;
        sort->type = found->type;
        sort->inputs = {found};
        found = sort;
      }
    }
    if (logic == Logic::kTrue) {
      join_with(query, found, JoinType::kInner, bool_literal(true));
      return bool_literal(true);
    }
    const int32_t at = base();
    join_with(query, found, JoinType::kLeft, bool_literal(true));
    const ExprPtr cs = column(at);
    ExprList branches;
    if (counts) {
      const ExprPtr as_unknown = logic == Logic::kAll ? unknown() : bool_literal(true);
      if (!outer) branches.insert(branches.end(), {call("IS NULL", {column(at + 1)}), bool_literal(false)});
      branches.insert(branches.end(), {call("=", {cs, bool_literal(false)}), as_unknown});
    }
    if (own_null) branches.insert(branches.end(), {own_null, unknown()});
    branches.insert(branches.end(), {call("IS NOT NULL", {cs}), bool_literal(true), bool_literal(false)});
    return call("CASE", std::move(branches));
  }

  ExprPtr some(const Expr& query) {
    const RelPtr rel = expand_subqueries(query.rel, false);
    const std::string_view op = query.function->name;
    const bool differs = op == "<>", less = op == "<" || op == "<=";
    const bool outer = query.correl_id != 0 && reads_outer(*rel, query.correl_id);
    const LogicalType value_type = rel->type[0].type.with_nullable(true);
    const auto count = [&](bool distinct_rows, std::vector<int32_t> args, const char* name) {
      return make_call_of("COUNT", std::move(args), count_type(), name, distinct_rows);
    };
    const AggregateCall extreme = make_call_of(differs || less ? "MAX" : "MIN", {0}, value_type, "m");
    RelPtr row = differs ? built_aggregate(outer ? rel : distinct(rel), {},
                                           {count(outer, {}, "c"), count(outer, {0}, "d"), extreme})
                         : built_aggregate(rel, {}, {extreme, count(false, {}, "c"), count(false, {0}, "d")});
    if (outer) {
      ExprList exprs = column_refs(*row);
      std::vector<std::string> names = field_names(row->type);
      exprs.push_back(bool_literal(true));
      names.emplace_back("trueLiteral");
      row = named_project(row, std::move(exprs), names);
    }
    const int32_t at = base();
    join_with(query, row, outer ? JoinType::kLeft : JoinType::kInner, bool_literal(true));
    // With <> the counts are looked for by name: those of the first such sub-query.
    const ExprPtr m = column(at + (differs ? 2 : 0)), c = differs ? named("c") : column(at + 1),
                  d = differs ? named("d") : column(at + 2);
    const ExprPtr& x = query.operands[0];
    const ExprPtr holds = call(op, {x, m}), no = bool_literal(false);
    ExprList branches;
    if (outer) branches.insert(branches.end(), {call("IS NULL", {column(at + 3)}), no});
    branches.insert(branches.end(), {compare_count("=", c, 0), no});
    if (differs) {
      branches.insert(
          branches.end(),
          {call("IS NULL", {x}), unknown(), call("AND", {call("<>", {d, c}), compare_count("<=", d, 1)}),
           call("OR", {holds, unknown()}), compare_count("=", d, 1), holds, bool_literal(true)});
    } else {
      branches.insert(branches.end(),
                      {call("IS TRUE", {holds}), bool_literal(true), call(">", {c, d}), unknown(), holds});
    }
    const ExprPtr out = call("CASE", std::move(branches));
    return query.type.nullable() || !out->type.nullable() ? out
                                                          : raw_cast(out, out->type.with_nullable(false));
  }

  static ExprPtr raw_cast(const ExprPtr& expr, const LogicalType& type) {
    const ExprPtr text = make_cast(expr, LogicalType::string()).or_throw();
    return with_type(with_operands(*text, {expr}), type);
  }

  struct Done {
    const Expr* query;
    Logic logic;
    std::string text;
    ExprPtr value;
  };

  RelPtr current_;
  const Rel* before_;
  int32_t width_;
  std::vector<Done> done_;
};

bool any_subquery(const ExprList& exprs) {
  return std::any_of(exprs.begin(), exprs.end(),
                     [](const ExprPtr& e) { return has_kind(*e, ExprKind::kSubquery); });
}

}  // namespace

RelPtr expand_subqueries(const RelPtr& root, bool semi) {
  return rewrite_bottom_up(root, [&](const RelPtr& rel) -> RelPtr {
    switch (rel->kind) {
      case RelKind::kFilter:
        if (!has_kind(*as<FilterRel>(*rel).condition, ExprKind::kSubquery)) return rel;
        return Remover(rel->inputs[0]).filter(as<FilterRel>(*rel), semi);
      case RelKind::kProject:
        if (!any_subquery(as<ProjectRel>(*rel).exprs)) return rel;
        return Remover(rel->inputs[0]).project(as<ProjectRel>(*rel));
      case RelKind::kJoin:
        if (!has_kind(*as<JoinRel>(*rel).condition, ExprKind::kSubquery)) return rel;
        return Remover(rel->inputs[1], rel->inputs[0].get()).join(as<JoinRel>(*rel));
      case RelKind::kCorrelate: {
        const RelPtr join = join_of_snapshot(as<CorrelateRel>(*rel));
        return join ? join : rel;
      }
      case RelKind::kAggregate:
        return with_constant_to_count(rel);
      default:
        return rel;
    }
  });
}

RelPtr remove_subqueries(const RelPtr& root) {
  return decorrelate(expand_subqueries(root, true));
}

}  // namespace rowkind::rules
