// The timeline: lanes of marbles while there is room for each step, bars of counts when many steps share a pixel.
#include "stage.h"

namespace rowkind::stage {
namespace {

constexpr float kMarbleRoom = 11;  // pixels of a step that still shows marbles
constexpr float kBar = 4;          // pixels of a bar

}  // namespace

float Stage::step_x(double step) const {
  return lanes_area_.x + static_cast<float>(timeline_.fraction_of(step)) * lanes_area_.w;
}

void Stage::draw_timeline() {
  const Rect area = timeline_area_;
  pen_.begin(ImGui::GetWindowDrawList());
  pen_.fill(area, Color::kPanel);
  pen_.line({area.x, area.y}, {area.right(), area.y}, Color::kLine);
  const float label = std::clamp(width_ * 0.16F, 76.0F, 124.0F);
  lanes_area_.x = area.x + label;
  lanes_area_.w = area.w - label - 12;
  if (trace_.steps.empty()) return;
  ImDrawList& list = pen_.list();
  const float room = static_cast<float>(lanes_area_.w / timeline_.span());

  // The step in view: one column through all lanes.
  list.PushClipRect({lanes_area_.x - 12, area.y}, {area.right(), area.bottom()}, true);
  const float x = step_x(view_.index), wide = std::clamp(room - 2, 3.0F, 64.0F);
  if (shown_) {
    const Rect column{x - wide / 2, area.y + 3, wide, area.h - 3 - 8};
    pen_.fill(column, Color::kAccentSoft, 4);
    pen_.frame(column, Color::kAccentLine, 4);
  }
  const int hovered = timeline_area_.contains(at_) && !touch_
                          ? timeline_.step_at((at_.x - lanes_area_.x) / lanes_area_.w)
                          : -1;
  if (hovered >= 0 && at_.x >= lanes_area_.x && !gesture_.dragging()) {
    pen_.fill({step_x(hovered) - wide / 2, area.y + 3, wide, area.h - 11}, Color::kHover, 4, 0.7F);
    cursor_ = Cursor::kPointer;
  }
  if (held_ == Area::kTimeline && gesture_.dragging()) cursor_ = Cursor::kGrab;

  // Numbers as dense as they can be read.
  int every = 1;
  for (int i = 0; static_cast<float>(every) * room < 34; ++i) every = i % 3 == 1 ? every / 2 * 5 : every * 2;
  const int from = timeline_.step_at(0), to = timeline_.step_at(1);
  for (int step = from / every * every; step <= to; step += every) {
    if (step == view_.index || (shown_ && std::abs(step_x(step) - x) < 26)) continue;
    pen_.text_center({step_x(step), area.y + 13}, number(step), {Font::kUi, 11, Color::kInk3});
  }
  if (shown_) pen_.text_center({x, area.y + 13}, number(view_.index), {Font::kUiBold, 11, Color::kAccentInk});
  list.PopClipRect();

  float y = lanes_area_.y;
  for (const Lane& lane : timeline_.lanes()) {
    if (y + lane_height_ > area.bottom()) break;
    const Rect row{area.x, y, area.w, lane_height_};
    const bool windows = !lane.windows.empty();
    const bool first = windows && lane.windows.front() == 0;
    std::string name = lane.time ? words_.time : first ? words_.windows : lane.name;
    if (lane.left_out > 0) name += " +" + number(lane.left_out);
    pen_.text({area.x + 12, row.center().y}, name, {Font::kMono, 11.5F, Color::kInk2, label - 18});
    list.PushClipRect({lanes_area_.x, area.y}, {lanes_area_.right(), area.bottom()}, true);
    if (lane.output) pen_.line({lanes_area_.x, y}, {lanes_area_.right(), y}, Color::kLine);
    if (windows)
      draw_windows(lane, row);
    else if (room >= kMarbleRoom)
      draw_lane(lane, row, lanes_area_.x, lanes_area_.w);
    else
      draw_bins(lane, row, lanes_area_.x, lanes_area_.w);
    list.PopClipRect();
    y += lane_height_;
  }

  // Which part of all steps is in view.
  if (timeline_.span() < timeline_.steps()) {
    const auto all = static_cast<float>(timeline_.steps());
    const Rect rail{lanes_area_.x, area.bottom() - 6, lanes_area_.w, 3};
    pen_.fill(rail, Color::kHover, 1.5F);
    const float left = static_cast<float>(timeline_.first()) / all,
                part = static_cast<float>(timeline_.span()) / all;
    pen_.fill({rail.x + rail.w * left, rail.y, std::max(6.0F, rail.w * part), rail.h}, Color::kControl, 1.5F);
  }
}

void Stage::draw_lane(const Lane& lane, Rect row, float left, float width) {
  const float y = row.center().y;
  pen_.line({left, y}, {left + width, y}, Color::kLine);
  const auto room = static_cast<float>(width / timeline_.span());
  const float size = std::min({11.0F, row.h * 0.5F, room * 0.75F});
  for (int step = timeline_.step_at(0), to = timeline_.step_at(1); step <= to; ++step) {
    const Step& one = trace_.steps[step];
    const bool later = step > view_.index;
    const float x = step_x(step), here = later ? size * 0.72F : size, alpha = later ? 0.8F : 1;
    if (lane.time) {
      if (one.lane >= 0 || one.start) continue;
      draw_tick({x, y}, one.mark, room, here, alpha);
      continue;
    }
    const std::vector<Kind>* kinds = nullptr;
    const auto lanes_above = static_cast<int>(&lane - timeline_.lanes().data());
    const int output = lanes_above - static_cast<int>(timeline_.lanes().size() - trace_.outputs.size());
    if (lane.output && output < static_cast<int>(one.out.size())) kinds = &one.out[output];
    if (!lane.output && one.lane == lanes_above) kinds = &one.in;
    if (kinds == nullptr) continue;
    if (kinds->empty()) {
      if (lane.output) continue;
      if (one.mark.empty())
        pen_.frame({x - here / 2, y - here / 2, here, here}, Color::kControl, here / 2, 1, alpha);
      else
        draw_tick({x, y}, one.mark, room, here, alpha);
      continue;
    }
    // Side by side while they fit; then how many more.
    const float pitch = here * 1.2F + 3;  // diamonds are wider than discs
    const auto fit = std::max(1, static_cast<int>(room / pitch));
    const int count = static_cast<int>(kinds->size()), shown = count <= fit ? count : std::max(1, fit - 1);
    float at = x - pitch * static_cast<float>(count <= fit ? shown - 1 : shown) / 2;
    for (int k = 0; k < shown; ++k, at += pitch) pen_.mark({at, y}, (*kinds)[k], here, alpha);
    if (count > shown && room > 24)
      pen_.text_center({at + 2, y}, "+" + std::to_string(count - shown), {Font::kMono, 9, Color::kInk3});
    const float reach = here * 0.75F;
    if (one.late && !lane.output)
      pen_.line({x - reach, y + reach}, {x + reach, y - reach}, Color::kInk2, 1.5F);
    if (one.failed) pen_.frame({x - here, y - here, 2 * here, 2 * here}, Color::kDeleteSolid, 3, 1.5F);
  }
}

// A step of time: its letter, or a line where that has no room.
void Stage::draw_tick(Point at, const std::string& mark, float room, float size, float alpha) {
  const TextStyle style{Font::kMono, 9.5F, Color::kInk2};
  const float wide = mark.empty() ? room : pen_.width(mark, style) + 7;
  if (wide >= room) return pen_.fill({at.x - 1, at.y - size / 2, 2, size}, Color::kControl, 0, alpha);
  const Rect chip{at.x - wide / 2, at.y - 7.5F, wide, 15};
  pen_.fill(chip, Color::kPanel, 3);
  pen_.frame(chip, Color::kControl, 3, 1, alpha);
  pen_.text_center(at, mark, style);
}

// Bars over the steps in which the windows are open.
void Stage::draw_windows(const Lane& lane, Rect row) {
  const float gap = static_cast<float>(lanes_area_.w / timeline_.span()) > 8 ? 2 : 0;
  const int from = timeline_.step_at(0), to = timeline_.step_at(1);
  float drawn = -1e6F;  // right end of the last bar: many may share a pixel
  for (size_t i = timeline_.window_at(lane, from); i < lane.windows.size(); ++i) {
    const Window& window = timeline_.windows()[lane.windows[i]];
    if (window.first > to) break;
    const bool unclosed = window.last >= timeline_.steps();
    const float left = step_x(window.first - 0.5) + gap;
    const float right =
        std::max(left + 2, unclosed ? lanes_area_.right() + 4 : step_x(window.last + 0.5) - gap);
    if (right < drawn + 1) continue;
    drawn = right;
    const Rect bar{left, row.y + 2, right - left, row.h - 4};
    const bool later = view_.index < window.first, closing = view_.index == window.last;
    const bool open = !later && view_.index < window.last;
    pen_.fill(bar, closing ? Color::kAccent : open ? Color::kAccentSoft : Color::kPanel, 3);
    if (!closing) pen_.frame(bar, open ? Color::kAccentLine : Color::kLine2, 3, 1, later ? 0.6F : 1);
    const float start = std::max(bar.x, lanes_area_.x) + 4,
                most = std::min(right, lanes_area_.right()) - start - 3;
    const Color ink = closing ? Color::kPanel : open ? Color::kAccentInk : Color::kInk3;
    if (most > 26 && row.h > 13)
      pen_.text({start, bar.center().y}, window.text, {Font::kMono, 10, ink, most});
  }
}

void Stage::draw_bins(const Lane& lane, Rect row, float left, float width) {
  // Every bar stands for as many steps as the next one, wherever the window begins.
  const double room = width / timeline_.span();
  const int steps = std::max(1, static_cast<int>(std::ceil(kBar / room)));
  const auto wide = static_cast<float>(steps * room);
  const int from = timeline_.step_at(0) / steps * steps, to = timeline_.step_at(1);
  int64_t most = 1;
  for (int step = from; step <= to; step += steps) {
    int64_t sum = 0;
    for (int64_t n : timeline_.counts(lane, step, step + steps)) sum += n;
    most = std::max(most, sum);
  }
  const float tall = row.h - 5, foot = row.bottom() - 2;
  pen_.line({left, foot}, {left + width, foot}, Color::kLine);
  for (int step = from; step <= to; step += steps) {
    const Rect bar{step_x(step - 0.5), 0, std::max(1.0F, wide - 1), 0};
    if (lane.time) {
      if (timeline_.ticks(step, step + steps) > 0)
        pen_.fill({bar.x, foot - tall / 2, bar.w, tall / 2}, Color::kControl);
      continue;
    }
    const KindCounts counts = timeline_.counts(lane, step, step + steps);
    float y = foot;
    for (int kind = 0; kind < kKinds; ++kind) {
      if (counts[kind] == 0) continue;
      const float high = std::max(1.5F, tall * static_cast<float>(counts[kind]) / static_cast<float>(most));
      y -= high;
      pen_.fill({bar.x, y, bar.w, high}, color_of(static_cast<Kind>(kind), Shade::kSolid), 0,
                step > view_.index ? 0.55F : 1);
    }
  }
}

void Stage::draw_tip() {
  if (touch_ || gesture_.active() || !timeline_area_.contains(at_) || at_.x < lanes_area_.x ||
      trace_.steps.empty())
    return;
  const int index = timeline_.step_at((at_.x - lanes_area_.x) / lanes_area_.w);
  const Step& step = trace_.steps[index];
  std::string text = words_.step + " " + number(index);
  if (step.lane >= 0) text += "  ·  " + trace_.tables[step.lane];
  if (!step.text.empty()) text += "  ·  " + step.text;
  if (step.late) text += "  ·  " + words_.late;
  pen_.begin(ImGui::GetWindowDrawList());
  const TextStyle style{Font::kMono, 11.5F, Color::kInk, std::min(420.0F, width_ - 40)};
  const float wide = pen_.width(text, style) + 16, high = 24;
  const Rect tip{std::clamp(step_x(index) - wide / 2, 6.0F, std::max(6.0F, width_ - wide - 6)),
                 timeline_area_.y - high - 6, wide, high};
  pen_.list().PushClipRectFullScreen();
  pen_.fill(tip, Color::kRaised, 5);
  pen_.frame(tip, Color::kLine2, 5);
  pen_.text({tip.x + 8, tip.center().y}, text, style);
  pen_.list().PopClipRect();
}

}  // namespace rowkind::stage
