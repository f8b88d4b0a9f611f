#include "expr/sarg.h"

#include <algorithm>

#include "expr/compare.h"
#include "expr/infer.h"
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

bool is_point(const SargRange& r) {
  return !r.lower.is_null() && !r.upper.is_null() && r.lower_closed && r.upper_closed &&
         compare_values(r.lower, r.upper) == 0;
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

std::string_view mirrored(std::string_view op) {
  if (op == "<") return ">";
  if (op == "<=") return ">=";
  if (op == ">") return "<";
  return op == ">=" ? "<=" : op;
}

bool is_comparison(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return false;
  std::string_view name = expr.function->name;
  return name == "=" || name == "<>" || name == "<" || name == "<=" || name == ">" || name == ">=";
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

// The literal of this type for such a value.
ExprPtr literal_of(const Value& value, const LogicalType& type) {
  if (value.kind() != ValueKind::kDecimal || value.decimal().scale >= type.scale())
    return literal(value, type);
  Decimal v = value.decimal();
  int32_t hidden = type.scale() - v.scale;
  Value full = Value::decimal(Decimal{v.unscaled * static_cast<Int128>(power_of_ten(hidden)), type.scale()});
  auto out = std::make_shared<Expr>(*literal(full, type));
  out->index = hidden;
  return out;
}

ExprPtr boolean_call(std::string_view name, ExprList operands, bool nullable) {
  return raw_call(name, std::move(operands), LogicalType::boolean().with_nullable(nullable));
}

}  // namespace

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
    op = mirrored(op);
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
  Ranges gaps = complement(sarg.ranges);
  bool all_but_one = sarg.ranges.size() == 2 && gaps.size() == 1 && is_point(gaps[0]);
  int32_t count = all_but_one ? 1 : static_cast<int32_t>(sarg.ranges.size());
  return count + (sarg.null_as == NullAs::kTrue ? 1 : 0);
}

ExprPtr sarg_condition(const ExprPtr& ref, Sarg sarg, const std::vector<LogicalType>& types, bool as_filter) {
  bool nullable = ref->type.nullable();
  bool all = sarg.ranges.size() == 1 && sarg.ranges[0].lower.is_null() && sarg.ranges[0].upper.is_null();
  if (as_filter && sarg.null_as == NullAs::kFalse && !all) sarg.null_as = NullAs::kUnknown;
  if (sarg.ranges.empty()) {
    if (!nullable || sarg.null_as == NullAs::kFalse) return bool_literal(false);
    ExprPtr is_null = boolean_call("IS NULL", {ref}, false);
    if (sarg.null_as == NullAs::kTrue) return is_null;
    return as_filter ? bool_literal(false)
                     : boolean_call("AND", {null_literal(LogicalType::boolean()), is_null}, true);
  }
  if (all) {
    if (!nullable || sarg.null_as == NullAs::kTrue) return bool_literal(true);
    ExprPtr not_null = boolean_call("IS NOT NULL", {ref}, false);
    if (as_filter || sarg.null_as == NullAs::kFalse) return not_null;
    return boolean_call("OR", {null_literal(LogicalType::boolean()), not_null}, true);
  }
  LogicalType type = least_restrictive(types).value_or(types[0]).with_nullable(false);
  bool maybe_null = nullable && sarg.null_as == NullAs::kUnknown;
  if (complexity(sarg) <= 1 && sarg.null_as == NullAs::kUnknown) {
    const SargRange& first = sarg.ranges[0];
    auto compare = [&](std::string_view op, const Value& v) {
      return boolean_call(op, {ref, literal_of(v, type)}, maybe_null);
    };
    if (sarg.ranges.size() == 2) return compare("<>", first.upper);
    if (is_point(first)) return compare("=", first.lower);
    if (first.lower.is_null()) return compare(first.upper_closed ? "<=" : "<", first.upper);
    if (first.upper.is_null()) return compare(first.lower_closed ? ">=" : ">", first.lower);
  }
  return boolean_call("SEARCH", {ref, sarg_literal(sarg, type)}, maybe_null);
}

}  // namespace rowkind
