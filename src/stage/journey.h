// When each row of a step leaves, travels and arrives, and when each state grows: the trace's causes become a schedule. Time is in
// milliseconds from the beginning of the step; `limit` squeezes a long step into the time there is.
#pragma once

#include <vector>

#include "stage/graph.h"

namespace rowkind::stage {

struct Traveller {
  int edge = 0;
  int event = 0;  // the "receive" in StepView::events
  float leaves = 0, arrives = 0;
};

struct Growth {
  int state = 0;
  float at = 0;
  int rows = 0;  // more or less
  bool changed = false;
};

struct Journey {
  std::vector<Traveller> travellers;   // in order of events
  std::vector<Growth> growth;          // in order of events
  std::vector<int64_t> before;         // rows of each state before the step
  std::vector<int> received, emitted;  // rows, by box
  std::vector<float> awake;            // by box: when it first acts; negative: not in this step
  int failed = -1;                     // box
  float duration = 0;

  // Rows of the state at time `at`.
  float size_at(int state, float at) const;
};

Journey plan_journey(const Graph& graph, const StepView& view, float limit);

// Turns the time of the page into the time of a journey. "Finished" shows the state after the step.
class Playback {
 public:
  void start(double now, float duration) {
    begun_ = now;
    duration_ = duration;
  }
  void finish() { duration_ = 0; }
  bool running(double now) const { return duration_ > 0 && now - begun_ < duration_; }
  // Past every event of the journey when not running.
  float at(double now) const { return running(now) ? static_cast<float>(now - begun_) : kEnd; }

  static constexpr float kEnd = 1e9F;

 private:
  double begun_ = 0;
  float duration_ = 0;
};

}  // namespace rowkind::stage
