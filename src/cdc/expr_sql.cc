// Predicates under `transform.expression.semantics: FLINK_SQL` (3.7): NULL makes them UNKNOWN, numbers compare
// whatever their types, LIKE has the wildcards of SQL.
#include <algorithm>

#include "cdc/java_text.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

bool is_int(const Value& value) {
  return value.kind() == ValueKind::kInt;
}

int32_t compare_numbers(const Value& a, const Value& b) {
  if (is_int(a) && is_int(b)) return a.integer() < b.integer() ? -1 : a.integer() > b.integer() ? 1 : 0;
  if (a.kind() != ValueKind::kDouble && b.kind() != ValueKind::kDouble) {
    Decimal x = is_int(a) ? Decimal{a.integer(), 0} : a.decimal();
    Decimal y = is_int(b) ? Decimal{b.integer(), 0} : b.decimal();
    return decimal_compare(x, y);
  }
  double x = as_double(a), y = as_double(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

bool has_order(const Value& value) {
  return value.kind() != ValueKind::kArray && value.kind() != ValueKind::kMap &&
         value.kind() != ValueKind::kBytes;
}

int32_t order_of(const Args& args, const Value& a, const Value& b, size_t left, size_t right) {
  if (is_number(a) && is_number(b)) return compare_numbers(a, b);
  if (a.kind() == b.kind() && has_order(a)) return compare_same(a, b);
  if (a.equals(b)) return 0;
  fail_run("Comparison of unsupported data types: " +
               class_name(boxed(args.node.args[left]->java), args.node.version) + " and " +
               class_name(boxed(args.node.args[right]->java), args.node.version),
           "CAST one side to the other's type");
}

// option: the place of the operator behind `=`
Value compare_sql(const Args& a) {
  int32_t order = order_of(a, a[0], a[1], 0, 1);
  switch (static_cast<sql::Op>(a.node.option)) {
    case sql::Op::kEquals:
      return Value::boolean(order == 0);
    case sql::Op::kNotEquals:
      return Value::boolean(order != 0);
    case sql::Op::kLess:
      return Value::boolean(order < 0);
    case sql::Op::kLessEqual:
      return Value::boolean(order <= 0);
    case sql::Op::kGreater:
      return Value::boolean(order > 0);
    default:
      return Value::boolean(order >= 0);
  }
}

// option 1: NOT IN
Value find_sql(const Args& a) {
  if (a[0].is_null()) return Value::null();
  bool unknown = false;
  for (size_t i = 1; i < a.node.args.size(); ++i) {
    if (a[i].is_null()) {
      unknown = true;
    } else if (order_of(a, a[0], a[i], 0, i) == 0) {
      return Value::boolean(a.node.option == 0);
    }
  }
  return unknown ? Value::null() : Value::boolean(a.node.option != 0);
}

}  // namespace

NodePtr ExprCompiler::sql_comparison(const NodePtr& a, const NodePtr& b, sql::Op op) const {
  return function(compare_sql, OnNull::kNull, JavaType::kBoolean, LogicalType::boolean(), {a, b},
                  static_cast<int32_t>(op));
}

NodePtr ExprCompiler::sql_between(const NodePtr& value, const NodePtr& low, const NodePtr& high,
                                  bool negated) const {
  std::vector<NodePtr> bounds = {
      sql_comparison(value, low, negated ? sql::Op::kLess : sql::Op::kGreaterEqual),
      sql_comparison(value, high, negated ? sql::Op::kGreater : sql::Op::kLessEqual)};
  return logic_node(std::move(bounds), negated, true);
}

NodePtr ExprCompiler::sql_in(std::vector<NodePtr> args, bool negated) const {
  return function(find_sql, OnNull::kSee, JavaType::kBoolean, LogicalType::boolean(), std::move(args),
                  negated ? 1 : 0);
}

}  // namespace rowkind::cdc
