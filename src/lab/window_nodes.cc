#include "lab/window_nodes.h"

#include "lab/cells.h"
#include "types/row.h"

namespace rowkind {
namespace {

template <typename Node>
WindowNode with_grouping(const PhysicalNode& node) {
  const auto& windowed = static_cast<const Node&>(node);
  return {&windowed.window, &windowed.grouping};
}
template <typename Node>
WindowNode with_partition(const PhysicalNode& node) {
  const auto& windowed = static_cast<const Node&>(node);
  return {&windowed.window, &windowed.partition};
}

}  // namespace

WindowNode window_node(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kWindowTableFunction: {
      const WindowSpec& window = static_cast<const WindowTableFunctionNode&>(node).window;
      return {&window, &window.partition};
    }
    case NodeKind::kWindowAggregate:
    case NodeKind::kLocalWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
      return with_grouping<WindowAggregateNode>(node);
    case NodeKind::kGroupWindowAggregate:
      return with_grouping<GroupWindowAggregateNode>(node);
    case NodeKind::kWindowRank:
      return with_partition<WindowRankNode>(node);
    case NodeKind::kWindowDeduplicate:
      return with_partition<WindowDeduplicateNode>(node);
    case NodeKind::kWindowJoin: {
      const auto& join = static_cast<const WindowJoinNode&>(node);
      return {&join.left_window, &join.left_keys};
    }
    default:
      return {};
  }
}

WindowKeyAt window_key_of(Rule rule) {
  switch (rule) {
    case Rule::kWindowFired:
    case Rule::kWindowRank:
    case Rule::kWindowDedup:
    case Rule::kGroupWindowEarly:
    case Rule::kGroupWindowLate:
    case Rule::kGroupWindowSame:
    case Rule::kGroupWindowEmptied:
      return WindowKeyAt::kA;
    case Rule::kSessionOpened:
    case Rule::kSessionJoined:
    case Rule::kSessionBridged:
    case Rule::kSessionOver:
    case Rule::kWindowBuffered:
    case Rule::kWindowPartlyLate:
    case Rule::kWindowSlice:
    case Rule::kWindowEmpty:
    case Rule::kWindowLost:
    case Rule::kWindowCleared:
    case Rule::kWindowJoinWaits:
    case Rule::kGroupWindowWaits:
      return WindowKeyAt::kB;
    default:
      return WindowKeyAt::kNone;
  }
}

Json window_key_cells(const Row& key, const PhysicalNode& node, const TimeZone& zone) {
  const std::vector<int32_t>* columns = window_node(node).key;
  if (!columns || static_cast<size_t>(key.arity()) < columns->size()) return nullptr;
  RowType type;
  for (int32_t column : *columns) type.push_back(node.inputs[0]->type[static_cast<size_t>(column)]);
  while (type.size() < static_cast<size_t>(key.arity())) type.push_back(Field{"", LogicalType::timestamp(3)});
  return cells_json(key, type, zone);
}

}  // namespace rowkind
