// What the stage needs of the page, given by wasm/stage.mjs as imports of module "stage".
#pragma once

#include <cstdint>

#define RK_STAGE_IMPORT(name) __attribute__((import_module("stage"), import_name(#name)))

namespace rowkind::stage {

// Fonts are those of the page; the browser shapes the text, so every script it can write can be read here.
enum class Font : int32_t { kUi, kUiBold, kMono, kMonoBold };

// What the reader asks for; the page does it and answers with a new step, a choice or rows.
enum class Wish : int32_t {
  kStep,      // show step `value`
  kOperator,  // node `value` is chosen; -1: none
  kRows,      // lines of state `value` are wanted, from `from` on: its table is open, and they are not here
};

extern "C" {
// Width of a text in device pixels, cut with "…" to `most`. The text stays ready for `host_raster`.
RK_STAGE_IMPORT(measure)
float host_measure(const char* text, uint32_t size, Font font, float pixels, float most);
// Writes the text measured last, white, into the text picture; its line box starts at (x, y).
RK_STAGE_IMPORT(raster) void host_raster(int32_t x, int32_t y, int32_t width, int32_t height);
RK_STAGE_IMPORT(wish) void host_wish(Wish wish, int32_t value, int32_t from);
}

}  // namespace rowkind::stage
