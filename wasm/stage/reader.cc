// What the reader does: pointers, the wheel, keys.
#include "stage.h"

namespace rowkind::stage {

void Stage::pointer(Pointer what, int id, Point at, bool touch_pointer) {
  touch(2);
  touch_ = touch_pointer;
  if (what != Pointer::kLeave) at_ = at;
  if (what == Pointer::kLeave) {
    at_ = {-1e4F, -1e4F};
    if (held_ == Area::kTable && !buttons_.empty() && buttons_.back()) buttons_.push_back(false);
    gesture_.cancel();
    held_ = Area::kNone;
  } else if (what == Pointer::kDown) {
    if (!gesture_.active()) held_ = area_at(at);
    gesture_.down(id, at);
    if (held_ == Area::kTable && !touch_) buttons_.push_back(true);
  } else if (what == Pointer::kUp) {
    const bool tapped = gesture_.up(id);
    if (held_ == Area::kTable) {
      if (touch_ && tapped) buttons_.push_back(true);
      if (!touch_ || tapped) buttons_.push_back(false);
    } else if (tapped) {
      tap(at);
    }
    if (!gesture_.active()) held_ = Area::kNone;
    if (touch_ && !gesture_.active() && buttons_.empty()) at_ = {-1e4F, -1e4F};
  } else if (gesture_.active()) {
    const Gesture::Move move = gesture_.move(id, at);
    if (held_ == Area::kTable && touch_) table_scroll_ = table_scroll_ - move.pan;
    if (held_ == Area::kGraph) {
      camera_.pan(move.pan, layout_.bounds, graph_area_);
      if (move.zoom != 1) camera_.zoom_about(move.about, move.zoom, layout_.bounds, graph_area_);
      if (gesture_.dragging()) view_mode_ = View::kFree;
    }
    if (held_ == Area::kTimeline) {
      timeline_.pan(-move.pan.x / lanes_area_.w * timeline_.span());
      if (move.zoom != 1) timeline_.zoom(move.zoom, (move.about.x - lanes_area_.x) / lanes_area_.w);
    }
  }
}

void Stage::tap(Point at) {
  if (held_ == Area::kTimeline && trace_.steps.size() > 1) {
    host_wish(Wish::kStep, timeline_.step_at((at.x - lanes_area_.x) / lanes_area_.w), 0);
  } else if (held_ == Area::kGraph) {
    const int box = box_at(at);
    select(box, box >= 0 && (box != chosen_ || !open_));
  }
}

void Stage::select(int box, bool open) {
  if (box != chosen_) {
    tab_ = 0;
    asked_ = {};
  }
  chosen_ = box;
  open_ = open;
  arrange();
  if (box >= 0 && (cut_ || view_mode_ == View::kFree)) camera_.reveal(layout_.boxes[box], inside_graph());
  host_wish(Wish::kOperator, box >= 0 ? graph_.boxes[box].node : -1, 0);
}

void Stage::wheel(Point at, Point by, bool pinch) {
  touch(2);
  at_ = at;
  const Area area = area_at(at);
  const bool across = std::abs(by.x) > std::abs(by.y);
  const float factor = std::exp(-by.y * (pinch ? 0.01F : 0.0016F));
  if (area == Area::kTable) {
    table_scroll_ = table_scroll_ + by;
  } else if (area == Area::kTimeline) {
    if (across)
      timeline_.pan(by.x / lanes_area_.w * timeline_.span());
    else
      timeline_.zoom(factor, (at.x - lanes_area_.x) / lanes_area_.w);
  } else if (area == Area::kGraph) {
    view_mode_ = View::kFree;
    if (across && !pinch)
      camera_.pan({-by.x, 0}, layout_.bounds, graph_area_);
    else
      camera_.zoom_about(at, factor, layout_.bounds, graph_area_);
  }
}

void Stage::key(Key key) {
  touch(2);
  const Point middle = graph_area_.center();
  const auto boxes = static_cast<int>(layout_.order.size());
  auto neighbour = [&](int by) {
    const auto found = std::find(layout_.order.begin(), layout_.order.end(), chosen_);
    const auto place = static_cast<int>(found - layout_.order.begin());
    if (boxes == 0) return;
    select(layout_.order[chosen_ < 0 ? (by > 0 ? 0 : boxes - 1) : (place + by + boxes) % boxes], open_);
  };
  auto zoom = [&](float factor) {
    view_mode_ = View::kFree;
    camera_.zoom_about(middle, factor, layout_.bounds, graph_area_);
  };
  auto zoom_timeline = [&](double factor) {
    const double at = timeline_.fraction_of(view_.index);
    timeline_.zoom(factor, at >= 0 && at <= 1 ? at : 0.5);
  };
  switch (key) {
    case Key::kUp:
      return neighbour(-1);
    case Key::kDown:
      return neighbour(1);
    case Key::kEnter:
      return chosen_ >= 0 ? select(chosen_, !open_) : neighbour(1);
    case Key::kPlus:
      return zoom(1.25F);
    case Key::kMinus:
      return zoom(1 / 1.25F);
    case Key::kFit:
      view_mode_ = View::kAll;
      timeline_.fit();
      return arrange();
    case Key::kPageUp:
      table_scroll_.y -= table_area_.h * 0.8F;
      return;
    case Key::kPageDown:
      table_scroll_.y += table_area_.h * 0.8F;
      return;
    case Key::kEarlier:
      return zoom_timeline(1 / 1.5);
    case Key::kLater:
      return zoom_timeline(1.5);
  }
}

}  // namespace rowkind::stage
