// MATCH_RECOGNIZE: pattern, measures and definitions over pattern variables.
#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "expr/function.h"
#include "expr/infer.h"
#include "plan/bind.h"
#include "plan/match_functions.h"

namespace rowkind {

// What names and navigation mean inside one MATCH_RECOGNIZE.
struct MatchScope {
  RowType columns;                     // of the input
  std::vector<std::string> variables;  // of the pattern and of subsets
  std::string defined;                 // the variable whose DEFINE is bound; "" in MEASURES
  bool navigated = false;              // inside PREV, LAST, an aggregate: columns stay bare
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

// The elements of a pattern from left to right.
void elements(const MatchPattern& pattern, std::vector<const MatchPattern*>& out) {
  if (pattern.kind != MatchPattern::Kind::kSequence) {
    out.push_back(&pattern);
    return;
  }
  for (const MatchPattern& part : pattern.parts) elements(part, out);
}

bool greedy(const MatchPattern& p) {
  return p.kind == MatchPattern::Kind::kRepeat && !p.reluctant && p.min != p.max && p.max != 1;
}
bool optional(const MatchPattern& p) {
  return p.kind == MatchPattern::Kind::kRepeat && p.min == 0;
}

// What Flink's CEP library cannot do.
void check_pattern(const MatchPattern& pattern, Span span) {
  std::vector<const MatchPattern*> parts;
  elements(pattern, parts);
  for (const MatchPattern* part : parts) {
    const MatchPattern& inner = part->kind == MatchPattern::Kind::kRepeat ? part->parts[0] : *part;
    if (inner.kind == MatchPattern::Kind::kAlternation)
      throw Failure("plan/match", "Currently, CEP doesn't support branching patterns.", span);
    if (inner.kind == MatchPattern::Kind::kPermute)
      throw Failure("plan/match", "Currently, CEP doesn't support PERMUTE patterns.", span);
    if (inner.kind == MatchPattern::Kind::kExclude)
      throw Failure("plan/match", "Currently, CEP doesn't support '{-' '-}' patterns.", span);
    if (inner.kind != MatchPattern::Kind::kVariable)
      throw Failure("plan/match", "Currently, CEP doesn't support grouping patterns.", span);
  }
  if (greedy(*parts.back())) {
    throw Failure("plan/match",
                  "Greedy quantifiers are not allowed as the last element of a Pattern yet. Finish your "
                  "pattern with either a simple variable or reluctant quantifier.",
                  span, "write a variable behind it, or make it reluctant with ?");
  }
  for (size_t i = 1; i < parts.size(); ++i) {
    if (optional(*parts[i]) && greedy(*parts[i - 1]))
      throw Failure("plan/match", "Optional pattern cannot be preceded by greedy pattern", span);
  }
}

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

bool is_navigation(const std::string& name) {
  return name == "FIRST" || name == "LAST" || name == "PREV" || name == "NEXT";
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
      throw Failure("sql/unknown-variable", "Unknown pattern '" + name.parts[0].name + "'",
                    name.parts[0].span, did_you_mean(name.parts[0].name, match.variables));
    throw Failure("sql/unknown-column", "Column '" + column + "' not found in any table", name.parts[at].span,
                  did_you_mean(column, field_names(match.columns)));
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
  if (name == "MATCH_ROWTIME" || name == "MATCH_PROCTIME") {
    const TimeAttribute attribute =
        name == "MATCH_ROWTIME" ? TimeAttribute::kRowtime : TimeAttribute::kProctime;
    const bool ltz = attribute == TimeAttribute::kProctime;
    return match_call(name, {},
                      ltz ? LogicalType::timestamp_ltz(3, attribute).with_nullable(false)
                          : LogicalType::timestamp(3, attribute),
                      call.span);
  }
  if (name == "CLASSIFIER" || name == "MATCH_NUMBER")
    throw Failure("plan/match", "Function '" + name + "' is not supported in MATCH_RECOGNIZE", call.span);
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
  if (is_navigation(name)) {
    if (operands.empty() || operands.size() > 2)
      throw Failure("sql/wrong-arguments",
                    "Invalid number of arguments to function '" + name + "'. Was expecting 1 or 2 arguments",
                    call.span);
    if (operands.size() == 1) operands.push_back(offset_literal(name == "PREV" || name == "NEXT" ? 1 : 0));
    const LogicalType type = operands[0]->type.with_nullable(true);
    return match_call(name, std::move(operands), type, call.span);
  }
  if (call.quantifier == sql::SetQuantifier::kDistinct)
    throw Failure("plan/match", "DISTINCT aggregates are not supported in MATCH_RECOGNIZE", call.span);
  LogicalType type = infer_aggregate(*aggregate, operands, false, call.span).or_throw();
  if (name != "COUNT") type = type.with_nullable(true);
  if (name != "AVG") return match_call(name, std::move(operands), type, call.span);
  // AVG is SUM / COUNT in the type of the average.
  ExprList sum_operands = operands;
  const LogicalType sum_type =
      infer_aggregate(*find_aggregate("SUM"), sum_operands, false, call.span).or_throw().with_nullable(true);
  ExprPtr sum = match_call("SUM", operands, sum_type, call.span);
  if (!sum_type.equals(type, true)) sum = cast_or_throw(sum, type, call.span);
  const ExprPtr count = match_call("COUNT", operands, LogicalType::bigint().with_nullable(false), call.span);
  return cast_or_throw(call_or_throw("/", {sum, count}, call.span), type, call.span);
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
  if (match.rows_per_match == sql::RowsPerMatch::kAllRows)
    throw Failure("plan/match", "All rows per match mode is not supported yet.", match.rows_span,
                  "write ONE ROW PER MATCH");

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
  if (match.within) {
    Scope empty;
    rel->within = bind(match.within, empty, Place{"WITHIN", false, false});
  }

  Scope inside;
  inside.match = &names;
  for (const auto& define : match.defines) {
    if (!has(pattern_variables, define.variable.name)) {
      throw Failure("sql/unknown-variable", "Unknown pattern '" + define.variable.name + "'",
                    define.variable.span, did_you_mean(define.variable.name, pattern_variables));
    }
    for (const MatchRel::Named& other : rel->defines) {
      if (other.name == define.variable.name)
        throw Failure("sql/match", "Pattern variable '" + other.name + "' has already been defined",
                      define.variable.span);
    }
    names.defined = define.variable.name;
    rel->defines.push_back(
        {define.variable.name, bind_condition(define.condition, inside, Place{"DEFINE", true, false})});
  }
  names.defined.clear();

  RowType columns;
  for (const int32_t key : rel->partition) columns.push_back(names.columns[static_cast<size_t>(key)]);
  for (const auto& measure : match.measures) {
    const ExprPtr expr = bind(measure.expr, inside, Place{"MEASURES", true, false});
    rel->measures.push_back(
        {measure.alias.name, match_call("FINAL", {expr}, expr->type, measure.expr->span)});
    columns.push_back({measure.alias.name, expr->type});
  }
  rel->type = columns;

  // What Flink says once it plans the match.
  const auto is_time = [&](const SortKey& key) {
    return names.columns[static_cast<size_t>(key.column)].type.time_attribute() != TimeAttribute::kNone;
  };
  if (rel->order.empty() || !is_time(rel->order[0])) {
    throw Failure("plan/match", "You must specify either rowtime or proctime for order by as the first one.",
                  match.order_by.empty() ? match.span : match.order_by[0].span);
  }
  if (rel->order[0].descending)
    throw Failure("plan/match", "Primary sort order of a streaming table must be ascending on time.",
                  match.order_by[0].span);
  check_pattern(rel->pattern, pattern_span(match));
  return name_columns(rel, columns, match, scope, "");
}

}  // namespace rowkind
