// Comparison, logic, arithmetic, ||, subscripts, constructors.
#include <algorithm>
#include <cmath>

#include "cdc/expr_internal.h"
#include "cdc/value_text.h"
#include "changelog/notation.h"
#include "expr/functions/json_tree.h"
#include "types/datetime.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

Value equal_values(const Args& a) {
  const bool negated = (a.node.option & 1) != 0;
  if (a[0].is_null() || a[1].is_null()) return Value::boolean(negated);
  const Node& left = *a.node.args[0];
  const Node& right = *a.node.args[1];
  bool same_class = left.java == JavaType::kObject || right.java == JavaType::kObject ||
                    boxed(left.java) == boxed(right.java);
  bool same = same_class && a[0].equals(a[1]);
  // DecimalData up to 3.5 compares numbers, BigDecimal also their scales.
  if (same_class && level(a.node.version) < 36 && a[0].kind() == ValueKind::kDecimal)
    same = decimal_compare(a[0].decimal(), a[1].decimal()) == 0;
  return Value::boolean(same != negated);
}

Value distinct_values(const Args& a) {
  const bool negated = a.node.option != 0;
  bool same = a[0].is_null() || a[1].is_null()
                  ? a[0].is_null() == a[1].is_null()
                  : boxed(a.node.args[0]->java) == boxed(a.node.args[1]->java) && a[0].equals(a[1]);
  return Value::boolean(same == negated);
}

enum Order : int32_t { kLess, kLessEqual, kGreater, kGreaterEqual };

bool holds(int32_t order, bool less, bool equal, bool greater) {
  switch (order) {
    case kLess:
      return less;
    case kLessEqual:
      return less || equal;
    case kGreater:
      return greater;
    default:
      return greater || equal;
  }
}

Value compare_values(const Args& a) {
  if (a[0].is_null() || a[1].is_null()) return Value::boolean(false);
  const JavaType left = boxed(a.node.args[0]->java), right = boxed(a.node.args[1]->java);
  if (a[0].kind() == ValueKind::kInt && a[1].kind() == ValueKind::kInt && left == right) {
    int64_t x = a[0].integer(), y = a[1].integer();
    return Value::boolean(holds(a.node.option, x<y, x == y, x> y));
  }
  const bool decimal = a[0].kind() == ValueKind::kDecimal || a[1].kind() == ValueKind::kDecimal;
  const bool numbers = left >= JavaType::kByte && left <= JavaType::kDecimal && right >= JavaType::kByte &&
                       right <= JavaType::kDecimal;
  const bool objects = left == JavaType::kObject || right == JavaType::kObject;
  if ((numbers || (objects && is_number(a[0]) && is_number(a[1]))) && left != right &&
      !(decimal && level(a.node.version) < 36)) {
    double x = as_double(a[0]), y = as_double(a[1]);
    return Value::boolean(holds(a.node.option, x<y, x == y, x> y));
  }
  bool comparable = left == right && left != JavaType::kBytes && left != JavaType::kList &&
                    left != JavaType::kMap && left != JavaType::kRow && left != JavaType::kVariant;
  if (!comparable && !(objects && a[0].kind() == a[1].kind()))
    fail_run("Comparison of unsupported data types: " + class_name(left, a.node.version) + " and " +
                 class_name(right, a.node.version),
             "CAST one side to the other's type");
  int32_t order = compare_same(a[0], a[1]);
  return Value::boolean(holds(a.node.option, order<0, order == 0, order> 0));
}

// AND, OR: three-valued since 3.7, Java's && and || before.
class LogicNode final : public Node {
 public:
  std::vector<NodePtr> operands;
  bool is_or = false;
  bool three_valued = true;
  bool decided = false;  // by the second operand, a literal: Java's compiler then never unboxes the first
  Value eval(const EvalContext& context) const override {
    bool unknown = false;
    for (const NodePtr& operand : operands) {
      Value value = operand->eval(context);
      if (value.is_null()) {
        if (decided && operand == operands[0]) return Value::boolean(is_or);
        if (!three_valued) fail_null();
        unknown = true;
      } else if (value.as_bool() == is_or) {
        return Value::boolean(is_or);
      }
    }
    return unknown ? Value::null() : Value::boolean(!is_or);
  }
};

Value negate(const Args& a) {
  return Value::boolean(!a[0].as_bool());
}

enum Test : int32_t { kTrue, kNotTrue, kFalse, kNotFalse, kUnknown, kNotUnknown };

Value test_boolean(const Args& a) {
  if (a[0].is_null() && level(a.node.version) < 37) fail_null();
  bool is_true = a[0].is_true(), is_false = !a[0].is_null() && !a[0].as_bool();
  switch (a.node.option) {
    case kTrue:
      return Value::boolean(is_true);
    case kNotTrue:
      return Value::boolean(!is_true);
    case kFalse:
      return Value::boolean(is_false);
    case kNotFalse:
      return Value::boolean(!is_false);
    case kUnknown:
      return Value::boolean(a[0].is_null());
    default:
      return Value::boolean(!a[0].is_null());
  }
}

enum Arithmetic : int32_t { kPlus, kMinus, kTimes, kDivide, kModulo };

int64_t wrap_add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

template <bool kInt32>
Value compute_whole(const Args& a) {
  int64_t x = a[0].integer(), y = a[1].integer(), out = 0;
  switch (a.node.option) {
    case kPlus:
      out = wrap_add(x, y);
      break;
    case kMinus:
      out = static_cast<int64_t>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
      break;
    case kTimes:
      out = static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
      break;
    default:
      if (y == 0) fail_run("/ by zero", "guard it with CASE WHEN … = 0 THEN … ELSE … END");
      if (y == -1) {
        out = a.node.option == kDivide ? static_cast<int64_t>(0 - static_cast<uint64_t>(x)) : 0;
      } else {
        out = a.node.option == kDivide ? x / y : x % y;
      }
  }
  return Value::integer(kInt32 ? static_cast<int32_t>(out) : out);
}

double compute(int32_t op, double x, double y) {
  switch (op) {
    case kPlus:
      return x + y;
    case kMinus:
      return x - y;
    case kTimes:
      return x * y;
    case kDivide:
      return x / y;
    default:
      return std::fmod(x, y);
  }
}

Value compute_double(const Args& a) {
  return Value::floating(compute(a.node.option, as_double(a[0]), as_double(a[1])));
}

Value compute_float(const Args& a) {
  float x = static_cast<float>(as_double(a[0])), y = static_cast<float>(as_double(a[1]));
  return Value::floating(static_cast<float>(compute(a.node.option, x, y)));
}

// The quotient has the dividend's scale and is cut (BigDecimal.divide with RoundingMode.DOWN).
Value divide_decimals(Decimal a, Decimal b, const LogicalType& type, Version version) {
  if (b.unscaled == 0) fail_run(a.unscaled == 0 ? "Division undefined" : "/ by zero");
  // a / b at a's scale = a.unscaled * 10^b.scale / b.unscaled
  Int128 scaled = a.unscaled * static_cast<Int128>(power_of_ten(std::min(b.scale, 18)));
  Decimal quotient{scaled / b.unscaled, a.scale};
  if (level(version) < 37) return Value::decimal(Decimal{quotient.unscaled, type.scale()});
  std::optional<Decimal> out = decimal_rescale(quotient, type.precision(), type.scale());
  return out ? Value::decimal(*out) : Value::null();
}

Value compute_decimal(const Args& a) {
  const LogicalType& type = a.node.type;
  Decimal x = a[0].decimal(), y = a[1].decimal();
  std::optional<Decimal> out;
  switch (a.node.option) {
    case kPlus:
      out = decimal_add(x, y, type.precision(), type.scale());
      break;
    case kMinus:
      out = decimal_subtract(x, y, type.precision(), type.scale());
      break;
    case kTimes:
      out = decimal_multiply(x, y, type.precision(), type.scale());
      break;
    default:
      return divide_decimals(x, y, type, a.node.version);
  }
  return out ? Value::decimal(*out) : Value::null();
}

Value concat_texts(const Args& a) {
  std::string out;
  for (size_t i = 0; i < a.node.args.size(); ++i)
    out += to_java_string(a[i], a.node.args[i]->java, a.node.version);
  return Value::string(out);
}

Value shift_time(const Args& a) {
  int64_t amount = a.node.option < 0 ? -a[1].integer() : a[1].integer();
  bool months = a.node.args[1]->type.is(TypeRoot::kIntervalYearMonth);
  switch (a.node.args[0]->java) {
    case JavaType::kDate:
      return Value::integer(months ? add_months(a[0].integer(), amount)
                                   : a[0].integer() + amount / kMillisPerDay);
    case JavaType::kTime:
      return Value::integer(months ? a[0].integer() : floor_mod(a[0].integer() + amount, kMillisPerDay));
    default: {
      Timestamp t = a[0].timestamp();
      if (!months) return Value::timestamp(add_millis(t, amount));
      int64_t day = floor_div(t.millis, kMillisPerDay);
      t.millis += (add_months(day, amount) - day) * kMillisPerDay;
      return Value::timestamp(t);
    }
  }
}

Value array_item(const Args& a) {
  int64_t index = a[1].integer();
  const std::vector<Value>& items = a[0].array();
  if (index < 1 || index > static_cast<int64_t>(items.size())) return Value::null();
  return items[static_cast<size_t>(index - 1)];
}

Value map_item(const Args& a) {
  for (const auto& [key, value] : a[0].map())
    if (key.equals(a[1])) return value;
  return Value::null();
}

Value row_item(const Args& a) {
  return a[0].row()[a.node.option];
}

Value variant_item(const Args& a) {
  JsonNode node;
  if (!parse_json(a[0].string(), node)) return Value::null();
  const JsonNode* found = nullptr;
  if (a[1].kind() == ValueKind::kInt) {
    int64_t index = a[1].integer();
    if (node.kind == JsonNode::Kind::kArray && index >= 1 &&
        index <= static_cast<int64_t>(node.elements.size()))
      found = &node.elements[static_cast<size_t>(index - 1)];
  } else if (node.kind == JsonNode::Kind::kObject) {
    found = node.find(a[1].string());
  }
  return found ? Value::string(json_text(*found)) : Value::null();
}

Value make_array(const Args& a) {
  return Value::array(std::vector<Value>(a.values, a.values + a.node.args.size()));
}

Value make_map(const Args& a) {
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i + 1 < a.node.args.size(); i += 2) entries.emplace_back(a[i], a[i + 1]);
  return Value::map(std::move(entries));
}

Value make_struct(const Args& a) {
  return Value::row(make_row(std::vector<Value>(a.values, a.values + a.node.args.size())));
}

}  // namespace

NodePtr ExprCompiler::operation(const sql::Operator& op) {
  switch (op.op) {
    case sql::Op::kOr:
    case sql::Op::kAnd:
    case sql::Op::kNot:
      return logic(op);
    case sql::Op::kEquals:
    case sql::Op::kNotEquals:
    case sql::Op::kLess:
    case sql::Op::kLessEqual:
    case sql::Op::kGreater:
    case sql::Op::kGreaterEqual:
    case sql::Op::kIsDistinctFrom:
    case sql::Op::kIsNotDistinctFrom:
      return comparison(op);
    case sql::Op::kPlus:
    case sql::Op::kMinus:
    case sql::Op::kMultiply:
    case sql::Op::kDivide:
    case sql::Op::kModulo:
      return arithmetic(op);
    case sql::Op::kConcat:
      return concat(op);
    case sql::Op::kItem:
      if (since(36)) return item(op);
      break;
    case sql::Op::kNegate: {
      // Negative literals are literals; on anything else there is no minus.
      NodePtr operand = compile(op.operands[0]);
      if (const Value* value = operand->literal(); value && is_number(*value)) {
        Value negative = value->kind() == ValueKind::kInt ? Value::integer(-value->integer())
                                                          : Value::floating(-value->floating());
        return constant(negative, operand->java, operand->type);
      }
      refuse("No match found for function signature -(<NUMERIC>)", op, "write 0 - x");
    }
    case sql::Op::kPositive:
      refuse("No match found for function signature +(<NUMERIC>)", op);
    case sql::Op::kIsNull:
    case sql::Op::kIsNotNull:
    case sql::Op::kIsTrue:
    case sql::Op::kIsNotTrue:
    case sql::Op::kIsFalse:
    case sql::Op::kIsNotFalse:
    case sql::Op::kIsUnknown:
    case sql::Op::kIsNotUnknown:
      return is_test(op);
    case sql::Op::kRow:
    case sql::Op::kArray:
    case sql::Op::kMap:
      if (since(37)) return constructor(op);
      break;
    default:
      break;
  }
  refuse("Unrecognized expression: " + calcite_text(op, text_), op);
}

NodePtr ExprCompiler::logic(const sql::Operator& op) {
  std::vector<NodePtr> operands;
  for (const sql::ExprPtr& operand : op.operands) {
    operands.push_back(compile(operand));
    JavaType java = operands.back()->java;
    if (!is_boolean(java) && !(java == JavaType::kNull && since(37)))
      not_java(std::string(sql::op_name(op.op)) + " takes BOOLEANs, this is a " +
               class_name(java, version()));
  }
  JavaType java = since(37) ? JavaType::kBoolean : JavaType::kBool;
  if (op.op == sql::Op::kNot)
    return function(negate, since(37) ? OnNull::kNull : OnNull::kFail, java, LogicalType::boolean(),
                    std::move(operands));
  auto node = std::make_shared<LogicNode>();
  node->operands = std::move(operands);
  node->is_or = op.op == sql::Op::kOr;
  node->three_valued = since(37);
  const Value* second = node->operands[1]->literal();
  node->decided = second && second->kind() == ValueKind::kBool && second->as_bool() == node->is_or;
  node->java = java;
  node->type = LogicalType::boolean();
  return node;
}

NodePtr ExprCompiler::is_test(const sql::Operator& op) {
  NodePtr operand = compile(op.operands[0]);
  if (op.op == sql::Op::kIsNull || op.op == sql::Op::kIsNotNull) {
    if (is_primitive(operand->java)) not_java("a Java primitive is never compared with null");
    Evaluate evaluate = op.op == sql::Op::kIsNull
                            ? Evaluate([](const Args& a) { return Value::boolean(a[0].is_null()); })
                            : Evaluate([](const Args& a) { return Value::boolean(!a[0].is_null()); });
    return function(evaluate, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {operand});
  }
  int32_t test = static_cast<int32_t>(op.op) - static_cast<int32_t>(sql::Op::kIsTrue);
  if (test >= kUnknown && !since(37)) refuse("Unrecognized expression: " + calcite_text(op, text_), op);
  if (!is_boolean(operand->java) && !(operand->java == JavaType::kNull && since(37)))
    not_java("IS TRUE takes a BOOLEAN");
  return function(test_boolean, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {operand}, test);
}

// Calcite's implicit casts for comparisons: text becomes the other side's type, DATE becomes TIMESTAMP.
void ExprCompiler::coerce_pair(NodePtr& a, NodePtr& b, const sql::Expr& at) {
  auto coerce = [&](NodePtr& text, const NodePtr& other) {
    if (!text->type.is_character() || other->type.is_character() || other->type.is(TypeRoot::kNull)) return;
    if (other->type.is_numeric() || other->type.is_datetime() || other->type.is(TypeRoot::kBoolean))
      text = cast(text, other->type, false, at);
  };
  coerce(a, b);
  coerce(b, a);
  if (a->type.is(TypeRoot::kDate) && b->type.is_timestamp()) a = cast(a, b->type, false, at);
  if (b->type.is(TypeRoot::kDate) && a->type.is_timestamp()) b = cast(b, a->type, false, at);
}

NodePtr ExprCompiler::equal(const NodePtr& a, const NodePtr& b, bool negated, const sql::Expr&) {
  return function(equal_values, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {a, b},
                  negated ? 1 : 0);
}

NodePtr ExprCompiler::comparison(const sql::Operator& op) {
  NodePtr a = compile(op.operands[0]), b = compile(op.operands[1]);
  if (projection()) {
    // A BOOLEAN against the literals 1 and 0 is a test of it.
    auto as_boolean = [&](NodePtr& number, const NodePtr& other) {
      const Value* value = number->literal();
      if (value && other->type.is(TypeRoot::kBoolean) && value->kind() == ValueKind::kInt &&
          value->integer() >= 0 && value->integer() <= 1)
        number = constant(Value::boolean(value->integer() == 1), JavaType::kBool, LogicalType::boolean());
    };
    as_boolean(a, b);
    as_boolean(b, a);
    coerce_pair(a, b, op);
  }
  switch (op.op) {
    case sql::Op::kEquals:
    case sql::Op::kNotEquals:
      return equal(a, b, op.op == sql::Op::kNotEquals, op);
    case sql::Op::kIsDistinctFrom:
    case sql::Op::kIsNotDistinctFrom:
      if (!since(37)) refuse("Unrecognized expression: " + calcite_text(op, text_), op);
      return function(distinct_values, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {a, b},
                      op.op == sql::Op::kIsNotDistinctFrom ? 1 : 0);
    default: {
      int32_t order = static_cast<int32_t>(op.op) - static_cast<int32_t>(sql::Op::kLess);
      return function(compare_values, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {a, b}, order);
    }
  }
}

std::optional<LogicalType> ExprCompiler::least_restrictive(const std::vector<NodePtr>& nodes) const {
  std::optional<LogicalType> out;
  for (const NodePtr& node : nodes) {
    const LogicalType& type = node->type;
    if (type.is(TypeRoot::kNull)) continue;
    if (!out) {
      out = type;
    } else if (out->is_character() && type.is_character()) {
      out = LogicalType::string();
    } else if (out->is_numeric() && type.is_numeric()) {
      if (out->is_approximate() || type.is_approximate()) {
        bool decimal = out->is(TypeRoot::kDecimal) || type.is(TypeRoot::kDecimal);
        if (!out->is_approximate()) out = type;
        if (decimal) out = LogicalType::double_type();
      } else if (out->is(TypeRoot::kDecimal) || type.is(TypeRoot::kDecimal)) {
        LogicalType a = exact_decimal(*out), b = exact_decimal(type);
        int32_t scale = std::max(a.scale(), b.scale());
        int32_t whole = std::max(a.precision() - a.scale(), b.precision() - b.scale());
        out = cap(LogicalType::decimal(std::min(whole + scale, 38), scale));
      } else {
        out = std::max(out->root(), type.root()) == type.root() ? type : *out;
      }
    } else if (out->is_binary() && type.is_binary()) {
      out = LogicalType::bytes();
    } else if (out->root() == type.root()) {
      if (type.is_datetime() && type.precision() > out->precision()) out = type;
      if (type.is_nested() && !type.equals(*out, true)) return std::nullopt;
    } else if (out->is_datetime() && type.is_datetime()) {
      out = out->is(TypeRoot::kDate) ? type : *out;
    } else {
      return std::nullopt;
    }
  }
  return out ? out : LogicalType();
}

// From 3.6 on a filter's arithmetic is typed, against the source columns alone.
void ExprCompiler::check_deducible(const sql::ExprPtr& expr) const {
  std::vector<std::string> names;
  collect_columns(expr, names);
  for (const std::string& name : names) {
    if (scope_.source->find(name) < 0 && !is_metadata(name))
      refuse("Column '" + name + "' not found in any table", *expr,
             "arithmetic of a filter sees only source columns; repeat the expression");
  }
}

// Calcite names the first of an operator's signatures in the first line.
void ExprCompiler::refuse_operands(const std::string& sign, const LogicalType& a, const LogicalType& b,
                                   const sql::Expr& at) const {
  std::string form = sign == "%" ? "<EXACT_NUMERIC>" : "<NUMERIC>";
  std::string left = calcite_type(a), right = calcite_type(b);
  refuse("Cannot apply '" + sign + "' to arguments of type '<" + left + "> " + sign + " <" + right +
             ">'. Supported form(s): '" + form + " " + sign + " " + form + "'",
         at);
}

NodePtr ExprCompiler::arithmetic(const sql::Operator& op) {
  constexpr const char* kSigns[] = {"+", "-", "*", "/", "%"};
  if (!projection() && since(36)) {
    for (const sql::ExprPtr& operand : op.operands) check_deducible(operand);
  }
  NodePtr a = compile(op.operands[0]), b = compile(op.operands[1]);
  int32_t sign = static_cast<int32_t>(op.op) - static_cast<int32_t>(sql::Op::kPlus);
  if (a->java == JavaType::kPeriod || b->java == JavaType::kPeriod) return interval_arithmetic(op, a, b);
  if (projection()) {
    if (a->type.is_character() && b->type.is_numeric()) a = cast(a, b->type, false, op);
    if (b->type.is_character() && a->type.is_numeric()) b = cast(b, a->type, false, op);
    if (!a->type.is_numeric() || !b->type.is_numeric())
      refuse_operands(kSigns[sign], a->type, b->type, op);
  }
  LogicalType type = least_restrictive({a, b}).value_or(LogicalType());
  bool decimals = type.is(TypeRoot::kDecimal);
  if (decimals) {
    LogicalType x = cap(exact_decimal(a->type)), y = cap(exact_decimal(b->type));
    if (sign <= kMinus) type = cap(decimal_add_type(x, y));
    if (sign == kTimes) type = product_type(x, y);
    if (sign == kDivide) type = quotient_type(x, y);
  }
  if (sign == kModulo) type = b->type;
  JavaType x = numeric_primitive(a->java), y = numeric_primitive(b->java);
  if (decimals && since(36)) {
    if (a->java == JavaType::kDecimal && b->java == JavaType::kDecimal && sign != kModulo)
      return function(compute_decimal, OnNull::kFail, JavaType::kDecimal, type, {a, b}, sign);
    not_java("arithmetic of a DECIMAL and a " +
             class_name(a->java == JavaType::kDecimal ? b->java : a->java, version()) +
             ": CAST it to DECIMAL");
    return function(compute_double, OnNull::kFail, JavaType::kDecimal, type, {a, b}, sign);
  }
  if (op.op == sql::Op::kPlus && (a->java == JavaType::kString || b->java == JavaType::kString))
    return function(concat_texts, OnNull::kSee, JavaType::kString, LogicalType::string(), {a, b});
  if (x == JavaType::kNull || y == JavaType::kNull) {
    not_java("arithmetic of a " + class_name(a->java, version()) + " and a " +
             class_name(b->java, version()));
    return function(compute_double, OnNull::kFail, JavaType::kObject, type, {a, b}, sign);
  }
  JavaType java = std::max(x, y);
  Evaluate evaluate = java == JavaType::kInt              ? compute_whole<true>
                      : java == JavaType::kLong           ? compute_whole<false>
                      : java == JavaType::kPrimitiveFloat ? compute_float
                                                          : compute_double;
  return function(evaluate, OnNull::kFail, java, type, {a, b}, sign);
}

LogicalType ExprCompiler::product_type(const LogicalType& a, const LogicalType& b) const {
  int32_t most = scope_.wide_decimals ? 38 : 19;
  int32_t scale = std::min(a.scale() + b.scale(), most);
  return LogicalType::decimal(std::min(a.precision() + b.precision(), most), scale);
}

// The type of a division: d = p1 - s1 + s2, s = max(6, s1 + p2 + 1), both within the maximum.
LogicalType ExprCompiler::quotient_type(const LogicalType& a, const LogicalType& b) const {
  int32_t most = scope_.wide_decimals ? 38 : 19;
  int32_t whole = std::min(a.precision() - a.scale() + b.scale(), most);
  int32_t scale = std::min(std::max(6, a.scale() + b.precision() + 1), most - whole);
  return LogicalType::decimal(whole + scale, scale);
}

NodePtr ExprCompiler::interval_arithmetic(const sql::Operator& op, NodePtr a, NodePtr b) {
  bool minus = op.op == sql::Op::kMinus;
  if (a->java == JavaType::kPeriod && !minus) std::swap(a, b);
  bool temporal = a->java == JavaType::kDate || a->java == JavaType::kTime ||
                  a->java == JavaType::kTimestamp || a->java == JavaType::kInstant;
  if (!temporal || b->java != JavaType::kPeriod || (op.op != sql::Op::kPlus && !minus))
    refuse("Unrecognized expression: " + calcite_text(op, text_), op,
           "an INTERVAL is added to or taken from a time");
  return function(shift_time, OnNull::kNull, a->java, a->type, {a, b}, minus ? -1 : 1);
}

NodePtr ExprCompiler::concat(const sql::Operator& op) {
  std::vector<NodePtr> args;
  for (const sql::ExprPtr& operand : op.operands) {
    NodePtr arg = compile(operand);
    if (projection()) arg = as_text(arg, *operand);
    if (arg->java != JavaType::kString && arg->java != JavaType::kNull)
      not_java("|| takes texts, this is a " + class_name(arg->java, version()) + ": CAST it");
    args.push_back(std::move(arg));
  }
  return function(concat_texts, OnNull::kSee, JavaType::kString, LogicalType::string(), std::move(args));
}

NodePtr ExprCompiler::item(const sql::Operator& op) {
  if (!projection()) check_deducible(op.operands[0]);
  NodePtr container = compile(op.operands[0]), index = compile(op.operands[1]);
  const LogicalType& type = container->type;
  switch (container->java) {
    case JavaType::kList:
      return function(array_item, OnNull::kNull, class_of(type.element()), type.element().with_nullable(true),
                      {container, index});
    case JavaType::kMap:
      return function(map_item, OnNull::kNull, class_of(type.value()), type.value().with_nullable(true),
                      {container, index});
    case JavaType::kRow: {
      const Value* at = index->literal();
      if (!at || at->kind() != ValueKind::kInt || at->integer() < 1 ||
          at->integer() > static_cast<int64_t>(type.fields().size()))
        refuse("Cannot infer type of field at position 0 within ROW type: " + type_text(type), op,
               "the index of a ROW is a literal from 1 on");
      int32_t field = static_cast<int32_t>(at->integer() - 1);
      const LogicalType& of = type.fields()[static_cast<size_t>(field)].type;
      return function(row_item, OnNull::kNull, class_of(of), of.with_nullable(true), {container, index},
                      field);
    }
    case JavaType::kVariant:
      return function(variant_item, OnNull::kNull, JavaType::kVariant, LogicalType(TypeRoot::kVariant),
                      {container, index});
    default:
      refuse("Cannot apply 'ITEM' to arguments of type 'ITEM(<" + type_text(type) + ">, <" +
                 type_text(index->type) + ">)'",
             op);
  }
}

NodePtr ExprCompiler::constructor(const sql::Operator& op) {
  std::vector<NodePtr> args, keys, values;
  for (const sql::ExprPtr& operand : op.operands) args.push_back(compile(operand));
  for (size_t i = 0; i < args.size(); ++i) (i % 2 == 0 ? keys : values).push_back(args[i]);
  if (op.op == sql::Op::kRow) {
    std::vector<Field> fields;
    for (size_t i = 0; i < args.size(); ++i) fields.push_back(Field{"f" + std::to_string(i), args[i]->type});
    return function(make_struct, OnNull::kSee, JavaType::kRow, LogicalType::row(std::move(fields)),
                    std::move(args));
  }
  std::optional<LogicalType> key = least_restrictive(op.op == sql::Op::kMap ? keys : args);
  std::optional<LogicalType> value = least_restrictive(values);
  if (!key || (op.op == sql::Op::kMap && !value)) refuse("Parameters must be of the same type", op);
  if (op.op == sql::Op::kArray) {
    LogicalType element = key->is_character() ? LogicalType::string() : *key;
    return function(make_array, OnNull::kSee, JavaType::kList, LogicalType::array(element), std::move(args));
  }
  auto text = [](const LogicalType& t) { return t.is_character() ? LogicalType::string() : t; };
  return function(make_map, OnNull::kSee, JavaType::kMap, LogicalType::map(text(*key), text(*value)),
                  std::move(args));
}

}  // namespace rowkind::cdc
