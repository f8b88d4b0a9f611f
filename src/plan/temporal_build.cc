#include "plan/temporal_build.h"

#include <algorithm>

#include "plan/interval_bounds.h"
#include "plan/join_keys.h"
#include "plan/physical_util.h"
#include "plan/rules/rules.h"

namespace rowkind {

namespace {

using rules::as;

const SnapshotRel& snapshot_of(const JoinRel& rel) {
  return as<SnapshotRel>(*rel.inputs[1]);
}

const CatalogTable* table_below(const Rel& rel) {
  const Rel* below = &rel;
  while (!below->inputs.empty()) below = below->inputs[0].get();
  return below->kind == RelKind::kScan ? as<ScanRel>(*below).table.get() : nullptr;
}

void check_type(const JoinRel& rel) {
  if (rel.join == JoinType::kInner || rel.join == JoinType::kLeft) return;
  throw Failure("plan/temporal-join",
                std::string("Unknown join type ") + (rel.join == JoinType::kRight ? "RIGHT" : "FULL"),
                rel.span, "a temporal join is INNER or LEFT");
}

std::string name_list(const RowType& type, const std::vector<int32_t>& columns) {
  std::vector<std::string> names;
  for (int32_t column : columns) names.push_back(type[static_cast<size_t>(column)].name);
  return joined(names, ",");
}

// A column of the table that the condition, or the table's own filter, sets equal to a left column or a
// constant; the last equality of a column is its key, the others are left to be tested.
void set_lookup_keys(LookupJoinNode& node, const JoinRel& rel, const Rel& scan, int32_t left_width) {
  if (node.table_condition) {
    for (const ExprPtr& part : conjuncts(node.table_condition)) {
      RelPtr filter = rules::make_filter(rules::make_empty(scan.type, rel.span), part);
      for (const auto& [column, value] : rules::constant_columns(*filter))
        node.keys.push_back({column, -1, value});
    }
  }
  JoinKeys keys = analyze_join(rel.condition, left_width);
  ExprList rest;
  for (size_t i = 0; i < keys.left.size(); ++i) {
    const Expr& column = *node.projects[static_cast<size_t>(keys.right[i])];
    bool again = std::find(keys.right.begin() + static_cast<std::ptrdiff_t>(i) + 1, keys.right.end(),
                           keys.right[i]) != keys.right.end();
    if (column.kind == ExprKind::kInputRef && !again) {
      node.keys.push_back({column.index, keys.left[i], nullptr});
    } else {
      rest.push_back(keys.equalities[i]);
    }
  }
  if (node.keys.empty()) {
    throw Failure("plan/lookup-key",
                  "Temporal table join requires an equality condition on fields of table [" +
                      node.table->full_name() + "].",
                  rel.span);
  }
  if (keys.residual) rest.push_back(keys.residual);
  if (!rest.empty()) node.residual = conjunction(rest);
}

std::vector<ColumnSet> keys_of_versions(const JoinRel& rel) {
  auto unique = rules::unique_keys(*snapshot_of(rel).inputs[0]);
  if (!unique.empty()) return unique;
  throw Failure(
      "plan/temporal-key",
      "Temporal Table Join requires primary key in versioned table, but no primary key can be found.",
      rel.span, "declare PRIMARY KEY (...) NOT ENFORCED and select its columns");
}

// Neither a look-up nor by event time.
[[noreturn]] void refuse_processing_time(const JoinRel& rel) {
  auto unique = keys_of_versions(rel);
  const CatalogTable* table = table_below(*snapshot_of(rel).inputs[0]);
  if (table && table->lookup) {
    std::vector<std::string> types;
    for (int32_t column : unique[0])
      types.push_back(snapshot_of(rel).type[static_cast<size_t>(column)].type.to_string());
    throw Failure("plan/temporal-proctime",
                  "Unsupported call: __TEMPORAL_JOIN_CONDITION_PRIMARY_KEY(" + joined(types) + ")", rel.span,
                  "look up the table itself, not a view that filters it: write its condition behind ON");
  }
  throw Failure(
      "plan/temporal-proctime", "Processing-time temporal join is not supported yet.", rel.span,
      "join by event time (FOR SYSTEM_TIME AS OF a row time), or look up a table of a connector that "
      "answers look-ups, such as jdbc");
}

}  // namespace

bool is_event_time(const JoinRel& rel) {
  return snapshot_of(rel).period->type.is_rowtime();
}

NodePtr build_temporal_join(const JoinRel& rel, NodePtr left, NodePtr right, const PlannerConfig& config) {
  check_type(rel);
  int32_t base = static_cast<int32_t>(left->type.size());
  JoinKeys keys = analyze_join(rel.condition, base);
  if (keys.left.empty()) {
    throw Failure("plan/temporal-key", "Currently the join key in Temporal Table Join can not be empty.",
                  rel.span, "write the equality of the keys behind ON");
  }
  auto unique = keys_of_versions(rel);
  auto node = std::make_shared<TemporalJoinNode>();
  node->type = rules::join_type_of(left->type, right->type, rel.join);
  node->primary_key = unique[0];
  for (int32_t column : node->primary_key) {
    if (std::find(keys.right.begin(), keys.right.end(), column) != keys.right.end()) continue;
    std::vector<int32_t> shown;
    for (int32_t key : node->primary_key) shown.push_back(key + base);
    std::vector<std::string> pairs;
    for (size_t i = 0; i < keys.left.size(); ++i) {
      pairs.push_back(left->type[static_cast<size_t>(keys.left[i])].name + "=" +
                      right->type[static_cast<size_t>(keys.right[i])].name);
    }
    throw Failure("plan/temporal-key",
                  "Temporal table's primary key [" + name_list(node->type, shown) +
                      "] must be included in the equivalence condition of temporal join, but current "
                      "temporal join condition is [" +
                      joined(pairs, ",") + "].",
                  rel.span);
  }
  auto time = std::find_if(right->type.begin(), right->type.end(),
                           [](const Field& field) { return field.type.is_rowtime(); });
  if (time == right->type.end()) {
    throw Failure("plan/temporal-time",
                  "Event-Time Temporal Table Join requires both primary key and row time attribute in "
                  "versioned table, but no row time "
                  "attribute can be found.",
                  rel.span);
  }
  const LogicalType& left_time = snapshot_of(rel).period->type;
  if (!left_time.equals(time->type, true)) {
    auto text = [](const LogicalType& type) { return type.with_nullable(true).to_string(); };
    throw Failure(
        "plan/temporal-time",
        "Event-Time Temporal Table Join requires same rowtime type in left table and versioned table, "
        "but the rowtime types are " +
            text(left_time) + " and " + text(time->type) + ".",
        rel.span, "declare both as TIMESTAMP(3) or both as TIMESTAMP_LTZ(3)");
  }
  node->join = rel.join;
  node->left_keys = keys.left;
  node->right_keys = keys.right;
  node->filter_nulls = keys.filter_nulls;
  node->condition = rel.condition;
  node->residual = keys.residual;
  node->drops_late_rows = !(config.version < kFlink2_4);
  node->left_time = snapshot_of(rel).period->index;
  node->right_time = static_cast<int32_t>(time - right->type.begin());
  // Times of the right side are plain values for what follows.
  for (size_t i = static_cast<size_t>(base); i < node->type.size(); ++i) {
    node->type[i].type = node->type[i].type.with_attribute(TimeAttribute::kNone);
  }
  node->span = rel.span;
  node->inputs = {make_exchange(std::move(left), keys.left), make_exchange(std::move(right), keys.right)};
  return node;
}

NodePtr build_lookup_join(const JoinRel& rel, NodePtr left) {
  const Rel* below = snapshot_of(rel).inputs[0].get();
  if (!snapshot_of(rel).lookup) refuse_processing_time(rel);
  check_type(rel);
  auto node = std::make_shared<LookupJoinNode>();
  node->join = rel.join;
  node->span = rel.span;
  // Projection and filter on the table's rows.
  ExprList projects = rules::column_refs(*below);
  std::vector<std::string> names = field_names(below->type);
  ExprPtr condition;
  std::vector<const Rel*> chain;
  for (; below->kind != RelKind::kScan; below = below->inputs[0].get()) {
    if (below->kind == RelKind::kFilter) {
      if (condition)
        condition = conjunction({condition, as<FilterRel>(*below).condition});
      else
        condition = as<FilterRel>(*below).condition;
    } else if (below->kind == RelKind::kProject) {
      for (ExprPtr& expr : projects) expr = substitute(expr, as<ProjectRel>(*below).exprs);
      if (condition) condition = substitute(condition, as<ProjectRel>(*below).exprs);
    } else if (below->kind != RelKind::kWatermark) {
      throw Failure("plan/not-yet", "This look-up join is not executable yet.", rel.span);
    }
  }
  node->table = as<ScanRel>(*below).table;
  bool whole = projects.size() == below->type.size();
  for (size_t i = 0; i < projects.size(); ++i)
    whole =
        whole && projects[i]->kind == ExprKind::kInputRef && projects[i]->index == static_cast<int32_t>(i);
  node->projects = projects;
  node->table_condition = condition;
  set_lookup_keys(*node, rel, *below, static_cast<int32_t>(left->type.size()));
  RowType right = snapshot_of(rel).type;
  node->type = rules::join_type_of(left->type, right, rel.join);
  for (size_t i = 0; i < right.size(); ++i)
    node->names.push_back(whole && !condition ? node->type[left->type.size() + i].name : right[i].name);
  node->retry = snapshot_of(rel).lookup_retry;
  node->shuffle = snapshot_of(rel).lookup_shuffle;
  std::vector<int32_t> shuffle_keys;
  for (const auto& key : node->keys) {
    if (key.left_column >= 0) shuffle_keys.push_back(key.left_column);
  }
  node->inputs.push_back(node->shuffle ? make_exchange(std::move(left), shuffle_keys) : std::move(left));
  return node;
}

NodePtr build_interval_join(const JoinRel& rel, NodePtr left, NodePtr right, const IntervalBounds& bounds) {
  auto node = std::make_shared<IntervalJoinNode>();
  node->join = rel.join;
  node->condition = rel.condition;
  node->span = rel.span;
  node->type = rules::join_type_of(left->type, right->type, rel.join);
  JoinKeys keys = analyze_join(conjunction(bounds.rest), static_cast<int32_t>(left->type.size()));
  node->left_keys = keys.left;
  node->right_keys = keys.right;
  node->filter_nulls = keys.filter_nulls;
  node->residual = keys.residual;
  node->rowtime = bounds.rowtime;
  node->left_time = bounds.left_time;
  node->right_time = bounds.right_time;
  node->lower_millis = bounds.lower_millis;
  node->upper_millis = bounds.upper_millis;
  node->inputs = {make_exchange(std::move(left), keys.left), make_exchange(std::move(right), keys.right)};
  return node;
}

}  // namespace rowkind
