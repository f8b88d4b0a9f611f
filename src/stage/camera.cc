#include "stage/camera.h"

namespace rowkind::stage {

Rect Camera::to_screen(const Rect& world) const {
  const Point at = to_screen(Point{world.x, world.y});
  return {at.x, at.y, world.w * zoom_, world.h * zoom_};
}

bool Camera::fit(const Rect& bounds, const Rect& view, float most, float least) {
  if (bounds.empty() || view.empty()) return true;
  const float wanted = std::min(view.w / bounds.w, view.h / bounds.h);
  zoom_ = std::clamp(wanted, least, most);
  shift_ = view.center() - bounds.center() * zoom_;
  if (bounds.w * zoom_ > view.w) shift_.x = view.x - bounds.x * zoom_;
  if (bounds.h * zoom_ > view.h) shift_.y = view.y - bounds.y * zoom_;
  return wanted >= least;
}

void Camera::pan(Point by, const Rect& bounds, const Rect& view) {
  shift_ = shift_ + by;
  keep_in_view(bounds, view);
}

void Camera::zoom_about(Point about, float factor, const Rect& bounds, const Rect& view) {
  const Point fixed = to_world(about);
  zoom_ = std::clamp(zoom_ * factor, kLeast, kMost);
  shift_ = about - fixed * zoom_;
  keep_in_view(bounds, view);
}

void Camera::reveal(const Rect& target, const Rect& view, float part) {
  const Rect at = to_screen(target);
  auto needed = [](float from, float to, float least, float most) {
    if (to - from > most - least || from < least) return least - from;
    return to > most ? most - to : 0;
  };
  const Point by{needed(at.x, at.right(), view.x, view.right()),
                 needed(at.y, at.bottom(), view.y, view.bottom())};
  shift_ = shift_ + by * part;
}

// At least a strip of the graph stays inside.
void Camera::keep_in_view(const Rect& bounds, const Rect& view) {
  constexpr float kStrip = 60;
  const Rect at = to_screen(bounds);
  shift_.x += std::max(0.0F, view.x + kStrip - at.right()) - std::max(0.0F, at.x - (view.right() - kStrip));
  shift_.y += std::max(0.0F, view.y + kStrip - at.bottom()) - std::max(0.0F, at.y - (view.bottom() - kStrip));
}

void Gesture::down(int pointer, Point at) {
  tap_ = pointers_.empty();
  start_ = at;
  pointers_[pointer] = at;
}

Gesture::Move Gesture::move(int pointer, Point at) {
  auto found = pointers_.find(pointer);
  if (found == pointers_.end()) return {};
  constexpr float kSlop = 5;
  if (tap_ && distance(start_, at) < kSlop) return {};
  const Point middle_before = middle();
  const float spread_before = spread();
  found->second = at;
  if (tap_) {
    tap_ = false;
    return {at - start_, 1, at};
  }
  const float now = spread();
  const float zoom = spread_before > 1 && now > 1 ? now / spread_before : 1;
  return {middle() - middle_before, zoom, middle()};
}

bool Gesture::up(int pointer) {
  pointers_.erase(pointer);
  const bool tapped = tap_ && pointers_.empty();
  if (!pointers_.empty()) tap_ = false;
  return tapped;
}

Point Gesture::middle() const {
  Point sum;
  for (const auto& [id, at] : pointers_) sum = sum + at;
  return pointers_.empty() ? sum : sum * (1 / static_cast<float>(pointers_.size()));
}

float Gesture::spread() const {
  if (pointers_.size() < 2) return 0;
  return distance(pointers_.begin()->second, std::next(pointers_.begin())->second);
}

}  // namespace rowkind::stage
