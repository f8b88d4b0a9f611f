#include "plan/group_window_build.h"

#include "plan/physical_util.h"

namespace rowkind {

namespace {

// WindowEmitStrategy: lateness counts with late firing only.
void set_emit_strategy(GroupWindowAggregateNode& node, const PlannerConfig& config) {
  auto refuse = [&](const std::string& message) { throw Failure("plan/emit-strategy", message, node.span); };
  bool session = node.window.window == WindowKind::kSession;
  node.early_fire = config.early_fire;
  node.early_delay_millis = config.early_fire_delay_millis;
  node.late_fire = config.late_fire;
  node.late_delay_millis = config.late_fire_delay_millis;
  if (node.late_fire && !session) {
    node.allow_lateness_millis =
        config.allow_lateness_millis >= 0 ? config.allow_lateness_millis : config.state_ttl_millis;
  }
  if (session && (node.early_fire || node.late_fire)) {
    refuse("Session window doesn't support EMIT strategy currently.");
  }
  if (node.window.rowtime && node.late_fire && node.allow_lateness_millis <= 0) {
    refuse(
        "The 'AFTER WATERMARK' emit strategy requires set 'allow-lateness' or 'minIdleStateRetentionTime' "
        "in "
        "table config.");
  }
  // Flink's own text runs two words together.
  const std::string unset = "-fire delay should not be null or negative value whenenable ";
  if (node.early_fire && node.early_delay_millis < 0) refuse("Early" + unset + "early-fire emit strategy.");
  if (node.late_fire && node.late_delay_millis < 0) refuse("Late" + unset + "late-fire emit strategy.");
  if (node.late_fire && node.late_delay_millis > node.allow_lateness_millis) {
    refuse("Allow-lateness [" + std::to_string(node.allow_lateness_millis) +
           "ms] should not be smaller than Late-fire delay [" + std::to_string(node.late_delay_millis) +
           "ms] when enable late-fire emit strategy.");
  }
}

}  // namespace

NodePtr build_group_window(const AggregateRel& rel, NodePtr input, const PlannerConfig& config) {
  auto node = std::make_shared<GroupWindowAggregateNode>();
  const LegacyWindow& window = *rel.window;
  node->window.window = window.window;
  node->window.size_millis = window.size;
  node->window.slide_millis = window.slide;
  node->window.rowtime = window.rowtime;
  node->window.ltz = window.ltz;
  node->window.time_column = window.time_column;
  node->time_name = window.time_name;
  node->grouping = rel.grouping;
  node->calls = rel.calls;
  node->retract.assign(rel.calls.size(), false);
  node->properties = {WindowProperty::kStart, WindowProperty::kEnd};
  if (window.rowtime) node->properties.push_back(WindowProperty::kRowtime);
  node->properties.push_back(WindowProperty::kProctime);
  node->type = rel.type;
  for (size_t i = 0; i < rel.grouping.size(); ++i)
    node->type[i].name = input->type[static_cast<size_t>(rel.grouping[i])].name;
  node->span = rel.span;
  set_emit_strategy(*node, config);
  node->inputs.push_back(make_exchange(std::move(input), rel.grouping));
  return node;
}

}  // namespace rowkind
