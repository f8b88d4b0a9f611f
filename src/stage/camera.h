// What part of the graph is in view: zoom and shift, about a point, within bounds. And what fingers and the mouse do to it.
#pragma once

#include <map>

#include "stage/geometry.h"

namespace rowkind::stage {

class Camera {
 public:
  static constexpr float kLeast = 0.25F, kMost = 3;

  float zoom() const { return zoom_; }
  Point to_screen(Point world) const { return world * zoom_ + shift_; }
  Point to_world(Point screen) const { return (screen - shift_) * (1 / zoom_); }
  Rect to_screen(const Rect& world) const;

  // All of `bounds` in the middle of `view`, not larger than `most`. What would be smaller than `least` is cut instead, at its end:
  // false.
  bool fit(const Rect& bounds, const Rect& view, float most, float least = kLeast);
  void pan(Point by, const Rect& bounds, const Rect& view);
  // The point of the world under `about` stays there.
  void zoom_about(Point about, float factor, const Rect& bounds, const Rect& view);
  // Moves no more than needed to bring `target` (world) into `view`; or `part` of that.
  void reveal(const Rect& target, const Rect& view, float part = 1);

 private:
  void keep_in_view(const Rect& bounds, const Rect& view);

  float zoom_ = 1;
  Point shift_;
};

// Pointers that are down in one area: one drags, two pinch; one that hardly moved was a tap.
class Gesture {
 public:
  struct Move {
    Point pan;
    float zoom = 1;
    Point about;
  };
  void down(int pointer, Point at);
  Move move(int pointer, Point at);
  // True: a tap. `at` of the last move counts.
  bool up(int pointer);
  void cancel() { pointers_.clear(); }
  bool active() const { return !pointers_.empty(); }
  // Moved so far that it is no tap any more.
  bool dragging() const { return !tap_; }

 private:
  Point middle() const;
  float spread() const;

  std::map<int, Point> pointers_;
  Point start_;
  bool tap_ = false;
};

}  // namespace rowkind::stage
