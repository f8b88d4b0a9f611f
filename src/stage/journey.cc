#include "stage/journey.h"

#include <algorithm>

namespace rowkind::stage {
namespace {

constexpr float kTravel = 620;   // along an edge
constexpr float kStagger = 200;  // between rows of one edge
constexpr float kThink = 150;    // from arrival to what an operator makes of it
constexpr float kRest = 260;     // at the end, for the last state to be seen

}  // namespace

float Journey::size_at(int state, float at) const {
  constexpr float kGrow = 180;
  float size = static_cast<float>(before[state]);
  for (const Growth& one : growth)
    if (one.state == state)
      size += static_cast<float>(one.rows) * std::clamp((at - one.at) / kGrow, 0.0F, 1.0F);
  return size;
}

namespace {

// A state whose changes are in no event (the schemas of a pipeline) grows when its operator wakes, by what its rows say.
void add_silent_growth(const Graph& graph, const StepView& view, Journey& out) {
  for (size_t box = 0; box < graph.boxes.size(); ++box) {
    for (int state : graph.boxes[box].states) {
      auto mine = [&](const Growth& one) { return one.state == state; };
      if (std::any_of(out.growth.begin(), out.growth.end(), mine)) continue;
      const RowTable& rows = view.states[state].rows;
      const float at = std::max(0.0F, out.awake[box]) + kThink / 2;
      auto add = [&](int more, bool changed) { out.growth.push_back(Growth{state, at, more, changed}); };
      for (size_t row = 0; row < rows.rows(); ++row) {
        if (rows.change(row) == Change::kAdded) add(1, false);
        if (rows.change(row) == Change::kRemoved) add(-1, false);
        if (rows.change(row) == Change::kChanged) add(0, true);
      }
      for (const Growth& one : out.growth)
        if (one.state == state) out.before[state] -= one.rows;
    }
  }
}

}  // namespace

Journey plan_journey(const Graph& graph, const StepView& view, float limit) {
  Journey out;
  const size_t boxes = graph.boxes.size();
  out.received.assign(boxes, 0);
  out.emitted.assign(boxes, 0);
  out.awake.assign(boxes, -1);
  for (const StateView& state : view.states) out.before.push_back(state.total);

  std::vector<float> time(view.events.size(), 0);
  std::vector<float> edge_free(graph.edges.size(), 0);
  for (size_t i = 0; i < view.events.size(); ++i) {
    const Event& event = view.events[i];
    if (event.parent >= 0 && event.parent < static_cast<int>(i)) time[i] = time[event.parent];
    const bool known = event.node >= 0 && event.node < static_cast<int>(graph.box_of.size());
    const int box = known ? graph.box_of[event.node] : -1;
    if (box < 0) continue;  // folded into an edge: takes no time
    if (event.type == Event::Type::kReceive) {
      const int edge = graph.edge_into(event.node, event.input);
      if (edge < 0) continue;
      const float leaves = std::max(time[i], edge_free[edge]);
      edge_free[edge] = leaves + kStagger;
      time[i] = leaves + kTravel;
      out.travellers.push_back(Traveller{edge, static_cast<int>(i), leaves, time[i]});
      ++out.received[box];
    } else if (event.type == Event::Type::kEmit) {
      // A source takes what comes in at once; an operator needs a moment.
      if (!graph.boxes[box].source) time[i] += kThink;
      ++out.emitted[box];
    } else if (event.type == Event::Type::kState && event.state >= 0 &&
               event.state < static_cast<int>(out.before.size())) {
      out.growth.push_back(Growth{event.state, time[i] + kThink / 2, event.growth, event.changed});
      out.before[event.state] -= event.growth;
    } else if (event.type == Event::Type::kError) {
      out.failed = box;
    }
    if (out.awake[box] < 0) out.awake[box] = time[i];
    out.duration = std::max(out.duration, time[i] + kRest);
  }
  add_silent_growth(graph, view, out);
  if (out.duration <= limit) return out;
  const float by = limit / out.duration;
  for (Traveller& one : out.travellers) {
    one.leaves *= by;
    one.arrives *= by;
  }
  for (Growth& one : out.growth) one.at *= by;
  for (float& at : out.awake) at = at < 0 ? at : at * by;
  out.duration = limit;
  return out;
}

}  // namespace rowkind::stage
