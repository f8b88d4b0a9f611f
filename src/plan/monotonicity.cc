#include <algorithm>

#include "plan/physical_util.h"
#include "plan/row_metadata.h"

namespace rowkind {

namespace {

using Mono = Monotonicity;

// The column is known to be >= 0: what SUM needs to only grow (FlinkRelMdColumnInterval, the lower bound).
bool never_negative(const PhysicalNode& node, int32_t column) {
  switch (node.kind) {
    case NodeKind::kCalc: {
      const auto& calc = node_as<CalcNode>(node);
      const Expr& expr = *calc.projects[static_cast<size_t>(column)];
      if (expr.kind == ExprKind::kLiteral)
        return expr.literal.kind() == ValueKind::kInt && expr.literal.integer() >= 0;
      if (expr.kind != ExprKind::kInputRef) return false;
      if (calc.condition) {
        for (const ExprPtr& part : conjuncts(calc.condition)) {
          if (!is_call(*part, ">") && !is_call(*part, ">=") && !is_call(*part, "=")) continue;
          const Expr& left = *part->operands[0];
          const Expr& right = *part->operands[1];
          if (left.kind == ExprKind::kInputRef && left.index == expr.index &&
              right.kind == ExprKind::kLiteral && right.literal.kind() == ValueKind::kInt &&
              right.literal.integer() >= 0) {
            return true;
          }
        }
      }
      return never_negative(*node.inputs[0], expr.index);
    }
    case NodeKind::kExchange:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kChangelogNormalize:
    case NodeKind::kRank:
    case NodeKind::kSortLimit:
    case NodeKind::kLimit:
      return column < static_cast<int32_t>(node.inputs[0]->type.size()) &&
             never_negative(*node.inputs[0], column);
    case NodeKind::kGroupAggregate: {
      const auto& group = node_as<GroupAggregateNode>(node);
      int32_t keys = static_cast<int32_t>(group.grouping.size());
      if (column < keys) return never_negative(*node.inputs[0], group.grouping[static_cast<size_t>(column)]);
      const AggregateCall& call = group.calls[static_cast<size_t>(column - keys)];
      if (call.function->name == "COUNT") return true;
      bool bounded = call.function->name == "MAX" || call.function->name == "MIN" ||
                     call.function->name == "SUM" || call.function->name == "$SUM0";
      return bounded && call.args.size() == 1 && never_negative(*node.inputs[0], call.args[0]);
    }
    default:
      return false;
  }
}

bool changes(const std::vector<Mono>& columns) {
  return std::any_of(columns.begin(), columns.end(), [](Mono mono) { return mono != Mono::kConstant; });
}

Mono of_call(const AggregateCall& call, const PhysicalNode& input) {
  std::string_view name = call.function->name;
  if (name == "COUNT") return Mono::kIncreasing;
  if (name == "MAX") return Mono::kIncreasing;
  if (name == "MIN") return Mono::kDecreasing;
  if ((name == "SUM" || name == "$SUM0") && never_negative(input, call.args[0])) return Mono::kIncreasing;
  return Mono::kNotMonotonic;
}

std::vector<Mono> of_aggregate(const GroupAggregateNode& group) {
  const PhysicalNode& input = *group.inputs[0];
  std::vector<Mono> below = monotonicity(input);
  if (below.empty() && !input.type.empty()) return {};
  std::vector<Mono> out;
  for (int32_t column : group.grouping) {
    if (below[static_cast<size_t>(column)] != Mono::kConstant) return {};
    out.push_back(Mono::kConstant);
  }
  for (const AggregateCall& call : group.calls) {
    Mono mono = of_call(call, input);
    if (changes(below)) {
      if (call.args.size() > 1) mono = Mono::kNotMonotonic;
      if (call.args.size() == 1 && call.function->name != "COUNT" &&
          below[static_cast<size_t>(call.args[0])] != mono)
        mono = Mono::kNotMonotonic;
    }
    out.push_back(mono);
  }
  return out;
}

std::vector<Mono> of_rank(const RankNode& rank) {
  std::vector<Mono> below = monotonicity(*rank.inputs[0]);
  if (below.empty()) return {};
  for (int32_t column : rank.partition) {
    if (below[static_cast<size_t>(column)] != Mono::kConstant) return {};
  }
  std::vector<Mono> out(rank.type.size(), Mono::kNotMonotonic);
  for (int32_t column : rank.partition) out[static_cast<size_t>(column)] = Mono::kConstant;
  if (rank.output_rank) out.back() = Mono::kConstant;
  if (!rank.order.empty()) {
    const SortKey& first = rank.order[0];
    Mono mono = below[static_cast<size_t>(first.column)];
    if (first.descending && (mono == Mono::kIncreasing || mono == Mono::kConstant))
      out[static_cast<size_t>(first.column)] = Mono::kIncreasing;
    if (!first.descending && (mono == Mono::kDecreasing || mono == Mono::kConstant))
      out[static_cast<size_t>(first.column)] = Mono::kDecreasing;
  }
  return out;
}

bool all_constant(const std::vector<Mono>& mono, const std::vector<int32_t>& columns) {
  for (int32_t column : columns) {
    if (mono.empty() || mono[static_cast<size_t>(column)] != Mono::kConstant) return false;
  }
  return true;
}

std::vector<Mono> of_join(const JoinNode& join) {
  if (join.join == JoinType::kAnti) return {};
  const PhysicalNode& left = *join.inputs[0];
  const PhysicalNode& right = *join.inputs[1];
  std::vector<Mono> l = monotonicity(left), r = monotonicity(right);
  if ((l.empty() && !left.type.empty()) || (r.empty() && !right.type.empty())) return {};
  bool updates = changes(l) || changes(r);
  if (!all_constant(l, join.left_keys) || !all_constant(r, join.right_keys) || (updates && join.residual))
    return {};
  if (join.join == JoinType::kSemi) return l;
  l.insert(l.end(), r.begin(), r.end());
  return l;
}

}  // namespace

std::vector<Monotonicity> monotonicity(const PhysicalNode& node) {
  size_t n = node.type.size();
  switch (node.kind) {
    case NodeKind::kTableSourceScan:
      return std::vector<Mono>(n, node.modify.insert_only() ? Mono::kConstant : Mono::kNotMonotonic);
    case NodeKind::kValues:
    case NodeKind::kOverAggregate:
      return std::vector<Mono>(n, Mono::kConstant);
    case NodeKind::kCalc:
    case NodeKind::kCorrelate: {
      const PhysicalNode& input = *node.inputs[0];
      if (input.modify.insert_only()) return std::vector<Mono>(n, Mono::kConstant);
      std::vector<Mono> below = monotonicity(input), out(n, Mono::kNotMonotonic);
      if (below.empty()) return {};
      if (!changes(below)) return std::vector<Mono>(n, Mono::kConstant);
      if (node.kind == NodeKind::kCorrelate) {
        for (size_t i = 0; i < below.size(); ++i) out[i] = below[i];
        return out;
      }
      const auto& calc = node_as<CalcNode>(node);
      for (size_t i = 0; i < n; ++i) {
        const Expr* expr = calc.projects[i].get();
        while (is_call(*expr, "CAST")) expr = expr->operands[0].get();
        if (expr->kind == ExprKind::kInputRef) out[i] = below[static_cast<size_t>(expr->index)];
      }
      return out;
    }
    case NodeKind::kExchange:
    case NodeKind::kDropUpdateBefore:
    case NodeKind::kWatermarkAssigner:
    case NodeKind::kMiniBatchAssigner:
    case NodeKind::kSortLimit:
    case NodeKind::kLimit:
      return monotonicity(*node.inputs[0]);
    case NodeKind::kExpand: {
      std::vector<Mono> out = monotonicity(*node.inputs[0]);
      if (!out.empty()) out.resize(n, Mono::kConstant);
      return out;
    }
    case NodeKind::kChangelogNormalize: {
      std::vector<Mono> out(n, Mono::kNotMonotonic);
      for (int32_t column : node_as<ChangelogNormalizeNode>(node).key)
        out[static_cast<size_t>(column)] = Mono::kConstant;
      return out;
    }
    case NodeKind::kGroupAggregate:
    case NodeKind::kLocalGroupAggregate:
      return of_aggregate(node_as<GroupAggregateNode>(node));
    case NodeKind::kGlobalGroupAggregate:
      return monotonicity(*node.inputs[0]->inputs[0]);
    case NodeKind::kRank:
      return of_rank(node_as<RankNode>(node));
    case NodeKind::kJoin:
      return of_join(node_as<JoinNode>(node));
    case NodeKind::kUnion: {
      std::vector<Mono> out;
      for (const NodePtr& input : node.inputs) {
        std::vector<Mono> mono = monotonicity(*input);
        if (mono.empty()) return {};
        if (out.empty()) out = mono;
        for (size_t i = 0; i < n; ++i) {
          if (mono[i] != out[i]) out[i] = Mono::kNotMonotonic;
        }
      }
      return out;
    }
    default:
      return {};
  }
}

}  // namespace rowkind
