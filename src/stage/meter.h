// How full a state is, as a row of squares: one for each stored row while they fit, then one for 2, 5, 10, 20, 50, 100 … rows.
#pragma once

#include <cstdint>

namespace rowkind::stage {

struct Meter {
  int64_t unit = 1;   // rows of one square
  float squares = 0;  // filled ones; the last may be in part
};

inline Meter meter_of(float rows, int most) {
  Meter out;
  for (int i = 0; rows > static_cast<float>(out.unit) * static_cast<float>(most); ++i)
    out.unit = i % 3 == 1 ? out.unit / 2 * 5 : out.unit * 2;
  out.squares = rows / static_cast<float>(out.unit);
  return out;
}

}  // namespace rowkind::stage
