#include "cdc/expr.h"

#include <algorithm>

#include "cdc/expr_internal.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

// Whether the generated method, which returns the class of `type`, may return an expression of type `java`.
bool assignable(JavaType java, const LogicalType& type) {
  return java == JavaType::kNull || boxed(java) == class_of(type);
}

// CHAR and VARCHAR of any length are STRING in a column; computed columns are nullable.
LogicalType column_type(const LogicalType& type) {
  if (type.is_character()) return LogicalType::string();
  if (type.is(TypeRoot::kVarBinary) && type.length() == kMaxLength) return LogicalType::varbinary(65536);
  return type;
}

}  // namespace

void fail_null() {
  throw Failure("cdc/run", "NullPointerException", {},
                "a null reached code that takes none; guard it with CASE WHEN … IS NULL THEN … ELSE … END");
}

void fail_run(const std::string& message, const std::string& hint) {
  throw Failure("cdc/run", message, {}, hint);
}

Value FunctionNode::eval(const EvalContext& context) const {
  constexpr size_t kFew = 4;
  Value few[kFew];
  std::vector<Value> many;
  Value* values = few;
  if (args.size() > kFew) {
    many.resize(args.size());
    values = many.data();
  }
  for (size_t i = 0; i < args.size(); ++i) {
    values[i] = args[i]->eval(context);
    if (values[i].is_null() && on_null != OnNull::kSee) {
      if (on_null == OnNull::kFail) fail_null();
      return Value::null();
    }
  }
  return evaluate(Args{values, *this, context});
}

void Compiled::check() const {
  if (!compile_error.empty())
    throw Failure("cdc/compile", "Expression cannot be compiled. This is a bug. Please file an issue.", {},
                  compile_error);
}

Value Compiled::eval(const EvalContext& context) const {
  Value value = root->eval(context);
  if (value.kind() == ValueKind::kDecimal && type.is(TypeRoot::kDecimal)) {
    // DecimalData goes into the row by its digits alone.
    if (pastes_decimals) {
      const Int128 digits = value.decimal().unscaled;
      if (type.precision() <= 18 && digits != static_cast<int64_t>(digits))
        fail_run("BigInteger out of long range", "the column's type holds no more than 18 digits");
      const int32_t most = type.precision() <= 18 ? 38 : type.precision();
      std::optional<Decimal> out =
          decimal_rescale(Decimal{value.decimal().unscaled, type.scale()}, most, type.scale());
      return out ? Value::decimal(*out) : Value::null();
    }
    std::optional<Decimal> fitting = decimal_rescale(value.decimal(), type.precision(), type.scale());
    return fitting ? Value::decimal(*fitting) : Value::null();
  }
  return value;
}

void ExprCompiler::not_java(const std::string& why) {
  if (compile_error_.empty()) compile_error_ = why;
}

void ExprCompiler::refuse(const std::string& message, const sql::Expr& at, const std::string& hint) const {
  throw Failure("cdc/expression", message, at.span, hint);
}

NodePtr ExprCompiler::function(Evaluate evaluate, OnNull on_null, JavaType java, LogicalType type,
                               std::vector<NodePtr> args, int32_t option) const {
  auto node = std::make_shared<FunctionNode>();
  node->evaluate = evaluate;
  node->on_null = on_null;
  node->java = java;
  node->type = std::move(type);
  node->args = std::move(args);
  node->option = option;
  node->version = scope_.version;
  return node;
}

NodePtr ExprCompiler::constant(Value value, JavaType java, LogicalType type) const {
  auto node = std::make_shared<LiteralNode>();
  node->value = std::move(value);
  node->java = java;
  node->type = std::move(type);
  return node;
}

LogicalType ExprCompiler::any_decimal() const {
  int32_t most = scope_.wide_decimals ? 38 : 19;
  return LogicalType::decimal(most, most / 2);
}

LogicalType ExprCompiler::cap(LogicalType type) const {
  int32_t most = scope_.wide_decimals ? 38 : 19;
  if (type.is(TypeRoot::kDecimal) && type.precision() > most)
    return LogicalType::decimal(most, std::min(type.scale(), most));
  if (type.precision() <= 3) return type;
  if (type.is(TypeRoot::kTimestamp)) return LogicalType::timestamp(3);
  if (type.is(TypeRoot::kTimestampLtz)) return LogicalType::timestamp_ltz(3);
  if (type.is(TypeRoot::kTime)) return LogicalType::time(3);
  return type;
}

Compiled compile_projection(const sql::ExprPtr& expr, std::string_view text, const Scope& scope) {
  ExprCompiler compiler(scope, text);
  Compiled out;
  out.root = compiler.compile(expr);
  compiler.check_converted(out.root, *expr);
  out.type = column_type(compiler.cap(out.root->type));
  if (out.type.is_interval()) {
    std::string name = calcite_type(out.type);
    size_t to = name.find(" TO ");
    if (to != std::string::npos) name.replace(to, 4, "_");
    std::replace(name.begin(), name.end(), ' ', '_');
    throw Failure("cdc/expression", "Unsupported type: " + name, expr->span);
  }
  if (out.type.is_nested() && !is_zoned(out.type) && level(scope.version) < 36 &&
      expr->kind != sql::ExprKind::kColumn)
    throw Failure("cdc/expression",
                  std::string("Unsupported type: ") + (out.type.is(TypeRoot::kRow)     ? "ROW"
                                                       : out.type.is(TypeRoot::kArray) ? "ARRAY"
                                                                                       : "MAP"),
                  expr->span);
  if (out.type.is(TypeRoot::kNull))
    throw Failure("cdc/expression", "Unsupported type: NULL", expr->span, "CAST the NULL to a type");
  if (!assignable(out.root->java, out.type))
    compiler.not_java("the Java value is a " + class_name(out.root->java, scope.version) + ", the column a " +
                      class_name(class_of(out.type), scope.version));
  out.compile_error = compiler.compile_error();
  out.pastes_decimals = level(scope.version) < 36;
  return out;
}

Compiled compile_filter(const sql::ExprPtr& expr, std::string_view text, const Scope& scope) {
  ExprCompiler compiler(scope, text);
  Compiled out;
  out.root = compiler.compile(expr);
  out.type = LogicalType::boolean();
  if (!is_boolean(out.root->java) && out.root->java != JavaType::kNull)
    compiler.not_java("a filter must be a BOOLEAN, this is a " + class_name(out.root->java, scope.version));
  out.compile_error = compiler.compile_error();
  return out;
}

}  // namespace rowkind::cdc
