// Expressions of transform rules. Flink CDC types them with Calcite (projections only), turns them into Java
// source and runs that; so every node here has two types: Calcite's, which becomes the column's type, and the
// Java class of the value, which decides whether the generated code compiles, what `=` compares and where a
// null is unboxed. Values are those of types/value.h; a DATE is an integer, a decimal literal a double.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdc/event.h"
#include "cdc/version.h"
#include "sql/ast.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind::cdc {

enum class JavaType : uint8_t {
  kNull,  // the literal null
  kBool,  // primitives, in the order of numeric promotion
  kPrimitiveShort,
  kInt,
  kLong,
  kPrimitiveFloat,
  kPrimitiveDouble,
  kBoolean,  // boxed: may be null
  kByte,
  kShort,
  kInteger,
  kLongBox,
  kFloat,
  kDouble,
  kDecimal,  // BigDecimal; DecimalData up to 3.5
  kString,
  kBytes,
  kDate,
  kTime,
  kTimestamp,
  kInstant,
  kZoned,
  kList,
  kMap,
  kRow,
  kVariant,
  kPeriod,  // an interval literal
  kObject,
};
inline bool is_primitive(JavaType t) {
  return t >= JavaType::kBool && t <= JavaType::kPrimitiveDouble;
}
inline bool is_boolean(JavaType t) {
  return t == JavaType::kBool || t == JavaType::kBoolean;
}
JavaType boxed(JavaType type);
// The primitive that a boxed number is unboxed to in arithmetic (Byte and Short become int); kNull: no
// number.
JavaType numeric_primitive(JavaType type);
JavaType class_of(const LogicalType& type);
// "java.lang.Integer"
std::string class_name(JavaType type, Version version);

// One image of one event.
struct EvalContext {
  const Row* source = nullptr;     // by the pruned source schema
  const Row* projected = nullptr;  // filters only
  const TableId* table = nullptr;
  const char* row_kind = "";       // __data_event_type__
  int64_t now = 0;                 // epoch milliseconds
  const Meta* meta = nullptr;      // of the event
  const TimeZone* zone = nullptr;  // local-time-zone
};

// A run-time failure of the generated code.
[[noreturn]] void fail_null();  // NullPointerException
[[noreturn]] void fail_run(const std::string& message, const std::string& hint = "");

class JavaText;

class Node {
 public:
  JavaType java = JavaType::kNull;
  LogicalType type;
  std::shared_ptr<const JavaText> infix;  // of a Java operator (java_text.h), else null

  virtual ~Node() = default;
  virtual Value eval(const EvalContext& context) const = 0;
  // A literal's value, or null.
  virtual const Value* literal() const { return nullptr; }
};
using NodePtr = std::shared_ptr<const Node>;

// A computed column or a filter. What cannot be compiled as Java still has a type; it fails when the first
// row comes.
struct Compiled {
  NodePtr root;
  LogicalType type;
  std::string compile_error;  // why the Java does not compile; "": it does
  std::string text;           // as written
  Span span = {};             // in the text that was compiled
  bool pastes_decimals = false;

  // Throws Failure cdc/compile if the Java does not compile. To be called before eval().
  void check() const;
  // The value as the column's type holds it. Throws Failure cdc/run.
  Value eval(const EvalContext& context) const;
};

// What names mean. A projection sees source columns and metadata; a filter projected columns first.
struct Scope {
  const Schema* source = nullptr;
  const Schema* projected = nullptr;  // null: a projection
  Version version = Version::k37;
  bool wide_decimals = false;
  const std::vector<std::string>* source_metadata = nullptr;  // BIGINTs out of the event's meta
  const std::vector<std::string>* functions = nullptr;        // of the user, in upper case
  bool sql_semantics = false;                                 // transform.expression.semantics: FLINK_SQL

  bool filter() const { return projected != nullptr; }
  // `name` is a metadata column: one of every table, or of the source.
  bool is_metadata(std::string_view name) const;
};

// Throws Failure cdc/expression: what the validator or the translator of Flink CDC refuses. `text` is the
// whole text the spans of `expr` count in.
Compiled compile_projection(const sql::ExprPtr& expr, std::string_view text, const Scope& scope);
Compiled compile_filter(const sql::ExprPtr& expr, std::string_view text, const Scope& scope);

// `__table_name__` and the like; null type root: no such metadata column.
bool is_metadata(std::string_view name);
// Whether an expression's text names `column` (in any case for functions, exactly for columns).
void collect_columns(const sql::ExprPtr& expr, std::vector<std::string>& out);
// Calcite's name of a type without its nullability: INTEGER, VARCHAR, TIMESTAMP(3).
std::string calcite_type(const LogicalType& type);
// Calcite's own spelling: UPPER(`title`). `table` stands in front of columns: "`TB`." once they are resolved.
std::string calcite_text(const sql::Expr& expr, std::string_view text, std::string_view table = "");
// Nodes of a tree, children of `expr` in order.
// Refuses a column of another table than the projection's own.
void check_qualifier(const sql::Column& column);
std::vector<sql::ExprPtr> children_of(const sql::Expr& expr);

}  // namespace rowkind::cdc
