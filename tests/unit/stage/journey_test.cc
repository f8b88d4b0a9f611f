#include "stage/journey.h"

#include "stage/meter.h"
#include "stage/timeline.h"
#include "support.h"

namespace rowkind::stage {

TEST_CASE("rows travel edge by edge, causes before effects") {
  const Trace trace = join_trace();
  const Graph graph = make_graph(trace);
  const Journey journey = plan_journey(graph, join_step(trace), 1e6F);
  // b → Join, twice Join → Calc, Calc → sink; what Exchange and Calc(select) received is no stop.
  REQUIRE(journey.travellers.size() == 4);
  const Traveller &in = journey.travellers[0], &before = journey.travellers[1],
                  &after = journey.travellers[2], &out = journey.travellers[3];
  CHECK(in.edge == graph.edge_into(5, 1));
  CHECK(in.leaves == 0);
  CHECK(before.leaves >= in.arrives);
  CHECK(after.leaves > before.leaves);  // one behind the other on the same edge
  CHECK(after.edge == before.edge);
  CHECK(out.leaves >= after.arrives);
  CHECK(journey.duration > out.arrives);
  CHECK(journey.received[2] == 1);
  CHECK(journey.emitted[2] == 2);
  CHECK(journey.emitted[3] == 1);
  CHECK(journey.awake[0] < 0);  // table a has nothing to do
  CHECK(journey.awake[4] >= out.arrives);
}

TEST_CASE("a state grows when its operator acts, from what it was to what it is") {
  const Trace trace = join_trace();
  const Journey journey = plan_journey(make_graph(trace), join_step(trace), 1e6F);
  CHECK(journey.before == std::vector<int64_t>{1, 4998});
  REQUIRE(journey.growth.size() == 1);
  CHECK(journey.growth[0].at >= journey.travellers[0].arrives);
  CHECK(journey.size_at(1, 0) == 4998);
  CHECK(journey.size_at(1, journey.duration) == 5000);
  CHECK(journey.size_at(0, journey.duration) == 1);
}

TEST_CASE("a state whose changes are in no event grows by what its rows say") {
  const Trace trace = join_trace();
  StepView view = join_step(trace);
  view.events.pop_back();  // the state event
  const Journey journey = plan_journey(make_graph(trace), view, 1e6F);
  CHECK(journey.before == std::vector<int64_t>{1, 4999});
  REQUIRE(journey.growth.size() == 2);
  CHECK(journey.growth[0].rows == 1);
  CHECK(journey.growth[1].changed);
  CHECK(journey.growth[0].at >= journey.travellers[0].arrives);
}

TEST_CASE("a long step is squeezed into the time there is, in the same order") {
  const Trace trace = join_trace();
  const Graph graph = make_graph(trace);
  const StepView view = join_step(trace);
  const Journey free = plan_journey(graph, view, 1e6F), squeezed = plan_journey(graph, view, 500);
  CHECK(squeezed.duration == 500);
  for (size_t i = 0; i < free.travellers.size(); ++i)
    CHECK(squeezed.travellers[i].leaves == doctest::Approx(free.travellers[i].leaves * 500 / free.duration));
  Playback playback;
  CHECK(!playback.running(10));
  playback.start(1000, squeezed.duration);
  CHECK(playback.at(1250) == 250);
  CHECK(playback.running(1499));
  CHECK(!playback.running(1500));
  CHECK(playback.at(1500) == Playback::kEnd);
  playback.start(2000, 500);
  playback.finish();
  CHECK(!playback.running(2001));
}

TEST_CASE("a meter's squares stand for more rows as a state grows") {
  CHECK(meter_of(0, 20).squares == 0);
  CHECK(meter_of(20, 20).unit == 1);
  CHECK(meter_of(21, 20).unit == 2);
  CHECK(meter_of(41, 20).unit == 5);
  CHECK(meter_of(101, 20).unit == 10);
  CHECK(meter_of(400, 20).unit == 20);
  CHECK(meter_of(401, 20).unit == 50);
  for (int rows = 0; rows < 200'000; rows += 997) CHECK(meter_of(static_cast<float>(rows), 20).squares <= 20);
}

TEST_CASE("the timeline has a lane a table, one of time and one an output") {
  Timeline timeline;
  timeline.set_trace(join_trace());
  REQUIRE(timeline.lanes().size() == 4);
  CHECK(timeline.lanes()[1].name == "b");
  CHECK(timeline.lanes()[2].time);
  CHECK(timeline.lanes()[3].output);
  CHECK(timeline.counts(timeline.lanes()[1], 2, 3) == KindCounts{0, 1, 1, 0, 0});
  CHECK(timeline.counts(timeline.lanes()[1], 0, 2) == KindCounts{});
  CHECK(timeline.counts(timeline.lanes()[3], 0, 99) == KindCounts{1, 1, 0, 1, 0});
  CHECK(timeline.ticks(0, 4) == 1);
  CHECK(timeline.ticks(0, 3) == 0);
}

TEST_CASE("the timeline zooms about a place, moves within its steps and follows") {
  Trace trace;
  trace.tables = {"t"};
  for (int i = 0; i < 10'000; ++i) {
    Step step;
    step.lane = 0;
    step.in = {i % 2 == 0 ? Kind::kInsert : Kind::kDelete};
    trace.steps.push_back(step);
  }
  Timeline timeline;
  timeline.set_trace(trace);
  CHECK(timeline.span() == 10'000);
  CHECK(timeline.counts(timeline.lanes()[0], 1, 10'000) == KindCounts{4999, 0, 0, 5000, 0});
  timeline.zoom(10, 0.5);
  CHECK(timeline.span() == 1000);
  CHECK(timeline.first() == 4500);
  CHECK(timeline.step_at(0.5) == 5000);
  CHECK(timeline.fraction_of(4999.5) == doctest::Approx(0.5));
  timeline.zoom(1e9, 0.5);
  CHECK(timeline.span() == 8);
  timeline.pan(-1e9);
  CHECK(timeline.first() == 0);
  CHECK(timeline.step_at(-3) == 0);
  timeline.follow(9000);
  CHECK(timeline.fraction_of(9000) == doctest::Approx(2.0 / 3));
  timeline.follow(9001);
  CHECK(timeline.fraction_of(9001) == doctest::Approx(2.0 / 3));
  timeline.follow(0);
  CHECK(timeline.first() == 0);
  timeline.pan(1e9);
  CHECK(timeline.first() == 10'000 - 8);
  timeline.fit();
  CHECK(timeline.span() == 10'000);
  trace.steps.resize(3);
  timeline.set_trace(trace);  // another document, shorter
  CHECK(timeline.span() == 3);
  timeline.set_trace(Trace{});
  CHECK(timeline.step_at(0.5) == 0);
}

}  // namespace rowkind::stage
