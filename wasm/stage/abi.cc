// The C border of wasm/stage.wasm. One stage a module. Texts are UTF-8 in memory from stage_alloc, which the call does not keep; numbers
// are CSS pixels and milliseconds. Nothing is thrown across it. Called by wasm/stage.mjs only, which wasm/stage.d.ts describes.
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "stage.h"

#define RK_EXPORT(name) __attribute__((used, visibility("default"), export_name(#name)))

namespace {

using namespace rowkind;
using namespace rowkind::stage;

std::unique_ptr<Stage> the_stage;
std::string failure;

// All triangles of a frame in one piece; drawing commands that share a clip rectangle are one.
struct DrawCommand {
  float clip[4];  // x1, y1, x2, y2
  uint32_t first, count;
};
std::vector<ImDrawVert> vertices;
std::vector<uint32_t> indices;
std::vector<DrawCommand> commands;

struct DrawList {
  const void* vertices;
  uint32_t vertex_count;
  const void* indices;
  uint32_t index_count;
  const void* commands;
  uint32_t command_count;
} draw_list;

bool same_clip(const DrawCommand& a, const ImVec4& b) {
  return a.clip[0] == b.x && a.clip[1] == b.y && a.clip[2] == b.z && a.clip[3] == b.w;
}

void collect() {
  vertices.clear();
  indices.clear();
  commands.clear();
  const ImDrawData* data = ImGui::GetDrawData();
  for (int i = 0; i < data->CmdListsCount; ++i) {
    const ImDrawList& list = *data->CmdLists[i];
    const auto base = static_cast<uint32_t>(vertices.size());
    vertices.insert(vertices.end(), list.VtxBuffer.begin(), list.VtxBuffer.end());
    for (const ImDrawCmd& cmd : list.CmdBuffer) {
      if (cmd.ElemCount == 0 || cmd.UserCallback != nullptr) continue;
      const auto first = static_cast<uint32_t>(indices.size());
      for (unsigned e = 0; e < cmd.ElemCount; ++e)
        indices.push_back(base + cmd.VtxOffset + list.IdxBuffer[static_cast<int>(cmd.IdxOffset + e)]);
      if (!commands.empty() && same_clip(commands.back(), cmd.ClipRect)) {
        commands.back().count += cmd.ElemCount;
      } else {
        commands.push_back(DrawCommand{
            {cmd.ClipRect.x, cmd.ClipRect.y, cmd.ClipRect.z, cmd.ClipRect.w}, first, cmd.ElemCount});
      }
    }
  }
  draw_list = {vertices.data(), static_cast<uint32_t>(vertices.size()),
               indices.data(),  static_cast<uint32_t>(indices.size()),
               commands.data(), static_cast<uint32_t>(commands.size())};
}

}  // namespace

extern "C" {

RK_EXPORT(stage_alloc) void* stage_alloc(uint32_t size) {
  return std::malloc(size == 0 ? 1 : size);
}
RK_EXPORT(stage_free) void stage_free(void* pointer) {
  std::free(pointer);
}

// Everything else comes after it; again: a new stage.
RK_EXPORT(stage_open) void stage_open() {
  the_stage = nullptr;
  the_stage = std::make_unique<Stage>();
}
RK_EXPORT(stage_close) void stage_close() {
  the_stage = nullptr;
}

// Dear ImGui's part of the texture: Writing::kTexture lines of as many bytes, one byte of opacity a pixel.
RK_EXPORT(stage_texture) const void* stage_texture() {
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  return width == Writing::kTexture && height == Writing::kTexture ? pixels : nullptr;
}
RK_EXPORT(stage_texture_size) int32_t stage_texture_size() {
  return Writing::kTexture;
}

// The parts "graph", "outputs", "steps", "windows" of an OpenAnswer and, optional, "details". 0: unreadable, see stage_failure.
RK_EXPORT(stage_set_trace) int32_t stage_set_trace(const char* json, uint32_t size) {
  Result<Trace> trace = read_trace({json, size});
  if (!trace.ok()) return failure = trace.error().message, 0;
  the_stage->set_trace(std::move(*trace));
  return 1;
}
// A StepAnswer. `limit`: most milliseconds for the journey of its rows, 0 for none.
RK_EXPORT(stage_show) int32_t stage_show(const char* json, uint32_t size, double now, float limit) {
  Result<StepView> view = read_step({json, size}, the_stage->trace());
  if (!view.ok()) return failure = view.error().message, 0;
  the_stage->show(std::move(*view), now, limit);
  return 1;
}
// A RowsAnswer.
RK_EXPORT(stage_take) int32_t stage_take(const char* json, uint32_t size) {
  Result<Part> part = read_part({json, size}, the_stage->trace());
  if (!part.ok()) return failure = part.error().message, 0;
  the_stage->take(std::move(*part));
  return 1;
}
RK_EXPORT(stage_failure) const char* stage_failure() {
  return failure.c_str();
}

RK_EXPORT(stage_choose) void stage_choose(int32_t node) {
  the_stage->choose(node);
}
// What the stage itself says, see Words.
RK_EXPORT(stage_words) void stage_words(const char* json, uint32_t size) {
  const auto words = nlohmann::json::parse(json, json + size, nullptr, false);
  auto text = [&](const char* key) {
    return words.is_object() ? words.value(key, std::string()) : std::string();
  };
  the_stage->set_words(Words{text("step"), text("time"), text("empty"), text("group"), text("windows"),
                             text("watermark"), text("late"), text("dropped"), text("expired"),
                             text("expires")});
}
// Color::kCount colours 0xAABBGGRR.
RK_EXPORT(stage_theme) void stage_theme(const uint32_t* colors) {
  the_stage->set_theme(colors);
}
RK_EXPORT(stage_theme_size) int32_t stage_theme_size() {
  return static_cast<int32_t>(Color::kCount);
}
RK_EXPORT(stage_resize) void stage_resize(float width, float height, float dpr) {
  the_stage->resize(width, height, dpr);
}
// Fonts or the texture are new.
RK_EXPORT(stage_forget_writing) void stage_forget_writing() {
  the_stage->forget_writing();
}

RK_EXPORT(stage_pointer) void stage_pointer(Pointer what, int32_t id, float x, float y, int32_t touch) {
  the_stage->pointer(what, id, {x, y}, touch != 0);
}
RK_EXPORT(stage_wheel) void stage_wheel(float x, float y, float dx, float dy, int32_t pinch) {
  the_stage->wheel({x, y}, {dx, dy}, pinch != 0);
}
RK_EXPORT(stage_key) void stage_key(Key key) {
  the_stage->key(key);
}
RK_EXPORT(stage_cursor) Cursor stage_cursor() {
  return the_stage->cursor();
}

// Draws a frame into stage_draw_list; 1: another one is wanted.
RK_EXPORT(stage_frame) int32_t stage_frame(double now) {
  const bool more = the_stage->frame(now);
  collect();
  return more ? 1 : 0;
}
// Six words: vertices (x, y, u, v as floats, 4 bytes of colour), their count, indices, count, commands (clip as 4 floats, first index,
// count), count. Valid until the next frame.
RK_EXPORT(stage_draw_list) const void* stage_draw_list() {
  return &draw_list;
}
}
