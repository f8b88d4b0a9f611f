#include "runtime/trace.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "../ops/small_job.h"

namespace rowkind {
namespace {

// A group aggregate behind a normalize: two states.
SmallPlan normalize_and_count() {
  SmallPlan p;
  NodePtr scan = p.scan("t", "id INT, g STRING", {"id"});
  auto normalize = std::make_shared<ChangelogNormalizeNode>();
  normalize->key = {0};
  NodePtr keyed = p.add(normalize, {scan}, scan->type);
  p.sink(p.aggregate(keyed, {1}, {call("COUNT", {}, LogicalType::bigint(), "n")}));
  return p;
}

std::string text_of(const std::vector<StateRow>& rows, const StateSchema& schema) {
  std::string out;
  for (const StateRow& row : rows) {
    out += print_row(*row.key, schema.key, TimeZone::utc()) + "->";
    for (const RowPtr& r : row.rows) out += print_row(*r, schema.value, TimeZone::utc());
    out += ' ';
  }
  return out;
}

std::string all_states(Trace& trace, int32_t step) {
  std::string out;
  for (size_t s = 0; s < trace.states().size(); ++s) {
    out += text_of(trace.state_at(static_cast<int32_t>(s), step), trace.states()[s]) + "| ";
  }
  return out;
}

TEST_CASE("seeking shows the state that was there, whatever the way") {
  SmallPlan p = normalize_and_count();
  SmallJob job(p, {}, true);
  Trace& trace = *job.job().trace();
  std::srand(11);
  std::vector<std::string> truth = {all_states(trace, 0)};
  for (int i = 0; i < 1500; ++i) {
    std::string row = "[" + std::to_string(std::rand() % 40) + ", g" + std::to_string(std::rand() % 7) + "]";
    job.push("t", (std::rand() % 4 == 0 ? "-D" : "+U") + row);
    truth.push_back(all_states(trace, trace.steps() - 1));
  }
  REQUIRE(trace.steps() == 1501);
  int32_t at = 1500;
  for (int i = 0; i < 3000; ++i) {
    bool far = std::rand() % 10 == 0;
    at = far ? std::rand() % 1501 : std::max(0, std::min(1500, at + std::rand() % 7 - 3));
    REQUIRE(all_states(trace, at) == truth[static_cast<size_t>(at)]);
  }
}

TEST_CASE("a step tells what was received, emitted, changed, and why") {
  SmallPlan p = normalize_and_count();
  SmallJob job(p, {}, true);
  job.push("t", "+I[1, a]");
  job.push("t", "+U[1, b]");
  job.push("t", "+U[1, b]");
  std::string text;
  for (int32_t i = 2; i < 4; ++i) {
    const StepTrace& step = job.job().trace()->step(i);
    CHECK(step.item == i - 1);
    for (const TraceEvent& event : step.events) {
      switch (event.kind) {
        case EventKind::kReceive:
          text += "(" + std::to_string(event.op) + " " + std::string(short_string(event.row_kind)) + ") ";
          break;
        case EventKind::kEmit:
        case EventKind::kSuppress:
          text += std::string(rule_id(event.rule)) + " ";
          break;
        case EventKind::kState:
          text += "state" + std::to_string(event.state) + ":" + std::to_string(event.before.size()) + ">" +
                  std::to_string(event.after.size()) + " ";
          break;
        default:
          text += "? ";
      }
      if (event.parent >= 0) CHECK(event.parent < static_cast<int32_t>(step.events.size()));
    }
    text += "\n";
  }
  CHECK(text ==
        "(0 +U) source/row (1 +U) normalize/new-version (2 -U) group-aggregate/group-empty (3 -D) sink/write "
        "state1:1>0 "
        "normalize/new-version (2 +U) group-aggregate/first-row (3 +I) sink/write state1:0>1 state0:1>1 \n"
        "(0 +U) source/row (1 +U) normalize/equal-row \n");
  // The emission of the aggregate was caused by what it received, that by the normalize's emission.
  const std::vector<TraceEvent>& events = job.job().trace()->step(2).events;
  CHECK(events[0].parent == -1);
  CHECK(events[2].parent == 1);
  CHECK(events[3].parent == 2);
  CHECK(events[4].parent == 3);
}

TEST_CASE("a failure is an event of the operator that failed, and later steps repeat it") {
  SmallPlan p;
  NodePtr scan = p.scan("t", "ts TIMESTAMP(3)");
  auto assigner = std::make_shared<WatermarkAssignerNode>();
  assigner->expression = input_ref(0, scan->type[0].type);
  p.sink(p.add(assigner, {scan}, scan->type));
  SmallJob job(p, {}, true);
  std::string first = job.push("t", "+I[null]");
  CHECK(first.find("RowTime field should not be null") != std::string::npos);
  CHECK(job.push("t", "+I[2024-01-01 10:00:00]") == first);
  const StepTrace& step = job.job().trace()->step(1);
  REQUIRE(step.events.back().kind == EventKind::kError);
  CHECK(step.events.back().op == 1);
  CHECK(job.job().trace()->steps() == 2);
}

TEST_CASE("state expires by the scenario clock and the trace shows it") {
  SmallPlan p = normalize_and_count();
  SmallJob job(p, {{"table.exec.state.ttl", "10 s"}}, true);
  job.push("t", "+I[1, a]");
  job.clock(5000);
  job.push("t", "+I[2, a]");
  job.clock(10000);
  CHECK(job.job().state_entries() == 2);  // key 2 and the group
  CHECK(job.push("t", "+U[1, b]") == "+I[b, 1]");
  job.clock(30000);
  CHECK(job.job().state_entries() == 0);
  int expired = 0;
  const StepTrace& last = job.job().trace()->step(job.job().trace()->steps() - 1);
  for (const TraceEvent& event : last.events) expired += event.kind == EventKind::kExpire;
  CHECK(expired == 4);
}

}  // namespace
}  // namespace rowkind
