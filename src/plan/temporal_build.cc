#include "plan/temporal_build.h"

#include <algorithm>

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

}  // namespace

bool is_event_time(const JoinRel& rel) {
  return snapshot_of(rel).period->type.is_rowtime();
}

NodePtr build_temporal_join(const JoinRel& rel, NodePtr left, NodePtr right) {
  check_type(rel);
  int32_t base = static_cast<int32_t>(left->type.size());
  JoinKeys keys = analyze_join(rel.condition, base);
  auto unique = rules::unique_keys(*snapshot_of(rel).inputs[0]);
  if (unique.empty()) {
    throw Failure(
        "plan/temporal-key",
        "Temporal Table Join requires primary key in versioned table, but no primary key can be found.",
        rel.span, "declare PRIMARY KEY (...) NOT ENFORCED and select its columns");
  }
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
  node->join = rel.join;
  node->left_keys = keys.left;
  node->right_keys = keys.right;
  node->filter_nulls = keys.filter_nulls;
  node->condition = rel.condition;
  node->residual = keys.residual;
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
  const CatalogTable* table = table_below(*below);
  if (!table || !table->lookup) {
    throw Failure("plan/temporal-proctime", "Processing-time temporal join is not supported yet.", rel.span,
                  "join by event time, or a table that answers look-ups");
  }
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
  for (size_t i = 0; i < projects.size(); ++i) {
    if (projects[i]->kind != ExprKind::kInputRef)
      throw Failure("plan/not-yet", "A computed column of a look-up table is not executable yet.", rel.span);
    whole = whole && projects[i]->index == static_cast<int32_t>(i);
    node->columns.push_back(projects[i]->index);
  }
  node->projects = !whole;
  node->table_condition = condition;
  if (condition) {
    for (const auto& [column, value] :
         rules::constant_columns(*rules::make_filter(rules::make_empty(below->type, rel.span), condition))) {
      node->keys.push_back({column, -1, value});
    }
  }
  JoinKeys keys = analyze_join(rel.condition, static_cast<int32_t>(left->type.size()));
  for (size_t i = 0; i < keys.left.size(); ++i) {
    node->keys.push_back({node->columns[static_cast<size_t>(keys.right[i])], keys.left[i], nullptr});
  }
  if (keys.left.empty()) {
    throw Failure("plan/lookup-key",
                  "Temporal table join requires an equality condition on fields of table [" +
                      node->table->full_name() + "].",
                  rel.span);
  }
  node->residual = keys.residual;
  RowType right = snapshot_of(rel).type;
  if (node->projects) {
    // Flink leaves the names of a projected table as they are.
    node->type = left->type;
    for (Field field : right) {
      if (rel.join == JoinType::kLeft) field.type = field.type.with_nullable(true);
      node->type.push_back(std::move(field));
    }
  } else {
    node->type = rules::join_type_of(left->type, right, rel.join);
  }
  node->inputs.push_back(std::move(left));
  return node;
}

}  // namespace rowkind
