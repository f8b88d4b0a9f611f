// The operators of the generated Java. Flink CDC writes them without any parentheses, whatever the SQL had, and
// Java reads that text anew by its own precedence: (a + 1) * 2 is computed as a + 1 * 2, and
// NOT (a AND b) as !a && b. Only method calls (comparisons, functions, CAST, DECIMAL arithmetic since 3.6) and
// CASE keep their operands together. So every node made of an operator carries its tokens, and an operator
// around it reads them again.
#pragma once

#include <vector>

#include "cdc/expr_internal.h"

namespace rowkind::cdc {

enum class JavaOp : uint8_t {
  kOperand,
  kIf,    // ?
  kElse,  // :
  kOr,
  kAnd,
  kEqual,
  kNotEqual,
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kModulo,
  kNot,
};

struct JavaToken {
  JavaOp op = JavaOp::kOperand;
  NodePtr operand;  // kOperand
};

class JavaText {
 public:
  JavaText& operator<<(const NodePtr& operand);  // its tokens, if it is made of an operator
  JavaText& operator<<(JavaOp op);
  // What Java makes of the text; `type` is what Calcite says about the expression. Notes in the compiler what
  // does not compile.
  NodePtr read(ExprCompiler& compiler, const LogicalType& type) const;

 private:
  std::vector<JavaToken> tokens_;
};

// AND and OR of any number of operands, three-valued or as && and ||.
NodePtr logic_node(std::vector<NodePtr> operands, bool is_or, bool three_valued);
// String.valueOf() of all arguments behind each other.
Value concat_texts(const Args& args);

}  // namespace rowkind::cdc
