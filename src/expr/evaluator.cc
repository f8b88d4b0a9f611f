// compile(): a tree of small nodes. Input columns, literals, whole-number arithmetic, comparisons and the
// lazy forms have nodes of their own; every other call evaluates its operands and calls the function's eval.
#include <array>

#include "expr/compare.h"
#include "expr/infer.h"
#include "types/text.h"

namespace rowkind {

namespace {

using NodePtr = std::unique_ptr<Evaluator>;
using NodeList = std::vector<NodePtr>;

NodePtr build(const ExprPtr& expr);
NodeList build_all(const ExprList& exprs) {
  NodeList nodes;
  nodes.reserve(exprs.size());
  for (const ExprPtr& expr : exprs) nodes.push_back(build(expr));
  return nodes;
}

struct RefNode final : Evaluator {
  int32_t index;
  explicit RefNode(int32_t i) : index(i) {}
  Value eval(const Row& row, EvalContext&) const override { return row[index]; }
};

struct LiteralNode final : Evaluator {
  Value value;
  explicit LiteralNode(Value v) : value(std::move(v)) {}
  Value eval(const Row&, EvalContext&) const override { return value; }
};

struct FieldNode final : Evaluator {
  NodePtr row_node;
  int32_t index;
  FieldNode(NodePtr r, int32_t i) : row_node(std::move(r)), index(i) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value v = row_node->eval(row, context);
    return v.is_null() ? v : v.row()[index];
  }
};

// Wraps to the width of the result type, as Java does.
int64_t narrow(int64_t v, TypeRoot root) {
  switch (root) {
    case TypeRoot::kTinyInt:
      return static_cast<int8_t>(v);
    case TypeRoot::kSmallInt:
      return static_cast<int16_t>(v);
    case TypeRoot::kInt:
      return static_cast<int32_t>(v);
    default:
      return v;
  }
}

enum class IntOp : uint8_t { kAdd, kSubtract, kMultiply, kDivide, kModulo };

struct IntNode final : Evaluator {
  IntOp op;
  TypeRoot root;
  Span span;
  NodePtr left, right;
  IntNode(IntOp o, TypeRoot r, Span s, NodePtr a, NodePtr b)
      : op(o), root(r), span(s), left(std::move(a)), right(std::move(b)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value a = left->eval(row, context);
    if (a.is_null()) return a;
    Value b = right->eval(row, context);
    if (b.is_null()) return b;
    uint64_t x = static_cast<uint64_t>(a.integer()), y = static_cast<uint64_t>(b.integer());
    int64_t result = 0;
    switch (op) {
      case IntOp::kAdd:
        result = static_cast<int64_t>(x + y);
        break;
      case IntOp::kSubtract:
        result = static_cast<int64_t>(x - y);
        break;
      case IntOp::kMultiply:
        result = static_cast<int64_t>(x * y);
        break;
      case IntOp::kDivide:
      case IntOp::kModulo: {
        if (y == 0) throw Failure("run/division-by-zero", "/ by zero", span, "guard it: x / NULLIF(y, 0)");
        bool divide = op == IntOp::kDivide;
        if (b.integer() == -1) {
          result = divide ? static_cast<int64_t>(0 - x) : 0;
        } else {
          result = divide ? a.integer() / b.integer() : a.integer() % b.integer();
        }
        break;
      }
    }
    return Value::integer(narrow(result, root));
  }
};

// Both sides are kept as the same whole number (integers, dates, times, intervals, booleans).
struct IntCompareNode final : Evaluator {
  CompareOp op;
  NodePtr left, right;
  IntCompareNode(CompareOp o, NodePtr a, NodePtr b) : op(o), left(std::move(a)), right(std::move(b)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value a = left->eval(row, context);
    if (a.is_null()) return a;
    Value b = right->eval(row, context);
    if (b.is_null()) return b;
    int64_t x = a.integer(), y = b.integer();
    switch (op) {
      case CompareOp::kEq:
        return Value::boolean(x == y);
      case CompareOp::kNe:
        return Value::boolean(x != y);
      case CompareOp::kLt:
        return Value::boolean(x < y);
      case CompareOp::kLe:
        return Value::boolean(x <= y);
      case CompareOp::kGt:
        return Value::boolean(x > y);
      case CompareOp::kGe:
        return Value::boolean(x >= y);
    }
    return Value::null();
  }
};

struct CompareNode final : Evaluator {
  CompareOp op;
  NodePtr left, right;
  CompareNode(CompareOp o, NodePtr a, NodePtr b) : op(o), left(std::move(a)), right(std::move(b)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value a = left->eval(row, context);
    if (a.is_null()) return a;
    Value b = right->eval(row, context);
    if (b.is_null()) return b;
    return Value::boolean(compare_with(op, a, b));
  }
};

// AND stops at the first FALSE, OR at the first TRUE; NULL if none stops it and one is NULL.
struct LogicNode final : Evaluator {
  bool is_and;
  NodeList operands;
  LogicNode(bool a, NodeList o) : is_and(a), operands(std::move(o)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    bool seen_null = false;
    for (const NodePtr& operand : operands) {
      Value v = operand->eval(row, context);
      if (v.is_null()) {
        seen_null = true;
      } else if (v.as_bool() != is_and) {
        return v;
      }
    }
    return seen_null ? Value::null() : Value::boolean(is_and);
  }
};

struct CaseNode final : Evaluator {
  NodeList parts;  // condition, value, ..., else
  explicit CaseNode(NodeList p) : parts(std::move(p)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    size_t i = 0;
    for (; i + 1 < parts.size(); i += 2) {
      if (parts[i]->test(row, context)) return parts[i + 1]->eval(row, context);
    }
    return i < parts.size() ? parts[i]->eval(row, context) : Value::null();
  }
};

// COALESCE, IFNULL
struct CoalesceNode final : Evaluator {
  NodeList parts;
  explicit CoalesceNode(NodeList p) : parts(std::move(p)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value v;
    for (const NodePtr& part : parts) {
      v = part->eval(row, context);
      if (!v.is_null()) break;
    }
    return v;
  }
};

// x compared with a constant set of ranges.
struct SearchNode final : Evaluator {
  NodePtr operand;
  Sarg sarg;
  SearchNode(NodePtr o, Sarg s) : operand(std::move(o)), sarg(std::move(s)) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value v = operand->eval(row, context);
    if (v.is_null())
      return sarg.null_as == NullAs::kUnknown ? v : Value::boolean(sarg.null_as == NullAs::kTrue);
    for (const SargRange& range : sarg.ranges) {
      if (!range.lower.is_null()) {
        int c = compare_values(v, range.lower);
        if (c < 0 || (c == 0 && !range.lower_closed)) continue;
      }
      if (!range.upper.is_null()) {
        int c = compare_values(v, range.upper);
        if (c > 0 || (c == 0 && !range.upper_closed)) continue;
      }
      return Value::boolean(true);
    }
    return Value::boolean(false);
  }
};

struct CastNode final : Evaluator {
  NodePtr operand;
  LogicalType from, to;
  Span span;
  bool try_cast, widens;
  CastNode(NodePtr o, LogicalType f, LogicalType t, Span s, bool try_it)
      : operand(std::move(o)),
        from(std::move(f)),
        to(std::move(t)),
        span(s),
        try_cast(try_it),
        widens(from.is_integer() && to.is_integer() && to.root() >= from.root()) {}
  Value eval(const Row& row, EvalContext& context) const override {
    Value v = operand->eval(row, context);
    if (widens || v.is_null()) return v;
    Result<Value> result = cast_value(v, from, to, CastOptions{context.zone, context.legacy_cast});
    if (result.ok()) return std::move(*result);
    if (try_cast) return Value::null();
    Error error = result.error();
    if (!error.span.known()) error.span = span;
    throw Failure(std::move(error));
  }
};

struct CallNode final : Evaluator {
  static constexpr size_t kOnStack = 6;
  ExprPtr call;
  NodeList operands;
  bool sees_nulls;
  CallNode(ExprPtr c, NodeList o)
      : call(std::move(c)), operands(std::move(o)), sees_nulls((call->function->flags & kSeesNulls) != 0) {}
  Value eval(const Row& row, EvalContext& context) const override {
    if (operands.size() <= kOnStack) {
      std::array<Value, kOnStack> args;
      return run(args.data(), row, context);
    }
    std::vector<Value> args(operands.size());
    return run(args.data(), row, context);
  }
  Value run(Value* args, const Row& row, EvalContext& context) const {
    bool seen_null = false;
    for (size_t i = 0; i < operands.size(); ++i) {
      args[i] = operands[i]->eval(row, context);
      seen_null |= args[i].is_null();
    }
    if (seen_null && !sees_nulls) return Value::null();
    try {
      return call->function->eval(*call, args, context);
    } catch (Failure& failure) {
      if (!failure.error.span.known()) failure.error.span = call->span;
      throw;
    }
  }
};

// -1 if `name` is no comparison.
int compare_op(std::string_view name) {
  static constexpr std::string_view kNames[] = {"=", "<>", "<", "<=", ">", ">="};
  for (int i = 0; i < 6; ++i) {
    if (kNames[i] == name) return i;
  }
  return -1;
}

bool whole(const LogicalType& type) {
  return type.is_integer() || type.is(TypeRoot::kDate) || type.is(TypeRoot::kTime) || type.is_interval() ||
         type.is(TypeRoot::kBoolean);
}

// The operand, converted where the plan leaves numbers of different types side by side (IF, COALESCE) or a
// date beside a text.
NodePtr build_as(const ExprPtr& operand, const LogicalType& type) {
  NodePtr node = build(operand);
  const LogicalType& from = operand->type;
  bool numbers =
      from.is_numeric() && type.is_numeric() &&
      (from.root() != type.root() || (from.is(TypeRoot::kDecimal) && from.scale() != type.scale()));
  bool text_to_time = from.is_character() && type.is_datetime();
  if (!numbers && !text_to_time) return node;
  return std::make_unique<CastNode>(std::move(node), from, type, operand->span, false);
}

NodeList build_branches(const Expr& call) {
  NodeList nodes;
  bool conditions = call.function->name == "CASE" || call.function->name == "IF";
  for (size_t i = 0; i < call.operands.size(); ++i) {
    bool condition = conditions && i % 2 == 0 && i + 1 < call.operands.size();
    nodes.push_back(condition ? build(call.operands[i]) : build_as(call.operands[i], call.type));
  }
  return nodes;
}

NodePtr build_compare(const Expr& call, CompareOp op) {
  const LogicalType &a = call.operands[0]->type, &b = call.operands[1]->type;
  if (whole(a) && whole(b)) {
    return std::make_unique<IntCompareNode>(op, build(call.operands[0]), build(call.operands[1]));
  }
  NodePtr left = b.is_datetime() ? build_as(call.operands[0], b) : build(call.operands[0]);
  NodePtr right = a.is_datetime() ? build_as(call.operands[1], a) : build(call.operands[1]);
  return std::make_unique<CompareNode>(op, std::move(left), std::move(right));
}

NodePtr build_call(const ExprPtr& expr) {
  const Expr& call = *expr;
  std::string_view name = call.function->name;
  if (name == "SEARCH")
    return std::make_unique<SearchNode>(build(call.operands[0]), sarg_of(*call.operands[1]));
  if (int op = compare_op(name); op >= 0) return build_compare(call, static_cast<CompareOp>(op));
  if (name == "CASE" || name == "IF") return std::make_unique<CaseNode>(build_branches(call));
  if (name == "COALESCE" || name == "IFNULL") return std::make_unique<CoalesceNode>(build_branches(call));
  NodeList operands = build_all(call.operands);
  if (name == "AND" || name == "OR") return std::make_unique<LogicNode>(name == "AND", std::move(operands));
  if (name == "CAST" || name == "TRY_CAST") {
    return std::make_unique<CastNode>(std::move(operands[0]), call.operands[0]->type, call.type, call.span,
                                      name == "TRY_CAST");
  }
  if (call.type.is_integer() && operands.size() == 2 && call.operands[0]->type.is_integer() &&
      call.operands[1]->type.is_integer()) {
    static constexpr std::string_view kNames[] = {"+", "-", "*", "/", "MOD"};
    for (int i = 0; i < 5; ++i) {
      if (kNames[i] != name) continue;
      return std::make_unique<IntNode>(static_cast<IntOp>(i), call.type.root(), call.span,
                                       std::move(operands[0]), std::move(operands[1]));
    }
  }
  if (call.function->eval == nullptr) {
    throw Failure("run/unsupported", "Function " + std::string(name) + " cannot be evaluated here.",
                  call.span);
  }
  return std::make_unique<CallNode>(expr, std::move(operands));
}

NodePtr build(const ExprPtr& expr) {
  switch (expr->kind) {
    case ExprKind::kInputRef:
      return std::make_unique<RefNode>(expr->index);
    case ExprKind::kLiteral:
      return std::make_unique<LiteralNode>(expr->literal);
    case ExprKind::kFieldAccess:
      return std::make_unique<FieldNode>(build(expr->operands[0]), expr->index);
    case ExprKind::kCall:
      return build_call(expr);
    default:
      throw Failure("run/unsupported", "A sub-query or window aggregate is left in an expression.",
                    expr->span);
  }
}

}  // namespace

std::unique_ptr<Evaluator> compile(const ExprPtr& expr) {
  return build(expr);
}

}  // namespace rowkind
