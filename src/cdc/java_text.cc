#include "cdc/java_text.h"

#include <algorithm>
#include <cmath>

namespace rowkind::cdc {
namespace {

// AND, OR: three-valued since 3.7, Java's && and || before.
class LogicNode final : public Node {
 public:
  std::vector<NodePtr> operands;
  bool is_or = false;
  bool three_valued = true;
  bool decided = false;  // by the second operand, a constant: Java's compiler then never looks at the first
  Value eval(const EvalContext& context) const override {
    if (decided) {
      operands[0]->eval(context);
      return Value::boolean(is_or);
    }
    bool unknown = false;
    for (const NodePtr& operand : operands) {
      Value value = operand->eval(context);
      if (value.is_null()) {
        if (!three_valued) fail_null();
        unknown = true;
      } else if (value.as_bool() == is_or) {
        return Value::boolean(is_or);
      }
    }
    return unknown ? Value::null() : Value::boolean(!is_or);
  }
};

// Whether an operand of || or && is the constant that decides it.
bool decides(const NodePtr& operand, bool is_or) {
  const Value* constant = operand->literal();
  return constant && constant->kind() == ValueKind::kBool && constant->as_bool() == is_or;
}

Value negate(const Args& a) {
  return Value::boolean(!a[0].as_bool());
}

// option 0: is null, 1: is not null
Value test_null(const Args& a) {
  return Value::boolean(a[0].is_null() != (a.node.option != 0));
}

// == and != of two BOOLEANs, unboxed.
Value same_boolean(const Args& a) {
  return Value::boolean((a[0].as_bool() == a[1].as_bool()) != (a.node.option != 0));
}

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

// Precedence climbing over the tokens.
class JavaReader {
 public:
  JavaReader(const std::vector<JavaToken>& tokens, ExprCompiler& compiler)
      : tokens_(tokens), compiler_(compiler) {}

  NodePtr conditional() {
    NodePtr condition = binary(JavaOp::kOr);
    if (!accept(JavaOp::kIf)) return condition;
    NodePtr then = conditional();
    accept(JavaOp::kElse);
    NodePtr otherwise = conditional();
    if (!is_boolean(condition->java)) compiler_.not_java("the condition in front of ? is no BOOLEAN");
    return compiler_.conditional(condition, then, otherwise, LogicalType());
  }

 private:
  static JavaOp tighter(JavaOp level) {
    switch (level) {
      case JavaOp::kOr:
        return JavaOp::kAnd;
      case JavaOp::kAnd:
        return JavaOp::kEqual;
      case JavaOp::kEqual:
        return JavaOp::kPlus;
      default:
        return JavaOp::kTimes;
    }
  }
  static bool belongs(JavaOp op, JavaOp level) {
    switch (level) {
      case JavaOp::kEqual:
        return op == JavaOp::kEqual || op == JavaOp::kNotEqual;
      case JavaOp::kPlus:
        return op == JavaOp::kPlus || op == JavaOp::kMinus;
      case JavaOp::kTimes:
        return op == JavaOp::kTimes || op == JavaOp::kDivide || op == JavaOp::kModulo;
      default:
        return op == level;
    }
  }

  bool at_end() const { return at_ >= tokens_.size(); }
  bool accept(JavaOp op) {
    if (at_end() || tokens_[at_].op != op) return false;
    ++at_;
    return true;
  }

  NodePtr operand(JavaOp level) { return level == JavaOp::kTimes ? unary() : binary(tighter(level)); }

  NodePtr binary(JavaOp level) {
    NodePtr left = operand(level);
    while (!at_end() && belongs(tokens_[at_].op, level)) {
      JavaOp op = tokens_[at_++].op;
      NodePtr right = operand(level);
      left = level == JavaOp::kOr || level == JavaOp::kAnd ? logic(op, left, right)
             : level == JavaOp::kEqual                     ? equality(op, left, right)
                                                           : arithmetic(op, left, right);
    }
    return left;
  }

  NodePtr unary() {
    if (!accept(JavaOp::kNot)) return tokens_[at_++].operand;
    NodePtr operand = unary();
    need_boolean(operand, "!");
    if (const Value* constant = operand->literal(); constant && constant->kind() == ValueKind::kBool)
      return compiler_.constant(Value::boolean(!constant->as_bool()), JavaType::kBool,
                                LogicalType::boolean());
    return compiler_.function(negate, OnNull::kFail, JavaType::kBool, LogicalType::boolean(), {operand});
  }

  void need_boolean(const NodePtr& operand, const std::string& op) {
    if (!is_boolean(operand->java))
      compiler_.not_java(op + " takes BOOLEANs, this is a " + class_name(operand->java, compiler_.version()));
  }

  NodePtr logic(JavaOp op, const NodePtr& left, const NodePtr& right) {
    bool is_or = op == JavaOp::kOr;
    if (!decides(left, is_or) && !decides(right, is_or)) {
      need_boolean(left, is_or ? "||" : "&&");
      need_boolean(right, is_or ? "||" : "&&");
    }
    return logic_node({left, right}, is_or, false);
  }

  NodePtr equality(JavaOp op, const NodePtr& left, const NodePtr& right) {
    int32_t negated = op == JavaOp::kNotEqual ? 1 : 0;
    const bool null_left = left->java == JavaType::kNull, null_right = right->java == JavaType::kNull;
    if (null_left || null_right) {
      const NodePtr& other = null_left ? right : left;
      if (is_primitive(other->java)) compiler_.not_java("a Java primitive is never compared with null");
      return compiler_.function(test_null, OnNull::kSee, JavaType::kBool, LogicalType::boolean(), {other},
                                negated);
    }
    need_boolean(left, "==");
    need_boolean(right, "==");
    return compiler_.function(same_boolean, OnNull::kFail, JavaType::kBool, LogicalType::boolean(),
                              {left, right}, negated);
  }

  NodePtr arithmetic(JavaOp op, const NodePtr& left, const NodePtr& right) {
    int32_t sign = static_cast<int32_t>(op) - static_cast<int32_t>(JavaOp::kPlus);
    if (op == JavaOp::kPlus && (left->java == JavaType::kString || right->java == JavaType::kString))
      return compiler_.function(concat_texts, OnNull::kSee, JavaType::kString, LogicalType::string(),
                                {left, right});
    JavaType x = numeric_primitive(left->java), y = numeric_primitive(right->java);
    if (x == JavaType::kNull || y == JavaType::kNull) {
      compiler_.not_java("arithmetic of a " + class_name(left->java, compiler_.version()) + " and a " +
                         class_name(right->java, compiler_.version()));
      return compiler_.function(compute_double, OnNull::kFail, JavaType::kObject, LogicalType(),
                                {left, right}, sign);
    }
    JavaType java = std::max(x, y);
    Evaluate evaluate = java == JavaType::kInt              ? compute_whole<true>
                        : java == JavaType::kLong           ? compute_whole<false>
                        : java == JavaType::kPrimitiveFloat ? compute_float
                                                            : compute_double;
    return compiler_.function(evaluate, OnNull::kFail, java, LogicalType(), {left, right}, sign);
  }

  const std::vector<JavaToken>& tokens_;
  ExprCompiler& compiler_;
  size_t at_ = 0;
};

// A node under another type, with its tokens.
class InfixNode final : public Node {
 public:
  NodePtr value;
  Value eval(const EvalContext& context) const override { return value->eval(context); }
};

}  // namespace

JavaText& JavaText::operator<<(const NodePtr& operand) {
  if (operand->infix) {
    tokens_.insert(tokens_.end(), operand->infix->tokens_.begin(), operand->infix->tokens_.end());
  } else {
    tokens_.push_back(JavaToken{JavaOp::kOperand, operand});
  }
  return *this;
}

JavaText& JavaText::operator<<(JavaOp op) {
  tokens_.push_back(JavaToken{op, nullptr});
  return *this;
}

NodePtr JavaText::read(ExprCompiler& compiler, const LogicalType& type) const {
  auto node = std::make_shared<InfixNode>();
  node->value = JavaReader(tokens_, compiler).conditional();
  node->java = node->value->java;
  node->type = type;
  node->infix = std::make_shared<const JavaText>(*this);
  return node;
}

NodePtr logic_node(std::vector<NodePtr> operands, bool is_or, bool three_valued) {
  auto node = std::make_shared<LogicNode>();
  node->decided = operands.size() > 1 && decides(operands[1], is_or);
  node->operands = std::move(operands);
  node->is_or = is_or;
  node->three_valued = three_valued;
  node->java = three_valued ? JavaType::kBoolean : JavaType::kBool;
  node->type = LogicalType::boolean();
  return node;
}

Value concat_texts(const Args& a) {
  std::string out;
  out.reserve(48);  // most results fit
  for (size_t i = 0; i < a.node.args.size(); ++i) {
    if (a[i].kind() == ValueKind::kString && a.node.args[i]->java == JavaType::kString) {
      out += a[i].string();
    } else {
      out += to_java_string(a[i], a.node.args[i]->java, a.node.version);
    }
  }
  return Value::string(out);
}

}  // namespace rowkind::cdc
