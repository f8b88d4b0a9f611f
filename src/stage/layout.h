// Places the boxes of a graph in layers, sources first, with few crossings, and routes the edges as smooth curves. Deterministic; no
// window, no fonts: sizes come in as numbers.
#pragma once

#include <vector>

#include "stage/geometry.h"
#include "stage/graph.h"

namespace rowkind::stage {

struct LayoutStyle {
  float box_width = 190;
  float head = 40;        // height of a box without state
  float state_line = 24;  // more for each state
  float foot = 18;        // more for a watermark
  float gap_across = 44;  // between boxes of a layer
  float gap_along = 62;   // between layers: room for the rows of an edge
  bool sideways = false;  // layers from left to right, not downwards
};

// A cubic curve; long edges consist of several, one a layer.
struct Curve {
  Point from, control_1, control_2, to;
  Point at(float t) const;
};

struct Route {
  std::vector<Curve> curves;
  Point at(float t) const;  // 0: at the operator above, 1: at the one below
};

struct Layout {
  std::vector<Rect> boxes;    // by box
  std::vector<Route> routes;  // by edge
  std::vector<int> layers;    // by box
  std::vector<int> order;     // boxes in reading order: layer by layer
  Rect bounds;
};

Layout lay_out(const Graph& graph, const LayoutStyle& style);

}  // namespace rowkind::stage
