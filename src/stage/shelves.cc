#include "stage/shelves.h"

namespace rowkind::stage {

std::optional<Shelves::Place> Shelves::take(int width, int height) {
  constexpr int kStep = 4;
  const int tall = (height + kStep - 1) / kStep * kStep;
  if (width > width_) return std::nullopt;
  for (Shelf& shelf : shelves_) {
    if (shelf.height != tall || shelf.used + width > width_) continue;
    const Place place{shelf.used, shelf.y};
    shelf.used += width;
    return place;
  }
  if (top_ + tall > height_) return std::nullopt;
  shelves_.push_back(Shelf{top_, tall, width});
  top_ += tall;
  return Place{0, shelves_.back().y};
}

void Shelves::clear() {
  shelves_.clear();
  top_ = 0;
}

}  // namespace rowkind::stage
