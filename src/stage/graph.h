// The physical plan as boxes and edges. As in the page's dataflow, operators that only pass rows on (Exchange, a Calc that drops nothing)
// are no boxes: they are part of the edge below them.
#pragma once

#include <string>
#include <vector>

#include "stage/trace.h"

namespace rowkind::stage {

struct Box {
  int node = 0;
  std::string title, detail;
  bool source = false, sink = false;
  bool timed = false;  // event time passes: there is a watermark to show
  std::vector<int> states;
};

struct Edge {
  int from = 0, to = 0;  // boxes
  int input = 0;         // of the operator at `to`
  int carrier = 0;       // the node whose rows arrive: its mode describes the edge
  std::string route;     // "hash(city)", "single", "key {city}" or ""
};

struct Graph {
  std::vector<Box> boxes;
  std::vector<Edge> edges;
  std::vector<int> box_of;  // by node; -1: folded into an edge

  // Edge into input `input` of the operator `node`, or -1.
  int edge_into(int node, int input) const;
};

bool is_folded(const Node& node);
Graph make_graph(const Trace& trace);

}  // namespace rowkind::stage
