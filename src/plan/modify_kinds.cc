#include <algorithm>

#include "plan/modes.h"
#include "plan/physical_util.h"
#include "plan/row_metadata.h"
#include "plan/version_rules.h"

namespace rowkind {

namespace {

constexpr ModifyKindSet kInsertOnly{true, false, false};
constexpr ModifyKindSet kAll{true, true, true};

ModifyKindSet joined_kinds(const ModifyKindSet& a, const ModifyKindSet& b) {
  return {a.insert || b.insert, a.update || b.update, a.deletes || b.deletes};
}

class Visitor {
 public:
  explicit Visitor(const PlannerConfig& config) : config_(config) {}

  void visit(PhysicalNode& node, const ModifyKindSet& required, const std::string& requester) {
    switch (node.kind) {
      case NodeKind::kTableSourceScan: {
        const ChangelogMode& mode = node_as<TableSourceScanNode>(node).table->source_mode;
        provide(node, {mode.insert, mode.update_after, mode.deletes}, required, requester);
        return;
      }
      case NodeKind::kValues:
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kCalc:
      case NodeKind::kCorrelate:
      case NodeKind::kExchange:
      case NodeKind::kExpand:
      case NodeKind::kMiniBatchAssigner:
      case NodeKind::kWatermarkAssigner:
      case NodeKind::kWindowTableFunction:
        visit(*node.inputs[0], required, requester);
        provide(node, node.inputs[0]->modify, required, requester);
        return;
      case NodeKind::kUnion: {
        ModifyKindSet kinds;
        for (const NodePtr& input : node.inputs) {
          visit(*input, required, requester);
          kinds = joined_kinds(kinds, input->modify);
        }
        provide(node, kinds, required, requester);
        return;
      }
      case NodeKind::kChangelogNormalize:
        visit(*node.inputs[0], kAll, "ChangelogNormalize");
        provide(node, kAll, required, requester);
        return;
      case NodeKind::kLocalGroupAggregate:
      case NodeKind::kGroupAggregate: {
        visit(*node.inputs[0], kAll, "GroupAggregate");
        const ModifyKindSet& input = node.inputs[0]->modify;
        provide(node, {true, true, input.update || input.deletes}, required, requester);
        return;
      }
      case NodeKind::kOverAggregate: {
        const auto& over = node_as<OverAggregateNode>(node);
        const LogicalType& time = node.inputs[0]->type[static_cast<size_t>(over.order[0].column)].type;
        bool on_time = time.is_rowtime() || time.is_proctime();
        const bool updates = !on_time && !(config_.version < kFlink2_1);
        visit(*node.inputs[0], updates ? kAll : kInsertOnly, "StreamPhysicalOverAggregate");
        if (!on_time) refuse_over_without_time(over, config_.version);
        provide(node, on_time ? kInsertOnly : kAll, required, requester);
        return;
      }
      case NodeKind::kRank: {
        visit(*node.inputs[0], kAll, "Rank");
        auto& rank = node_as<RankNode>(node);
        bool top_one =
            rank.rank_start == 1 && rank.rank_end == 1 && !rank.output_rank && rank.rank_end_column < 0;
        // FLINK-39966: anything but one descending key counts as keep-first, time attribute or not.
        bool keeps_first = rank.order.size() != 1 || !rank.order[0].descending;
        bool append = node.inputs[0]->modify.insert_only();
        mark_deduplicate(rank, top_one && append);
        bool silent = append && top_one && keeps_first && !config_.mini_batch;
        // 1.20 knows the first row by processing time, 2.0 takes every Rank for one that updates.
        if (config_.version < kFlink2_1)
          silent = config_.version < kFlink2_0 && rank.deduplicate && !rank.keep_last && on_proctime(rank);
        provide(node, silent ? kInsertOnly : kAll, required, requester);
        return;
      }
      case NodeKind::kSortLimit:
        visit(*node.inputs[0], kAll, "SortLimit");
        provide(node, kAll, required, requester);
        return;
      case NodeKind::kLimit:
        visit(*node.inputs[0], kAll, "Limit");
        provide(node, node.inputs[0]->modify.insert_only() ? kInsertOnly : kAll, required, requester);
        return;
      case NodeKind::kLookupJoin:
        visit(*node.inputs[0], required, requester);
        provide(node, node.inputs[0]->modify, required, requester);
        return;
      case NodeKind::kTemporalJoin:
        for (const NodePtr& input : node.inputs) visit(*input, kAll, "TemporalJoin");
        provide(node, node.inputs[0]->modify, required, requester);
        return;
      case NodeKind::kLateralSnapshotJoin:
        visit(*node.inputs[0], kInsertOnly, "The probe (left) input of LATERAL SNAPSHOT join");
        visit(*node.inputs[1], kAll, "LateralSnapshotJoin");
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kMultiJoin: {
        const auto& join = node_as<MultiJoinNode>(node);
        ModifyKindSet kinds;
        for (const NodePtr& input : node.inputs) {
          visit(*input, kAll, "MultiJoin");
          kinds = joined_kinds(kinds, input->modify);
        }
        bool inner = std::all_of(join.joins.begin(), join.joins.end(),
                                 [](JoinType j) { return j == JoinType::kInner; });
        provide(node, inner ? kinds : kAll, required, requester);
        return;
      }
      case NodeKind::kWindowAggregate:
        visit(*node.inputs[0], kAll, "WindowAggregate");
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kGroupWindowAggregate: {
        const auto& window = node_as<GroupWindowAggregateNode>(node);
        visit(*node.inputs[0], kAll, "GroupWindowAggregate");
        provide(node, {true, window.early_fire || (window.late_fire && window.window.rowtime), false},
                required, requester);
        return;
      }
      case NodeKind::kWindowRank:
      case NodeKind::kWindowDeduplicate:
      case NodeKind::kWindowJoin:
        for (const NodePtr& input : node.inputs) {
          visit(*input, kInsertOnly, "StreamPhysical" + std::string(node_name(node.kind)));
        }
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kMatch:
        visit(*node.inputs[0], kInsertOnly, "Match Recognize");
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kProcessTableFunction: {
        bool from = node_as<ProcessTableFunctionNode>(node).op_column >= 0;
        visit(*node.inputs[0], from ? kInsertOnly : kAll, "StreamPhysicalProcessTableFunction");
        provide(node, from ? kAll : kInsertOnly, required, requester);
        return;
      }
      case NodeKind::kIntervalJoin:
        for (const NodePtr& input : node.inputs) visit(*input, kInsertOnly, "StreamPhysicalIntervalJoin");
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kTemporalSort:
        visit(*node.inputs[0], kInsertOnly, "StreamPhysicalTemporalSort");
        provide(node, kInsertOnly, required, requester);
        return;
      case NodeKind::kJoin: {
        const auto& join = node_as<JoinNode>(node);
        for (const NodePtr& input : node.inputs) visit(*input, kAll, "Join");
        bool forwards = join.join == JoinType::kInner || join.join == JoinType::kSemi;
        provide(node, forwards ? joined_kinds(node.inputs[0]->modify, node.inputs[1]->modify) : kAll,
                required, requester);
        return;
      }
      default:
        throw Failure("plan/not-yet", std::string(node_name(node.kind)) + " is not executable yet.",
                      node.span);
    }
  }

 private:
  static void provide(PhysicalNode& node, const ModifyKindSet& provided, const ModifyKindSet& required,
                      const std::string& requester) {
    node.modify = provided;
    std::string extra;
    if (provided.insert && !required.insert) extra = "insert";
    if (provided.update && !required.update) extra += extra.empty() ? "update" : " and update";
    if (provided.deletes && !required.deletes) extra += extra.empty() ? "delete" : " and delete";
    if (extra.empty()) return;
    throw Failure("plan/append-only",
                  requester + " doesn't support consuming " + extra + " changes which is produced by node " +
                      describe(node),
                  node.span,
                  "the query updates rows it already sent: write to a sink that takes updates, or use a "
                  "query that only appends");
  }

  static bool on_proctime(const RankNode& rank) {
    return rank.inputs[0]->type[static_cast<size_t>(rank.order[0].column)].type.is_proctime();
  }
  // Top-1 on one time attribute of append input runs as Deduplicate.
  void mark_deduplicate(RankNode& rank, bool top_one) const {
    if (!top_one || rank.order.size() != 1) return;
    const LogicalType& type = rank.inputs[0]->type[static_cast<size_t>(rank.order[0].column)].type;
    rank.deduplicate = type.is_rowtime() || type.is_proctime();
    rank.keep_last = rank.order[0].descending;
    rank.waits =
        type.is_rowtime() && !rank.keep_last && !config_.mini_batch && !(config_.version < kFlink2_1);
  }

  const PlannerConfig& config_;
};

}  // namespace

ChangelogMode accepted_mode(const SinkNode& sink, Consumer consumer) {
  const ModifyKindSet& offered = sink.inputs[0]->modify;
  ChangelogMode echo{offered.insert, offered.update, offered.update, offered.deletes, false};
  if (sink.table) return sink.table->sink_mode ? *sink.table->sink_mode : echo;
  switch (consumer) {
    case Consumer::kUpsert:
      echo.update_before = false;
      return echo;
    case Consumer::kAppend:
      return ChangelogMode::append();
    case Consumer::kRetract:
      break;
  }
  return echo;
}

void infer_modify_kinds(SinkNode& sink, Consumer consumer, const PlannerConfig& config) {
  Visitor visitor(config);
  std::string name =
      sink.table ? "Table sink '" + sink.table->full_name() + "'" : "Table sink '" + sink.name + "'";
  visitor.visit(*sink.inputs[0], kAll, name);
  ChangelogMode accepted = accepted_mode(sink, consumer);
  visitor.visit(*sink.inputs[0], {accepted.insert, accepted.update_after, accepted.deletes}, name);
  sink.modify = {};
}

}  // namespace rowkind
