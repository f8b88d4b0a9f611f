#include "pen.h"

namespace rowkind::stage {
namespace {

// The room for text; the rest of the texture is Dear ImGui's: a white point, lines.
constexpr int kWidth = Writing::kTexture - 8, kHeight = Writing::kTexture - 160;
// Keeps neighbours out of the corners of a quad that is not quite on whole pixels.
constexpr int kGap = 2;

}  // namespace

// ── writing ────────────────────────────────────────────────────────────────

void Writing::reserve(ImFontAtlas& atlas) {
  atlas.TexDesiredWidth = kTexture;
  rect_ = atlas.AddCustomRectRegular(kWidth, kHeight);
  atlas_ = &atlas;
  shelves_ = Shelves(kWidth, kHeight);
}

void Writing::forget() {
  runs_.clear();
  shelves_.clear();
  overflowed_ = false;
}

const Writing::Run& Writing::run(std::string_view text, Font font, int pixels, float most) {
  // Widths in steps, so that a panel that is dragged does not write everything anew at each pixel.
  constexpr int kStep = 4;
  const int limit =
      std::max(1, static_cast<int>(std::min(most, static_cast<float>(kWidth - kGap))) / kStep) * kStep;
  std::string key(text);
  key += '\0';
  key += static_cast<char>(font);
  key.append(reinterpret_cast<const char*>(&pixels), sizeof pixels);
  key.append(reinterpret_cast<const char*>(&limit), sizeof limit);
  if (auto found = runs_.find(key); found != runs_.end()) return found->second;
  if (overflowed_) return none_;

  Run run;
  const float measured = host_measure(text.data(), static_cast<uint32_t>(text.size()), font,
                                      static_cast<float>(pixels), static_cast<float>(limit));
  const int width = std::clamp(static_cast<int>(std::ceil(measured)), 0, limit),
            height = (pixels * 3 + 1) / 2;
  run.width = static_cast<float>(width);
  run.height = static_cast<float>(height);
  if (width > 0) {
    const auto place = shelves_.take(width + kGap, height + kGap);
    if (!place) {
      overflowed_ = true;
      return none_;
    }
    const ImFontAtlasCustomRect* area = atlas_->GetCustomRectByIndex(rect_);
    const int x = area->X + place->x, y = area->Y + place->y;
    host_raster(x, y, width + kGap, height + kGap);
    constexpr float kBy = 1.0F / kTexture;
    run.uv_min = ImVec2(static_cast<float>(x) * kBy, static_cast<float>(y) * kBy);
    run.uv_max = ImVec2(static_cast<float>(x + width) * kBy, static_cast<float>(y + height) * kBy);
  }
  return runs_.emplace(std::move(key), run).first->second;
}

// ── text ───────────────────────────────────────────────────────────────────

void Pen::begin(ImDrawList* list, float zoom) {
  list_ = list;
  zoom_ = zoom;
  list->_FringeScale = 1 / dpr_;  // edges are smooth over one device pixel
}

const Writing::Run& Pen::run(std::string_view text, const TextStyle& style) {
  const int pixels = std::max(5, static_cast<int>(std::lround(style.size * zoom_ * dpr_)));
  return writing_->run(text, style.font, pixels, style.most * dpr_);
}

float Pen::put(Point at, const Writing::Run& run, Color color, float alpha) {
  if (run.width < 1) return 0;
  auto snapped = [&](float value) { return std::round(value * dpr_) / dpr_; };
  const ImVec2 min(snapped(at.x), snapped(at.y - run.height / dpr_ / 2));
  const ImVec2 max(min.x + run.width / dpr_, min.y + run.height / dpr_);
  const ImVec2 clip_min = list_->GetClipRectMin(), clip_max = list_->GetClipRectMax();
  if (max.x > clip_min.x && min.x < clip_max.x && max.y > clip_min.y && min.y < clip_max.y) {
    list_->PrimReserve(6, 4);
    list_->PrimRectUV(min, max, run.uv_min, run.uv_max, this->color(color, alpha));
  }
  return run.width / dpr_;
}

float Pen::text(Point at, std::string_view text, const TextStyle& style, float alpha) {
  return put(at, run(text, style), style.color, alpha);
}

float Pen::text_right(Point at, std::string_view text, const TextStyle& style) {
  const Writing::Run& one = run(text, style);
  return put({at.x - one.width / dpr_, at.y}, one, style.color, 1);
}

float Pen::text_center(Point at, std::string_view text, const TextStyle& style) {
  const Writing::Run& one = run(text, style);
  return put({at.x - one.width / dpr_ / 2, at.y}, one, style.color, 1);
}

float Pen::width(std::string_view text, const TextStyle& style) {
  return run(text, style).width / dpr_;
}

// ── shapes ─────────────────────────────────────────────────────────────────

void Pen::fill(const Rect& rect, Color color, float radius, float alpha) {
  list_->AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, this->color(color, alpha), radius);
}

void Pen::frame(const Rect& rect, Color color, float radius, float thick, float alpha) {
  list_->AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, this->color(color, alpha), radius, 0,
                 thick);
}

void Pen::line(Point a, Point b, Color color, float thick) {
  list_->AddLine(to_im(a), to_im(b), this->color(color), thick);
}

void Pen::mark(Point center, Kind kind, float size, float alpha) {
  const float r = size / 2;
  const uint32_t solid = color(color_of(kind, Shade::kSolid), alpha);
  const float d = r * 1.2F;
  const ImVec2 top(center.x, center.y - d), right(center.x + d, center.y), bottom(center.x, center.y + d),
      left(center.x - d, center.y);
  switch (kind) {
    case Kind::kInsert:
      list_->AddCircleFilled(to_im(center), r, solid);
      break;
    case Kind::kUpdateBefore:
      list_->AddQuadFilled(top, right, bottom, left, color(Color::kPanel, alpha));
      list_->AddQuad(top, right, bottom, left, solid, std::max(1.3F, size * 0.2F));
      break;
    case Kind::kUpdateAfter:
      list_->AddQuadFilled(top, right, bottom, left, solid);
      break;
    case Kind::kDelete:
      list_->AddRectFilled({center.x - r, center.y - r}, {center.x + r, center.y + r}, solid, 1);
      break;
    case Kind::kSchema:
      list_->AddRect({center.x - r, center.y - r}, {center.x + r, center.y + r}, solid, 2, 0, 1.5F);
      break;
  }
}

float Pen::badge(Point left, Kind kind, float alpha) {
  const float width = 38 * zoom_, height = 17 * zoom_, radius = 4 * zoom_;
  const Rect rect{left.x, left.y - height / 2, width, height};
  fill(rect, color_of(kind, Shade::kSoft), radius, alpha);
  frame(rect, color_of(kind, Shade::kEdge), radius, 1, alpha);
  const TextStyle style{Font::kMonoBold, 11, color_of(kind, Shade::kInk)};
  if (kind == Kind::kSchema) {
    text({rect.x + 8 * zoom_, left.y}, kind_text(kind), style, alpha);
  } else {
    mark({rect.x + 10 * zoom_, left.y}, kind, 7 * zoom_, alpha);
    text({rect.x + 18 * zoom_, left.y}, kind_text(kind), style, alpha);
  }
  return width;
}

}  // namespace rowkind::stage
