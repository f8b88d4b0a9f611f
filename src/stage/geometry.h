// Points and rectangles in CSS pixels.
#pragma once

#include <algorithm>
#include <cmath>

namespace rowkind::stage {

struct Point {
  float x = 0, y = 0;
  Point operator+(Point other) const { return {x + other.x, y + other.y}; }
  Point operator-(Point other) const { return {x - other.x, y - other.y}; }
  Point operator*(float by) const { return {x * by, y * by}; }
};

inline float distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}
inline Point mix(Point a, Point b, float t) {
  return a + (b - a) * t;
}

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  float right() const { return x + w; }
  float bottom() const { return y + h; }
  Point center() const { return {x + w / 2, y + h / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  bool empty() const { return w <= 0 || h <= 0; }
};

inline Rect cover(const Rect& a, const Rect& b) {
  if (a.empty()) return b;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace rowkind::stage
