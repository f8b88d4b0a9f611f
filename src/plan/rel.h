// Logical relational algebra, as the binder makes it and logical rules rewrite it (Calcite's RelNode in
// small). Immutable and shared; a rule builds new nodes. A sub-query used twice (CTE, view, STATEMENT SET) is
// one shared node.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/aggregate.h"
#include "expr/expr.h"
#include "plan/catalog.h"

namespace rowkind {

enum class RelKind : uint8_t {
  kScan,
  kValues,
  kProject,
  kFilter,
  kAggregate,
  kJoin,
  kCorrelate,
  kSetOp,
  kSort,
  kUnnest,
  kWindowTvf,
  kTableFunction,
  kLateralSnapshot,
  kMatch,
  kSnapshot,
  kWatermark,
  kSink,
  // Made by rules only (rules/rel_tree.h).
  kOver,
  kRank,
  kExpand,
  kReplicate,
  kMultiJoin,
};

struct Rel;
using RelPtr = std::shared_ptr<const Rel>;

struct Rel {
  explicit Rel(RelKind k) : kind(k) {}
  virtual ~Rel() = default;
  RelKind kind;
  RowType type;  // output columns; names are unique only where SQL makes them so
  std::vector<RelPtr> inputs;
  Span span;
};

enum class JoinType : uint8_t { kInner, kLeft, kRight, kFull, kSemi, kAnti };
enum class SetOpKind : uint8_t { kUnion, kIntersect, kExcept };

struct SortKey {
  int32_t column = 0;
  bool descending = false;
  bool nulls_first = true;  // Flink: NULLs are low (ASC first, DESC last) unless told otherwise
};

// Physical and metadata columns of a table that exist in the feed, as CatalogTable::scan_type (computed
// columns and watermark are Project / Watermark above it).
struct ScanRel : Rel {
  ScanRel() : Rel(RelKind::kScan) {}
  std::shared_ptr<const CatalogTable> table;
  std::map<std::string, std::string> hints;  // OPTIONS
};
struct ValuesRel : Rel {
  ValuesRel() : Rel(RelKind::kValues) {}
  std::vector<ExprList> rows;  // constant expressions
};
struct ProjectRel : Rel {
  ProjectRel() : Rel(RelKind::kProject) {}
  ExprList exprs;  // may hold kOver and kSubquery before the rules that remove them
};
struct FilterRel : Rel {
  FilterRel() : Rel(RelKind::kFilter) {}
  ExprPtr condition;  // may hold kSubquery
};
enum class WindowKind : uint8_t { kTumble, kHop, kCumulate, kSession };
// GROUP BY TUMBLE(ts, ...) and the like, set by a rule: columns w$start, w$end, [w$rowtime], w$proctime
// follow the calls.
struct LegacyWindow {
  WindowKind window = WindowKind::kTumble;
  int64_t size = 0, slide = 0;  // milliseconds; SESSION: size is the gap
  int32_t time_column = -1;     // -1: processing time that no column holds
  std::string time_name;
  bool rowtime = true, ltz = false;
};
struct AggregateRel : Rel {
  AggregateRel() : Rel(RelKind::kAggregate) {}
  std::vector<int32_t> grouping;                    // output starts with these columns
  std::vector<std::vector<int32_t>> grouping_sets;  // of input columns; empty or one = plain GROUP BY
  std::vector<AggregateCall>
      calls;  // GROUPING / GROUPING_ID are calls without aggregate state, resolved by the Expand rule
  std::map<std::string, std::string> state_ttl;  // STATE_TTL hint
  std::string partial_final;  // PARTIAL or FINAL, set by the rule that splits DISTINCT aggregates
  std::shared_ptr<const LegacyWindow> window;
};
struct JoinRel : Rel {
  JoinRel() : Rel(RelKind::kJoin) {}
  JoinType join = JoinType::kInner;
  ExprPtr condition;                            // over left columns then right columns
  std::string state_ttl_left, state_ttl_right;  // STATE_TTL hint per side, as written
  bool multi_join = false;                      // MULTI_JOIN hint names both sides
  std::map<int32_t, ExprPtr>
      fixed;  // set by push_filters: output columns that conditions of it or above it fix
};
// For each left row, the right input evaluated with kCorrelRef(correl_id).
struct CorrelateRel : Rel {
  CorrelateRel() : Rel(RelKind::kCorrelate) {}
  JoinType join = JoinType::kInner;  // inner or left
  int32_t correl_id = 0;
  ExprPtr condition;  // usually TRUE
};
struct SetOpRel : Rel {
  SetOpRel() : Rel(RelKind::kSetOp) {}
  SetOpKind op = SetOpKind::kUnion;
  bool all = true;
};
struct SortRel : Rel {
  SortRel() : Rel(RelKind::kSort) {}
  std::vector<SortKey> keys;  // empty: LIMIT only
  int64_t offset = 0;
  int64_t fetch = -1;  // -1: none
};
// UNNEST of an expression over the outer row (input of a Correlate) or of a constant.
struct UnnestRel : Rel {
  UnnestRel() : Rel(RelKind::kUnnest) {}
  ExprPtr collection;
  bool with_ordinality = false;
};
// A table function or process table function. A window function (WindowTvfRel) is one too; its arguments are
// decoded there.
struct TableFunctionRel : Rel {
  explicit TableFunctionRel(RelKind k = RelKind::kTableFunction) : Rel(k) {}
  std::string function;
  struct Argument {
    std::string name;
    ExprPtr scalar;            // or (null with nothing else set: DEFAULT)
    int32_t table_input = -1;  // index into inputs, or
    std::vector<std::string> descriptor;
    std::vector<int32_t> partition_by;
    std::vector<SortKey> order_by;
    bool has_partition = false;
  };
  std::vector<Argument> arguments;
};
struct WindowTvfRel : TableFunctionRel {
  WindowTvfRel() : TableFunctionRel(RelKind::kWindowTvf) {}
  WindowKind window = WindowKind::kTumble;
  int32_t time_column = 0;
  int64_t size = 0, slide = 0, offset = 0, gap = 0;  // milliseconds
  std::vector<int32_t> partition;                    // SESSION
};
// SNAPSHOT(input => TABLE t, on_time => DESCRIPTOR(ts), ...), the right side of a LATERAL join (2.4): the columns of the input, times as plain
// values.
struct LateralSnapshotRel : TableFunctionRel {
  LateralSnapshotRel() : TableFunctionRel(RelKind::kLateralSnapshot) {}
  int32_t on_time = 0;  // of the input
  // Milliseconds.
  std::optional<int64_t> load_completed_time, load_completed_idle_timeout, state_ttl;
};
// FOR SYSTEM_TIME AS OF `period` (a kCorrelRef to the left row's time attribute) over the input.
struct SnapshotRel : Rel {
  SnapshotRel() : Rel(RelKind::kSnapshot) {}
  ExprPtr period;
  bool lookup = false;  // of a table that answers look-ups, or of projections of one
  // LOOKUP hint, as printed.
  std::string lookup_retry;  // "lookup_miss, FIXED_DELAY, 1ms, 3"
  bool lookup_shuffle = false;
};
struct WatermarkRel : Rel {
  WatermarkRel() : Rel(RelKind::kWatermark) {}
  int32_t rowtime = 0;
  ExprPtr expression;  // null: SOURCE_WATERMARK()
};
// The pattern of MATCH_RECOGNIZE; a quantifier is a kRepeat around its part.
struct MatchPattern {
  enum class Kind : uint8_t { kVariable, kSequence, kAlternation, kRepeat, kPermute, kExclude, kEmpty };
  Kind kind = Kind::kEmpty;
  std::string variable;             // kVariable
  std::vector<MatchPattern> parts;  // kRepeat and kExclude have one
  int64_t min = 1, max = 1;         // kRepeat; max -1: no upper bound
  bool reluctant = false;
};
enum class AfterMatchSkip : uint8_t { kToNextRow, kPastLastRow, kToFirst, kToLast };
// Output: the partition columns, then the measures. Expressions of measures and defines are over the input's
// columns through pattern variables: a call "$PATTERN"(SYMBOL variable, column), "*" for any variable, inside
// PREV, NEXT, FIRST, LAST (with their offset) or an aggregate ("COUNT", "SUM" ... as calls). A measure
// without a navigation means the last row of its variable; FINAL stands around it.
struct MatchRel : Rel {
  MatchRel() : Rel(RelKind::kMatch) {}
  std::vector<int32_t> partition;
  std::vector<SortKey> order;
  struct Named {
    std::string name;
    ExprPtr expr;
  };
  std::vector<Named> measures, defines;
  AfterMatchSkip after = AfterMatchSkip::kToNextRow;
  std::string after_variable;
  MatchPattern pattern;
  bool strict_start = false, strict_end = false;
  ExprPtr within;  // an INTERVAL literal, null without
  struct Subset {
    std::string name;
    std::vector<std::string> variables;
  };
  std::vector<Subset> subsets;
};
enum class ConflictStrategy : uint8_t { kNone, kDeduplicate, kNothing, kError };
// INSERT INTO, or the collector of a bare SELECT (table null).
struct SinkRel : Rel {
  SinkRel() : Rel(RelKind::kSink) {}
  std::shared_ptr<const CatalogTable> table;
  std::string name;  // output name of the scenario: "select", "select2", or the table's
  std::map<std::string, std::string> hints;  // OPTIONS
  ConflictStrategy conflict = ConflictStrategy::kNone;
  std::vector<int32_t> target_columns;  // INSERT INTO t (c, a): positions in the table as written; empty: all
};

// ROWS or RANGE frame of an OVER window; bounds are offsets (negative: PRECEDING), unbounded or the current
// row.
struct FrameBound {
  enum class Kind : uint8_t { kUnboundedPreceding, kPreceding, kCurrentRow, kFollowing, kUnboundedFollowing };
  Kind kind = Kind::kUnboundedPreceding;
  ExprPtr offset;
};
struct OverSpec {
  const AggregateFunction* function = nullptr;
  std::string function_name;  // also ROW_NUMBER, RANK, DENSE_RANK, LAG ...
  ExprList args;
  ExprList partition;
  struct Order {
    ExprPtr key;
    bool descending = false;
    bool nulls_first = true;
  };
  std::vector<Order> order;
  bool rows = false;  // ROWS, else RANGE
  FrameBound lower, upper;
  bool distinct = false;
  bool ignore_nulls = false;
};

// What a script comes to: one logical plan a sink, in order of the statements.
struct LogicalPlan {
  std::vector<std::shared_ptr<const SinkRel>> sinks;
};

// As plans print them: "(_UTF-16LE'A', PATTERN_QUANTIFIER(_UTF-16LE'B', 1, -1, false))", "SKIP TO NEXT ROW",
// and an expression over pattern variables whose columns are called `columns[i]` ("A.v").
std::string pattern_text(const MatchPattern& pattern);
std::string match_expr_text(const ExprPtr& expr, const std::vector<std::string>& columns);
// The tree as Flink prints it under "== Abstract Syntax Tree ==".
std::string to_text(const Rel& rel);

}  // namespace rowkind
