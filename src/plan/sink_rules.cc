#include "plan/sink_rules.h"

#include <algorithm>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"

namespace rowkind {

namespace {

// Nothing is known about keys ("none" in the message), as opposed to rules that find no key.
bool keys_unknown(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan:
      return upsert_keys(node).empty();
    case NodeKind::kProcessTableFunction:
      return node_as<ProcessTableFunctionNode>(node).op_column < 0;
    case NodeKind::kValues:
    case NodeKind::kCorrelate:
    case NodeKind::kMatch:
    case NodeKind::kWindowTableFunction:
    case NodeKind::kWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
    case NodeKind::kWindowDeduplicate:
      return true;
    case NodeKind::kGroupWindowAggregate:
      return node_as<GroupWindowAggregateNode>(node).properties.empty();
    case NodeKind::kRank:
    case NodeKind::kWindowRank:
      return upsert_keys(node).empty() && keys_unknown(*node.inputs[0]);
    case NodeKind::kExchange:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kOverAggregate:
    case NodeKind::kExpand:
    case NodeKind::kLimit:
    case NodeKind::kSort:
    case NodeKind::kTemporalSort:
    case NodeKind::kSortLimit:
      return keys_unknown(*node.inputs[0]);
    default:
      return false;
  }
}

// An updating function without partition has the key of no columns, which any primary key contains: for a sink
// right above it (nothing but projections between) only.
bool has_key_of_no_columns(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kProcessTableFunction: {
      const auto& function = node_as<ProcessTableFunctionNode>(node);
      return function.op_column >= 0 && function.partition.empty();
    }
    case NodeKind::kCalc:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kMiniBatchAssigner:
      return has_key_of_no_columns(*node.inputs[0]);
    default:
      return false;
  }
}

std::string names_of(const RowType& type, const std::vector<int32_t>& columns) {
  return "[" + column_list(type, columns) + "]";
}

std::vector<std::string> primary_key_names(const SinkNode& sink) {
  return sink.table->primary_key;
}

std::string upsert_key_names(const SinkNode& sink) {
  if (keys_unknown(*sink.inputs[0])) return "none";
  std::vector<std::string> parts;
  for (const ColumnSet& key : upsert_keys(*sink.inputs[0])) parts.push_back(names_of(sink.type, key));
  return joined(parts);
}

void collect_unwatermarked(const PhysicalNode& node, bool watermarked, std::vector<std::string>& out) {
  if (node.kind == NodeKind::kTableSourceScan) {
    const CatalogTable& table = *node_as<TableSourceScanNode>(node).table;
    if (!table.watermark && !watermarked) out.push_back(table.full_name());
  }
  for (const NodePtr& input : node.inputs) collect_unwatermarked(*input, watermarked, out);
}

const char* conflict_name(ConflictStrategy strategy) {
  return strategy == ConflictStrategy::kError     ? "ERROR"
         : strategy == ConflictStrategy::kNothing ? "NOTHING"
                                                  : "DEDUPLICATE";
}

bool primary_key_contains_upsert_key(const SinkNode& sink) {
  if (has_key_of_no_columns(*sink.inputs[0])) return true;
  std::vector<ColumnSet> keys = upsert_keys(*sink.inputs[0]);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const ColumnSet& key) { return contains_all(sink.primary_key, key); });
}

}  // namespace

bool upsert_key_satisfies_primary_key(const SinkNode& sink) {
  if (sink.primary_key.empty()) return true;
  ColumnSet fixed = immutable_columns(*sink.inputs[0]);
  std::vector<ColumnSet> keys = upsert_keys(*sink.inputs[0]);
  return std::any_of(keys.begin(), keys.end(), [&](const ColumnSet& key) {
    if (!contains_all(sink.primary_key, key)) return false;
    return std::all_of(sink.primary_key.begin(), sink.primary_key.end(), [&](int32_t column) {
      return contains_all(key, {column}) || contains_all(fixed, {column});
    });
  });
}

bool needs_upsert_materialize(const SinkNode& sink, Consumer consumer, const PlannerConfig& config) {
  // Update kinds are not known yet here: a sink that echoes what it is offered looks like an upsert sink.
  ChangelogMode mode = accepted_mode(sink, consumer);
  if (!sink.table || !sink.table->sink_mode) mode.update_before = false;
  const ModifyKindSet& input = sink.inputs[0]->modify;
  bool append = mode.append_only();
  bool retract = mode.update_before;
  if (sink.conflict != ConflictStrategy::kNone && (append || retract)) {
    throw Failure("plan/on-conflict-sink",
                  "ON CONFLICT clause is only allowed for upsert sinks. The sink '" +
                      (sink.table ? sink.table->full_name() : sink.name) +
                      "' is not an upsert sink because " +
                      (append ? "it only accepts INSERT (append-only) changes."
                              : "it requires UPDATE_BEFORE (retract mode)."),
                  sink.span, "leave ON CONFLICT out");
  }
  if (sink.conflict == ConflictStrategy::kError || sink.conflict == ConflictStrategy::kNothing) {
    std::vector<std::string> sources;
    collect_unwatermarked(*sink.inputs[0], false, sources);
    if (!sources.empty()) {
      throw Failure(
          "plan/on-conflict-watermark",
          std::string("ON CONFLICT DO ") + conflict_name(sink.conflict) +
              " requires all source tables to define watermarks, but the following source(s) do not: " +
              joined(sources) + ". Please add a WATERMARK declaration to these tables.",
          sink.span);
    }
  }
  const bool force = config.upsert_materialize == PlannerConfig::Materialize::kForce;
  if (config.upsert_materialize == PlannerConfig::Materialize::kNone) return false;
  // FLINK-40924: before 2.4 FORCE also skipped the check for the clause.
  if (force && (append || config.version < kFlink2_4)) return !sink.primary_key.empty() && !retract;
  if (sink.primary_key.empty() || append || retract) return false;
  if (input.insert_only() && sink.conflict == ConflictStrategy::kDeduplicate) return force;
  const bool differs = !primary_key_contains_upsert_key(sink);
  if (config.require_on_conflict && differs && sink.conflict == ConflictStrategy::kNone) {
    throw Failure("plan/on-conflict",
                  "The query has an upsert key that differs from the primary key of the sink table '" +
                      sink.table->full_name() + "'. Primary key: [" + joined(primary_key_names(sink)) +
                      "], upsert key: " + upsert_key_names(sink) +
                      ". This can lead to non-deterministic results when multiple records with different "
                      "upsert keys map to the same primary key. "
                      "Please specify an ON CONFLICT clause to define how conflicts should be handled: ON "
                      "CONFLICT DO DEDUPLICATE (update to the "
                      "latest record, state intensive, since we need to keep the entire history), or ON "
                      "CONFLICT DO ERROR (fail on conflict), or "
                      "ON CONFLICT DO NOTHING (keep first record).",
                  sink.span, "add ON CONFLICT DO DEDUPLICATE");
  }
  if (force) return true;
  if (input.insert_only() && sink.conflict == ConflictStrategy::kNone) return false;
  return differs;
}

}  // namespace rowkind
