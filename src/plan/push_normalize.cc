// PushCalcPastChangelogNormalizeRule: predicates on the key go below the exchange, the others into the
// normalize; columns that nobody reads are cut off below it (so an update of such a column alone no longer
// shows).
#include <algorithm>
#include <map>
#include <numeric>

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

// FlinkMarkChangelogNormalizeProgram: normalized sources that a query reads several times. What is read of them stays the same, so that they
// can be one; only conditions common to all are pushed into them.
class SharedSources {
 public:
  void gather(const PhysicalNode& node) {
    for (const NodePtr& input : node.inputs) {
      if (node.kind == NodeKind::kCalc && input->kind == NodeKind::kChangelogNormalize) {
        const ExprPtr& condition = node_as<CalcNode>(node).condition;
        uses_[source_of(*input)].push_back(condition ? conjuncts(condition) : ExprList{});
      }
      gather(*input);
    }
  }
  // Of the source that is read once: null.
  const std::vector<ExprList>* uses(const PhysicalNode& normalize) const {
    const auto found = uses_.find(source_of(normalize));
    return found != uses_.end() && found->second.size() > 1 ? &found->second : nullptr;
  }
  static bool is_common(const ExprPtr& part, const std::vector<ExprList>& uses) {
    const auto holds = [&](const ExprList& parts) {
      return std::any_of(parts.begin(), parts.end(), [&](const ExprPtr& e) { return same_expr(*e, *part); });
    };
    return std::all_of(uses.begin(), uses.end(), holds);
  }

 private:
  static const CatalogTable* source_of(const PhysicalNode& node) {
    const PhysicalNode* below = &node;
    while (below->kind != NodeKind::kTableSourceScan) below = below->inputs[0].get();
    return node_as<TableSourceScanNode>(*below).table.get();
  }
  std::map<const CatalogTable*, std::vector<ExprList>> uses_;
};

// `into`: filters on other columns go into the normalize; they stay above it before 2.1. `uses`: of a shared source.
NodePtr push_one(const CalcNode& calc, const ChangelogNormalizeNode& normalize, bool into,
                 const std::vector<ExprList>* uses) {
  const NodePtr& source = normalize.inputs[0]->inputs[0];
  size_t columns = normalize.type.size();
  ExprList below, inside, remaining;
  if (calc.condition) {
    for (const ExprPtr& part : conjuncts(calc.condition)) {
      if (uses != nullptr && !SharedSources::is_common(part, *uses)) {
        remaining.push_back(part);
        continue;
      }
      std::vector<int32_t> refs = input_refs(*part);
      bool on_key = std::all_of(refs.begin(), refs.end(), [&](int32_t c) {
        return std::find(normalize.key.begin(), normalize.key.end(), c) != normalize.key.end();
      });
      (on_key ? below : inside).push_back(part);
    }
  }
  // A single condition is no AND to take a part out of.
  if (uses != nullptr && below.size() + inside.size() < 2 && remaining.empty()) return nullptr;
  std::vector<bool> used(columns, uses != nullptr);
  for (int32_t column : normalize.key) used[static_cast<size_t>(column)] = true;
  auto mark = [&](const ExprPtr& expr) {
    for (int32_t column : input_refs(*expr)) used[static_cast<size_t>(column)] = true;
  };
  for (const ExprPtr& expr : calc.projects) mark(expr);
  for (const ExprPtr& expr : inside) mark(expr);
  bool narrower = std::find(used.begin(), used.end(), false) != used.end();
  if (!narrower && below.empty() && (inside.empty() || !into)) return nullptr;

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
  for (ExprPtr& part : remaining) part = remap(part, map);
  for (const ExprPtr& part : inside) (into ? conditions : remaining).push_back(remap(part, map));
  if (!conditions.empty()) out->condition = conjunction(conditions);
  out->type = input->type;
  out->span = normalize.span;
  out->inputs.push_back(make_exchange(input, out->key));

  ExprList above;
  for (const ExprPtr& expr : calc.projects) above.push_back(remap(expr, map));
  NodePtr top = make_calc(out, std::move(above), remaining.empty() ? nullptr : conjunction(remaining),
                          field_names(calc.type), calc.span);
  return is_trivial_calc(node_as<CalcNode>(*top)) ? top->inputs[0] : top;
}

}  // namespace

static NodePtr push_calcs(const NodePtr& node, FlinkVersion version, const SharedSources& sources) {
  if (node->kind == NodeKind::kCalc && node->inputs[0]->kind == NodeKind::kChangelogNormalize) {
    const auto& normalize = node_as<ChangelogNormalizeNode>(*node->inputs[0]);
    NodePtr pushed =
        push_one(node_as<CalcNode>(*node), normalize, !(version < kFlink2_1), sources.uses(normalize));
    return pushed ? pushed : node;
  }
  for (NodePtr& input : node->inputs) input = push_calcs(input, version, sources);
  return node;
}

NodePtr push_calcs_below_normalize(const NodePtr& node, FlinkVersion version) {
  SharedSources sources;
  if (!(version < kFlink2_1)) {
    sources.gather(*node);
  }
  return push_calcs(node, version, sources);
}

namespace {

// MiniBatchIntervalInferRule: the interval of bundles and the time in which it counts, handed down from the sink. Operators that wait for
// watermarks change it to event time (0: with the interval there is); the old group windows want no bundles below them.
struct BundleInterval {
  enum class Mode : uint8_t { kProctime, kRowtime, kForbidden };
  Mode mode = Mode::kProctime;
  int64_t millis = 0;
};

BundleInterval merge(const BundleInterval& a, const BundleInterval& b) {
  using Mode = BundleInterval::Mode;
  if (a.mode == Mode::kForbidden) return a;
  if (a.mode == b.mode)
    return a.mode == Mode::kProctime ? a : BundleInterval{a.mode, std::gcd(a.millis, b.millis)};
  const BundleInterval& rowtime = a.mode == Mode::kRowtime ? a : b;
  const BundleInterval& proctime = a.mode == Mode::kRowtime ? b : a;
  return rowtime.millis == 0 ? BundleInterval{Mode::kRowtime, proctime.millis} : rowtime;
}

// StreamPhysicalRel.requireWatermark.
bool waits_for_watermarks(const PhysicalNode& node) {
  auto rowtime = [&](int32_t column) {
    return node.inputs[0]->type[static_cast<size_t>(column)].type.is_rowtime();
  };
  switch (node.kind) {
    case NodeKind::kWindowTableFunction:
      return node_as<WindowTableFunctionNode>(node).window.rowtime;
    case NodeKind::kWindowAggregate:
      return node_as<WindowAggregateNode>(node).window.rowtime;
    case NodeKind::kWindowRank:
    case NodeKind::kWindowDeduplicate:
    case NodeKind::kWindowJoin:
      return true;
    case NodeKind::kIntervalJoin:
      return node_as<IntervalJoinNode>(node).rowtime;
    case NodeKind::kTemporalJoin:
    case NodeKind::kLateralSnapshotJoin:
      return true;
    case NodeKind::kOverAggregate: {
      const auto& over = node_as<OverAggregateNode>(node);
      return !over.order.empty() && rowtime(over.order[0].column);
    }
    case NodeKind::kMatch:
      return rowtime(node_as<MatchNode>(node).match->order[0].column);
    case NodeKind::kRank: {
      const auto& rank = node_as<RankNode>(node);
      return rowtime(rank.order[0].column);
    }
    default:
      return false;
  }
}

// Operators that work in bundles.
bool bundles(const PhysicalNode& node) {
  switch (node.kind) {
    case NodeKind::kGroupAggregate:
    case NodeKind::kRank:
    case NodeKind::kChangelogNormalize:
    case NodeKind::kWindowAggregate:
    case NodeKind::kMultiJoin:
      return true;
    case NodeKind::kJoin: {
      JoinType type = node_as<JoinNode>(node).join;
      return type != JoinType::kSemi && type != JoinType::kAnti;
    }
    default:
      return false;
  }
}

NodePtr assign_bundles(const NodePtr& node, BundleInterval interval, bool wanted) {
  using Mode = BundleInterval::Mode;
  if (node->kind == NodeKind::kTableSourceScan || node->kind == NodeKind::kWatermarkAssigner) {
    if (interval.mode == Mode::kForbidden) return node;
    // A source without watermarks gets them only where bundles are made.
    if (node->kind == NodeKind::kTableSourceScan && interval.mode == Mode::kProctime && !wanted) return node;
    auto assigner = std::make_shared<MiniBatchAssignerNode>();
    assigner->interval_millis = interval.millis;
    assigner->rowtime = interval.mode == Mode::kRowtime;
    assigner->type = node->type;
    assigner->span = node->span;
    assigner->inputs.push_back(node);
    return assigner;
  }
  if (node->kind == NodeKind::kGroupWindowAggregate) interval = {Mode::kForbidden, 0};
  if (waits_for_watermarks(*node)) interval = merge(interval, {Mode::kRowtime, 0});
  for (NodePtr& input : node->inputs) input = assign_bundles(input, interval, wanted || bundles(*node));
  return node;
}

}  // namespace

NodePtr add_mini_batch_assigners(const NodePtr& node, const PlannerConfig& config) {
  if (!config.mini_batch || config.mini_batch_latency_millis <= 0) return node;
  return assign_bundles(node, {BundleInterval::Mode::kProctime, config.mini_batch_latency_millis}, false);
}

}  // namespace rowkind
