// MATCH_RECOGNIZE: pattern, measures and definitions over pattern variables.
#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "expr/function.h"
#include "expr/infer.h"
#include "plan/bind.h"
#include "plan/match_check.h"
#include "plan/match_functions.h"
#include "sql/unparser.h"

namespace rowkind {

// What names and navigation mean inside one MATCH_RECOGNIZE.
struct MatchScope {
  RowType columns;                     // of the input
  std::vector<std::string> variables;  // of the pattern and of subsets
  std::string defined;                 // the variable whose DEFINE is bound; "" in MEASURES
  bool navigated = false;              // inside PREV, LAST, an aggregate: columns stay bare
  LogicalType time;                    // of the first order column
};

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

ExprPtr offset_literal(int64_t n) {
  return literal(Value::integer(n), LogicalType::integer());
}

MatchPattern make_pattern(const sql::PatternPtr& from, std::vector<std::string>& variables) {
  MatchPattern out;
  out.kind = static_cast<MatchPattern::Kind>(from->kind);
  out.variable = from->variable.name;
  if (from->kind == sql::PatternKind::kVariable && !has(variables, out.variable))
    variables.push_back(out.variable);
  for (const sql::PatternPtr& part : from->parts) out.parts.push_back(make_pattern(part, variables));
  out.min = from->min;
  out.max = from->max;
  out.reluctant = from->reluctant;
  return out;
}
static_assert(static_cast<int>(MatchPattern::Kind::kExclude) == static_cast<int>(sql::PatternKind::kExclude));

Span pattern_span(const sql::MatchTable& match) {
  return match.pattern ? match.pattern->span : match.span;
}

AfterMatchSkip after_skip(sql::AfterMatch after) {
  switch (after) {
    case sql::AfterMatch::kUnspecified:
    case sql::AfterMatch::kToNextRow:
      return AfterMatchSkip::kToNextRow;
    case sql::AfterMatch::kPastLastRow:
      return AfterMatchSkip::kPastLastRow;
    case sql::AfterMatch::kToFirst:
      return AfterMatchSkip::kToFirst;
    case sql::AfterMatch::kToLast:
      return AfterMatchSkip::kToLast;
  }
  return AfterMatchSkip::kToNextRow;
}

void variables_of(const ExprPtr& expr, std::vector<std::string>& out) {
  if (is_call(*expr, "$PATTERN")) {
    const std::string name(expr->operands[0]->literal.string());
    if (!has(out, name)) out.push_back(name);
    return;
  }
  for (const ExprPtr& operand : expr->operands) variables_of(operand, out);
}

bool has_call(const ExprPtr& expr, bool (*wanted)(const std::string&)) {
  if (expr->kind == ExprKind::kCall && expr->function->category == "match" &&
      wanted(std::string(expr->function->name)))
    return true;
  return std::any_of(expr->operands.begin(), expr->operands.end(),
                     [&](const ExprPtr& operand) { return has_call(operand, wanted); });
}

bool is_physical(const std::string& name) {
  return name == "PREV" || name == "NEXT";
}
bool is_navigation(const std::string& name) {
  return name == "FIRST" || name == "LAST" || is_physical(name);
}

// FIRST(x [, n]), LAST, PREV, NEXT over bound operands.
ExprPtr navigation(const std::string& name, ExprList operands, const sql::Call& call, bool in_measures) {
  if (operands.empty() || operands.size() > 2)
    throw Failure("sql/wrong-arguments",
                  "Invalid number of arguments to function '" + name + "'. Was expecting 1 or 2 arguments",
                  call.span);
  if (operands.size() == 1) operands.push_back(offset_literal(is_physical(name) ? 1 : 0));
  if (operands[1]->kind != ExprKind::kLiteral || operands[1]->literal.kind() != ValueKind::kInt)
    throw Failure("sql/match", "The offset of " + name + " must be a number", call.arguments[1].value->span);
  if (is_physical(name)) {
    if (in_measures)
      throw Failure("plan/match", "Cannot use PREV/NEXT in MEASURE '" + sql::unparse(call) + "'", call.span);
  } else if (has_call(operands[0], is_navigation)) {
    throw Failure("plan/match", "Cannot nest PREV/NEXT under LAST/FIRST '" + sql::unparse(call) + "'",
                  call.span);
  }
  const LogicalType type = operands[0]->type.with_nullable(true);
  return match_call(name, std::move(operands), type, call.span);
}

}  // namespace

ExprPtr Binder::bind_pattern_column(const sql::QualifiedName& name, Scope& scope, Span span) {
  const MatchScope& match = *scope.match;
  const bool qualified = name.parts.size() > 1 && has(match.variables, name.parts[0].name);
  const std::string variable = qualified ? name.parts[0].name : "*";
  const size_t at = qualified ? 1 : 0;
  const std::string& column = name.parts[at].name;
  const int32_t index = find_field(match.columns, column);
  if (index < 0) {
    if (!qualified && name.parts.size() > 1)
      throw Failure("sql/unknown-variable", "Table '" + name.parts[0].name + "' not found",
                    name.parts[0].span, did_you_mean(name.parts[0].name, match.variables));
    throw Failure(
        "sql/unknown-column",
        "Column '" + column + "' not found in " + (qualified ? "table '" + variable + "'" : "any table"),
        name.parts[at].span, did_you_mean(column, field_names(match.columns)));
  }
  const LogicalType type = match.columns[static_cast<size_t>(index)].type.with_nullable(true);
  ExprPtr ref = match_call(
      "$PATTERN",
      {symbol(variable, span), input_ref(index, match.columns[static_cast<size_t>(index)].type, span)}, type,
      span);
  if (!match.navigated && !match.defined.empty()) {
    // In DEFINE the variable's own column is that of the row being looked at; others mean their last row.
    const bool own = variable == "*" || variable == match.defined;
    ref = match_call(own ? "PREV" : "LAST", {ref, offset_literal(0)}, type, span);
  }
  return with_fields(ref, name, at + 1);
}

ExprPtr Binder::bind_match_call(const sql::Call& call, const std::string& name, Scope& scope,
                                const Place& place) {
  const MatchScope& match = *scope.match;
  if (name == "MATCH_ROWTIME") {
    // Its argument, or the order column, tells which kind of timestamp it is.
    if (call.arguments.size() > 1)
      throw Failure("sql/wrong-arguments",
                    "Invalid number of arguments to function 'MATCH_ROWTIME'. Was expecting 0 or 1 arguments",
                    call.span);
    const LogicalType time =
        call.arguments.empty() ? match.time : bind(call.arguments[0].value, scope, place)->type;
    return match_call(name, {},
                      time.is(TypeRoot::kTimestampLtz)
                          ? LogicalType::timestamp_ltz(3, TimeAttribute::kRowtime).with_nullable(false)
                          : LogicalType::timestamp(3, TimeAttribute::kRowtime).with_nullable(false),
                      call.span);
  }
  if (name == "MATCH_PROCTIME")
    return match_call(name, {}, LogicalType::timestamp_ltz(3, TimeAttribute::kProctime).with_nullable(false),
                      call.span);
  if (name == "CLASSIFIER") throw Failure("plan/match", "Unsupported call: CLASSIFIER()", call.span);
  if (name == "MATCH_NUMBER")
    throw Failure("sql/unknown-function", "No match found for function signature MATCH_NUMBER().", call.span);
  const AggregateFunction* aggregate = find_aggregate(name);
  if (!is_navigation(name) && aggregate == nullptr) return nullptr;
  if (match.navigated && aggregate != nullptr)
    throw Failure("sql/aggregate", "Aggregate expressions cannot be nested", call.span);

  MatchScope inner = match;
  inner.navigated = true;
  const MatchScope* saved = std::exchange(scope.match, &inner);
  ExprList operands;
  try {
    const bool star = call.arguments.size() == 1 && call.arguments[0].value->kind == sql::ExprKind::kStar;
    for (const sql::Argument& argument : call.arguments) {
      if (!star) operands.push_back(bind(argument.value, scope, place));
    }
  } catch (const Failure&) {
    scope.match = saved;
    throw;
  }
  scope.match = saved;
  std::vector<std::string> used;
  for (const ExprPtr& operand : operands) variables_of(operand, used);
  if (used.size() > 1)
    throw Failure("plan/match", "Multiple pattern variables in '" + sql::unparse(call) + "'", call.span);
  if (is_navigation(name)) return navigation(name, std::move(operands), call, match.defined.empty());
  if (call.quantifier != sql::SetQuantifier::kUnspecified)
    throw Failure("plan/match", "DISTINCT/ALL not allowed with " + sql::unparse(call) + " function",
                  call.span);
  if (call.filter) throw Failure("plan/match", "Unsupported call: FILTER in MATCH_RECOGNIZE", call.span);
  if (call.nulls != sql::NullTreatment::kUnspecified || !call.order_by.empty() || !call.within_group.empty())
    throw Failure("plan/not-yet", "Further clauses of an aggregate are not supported in MATCH_RECOGNIZE",
                  call.span);
  if (used.empty() && !operands.empty())
    throw Failure("plan/match", "No pattern variable specified in aggregate", call.span);
  LogicalType type = infer_aggregate(*aggregate, operands, false, call.span).or_throw();
  if (name != "COUNT") type = type.with_nullable(true);
  return match_aggregate(name, std::move(operands), type, call.span);
}

RelPtr Binder::bind_match(const sql::MatchTable& match, Scope& scope) {
  Scope input;
  input.outer = scope.outer;
  const RelPtr below = bind_from(match.input, input);
  MatchScope names;
  for (const Relation& relation : input.relations)
    names.columns.insert(names.columns.end(), relation.columns.begin(), relation.columns.end());

  auto rel = std::make_shared<MatchRel>();
  rel->inputs = {below};
  rel->span = match.span;
  const auto column = [&](const sql::ExprPtr& expr, const char* clause) {
    const ExprPtr bound = bind(expr, input, Place{clause, false, false});
    if (bound->kind != ExprKind::kInputRef)
      throw Failure("sql/match", std::string(clause) + " in MATCH_RECOGNIZE takes columns", expr->span);
    return bound->index;
  };
  for (const sql::ExprPtr& e : match.partition_by) rel->partition.push_back(column(e, "PARTITION BY"));
  for (const sql::OrderItem& item : match.order_by) {
    const bool nulls_first =
        item.nulls == sql::NullOrder::kUnspecified ? !item.descending : item.nulls == sql::NullOrder::kFirst;
    rel->order.push_back(SortKey{column(item.expr, "ORDER BY"), item.descending, nulls_first});
  }
  if (!match.alias_columns.empty() && match.alias)
    throw Failure("sql/match", "Duplicate relation name '" + match.alias->name + "' in FROM clause",
                  match.alias->span, "MATCH_RECOGNIZE takes a name, but no column names: name the measures");
  if (!rel->order.empty()) names.time = names.columns[static_cast<size_t>(rel->order[0].column)].type;

  rel->pattern = make_pattern(match.pattern, names.variables);
  for (const auto& subset : match.subsets) {
    MatchRel::Subset out{subset.name.name, {}};
    for (const sql::Identifier& v : subset.variables) {
      if (!has(names.variables, v.name))
        throw Failure("sql/unknown-variable", "Unknown pattern '" + v.name + "'", v.span,
                      did_you_mean(v.name, names.variables));
      out.variables.push_back(v.name);
    }
    rel->subsets.push_back(std::move(out));
  }
  const std::vector<std::string> pattern_variables = names.variables;
  for (const MatchRel::Subset& subset : rel->subsets) names.variables.push_back(subset.name);
  rel->after = after_skip(match.after_match);
  if (rel->after == AfterMatchSkip::kToFirst || rel->after == AfterMatchSkip::kToLast) {
    rel->after_variable = match.after_variable.name;
    if (!has(names.variables, rel->after_variable))
      throw Failure("sql/unknown-variable", "Unknown pattern '" + rel->after_variable + "'",
                    match.after_variable.span, did_you_mean(rel->after_variable, names.variables));
  }
  rel->strict_start = match.strict_start;
  rel->strict_end = match.strict_end;
  bool months_within = false;
  if (match.within) {
    Scope empty;
    rel->within = bind(match.within, empty, Place{"WITHIN", false, false});
    months_within = rel->within->type.is(TypeRoot::kIntervalYearMonth);
  }

  Scope inside;
  inside.match = &names;
  for (const auto& define : match.defines) {
    for (const MatchRel::Named& other : rel->defines) {
      if (other.name == define.variable.name)
        throw Failure("sql/match", "Pattern variable '" + other.name + "' has already been defined",
                      define.variable.span);
    }
    // A variable that is not in the pattern may be defined; it is never asked for. Subsets are not known here.
    names.variables = pattern_variables;
    if (!has(names.variables, define.variable.name)) names.variables.push_back(define.variable.name);
    names.defined = define.variable.name;
    rel->defines.push_back(
        {define.variable.name, bind_condition(define.condition, inside, Place{"DEFINE", true, false})});
  }
  names.defined.clear();
  names.variables = pattern_variables;
  for (const MatchRel::Subset& subset : rel->subsets) names.variables.push_back(subset.name);

  RowType columns;
  for (const int32_t key : rel->partition) columns.push_back(names.columns[static_cast<size_t>(key)]);
  for (const auto& measure : match.measures) {
    const ExprPtr expr = bind(measure.expr, inside, Place{"MEASURES", true, false});
    for (const MatchRel::Named& other : rel->measures) {
      if (other.name == measure.alias.name)
        throw Failure("sql/match", "Multiple entries with same key: " + other.name, measure.alias.span);
    }
    if (find_field(columns, measure.alias.name) >= 0)
      throw Failure("sql/match", "Columns ambiguously defined: {" + measure.alias.name + "}",
                    measure.alias.span);
    rel->measures.push_back(
        {measure.alias.name, match_call("FINAL", {expr}, expr->type, measure.expr->span)});
    // Behind the match a time attribute is a plain time; only those of MATCH_ROWTIME and MATCH_PROCTIME go on.
    const bool keeps = is_call(*expr, "MATCH_ROWTIME") || is_call(*expr, "MATCH_PROCTIME");
    columns.push_back(
        {measure.alias.name, keeps ? expr->type : expr->type.with_attribute(TimeAttribute::kNone)});
  }
  rel->type = columns;

  // What Flink says once it plans the match.
  if (match.rows_per_match == sql::RowsPerMatch::kAllRows)
    throw Failure("plan/match", "All rows per match mode is not supported yet.", match.rows_span,
                  "write ONE ROW PER MATCH");
  const auto is_time = [&](const SortKey& key) {
    return names.columns[static_cast<size_t>(key.column)].type.time_attribute() != TimeAttribute::kNone;
  };
  if (match.measures.empty())
    throw Failure("sql/match", "Columns ambiguously defined: {}", match.span, "MEASURES says what comes out");
  const Span order_span = match.order_by.empty() ? match.span : match.order_by[0].span;
  if (rel->order.empty())
    throw Failure("plan/match", "You must specify either rowtime or proctime for order by.", order_span);
  if (!is_time(rel->order[0]))
    throw Failure("plan/match", "You must specify either rowtime or proctime for order by as the first one.",
                  order_span);
  if (rel->order[0].descending)
    throw Failure("plan/match", "Primary sort order of a streaming table must be ascending on time.",
                  order_span);
  PatternCheck check(pattern_span(match), rel->defines);
  check.check_variables(rel->pattern);
  if (months_within) {
    throw Failure(
        "plan/match",
        "Only constant intervals with millisecond resolution are supported as time constraints of patterns.",
        match.within->span, "write days, hours, minutes or seconds");
  }
  if (!rel->after_variable.empty() && !has(pattern_variables, rel->after_variable)) {
    throw Failure(
        "plan/match",
        "The pattern name specified in AfterMatchSkipStrategy can not be found in the given Pattern",
        match.after_variable.span);
  }
  check.check_whole();
  // Their values come out in the order of the table, under the names in the order of PARTITION BY.
  std::vector<int32_t> of_table = rel->partition;
  std::sort(of_table.begin(), of_table.end());
  for (size_t i = 0; i < of_table.size(); ++i) {
    const LogicalType &named = names.columns[static_cast<size_t>(rel->partition[i])].type,
                      &given = names.columns[static_cast<size_t>(of_table[i])].type;
    if (!named.equals(given, true)) {
      throw Failure("plan/match", "Incompatible types of expression and result type.",
                    match.partition_by[i]->span,
                    "write the columns of PARTITION BY in the order of the table");
    }
  }
  return name_columns(rel, columns, match, scope, "");
}

}  // namespace rowkind
