// Draws in the page's manner: text in the page's own fonts, kinds in their shapes and colours. Text is written by the browser, a whole
// string at a time, into free room of Dear ImGui's own texture: any script is shaped right, and text and shapes share one draw call.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "host.h"
#include "imgui.h"
#include "stage/geometry.h"
#include "stage/shelves.h"
#include "theme.h"

namespace rowkind::stage {

inline ImVec2 to_im(Point p) {
  return {p.x, p.y};
}

// The strings that are written in the texture, by font, size and text.
class Writing {
 public:
  static constexpr int kTexture = 2048;
  struct Run {
    float width = 0, height = 0;  // device pixels
    ImVec2 uv_min, uv_max;
  };

  // Reserves the room; before the texture of `atlas` is built.
  void reserve(ImFontAtlas& atlas);
  const Run& run(std::string_view text, Font font, int pixels, float most);
  // Everything is to be written again: other fonts, a new texture, no room left.
  void forget();
  // The last frame needed more than there was room for: forget and draw again.
  bool overflowed() const { return overflowed_; }

 private:
  Shelves shelves_{0, 0};
  int rect_ = -1;
  ImFontAtlas* atlas_ = nullptr;
  bool overflowed_ = false;
  std::unordered_map<std::string, Run> runs_;
  Run none_;
};

struct TextStyle {
  Font font = Font::kUi;
  float size = 12;
  Color color = Color::kInk;
  float most = 1e6F;  // width; longer text is cut with "…"
};

class Pen {
 public:
  Pen(Writing& writing, const Theme& theme, float dpr) : writing_(&writing), theme_(&theme), dpr_(dpr) {}
  void begin(ImDrawList* list, float zoom = 1);

  ImDrawList& list() { return *list_; }
  float zoom() const { return zoom_; }
  uint32_t color(Color color, float alpha = 1) const {
    return alpha >= 1 ? (*theme_)[color] : theme_->faded(color, alpha);
  }

  // Sizes of text are multiplied by the zoom; places are on the screen. `at` is the left end of the middle line; returns the width.
  float text(Point at, std::string_view text, const TextStyle& style, float alpha = 1);
  float text_right(Point at, std::string_view text, const TextStyle& style);
  float text_center(Point at, std::string_view text, const TextStyle& style);
  float width(std::string_view text, const TextStyle& style);

  void fill(const Rect& rect, Color color, float radius = 0, float alpha = 1);
  void frame(const Rect& rect, Color color, float radius = 0, float thick = 1, float alpha = 1);
  void line(Point a, Point b, Color color, float thick = 1);
  // Disc, hollow diamond, diamond, square: what the page draws for a kind. `size` is the diameter.
  void mark(Point center, Kind kind, float size, float alpha = 1);
  // The shape and the text of a kind in its frame; `left` is the middle of its left side. Returns the width.
  float badge(Point left, Kind kind, float alpha = 1);

 private:
  const Writing::Run& run(std::string_view text, const TextStyle& style);
  float put(Point at, const Writing::Run& run, Color color, float alpha);

  Writing* writing_;
  const Theme* theme_;
  ImDrawList* list_ = nullptr;
  float dpr_ = 1, zoom_ = 1;
};

}  // namespace rowkind::stage
