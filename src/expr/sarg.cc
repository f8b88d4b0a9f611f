#include "expr/sarg.h"

#include <algorithm>

#include "expr/compare.h"
#include "expr/infer.h"
#include "expr/simplify.h"
#include "types/decimal.h"

namespace rowkind {

namespace {

// Order of lower bounds: no bound first, then the value, a closed bound before an open one.
int compare_lower(const SargRange& a, const SargRange& b) {
  if (a.lower.is_null() || b.lower.is_null())
    return (b.lower.is_null() ? 1 : 0) - (a.lower.is_null() ? 1 : 0);
  if (int c = compare_values(a.lower, b.lower)) return c;
  return (b.lower_closed ? 1 : 0) - (a.lower_closed ? 1 : 0);
}

int compare_upper(const SargRange& a, const SargRange& b) {
  if (a.upper.is_null() || b.upper.is_null())
    return (a.upper.is_null() ? 1 : 0) - (b.upper.is_null() ? 1 : 0);
  if (int c = compare_values(a.upper, b.upper)) return c;
  return (a.upper_closed ? 1 : 0) - (b.upper_closed ? 1 : 0);
}

bool empty(const SargRange& r) {
  if (r.lower.is_null() || r.upper.is_null()) return false;
  int c = compare_values(r.lower, r.upper);
  return c > 0 || (c == 0 && !(r.lower_closed && r.upper_closed));
}

// Whether b (which does not start before a) continues a without a gap.
bool touches(const SargRange& a, const SargRange& b) {
  if (a.upper.is_null() || b.lower.is_null()) return true;
  int c = compare_values(b.lower, a.upper);
  return c < 0 || (c == 0 && (a.upper_closed || b.lower_closed));
}

Ranges compare_ranges(std::string_view op, const Value& v) {
  SargRange below, above;
  below.upper = v;
  above.lower = v;
  if (op == "=") return {SargRange{v, v, true, true}};
  if (op == "<") return {below};
  if (op == ">") return {above};
  below.upper_closed = true;
  above.lower_closed = true;
  if (op == "<=") return {below};
  if (op == ">=") return {above};
  below.upper_closed = above.lower_closed = false;
  return {below, above};  // <>
}

bool is_ref(const Expr& expr) {
  return expr.kind == ExprKind::kInputRef || expr.kind == ExprKind::kFieldAccess || is_call(expr, "CAST");
}

bool is_value(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && !expr.literal.is_null() && !is_sarg(expr) &&
         !expr.type.is(TypeRoot::kBoolean);
}

// A DECIMAL as it was written: 2, not 2.00.
Value written_value(const Expr& literal) {
  if (!literal.type.is(TypeRoot::kDecimal) || literal.index <= 0) return literal.literal;
  Decimal v = literal.literal.decimal();
  return Value::decimal(
      Decimal{v.unscaled / static_cast<Int128>(power_of_ten(literal.index)), v.scale - literal.index});
}

}  // namespace

bool is_point(const SargRange& r) {
  return !r.lower.is_null() && !r.upper.is_null() && r.lower_closed && r.upper_closed &&
         compare_values(r.lower, r.upper) == 0;
}

ExprPtr range_literal(const Value& value, const LogicalType& type) {
  if (value.kind() != ValueKind::kDecimal || value.decimal().scale >= type.scale())
    return literal(value, type);
  Decimal v = value.decimal();
  int32_t hidden = type.scale() - v.scale;
  Value full = Value::decimal(Decimal{v.unscaled * static_cast<Int128>(power_of_ten(hidden)), type.scale()});
  auto out = std::make_shared<Expr>(*literal(full, type));
  out->index = hidden;
  return out;
}

Ranges ranges_of(std::string_view op, const Expr& literal) {
  return compare_ranges(op, written_value(literal));
}

Ranges all_values() {
  return {SargRange{}};
}

Ranges unite(Ranges a, const Ranges& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::stable_sort(a.begin(), a.end(),
                   [](const SargRange& x, const SargRange& y) { return compare_lower(x, y) < 0; });
  Ranges out;
  for (SargRange& range : a) {
    if (!out.empty() && touches(out.back(), range)) {
      if (compare_upper(out.back(), range) < 0) {
        out.back().upper = range.upper;
        out.back().upper_closed = range.upper_closed;
      }
    } else {
      out.push_back(std::move(range));
    }
  }
  return out;
}

Ranges intersect(const Ranges& a, const Ranges& b) {
  Ranges out;
  for (const SargRange& x : a) {
    for (const SargRange& y : b) {
      const SargRange& low = compare_lower(x, y) >= 0 ? x : y;
      const SargRange& high = compare_upper(x, y) <= 0 ? x : y;
      SargRange both{low.lower, high.upper, low.lower_closed, high.upper_closed};
      if (!empty(both)) out.push_back(both);
    }
  }
  return out;
}

Ranges complement(const Ranges& ranges) {
  Ranges out;
  SargRange gap;
  for (const SargRange& range : ranges) {
    if (!range.lower.is_null()) {
      gap.upper = range.lower;
      gap.upper_closed = !range.lower_closed;
      if (!empty(gap)) out.push_back(gap);
    }
    if (range.upper.is_null()) return out;
    gap = SargRange{};
    gap.lower = range.upper;
    gap.lower_closed = !range.upper_closed;
  }
  out.push_back(gap);
  return out;
}

std::optional<SargTerm> sarg_term(const ExprPtr& condition) {
  SargTerm term;
  if (is_call(*condition, "IS NULL") || is_call(*condition, "IS NOT NULL")) {
    term.ref = condition->operands[0];
    bool is_null = condition->function->name == "IS NULL";
    term.sarg.null_as = is_null ? NullAs::kTrue : NullAs::kFalse;
    if (!is_null) term.sarg.ranges = all_values();
    return term;
  }
  if (is_call(*condition, "SEARCH")) {
    term.ref = condition->operands[0];
    term.sarg = sarg_of(*condition->operands[1]);
    term.types = {condition->operands[1]->type};
    return term;
  }
  if (!is_comparison(*condition)) return std::nullopt;
  ExprPtr left = condition->operands[0], right = condition->operands[1];
  std::string_view op = condition->function->name;
  if (is_value(*left) && is_ref(*right)) {
    std::swap(left, right);
    op = mirrored_comparison(op);
  }
  if (!is_ref(*left) || !is_value(*right)) return std::nullopt;
  // A text beside a date is compared after a cast at run time.
  if (left->type.is_character() != right->type.is_character()) return std::nullopt;
  term.ref = left;
  term.sarg.ranges = compare_ranges(op, written_value(*right));
  term.types = {right->type};
  return term;
}

int32_t complexity(const Sarg& sarg) {
  if (sarg.ranges.empty()) return sarg.null_as == NullAs::kFalse ? 0 : 1;
  const Ranges gaps = complement(sarg.ranges);
  const bool all_but_one = sarg.ranges.size() == 2 && gaps.size() == 1 && is_point(gaps[0]);
  const int32_t count = all_but_one ? 1 : static_cast<int32_t>(sarg.ranges.size());
  return count + (sarg.null_as == NullAs::kTrue ? 1 : 0);
}

bool is_all(const Sarg& sarg) {
  return sarg.ranges.size() == 1 && sarg.ranges[0].lower.is_null() && sarg.ranges[0].upper.is_null();
}

namespace {

bool all_points(const Ranges& ranges) {
  return std::all_of(ranges.begin(), ranges.end(), is_point);
}

bool all_but_points(const Sarg& sarg) {
  if (sarg.ranges.empty() || is_all(sarg)) return false;
  const bool spans = sarg.ranges.front().lower.is_null() && sarg.ranges.back().upper.is_null();
  return spans && all_points(complement(sarg.ranges));
}

ExprPtr range_condition(const ExprPtr& ref, const SargRange& range, const LogicalType& type) {
  const auto compare = [&](std::string_view op, const Value& value) {
    return boolean_call(op, {ref, range_literal(value, type)});
  };
  if (is_point(range)) return compare("=", range.lower);
  ExprList bounds;
  if (!range.lower.is_null()) bounds.push_back(compare(range.lower_closed ? ">=" : ">", range.lower));
  if (!range.upper.is_null()) bounds.push_back(compare(range.upper_closed ? "<=" : "<", range.upper));
  return bounds.size() == 1 ? bounds[0] : boolean_call("AND", std::move(bounds));
}

}  // namespace

bool is_simple(const Sarg& sarg) {
  const bool open =
      sarg.ranges.size() == 1 && (sarg.ranges[0].lower.is_null() || sarg.ranges[0].upper.is_null());
  return all_points(sarg.ranges) || open || all_but_points(sarg);
}

ExprPtr special_sarg(const ExprPtr& ref, const Sarg& sarg, UnknownAs unknown) {
  NullAs null_as = sarg.null_as;
  if (null_as == NullAs::kUnknown && unknown != UnknownAs::kUnknown)
    null_as = unknown == UnknownAs::kTrue ? NullAs::kTrue : NullAs::kFalse;
  if (is_all(sarg)) {
    if (null_as == NullAs::kTrue) return bool_literal(true);
    const ExprPtr not_null = boolean_call("IS NOT NULL", {ref});
    if (null_as == NullAs::kFalse) return not_null;
    return boolean_call("OR", {not_null, null_literal(LogicalType::boolean())});
  }
  if (null_as == NullAs::kTrue) return boolean_call("IS NULL", {ref});
  return null_as == NullAs::kFalse ? bool_literal(false) : boolean_call("<>", {ref, ref});
}

ExprPtr sarg_comparisons(const ExprPtr& ref, const Sarg& sarg, const LogicalType& type, UnknownAs unknown) {
  if (is_all(sarg) || sarg.ranges.empty()) return special_sarg(ref, sarg, unknown);
  ExprList any;
  if (sarg.null_as == NullAs::kTrue && unknown == UnknownAs::kUnknown)
    any.push_back(boolean_call("IS NULL", {ref}));
  if (!all_points(sarg.ranges) && all_but_points(sarg)) {
    ExprList others;
    for (const SargRange& gap : complement(sarg.ranges))
      others.push_back(boolean_call("<>", {ref, range_literal(gap.lower, type)}));
    any.push_back(compose_and(others));
  } else {
    for (const SargRange& range : sarg.ranges) any.push_back(range_condition(ref, range, type));
  }
  const ExprPtr out = compose_or(any);
  if (sarg.null_as != NullAs::kFalse || unknown != UnknownAs::kUnknown) return out;
  return boolean_call("AND", {boolean_call("IS NOT NULL", {ref}), out});
}

ExprPtr sarg_search(const ExprPtr& ref, const Sarg& sarg, const LogicalType& type) {
  const bool maybe_null = ref->type.nullable() && sarg.null_as == NullAs::kUnknown;
  return raw_call("SEARCH", {ref, sarg_literal(sarg, type)},
                  LogicalType::boolean().with_nullable(maybe_null));
}

}  // namespace rowkind
