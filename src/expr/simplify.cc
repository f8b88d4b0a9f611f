// Calcite's RexSimplify and Flink's constant reduction, as far as they show in plans.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "expr/infer.h"
#include "expr/sarg.h"

namespace rowkind {

namespace {

enum class Mode : uint8_t { kValue, kFilter };  // kFilter: NULL counts as FALSE

ExprPtr run(const ExprPtr& expr, Mode mode);

bool is_null_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.is_null();
}
bool is_false_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.literal.kind() == ValueKind::kBool &&
         !expr.literal.as_bool();
}

ExprPtr boolean_call(std::string_view name, ExprList operands, bool nullable) {
  return raw_call(name, std::move(operands), LogicalType::boolean().with_nullable(nullable));
}

ExprPtr is_not_null(const ExprPtr& expr) {
  return boolean_call("IS NOT NULL", {expr}, false);
}
ExprPtr null_boolean() {
  return null_literal(LogicalType::boolean());
}

bool contains(const ExprList& list, const Expr& expr) {
  return std::any_of(list.begin(), list.end(), [&](const ExprPtr& other) { return same_expr(*other, expr); });
}

// AND or OR of what is left: none, one or many.
ExprPtr junction(std::string_view name, ExprList terms) {
  if (terms.empty()) return bool_literal(name == "AND");
  if (terms.size() == 1) return terms[0];
  bool nullable = any_nullable(terms);
  return boolean_call(name, std::move(terms), nullable);
}

std::string_view negated_comparison(std::string_view name) {
  static constexpr std::string_view kPairs[][2] = {
      {"=", "<>"},
      {"<>", "="},
      {"<", ">="},
      {">=", "<"},
      {">", "<="},
      {"<=", ">"},
      {"IS NULL", "IS NOT NULL"},
      {"IS NOT NULL", "IS NULL"},
      {"IS TRUE", "IS NOT TRUE"},
      {"IS NOT TRUE", "IS TRUE"},
      {"IS FALSE", "IS NOT FALSE"},
      {"IS NOT FALSE", "IS FALSE"},
      {"IS JSON VALUE", "IS NOT JSON VALUE"},
      {"IS JSON OBJECT", "IS NOT JSON OBJECT"},
      {"IS JSON ARRAY", "IS NOT JSON ARRAY"},
      {"IS JSON SCALAR", "IS NOT JSON SCALAR"},
  };
  for (const auto& pair : kPairs) {
    if (pair[0] == name) return pair[1];
  }
  return {};
}

// NOT of a simplified condition.
ExprPtr negate(const ExprPtr& expr, Mode mode) {
  if (is_null_literal(*expr)) return expr;
  if (expr->kind == ExprKind::kLiteral) return bool_literal(!expr->literal.as_bool());
  if (expr->kind == ExprKind::kCall) {
    std::string_view name = expr->function->name;
    if (name == "NOT") return run(expr->operands[0], mode);
    if (std::string_view other = negated_comparison(name); !other.empty()) {
      return boolean_call(other, expr->operands, expr->type.nullable());
    }
    if (name == "AND" || name == "OR") {
      ExprList terms;
      for (const ExprPtr& operand : expr->operands) terms.push_back(negate(operand, Mode::kValue));
      return run(junction(name == "AND" ? "OR" : "AND", std::move(terms)), mode);
    }
    if (name == "SEARCH") {
      Sarg sarg = sarg_of(*expr->operands[1]);
      sarg.ranges = complement(sarg.ranges);
      if (sarg.null_as != NullAs::kUnknown)
        sarg.null_as = sarg.null_as == NullAs::kTrue ? NullAs::kFalse : NullAs::kTrue;
      return sarg_condition(expr->operands[0], sarg, {expr->operands[1]->type}, mode == Mode::kFilter);
    }
  }
  return boolean_call("NOT", {expr}, expr->type.nullable());
}

// Whether `term` can only be TRUE when `x` is not NULL.
bool strong_on(const Expr& term, const Expr& x) {
  if (same_expr(term, x)) return true;
  if (term.kind == ExprKind::kFieldAccess) return strong_on(*term.operands[0], x);
  if (term.kind != ExprKind::kCall) return false;
  std::string_view name = term.function->name;
  auto strong = [&](const ExprPtr& operand) { return strong_on(*operand, x); };
  if (name == "OR") return std::all_of(term.operands.begin(), term.operands.end(), strong);
  if (name == "SEARCH")
    return strong_on(*term.operands[0], x) && sarg_of(*term.operands[1]).null_as != NullAs::kTrue;
  bool lazy = name == "CASE" || name == "IF" || name == "COALESCE" || name == "IFNULL";
  bool sees_nulls = (term.function->flags & kSeesNulls) != 0 && name != "IS NOT NULL" && name != "IS TRUE" &&
                    name != "IS FALSE";
  if (lazy || sees_nulls) return false;
  return std::any_of(term.operands.begin(), term.operands.end(), strong);
}

struct Gathered {
  SargTerm term;
  Sarg merged;    // what the terms say together
  Ranges united;  // the ranges (for AND: of the negations) that decide whether a SEARCH is worth it
  bool united_null = false;
  int32_t count = 0;
  size_t place = 0;  // index in the new terms
};

// Ranges of one column said by several terms become one condition.
ExprList gather_sargs(const ExprList& terms, bool is_and, Mode mode) {
  std::vector<Gathered> found;
  ExprList out;
  for (const ExprPtr& condition : terms) {
    std::optional<SargTerm> term = sarg_term(condition);
    if (!term) {
      out.push_back(condition);
      continue;
    }
    auto it = std::find_if(found.begin(), found.end(),
                           [&](const Gathered& g) { return same_expr(*g.term.ref, *term->ref); });
    Ranges shown = is_and ? complement(term->sarg.ranges) : term->sarg.ranges;
    bool shown_null = term->sarg.null_as == (is_and ? NullAs::kFalse : NullAs::kTrue);
    if (it == found.end()) {
      Gathered g;
      g.term = *term;
      g.merged = term->sarg;
      g.united = shown;
      g.united_null = shown_null;
      g.count = 1;
      g.place = out.size();
      out.push_back(condition);
      found.push_back(std::move(g));
      continue;
    }
    ++it->count;
    it->united = unite(it->united, shown);
    it->united_null |= shown_null;
    NullAs a = it->merged.null_as, b = term->sarg.null_as, wins = is_and ? NullAs::kFalse : NullAs::kTrue;
    it->merged.null_as = a == wins || b == wins                           ? wins
                         : a == NullAs::kUnknown || b == NullAs::kUnknown ? NullAs::kUnknown
                                                                          : a;
    it->merged.ranges = is_and ? intersect(it->merged.ranges, term->sarg.ranges)
                               : unite(it->merged.ranges, term->sarg.ranges);
    it->term.types.insert(it->term.types.end(), term->types.begin(), term->types.end());
  }
  for (const Gathered& g : found) {
    Sarg shown{g.united, g.united_null ? NullAs::kTrue : NullAs::kUnknown};
    bool several = g.count > 1 && (complexity(shown) > 1 || out.size() == 1 || g.merged.ranges.empty() ||
                                   mode == Mode::kFilter);
    if (several) out[g.place] = sarg_condition(g.term.ref, g.merged, g.term.types, mode == Mode::kFilter);
  }
  // Terms that only were counted into another one are gone: `out` holds one entry a column.
  return out;
}

// x AND NOT x, x OR NOT x. Nothing if there is no such pair.
ExprPtr opposite_terms(ExprList& terms, bool is_and, Mode mode) {
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!is_call(*terms[i], "NOT")) continue;
    const ExprPtr& x = terms[i]->operands[0];
    if (!contains(terms, *x) || !deterministic(*x)) continue;
    if (!x->type.nullable()) return bool_literal(!is_and);
    if (mode == Mode::kFilter && is_and) return bool_literal(false);
    ExprPtr base = x;
    ExprList rest;
    for (size_t k = 0; k < terms.size(); ++k) {
      if (k != i && !same_expr(*terms[k], *base)) rest.push_back(terms[k]);
    }
    if (is_and) {
      rest.insert(rest.begin(), {null_boolean(), boolean_call("IS NULL", {base}, false)});
    } else {
      rest.insert(rest.begin(), is_not_null(base));
      if (mode == Mode::kValue) rest.insert(rest.begin() + 1, null_boolean());
    }
    terms = std::move(rest);
    break;
  }
  return nullptr;
}

// (a AND b) OR (a AND c) -> a AND (b OR c)
ExprPtr pull_factors(const ExprList& terms) {
  ExprList factors;
  for (const ExprPtr& candidate : conjuncts(terms[0])) {
    bool everywhere = std::all_of(terms.begin() + 1, terms.end(),
                                  [&](const ExprPtr& term) { return contains(conjuncts(term), *candidate); });
    if (everywhere && deterministic(*candidate)) factors.push_back(candidate);
  }
  if (factors.empty()) return nullptr;
  ExprList rests;
  for (const ExprPtr& term : terms) {
    ExprList rest;
    for (const ExprPtr& part : conjuncts(term)) {
      if (!contains(factors, *part)) rest.push_back(part);
    }
    if (rest.empty()) return junction("AND", factors);
    rests.push_back(junction("AND", std::move(rest)));
  }
  factors.push_back(junction("OR", std::move(rests)));
  return junction("AND", std::move(factors));
}

ExprPtr simplify_junction(const Expr& call, Mode mode) {
  bool is_and = call.function->name == "AND";
  ExprList terms;
  auto add = [&](const ExprPtr& term) {
    if (is_null_literal(*term) || term->kind != ExprKind::kLiteral) {
      if (!contains(terms, *term) || !deterministic(*term)) terms.push_back(term);
    }
  };
  for (const ExprPtr& operand : call.operands) {
    ExprPtr term = run(operand, mode);
    if (term->kind == ExprKind::kLiteral) {
      bool is_null = term->literal.is_null();
      if (is_null && mode == Mode::kFilter) {
        if (is_and) return bool_literal(false);
        continue;
      }
      if (!is_null && term->literal.as_bool() != is_and) return bool_literal(!is_and);
    }
    if (term->kind == ExprKind::kCall && term->function == call.function) {
      for (const ExprPtr& part : term->operands) add(part);
    } else {
      add(term);
    }
  }
  if (ExprPtr decided = opposite_terms(terms, is_and, mode)) return decided;
  terms = gather_sargs(terms, is_and, mode);
  ExprList left;
  for (const ExprPtr& term : terms) {
    if (term->kind == ExprKind::kLiteral && !term->literal.is_null()) {
      if (term->literal.as_bool() != is_and) return bool_literal(!is_and);
    } else {
      left.push_back(term);
    }
  }
  if (is_and && mode == Mode::kFilter) {
    for (size_t i = 0; i < left.size();) {
      bool implied = false;
      if (is_call(*left[i], "IS NOT NULL")) {
        for (size_t k = 0; k < left.size(); ++k)
          implied |= k != i && strong_on(*left[k], *left[i]->operands[0]);
      }
      if (implied) {
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }
  if (!is_and && mode == Mode::kFilter && left.size() > 1) {
    if (ExprPtr pulled = pull_factors(left)) return run(pulled, mode);
  }
  return junction(call.function->name, std::move(left));
}

bool all_boolean_literals(const Expr& call) {
  for (size_t i = 1; i < call.operands.size(); i += 2) {
    if (!is_true_literal(*call.operands[i]) && !is_false_literal(*call.operands[i])) return false;
  }
  const Expr& last = *call.operands.back();
  return is_true_literal(last) || is_false_literal(last);
}

ExprPtr simplify_case(const ExprPtr& expr, Mode mode) {
  ExprList parts;
  const ExprList& operands = expr->operands;
  size_t i = 0;
  for (; i + 1 < operands.size(); i += 2) {
    if (is_false_literal(*operands[i]) || is_null_literal(*operands[i])) continue;
    if (is_true_literal(*operands[i])) {
      parts.push_back(operands[i + 1]);
      break;
    }
    parts.push_back(operands[i]);
    parts.push_back(operands[i + 1]);
  }
  if (i + 1 >= operands.size() && i < operands.size()) parts.push_back(operands[i]);
  if (parts.size() == 1) return parts[0];
  bool all_same = true;
  for (size_t k = 1; k < parts.size(); k += 2) all_same &= same_expr(*parts[k], *parts.back());
  if (all_same && deterministic(*expr)) return parts.back();
  ExprPtr result = parts.size() == operands.size() ? expr : with_operands(*expr, parts);
  if (parts.size() == 3 && all_boolean_literals(*result)) {
    const ExprPtr& condition = parts[0];
    if (is_true_literal(*parts[1])) {
      if (mode == Mode::kFilter || !condition->type.nullable()) return condition;
      return boolean_call("IS TRUE", {condition}, false);
    }
    return condition->type.nullable() ? boolean_call("IS NOT TRUE", {condition}, false)
                                      : negate(condition, mode);
  }
  return result;
}

// CASE with literal results compared with a literal: the comparison moves into the branches.
ExprPtr compare_case(const Expr& call, Mode mode) {
  for (size_t side = 0; side < 2; ++side) {
    const Expr &branches = *call.operands[side], &other = *call.operands[1 - side];
    if (!is_call(branches, "CASE") || other.kind != ExprKind::kLiteral) continue;
    ExprList parts = branches.operands;
    for (size_t i = 0; i < parts.size(); ++i) {
      bool condition = i % 2 == 0 && i + 1 < parts.size();
      if (condition) continue;
      if (parts[i]->kind != ExprKind::kLiteral || parts[i]->literal.is_null()) return nullptr;
      ExprList pair{call.operands[0], call.operands[1]};
      pair[side] = parts[i];
      parts[i] = run(with_operands(call, pair), Mode::kValue);
    }
    ExprPtr moved = raw_call("CASE", std::move(parts), call.type);
    return all_boolean_literals(*moved) ? simplify_case(moved, mode) : nullptr;
  }
  return nullptr;
}

ExprPtr simplify_comparison(const ExprPtr& expr, Mode mode) {
  const ExprPtr &a = expr->operands[0], &b = expr->operands[1];
  std::string_view op = expr->function->name;
  if (is_null_literal(*a) || is_null_literal(*b)) {
    return mode == Mode::kFilter ? bool_literal(false) : null_literal(expr->type);
  }
  if (same_expr(*a, *b) && deterministic(*a)) {
    bool holds = op == "=" || op == "<=" || op == ">=";
    Sarg sarg;
    if (holds) sarg.ranges = all_values();
    return sarg_condition(a, sarg, {a->type}, mode == Mode::kFilter);
  }
  if (a->type.is(TypeRoot::kBoolean) && (op == "=" || op == "<>")) {
    for (size_t side = 0; side < 2; ++side) {
      const Expr& constant = *expr->operands[side];
      if (constant.kind != ExprKind::kLiteral) continue;
      const ExprPtr& other = expr->operands[1 - side];
      return is_true_literal(constant) == (op == "=") ? run(other, mode) : negate(other, mode);
    }
  }
  if (ExprPtr moved = compare_case(*expr, mode)) return moved;
  // Calcite's sets of ranges give a DOUBLE literal its own form.
  if (op == "=" && a->kind == ExprKind::kInputRef && b->kind == ExprKind::kLiteral &&
      b->type.is(TypeRoot::kDouble) && b->index == kPlainForm &&
      b->literal.floating() == static_cast<double>(static_cast<int64_t>(b->literal.floating()))) {
    return with_operands(*expr, {a, literal(b->literal, b->type, b->span)});
  }
  return expr;
}

// Calls that are NULL exactly when an operand is.
bool passes_nulls(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return false;
  std::string_view name = expr.function->name;
  static constexpr std::string_view kNames[] = {"+",  "-", "*",  "/", "MOD", "unary -", "=",
                                                "<>", "<", "<=", ">", ">=",  "NOT"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

ExprPtr simplify_null_test(const ExprPtr& expr) {
  bool is_null = expr->function->name == "IS NULL";
  const ExprPtr& x = expr->operands[0];
  if (x->kind == ExprKind::kLiteral) return bool_literal(x->literal.is_null() == is_null);
  if (is_call(*x, "ROW") || !deterministic(*x)) return expr;
  if (!x->type.nullable()) return bool_literal(!is_null);
  if (!passes_nulls(*x)) return expr;
  ExprList terms;
  for (const ExprPtr& operand : x->operands) {
    ExprPtr term = simplify_null_test(boolean_call(expr->function->name, {operand}, false));
    if (term->kind != ExprKind::kLiteral && !contains(terms, *term)) terms.push_back(term);
  }
  return junction(is_null ? "OR" : "AND", std::move(terms));
}

ExprPtr simplify_truth_test(const ExprPtr& expr, Mode mode) {
  std::string_view name = expr->function->name;
  const ExprPtr& x = expr->operands[0];
  bool certain = !x->type.nullable();
  bool filter = mode == Mode::kFilter;
  if (name == "IS TRUE" && (certain || filter)) return run(x, mode);
  if (name == "IS FALSE" && (certain || filter)) return negate(x, mode);
  if (name == "IS NOT TRUE" && certain) return negate(x, mode);
  return name == "IS NOT FALSE" && certain ? x : expr;
}

ExprPtr expand_distinct(const Expr& call, Mode mode) {
  const ExprPtr &a = call.operands[0], &b = call.operands[1];
  bool distinct = call.function->name == "IS DISTINCT FROM";
  for (size_t side = 0; side < 2; ++side) {
    if (is_null_literal(*call.operands[side])) {
      return run(boolean_call(distinct ? "IS NOT NULL" : "IS NULL", {call.operands[1 - side]}, false), mode);
    }
  }
  bool a_null = a->type.nullable(), b_null = b->type.nullable();
  ExprPtr equal = boolean_call("=", {a, b}, a_null || b_null);
  if (distinct) {
    ExprPtr differ = boolean_call("IS NOT TRUE", {equal}, false);
    if (!a_null || !b_null) return run(differ, mode);
    ExprPtr one = boolean_call("OR", {is_not_null(a), is_not_null(b)}, false);
    return boolean_call("AND", {one, differ}, false);
  }
  ExprPtr same = boolean_call("IS TRUE", {equal}, false);
  if (!a_null || !b_null) return run(same, mode);
  ExprPtr both =
      boolean_call("AND", {boolean_call("IS NULL", {a}, false), boolean_call("IS NULL", {b}, false)}, false);
  return boolean_call("OR", {both, mode == Mode::kFilter ? equal : same}, mode == Mode::kFilter);
}

bool is_number(const Expr& expr, int64_t n) {
  if (expr.kind != ExprKind::kLiteral || expr.literal.is_null()) return false;
  if (expr.type.is_integer()) return expr.literal.integer() == n;
  return expr.type.is(TypeRoot::kDecimal) && expr.literal.decimal().scale == 0 &&
         expr.literal.decimal().unscaled == n;
}

ExprPtr simplify_arithmetic(const ExprPtr& expr) {
  std::string_view op = expr->function->name;
  if (op == "unary +") return expr->operands[0];
  if (op == "unary -") return is_call(*expr->operands[0], "unary -") ? expr->operands[0]->operands[0] : expr;
  if (expr->operands.size() != 2) return expr;
  int64_t neutral = op == "+" || op == "-" ? 0 : op == "*" || op == "/" ? 1 : -1;
  if (neutral < 0) return expr;
  const ExprPtr &a = expr->operands[0], &b = expr->operands[1];
  if (is_number(*b, neutral) && a->type.equals(expr->type, true)) return a;
  if ((op == "+" || op == "*") && is_number(*a, neutral) && b->type.equals(expr->type, true)) return b;
  return expr;
}

ExprPtr simplify_cast(const ExprPtr& expr) {
  const ExprPtr& operand = expr->operands[0];
  if (operand->type.equals(expr->type.with_nullable(operand->type.nullable())) &&
      operand->type.time_attribute() == TimeAttribute::kNone &&
      expr->type.time_attribute() == TimeAttribute::kNone)
    return operand;
  if (!is_call(*operand, "CAST")) return expr;
  // A widening cast and the way back.
  const ExprPtr& inner = operand->operands[0];
  bool widens =
      inner->type.is_integer() && operand->type.is_integer() && operand->type.root() >= inner->type.root();
  if (widens && inner->type.equals(expr->type, true)) return inner;
  const bool widens_on = widens && expr->type.is_integer() && expr->type.root() >= operand->type.root();
  return widens_on ? with_operands(*expr, {inner}) : expr;
}

ExprPtr simplify_coalesce(const ExprPtr& expr) {
  for (size_t i = 0; i + 1 < expr->operands.size(); ++i) {
    if (expr->operands[i]->type.nullable()) continue;
    if (i == 0) return expr->operands[0];
    return with_operands(
        *expr, ExprList(expr->operands.begin(), expr->operands.begin() + static_cast<std::ptrdiff_t>(i) + 1));
  }
  return expr;
}

bool is_constant(const Expr& expr) {
  if (expr.kind == ExprKind::kLiteral) return !is_sarg(expr);
  if (expr.kind != ExprKind::kCall || !expr.function->deterministic()) return false;
  return std::all_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return is_constant(*operand); });
}

// Whether the session's time zone may have a say in the value.
bool needs_zone(const Expr& expr) {
  if (expr.kind == ExprKind::kCall && is_call(expr, "TO_TIMESTAMP_LTZ")) return false;
  if (expr.type.is(TypeRoot::kTimestampLtz) || is_call(expr, "FROM_UNIXTIME")) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return needs_zone(*operand); });
}

// A FLOAT keeps seven digits as a literal (MathContext.DECIMAL32).
ExprPtr computed_literal(double value, const LogicalType& type, Span span) {
  if (type.is(TypeRoot::kFloat) && std::isfinite(value)) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6e", value);
    value = static_cast<float>(std::strtod(text, nullptr));
  }
  auto out = std::make_shared<Expr>(*literal(Value::floating(value), type, span));
  out->index = kComputedForm;
  return out;
}

// The value of a constant call as a literal; the call itself if it cannot be computed (the job then fails at
// run time).
ExprPtr fold(const ExprPtr& expr) {
  const LogicalType& type = expr->type;
  if (type.is_nested() || type.is(TypeRoot::kVariant) || type.is(TypeRoot::kSymbol) || needs_zone(*expr))
    return expr;
  // JSON inside JSON must stay a call: as a literal it would be quoted.
  if (is_call(*expr, "JSON_OBJECT") || is_call(*expr, "JSON_ARRAY") || is_call(*expr, "JSON")) return expr;
  if (is_call(*expr, "IF") || is_call(*expr, "COALESCE") || is_call(*expr, "IFNULL")) return expr;
  try {
    EvalContext context;
    Value value = compile(expr)->eval(*make_row({}), context);
    // A cast to what is never NULL stays when its value does not fit.
    if (value.is_null()) return type.nullable() ? null_literal(type) : expr;
    if (!type.is_approximate()) return literal(std::move(value), type, expr->span);
    // Literals are BigDecimals: they know no infinity and no negative zero.
    if (!std::isfinite(value.floating())) return expr;
    return computed_literal(value.floating() == 0 ? 0 : value.floating(), type, expr->span);
  } catch (const Failure&) {
    return expr;
  }
}

ExprPtr simplify_like(const ExprPtr& expr, Mode mode) {
  const Expr& pattern = *expr->operands[1];
  if (expr->operands.size() != 2 || pattern.kind != ExprKind::kLiteral || pattern.literal.is_null() ||
      pattern.literal.string() != "%") {
    return expr;
  }
  Sarg all;
  all.ranges = all_values();
  return sarg_condition(expr->operands[0], all, {pattern.type}, mode == Mode::kFilter);
}

ExprPtr run(const ExprPtr& expr, Mode mode) {
  if (expr->kind == ExprKind::kLiteral && expr->literal.is_null() && mode == Mode::kFilter &&
      expr->type.is(TypeRoot::kBoolean)) {
    return bool_literal(false);
  }
  if (expr->operands.empty()) return expr->kind == ExprKind::kCall && is_constant(*expr) ? fold(expr) : expr;
  // TYPEOF tells the type before any simplification.
  if (expr->kind == ExprKind::kSubquery || expr->kind == ExprKind::kOver) return expr;
  if (is_call(*expr, "TYPEOF")) return is_constant(*expr) ? fold(expr) : expr;
  if (is_call(*expr, "AND") || is_call(*expr, "OR")) return simplify_junction(*expr, mode);
  ExprList operands;
  bool changed = false;
  for (const ExprPtr& operand : expr->operands) {
    operands.push_back(run(operand, Mode::kValue));
    changed |= operands.back() != operand;
  }
  ExprPtr e = changed ? with_operands(*expr, std::move(operands)) : expr;
  if (e->kind != ExprKind::kCall) return e;
  if (is_constant(*e)) {
    ExprPtr folded = fold(e);
    if (folded != e) return folded;
  }
  std::string_view name = e->function->name;
  if (name == "NOT") return negate(e->operands[0], mode);
  if (name == "CASE") return simplify_case(e, mode);
  if (name == "IS NULL" || name == "IS NOT NULL") return simplify_null_test(e);
  if (name.substr(0, 3) == "IS ") {
    if (name == "IS DISTINCT FROM" || name == "IS NOT DISTINCT FROM") return expand_distinct(*e, mode);
    return name.find("JSON") == std::string_view::npos ? simplify_truth_test(e, mode) : e;
  }
  if (e->operands.size() == 2 && !negated_comparison(name).empty()) return simplify_comparison(e, mode);
  if (name == "CAST" || name == "TRY_CAST") return name == "CAST" ? simplify_cast(e) : e;
  if (name == "COALESCE") return simplify_coalesce(e);
  if (name == "LIKE") return simplify_like(e, mode);
  return simplify_arithmetic(e);
}

}  // namespace

ExprPtr simplify(const ExprPtr& expr) {
  ExprPtr result = run(expr, Mode::kValue);
  if (result == expr || !expr->type.nullable() || result->type.nullable() || expr->type.is(TypeRoot::kNull))
    return result;
  return raw_call("CAST", {result}, expr->type, expr->span);
}

ExprPtr simplify_condition(const ExprPtr& condition) {
  return run(condition, Mode::kFilter);
}

std::map<int32_t, ExprPtr> constants_of(const ExprPtr& condition) {
  std::map<int32_t, ExprPtr> known;
  std::vector<int32_t> excluded;
  for (const ExprPtr& term : conjuncts(condition)) {
    bool is_null = is_call(*term, "IS NULL");
    if (!is_null && !is_call(*term, "=")) {
      for (int32_t ref : input_refs(*term)) excluded.push_back(ref);
      continue;
    }
    for (size_t side = 0; side < term->operands.size(); ++side) {
      ExprPtr ref = term->operands[side];
      if (is_call(*ref, "CAST") && ref->operands[0]->type.is_integer() && ref->type.is_integer())
        ref = ref->operands[0];
      if (ref->kind != ExprKind::kInputRef) continue;
      ExprPtr constant = is_null ? null_literal(ref->type) : term->operands[1 - side];
      if (constant->kind != ExprKind::kLiteral || constant->literal.is_null() != is_null) continue;
      Result<ExprPtr> value = make_cast(constant, ref->type);
      if (!value.ok()) continue;
      ExprPtr literal = simplify(*value);
      if (literal->kind == ExprKind::kLiteral) known.emplace(ref->index, literal);
    }
  }
  for (int32_t ref : excluded) known.erase(ref);
  return known;
}

}  // namespace rowkind
