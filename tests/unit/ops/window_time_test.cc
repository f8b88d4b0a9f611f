#include "ops/window_time.h"

#include <doctest/doctest.h>

#include "ops/session_windows.h"
#include "types/datetime.h"

namespace rowkind {
namespace {

WindowSpec spec(WindowKind kind, int64_t size, int64_t slide, int64_t offset = 0) {
  WindowSpec window;
  window.window = kind;
  window.size_millis = size;
  window.slide_millis = slide;
  window.offset_millis = offset;
  window.time_column = 0;
  return window;
}

template <typename Each>
std::vector<int64_t> list(Each&& each) {
  std::vector<int64_t> out;
  each([&](int64_t end) { out.push_back(end); });
  return out;
}

TEST_CASE("windows start at multiples of their size, before 1970 too") {
  CHECK(window_start_of(10, 0, 5) == 10);
  CHECK(window_start_of(-1, 0, 5) == -5);
  CHECK(window_start_of(10, -1, 5) == 9);
}

TEST_CASE("hopping windows fold their slices, the latest first, and free the first") {
  WindowSlices slices(spec(WindowKind::kHop, 6, 2));
  CHECK(slices.slice_end(3) == 4);
  CHECK(slices.last_window_end(4) == 8);
  CHECK(slices.window_start(8) == 2);
  CHECK(list([&](auto f) { slices.each_merged(8, f); }) == std::vector<int64_t>{8, 6, 4});
  CHECK(list([&](auto f) { slices.each_expired(8, f); }) == std::vector<int64_t>{4});
  CHECK(*slices.next_window(8, false) == 10);
  CHECK(!slices.next_window(8, true));
}

TEST_CASE("cumulating windows fold into their first slice") {
  WindowSlices slices(spec(WindowKind::kCumulate, 6, 2));
  CHECK(slices.last_window_end(4) == 6);
  CHECK(slices.late_target(4) == 2);
  CHECK(list([&](auto f) { slices.each_merged(2, f); }).empty());
  CHECK(list([&](auto f) { slices.each_merged(4, f); }) == std::vector<int64_t>{4});
  CHECK(list([&](auto f) { slices.each_expired(2, f); }).empty());
  CHECK(list([&](auto f) { slices.each_expired(6, f); }) == std::vector<int64_t>{6, 2});
  CHECK(*slices.next_window(4, true) == 6);
  CHECK(!slices.next_window(6, false));
}

TEST_CASE("timers of local times that a zone skips or has twice") {
  WindowSpec window = spec(WindowKind::kTumble, kMillisPerHour, 0);
  window.ltz = true;
  const TimeZone* berlin = TimeZone::find("Europe/Berlin");
  WindowZone zone(window, berlin);
  int64_t skipped = days_from_civil(2024, 3, 31) * kMillisPerDay + 2 * kMillisPerHour;
  CHECK(zone.timer_time(skipped + kMillisPerHour - 1) == 1711846800000);  // 03:00 summer time, at once
  int64_t twice = days_from_civil(2024, 10, 27) * kMillisPerDay + 2 * kMillisPerHour;
  CHECK(zone.timer_time(twice + kMillisPerHour - 1) == 1729994399999);  // the end of the second one
  CHECK(zone.fired(INT64_MAX, INT64_MAX) == false);
}

TEST_CASE("sessions that touch become one") {
  Sessions<int> sessions;
  auto fold = [](int& into, int from) { into += from; };
  auto make = [](int& content) { content = 0; };
  auto add = [&](int64_t time) {
    SessionMerge merge = sessions.merge({time, time + 10});
    ++sessions.apply(merge, fold, make);
    return merge;
  };
  CHECK(add(0).merged.empty());
  CHECK(add(21).merged.empty());
  CHECK(add(5).result == SessionBounds{0, 15});
  CHECK(add(5).unchanged());
  CHECK(add(15).merged.size() == 2);  // 15 is the end of one, 25 lies in the other
  REQUIRE(sessions.open.size() == 1);
  CHECK(sessions.open.begin()->first == SessionBounds{0, 31});
  CHECK(sessions.open.begin()->second == 5);
}

}  // namespace
}  // namespace rowkind
