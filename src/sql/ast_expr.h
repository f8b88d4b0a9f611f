// Expressions of the AST. Nodes are immutable and shared; `kind` says which struct a node is:
//
//   if (const auto* call = node_cast<Call>(expr)) ...      // pointer or nullptr
//
// Nothing is resolved here: names are what the user wrote, numbers are their text. Every span points into the
// script.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "types/logical_type.h"

namespace rowkind::sql {

// One part of a name. Flink keeps the case of both forms; `quoted` is for printing and for "is this a
// keyword".
struct Identifier {
  std::string name;
  bool quoted = false;
  Span span = {};
};

// `a`, `t.a`, `db.t` ... Never empty once parsed.
struct QualifiedName {
  std::vector<Identifier> parts;
  Span span = {};

  bool empty() const { return parts.empty(); }
  bool simple() const { return parts.size() == 1; }
  const std::string& last() const { return parts.back().name; }
  std::string text() const;  // joined with dots, no quotes
};

// A data type as written. LogicalType carries its nullability (NOT NULL).
struct DataType {
  LogicalType type;
  Span span = {};
};

enum class ExprKind : uint8_t {
  kLiteral,
  kInterval,
  kTimeDifference,
  kColumn,
  kStar,
  kOperator,
  kCase,
  kCast,
  kCall,
  kJsonCall,
  kFieldAccess,
  kSubquery,
  kIn,
  kQuantified,
  kBetween,
  kLike,
  kTableArgument,
  kDescriptor,
  kSymbol,
  kDefault,
  kDynamicParameter,
};

struct Expr {
  ExprKind kind;
  bool parenthesized = false;  // the user put ( ) around it; changes nothing but printing of names
  Span span = {};

 protected:
  explicit Expr(ExprKind k) : kind(k) {}
};
using ExprPtr = std::shared_ptr<const Expr>;

template <typename T, typename Base>
const T* node_cast(const std::shared_ptr<const Base>& node) {
  return node && node->kind == T::kKind ? static_cast<const T*>(node.get()) : nullptr;
}
template <typename T, typename Base>
const T* node_cast(const Base* node) {
  return node && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}

struct Query;
using QueryPtr = std::shared_ptr<const Query>;

// --- leaves ----------------------------------------------------------------------------------------------

enum class LiteralKind : uint8_t {
  kNull,
  kBoolean,       // text TRUE or FALSE
  kUnknown,       // the literal UNKNOWN (BOOLEAN NULL)
  kExact,         // text as written: 12, 12.50, .5
  kApproximate,   // text as written: 1e3, 1.5E-3
  kString,        // text = value, quotes and U& escapes resolved
  kBinary,        // X'0A1F': text = the hex digits, upper case, even count
  kDate,          // DATE '2024-1-31': text = 2024-01-31, checked and padded by the parser
  kTime,          // 10:00:00[.digits as written]
  kTimestamp,     // 2024-01-31 10:00:00[.digits]; the time of day may be left out by the user
  kTimestampLtz,  // TIMESTAMP WITH LOCAL TIME ZONE '...'
};

// Unsigned: a minus sign is Op::kNegate around it, as in Calcite.
struct Literal : Expr {
  static constexpr ExprKind kKind = ExprKind::kLiteral;
  Literal() : Expr(kKind) {}
  LiteralKind literal = LiteralKind::kNull;
  std::string text;
};

// INTERVAL [-] '1 10:00' DAY [(p)] TO MINUTE, or (`value` set) INTERVAL expr DAY.
struct Interval : Expr {
  static constexpr ExprKind kKind = ExprKind::kInterval;
  Interval() : Expr(kKind) {}
  bool negative = false;
  std::string text;  // between the quotes
  ExprPtr value;     // INTERVAL <numeric expression> UNIT (not a literal); else null
  LogicalType type;  // the interval type with its precisions
  std::string unit;  // upper case: "DAY", "DAY(3) TO SECOND(3)", also "WEEK", "QUARTER" (= 7 DAY, 3 MONTH)
  int64_t amount =
      0;  // of a literal: months or milliseconds, sign included; of an expression: those of one unit
};

// (to - from) DAY TO SECOND: the time between two points as an interval.
struct TimeDifference : Expr {
  static constexpr ExprKind kKind = ExprKind::kTimeDifference;
  TimeDifference() : Expr(kKind) {}
  ExprPtr to, from;
  LogicalType type;
  std::string unit;  // as Interval::unit
};

// A column, or a column with fields (`t.a`, `r.f`, `db.t.a.f`): only the binder can tell.
struct Column : Expr {
  static constexpr ExprKind kKind = ExprKind::kColumn;
  Column() : Expr(kKind) {}
  QualifiedName name;
};

// `*` or `t.*` in a select list, `*` in COUNT(*).
struct Star : Expr {
  static constexpr ExprKind kKind = ExprKind::kStar;
  Star() : Expr(kKind) {}
  QualifiedName qualifier;
};

// A keyword used as an argument: units of time (DAY, EPOCH ...), BOTH / LEADING / TRAILING. Upper case.
struct Symbol : Expr {
  static constexpr ExprKind kKind = ExprKind::kSymbol;
  Symbol() : Expr(kKind) {}
  std::string name;
};

struct Default : Expr {  // the word DEFAULT as an argument or a VALUES item
  static constexpr ExprKind kKind = ExprKind::kDefault;
  Default() : Expr(kKind) {}
};

struct DynamicParameter : Expr {  // `?`: parses, refused by the binder
  static constexpr ExprKind kKind = ExprKind::kDynamicParameter;
  DynamicParameter() : Expr(kKind) {}
};

// --- operators -------------------------------------------------------------------------------------------

enum class Op : uint8_t {
  // two operands or more: a AND b AND c is one node
  kOr,
  kAnd,
  // two operands
  kEquals,
  kNotEquals,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIsDistinctFrom,
  kIsNotDistinctFrom,
  kPlus,
  kMinus,
  kMultiply,
  kDivide,
  kModulo,
  kConcat,
  kItem,  // operand[index]
  kOverlaps,
  kContains,
  kPrecedes,
  kSucceeds,
  kImmediatelyPrecedes,
  kImmediatelySucceeds,
  kPeriodEquals,
  kMemberOf,
  kNotMemberOf,
  kSubmultisetOf,
  kNotSubmultisetOf,
  kMultisetUnion,
  kMultisetUnionDistinct,
  kMultisetIntersect,
  kMultisetIntersectDistinct,
  kMultisetExcept,
  kMultisetExceptDistinct,
  // one operand, in front (kNegate and kPositive are the signs)
  kNot,
  kNegate,
  kPositive,
  kRunning,
  kFinal,
  // one operand, behind
  kIsNull,
  kIsNotNull,
  kIsTrue,
  kIsNotTrue,
  kIsFalse,
  kIsNotFalse,
  kIsUnknown,
  kIsNotUnknown,
  kIsASet,
  kIsNotASet,
  kIsEmpty,
  kIsNotEmpty,
  kIsJsonValue,
  kIsNotJsonValue,
  kIsJsonObject,
  kIsNotJsonObject,
  kIsJsonArray,
  kIsNotJsonArray,
  kIsJsonScalar,
  kIsNotJsonScalar,
  // any number of operands
  kRow,       // (a, b) or ROW(a, b); ROW() of none parses
  kArray,     // ARRAY[..]
  kMap,       // MAP[k, v, k, v]
  kMultiset,  // MULTISET[..]
  kPeriod,    // PERIOD (a, b)
};

// Calcite's name of the operator, as messages print it: "=", "IS NOT NULL", "ITEM" ...
const char* op_name(Op op);

struct Operator : Expr {
  static constexpr ExprKind kKind = ExprKind::kOperator;
  Operator() : Expr(kKind) {}
  Op op = Op::kAnd;
  std::vector<ExprPtr> operands;
  Span op_span = {};     // the operator's own words
  bool keyword = false;  // kRow only: written with ROW in front
};

struct Case : Expr {
  static constexpr ExprKind kKind = ExprKind::kCase;
  Case() : Expr(kKind) {}
  struct When {
    std::vector<ExprPtr> conditions;  // one; several only for CASE x WHEN 1, 2 THEN
    ExprPtr result;
  };
  ExprPtr operand;  // CASE operand WHEN ...; else null
  std::vector<When> whens;
  ExprPtr otherwise;  // null without ELSE
};

struct Cast : Expr {
  static constexpr ExprKind kKind = ExprKind::kCast;
  Cast() : Expr(kKind) {}
  ExprPtr operand;
  DataType target;
  // Of an INTERVAL target: as Interval::unit, and the months or milliseconds of one (0: a range of units).
  std::string unit;
  int32_t amount = 0;
  bool safe = false;  // TRY_CAST
};

// (r).f, f(x).g, a[1].b; a plain r.f is a Column.
struct FieldAccess : Expr {
  static constexpr ExprKind kKind = ExprKind::kFieldAccess;
  FieldAccess() : Expr(kKind) {}
  ExprPtr operand;
  Identifier field;  // `*` as in (r).* is name "*" unquoted
};

enum class SubqueryKind : uint8_t { kScalar, kExists, kUnique, kArray, kMultiset, kMap };

struct Subquery : Expr {
  static constexpr ExprKind kKind = ExprKind::kSubquery;
  Subquery() : Expr(kKind) {}
  SubqueryKind form = SubqueryKind::kScalar;
  QueryPtr query;
};

// operand [NOT] IN (list) or (query). A row on the left is an Operator kRow.
struct In : Expr {
  static constexpr ExprKind kKind = ExprKind::kIn;
  In() : Expr(kKind) {}
  ExprPtr operand;
  bool negated = false;
  std::vector<ExprPtr> list;  // empty when `query` is set
  QueryPtr query;
};

// operand = ANY (..), operand > ALL (..)
struct Quantified : Expr {
  static constexpr ExprKind kKind = ExprKind::kQuantified;
  Quantified() : Expr(kKind) {}
  ExprPtr operand;
  Op op = Op::kEquals;
  bool all = false;  // else ANY / SOME
  std::vector<ExprPtr> list;
  QueryPtr query;
};

struct Between : Expr {
  static constexpr ExprKind kKind = ExprKind::kBetween;
  Between() : Expr(kKind) {}
  ExprPtr operand, low, high;
  bool negated = false;
  bool symmetric = false;
};

enum class LikeKind : uint8_t { kLike, kSimilarTo, kRlike, kIlike };

struct Like : Expr {
  static constexpr ExprKind kKind = ExprKind::kLike;
  Like() : Expr(kKind) {}
  LikeKind form = LikeKind::kLike;
  bool negated = false;
  ExprPtr operand, pattern, escape;  // escape may be null
};

// --- calls -----------------------------------------------------------------------------------------------

enum class NullOrder : uint8_t { kUnspecified, kFirst, kLast };

struct OrderItem {
  ExprPtr expr;
  bool descending = false;
  NullOrder nulls = NullOrder::kUnspecified;
  Span span = {};
};

enum class BoundKind : uint8_t {
  kUnboundedPreceding,
  kPreceding,
  kCurrentRow,
  kFollowing,
  kUnboundedFollowing
};

struct FrameBound {
  BoundKind kind = BoundKind::kCurrentRow;
  ExprPtr offset;  // kPreceding, kFollowing
  Span span = {};
};

struct Frame {
  bool rows = false;  // else RANGE
  FrameBound start;
  std::optional<FrameBound> end;  // without BETWEEN there is only the start
  Span span = {};
};

// What stands in OVER ( ) or behind WINDOW name AS.
struct WindowSpec {
  std::optional<Identifier> base;  // (w ORDER BY ..), or OVER w (then nothing else is set and `by_name`)
  bool by_name = false;
  std::vector<ExprPtr> partition_by;
  std::vector<OrderItem> order_by;
  std::optional<Frame> frame;
  std::optional<bool> allow_partial;  // ALLOW / DISALLOW PARTIAL
  Span span = {};
};

struct Argument {
  std::optional<Identifier> name;  // name => value
  ExprPtr value;
};

// How a call was written; the binder reads `name` and `arguments`, which are the same whatever the syntax.
enum class CallSyntax : uint8_t {
  kPlain,      // f(a, b)
  kNoParens,   // CURRENT_DATE, LOCALTIMESTAMP ...
  kExtract,    // EXTRACT(unit FROM x): arguments Symbol, x
  kPosition,   // POSITION(a IN b [FROM n]): a, b[, n]
  kSubstring,  // SUBSTRING(x FROM a [FOR b]): x, a[, b]
  kTrim,       // TRIM([BOTH|LEADING|TRAILING] [chars] FROM x), TRIM(x): Symbol, chars (' ' when left out), x
  kOverlay,    // OVERLAY(x PLACING y FROM a [FOR b]): x, y, a[, b]
  kToUnit,     // CEIL(x TO unit), FLOOR(x TO unit): x, Symbol
  kConvert,    // CONVERT(x USING cs), TRANSLATE(x USING cs): x, Symbol
};

enum class NullTreatment : uint8_t { kUnspecified, kIgnoreNulls, kRespectNulls };
enum class SetQuantifier : uint8_t { kUnspecified, kAll, kDistinct };

// Any function, aggregate, group window, table function or match function.
// TIMESTAMPADD / TIMESTAMPDIFF / FLOOR .. TO take their unit as a Symbol argument.
struct Call : Expr {
  static constexpr ExprKind kKind = ExprKind::kCall;
  Call() : Expr(kKind) {}
  QualifiedName name;  // one part for built-in functions; case as written
  CallSyntax syntax = CallSyntax::kPlain;
  SetQuantifier quantifier = SetQuantifier::kUnspecified;
  std::vector<Argument> arguments;
  std::vector<OrderItem> order_by;      // inside the parentheses: ARRAY_AGG(x ORDER BY y)
  std::vector<OrderItem> within_group;  // WITHIN GROUP (ORDER BY ..)
  NullTreatment nulls = NullTreatment::kUnspecified;
  ExprPtr filter;  // FILTER (WHERE ..)
  std::optional<WindowSpec> over;
};

enum class JsonBehavior : uint8_t {
  kUnspecified,
  kNull,
  kError,
  kDefault,
  kEmpty,
  kEmptyArray,
  kEmptyObject,
  kTrue,
  kFalse,
  kUnknown
};
enum class JsonWrapper : uint8_t { kUnspecified, kWithout, kWithoutArray, kConditional, kUnconditional };
enum class JsonNulls : uint8_t { kUnspecified, kNullOnNull, kAbsentOnNull };

// JSON_EXISTS, JSON_VALUE, JSON_QUERY, JSON_OBJECT, JSON_ARRAY, JSON_OBJECTAGG, JSON_ARRAYAGG. FILTER and
// OVER of the aggregates included.
struct JsonCall : Expr {
  static constexpr ExprKind kKind = ExprKind::kJsonCall;
  JsonCall() : Expr(kKind) {}
  QualifiedName name;  // one part, as written
  // OBJECT, OBJECTAGG: key, value, key, value ...; VALUE, QUERY, EXISTS: input, path
  std::vector<ExprPtr> arguments;
  std::optional<DataType> returning;
  JsonBehavior on_empty = JsonBehavior::kUnspecified;
  JsonBehavior on_error = JsonBehavior::kUnspecified;
  ExprPtr empty_default, error_default;  // with kDefault
  JsonWrapper wrapper = JsonWrapper::kUnspecified;
  JsonNulls nulls = JsonNulls::kUnspecified;
  std::vector<OrderItem> order_by;  // JSON_ARRAYAGG(x ORDER BY y)
  ExprPtr filter;
  std::optional<WindowSpec> over;
};

// --- arguments of table functions ------------------------------------------------------------------------

// TABLE t [PARTITION BY ..] [ORDER BY ..], or (query) PARTITION BY .. as an argument. A bare (query) is a
// scalar Subquery here; functions that take tables read it as one.
struct TableArgument : Expr {
  static constexpr ExprKind kKind = ExprKind::kTableArgument;
  TableArgument() : Expr(kKind) {}
  QualifiedName table;  // empty when `query` is set
  QueryPtr query;
  std::vector<ExprPtr> partition_by;
  std::vector<OrderItem> order_by;
};

// DESCRIPTOR(a, b)
struct Descriptor : Expr {
  static constexpr ExprKind kKind = ExprKind::kDescriptor;
  Descriptor() : Expr(kKind) {}
  std::vector<QualifiedName> columns;
};

}  // namespace rowkind::sql
