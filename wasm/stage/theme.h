// The page's colours, by token: wasm/stage.mjs sends them in this order (its `tokens`).
#pragma once

#include <array>
#include <cstdint>

#include "stage/trace.h"

namespace rowkind::stage {

enum class Color : uint8_t {
  kBg,
  kPanel,
  kSunken,
  kRaised,
  kHover,
  kLine,
  kLine2,
  kControl,
  kInk,
  kInk2,
  kInk3,
  kAccent,
  kAccentInk,
  kAccentSoft,
  kAccentLine,
  kInsertInk,
  kInsertSoft,
  kInsertEdge,
  kInsertSolid,
  kBeforeInk,
  kBeforeSoft,
  kBeforeEdge,
  kBeforeSolid,
  kAfterInk,
  kAfterSoft,
  kAfterEdge,
  kAfterSolid,
  kDeleteInk,
  kDeleteSoft,
  kDeleteEdge,
  kDeleteSolid,
  kCount
};

class Theme {
 public:
  // 0xAABBGGRR, as Dear ImGui wants it.
  uint32_t operator[](Color color) const { return colors_[static_cast<size_t>(color)]; }
  void set(const uint32_t* colors) { std::copy(colors, colors + colors_.size(), colors_.begin()); }
  uint32_t faded(Color color, float by) const {
    const uint32_t rgba = (*this)[color];
    return (rgba & 0xFFFFFFU) | static_cast<uint32_t>(static_cast<float>(rgba >> 24) * by) << 24;
  }

 private:
  std::array<uint32_t, static_cast<size_t>(Color::kCount)> colors_{};
};

enum class Shade : uint8_t { kInk, kSoft, kEdge, kSolid };
inline Color color_of(Kind kind, Shade shade) {
  if (kind == Kind::kSchema) {
    constexpr Color kPlain[] = {Color::kInk2, Color::kPanel, Color::kLine2, Color::kInk3};
    return kPlain[static_cast<int>(shade)];
  }
  return static_cast<Color>(static_cast<int>(Color::kInsertInk) + 4 * static_cast<int>(kind) +
                            static_cast<int>(shade));
}

}  // namespace rowkind::stage
