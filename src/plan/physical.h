// The physical plan: one node per operator, with changelog modes, upsert keys and everything the operator
// needs. EXPLAIN prints it, the job is built from it, the page draws it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/flink_version.h"
#include "changelog/row_kind.h"
#include "expr/aggregate.h"
#include "plan/rel.h"

namespace rowkind {

enum class NodeKind : uint8_t {
  kTableSourceScan,
  kValues,
  kCalc,
  kExchange,
  kUnion,
  kDropUpdateBefore,
  kChangelogNormalize,
  kWatermarkAssigner,
  kMiniBatchAssigner,
  kExpand,
  kCorrelate,
  kGroupAggregate,
  kLocalGroupAggregate,
  kGlobalGroupAggregate,
  kIncrementalGroupAggregate,
  kJoin,
  kRank,
  kDeduplicate,
  kSortLimit,
  kLimit,
  kSort,
  kTemporalSort,
  kOverAggregate,
  kIntervalJoin,
  kTemporalJoin,
  kLateralSnapshotJoin,
  kLookupJoin,
  kWindowTableFunction,
  kWindowAggregate,
  kLocalWindowAggregate,
  kGlobalWindowAggregate,
  kWindowJoin,
  kWindowRank,
  kWindowDeduplicate,
  kGroupWindowAggregate,
  kMatch,
  kProcessTableFunction,
  kMultiJoin,
  kSink,
};

enum class UpdateKind : uint8_t { kNone, kOnlyUpdateAfter, kBeforeAndAfter };
enum class DeleteKind : uint8_t { kNone, kDeleteByKey, kFullDelete };

struct ModifyKindSet {
  bool insert = false, update = false, deletes = false;
  bool insert_only() const { return insert && !update && !deletes; }
  bool operator==(const ModifyKindSet& o) const {
    return insert == o.insert && update == o.update && deletes == o.deletes;
  }
};

using ColumnSet = std::vector<int32_t>;  // ascending

struct PhysicalNode;
using NodePtr = std::shared_ptr<PhysicalNode>;

struct PhysicalNode {
  explicit PhysicalNode(NodeKind k) : kind(k) {}
  virtual ~PhysicalNode() = default;
  NodeKind kind;
  int32_t id = -1;  // position in PhysicalPlan::nodes (inputs before users)
  std::vector<NodePtr> inputs;
  RowType type;
  Span span;  // the SQL that asked for it

  // Traits, filled by the three passes of mode inference.
  ModifyKindSet modify;
  UpdateKind update = UpdateKind::kNone;
  DeleteKind delete_kind = DeleteKind::kNone;
  std::vector<ColumnSet> upsert_keys;

  ChangelogMode mode() const;  // from the traits
};

struct TableSourceScanNode : PhysicalNode {
  TableSourceScanNode() : PhysicalNode(NodeKind::kTableSourceScan) {}
  std::shared_ptr<const CatalogTable> table;
  bool source_watermark = false;  // SOURCE_WATERMARK(): the feed's own watermarks, no WatermarkAssigner above
  int32_t rowtime = -1;           // with source_watermark: the row time column
  FlinkVersion version;           // whose rules on columns that never change hold
};
struct ValuesNode : PhysicalNode {
  ValuesNode() : PhysicalNode(NodeKind::kValues) {}
  std::vector<ExprList> rows;
};
struct CalcNode : PhysicalNode {
  CalcNode() : PhysicalNode(NodeKind::kCalc) {}
  ExprList projects;
  ExprPtr condition;     // null: none
  FlinkVersion version;  // whose rules on keys hold (version_rules.h)
};
struct ExchangeNode : PhysicalNode {  // no work in one process; kept for the plan text and keys on edges
  ExchangeNode() : PhysicalNode(NodeKind::kExchange) {}
  std::vector<int32_t> keys;  // empty: single
};
struct UnionNode : PhysicalNode {
  UnionNode() : PhysicalNode(NodeKind::kUnion) {}
};
struct DropUpdateBeforeNode : PhysicalNode {
  DropUpdateBeforeNode() : PhysicalNode(NodeKind::kDropUpdateBefore) {}
};
struct ChangelogNormalizeNode : PhysicalNode {
  ChangelogNormalizeNode() : PhysicalNode(NodeKind::kChangelogNormalize) {}
  std::vector<int32_t> key;
  ExprPtr condition;      // pushed filter, null: none
  bool removable = true;  // goes when nobody needs its -U (2.1 and later)
};
struct WatermarkAssignerNode : PhysicalNode {
  WatermarkAssignerNode() : PhysicalNode(NodeKind::kWatermarkAssigner) {}
  int32_t rowtime = 0;
  ExprPtr expression;  // null: SOURCE_WATERMARK()
};
struct MiniBatchAssignerNode : PhysicalNode {
  MiniBatchAssignerNode() : PhysicalNode(NodeKind::kMiniBatchAssigner) {}
  int64_t interval_millis = 0;
  bool rowtime = false;
};
struct ExpandNode : PhysicalNode {
  ExpandNode() : PhysicalNode(NodeKind::kExpand) {}
  std::vector<ExprList>
      projects;  // one row each: the input columns, $e, copies of keys that are arguments too
};
struct CorrelateNode : PhysicalNode {  // UNNEST and scalar-input table functions
  CorrelateNode() : PhysicalNode(NodeKind::kCorrelate) {}
  std::string function;  // "$UNNEST_ROWS$1", "$REPLICATE_ROWS$1", ...
  ExprList args;         // over the left row
  RowType produced;      // columns of the function; the output is the left row and these
  bool with_ordinality = false;
  JoinType join = JoinType::kInner;
  std::string invocation, correlate;  // as the plan prints them
  ExprPtr condition;                  // over the function's columns, null: none
};
// Also LocalGroupAggregate, GlobalGroupAggregate, IncrementalGroupAggregate (same data, other kind).
struct GroupAggregateNode : PhysicalNode {
  explicit GroupAggregateNode(NodeKind k = NodeKind::kGroupAggregate) : PhysicalNode(k) {}
  std::vector<int32_t> grouping;
  std::vector<AggregateCall> calls;
  std::vector<bool> retract;  // per call: the _RETRACT variant
  bool count_rows = false;    // input can retract: a record counter decides when a group is empty
  bool mini_batch = false;
  int64_t mini_batch_size = 0;
  int64_t state_ttl_millis = 0;
  std::string state_ttl_hints;  // as printed
  bool needs_retraction =
      false;  // input has -U or -D (Local, Global, Incremental: of the input below the local one)
  std::string partial_final;  // PARTIAL or FINAL of a split distinct aggregate, else empty
  // Local: columns of the accumulators behind the keys; Global and Incremental: the same names, in order of
  // `calls`.
  std::vector<std::vector<std::string>> accumulators;
  // DISTINCT(x) views of the local phase that the global one folds: argument columns and the shared name,
  // distinct$0.
  struct DistinctView {
    std::vector<int32_t> args;
    std::string name;
    std::vector<int32_t> filters;  // per call that uses it, -1: none
  };
  std::vector<DistinctView> distinct_views;
  std::vector<int32_t> distinct_of_call;  // per call: index into distinct_views, -1: not distinct
  int32_t hidden_count =
      -1;  // index in `calls` of the COUNT(*) that only counts records (two phases), -1: none
  std::vector<int32_t>
      final_grouping;  // Incremental: keys of the final aggregate, positions in the output of the partial one
  RowType
      argument_type;  // Global, Incremental: the row type that `calls` refer to (input of the local phase)
};
enum class InputSpec : uint8_t { kNoUniqueKey, kHasUniqueKey, kJoinKeyContainsUniqueKey };
struct JoinNode : PhysicalNode {
  JoinNode() : PhysicalNode(NodeKind::kJoin) {}
  JoinType join = JoinType::kInner;
  std::vector<int32_t> left_keys, right_keys;  // right_keys count within the right row
  std::vector<bool> filter_nulls;              // per key: `=` (true) or IS NOT DISTINCT FROM
  ExprPtr condition;                           // whole condition over both rows, as printed
  ExprPtr residual;                            // what the keys do not cover, null: none
  InputSpec left_spec = InputSpec::kNoUniqueKey, right_spec = InputSpec::kNoUniqueKey;
  ColumnSet left_unique_key, right_unique_key;  // for kHasUniqueKey
  int64_t left_ttl_millis = 0, right_ttl_millis = 0;
  std::string state_ttl_hints;  // as printed
  bool mini_batch = false;
  int64_t mini_batch_size = 0;
  // Since 2.2 a retraction pads each row that lost its last match at once, before it all matches went first.
  bool pads_at_once = true;
};
// Rows of both sides whose times lie within bounds of each other: left time in [right time + lower, right
// time + upper].
struct IntervalJoinNode : PhysicalNode {
  IntervalJoinNode() : PhysicalNode(NodeKind::kIntervalJoin) {}
  JoinType join = JoinType::kInner;
  std::vector<int32_t> left_keys, right_keys;
  std::vector<bool> filter_nulls;
  bool rowtime = true;                    // else processing time
  int32_t left_time = 0, right_time = 0;  // right_time counts within the right row
  int64_t lower_millis = 0, upper_millis = 0;
  ExprPtr condition;  // whole condition over both rows, as printed
  ExprPtr residual;   // what keys and bounds do not cover, null: none
};
enum class RankStrategy : uint8_t { kAppendFast, kRetract, kUpdateFast };
struct RankNode : PhysicalNode {
  RankNode() : PhysicalNode(NodeKind::kRank) {}
  RankStrategy strategy = RankStrategy::kAppendFast;
  std::vector<int32_t> primary_keys;  // UpdateFast
  std::vector<int32_t> partition;
  std::vector<SortKey> order;
  int64_t rank_start = 1, rank_end = 1;
  int32_t rank_end_column = -1;  // variable N
  bool output_rank = false;      // last output column is the rank
  bool deduplicate = false;      // ROW_NUMBER = 1 on a time attribute over append input
  bool keep_last = false;        // deduplicate: DESC
  bool waits = false;  // deduplicate on event time, first row: sent once, by the watermark (2.1 and later)
};
struct SortLimitNode : PhysicalNode {  // also Limit (no keys) and Sort (no fetch) by kind
  explicit SortLimitNode(NodeKind k = NodeKind::kSortLimit) : PhysicalNode(k) {}
  std::vector<SortKey> keys;
  int64_t offset = 0, fetch = -1;
  RankStrategy strategy = RankStrategy::kAppendFast;
  std::vector<int32_t> primary_keys;
};
struct OverAggregateNode : PhysicalNode {
  OverAggregateNode() : PhysicalNode(NodeKind::kOverAggregate) {}
  std::vector<int32_t> partition;
  std::vector<SortKey> order;
  std::vector<AggregateCall> calls;  // args: -1 where the argument is a constant
  std::vector<ExprList>
      constants;  // per call and argument: the constant (offset, default of LAG), null for columns
  std::vector<std::string> function_names;
  bool rows = false;
  FrameBound lower, upper;
  bool one_timer_a_key = false;  // before 2.1, of a frame without a lower bound, by event time
};
// Where the rows of a window are told apart: by a time attribute, or by columns that a window function below
// has added.
struct WindowSpec {
  WindowKind window = WindowKind::kTumble;
  int64_t size_millis = 0, slide_millis = 0;  // CUMULATE: slide is the step; SESSION: size is the gap
  int64_t offset_millis = 0;
  bool rowtime = true;             // else processing time
  bool ltz = false;                // the time attribute is TIMESTAMP_LTZ: windows follow the session's zone
  std::vector<int32_t> partition;  // SESSION ... PARTITION BY, columns of the window function's input
  int32_t time_column = -1;        // column of the input, or
  int32_t start_column = -1, end_column = -1;  // columns of the input that hold the window
};
// Appends window_start, window_end, window_time; a row of HOP and CUMULATE once per window.
struct WindowTableFunctionNode : PhysicalNode {
  WindowTableFunctionNode() : PhysicalNode(NodeKind::kWindowTableFunction) {}
  WindowSpec window;
};
enum class WindowProperty : uint8_t { kStart, kEnd, kRowtime, kProctime };
// WindowAggregate (one phase), LocalWindowAggregate (per slice), GlobalWindowAggregate. Output: keys, calls,
// properties.
struct WindowAggregateNode : PhysicalNode {
  explicit WindowAggregateNode(NodeKind k = NodeKind::kWindowAggregate) : PhysicalNode(k) {}
  WindowSpec window;  // Global: that of the local phase, whose slice end is the last column of the input
  std::vector<int32_t> grouping;
  std::vector<AggregateCall> calls;
  std::vector<bool> retract;
  bool needs_retraction = false;
  int32_t hidden_count = -1;  // index in `calls` of the COUNT(*) that only counts records, -1: none
  std::vector<WindowProperty> properties;
  // As in GroupAggregateNode.
  std::vector<std::vector<std::string>> accumulators;
  std::vector<GroupAggregateNode::DistinctView> distinct_views;
  std::vector<int32_t> distinct_of_call;
  RowType argument_type;
};
struct WindowRankNode : PhysicalNode {
  WindowRankNode() : PhysicalNode(NodeKind::kWindowRank) {}
  WindowSpec window;
  std::vector<int32_t> partition;  // without the window columns
  std::vector<SortKey> order;
  int64_t rank_start = 1, rank_end = 1;
  bool output_rank = false;
};
struct WindowDeduplicateNode : PhysicalNode {
  WindowDeduplicateNode() : PhysicalNode(NodeKind::kWindowDeduplicate) {}
  WindowSpec window;
  std::vector<int32_t> partition;
  int32_t order_column = 0;  // a time attribute
  bool keep_last = false;
};
struct WindowJoinNode : PhysicalNode {
  WindowJoinNode() : PhysicalNode(NodeKind::kWindowJoin) {}
  JoinType join = JoinType::kInner;
  WindowSpec left_window, right_window;
  std::vector<int32_t> left_keys, right_keys;  // without the window columns
  std::vector<bool> filter_nulls;
  ExprPtr condition;  // without the window columns, as printed
  ExprPtr residual;
};
// GROUP BY TUMBLE(ts, ...), HOP, SESSION of old. Output: keys, calls, properties.
struct GroupWindowAggregateNode : PhysicalNode {
  GroupWindowAggregateNode() : PhysicalNode(NodeKind::kGroupWindowAggregate) {}
  WindowSpec window;
  std::vector<int32_t> grouping;
  std::vector<AggregateCall> calls;
  std::vector<bool> retract;
  bool needs_retraction = false;
  std::vector<WindowProperty> properties;
  std::string time_name;  // as printed
  bool early_fire = false, late_fire = false;
  int64_t early_delay_millis = 0, late_delay_millis = 0;
  int64_t allow_lateness_millis = 0;
};
// FOR SYSTEM_TIME AS OF a row time: the version of the right row that was valid at the left row's time.
struct TemporalJoinNode : PhysicalNode {
  TemporalJoinNode() : PhysicalNode(NodeKind::kTemporalJoin) {}
  JoinType join = JoinType::kInner;  // inner or left
  std::vector<int32_t> left_keys, right_keys;
  std::vector<bool> filter_nulls;
  int32_t left_time = 0, right_time = 0;  // right_time counts within the right row
  std::vector<int32_t> primary_key;       // of the right side, within the right row
  ExprPtr condition;                      // over both rows, without the part about time
  ExprPtr residual;                       // what the keys do not cover, null: none
  bool drops_late_rows = false;           // since 2.4: left rows that are not later than the watermark
};
// LATERAL SNAPSHOT (2.4): the rows that the right side, once loaded, holds when the left row comes.
struct LateralSnapshotJoinNode : PhysicalNode {
  LateralSnapshotJoinNode() : PhysicalNode(NodeKind::kLateralSnapshotJoin) {}
  JoinType join = JoinType::kInner;  // inner or left
  std::vector<int32_t> left_keys, right_keys;
  std::vector<bool> filter_nulls;
  int32_t right_time = 0;           // within the right row: the order of its changes
  ExprPtr condition;                // whole condition over both rows, as printed
  ExprPtr residual;                 // what the keys do not cover, null: none
  bool user_time = false;           // load_completed_time was given
  int64_t load_completed_time = 0;  // watermark of the right side that ends the loading
  std::optional<int64_t> load_completed_idle_timeout, state_ttl;  // milliseconds, as given
  int64_t state_ttl_millis = 0;
};
// FOR SYSTEM_TIME AS OF a processing time: the rows that the table holds now.
struct LookupJoinNode : PhysicalNode {
  LookupJoinNode() : PhysicalNode(NodeKind::kLookupJoin) {}
  JoinType join = JoinType::kInner;  // inner or left
  std::shared_ptr<const CatalogTable> table;
  struct Key {
    int32_t column = 0;        // of the table's row
    int32_t left_column = -1;  // or
    ExprPtr constant;
  };
  std::vector<Key> keys;
  ExprList projects;  // over the table's row: what comes out behind the left row
  // Of `projects`, as printed: those of the table where it is projected or filtered, else those of `type`.
  std::vector<std::string> names;
  ExprPtr table_condition;  // over the table's row, null: none
  ExprPtr residual;         // over the output row, null: none
  std::string retry;        // LOOKUP hint, as printed
  bool shuffle = false;     // LOOKUP hint
  // TRY_RESOLVE: what a row found is kept by `keep_key` (empty: by the whole row), so that its retraction takes
  // back the same rows.
  bool upsert_materialize = false;
  std::vector<int32_t> keep_key;
};
struct MatchNode : PhysicalNode {
  MatchNode() : PhysicalNode(NodeKind::kMatch) {}
  std::shared_ptr<const MatchRel> match;
};
// FROM_CHANGELOG, TO_CHANGELOG. The columns of PARTITION BY come out first.
struct ProcessTableFunctionNode : PhysicalNode {
  ProcessTableFunctionNode() : PhysicalNode(NodeKind::kProcessTableFunction) {}
  std::string function;
  std::string invocation, uid;     // as printed
  std::vector<int32_t> partition;  // of the input
  std::vector<int32_t> columns;    // of the input that come out behind the partition (and the code)
  int32_t op_column = -1;          // FROM_CHANGELOG: of the input; TO_CHANGELOG: -1
  int32_t on_time = -1;            // of the input: comes out once more behind the others, as time attribute
  // FROM_CHANGELOG
  std::vector<std::pair<std::string, RowKind>> from_codes;
  std::vector<SortKey> order;  // since 2.4: rows wait for the watermark and come out sorted
  bool skip_unknown = false;   // error_handling => 'SKIP'
  bool upserts = false;        // partitioned and UPDATE_BEFORE not mapped: the changelog has no -U
  // TO_CHANGELOG
  std::vector<std::pair<RowKind, std::string>> to_codes;       // other kinds are dropped
  bool needs_update_before = true, needs_full_deletes = true;  // of the input
  bool full_deletes = true;                                    // else a delete keeps `delete_key` only
  ColumnSet delete_key;                                        // of the input
};
// Inner and left joins in one operator (table.optimizer.multi-join.enabled, MULTI_JOIN hint).
struct MultiJoinNode : PhysicalNode {
  MultiJoinNode() : PhysicalNode(NodeKind::kMultiJoin) {}
  std::vector<JoinType> joins;  // of input 1, 2, ...: with all inputs to its left
  std::vector<std::vector<int32_t>>
      keys;                            // per input: its columns of the common key (two inputs may have none)
  std::vector<ExprPtr> conditions;     // of input 1, 2, ...: over all rows up to it
  std::vector<ColumnSet> unique_keys;  // per input, empty: none
  std::vector<int64_t> state_ttl_millis;  // per input
  std::string state_ttl_hints;            // as printed
};
struct SinkNode : PhysicalNode {
  SinkNode() : PhysicalNode(NodeKind::kSink) {}
  std::string name;                           // of the output
  std::shared_ptr<const CatalogTable> table;  // null: a bare SELECT
  ChangelogMode accepted;                     // what the sink was given
  std::vector<int32_t> primary_key;           // columns of the sink's key
  bool upsert_materialize = false;
  std::vector<int32_t> upsert_key;  // of the input, for the materializer
  std::string targets;              // of a partial INSERT, as plans show them: "[2],[0]"
  std::string hints;                // OPTIONS, as plans show them
  ConflictStrategy conflict = ConflictStrategy::kNone;
};

struct PhysicalPlan {
  std::vector<NodePtr> nodes;  // inputs before users; shared sub-plans once
  std::vector<std::shared_ptr<SinkNode>> sinks;
  std::vector<Error> advice;  // warnings and advice of the planner
};

// One tree a sink as EXPLAIN CHANGELOG_MODE prints the optimized physical plan (each node with
// changelogMode=[...], or without as EXPLAIN alone does); the sink of a bare SELECT is left out.
std::string explain(const PhysicalPlan& plan, bool modes = true);
// "GroupAggregate(groupBy=[cust], select=[...])", without mode.
std::string describe(const PhysicalNode& node);
// "GroupAggregate"
std::string_view node_name(NodeKind kind);

}  // namespace rowkind
