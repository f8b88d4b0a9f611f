#include <algorithm>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"
#include "plan/update_kinds.h"

namespace rowkind {

namespace {

using Inputs = std::vector<NodePtr>;

NodePtr made(const PhysicalNode& node, Inputs inputs, DeleteKind provided) {
  NodePtr out = with_inputs(node, std::move(inputs));
  out->delete_kind = node.modify.deletes ? provided : DeleteKind::kNone;
  return out;
}

bool visit_inputs(const PhysicalNode& node, DeleteKind required, Inputs& out) {
  for (const NodePtr& input : node.inputs) {
    NodePtr one = satisfy_delete_kind(input, required);
    if (!one || one->delete_kind != required) return false;
    out.push_back(std::move(one));
  }
  return true;
}

NodePtr forward(const PhysicalNode& node, DeleteKind required) {
  Inputs inputs;
  if (!visit_inputs(node, required, inputs)) return nullptr;
  DeleteKind provided = inputs[0]->delete_kind;
  return made(node, std::move(inputs), provided);
}

bool join_takes_deletes_by_key(const JoinNode& join, size_t side) {
  const std::vector<int32_t>& keys = side == 0 ? join.left_keys : join.right_keys;
  std::vector<ColumnSet> unique = upsert_keys_in_range(*join.inputs[side], keys);
  return std::any_of(unique.begin(), unique.end(),
                     [&](const ColumnSet& key) { return contains_all(key, keys); });
}

NodePtr visit_join(const JoinNode& join, DeleteKind required) {
  Inputs inputs;
  bool by_key = false;
  for (size_t side = 0; side < 2; ++side) {
    const NodePtr& input = join.inputs[side];
    NodePtr one;
    if (required == DeleteKind::kDeleteByKey && join_takes_deletes_by_key(join, side)) {
      one = satisfy_delete_kind(input, delete_by_key_or_none(input->modify));
    }
    if (!one) one = satisfy_delete_kind(input, full_delete_or_none(input->modify));
    if (!one) return nullptr;
    by_key = by_key || one->delete_kind == DeleteKind::kDeleteByKey;
    inputs.push_back(std::move(one));
  }
  return made(join, std::move(inputs), by_key ? DeleteKind::kDeleteByKey : DeleteKind::kFullDelete);
}

NodePtr visit_union(const PhysicalNode& node, DeleteKind required) {
  Inputs inputs;
  bool by_key = false;
  for (const NodePtr& input : node.inputs) {
    NodePtr one = satisfy_delete_kind(input, input->modify.deletes ? required : DeleteKind::kNone);
    if (!one) return nullptr;
    by_key = by_key || one->delete_kind == DeleteKind::kDeleteByKey;
    inputs.push_back(std::move(one));
  }
  return made(node, std::move(inputs), by_key ? DeleteKind::kDeleteByKey : DeleteKind::kFullDelete);
}

// The rows may stay as the source sends them: nobody needs -U, no filter sits in the normalize, the source
// does not repeat events.
bool dispensable(const ChangelogNormalizeNode& node) {
  if (!node.removable || node.update == UpdateKind::kBeforeAndAfter || node.condition) return false;
  const PhysicalNode* below = node.inputs[0].get();
  while (!below->inputs.empty()) below = below->inputs[0].get();
  const CatalogTable& table = *node_as<TableSourceScanNode>(*below).table;
  if (table.source_mode.update_before) return false;
  return std::none_of(table.columns.begin(), table.columns.end(), [&](const Column& column) {
    return column.kind == ColumnKind::kMetadata && find_field(node.type, column.name) >= 0;
  });
}

NodePtr visit_normalize(const ChangelogNormalizeNode& node, DeleteKind required) {
  if (dispensable(node)) {
    Inputs inputs;
    if (visit_inputs(node, required, inputs)) return inputs[0]->inputs[0];
  }
  const ModifyKindSet& below = node.inputs[0]->modify;
  Inputs inputs;
  if (!visit_inputs(node, delete_by_key_or_none(below), inputs)) {
    inputs.clear();
    if (!visit_inputs(node, full_delete_or_none(below), inputs)) return nullptr;
  }
  return made(node, std::move(inputs), DeleteKind::kFullDelete);
}

}  // namespace

NodePtr satisfy_delete_kind(const NodePtr& node, DeleteKind required) {
  switch (node->kind) {
    case NodeKind::kTableSourceScan: {
      const ChangelogMode& mode = node_as<TableSourceScanNode>(*node).table->source_mode;
      return made(*node, {}, mode.key_only_deletes ? DeleteKind::kDeleteByKey : DeleteKind::kFullDelete);
    }
    case NodeKind::kValues:
      return made(*node, {}, DeleteKind::kNone);
    case NodeKind::kJoin:
      return visit_join(node_as<JoinNode>(*node), required);
    case NodeKind::kCalc:
      if (required == DeleteKind::kDeleteByKey && filters_non_key(*node)) return nullptr;
      return forward(*node, required);
    case NodeKind::kExchange:
    case NodeKind::kExpand:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kDropUpdateBefore:
      return forward(*node, required);
    case NodeKind::kUnion:
      return visit_union(*node, required);
    case NodeKind::kProcessTableFunction: {
      const ModifyKindSet& below = node->inputs[0]->modify;
      Inputs inputs;
      bool by_key = !node_as<ProcessTableFunctionNode>(*node).needs_full_deletes &&
                    visit_inputs(*node, delete_by_key_or_none(below), inputs);
      if (!by_key) inputs.clear();
      if (!by_key && !visit_inputs(*node, full_delete_or_none(below), inputs)) return nullptr;
      return made(*node, std::move(inputs), DeleteKind::kFullDelete);
    }
    case NodeKind::kChangelogNormalize:
      return visit_normalize(node_as<ChangelogNormalizeNode>(*node), required);
    default: {
      // Everything else works on full rows.
      Inputs inputs;
      for (const NodePtr& input : node->inputs) {
        NodePtr one = satisfy_delete_kind(input, full_delete_or_none(input->modify));
        if (!one) return nullptr;
        inputs.push_back(std::move(one));
      }
      return made(*node, std::move(inputs), DeleteKind::kFullDelete);
    }
  }
}

}  // namespace rowkind
