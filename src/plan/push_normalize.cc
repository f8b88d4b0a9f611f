// PushCalcPastChangelogNormalizeRule: predicates on the key go below the exchange, the others into the
// normalize; columns that nobody reads are cut off below it (so an update of such a column alone no longer
// shows).
#include <algorithm>

#include "plan/physical_rules.h"
#include "plan/physical_util.h"

namespace rowkind {

namespace {

// Columns with map[i] >= 0 only, cut off in the projection that computes the row time; null if the watermark
// reads one of the others.
NodePtr narrow_below_watermark(const WatermarkAssignerNode& assigner, const std::vector<int32_t>& map) {
  std::vector<int32_t> read{assigner.rowtime};
  if (assigner.expression) {
    for (int32_t column : input_refs(*assigner.expression)) read.push_back(column);
  }
  for (int32_t column : read) {
    if (map[static_cast<size_t>(column)] < 0) return nullptr;
  }
  const auto& calc = node_as<CalcNode>(*assigner.inputs[0]);
  ExprList projects;
  std::vector<std::string> names;
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] < 0) continue;
    projects.push_back(calc.projects[i]);
    names.push_back(calc.type[i].name);
  }
  NodePtr narrowed =
      make_calc(calc.inputs[0], std::move(projects), calc.condition, std::move(names), calc.span);
  auto out = std::make_shared<WatermarkAssignerNode>(assigner);
  out->rowtime = map[static_cast<size_t>(assigner.rowtime)];
  if (assigner.expression) out->expression = remap(assigner.expression, map);
  out->type = narrowed->type;
  Field& time = out->type[static_cast<size_t>(out->rowtime)];
  time.type = time.type.with_attribute(TimeAttribute::kRowtime);
  out->inputs = {narrowed};
  return out;
}

NodePtr push_one(const CalcNode& calc, const ChangelogNormalizeNode& normalize) {
  const NodePtr& source = normalize.inputs[0]->inputs[0];
  size_t columns = normalize.type.size();
  ExprList below, inside;
  if (calc.condition) {
    for (const ExprPtr& part : conjuncts(calc.condition)) {
      std::vector<int32_t> refs = input_refs(*part);
      bool on_key = std::all_of(refs.begin(), refs.end(), [&](int32_t c) {
        return std::find(normalize.key.begin(), normalize.key.end(), c) != normalize.key.end();
      });
      (on_key ? below : inside).push_back(part);
    }
  }
  std::vector<bool> used(columns, false);
  for (int32_t column : normalize.key) used[static_cast<size_t>(column)] = true;
  auto mark = [&](const ExprPtr& expr) {
    for (int32_t column : input_refs(*expr)) used[static_cast<size_t>(column)] = true;
  };
  for (const ExprPtr& expr : calc.projects) mark(expr);
  for (const ExprPtr& expr : inside) mark(expr);
  bool narrower = std::find(used.begin(), used.end(), false) != used.end();
  if (!narrower && below.empty() && inside.empty()) return nullptr;

  NodePtr input = source;
  std::vector<int32_t> map(columns, -1);
  ExprList projects;
  std::vector<std::string> names;
  for (size_t i = 0; i < columns; ++i) {
    if (!used[i]) continue;
    map[i] = static_cast<int32_t>(projects.size());
    projects.push_back(input_ref(static_cast<int32_t>(i), source->type[i].type));
    names.push_back(source->type[i].name);
  }
  if (narrower && below.empty() && source->kind == NodeKind::kWatermarkAssigner &&
      source->inputs[0]->kind == NodeKind::kCalc) {
    NodePtr moved = narrow_below_watermark(node_as<WatermarkAssignerNode>(*source), map);
    if (moved) input = moved;
  }
  if (input == source && (narrower || !below.empty())) {
    input = make_calc(source, projects, below.empty() ? nullptr : simplify_condition(conjunction(below)),
                      names, calc.span);
    if (source->kind == NodeKind::kCalc) {
      if (NodePtr merged = merge_calcs(node_as<CalcNode>(*input), node_as<CalcNode>(*source))) input = merged;
    }
  }
  auto out = std::make_shared<ChangelogNormalizeNode>();
  for (int32_t column : normalize.key) out->key.push_back(map[static_cast<size_t>(column)]);
  ExprList conditions;
  if (normalize.condition) conditions.push_back(remap(normalize.condition, map));
  for (const ExprPtr& part : inside) conditions.push_back(remap(part, map));
  if (!conditions.empty()) out->condition = conjunction(conditions);
  out->type = input->type;
  out->span = normalize.span;
  out->inputs.push_back(make_exchange(input, out->key));

  ExprList above;
  for (const ExprPtr& expr : calc.projects) above.push_back(remap(expr, map));
  NodePtr top = make_calc(out, std::move(above), nullptr, field_names(calc.type), calc.span);
  return is_trivial_calc(node_as<CalcNode>(*top)) ? top->inputs[0] : top;
}

}  // namespace

NodePtr push_calcs_below_normalize(const NodePtr& node) {
  NodePtr current = node;
  if (node->kind == NodeKind::kCalc && node->inputs[0]->kind == NodeKind::kChangelogNormalize) {
    const auto& normalize = node_as<ChangelogNormalizeNode>(*node->inputs[0]);
    if (NodePtr pushed = push_one(node_as<CalcNode>(*node), normalize)) return pushed;
    return current;
  }
  for (NodePtr& input : current->inputs) input = push_calcs_below_normalize(input);
  return current;
}

namespace {

// Operators that work in bundles.
bool bundles(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kGroupAggregate:
    case NodeKind::kRank:
    case NodeKind::kChangelogNormalize:
      return true;
    case NodeKind::kJoin: {
      JoinType type = node_as<JoinNode>(node).join;
      return type != JoinType::kSemi && type != JoinType::kAnti;
    }
    default:
      return false;
  }
}

NodePtr assign_bundles(const NodePtr& node, const PlannerConfig& config, bool wanted) {
  if (node->kind == NodeKind::kTableSourceScan || node->kind == NodeKind::kWatermarkAssigner) {
    if (!wanted) return node;
    auto assigner = std::make_shared<MiniBatchAssignerNode>();
    assigner->interval_millis = config.mini_batch_latency_millis;
    assigner->type = node->type;
    assigner->span = node->span;
    assigner->inputs.push_back(node);
    return assigner;
  }
  for (NodePtr& input : node->inputs) input = assign_bundles(input, config, wanted || bundles(*node));
  return node;
}

}  // namespace

NodePtr add_mini_batch_assigners(const NodePtr& node, const PlannerConfig& config) {
  if (!config.mini_batch || config.mini_batch_latency_millis <= 0) return node;
  return assign_bundles(node, config, false);
}

}  // namespace rowkind
