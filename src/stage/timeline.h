// The timeline: one lane for each table, one for the time, some for the windows, one for each output, over a window of steps that zooms and moves. Counts of
// kinds are kept as running sums, so that a pixel that covers a thousand steps costs what one step costs.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "stage/trace.h"

namespace rowkind::stage {

using KindCounts = std::array<int64_t, kKinds>;

struct Lane {
  std::string name;
  bool output = false;
  bool time = false;
  std::vector<int> windows;                        // of a lane of windows: those in it, none over another
  int left_out = 0;                                // windows that found no place; on the last lane of windows
  std::vector<std::array<uint32_t, kKinds>> sums;  // before each step, one more than there are steps
};

class Timeline {
 public:
  void set_trace(const Trace& trace);

  const std::vector<Window>& windows() const { return windows_; }
  int steps() const { return steps_; }
  const std::vector<Lane>& lanes() const { return lanes_; }
  // Rows of each kind in steps [from, to).
  KindCounts counts(const Lane& lane, int from, int to) const;
  // Steps [from, to) in which something happened on the lane of time.
  int64_t ticks(int from, int to) const;

  // Place in `lane.windows` of the first one that is open at step `from` or behind it.
  size_t window_at(const Lane& lane, int from) const;

  // The window: `first` is the step at its left edge (step i stands in the middle of [i, i + 1)).
  double first() const { return first_; }
  double span() const { return span_; }
  double fraction_of(double step) const { return (step + 0.5 - first_) / span_; }  // 0 left, 1 right
  int step_at(double fraction) const;                                              // clamped to the steps
  void zoom(double factor, double fraction);  // factor > 1: closer; what is at `fraction` stays there
  void pan(double steps);
  void fit();
  // Moves the window so that `step` is in its middle third, if it can; does nothing while all steps are in view.
  void follow(int step);

 private:
  void clamp();
  double least_span() const;
  void add_windows();

  int steps_ = 0;
  std::vector<Lane> lanes_;
  std::vector<uint32_t> tick_sums_;
  std::vector<Window> windows_;
  double first_ = 0, span_ = 1;
};

}  // namespace rowkind::stage
