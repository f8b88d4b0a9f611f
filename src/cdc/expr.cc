#include "cdc/expr.h"

#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"
#include "cdc/expr_internal.h"
#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

class ColumnNode final : public Node {
 public:
  int32_t index = 0;
  bool projected = false;
  Value eval(const EvalContext& context) const override {
    return (projected ? *context.projected : *context.source)[index];
  }
};

enum class Metadata : uint8_t { kNamespace, kSchema, kTable, kEventType };
constexpr const char* kMetadataNames[] = {"__namespace_name__", "__schema_name__", "__table_name__",
                                          "__data_event_type__"};

class MetadataNode final : public Node {
 public:
  Metadata which = Metadata::kTable;
  Value eval(const EvalContext& context) const override {
    const std::vector<std::string>& parts = context.table->parts;
    switch (which) {
      case Metadata::kNamespace:
        return parts.size() == 3 ? Value::string(parts[0]) : Value::null();
      case Metadata::kSchema:
        return parts.size() >= 2 ? Value::string(parts[parts.size() - 2]) : Value::null();
      case Metadata::kTable:
        return Value::string(parts.back());
      case Metadata::kEventType:
        return Value::string(context.row_kind);
    }
    return Value::null();
  }
};

// A number out of the event's meta; null when it is not there.
class SourceMetadataNode final : public Node {
 public:
  std::string name;
  Value eval(const EvalContext& context) const override {
    if (context.meta == nullptr) return Value::null();
    auto found = context.meta->find(name);
    if (found == context.meta->end()) return Value::null();
    char* end = nullptr;
    int64_t number = std::strtoll(found->second.c_str(), &end, 10);
    if (*end != '\0') fail_run("For input string: \"" + found->second + "\"");
    return Value::integer(number);
  }
};

// Words that the translator takes as functions wherever they stand as names.
const char* const kFunctionNames[] = {"LOCALTIME",     "LOCALTIMESTAMP",    "CURRENT_TIME",
                                      "CURRENT_DATE",  "CURRENT_TIMESTAMP", "NOW",
                                      "UNIX_TIMESTAMP"};

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

JavaType boxed(JavaType type) {
  switch (type) {
    case JavaType::kBool:
      return JavaType::kBoolean;
    case JavaType::kPrimitiveShort:
      return JavaType::kShort;
    case JavaType::kInt:
      return JavaType::kInteger;
    case JavaType::kLong:
      return JavaType::kLongBox;
    case JavaType::kPrimitiveFloat:
      return JavaType::kFloat;
    case JavaType::kPrimitiveDouble:
      return JavaType::kDouble;
    default:
      return type;
  }
}

JavaType numeric_primitive(JavaType type) {
  switch (type) {
    case JavaType::kPrimitiveShort:
    case JavaType::kInt:
    case JavaType::kByte:
    case JavaType::kShort:
    case JavaType::kInteger:
      return JavaType::kInt;
    case JavaType::kLong:
    case JavaType::kLongBox:
      return JavaType::kLong;
    case JavaType::kPrimitiveFloat:
    case JavaType::kFloat:
      return JavaType::kPrimitiveFloat;
    case JavaType::kPrimitiveDouble:
    case JavaType::kDouble:
      return JavaType::kPrimitiveDouble;
    default:
      return JavaType::kNull;
  }
}

JavaType class_of(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return JavaType::kBoolean;
    case TypeRoot::kTinyInt:
      return JavaType::kByte;
    case TypeRoot::kSmallInt:
      return JavaType::kShort;
    case TypeRoot::kInt:
      return JavaType::kInteger;
    case TypeRoot::kBigInt:
      return JavaType::kLongBox;
    case TypeRoot::kFloat:
      return JavaType::kFloat;
    case TypeRoot::kDouble:
      return JavaType::kDouble;
    case TypeRoot::kDecimal:
      return JavaType::kDecimal;
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return JavaType::kString;
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return JavaType::kBytes;
    case TypeRoot::kDate:
      return JavaType::kDate;
    case TypeRoot::kTime:
      return JavaType::kTime;
    case TypeRoot::kTimestamp:
      return JavaType::kTimestamp;
    case TypeRoot::kTimestampLtz:
      return JavaType::kInstant;
    case TypeRoot::kArray:
      return JavaType::kList;
    case TypeRoot::kMap:
      return JavaType::kMap;
    case TypeRoot::kRow:
      return is_zoned(type) ? JavaType::kZoned : JavaType::kRow;
    case TypeRoot::kVariant:
      return JavaType::kVariant;
    default:
      return JavaType::kNull;
  }
}

std::string class_name(JavaType type, Version version) {
  bool old = level(version) < 36;
  switch (boxed(type)) {
    case JavaType::kBoolean:
      return "java.lang.Boolean";
    case JavaType::kByte:
      return "java.lang.Byte";
    case JavaType::kShort:
      return "java.lang.Short";
    case JavaType::kInteger:
      return "java.lang.Integer";
    case JavaType::kLongBox:
      return "java.lang.Long";
    case JavaType::kFloat:
      return "java.lang.Float";
    case JavaType::kDouble:
      return "java.lang.Double";
    case JavaType::kDecimal:
      return old ? "org.apache.flink.cdc.common.data.DecimalData" : "java.math.BigDecimal";
    case JavaType::kString:
      return "java.lang.String";
    case JavaType::kBytes:
      return "[B";
    case JavaType::kDate:
      return old ? "org.apache.flink.cdc.common.data.DateData" : "java.time.LocalDate";
    case JavaType::kTime:
      return old ? "org.apache.flink.cdc.common.data.TimeData" : "java.time.LocalTime";
    case JavaType::kTimestamp:
      return old ? "org.apache.flink.cdc.common.data.TimestampData" : "java.time.LocalDateTime";
    case JavaType::kInstant:
      return old ? "org.apache.flink.cdc.common.data.LocalZonedTimestampData" : "java.time.Instant";
    case JavaType::kZoned:
      return old ? "org.apache.flink.cdc.common.data.ZonedTimestampData" : "java.time.ZonedDateTime";
    case JavaType::kList:
    case JavaType::kRow:
      return "java.util.ArrayList";
    case JavaType::kMap:
      return "java.util.HashMap";
    default:
      return "java.lang.Object";
  }
}

void fail_null() {
  throw Failure("cdc/run", "NullPointerException", {},
                "a null reached code that takes none; guard it with CASE WHEN … IS NULL THEN … ELSE … END");
}

void fail_run(const std::string& message, const std::string& hint) {
  throw Failure("cdc/run", message, {}, hint);
}

bool is_metadata(std::string_view name) {
  return std::any_of(std::begin(kMetadataNames), std::end(kMetadataNames),
                     [&](const char* known) { return name == known; });
}

bool Scope::is_metadata(std::string_view name) const {
  if (cdc::is_metadata(name)) return true;
  return source_metadata &&
         std::find(source_metadata->begin(), source_metadata->end(), name) != source_metadata->end();
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

Value Compiled::eval(const EvalContext& context) const {
  if (!compile_error.empty())
    throw Failure("cdc/compile", "Expression cannot be compiled. This is a bug. Please file an issue.", {},
                  compile_error);
  Value value = root->eval(context);
  if (value.kind() == ValueKind::kDecimal && type.is(TypeRoot::kDecimal)) {
    // DecimalData goes into the row by its digits alone.
    if (pastes_decimals) {
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

// The rows of a projection come from a table named TB.
void check_qualifier(const sql::Column& column) {
  std::string table = column.name.text();
  if (column.name.simple()) return;
  table.resize(table.size() - column.name.last().size() - 1);
  if (table == "TB" || table == "default_schema.TB") return;
  throw Failure(
      "cdc/expression",
      "Table '" + table + "' not found" + (ascii_iequals(table, "TB") ? "; did you mean 'TB'?" : ""),
      column.span, "write the column's name alone");
}

NodePtr ExprCompiler::column(const sql::Column& column) {
  if (projection()) check_qualifier(column);
  const std::string& name = column.name.last();
  std::string upper = name;
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  // Calcite takes NOW and UNIX_TIMESTAMP without parentheses for columns.
  bool parentheses = upper == "NOW" || upper == "UNIX_TIMESTAMP";
  bool known = !projection() || !parentheses || scope_.source->find(name) >= 0;
  for (const char* function : kFunctionNames)
    if (known && upper == function) return niladic(upper);
  int32_t in_source = scope_.source->find(name);
  int32_t in_projected = scope_.projected ? scope_.projected->find(name) : -1;
  if (in_source >= 0 || in_projected >= 0) {
    auto node = std::make_shared<ColumnNode>();
    node->projected = in_projected >= 0;
    node->index = node->projected ? in_projected : in_source;
    const Schema& schema = node->projected ? *scope_.projected : *scope_.source;
    const LogicalType& actual = schema.columns[static_cast<size_t>(node->index)].type;
    node->java = class_of(actual);
    // Filters deduce types from the source columns, whatever a projection made of them.
    node->type = cap(in_source >= 0 ? scope_.source->columns[static_cast<size_t>(in_source)].type : actual);
    return node;
  }
  for (int32_t i = 0; i < 4; ++i) {
    if (name != kMetadataNames[i]) continue;
    auto node = std::make_shared<MetadataNode>();
    node->which = static_cast<Metadata>(i);
    node->java = JavaType::kString;
    node->type = LogicalType::string().with_nullable(false);
    return node;
  }
  if (scope_.is_metadata(name)) {
    auto node = std::make_shared<SourceMetadataNode>();
    node->name = name;
    node->java = JavaType::kLongBox;
    node->type = LogicalType::bigint().with_nullable(false);
    return node;
  }
  if (projection()) {
    std::vector<std::string> names;
    for (const Column& c : scope_.source->columns) names.push_back(c.name);
    std::string other;  // Calcite's own guess: the same name in another case
    for (const std::string& known_name : names)
      if (ascii_iequals(known_name, name)) other = known_name;
    for (const char* metadata : kMetadataNames)
      if (ascii_iequals(metadata, name)) other = metadata;
    refuse("Column '" + name + "' not found in any table" +
               (other.empty() ? "" : "; did you mean '" + other + "'?"),
           column, other.empty() ? did_you_mean(name, names) : "");
  }
  not_java("Unknown variable or type \"" + name + "\"");
  return constant(Value::null(), JavaType::kObject, LogicalType());
}

NodePtr ExprCompiler::niladic(const std::string& upper_name) {
  sql::Call call;
  return compile_function(*this, upper_name, call, {});
}

Compiled compile_projection(const sql::ExprPtr& expr, std::string_view text, const Scope& scope) {
  ExprCompiler compiler(scope, text);
  Compiled out;
  out.root = compiler.compile(expr);
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
