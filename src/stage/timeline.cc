#include "stage/timeline.h"

#include <algorithm>
#include <cmath>

namespace rowkind::stage {
namespace {

void count(std::vector<std::array<uint32_t, kKinds>>& sums, const std::vector<Kind>* kinds) {
  sums.push_back(sums.back());
  if (kinds == nullptr) return;
  for (Kind kind : *kinds) ++sums.back()[static_cast<size_t>(kind)];
}

}  // namespace

void Timeline::set_trace(const Trace& trace) {
  const bool first = steps_ == 0;
  steps_ = static_cast<int>(trace.steps.size());
  lanes_.clear();
  tick_sums_.assign(1, 0);
  windows_ = trace.windows;
  auto add = [&](const std::string& name, bool output, bool time) {
    lanes_.emplace_back();
    lanes_.back().name = name;
    lanes_.back().output = output;
    lanes_.back().time = time;
    lanes_.back().sums.reserve(trace.steps.size() + 1);
    lanes_.back().sums.emplace_back();
  };
  for (const std::string& table : trace.tables) add(table, false, false);
  if (trace.ticks) add("", false, true);
  add_windows();
  for (const Output& output : trace.outputs) add(output.name, true, false);
  const size_t outputs = lanes_.size() - trace.outputs.size();
  for (const Step& step : trace.steps) {
    for (size_t lane = 0; lane < lanes_.size(); ++lane) {
      const size_t o = lane - outputs;
      if (!lanes_[lane].windows.empty()) continue;
      if (lane < outputs)
        count(lanes_[lane].sums, step.lane == static_cast<int>(lane) ? &step.in : nullptr);
      else
        count(lanes_[lane].sums, o < step.out.size() ? &step.out[o] : nullptr);
    }
    tick_sums_.push_back(tick_sums_.back() + (step.lane < 0 && !step.start ? 1 : 0));
  }
  if (first || span_ > steps_) fit();
  clamp();
}

// Each into the first lane in which it lies over no other.
void Timeline::add_windows() {
  constexpr size_t kMost = 4;
  const size_t from = lanes_.size();
  int left_out = 0;
  for (size_t i = 0; i < windows_.size(); ++i) {
    auto free = std::find_if(
        lanes_.begin() + static_cast<int64_t>(from), lanes_.end(),
        [&](const Lane& lane) { return windows_[lane.windows.back()].last < windows_[i].first; });
    if (free == lanes_.end()) {
      if (lanes_.size() - from == kMost) {
        ++left_out;
        continue;
      }
      free = lanes_.emplace(lanes_.end());
    }
    free->windows.push_back(static_cast<int>(i));
  }
  if (left_out > 0) lanes_.back().left_out = left_out;
}

size_t Timeline::window_at(const Lane& lane, int from) const {
  const auto found = std::lower_bound(lane.windows.begin(), lane.windows.end(), from,
                                      [&](int window, int step) { return windows_[window].last < step; });
  return static_cast<size_t>(found - lane.windows.begin());
}

KindCounts Timeline::counts(const Lane& lane, int from, int to) const {
  KindCounts out{};
  from = std::clamp(from, 0, steps_);
  to = std::clamp(to, from, steps_);
  for (size_t kind = 0; kind < out.size(); ++kind)
    out[kind] = static_cast<int64_t>(lane.sums[to][kind]) - lane.sums[from][kind];
  return out;
}

int64_t Timeline::ticks(int from, int to) const {
  from = std::clamp(from, 0, steps_);
  to = std::clamp(to, from, steps_);
  return static_cast<int64_t>(tick_sums_[to]) - tick_sums_[from];
}

int Timeline::step_at(double fraction) const {
  return std::clamp(static_cast<int>(std::floor(first_ + fraction * span_)), 0, std::max(0, steps_ - 1));
}

double Timeline::least_span() const {
  return std::min(8.0, std::max(1.0, static_cast<double>(steps_)));
}

void Timeline::zoom(double factor, double fraction) {
  const double fixed = first_ + fraction * span_;
  span_ = std::clamp(span_ / factor, least_span(), std::max(1.0, static_cast<double>(steps_)));
  first_ = fixed - fraction * span_;
  clamp();
}

void Timeline::pan(double steps) {
  first_ += steps;
  clamp();
}

void Timeline::fit() {
  first_ = 0;
  span_ = std::max(1, steps_);
}

void Timeline::follow(int step) {
  const double at = fraction_of(step);
  if (at < 1.0 / 3) first_ -= (1.0 / 3 - at) * span_;
  if (at > 2.0 / 3) first_ += (at - 2.0 / 3) * span_;
  clamp();
}

void Timeline::clamp() {
  span_ = std::clamp(span_, least_span(), std::max(1.0, static_cast<double>(steps_)));
  first_ = std::clamp(first_, 0.0, std::max(0.0, steps_ - span_));
}

}  // namespace rowkind::stage
