#include "plan/physical_util.h"

#include <algorithm>

namespace rowkind {

namespace {

template <typename T>
NodePtr copy(const PhysicalNode& node) {
  return std::make_shared<T>(node_as<T>(node));
}

int32_t count_ref(const Expr& expr, int32_t index) {
  if (expr.kind == ExprKind::kInputRef) return expr.index == index ? 1 : 0;
  int32_t n = 0;
  for (const ExprPtr& operand : expr.operands) n += count_ref(*operand, index);
  return n;
}

}  // namespace

NodePtr clone_node(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kTableSourceScan:
      return copy<TableSourceScanNode>(node);
    case NodeKind::kValues:
      return copy<ValuesNode>(node);
    case NodeKind::kCalc:
      return copy<CalcNode>(node);
    case NodeKind::kExchange:
      return copy<ExchangeNode>(node);
    case NodeKind::kUnion:
      return copy<UnionNode>(node);
    case NodeKind::kDropUpdateBefore:
      return copy<DropUpdateBeforeNode>(node);
    case NodeKind::kChangelogNormalize:
      return copy<ChangelogNormalizeNode>(node);
    case NodeKind::kWatermarkAssigner:
      return copy<WatermarkAssignerNode>(node);
    case NodeKind::kMiniBatchAssigner:
      return copy<MiniBatchAssignerNode>(node);
    case NodeKind::kExpand:
      return copy<ExpandNode>(node);
    case NodeKind::kCorrelate:
      return copy<CorrelateNode>(node);
    case NodeKind::kGroupAggregate:
    case NodeKind::kLocalGroupAggregate:
    case NodeKind::kGlobalGroupAggregate:
    case NodeKind::kIncrementalGroupAggregate:
      return copy<GroupAggregateNode>(node);
    case NodeKind::kJoin:
      return copy<JoinNode>(node);
    case NodeKind::kIntervalJoin:
      return copy<IntervalJoinNode>(node);
    case NodeKind::kWindowTableFunction:
      return copy<WindowTableFunctionNode>(node);
    case NodeKind::kWindowAggregate:
    case NodeKind::kLocalWindowAggregate:
    case NodeKind::kGlobalWindowAggregate:
      return copy<WindowAggregateNode>(node);
    case NodeKind::kWindowRank:
      return copy<WindowRankNode>(node);
    case NodeKind::kWindowDeduplicate:
      return copy<WindowDeduplicateNode>(node);
    case NodeKind::kWindowJoin:
      return copy<WindowJoinNode>(node);
    case NodeKind::kGroupWindowAggregate:
      return copy<GroupWindowAggregateNode>(node);
    case NodeKind::kTemporalJoin:
      return copy<TemporalJoinNode>(node);
    case NodeKind::kLateralSnapshotJoin:
      return copy<LateralSnapshotJoinNode>(node);
    case NodeKind::kLookupJoin:
      return copy<LookupJoinNode>(node);
    case NodeKind::kMatch:
      return copy<MatchNode>(node);
    case NodeKind::kProcessTableFunction:
      return copy<ProcessTableFunctionNode>(node);
    case NodeKind::kMultiJoin:
      return copy<MultiJoinNode>(node);
    case NodeKind::kRank:
    case NodeKind::kDeduplicate:
      return copy<RankNode>(node);
    case NodeKind::kSortLimit:
    case NodeKind::kLimit:
    case NodeKind::kSort:
    case NodeKind::kTemporalSort:
      return copy<SortLimitNode>(node);
    case NodeKind::kOverAggregate:
      return copy<OverAggregateNode>(node);
    case NodeKind::kSink:
      return copy<SinkNode>(node);
  }
  throw Failure("plan/internal", "Unknown node.", node.span);
}

NodePtr with_inputs(const PhysicalNode& node, std::vector<NodePtr> inputs) {
  NodePtr out = clone_node(node);
  out->inputs = std::move(inputs);
  return out;
}

NodePtr make_calc(NodePtr input, ExprList projects, ExprPtr condition, std::vector<std::string> names,
                  Span span) {
  auto calc = std::make_shared<CalcNode>();
  for (size_t i = 0; i < projects.size(); ++i)
    calc->type.push_back(Field{std::move(names[i]), projects[i]->type});
  calc->projects = std::move(projects);
  calc->condition = std::move(condition);
  calc->span = span;
  calc->inputs.push_back(std::move(input));
  return calc;
}

NodePtr make_exchange(NodePtr input, std::vector<int32_t> keys) {
  const bool single = input->kind == NodeKind::kSortLimit || input->kind == NodeKind::kLimit ||
                      input->kind == NodeKind::kTemporalSort;
  if (single && keys.empty()) return input;
  auto exchange = std::make_shared<ExchangeNode>();
  exchange->keys = std::move(keys);
  exchange->type = input->type;
  exchange->span = input->span;
  exchange->inputs.push_back(std::move(input));
  return exchange;
}

bool is_trivial_calc(const CalcNode& calc) {
  if (calc.condition || calc.projects.size() != calc.inputs[0]->type.size()) return false;
  for (size_t i = 0; i < calc.projects.size(); ++i) {
    const Expr& expr = *calc.projects[i];
    if (expr.kind != ExprKind::kInputRef || expr.index != static_cast<int32_t>(i)) return false;
  }
  return true;
}

NodePtr merge_calcs(const CalcNode& upper, const CalcNode& lower) {
  for (size_t i = 0; i < lower.projects.size(); ++i) {
    if (deterministic(*lower.projects[i])) continue;
    int32_t column = static_cast<int32_t>(i),
            uses = upper.condition ? count_ref(*upper.condition, column) : 0;
    if (uses > 0) return nullptr;
    for (const ExprPtr& expr : upper.projects) uses += count_ref(*expr, column);
    if (uses > 1) return nullptr;
  }
  ExprList parts;
  if (lower.condition) parts.push_back(lower.condition);
  if (upper.condition) parts.push_back(substitute(upper.condition, lower.projects));
  ExprList projects;
  for (const ExprPtr& expr : upper.projects) {
    ExprPtr inlined = substitute(expr, lower.projects);
    projects.push_back(expr->kind == ExprKind::kInputRef ? inlined : simplify(inlined));
  }
  return make_calc(lower.inputs[0], std::move(projects),
                   parts.empty() ? nullptr : simplify_condition(conjunction(parts)), field_names(upper.type),
                   upper.span);
}

ExprList refs_of(const PhysicalNode& node) {
  ExprList refs;
  for (size_t i = 0; i < node.type.size(); ++i)
    refs.push_back(input_ref(static_cast<int32_t>(i), node.type[i].type));
  return refs;
}

std::string column_list(const RowType& type, const std::vector<int32_t>& columns) {
  std::string out;
  for (int32_t column : columns) {
    if (!out.empty()) out += ", ";
    out += type[static_cast<size_t>(column)].name;
  }
  return out;
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) out += separator;
    out += parts[i];
  }
  return out;
}

ExprPtr cast_call(const ExprPtr& expr, const LogicalType& type) {
  ExprPtr any = make_cast(input_ref(0, LogicalType::integer()), LogicalType::bigint()).or_throw();
  return with_type(with_operands(*any, {expr}), type);
}

std::string aggregate_name(const AggregateCall& call, bool retract) {
  return aggregate_plan_name(call) + (retract ? "_RETRACT" : "");
}

}  // namespace rowkind
