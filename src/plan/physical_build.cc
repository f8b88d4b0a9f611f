#include "plan/physical_build.h"

#include <algorithm>
#include <utility>

#include "plan/aggregate_build.h"
#include "plan/calc_build.h"
#include "plan/correlate_build.h"
#include "plan/function_build.h"
#include "plan/interval_bounds.h"
#include "plan/join_keys.h"
#include "plan/over_build.h"
#include "plan/physical_util.h"
#include "plan/record_type.h"
#include "plan/rel_expr_text.h"
#include "plan/rules/rules.h"
#include "plan/snapshot_build.h"
#include "plan/source_build.h"
#include "plan/temporal_build.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

using rules::as;

int32_t count_correl_refs(const Expr& expr) {
  int32_t n = expr.kind == ExprKind::kCorrelRef ? 1 : 0;
  for (const ExprPtr& operand : expr.operands) n += count_correl_refs(*operand);
  return n;
}

int32_t count_correl_refs(const Rel& rel) {
  int32_t n = rel.kind == RelKind::kUnnest ? count_correl_refs(*as<UnnestRel>(rel).collection) : 0;
  for (const RelPtr& input : rel.inputs) n += count_correl_refs(*input);
  return n;
}

class Builder {
 public:
  Builder(const PlannerConfig& config, const Rel& root)
      : config_(config), correl_refs_(count_correl_refs(root)) {}

  NodePtr convert(const RelPtr& rel) {
    switch (rel->kind) {
      case RelKind::kScan:
        return build_scan(as<ScanRel>(*rel), config_, as_snapshot_);
      case RelKind::kValues:
        return values(as<ValuesRel>(*rel));
      case RelKind::kProject:
        return project(as<ProjectRel>(*rel));
      case RelKind::kFilter:
        return filter(as<FilterRel>(*rel));
      case RelKind::kAggregate:
        return build_aggregate(as<AggregateRel>(*rel), convert(rel->inputs[0]), config_);
      case RelKind::kJoin:
        return join(as<JoinRel>(*rel));
      case RelKind::kCorrelate:
        return build_correlate(as<CorrelateRel>(*rel), convert(rel->inputs[0]),
                               as<CorrelateRel>(*rel).correl_id + correl_refs_ - 1);
      case RelKind::kSetOp:
        return union_all(as<SetOpRel>(*rel));
      case RelKind::kSort:
        return sort(as<SortRel>(*rel));
      case RelKind::kWatermark:
        return build_watermark(convert(rel->inputs[0]), as<WatermarkRel>(*rel));
      case RelKind::kOver:
        return build_over(as<rules::OverRel>(*rel), convert(rel->inputs[0]), config_.version);
      case RelKind::kRank:
        return rank(as<rules::RankRel>(*rel), "");
      case RelKind::kExpand:
        return expand(as<rules::ExpandRel>(*rel));
      case RelKind::kReplicate:
        return build_replicate(as<rules::ReplicateRel>(*rel), convert(rel->inputs[0]));
      case RelKind::kUnnest:
        not_yet("UNNEST outside of a join", rel->span);
      case RelKind::kWindowTvf:
        return build_window_function(convert(rel->inputs[0]), as<WindowTvfRel>(*rel));
      case RelKind::kTableFunction:
        return build_process_function(as<TableFunctionRel>(*rel), convert(rel->inputs[0]));
      case RelKind::kLateralSnapshot:
        if (rel.get() != snapshot_call_) {
          throw Failure("plan/snapshot-place",
                        "The SNAPSHOT function can only be used as the build side (right-hand side) of a "
                        "LATERAL join.",
                        rel->span, "write t JOIN LATERAL SNAPSHOT(...) AS s ON t.k = s.k");
        }
        return convert(rel->inputs[0]);
      case RelKind::kMatch:
        return build_match(std::static_pointer_cast<const MatchRel>(rel), convert(rel->inputs[0]));
      case RelKind::kMultiJoin:
        return multi_join(as<rules::MultiJoinRel>(*rel));
      case RelKind::kSnapshot:
        not_yet("FOR SYSTEM_TIME AS OF", rel->span);
      case RelKind::kSink:
        break;
    }
    throw Failure("plan/internal", "A sink inside a query.", rel->span);
  }

 private:
  [[noreturn]] static void not_yet(const std::string& what, Span span) {
    throw Failure("plan/not-yet", what + " is not executable yet.", span);
  }

  static NodePtr values(const ValuesRel& rel) {
    auto node = std::make_shared<ValuesNode>();
    node->rows = rel.rows;
    node->type = rel.type;
    node->span = rel.span;
    return node;
  }

  NodePtr project(const ProjectRel& rel) {
    std::vector<std::string> names = field_names(rel.type);
    const Rel* below = rel.inputs[0].get();
    if (below->kind == RelKind::kFilter) below = below->inputs[0].get();
    NodePtr input;
    if (below->kind == RelKind::kRank && as<rules::RankRel>(*below).output_rank) {
      input = over_rank(rel, as<rules::RankRel>(*below), names);
    } else {
      input = convert(rel.inputs[0]);
      if (below->kind == RelKind::kOver && rel.inputs[0]->kind == RelKind::kFilter)
        name_filtered_columns(rel, names);
    }
    ExprList exprs;
    for (const ExprPtr& expr : rel.exprs) {
      ExprPtr made = materialized(rebound(expr, input->type));
      // What an aggregate groups by is a value already.
      if (input->kind == NodeKind::kGroupAggregate && is_call(*made, "CAST") &&
          made->operands[0]->type.equals(made->type) &&
          made->operands[0]->type.time_attribute() == TimeAttribute::kNone)
        made = made->operands[0];
      exprs.push_back(std::move(made));
    }
    return build_calc(input, std::move(exprs), nullptr, std::move(names), rel.span);
  }

  // The number of a Rank is called w0$o0 where the projection keeps the order of the columns, else as the
  // query calls it.
  NodePtr over_rank(const ProjectRel& rel, const rules::RankRel& rank_rel, std::vector<std::string>& names) {
    int32_t number = rules::width(rank_rel) - 1;
    bool ascending = true;
    std::string alias = "w0$o0";
    for (size_t i = 0; i < rel.exprs.size(); ++i) {
      const Expr& expr = *rel.exprs[i];
      if (expr.kind != ExprKind::kInputRef || (i > 0 && (rel.exprs[i - 1]->kind != ExprKind::kInputRef ||
                                                         rel.exprs[i - 1]->index >= expr.index))) {
        ascending = false;
      }
      if (expr.kind == ExprKind::kInputRef && expr.index == number) alias = names[i];
    }
    if (ascending) {
      for (size_t i = 0; i < rel.exprs.size(); ++i) {
        if (rel.exprs[i]->index == number) names[i] = "w0$o0";
      }
      alias = "w0$o0";
    }
    NodePtr node = rank(rank_rel, alias);
    if (rel.inputs[0]->kind == RelKind::kFilter) {
      node = build_calc(node, refs_of(*node), as<FilterRel>(*rel.inputs[0]).condition,
                        field_names(node->type), rel.span);
    }
    return node;
  }

  // A projection pushed below the filter on a window loses its names: columns in their order, those that the filter reads among them.
  static void name_filtered_columns(const ProjectRel& rel, std::vector<std::string>& names) {
    const Rel& over = *rel.inputs[0]->inputs[0];
    std::vector<int32_t> columns;
    for (const ExprPtr& expr : rel.exprs) {
      if (expr->kind != ExprKind::kInputRef) return;
      if (!columns.empty() && columns.back() >= expr->index) return;
      columns.push_back(expr->index);
    }
    for (int32_t column : input_refs(*as<FilterRel>(*rel.inputs[0]).condition)) {
      if (!std::binary_search(columns.begin(), columns.end(), column)) return;
    }
    for (size_t i = 0; i < names.size(); ++i) names[i] = over.type[static_cast<size_t>(columns[i])].name;
  }

  NodePtr filter(const FilterRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    ExprList refs = refs_of(*input);
    std::vector<std::string> names = field_names(input->type);
    ExprPtr condition = materialized(rebound(rel.condition, input->type));
    return build_calc(std::move(input), std::move(refs), condition, std::move(names), rel.span);
  }

  NodePtr multi_join(const rules::MultiJoinRel& rel) {
    auto node = std::make_shared<MultiJoinNode>();
    node->joins = rel.joins;
    node->keys = rel.keys;
    node->conditions = rel.conditions;
    node->span = rel.span;
    bool hinted = std::any_of(rel.state_ttl.begin(), rel.state_ttl.end(),
                              [](const std::string& ttl) { return !ttl.empty(); });
    std::vector<std::string> hints;
    for (size_t i = 0; i < rel.inputs.size(); ++i) {
      NodePtr input = all_without_time(convert(rel.inputs[i]));
      node->type = i == 0 ? input->type : rules::join_type_of(node->type, input->type, rel.joins[i - 1]);
      for (size_t column = 0; column < node->type.size(); ++column)
        node->type[column].name = rel.type[column].name;
      node->inputs.push_back(make_exchange(std::move(input), rel.keys[i]));
      // One hint is an answer for all inputs: those it does not name are kept for ever.
      hints.push_back(rel.state_ttl[i].empty() ? "0s" : rel.state_ttl[i]);
      node->state_ttl_millis.push_back(hinted ? duration_millis("STATE_TTL", hints.back())
                                              : config_.state_ttl_millis);
    }
    if (hinted) node->state_ttl_hints = "[[STATE_TTL options:[" + joined(hints) + "]]]";
    return node;
  }

  NodePtr snapshot_join(const JoinRel& rel, NodePtr left) {
    if (!is_event_time(rel)) return build_lookup_join(rel, std::move(left));
    // The versions of a table are its upserts as they come: no ChangelogNormalize.
    bool before = as_snapshot_;
    as_snapshot_ = true;
    NodePtr right = convert(rel.inputs[1]->inputs[0]);
    as_snapshot_ = before;
    return build_temporal_join(rel, std::move(left), std::move(right), config_);
  }

  NodePtr lateral_snapshot_join(const JoinRel& rel, NodePtr left) {
    const auto join = with_snapshot_time(rel);
    const Rel* outside = std::exchange(snapshot_call_, snapshot_call(*join->inputs[1]));
    NodePtr right = convert(join->inputs[1]);
    snapshot_call_ = outside;
    return first_columns(build_lateral_snapshot_join(*join, std::move(left), std::move(right), config_),
                         rel.type.size());
  }

  NodePtr join(const JoinRel& rel) {
    NodePtr left = convert(rel.inputs[0]);
    if (rel.inputs[1]->kind == RelKind::kSnapshot) return snapshot_join(rel, std::move(left));
    if (snapshot_call(*rel.inputs[1])) return lateral_snapshot_join(rel, std::move(left));
    NodePtr right = convert(rel.inputs[1]);
    if (NodePtr window = build_window_join(rel, left, right)) return window;
    if (rel.join != JoinType::kSemi && rel.join != JoinType::kAnti) {
      if (auto bounds = interval_bounds(rel.condition, left->type, right->type)) {
        return build_interval_join(rel, std::move(left), std::move(right), *bounds);
      }
    }
    left = all_without_time(std::move(left));
    right = all_without_time(std::move(right));
    auto node = std::make_shared<JoinNode>();
    node->join = rel.join;
    node->condition = rel.condition;
    node->span = rel.span;
    node->type = rules::join_type_of(left->type, right->type, rel.join);
    // A regular join gives rows in no order of time.
    for (Field& field : node->type) field.type = field.type.with_attribute(TimeAttribute::kNone);
    JoinKeys keys = analyze_join(rel.condition, static_cast<int32_t>(left->type.size()));
    node->left_keys = keys.left;
    node->right_keys = keys.right;
    node->filter_nulls = keys.filter_nulls;
    node->residual = keys.residual;
    node->left_ttl_millis = node->right_ttl_millis = config_.state_ttl_millis;
    if (!rel.state_ttl_left.empty()) node->left_ttl_millis = duration_millis("STATE_TTL", rel.state_ttl_left);
    if (!rel.state_ttl_right.empty())
      node->right_ttl_millis = duration_millis("STATE_TTL", rel.state_ttl_right);
    std::vector<std::string> hints;
    if (!rel.state_ttl_left.empty()) hints.push_back("LEFT=" + rel.state_ttl_left);
    if (!rel.state_ttl_right.empty()) hints.push_back("RIGHT=" + rel.state_ttl_right);
    if (!hints.empty()) node->state_ttl_hints = "[[STATE_TTL options:{" + joined(hints) + "}]]";
    node->inputs = {make_exchange(std::move(left), keys.left), make_exchange(std::move(right), keys.right)};
    return node;
  }

  NodePtr union_all(const SetOpRel& rel) {
    auto node = std::make_shared<UnionNode>();
    for (const RelPtr& input : rel.inputs) node->inputs.push_back(convert(input));
    node->type = rel.type;
    for (size_t i = 0; i < node->type.size(); ++i) node->type[i].name = node->inputs[0]->type[i].name;
    node->span = rel.span;
    return node;
  }

  NodePtr sort(const SortRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    bool limited = rel.fetch >= 0;
    NodeKind kind = rel.keys.empty() ? NodeKind::kLimit
                    : limited        ? NodeKind::kSortLimit
                                     : NodeKind::kTemporalSort;
    if (!limited) {
      if (rel.offset > 0) {
        throw Failure("plan/offset-without-fetch",
                      "FETCH is missed, which on streaming table is not supported currently.", rel.span,
                      "add LIMIT n or FETCH FIRST n ROWS ONLY");
      }
      const SortKey& first = rel.keys[0];
      const LogicalType& type = input->type[static_cast<size_t>(first.column)].type;
      if ((!type.is_rowtime() && !type.is_proctime()) || first.descending) {
        throw Failure("plan/sort", "Sort on a non-time-attribute field is not supported.", rel.span,
                      "add LIMIT n, or sort by a time attribute");
      }
    }
    auto node = std::make_shared<SortLimitNode>(kind);
    node->keys = rel.keys;
    node->offset = rel.offset;
    node->fetch = rel.fetch;
    node->type = input->type;
    node->span = rel.span;
    node->inputs.push_back(make_exchange(std::move(input), {}));
    return node;
  }

  NodePtr rank(const rules::RankRel& rel, const std::string& number_name) {
    NodePtr input = convert(rel.inputs[0]);
    if (NodePtr window = build_window_rank(rel, input, number_name)) return window;
    auto node = std::make_shared<RankNode>();
    node->partition = rel.partition;
    node->order = rel.order;
    node->rank_start = rel.start;
    node->rank_end = rel.end;
    node->rank_end_column = rel.end_column;
    node->output_rank = rel.output_rank;
    node->type = input->type;
    if (rel.output_rank) {
      node->type.push_back(
          Field{number_name.empty() ? "w0$o0" : number_name, LogicalType::bigint().with_nullable(false)});
    }
    node->span = rel.span;
    node->inputs.push_back(make_exchange(std::move(input), rel.partition));
    return node;
  }

  NodePtr expand(const rules::ExpandRel& rel) {
    NodePtr input = convert(rel.inputs[0]);
    auto node = std::make_shared<ExpandNode>();
    node->projects = rel.projects;
    node->type = rel.type;
    for (size_t i = 0; i < input->type.size(); ++i) node->type[i].name = input->type[i].name;
    node->span = rel.span;
    node->inputs.push_back(std::move(input));
    const std::optional<WindowColumns> windows = window_columns(*node);
    // Aggregates by other windows decide for themselves.
    if (!windows || windows->window.window != WindowKind::kSession) return node;
    NodePtr below = expand_below_window(node);
    return below ? below : node;
  }

  const PlannerConfig& config_;
  const Rel* snapshot_call_ = nullptr;  // whose join is being built
  bool as_snapshot_ = false;            // below an event-time FOR SYSTEM_TIME AS OF
  int32_t correl_refs_ = 0;             // of the query: Flink numbers its variables after those of the parser
};

// A table has one event time.
void refuse_second_rowtime(const SinkNode& sink) {
  std::string names;
  int32_t count = 0;
  for (const Field& field : sink.type) {
    if (!field.type.is_rowtime()) continue;
    names += (count++ == 0 ? "" : ", ") + field.name;
  }
  if (count < 2) return;
  throw Failure(
      "plan/rowtime",
      "The query contains more than one rowtime attribute column [" + names + "] for writing into table '" +
          sink.table->full_name() +
          "'.\nPlease select the column that should be used as the event-time timestamp for the table "
          "sink by casting all other columns to regular TIMESTAMP or TIMESTAMP_LTZ.",
      sink.span, "CAST all but one of them AS TIMESTAMP(3)");
}

}  // namespace

std::shared_ptr<SinkNode> build_physical(const SinkRel& sink, const PlannerConfig& config) {
  auto node = std::make_shared<SinkNode>();
  node->name = sink.name;
  node->table = sink.table;
  node->conflict = sink.conflict;
  node->targets = target_columns_text(sink);
  node->hints = sink_hints_text(sink);
  node->span = sink.span;
  NodePtr input = Builder(config, sink).convert(sink.inputs[0]);
  // A sink takes the value of a processing time.
  ExprList exprs = refs_of(*input);
  bool changed = false;
  for (ExprPtr& expr : exprs) {
    if (!expr->type.is_proctime()) continue;
    expr = materialize_proctime(expr);
    changed = true;
  }
  std::vector<std::string> names = field_names(input->type);
  if (changed) input = build_calc(input, std::move(exprs), nullptr, std::move(names), sink.span);
  node->type = input->type;
  if (sink.table) {
    refuse_second_rowtime(*node);
    int32_t position = 0;
    for (const std::string& name : sink.table->primary_key) {
      position = 0;
      for (const Column& column : sink.table->columns) {
        if (column.kind != ColumnKind::kPhysical) continue;  // metadata comes behind all physical columns
        if (column.name == name) node->primary_key.push_back(position);
        ++position;
      }
    }
  }
  node->inputs.push_back(std::move(input));
  return node;
}

}  // namespace rowkind
