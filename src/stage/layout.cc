#include "stage/layout.h"

#include <numeric>

namespace rowkind::stage {
namespace {

// A box, or (box -1) the place where a long edge passes through a layer.
struct Item {
  int box = -1;
  int layer = 0;
  float across = 0;  // centre
  float size = 0;    // extent across
  float wish = 0;
  std::vector<int> above, below;
};

class Layering {
 public:
  Layering(const Graph& graph, const LayoutStyle& style) : graph_(graph), style_(style) {}

  Layout run() {
    assign_layers();
    make_items();
    reduce_crossings();
    place_across();
    return finish();
  }

 private:
  void assign_layers() {
    const size_t count = graph_.boxes.size();
    layer_.assign(count, 0);
    // Longest path from the sources; as many rounds as a path can be long.
    for (size_t round = 0, moved = 1; moved != 0 && round <= count; ++round) {
      moved = 0;
      for (const Edge& edge : graph_.edges) {
        if (layer_[edge.to] > layer_[edge.from]) continue;
        layer_[edge.to] = layer_[edge.from] + 1;
        ++moved;
      }
    }
    // A source stands right above what reads it first.
    for (size_t box = 0; box < count; ++box) {
      if (!graph_.boxes[box].source) continue;
      int nearest = -1;
      for (const Edge& edge : graph_.edges)
        if (edge.from == static_cast<int>(box) && (nearest < 0 || layer_[edge.to] < nearest))
          nearest = layer_[edge.to];
      if (nearest > 0) layer_[box] = nearest - 1;
    }
  }

  int add_item(int box, int layer, float size) {
    items_.push_back(Item{box, layer, 0, size, 0, {}, {}});
    if (static_cast<int>(rows_.size()) <= layer) rows_.resize(layer + 1);
    rows_[layer].push_back(static_cast<int>(items_.size()) - 1);
    return static_cast<int>(items_.size()) - 1;
  }

  void make_items() {
    for (size_t box = 0; box < graph_.boxes.size(); ++box)
      add_item(static_cast<int>(box), layer_[box],
               style_.sideways ? height(static_cast<int>(box)) : style_.box_width);
    constexpr float kLane = 12;
    paths_.resize(graph_.edges.size());
    for (size_t e = 0; e < graph_.edges.size(); ++e) {
      const Edge& edge = graph_.edges[e];
      std::vector<int>& path = paths_[e];
      path.push_back(edge.from);
      for (int layer = layer_[edge.from] + 1; layer < layer_[edge.to]; ++layer)
        path.push_back(add_item(-1, layer, kLane));
      path.push_back(edge.to);
      for (size_t i = 1; i < path.size(); ++i) {
        items_[path[i - 1]].below.push_back(path[i]);
        items_[path[i]].above.push_back(path[i - 1]);
      }
    }
  }

  // Sorts each layer by the mean position of the neighbours, sweeping down and up.
  void reduce_crossings() {
    std::vector<float> position(items_.size());
    auto number = [&] {
      for (const std::vector<int>& row : rows_)
        for (size_t i = 0; i < row.size(); ++i) position[row[i]] = static_cast<float>(i);
    };
    number();
    for (int sweep = 0; sweep < 6; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (size_t r = 0; r < rows_.size(); ++r) {
        std::vector<int>& row = rows_[down ? r : rows_.size() - 1 - r];
        for (int i : row) {
          const std::vector<int>& near = down ? items_[i].above : items_[i].below;
          items_[i].wish = position[i];
          if (near.empty()) continue;
          items_[i].wish = 0;
          for (int one : near) items_[i].wish += position[one] / static_cast<float>(near.size());
        }
        std::stable_sort(row.begin(), row.end(),
                         [&](int a, int b) { return items_[a].wish < items_[b].wish; });
        number();
      }
    }
  }

  // Every item wants to stand under the middle of its neighbours; those of a layer keep their order and distance.
  void place_across() {
    for (std::vector<int>& row : rows_) spread(row, false);
    for (int sweep = 0; sweep < 8; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (size_t r = 0; r < rows_.size(); ++r) {
        std::vector<int>& row = rows_[down ? r : rows_.size() - 1 - r];
        for (int i : row) {
          const std::vector<int>& near = down ? items_[i].above : items_[i].below;
          items_[i].wish = items_[i].across;
          if (near.empty()) continue;
          items_[i].wish = 0;
          for (int one : near) items_[i].wish += items_[one].across / static_cast<float>(near.size());
        }
        spread(row, true);
      }
    }
  }

  float apart(int a, int b) const { return (items_[a].size + items_[b].size) / 2 + style_.gap_across; }

  // Groups of items that would overlap share the mean of their wishes (pool adjacent violators).
  void spread(const std::vector<int>& row, bool wishes) {
    struct Group {
      size_t first;
      float sum;  // of wishes less the offset inside of the group
      float count;
      float width;  // offset of the next item
      float start() const { return sum / count; }
    };
    std::vector<Group> groups;
    for (size_t i = 0; i < row.size(); ++i) {
      groups.push_back(
          Group{i, wishes ? items_[row[i]].wish : 0, 1, i + 1 < row.size() ? apart(row[i], row[i + 1]) : 0});
      while (groups.size() > 1) {
        Group& last = groups.back();
        Group& before = groups[groups.size() - 2];
        if (before.start() + before.width <= last.start()) break;
        before.sum += last.sum - last.count * before.width;
        before.count += last.count;
        before.width += last.width;
        groups.pop_back();
      }
    }
    for (size_t g = 0; g < groups.size(); ++g) {
      float at = groups[g].start();
      const size_t end = g + 1 < groups.size() ? groups[g + 1].first : row.size();
      for (size_t i = groups[g].first; i < end; ++i) {
        items_[row[i]].across = at;
        if (i + 1 < row.size()) at += apart(row[i], row[i + 1]);
      }
    }
  }

  float height(int box) const {
    const Box& one = graph_.boxes[box];
    return style_.head + style_.state_line * static_cast<float>(one.states.size()) +
           (one.timed ? style_.foot : 0);
  }
  float extent_along(int item) const {
    if (items_[item].box < 0) return 0;
    return style_.sideways ? style_.box_width : height(items_[item].box);
  }
  Point point(float across, float along) const {
    return style_.sideways ? Point{along, across} : Point{across, along};
  }

  Layout finish() {
    std::vector<float> top, depth;
    float along = 0;
    for (const std::vector<int>& row : rows_) {
      float most = 0;
      for (int i : row) most = std::max(most, extent_along(i));
      top.push_back(along);
      depth.push_back(most);
      along += most + style_.gap_along;
    }
    Layout out;
    out.layers = layer_;
    out.boxes.resize(graph_.boxes.size());
    for (const std::vector<int>& row : rows_) {
      for (int i : row) {
        if (items_[i].box < 0) continue;
        const float w = style_.box_width, h = height(items_[i].box);
        const Point center = point(items_[i].across, top[items_[i].layer] + extent_along(i) / 2);
        const Rect rect{center.x - w / 2, center.y - h / 2, w, h};
        out.boxes[items_[i].box] = rect;
        out.order.push_back(items_[i].box);
        out.bounds = cover(out.bounds, rect);
      }
    }
    for (size_t e = 0; e < graph_.edges.size(); ++e) out.routes.push_back(route(e, top, depth));
    return out;
  }

  // Several inputs of one box arrive side by side.
  float arrival(size_t e) const {
    const Edge& edge = graph_.edges[e];
    const std::vector<int>& above = items_[edge.to].above;
    if (above.size() < 2) return items_[edge.to].across;
    std::vector<float> from;
    for (int one : above) from.push_back(items_[one].across);
    std::sort(from.begin(), from.end());
    const float mine = items_[paths_[e][paths_[e].size() - 2]].across;
    const auto rank = static_cast<float>(std::find(from.begin(), from.end(), mine) - from.begin());
    const float shift = rank - static_cast<float>(from.size() - 1) / 2;
    const float step = std::min(0.5F * items_[edge.to].size / static_cast<float>(from.size()), 40.0F);
    return items_[edge.to].across + shift * step;
  }

  Route route(size_t e, const std::vector<float>& top, const std::vector<float>& depth) const {
    const std::vector<int>& path = paths_[e];
    Route out;
    float across = items_[path[0]].across;
    float along = top[items_[path[0]].layer] + extent_along(path[0]);
    for (size_t i = 1; i < path.size(); ++i) {
      const Item& item = items_[path[i]];
      const float to = item.box < 0 ? item.across : arrival(e);
      const float end = top[item.layer];
      const float bend = (end - along) * 0.5F;
      out.curves.push_back(
          Curve{point(across, along), point(across, along + bend), point(to, end - bend), point(to, end)});
      across = to;
      along = end;
      if (item.box >= 0) continue;
      const float through = end + depth[item.layer];
      out.curves.push_back(Curve{point(to, end), point(to, end), point(to, through), point(to, through)});
      along = through;
    }
    return out;
  }

  const Graph& graph_;
  const LayoutStyle& style_;
  std::vector<int> layer_;   // by box
  std::vector<Item> items_;  // item i is box i for the first ones
  std::vector<std::vector<int>> rows_;
  std::vector<std::vector<int>> paths_;  // by edge: its items
};

}  // namespace

Point Curve::at(float t) const {
  const float s = 1 - t;
  return from * (s * s * s) + control_1 * (3 * s * s * t) + control_2 * (3 * s * t * t) + to * (t * t * t);
}

Point Route::at(float t) const {
  if (curves.empty()) return {};
  const float place = std::clamp(t, 0.0F, 1.0F) * static_cast<float>(curves.size());
  const size_t curve = std::min(static_cast<size_t>(place), curves.size() - 1);
  return curves[curve].at(place - static_cast<float>(curve));
}

Layout lay_out(const Graph& graph, const LayoutStyle& style) {
  return Layering(graph, style).run();
}

}  // namespace rowkind::stage
