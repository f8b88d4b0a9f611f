#include "stage/graph.h"

#include <algorithm>

namespace rowkind::stage {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

// What makes watermarks, and everything below it; inputs stand before the nodes that read them.
std::vector<bool> timed_nodes(const Trace& trace) {
  std::vector<bool> out(trace.nodes.size());
  for (size_t id = 0; id < trace.nodes.size(); ++id) {
    const Node& node = trace.nodes[id];
    const bool makes = node.name == "WatermarkAssigner" || node.text.find("watermark=[") != std::string::npos;
    out[id] = makes || std::any_of(node.inputs.begin(), node.inputs.end(),
                                   [&](int input) { return out[static_cast<size_t>(input)]; });
  }
  return out;
}

}  // namespace

bool is_folded(const Node& node) {
  if (node.inputs.size() != 1) return false;
  return node.name == "Exchange" || (node.name == "Calc" && node.text.find("where=[") == std::string::npos);
}

int Graph::edge_into(int node, int input) const {
  for (size_t i = 0; i < edges.size(); ++i)
    if (boxes[edges[i].to].node == node && edges[i].input == input) return static_cast<int>(i);
  return -1;
}

Graph make_graph(const Trace& trace) {
  Graph graph;
  const std::vector<bool> timed = timed_nodes(trace);
  graph.box_of.assign(trace.nodes.size(), -1);
  for (size_t id = 0; id < trace.nodes.size(); ++id) {
    const Node& node = trace.nodes[id];
    if (is_folded(node)) continue;
    graph.box_of[id] = static_cast<int>(graph.boxes.size());
    Box box;
    box.node = static_cast<int>(id);
    box.title = node.table.empty() ? node.name : node.table;
    box.detail = trace.details[id];
    box.source = node.inputs.empty();
    box.timed = timed[id];
    for (const Output& output : trace.outputs) box.sink = box.sink || output.node == box.node;
    for (size_t s = 0; s < trace.states.size(); ++s)
      if (trace.states[s].node == box.node) box.states.push_back(static_cast<int>(s));
    graph.boxes.push_back(std::move(box));
  }
  for (size_t to = 0; to < graph.boxes.size(); ++to) {
    const Node& node = trace.nodes[graph.boxes[to].node];
    for (size_t input = 0; input < node.inputs.size(); ++input) {
      Edge edge;
      edge.to = static_cast<int>(to);
      edge.input = static_cast<int>(input);
      edge.carrier = node.inputs[input];
      int from = edge.carrier;
      // A plan has no cycle; the count only guards against a document that is none.
      for (size_t steps = 0; is_folded(trace.nodes[from]) && steps < trace.nodes.size(); ++steps) {
        const Node& via = trace.nodes[from];
        if (via.exchange && edge.route.empty())
          edge.route = via.hash.empty() ? "single" : "hash(" + joined(via.hash) + ")";
        from = via.inputs[0];
      }
      edge.from = graph.box_of[from];
      if (edge.from < 0) continue;
      const std::vector<std::string>& key = trace.nodes[edge.carrier].upsert_key;
      if (edge.route.empty() && !key.empty()) edge.route = "key {" + joined(key) + "}";
      graph.edges.push_back(std::move(edge));
    }
  }
  return graph;
}

}  // namespace rowkind::stage
