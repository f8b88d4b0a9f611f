// What the files of the expression compiler share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cdc/expr.h"

namespace rowkind::cdc {

// --- nodes -----------------------------------------------------------------------------------------------

enum Arithmetic : int32_t { kPlus, kMinus, kTimes, kDivide, kModulo };

class FunctionNode;
struct Args {
  const Value* values;
  const FunctionNode& node;
  const EvalContext& context;
  const Value& operator[](size_t i) const { return values[i]; }
};
using Evaluate = Value (*)(const Args&);

enum class OnNull : uint8_t { kNull, kFail, kSee };  // what a null argument does; kSee: the function looks

class FunctionNode final : public Node {
 public:
  std::vector<NodePtr> args;
  Evaluate evaluate = nullptr;
  OnNull on_null = OnNull::kNull;
  int32_t option = 0;  // of the function's own
  Version version = Version::k37;
  Value eval(const EvalContext& context) const override;
};

class LiteralNode final : public Node {
 public:
  Value value;
  Value eval(const EvalContext&) const override { return value; }
  const Value* literal() const override { return &value; }
};

// --- compiler --------------------------------------------------------------------------------------------

class ExprCompiler {
 public:
  ExprCompiler(const Scope& scope, std::string_view text) : scope_(scope), text_(text) {}

  NodePtr compile(const sql::ExprPtr& expr);
  const std::string& compile_error() const { return compile_error_; }

  const Scope& scope() const { return scope_; }
  Version version() const { return scope_.version; }
  bool projection() const { return !scope_.filter(); }
  bool since(int32_t number) const { return level(scope_.version) >= number; }

  // Notes that the generated Java does not compile.
  void not_java(const std::string& why);
  [[noreturn]] void refuse(const std::string& message, const sql::Expr& at,
                           const std::string& hint = "") const;

  NodePtr function(Evaluate evaluate, OnNull on_null, JavaType java, LogicalType type,
                   std::vector<NodePtr> args, int32_t option = 0) const;
  NodePtr constant(Value value, JavaType java, LogicalType type) const;
  // CAST as the generated code does it; `safe`: TRY_CAST. Throws for targets that have no cast.
  NodePtr cast(const NodePtr& node, const LogicalType& target, bool safe, const sql::Expr& at);
  NodePtr as_text(const NodePtr& node, const sql::Expr& at);  // implicit CAST AS VARCHAR of a projection
  NodePtr conditional(NodePtr condition, NodePtr then, NodePtr otherwise, const LogicalType& type);
  NodePtr equal(const NodePtr& a, const NodePtr& b, bool negated);
  std::optional<LogicalType> least_restrictive(const std::vector<LogicalType>& types) const;
  std::optional<LogicalType> least_restrictive(const std::vector<NodePtr>& nodes) const;
  // Refuses a projection's item whose type Calcite's translator takes for another than its validator.
  void check_converted(const NodePtr& root, const sql::Expr& at) const;
  LogicalType any_decimal() const;          // what a text becomes where any number may stand
  LogicalType cap(LogicalType type) const;  // precisions that Flink CDC's Calcite types have

 private:
  NodePtr column(const sql::Column& column);
  NodePtr niladic(const std::string& upper_name);
  LogicalType arithmetic_type(int32_t sign, const LogicalType& a, const LogicalType& b) const;
  LogicalType remainder_type(const LogicalType& a, const LogicalType& b) const;
  const LogicalType& converted(const NodePtr& node) const;
  void set_converted(const NodePtr& node, const LogicalType& type);
  NodePtr literal(const sql::Literal& literal);
  NodePtr number(const sql::Literal& literal, bool negative = false);
  NodePtr string_literal(const std::string& text);
  NodePtr operation(const sql::Operator& op);
  NodePtr logic(const sql::Operator& op);
  void check_boolean(const std::vector<NodePtr>& operands, const sql::Operator& op) const;
  [[noreturn]] void refuse_operator(const sql::Operator& op) const;
  NodePtr is_test(const sql::Operator& op);
  NodePtr comparison(const sql::Operator& op);
  NodePtr arithmetic(const sql::Operator& op);
  NodePtr interval_arithmetic(const sql::Operator& op, NodePtr a, NodePtr b);
  LogicalType product_type(const LogicalType& a, const LogicalType& b) const;
  LogicalType quotient_type(const LogicalType& a, const LogicalType& b) const;
  NodePtr concat(const sql::Operator& op);
  NodePtr item(const sql::Operator& op);
  NodePtr constructor(const sql::Operator& op);
  NodePtr case_of(const sql::Case& node);
  NodePtr choose(const std::vector<std::pair<NodePtr, NodePtr>>& whens, NodePtr otherwise,
                 const sql::Expr& at);
  NodePtr between(const sql::Between& node);
  NodePtr in(const sql::In& node);
  NodePtr in_list(NodePtr operand, const std::vector<sql::ExprPtr>& list, bool negated, const sql::Expr& at);
  NodePtr in_query(const sql::In& node);
  NodePtr binary_literal(const sql::Literal& literal);
  NodePtr sql_comparison(const NodePtr& a, const NodePtr& b, sql::Op op) const;
  NodePtr sql_between(const NodePtr& value, const NodePtr& low, const NodePtr& high, bool negated) const;
  NodePtr sql_in(std::vector<NodePtr> args, bool negated) const;
  NodePtr like(const sql::Like& node);
  [[noreturn]] void refuse_like(const sql::Like& node) const;
  NodePtr cast_of(const sql::Cast& node);
  size_t before(Span type) const;
  [[noreturn]] void refuse_token(const std::string& token, size_t offset, const sql::Expr& at,
                                 const std::string& hint = "") const;
  static bool is_cast_target(const LogicalType& target);
  [[noreturn]] void refuse_target(const std::string& written, const LogicalType& target,
                                  const sql::Expr& at) const;
  NodePtr call(const sql::Call& call);
  NodePtr conditional_call(const std::string& name, const sql::Call& call);
  NodePtr if_call(std::vector<NodePtr> args, const sql::Call& call);
  void check_deducible(const sql::ExprPtr& expr) const;
  void coerce_pair(NodePtr& a, NodePtr& b, const sql::Expr& at);
  void coerce_booleans(NodePtr& a, NodePtr& b, const sql::Expr& at);
  // Of a projection: both sides as Calcite compares them with `sign`. Throws for types that have no order.
  void make_comparable(NodePtr& a, NodePtr& b, const std::string& sign, const sql::Expr& at);
  [[noreturn]] void refuse_operands(const std::string& sign, const LogicalType& a, const LogicalType& b,
                                    const sql::Expr& at) const;
  [[noreturn]] void refuse_signature(const std::string& name, const std::vector<NodePtr>& args,
                                     const sql::Expr& at, const std::string& hint = "") const;

  Scope scope_;
  std::string_view text_;
  std::string compile_error_;
  std::map<NodePtr, LogicalType> converted_;  // where it is another type
};

// The built-in functions but for those the compiler knows itself; null: no such function in this version.
// `name` is in upper case.
NodePtr compile_function(ExprCompiler& compiler, const std::string& name, const sql::Call& call,
                         std::vector<NodePtr> args);
bool is_known_function(const std::string& name, Version version);

// --- values ----------------------------------------------------------------------------------------------

// The cast's value (CastingFunctions) for a Java value of class `from`; `safe` as TRY_CAST.
Value cast_java(const Value& value, JavaType from, const LogicalType& target, bool safe, Version version,
                const TimeZone& zone);
// String.valueOf()
std::string to_java_string(const Value& value, JavaType java, Version version);
// Java's narrowing of a whole number to a smaller type.
Value narrow(int64_t value, TypeRoot target);
// Whether Calcite compares values of these types.
bool comparable(const LogicalType& a, const LogicalType& b);
// A number of any class as double.
double as_double(const Value& value);
bool is_number(const Value& value);
// Double.compare(): NaN is equal to itself and above all others, -0.0 is below 0.0.
int32_t compare_java_doubles(double a, double b);
// compareTo() of values of one class.
int32_t compare_same(const Value& a, const Value& b);
// Java's String operations count UTF-16 units.
int64_t utf16_length(std::string_view text);
std::string utf16_substring(std::string_view text, int64_t begin, int64_t end);

}  // namespace rowkind::cdc
