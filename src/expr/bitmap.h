// BITMAP values: sets of 32-bit numbers, kept as the text that Flink shows for them, "{1,5,4294967295}".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "types/value.h"

namespace rowkind {

using BitmapNumbers = std::vector<uint32_t>;  // in order, each once

BitmapNumbers bitmap_numbers(const Value& bitmap);
Value bitmap_value(const BitmapNumbers& numbers);
// The portable format of RoaringBitmap, runs where they are shorter. `from` gives false for other bytes.
std::string bitmap_to_bytes(const BitmapNumbers& numbers);
bool bitmap_from_bytes(std::string_view bytes, BitmapNumbers& numbers);

}  // namespace rowkind
