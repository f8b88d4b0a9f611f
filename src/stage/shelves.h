// Room for many small pictures of text in one large one: shelves of equal height, filled from left to right. When there is no room left,
// everything is given up at once (`clear`) and drawn again as needed.
#pragma once

#include <optional>
#include <vector>

namespace rowkind::stage {

class Shelves {
 public:
  struct Place {
    int x = 0, y = 0;
  };
  Shelves(int width, int height) : width_(width), height_(height) {}
  // A place of `width` x `height` that touches no other; nullopt: there is none.
  std::optional<Place> take(int width, int height);
  void clear();

 private:
  struct Shelf {
    int y, height, used;
  };
  int width_, height_;
  int top_ = 0;  // first free line
  std::vector<Shelf> shelves_;
};

}  // namespace rowkind::stage
