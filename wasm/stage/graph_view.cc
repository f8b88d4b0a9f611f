// The graph: edges with the rows of the step, rows on their way, operators with their state.
#include "stage.h"
#include "stage/meter.h"

namespace rowkind::stage {
namespace {

constexpr int kSquares = 24;     // of a state's meter
constexpr int kRowsAtRest = 3;   // on an edge
constexpr int kTravellers = 40;  // drawn at once
constexpr float kRow = 19;

float smooth(float t) {
  return t * t * (3 - 2 * t);
}

}  // namespace

void Stage::draw_graph(float time) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  pen_.begin(list, camera_.zoom());
  list->PushClipRect({graph_area_.x, graph_area_.y}, {graph_area_.right(), graph_area_.bottom()}, true);
  for (size_t edge = 0; edge < graph_.edges.size(); ++edge) draw_edge(static_cast<int>(edge), time);
  for (size_t box = 0; box < graph_.boxes.size(); ++box) draw_box(static_cast<int>(box), time);
  draw_travellers(time);
  list->PopClipRect();
  if (held_ == Area::kGraph && gesture_.dragging())
    cursor_ = Cursor::kGrab;
  else if (!touch_ && box_at(at_) >= 0 && !table_area_.contains(at_))
    cursor_ = Cursor::kPointer;
}

void Stage::draw_route(const Route& route, Color color, float thick) {
  ImDrawList& list = pen_.list();
  for (const Curve& curve : route.curves) {
    list.PathLineTo(to_im(camera_.to_screen(curve.from)));
    list.PathBezierCubicCurveTo(to_im(camera_.to_screen(curve.control_1)),
                                to_im(camera_.to_screen(curve.control_2)), to_im(camera_.to_screen(curve.to)),
                                18);
  }
  list.PathStroke(pen_.color(color), 0, thick);
}

void Stage::draw_edge(int edge, float time) {
  const Route& route = layout_.routes[edge];
  bool hot = false;
  for (const Traveller& row : journey_.travellers) hot = hot || (row.edge == edge && row.leaves <= time);
  const Color color = hot ? Color::kAccent : Color::kLine2;
  const float z = camera_.zoom();
  draw_route(route, color, hot ? 2.0F : 1.5F);
  const Point tip = camera_.to_screen(route.at(1));
  const float head = 4.5F * std::max(0.8F, z);
  const Point along = sideways_ ? Point{1, 0} : Point{0, 1}, across{along.y, along.x};
  pen_.list().AddTriangleFilled(to_im(tip), to_im(tip - along * (head * 1.5F) + across * head),
                                to_im(tip - along * (head * 1.5F) - across * head), pen_.color(color));
  if (z < 0.5F) return;

  const Label label = label_of(layout_, edge);
  const Point at = camera_.to_screen(route.at(0)) + label.offset * z;
  const TextStyle style{Font::kMono, 10.5F, Color::kInk3, 240 * z};
  if (label.leftwards)
    pen_.text_right(at, label.text, style);
  else
    pen_.text(at, label.text, style);
  draw_resting(edge, time, at + Point{0, label.row * z}, label.leftwards);
}

void Stage::draw_resting(int edge, float time, Point at, bool leftwards) {
  const float z = camera_.zoom(), gap = 8 * z;
  int arrived = 0;
  for (const Traveller& row : journey_.travellers) arrived += row.edge == edge && row.arrives <= time ? 1 : 0;
  int shown = 0;
  for (const Traveller& row : journey_.travellers) {
    if (row.edge != edge || row.arrives > time || shown == kRowsAtRest) continue;
    const Event& event = view_.events[row.event];
    const TextStyle style{Font::kMono, 12, Color::kInk, 260 * z};
    const Point line = at + Point{0, kRow * z * static_cast<float>(shown++)};
    const float text = pen_.width(event.text, style);
    const float left = leftwards ? line.x - 44 * z - text : line.x;
    pen_.badge({left, line.y}, event.kind);
    pen_.text({left + 44 * z, line.y}, event.text, style);
    if (shown < kRowsAtRest || arrived == shown) continue;
    const std::string more = "+" + number(arrived - shown);
    const TextStyle bold{Font::kMonoBold, 10.5F, Color::kAccentInk};
    if (leftwards)
      pen_.text_right({left - gap, line.y}, more, bold);
    else
      pen_.text({left + 44 * z + text + gap, line.y}, more, bold);
  }
}

void Stage::draw_travellers(float time) {
  const float z = camera_.zoom();
  int drawn = 0;
  for (const Traveller& row : journey_.travellers) {
    if (row.leaves > time || row.arrives <= time || ++drawn > kTravellers) continue;
    const Event& event = view_.events[row.event];
    const float part = (time - row.leaves) / (row.arrives - row.leaves);
    const Point at = camera_.to_screen(layout_.routes[row.edge].at(smooth(part)));
    // It comes out of one operator and goes into the next.
    const float alpha = std::clamp(std::min(part, 1 - part) * 8, 0.0F, 1.0F);
    const TextStyle style{Font::kMono, 12, Color::kInk, 150 * z};
    const float text = z < 0.45F ? 0 : pen_.width(event.text, style) + 12 * z;
    const float width = 38 * z + text, height = 23 * z;
    const Rect capsule{at.x - width / 2 - 4 * z, at.y - height / 2, width + 8 * z, height};
    pen_.fill(capsule, Color::kRaised, 7 * z, alpha);
    pen_.frame(capsule, color_of(event.kind, Shade::kSolid), 7 * z, 1.5F, alpha);
    pen_.badge({capsule.x + 3 * z, at.y}, event.kind, alpha);
    if (text > 0) pen_.text({capsule.x + 47 * z, at.y}, event.text, style, alpha);
  }
}

void Stage::draw_box(int box, float time) {
  const Box& one = graph_.boxes[box];
  const float z = camera_.zoom();
  const Rect rect = camera_.to_screen(layout_.boxes[box]);
  const bool hot = !journey_.awake.empty() && journey_.awake[box] >= 0 && journey_.awake[box] <= time;
  const bool failed = journey_.failed == box && hot;
  const bool chosen = box == chosen_;
  const float radius = 6 * z;
  pen_.fill(rect, Color::kPanel, radius);
  if (hot) {
    // A short glow when the operator wakes.
    const float glow = std::clamp(1 - (time - journey_.awake[box]) / 420, 0.0F, 1.0F);
    if (glow > 0) pen_.fill(rect, Color::kAccentSoft, radius, glow);
  }
  const Color edge = failed   ? Color::kDeleteSolid
                     : chosen ? Color::kAccent
                     : hot    ? Color::kAccentLine
                              : Color::kLine2;
  pen_.frame(rect, edge, radius, chosen || failed ? 2.5F : hot ? 2.0F : 1.0F);

  // What passed, at the right; a source only gives, a sink only takes.
  std::string counts;
  if (hot) {
    const std::string in = number(journey_.received[box]), out = number(journey_.emitted[box]);
    counts = one.source ? out + " →" : one.sink ? "→ " + in : in + " → " + out;
  }
  const float head = style_.head * z, right = rect.right() - 10 * z;
  const bool two_lines = !one.detail.empty() && z >= 0.5F;
  const float line = rect.y + (two_lines ? 13 * z : head / 2);
  float used = 0;
  if (!counts.empty()) {
    const TextStyle style{Font::kUiBold, 11, failed ? Color::kDeleteInk : Color::kAccentInk};
    used = pen_.text_right({right, line}, counts, style) + 8 * z;
  }
  const TextStyle title{Font::kUiBold, 13, Color::kInk, rect.w - 20 * z - used};
  pen_.text({rect.x + 10 * z, line}, one.title, title);
  if (two_lines)
    pen_.text({rect.x + 10 * z, rect.y + 29 * z}, one.detail, {Font::kUi, 11, Color::kInk3, rect.w - 20 * z});

  for (size_t s = 0; s < one.states.size(); ++s) {
    const float y = rect.y + head + style_.state_line * z * static_cast<float>(s);
    pen_.line({rect.x + 1, y}, {rect.right() - 1, y}, Color::kLine);
    draw_state(one.states[s], Rect{rect.x + 10 * z, y, rect.w - 20 * z, style_.state_line * z}, time);
  }
  if (shown_ && z >= 0.5F) draw_time(box, rect);
}

// How far event time has come, and what time took away: in a line of its own, or, where no watermark passes, on the lower edge.
void Stage::draw_time(int box, Rect rect) {
  const NodeTime& time = view_.times[graph_.boxes[box].node];
  const float z = camera_.zoom();
  std::string gone;
  if (time.late > 0) gone = number(time.late) + " " + words_.dropped;
  if (time.expired > 0) gone += (gone.empty() ? "" : " · ") + number(time.expired) + " " + words_.expired;
  if (graph_.boxes[box].timed) {
    const float top = rect.bottom() - style_.foot * z, middle = top + style_.foot * z / 2 - 1;
    pen_.line({rect.x + 1, top}, {rect.right() - 1, top}, Color::kLine);
    const std::string mark = words_.watermark + " " + (time.watermark.empty() ? "–" : time.watermark);
    const TextStyle style{time.moved ? Font::kUiBold : Font::kUi, 10.5F,
                          time.moved ? Color::kAccentInk : Color::kInk3, rect.w - 20 * z};
    const float used = pen_.text_right({rect.right() - 10 * z, middle}, mark, style);
    const TextStyle warning{Font::kUi, 10.5F, Color::kBeforeInk, std::max(0.0F, rect.w - 28 * z - used)};
    if (!gone.empty()) pen_.text({rect.x + 10 * z, middle}, gone, warning);
  } else if (!gone.empty()) {
    const TextStyle style{Font::kUi, 10.5F, Color::kBeforeInk, rect.w / 2 - 20 * z};
    const float wide = pen_.width(gone, style) + 12 * z, high = 16 * z;
    const Rect tag{rect.x + 6 * z, rect.bottom() - high / 2, wide, high};
    pen_.fill(tag, Color::kBeforeSoft, high / 2);
    pen_.frame(tag, Color::kBeforeEdge, high / 2);
    pen_.text({tag.x + 6 * z, tag.center().y}, gone, style);
  }
}

void Stage::draw_state(int state, Rect line, float time) {
  if (!shown_) return;
  const float z = camera_.zoom();
  const float rows = journey_.size_at(state, time);
  float grown = 0, shrunk = 0, changed = 0;
  for (const Growth& one : journey_.growth) {
    if (one.state != state || one.at > time) continue;
    grown += static_cast<float>(std::max(0, one.rows));
    shrunk += static_cast<float>(std::max(0, -one.rows));
    if (one.changed) ++changed;
  }
  const Meter meter = meter_of(rows, kSquares);
  const auto unit = static_cast<float>(meter.unit);

  const float top = line.y + 11 * z;
  std::string count = number(std::lround(rows));
  if (meter.unit > 1) count += "  ·  1 ▪ " + number(meter.unit);
  const float used = pen_.text_right({line.right(), top}, count, {Font::kUiBold, 11, Color::kInk2});
  pen_.text({line.x, top}, trace_.states[state].name, {Font::kUi, 11, Color::kInk3, line.w - used - 10 * z});

  // Squares: what was there, then what changed, what came, and hollow what went.
  const float pitch = line.w / static_cast<float>(kSquares), size = pitch - 2.2F * z, y = line.y + 21 * z;
  auto part_of = [&](float n) { return n > 0 ? std::max(1.0F, n / unit) : 0; };
  const float came = std::min(part_of(grown), meter.squares),
              touched = std::min(part_of(changed), meter.squares - came);
  const float gone = std::min(part_of(shrunk), static_cast<float>(kSquares) - meter.squares);
  for (int i = 0; i < kSquares; ++i) {
    const auto at = static_cast<float>(i);
    const Rect square{line.x + at * pitch, y, size, size};
    const float filled = std::clamp(meter.squares - at, 0.0F, 1.0F);
    if (filled > 0) {
      const float middle = at + filled / 2;
      const Color color = middle > meter.squares - came             ? Color::kInsertSolid
                          : middle > meter.squares - came - touched ? Color::kAfterSolid
                                                                    : Color::kControl;
      pen_.fill({square.x, square.y, size * filled, size}, color, 1.5F * z);
    } else if (at < meter.squares + gone) {
      pen_.frame(square, Color::kDeleteSolid, 1.5F * z, 1.2F);
    } else {
      pen_.fill(square, Color::kHover, 1.5F * z);
    }
  }
}

}  // namespace rowkind::stage
