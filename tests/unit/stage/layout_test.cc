#include "stage/layout.h"

#include "stage/camera.h"
#include "stage/shelves.h"
#include "support.h"

namespace rowkind::stage {
namespace {

// Boxes 0 … n-1 and edges between them.
Graph graph_of(int boxes, const std::vector<std::pair<int, int>>& edges) {
  Graph graph;
  for (int i = 0; i < boxes; ++i) {
    Box box;
    box.node = i;
    box.source = std::none_of(edges.begin(), edges.end(), [&](auto& edge) { return edge.second == i; });
    graph.boxes.push_back(box);
    graph.box_of.push_back(i);
  }
  for (auto [from, to] : edges) {
    Edge edge;
    edge.from = from;
    edge.to = to;
    graph.edges.push_back(edge);
  }
  return graph;
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void check_sound(const Graph& graph, const LayoutStyle& style) {
  const Layout layout = lay_out(graph, style);
  REQUIRE(layout.boxes.size() == graph.boxes.size());
  CHECK(layout.order.size() == graph.boxes.size());
  for (size_t a = 0; a < layout.boxes.size(); ++a)
    for (size_t b = 0; b < a; ++b) CHECK(!overlap(layout.boxes[a], layout.boxes[b]));
  for (size_t e = 0; e < graph.edges.size(); ++e) {
    const Rect& from = layout.boxes[graph.edges[e].from];
    const Rect& to = layout.boxes[graph.edges[e].to];
    const Point start = layout.routes[e].at(0), end = layout.routes[e].at(1);
    if (style.sideways) {
      CHECK(start.x == doctest::Approx(from.right()));
      CHECK(end.x == doctest::Approx(to.x));
      CHECK((end.y >= to.y && end.y <= to.bottom()));
    } else {
      CHECK(start.y == doctest::Approx(from.bottom()));
      CHECK(end.y == doctest::Approx(to.y));
      CHECK((end.x >= to.x && end.x <= to.right()));
    }
    // A route goes through no box but its own two.
    for (float t = 0.02F; t < 0.99F; t += 0.02F)
      for (size_t b = 0; b < layout.boxes.size(); ++b)
        if (static_cast<int>(b) != graph.edges[e].from && static_cast<int>(b) != graph.edges[e].to)
          CHECK(!layout.boxes[b].contains(layout.routes[e].at(t)));
  }
}

}  // namespace

TEST_CASE("boxes never overlap and routes go around them") {
  const std::vector<std::pair<int, std::vector<std::pair<int, int>>>> shapes = {
      {1, {}},
      {2, {{0, 1}}},
      {5, {{0, 2}, {1, 2}, {2, 3}, {3, 4}}},
      {6, {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}, {0, 5}}},  // long edges
      {7, {{0, 4}, {1, 4}, {2, 4}, {3, 4}, {4, 5}, {4, 6}}},
      {8, {{0, 3}, {1, 3}, {3, 5}, {2, 5}, {5, 6}, {4, 6}, {6, 7}}},
  };
  for (const auto& [boxes, edges] : shapes)
    for (bool sideways : {false, true}) {
      LayoutStyle style;
      style.sideways = sideways;
      Graph graph = graph_of(boxes, edges);
      if (boxes > 3) graph.boxes[3].states = {0, 1};
      check_sound(graph, style);
    }
}

TEST_CASE("two tables with the same reader stand side by side, the reader below their middle") {
  const Layout layout = lay_out(graph_of(3, {{0, 2}, {1, 2}}), LayoutStyle{});
  CHECK(layout.boxes[0].y == layout.boxes[1].y);
  CHECK(layout.boxes[2].center().x ==
        doctest::Approx((layout.boxes[0].center().x + layout.boxes[1].center().x) / 2));
  CHECK(layout.routes[0].at(1).x < layout.routes[1].at(1).x);
}

TEST_CASE("a source stands right above its reader") {
  const Layout layout = lay_out(graph_of(5, {{0, 1}, {1, 2}, {2, 4}, {3, 4}}), LayoutStyle{});
  CHECK(layout.layers == std::vector<int>{0, 1, 2, 2, 3});
}

TEST_CASE("edges of two pairs do not cross") {
  // 0 → 3 and 1 → 2 would cross in the order of the ids.
  const Layout layout = lay_out(graph_of(4, {{0, 3}, {1, 2}}), LayoutStyle{});
  CHECK((layout.boxes[0].x < layout.boxes[1].x) == (layout.boxes[3].x < layout.boxes[2].x));
}

TEST_CASE("zooming keeps the place under the pointer") {
  Camera camera;
  const Rect bounds{0, 0, 400, 600}, view{0, 0, 800, 500};
  CHECK(camera.fit(bounds, view, 1.25F));
  CHECK(camera.zoom() == doctest::Approx(500.0 / 600));
  CHECK(camera.to_screen(bounds.center()).x == doctest::Approx(400));
  const Point about{300, 200};
  const Point before = camera.to_world(about);
  camera.zoom_about(about, 1.7F, bounds, view);
  CHECK(camera.to_world(about).x == doctest::Approx(before.x));
  CHECK(camera.to_world(about).y == doctest::Approx(before.y));
  camera.zoom_about(about, 1e6F, bounds, view);
  CHECK(camera.zoom() == Camera::kMost);
  camera.zoom_about(about, 1e-6F, bounds, view);
  CHECK(camera.zoom() == Camera::kLeast);
  camera.pan({1e6F, -1e6F}, bounds, view);  // the graph cannot be lost
  CHECK(camera.to_screen(bounds).x < view.right());
  CHECK(camera.to_screen(bounds).bottom() > view.y);
  camera.fit(bounds, view, 1.25F);
  camera.zoom_about({0, 0}, 3, bounds, view);
  camera.reveal({350, 550, 50, 50}, view, 0.5F);  // half of the way
  CHECK(camera.to_screen(Rect{350, 550, 50, 50}).bottom() > view.bottom());
  camera.reveal({350, 550, 50, 50}, view);
  CHECK(camera.to_screen(Rect{350, 550, 50, 50}).right() <= doctest::Approx(view.right()));
}

TEST_CASE("a graph that would be too small to read is cut at its end") {
  Camera camera;
  const Rect bounds{-100, 0, 200, 1200}, view{10, 20, 300, 400};
  CHECK(!camera.fit(bounds, view, 1.25F, 0.7F));
  CHECK(camera.zoom() == 0.7F);
  CHECK(camera.to_screen(bounds).y == doctest::Approx(view.y));
  CHECK(camera.to_screen(bounds).center().x == doctest::Approx(view.center().x));
  CHECK(camera.fit(bounds, view, 1.25F));
  CHECK(camera.to_screen(bounds).bottom() == doctest::Approx(view.bottom()));
}

TEST_CASE("one finger taps or drags, two pinch") {
  Gesture gesture;
  gesture.down(1, {10, 10});
  CHECK(gesture.move(1, {12, 11}).pan.x == 0);  // a finger is never quite still
  CHECK(gesture.up(1));
  gesture.down(1, {10, 10});
  CHECK(gesture.move(1, {30, 10}).pan.x == 20);
  CHECK(gesture.move(1, {35, 10}).pan.x == 5);
  CHECK(!gesture.up(1));
  gesture.down(1, {0, 0});
  gesture.down(2, {100, 0});
  const Gesture::Move pinch = gesture.move(2, {200, 0});
  CHECK(pinch.zoom == doctest::Approx(2));
  CHECK(pinch.about.x == 100);
  CHECK(pinch.pan.x == 50);
  CHECK(!gesture.up(2));
  CHECK(!gesture.up(1));
  CHECK(!gesture.active());
  CHECK(gesture.move(7, {1, 1}).zoom == 1);
}

TEST_CASE("shelves give places that do not touch, and say when they are full") {
  Shelves shelves(100, 40);
  std::vector<Rect> taken;
  const int widths[] = {30, 50, 40, 20, 60};
  int failures = 0;
  for (int i = 0; i < 20; ++i) {
    const int w = widths[i % 5], h = i % 2 == 0 ? 10 : 16;
    if (auto place = shelves.take(w, h))
      taken.push_back(Rect{static_cast<float>(place->x), static_cast<float>(place->y), static_cast<float>(w),
                           static_cast<float>(h)});
    else
      ++failures;
  }
  CHECK(failures > 0);
  CHECK(taken.size() >= 4);
  for (size_t a = 0; a < taken.size(); ++a) {
    CHECK((taken[a].right() <= 100 && taken[a].bottom() <= 40));
    for (size_t b = 0; b < a; ++b) CHECK(!overlap(taken[a], taken[b]));
  }
  CHECK(!shelves.take(101, 4));
  shelves.clear();
  CHECK(shelves.take(100, 40));
}

}  // namespace rowkind::stage
