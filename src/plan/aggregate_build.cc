#include "plan/aggregate_build.h"

#include <algorithm>

#include "plan/calc_build.h"
#include "plan/group_window_build.h"
#include "plan/physical_util.h"
#include "plan/window_build.h"

namespace rowkind {

namespace {

// The columns that an aggregate reads as values: all but the time of the window it groups by.
std::vector<int32_t> values_read(const AggregateRel& rel, const PhysicalNode& input) {
  std::vector<int32_t> read = rel.grouping;
  const std::optional<WindowColumns> windows = window_columns(input);
  if (windows && windows->bound_by(rel.grouping))
    read.erase(std::remove_if(read.begin(), read.end(),
                              [&](int32_t column) {
                                return std::find(windows->times.begin(), windows->times.end(), column) !=
                                       windows->times.end();
                              }),
               read.end());
  for (const AggregateCall& call : rel.calls) read.insert(read.end(), call.args.begin(), call.args.end());
  return read;
}

}  // namespace

NodePtr build_aggregate(const AggregateRel& rel, NodePtr input, const PlannerConfig& config) {
  if (rel.window) return build_group_window(rel, std::move(input), config);
  input = without_time(input, values_read(rel, *input));
  if (NodePtr window = build_window_aggregate(rel, input, config)) return merged_calc(window);
  auto node = std::make_shared<GroupAggregateNode>();
  node->grouping = rel.grouping;
  node->calls = rel.calls;
  node->partial_final = rel.partial_final;
  for (int32_t column : rel.grouping) node->type.push_back(input->type[static_cast<size_t>(column)]);
  for (const AggregateCall& call : rel.calls) node->type.push_back(Field{call.name, call.type});
  node->retract.assign(rel.calls.size(), false);
  node->state_ttl_millis = config.state_ttl_millis;
  if (!rel.state_ttl.empty()) {
    const std::string& ttl = rel.state_ttl.begin()->second;
    node->state_ttl_millis = duration_millis("STATE_TTL", ttl);
    node->state_ttl_hints = "[[STATE_TTL options:[" + ttl + "]]]";
  }
  node->argument_type = input->type;
  node->span = rel.span;
  node->inputs.push_back(make_exchange(std::move(input), rel.grouping));
  return node;
}

}  // namespace rowkind
