// Queries of the AST: WITH, SELECT, set operations, VALUES, tables in FROM, MATCH_RECOGNIZE.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sql/ast_expr.h"

namespace rowkind::sql {

// --- hints -----------------------------------------------------------------------------------------------

// One hint of /*+ NAME, NAME(t1, t2), NAME('k' = 'v') */. Behind SELECT it is a query hint, behind a table a
// table hint.
struct Hint {
  struct Option {
    std::optional<std::string> key;  // 'k' = 'v' or k = 'v'; else a bare value
    std::string value;               // text of an identifier, a string or a number
    bool string = false;             // the value was in quotes
    Span span = {};
  };
  Identifier name;
  std::vector<Option> options;
  Span span = {};
};

// --- tables in FROM --------------------------------------------------------------------------------------

enum class TableKind : uint8_t { kName, kDerived, kFunction, kUnnest, kJoin, kMatch };

struct TableRef {
  TableKind kind;
  Span span = {};
  std::optional<Identifier> alias;
  std::vector<Identifier> alias_columns;

 protected:
  explicit TableRef(TableKind k) : kind(k) {}
};
using TableRefPtr = std::shared_ptr<const TableRef>;

// catalog.db.t /*+ OPTIONS(..) */ FOR SYSTEM_TIME AS OF expr AS x (a, b)
struct NamedTable : TableRef {
  static constexpr TableKind kKind = TableKind::kName;
  NamedTable() : TableRef(kKind) {}
  QualifiedName name;
  std::vector<Hint> hints;
  ExprPtr system_time;  // FOR SYSTEM_TIME AS OF; null without
};

// (query), LATERAL (query), (VALUES ..)
struct DerivedTable : TableRef {
  static constexpr TableKind kKind = TableKind::kDerived;
  DerivedTable() : TableRef(kKind) {}
  QueryPtr query;
  bool lateral = false;
};

// TABLE(f(..)), LATERAL TABLE(f(..)), or just f(..): window functions, process table functions, table
// functions.
struct FunctionTable : TableRef {
  static constexpr TableKind kKind = TableKind::kFunction;
  FunctionTable() : TableRef(kKind) {}
  ExprPtr call;  // a Call
  bool lateral = false;
  bool wrapped = false;  // written with TABLE( )
};

// UNNEST(a, b) [WITH ORDINALITY]; lateral whether or not it is said (CROSS JOIN UNNEST(t.a)).
struct UnnestTable : TableRef {
  static constexpr TableKind kKind = TableKind::kUnnest;
  UnnestTable() : TableRef(kKind) {}
  std::vector<ExprPtr> operands;
  bool with_ordinality = false;
  bool lateral = false;
};

// kLeftSemi has no syntax in Flink: the parser names the way out instead.
enum class JoinType : uint8_t { kComma, kCross, kInner, kLeft, kRight, kFull, kLeftSemi };

struct JoinTable : TableRef {
  static constexpr TableKind kKind = TableKind::kJoin;
  JoinTable() : TableRef(kKind) {}
  JoinType type = JoinType::kInner;
  bool natural = false;
  TableRefPtr left, right;
  ExprPtr on;  // null with USING, NATURAL, CROSS, comma
  std::vector<Identifier> using_columns;
  Span type_span = {};  // the words LEFT JOIN, the comma ...
};

// --- MATCH_RECOGNIZE -------------------------------------------------------------------------------------

enum class PatternKind : uint8_t { kVariable, kSequence, kAlternation, kRepeat, kPermute, kExclude };

struct Pattern;
using PatternPtr = std::shared_ptr<const Pattern>;

struct Pattern {
  PatternKind kind = PatternKind::kVariable;
  Identifier variable;            // kVariable
  std::vector<PatternPtr> parts;  // kSequence, kAlternation, kPermute: two or more; kRepeat, kExclude: one
  int64_t min = 1;                // kRepeat: * = 0.., + = 1.., ? = 0..1, {n}, {n,}, {n,m}; {,m} has min -1
  int64_t max = 1;                // -1: no upper bound
  bool reluctant = false;         // *? +? ?? {..}?
  Span span = {};
};

enum class RowsPerMatch : uint8_t { kUnspecified, kOneRow, kAllRows };
enum class AfterMatch : uint8_t { kUnspecified, kToNextRow, kPastLastRow, kToFirst, kToLast };

struct MatchTable : TableRef {
  static constexpr TableKind kKind = TableKind::kMatch;
  MatchTable() : TableRef(kKind) {}
  struct Measure {
    ExprPtr expr;
    Identifier alias;
  };
  struct Subset {
    Identifier name;
    std::vector<Identifier> variables;
  };
  struct Define {
    Identifier variable;
    ExprPtr condition;
  };
  TableRefPtr input;
  std::vector<ExprPtr> partition_by;
  std::vector<OrderItem> order_by;
  std::vector<Measure> measures;
  RowsPerMatch rows_per_match = RowsPerMatch::kUnspecified;
  Span rows_span = {};
  AfterMatch after_match = AfterMatch::kUnspecified;
  Identifier after_variable;  // kToFirst, kToLast
  Span after_span = {};
  bool strict_start = false;  // ^
  bool strict_end = false;    // $
  PatternPtr pattern;
  ExprPtr within;  // an Interval; null without
  std::vector<Subset> subsets;
  std::vector<Define> defines;
};

// --- query -----------------------------------------------------------------------------------------------

enum class BodyKind : uint8_t { kSelect, kSetOperation, kValues, kTable, kNested };

struct QueryBody {
  BodyKind kind;
  Span span = {};

 protected:
  explicit QueryBody(BodyKind k) : kind(k) {}
};
using BodyPtr = std::shared_ptr<const QueryBody>;

struct SelectItem {
  ExprPtr expr;  // Star for * and t.*
  std::optional<Identifier> alias;
  Span span = {};
};

enum class GroupKind : uint8_t { kExpression, kEmpty, kGroupingSets, kRollup, kCube };

// expr · (a, b) (an Operator kRow) · () · GROUPING SETS (..) · ROLLUP (..) · CUBE (..)
struct GroupItem {
  GroupKind kind = GroupKind::kExpression;
  ExprPtr expr;                  // kExpression
  std::vector<GroupItem> items;  // the last three kinds
  Span span = {};
};

struct GroupBy {
  SetQuantifier quantifier = SetQuantifier::kUnspecified;
  std::vector<GroupItem> items;
  Span span = {};
};

struct NamedWindow {
  Identifier name;
  WindowSpec spec;
};

struct Select : QueryBody {
  static constexpr BodyKind kKind = BodyKind::kSelect;
  Select() : QueryBody(kKind) {}
  std::vector<Hint> hints;
  SetQuantifier quantifier = SetQuantifier::kUnspecified;
  std::vector<SelectItem> items;
  TableRefPtr from;  // null: SELECT 1
  ExprPtr where;
  std::optional<GroupBy> group_by;
  ExprPtr having;
  std::vector<NamedWindow> windows;
  ExprPtr qualify;
};

enum class SetOp : uint8_t { kUnion, kIntersect, kExcept };

// INTERSECT binds tighter than UNION and EXCEPT; the tree says so.
struct SetOperation : QueryBody {
  static constexpr BodyKind kKind = BodyKind::kSetOperation;
  SetOperation() : QueryBody(kKind) {}
  SetOp op = SetOp::kUnion;
  bool all = false;
  BodyPtr left, right;
  Span op_span = {};
};

// VALUES (1, 'a'), (2, 'b'), ROW(3, 'c'), 4: each row as its list of expressions.
struct Values : QueryBody {
  static constexpr BodyKind kKind = BodyKind::kValues;
  Values() : QueryBody(kKind) {}
  struct Row {
    std::vector<ExprPtr> items;
    Span span = {};
  };
  std::vector<Row> rows;
};

// TABLE t
struct ExplicitTable : QueryBody {
  static constexpr BodyKind kKind = BodyKind::kTable;
  ExplicitTable() : QueryBody(kKind) {}
  QualifiedName name;
};

// (query) with its own WITH, ORDER BY or LIMIT as operand of a set operation or as a whole body
struct NestedQuery : QueryBody {
  static constexpr BodyKind kKind = BodyKind::kNested;
  NestedQuery() : QueryBody(kKind) {}
  QueryPtr query;
};

struct CommonTable {
  Identifier name;
  std::vector<Identifier> columns;
  QueryPtr query;
  Span span = {};
};

struct Query {
  bool recursive = false;  // WITH RECURSIVE: parses, refused by the binder
  std::vector<CommonTable> with;
  BodyPtr body;
  std::vector<OrderItem> order_by;
  ExprPtr offset;  // OFFSET n ROWS, LIMIT start, count
  ExprPtr fetch;   // LIMIT n, FETCH FIRST n ROWS ONLY; null also for LIMIT ALL
  Span fetch_span = {};
  Span span = {};
};

}  // namespace rowkind::sql
