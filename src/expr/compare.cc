#include "expr/compare.h"

#include <algorithm>

#include "types/decimal.h"
#include "types/row.h"

namespace rowkind {

namespace {

int sign(bool less, bool greater) {
  return less ? -1 : greater ? 1 : 0;
}

Decimal as_decimal_value(const Value& v) {
  return v.kind() == ValueKind::kDecimal ? v.decimal() : Decimal{v.integer(), 0};
}

int compare_doubles(double a, double b) {
  if (a != a || b != b) return sign(a == a, b == b);
  return sign(a<b, a> b);
}

int compare_nullable(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return sign(a.is_null() && !b.is_null(), !a.is_null() && b.is_null());
  return compare_values(a, b);
}

template <typename A, typename B>
int compare_sequences(int32_t size_a, int32_t size_b, const A& a, const B& b) {
  for (int32_t i = 0; i < std::min(size_a, size_b); ++i) {
    if (int c = compare_nullable(a(i), b(i))) return c;
  }
  return sign(size_a<size_b, size_a> size_b);
}

}  // namespace

double to_double(const Value& number) {
  if (number.kind() == ValueKind::kDouble) return number.floating();
  if (number.kind() != ValueKind::kDecimal) return static_cast<double>(number.integer());
  Decimal d = number.decimal();
  return decimal_to_double(d, decimal_digits(d.unscaled));
}

int compare_values(const Value& a, const Value& b) {
  ValueKind ka = a.kind(), kb = b.kind();
  if (ka == ValueKind::kDouble || kb == ValueKind::kDouble)
    return compare_doubles(to_double(a), to_double(b));
  if (ka == ValueKind::kDecimal || kb == ValueKind::kDecimal) {
    return decimal_compare(as_decimal_value(a), as_decimal_value(b));
  }
  switch (ka) {
    case ValueKind::kTimestamp: {
      Timestamp x = a.timestamp(), y = b.timestamp();
      if (x.millis != y.millis) return x.millis < y.millis ? -1 : 1;
      return sign(x.nanos_of_millis<y.nanos_of_millis, x.nanos_of_millis> y.nanos_of_millis);
    }
    case ValueKind::kString:
    case ValueKind::kBytes: {
      int c = a.string().compare(b.string());
      return sign(c<0, c> 0);
    }
    case ValueKind::kArray: {
      const auto &x = a.array(), &y = b.array();
      return compare_sequences(
          static_cast<int32_t>(x.size()), static_cast<int32_t>(y.size()),
          [&](int32_t i) -> const Value& { return x[static_cast<size_t>(i)]; },
          [&](int32_t i) -> const Value& { return y[static_cast<size_t>(i)]; });
    }
    case ValueKind::kRow: {
      const Row &x = a.row(), &y = b.row();
      return compare_sequences(
          x.arity(), y.arity(), [&](int32_t i) -> const Value& { return x[i]; },
          [&](int32_t i) -> const Value& { return y[i]; });
    }
    case ValueKind::kMap:
      return a.equals(b) ? 0 : sign(a.hash() < b.hash(), a.hash() >= b.hash());
    default:
      return sign(a.integer() < b.integer(), a.integer() > b.integer());
  }
}

bool equal_values(const Value& a, const Value& b) {
  const auto both = [](const Value& x, const Value& y) {
    return !x.is_null() && !y.is_null() && equal_values(x, y);
  };
  switch (a.kind()) {
    case ValueKind::kArray: {
      const auto &x = a.array(), &y = b.array();
      return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), both);
    }
    case ValueKind::kMap: {
      const auto &x = a.map(), &y = b.map();
      if (x.size() != y.size()) return false;
      return std::all_of(x.begin(), x.end(), [&](const auto& entry) {
        return std::any_of(y.begin(), y.end(), [&](const auto& other) {
          return entry.first.equals(other.first) && both(entry.second, other.second);
        });
      });
    }
    case ValueKind::kRow: {
      const Row &x = a.row(), &y = b.row();
      for (int32_t i = 0; i < x.arity(); ++i) {
        if (x[i].is_null() != y[i].is_null() || (!x[i].is_null() && !equal_values(x[i], y[i]))) return false;
      }
      return true;
    }
    default:
      return compare_with(CompareOp::kEq, a, b);
  }
}

bool compare_with(CompareOp op, const Value& a, const Value& b) {
  if (a.kind() == ValueKind::kDouble || b.kind() == ValueKind::kDouble) {
    double x = to_double(a), y = to_double(b);
    if (x != x || y != y) return op == CompareOp::kNe;
  }
  const bool nested =
      a.kind() == ValueKind::kArray || a.kind() == ValueKind::kMap || a.kind() == ValueKind::kRow;
  if (nested) return equal_values(a, b) == (op == CompareOp::kEq);
  int c = compare_values(a, b);
  switch (op) {
    case CompareOp::kEq:
      return c == 0;
    case CompareOp::kNe:
      return c != 0;
    case CompareOp::kLt:
      return c < 0;
    case CompareOp::kLe:
      return c <= 0;
    case CompareOp::kGt:
      return c > 0;
    case CompareOp::kGe:
      return c >= 0;
  }
  return false;
}

}  // namespace rowkind
