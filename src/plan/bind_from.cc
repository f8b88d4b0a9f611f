// Tables in FROM and joins.
#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "expr/infer.h"
#include "plan/bind.h"
#include "plan/connectors.h"
#include "plan/factory.h"
#include "sql/unparser.h"

namespace rowkind {
namespace {

JoinType join_type(const sql::JoinTable& join) {
  switch (join.type) {
    case sql::JoinType::kComma:
    case sql::JoinType::kCross:
    case sql::JoinType::kInner:
      return JoinType::kInner;
    case sql::JoinType::kLeft:
      return JoinType::kLeft;
    case sql::JoinType::kRight:
      return JoinType::kRight;
    case sql::JoinType::kFull:
      return JoinType::kFull;
    case sql::JoinType::kLeftSemi:
      return JoinType::kSemi;
  }
  return JoinType::kInner;
}

// A condition over left and right columns as one over the right row: left columns come from the correlated
// row.
ExprPtr over_right(const ExprPtr& expr, int32_t left_count, int32_t correl_id) {
  if (expr->kind != ExprKind::kInputRef) {
    return map_children(expr, [&](const ExprPtr& e) { return over_right(e, left_count, correl_id); });
  }
  auto copy = std::make_shared<Expr>(*expr);
  if (expr->index < left_count) {
    copy->kind = ExprKind::kCorrelRef;
    copy->correl_id = correl_id;
  } else {
    copy->index -= left_count;
  }
  return copy;
}

// "'id', 'amt'"
std::string quoted(const RowType& columns) {
  std::string out;
  for (const Field& field : columns) out += (out.empty() ? "'" : ", '") + field.name + "'";
  return out;
}

bool is_lateral(const sql::TableRef& ref) {
  switch (ref.kind) {
    case sql::TableKind::kUnnest:
      return true;
    case sql::TableKind::kDerived:
      return static_cast<const sql::DerivedTable&>(ref).lateral;
    case sql::TableKind::kFunction:
      return true;
    case sql::TableKind::kName:
      return static_cast<const sql::NamedTable&>(ref).system_time != nullptr;
    default:
      return false;
  }
}

bool reads_left(const Expr& expr) {
  return expr.kind == ExprKind::kCorrelRef || std::any_of(expr.operands.begin(), expr.operands.end(),
                                                          [](const ExprPtr& e) { return reads_left(*e); });
}

// FROM_CHANGELOG, TO_CHANGELOG; window functions are something else.
bool is_process_function(const sql::TableRef& ref) {
  if (ref.kind != sql::TableKind::kFunction) return false;
  const auto* call = sql::node_cast<sql::Call>(static_cast<const sql::FunctionTable&>(ref).call);
  const std::string name = call == nullptr ? "" : ascii_upper(call->name.last());
  return name == "FROM_CHANGELOG" || name == "TO_CHANGELOG";
}

}  // namespace

std::shared_ptr<const CatalogTable> with_options(const std::shared_ptr<const CatalogTable>& table,
                                                 const std::map<std::string, std::string>& options) {
  auto copy = std::make_shared<CatalogTable>(*table);
  for (const auto& [key, value] : options) copy->options[key] = value;
  apply_connector(*copy, std::nullopt);
  return copy;
}

// Gives the columns of `rel` to `scope` under the alias of `ref`, or under `fallback`.
RelPtr Binder::name_columns(RelPtr rel, RowType columns, const sql::TableRef& ref, Scope& scope,
                            std::string fallback) {
  Relation relation;
  relation.alias = ref.alias ? ref.alias->name : std::move(fallback);
  relation.columns = std::move(columns);
  if (!ref.alias_columns.empty()) {
    if (ref.alias_columns.size() != relation.columns.size()) {
      throw Failure("sql/column-count",
                    "List of column aliases must have same degree as table; table has " +
                        std::to_string(relation.columns.size()) + " columns (" + quoted(relation.columns) +
                        "), whereas alias list has " + std::to_string(ref.alias_columns.size()) + " columns",
                    ref.alias_columns[0].span);
    }
    for (size_t i = 0; i < relation.columns.size(); ++i) relation.columns[i].name = ref.alias_columns[i].name;
  }
  relation.first = scope.width();
  add_relation(scope, std::move(relation));
  return rel;
}

RelPtr Binder::bind_from(const sql::TableRefPtr& from, Scope& scope) {
  const DepthGuard guard(depth_, from->span);
  switch (from->kind) {
    case sql::TableKind::kName:
      return bind_named(static_cast<const sql::NamedTable&>(*from), scope, nullptr);
    case sql::TableKind::kDerived:
      return bind_derived(static_cast<const sql::DerivedTable&>(*from), scope, nullptr);
    case sql::TableKind::kFunction:
      return bind_function_table(static_cast<const sql::FunctionTable&>(*from), scope, nullptr);
    case sql::TableKind::kUnnest:
      return bind_unnest(static_cast<const sql::UnnestTable&>(*from), scope, nullptr);
    case sql::TableKind::kJoin:
      return bind_join(static_cast<const sql::JoinTable&>(*from), scope);
    case sql::TableKind::kMatch:
      return bind_match(static_cast<const sql::MatchTable&>(*from), scope);
  }
  return nullptr;
}

Bound Binder::bind_table_name(const sql::QualifiedName& name, const std::vector<sql::Hint>& hints,
                              Relation* relation) {
  if (name.simple()) {
    for (auto it = common_tables_.rbegin(); it != common_tables_.rend(); ++it) {
      if (it->first == name.last()) return it->second;
    }
  }
  const CatalogObject& object = session_.get(name);
  const Session::Path path = session_.resolve(name);
  if (relation != nullptr) relation->path = {path.catalog, path.database, path.object};
  if (object.view) return Bound{object.view->rel, object.view->columns};
  std::map<std::string, std::string> options;
  for (const sql::Hint& hint : hints) {
    if (!ascii_iequals(hint.name.name, "OPTIONS")) continue;
    for (const auto& option : hint.options) {
      if (option.key) options[*option.key] = option.value;
    }
  }
  const auto table = options.empty() ? object.table : with_options(object.table, options);
  check_source(*table, session_.settings(), name.span);
  return Bound{make_table(table, options, name.span), table->schema()};
}

RelPtr Binder::bind_named(const sql::NamedTable& table, Scope& scope, Scope* left) {
  Relation relation;
  Bound bound = bind_table_name(table.name, table.hints, &relation);
  RelPtr rel = bound.rel;
  const std::string& name = table.alias ? table.alias->name : table.name.last();
  for (QueryHints::Lookup& hint : hints_.lookups) hint.used = hint.used || hint.table == name;
  if (table.system_time) {
    Scope constant;
    Scope& period_scope = left != nullptr ? *left : constant;
    Scope here;
    here.outer = &period_scope;
    const ExprPtr period = bind(table.system_time, here, Place{"FOR SYSTEM_TIME AS OF", false, false});
    if (!period->type.is_timestamp()) {
      const std::string plan_type = period->type.to_plan(false),
                        type_name = plan_type.substr(0, plan_type.find('('));
      throw Failure("sql/system-time",
                    "The system time period specification expects Timestamp type but is '" + type_name + "'",
                    table.system_time->span);
    }
    if (!reads_left(*period)) {
      if (period->kind == ExprKind::kLiteral) {
        throw Failure(
            "plan/not-yet",
            "Time travel (FOR SYSTEM_TIME AS OF a constant) needs a catalog that keeps versions and is "
            "not executable here.",
            table.system_time->span);
      }
      throw Failure("sql/system-time",
                    "Unsupported time travel expression: " + sql::unparse(*table.system_time) +
                        " for the expression can not be reduced to a constant by Flink.",
                    table.system_time->span, "name the time attribute of the left table: AS OF o.proctime");
    }
    auto snapshot = std::make_shared<SnapshotRel>();
    snapshot->period = period;
    snapshot->inputs = {rel};
    snapshot->type = rel->type;
    snapshot->span = table.span;
    for (const QueryHints::Lookup& hint : hints_.lookups) {
      if (hint.table != name) continue;
      snapshot->lookup_retry = hint.retry;
      snapshot->lookup_shuffle = hint.shuffle;
    }
    rel = snapshot;
  }
  const RelPtr out = name_columns(rel, bound.columns, table, scope, table.name.last());
  if (!table.alias) scope.relations.back().path = relation.path;
  return out;
}

RelPtr Binder::bind_derived(const sql::DerivedTable& table, Scope& scope, Scope* left) {
  Bound bound = bind_query(*table.query, left != nullptr && table.lateral ? left : scope.outer);
  RelPtr rel = bound.rel;
  const bool named = !table.alias_columns.empty() && table.alias_columns.size() == bound.columns.size();
  if (named && table.query->body->kind == sql::BodyKind::kValues) {
    std::vector<std::string> names;
    for (const sql::Identifier& name : table.alias_columns) names.push_back(name.name);
    if (rel->kind == RelKind::kValues) {
      auto copy = std::make_shared<ValuesRel>(static_cast<const ValuesRel&>(*rel));
      for (size_t i = 0; i < names.size(); ++i) copy->type[i].name = names[i];
      rel = copy;
    } else {
      rel = make_project(rel, all_columns(*rel), names, true, table.span);
    }
  }
  return name_columns(rel, bound.columns, table, scope, "");
}

// UNNEST(r.items) of a ROW column r: Flink looks for r behind r, and only finds it with the table in front.
void Binder::refuse_bare_field(const sql::ExprPtr& operand, const Scope& scope) {
  const auto* column = sql::node_cast<sql::Column>(operand);
  if (column == nullptr || column->name.simple()) return;
  const std::string& first = column->name.parts[0].name;
  for (const Scope* s = scope.outer; s != nullptr; s = s->outer) {
    for (const Relation& relation : s->relations) {
      if (relation.alias == first) return;
    }
    for (const Relation& relation : s->relations) {
      if (find_field(relation.columns, first) < 0) continue;
      throw Failure("sql/unknown-column",
                    "Column '" + first + "." + first + "' not found in table '" + relation.alias + "'",
                    column->name.span,
                    "write the table in front: " + relation.alias + "." + column->name.text());
    }
  }
}

RelPtr Binder::bind_unnest(const sql::UnnestTable& unnest, Scope& scope, Scope* left) {
  if (unnest.operands.size() != 1)
    throw Failure("plan/not-yet", "UNNEST of several collections is not supported", unnest.span);
  Scope here;
  here.outer = left != nullptr ? left : scope.outer;
  refuse_bare_field(unnest.operands[0], here);
  const ExprPtr collection = bind(unnest.operands[0], here, Place{"UNNEST", false, false});
  const LogicalType& type = collection->type;
  auto rel = std::make_shared<UnnestRel>();
  rel->collection = collection;
  rel->with_ordinality = unnest.with_ordinality;
  rel->span = unnest.span;
  if (type.is(TypeRoot::kMap)) {
    rel->type = {{"KEY", type.key()}, {"VALUE", type.value()}};
  } else if (type.is(TypeRoot::kArray) || type.is(TypeRoot::kMultiset)) {
    if (type.element().is(TypeRoot::kRow)) {
      rel->type = type.element().nullable() ? as_nullable(type.element().fields()) : type.element().fields();
    } else {
      rel->type = {{"EXPR$0", type.element()}};
    }
  } else {
    throw Failure("sql/wrong-arguments",
                  "Cannot apply 'UNNEST' to arguments of type 'UNNEST(<" + message_type(type) +
                      ">)'. Supported form(s): 'UNNEST(<MULTISET>)'",
                  unnest.operands[0]->span, "UNNEST takes an ARRAY, a MAP or a MULTISET");
  }
  if (unnest.with_ordinality)
    rel->type.push_back({"ORDINALITY", LogicalType::integer().with_nullable(false)});
  RelPtr out = rel;
  if (!unnest.alias_columns.empty() && unnest.alias_columns.size() == rel->type.size()) {
    std::vector<std::string> names;
    for (const sql::Identifier& name : unnest.alias_columns) names.push_back(name.name);
    if (names != field_names(rel->type)) out = make_project(out, all_columns(*out), names, true, unnest.span);
  }
  RowType columns = out->type;
  return name_columns(out, columns, unnest, scope, "");
}

RelPtr Binder::bind_right(const sql::TableRefPtr& table, Scope& scope, Scope& left, bool& lateral) {
  lateral = is_lateral(*table);
  if (!lateral) return bind_from(table, scope);
  switch (table->kind) {
    case sql::TableKind::kUnnest:
      return bind_unnest(static_cast<const sql::UnnestTable&>(*table), scope, &left);
    case sql::TableKind::kDerived:
      return bind_derived(static_cast<const sql::DerivedTable&>(*table), scope, &left);
    case sql::TableKind::kFunction:
      return bind_function_table(static_cast<const sql::FunctionTable&>(*table), scope, &left);
    default:
      return bind_named(static_cast<const sql::NamedTable&>(*table), scope, &left);
  }
}

// Calcite's rules on NATURAL, ON and USING.
static void check_condition(const sql::JoinTable& join) {
  const bool has_condition = join.on || !join.using_columns.empty();
  if (join.natural && has_condition)
    throw Failure("sql/join-condition", "Cannot specify NATURAL keyword with ON or USING clause",
                  join.type_span);
  const bool needs_one = join.type != sql::JoinType::kCross && join.type != sql::JoinType::kComma;
  if (needs_one && !join.natural && !has_condition) {
    throw Failure(
        "sql/join-condition",
        "INNER, LEFT, RIGHT or FULL join requires a condition (NATURAL keyword or ON or USING clause)",
        join.type_span);
  }
}

RelPtr Binder::bind_join(const sql::JoinTable& join, Scope& scope) {
  Scope both;
  both.outer = scope.outer;
  const RelPtr left = bind_from(join.left, both);
  const int32_t left_count = static_cast<int32_t>(left->type.size());
  Scope right_scope;
  right_scope.outer = scope.outer;
  bool lateral = false;
  const RelPtr right = bind_right(join.right, right_scope, both, lateral);
  const int32_t correl_id = std::exchange(both.correl_id, 0);
  const size_t left_relations = both.relations.size();
  for (Relation relation : right_scope.relations) {
    relation.first += left_count;
    add_relation(both, std::move(relation));
  }
  check_condition(join);
  for (CommonColumn common : right_scope.common) {
    for (int32_t& column : common.columns) column += left_count;
    both.common.push_back(std::move(common));
  }

  // Column pairs of USING and NATURAL.
  std::vector<std::string> shared;
  for (const sql::Identifier& name : join.using_columns) shared.push_back(name.name);
  // One of the columns that an earlier USING made one stands for all.
  const auto find_side = [&](const std::string& name, size_t from, size_t to, Span span,
                             bool needed) -> int32_t {
    int32_t found = -1;
    for (const CommonColumn& common : both.common) {
      const bool left_side = common.columns[0] < left_count;
      if (common.name == name && left_side == (from == 0)) return common.columns[0];
    }
    for (size_t r = from; r < to; ++r) {
      const int32_t i = find_field(both.relations[r].columns, name);
      if (i < 0) continue;
      if (found >= 0)
        throw Failure(
            "sql/ambiguous-column",
            "Column name '" + name + "' in NATURAL join or USING clause is not unique on one side of join",
            span);
      found = both.relations[r].first + i;
    }
    if (found < 0 && needed)
      throw Failure("sql/unknown-column", "Column '" + name + "' not found in any table", span);
    return found;
  };
  if (join.natural) {
    for (size_t r = 0; r < left_relations; ++r) {
      for (const Field& field : both.relations[r].columns) {
        if (find_side(field.name, left_relations, both.relations.size(), join.type_span, false) >= 0)
          shared.push_back(field.name);
      }
    }
  }
  ExprPtr condition = bool_literal(true);
  ExprList equalities;
  for (size_t n = 0; n < shared.size(); ++n) {
    const Span span = n < join.using_columns.size() ? join.using_columns[n].span : join.type_span;
    const int32_t l = find_side(shared[n], 0, left_relations, span, true),
                  r = find_side(shared[n], left_relations, both.relations.size(), span, true);
    equalities.push_back(
        make_call("=", {column_of(both, l, span, both), column_of(both, r, span, both)}, span).or_throw());
    const auto known = std::find_if(both.common.begin(), both.common.end(),
                                    [&](const CommonColumn& c) { return c.name == shared[n]; });
    if (known == both.common.end()) {
      both.common.push_back(CommonColumn{shared[n], {l, r}});
    } else {
      known->columns.push_back(r);
    }
  }
  if (!equalities.empty()) condition = conjunction(equalities);
  if (join.on) {
    if (has_aggregate(join.on))
      throw Failure("sql/aggregate", "Aggregate expression is illegal in ON clause", join.on->span);
    condition = bind_condition(join.on, both, Place{"ON", false, false});
  }

  const JoinType type = join_type(join);
  if (type == JoinType::kLeft && is_process_function(*join.right) && !is_true_literal(*condition)) {
    throw Failure("plan/join-type",
                  "Left outer joins with a table function do not accept a predicate such as " +
                      (join.on ? sql::unparse(*join.on) : "the common columns") +
                      ". Only literal TRUE is accepted.",
                  join.on ? join.on->span : join.type_span,
                  "put the function into a sub-query: LEFT JOIN (SELECT * FROM f(...)) ON ...");
  }
  RelPtr out;
  if (correl_id != 0) {
    if (type != JoinType::kInner && type != JoinType::kLeft) {
      const char* name = type == JoinType::kRight ? "RIGHT" : type == JoinType::kFull ? "FULL" : "SEMI";
      throw Failure("plan/join-type", std::string("Unknown join type ") + name, join.type_span,
                    "a table that depends on the left side can only be joined with INNER or LEFT JOIN");
    }
    auto correlate = std::make_shared<CorrelateRel>();
    correlate->join = type;
    correlate->correl_id = correl_id;
    correlate->condition = bool_literal(true);
    correlate->inputs = {left, make_filter(right, over_right(condition, left_count, correl_id), join.span)};
    correlate->type = join_row_type(left->type, right->type, type);
    correlate->span = join.span;
    out = correlate;
  } else {
    out = make_join(left, right, type, condition, join.span);
    if (out->kind == RelKind::kJoin) {
      out = with_hints(static_cast<const JoinRel&>(*out), hints_, both.relations, left_relations);
    }
  }

  // What the block sees: padded sides are nullable, a semi join shows its left side only.
  for (size_t r = 0; r < both.relations.size(); ++r) {
    const bool padded = r < left_relations ? type == JoinType::kRight || type == JoinType::kFull
                                           : type == JoinType::kLeft || type == JoinType::kFull;
    if (padded) both.relations[r].columns = as_nullable(std::move(both.relations[r].columns));
  }
  if (type == JoinType::kSemi) both.relations.resize(left_relations);
  const int32_t base = scope.width();
  for (Relation& relation : both.relations) {
    relation.first += base;
    add_relation(scope, std::move(relation));
  }
  for (CommonColumn& common : both.common) {
    for (int32_t& column : common.columns) column += base;
    scope.common.push_back(std::move(common));
  }
  return out;
}

}  // namespace rowkind
