#include "stage.h"

namespace rowkind::stage {
namespace {

// A change inside of Dear ImGui (a window that opens, a width that is measured) needs some frames to come to rest.
constexpr int kSettle = 3;
constexpr float kMargin = 18;
constexpr float kReadable = 0.72F;  // zoom

}  // namespace

Stage::Stage() : pen_(writing_, theme_, 1) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  writing_.reserve(*io.Fonts);
  io.Fonts->Build();
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowPadding = style.CellPadding = style.ItemSpacing = style.FramePadding = ImVec2(0, 0);
  style.WindowBorderSize = style.ChildBorderSize = style.WindowRounding = 0;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.WindowMinSize = ImVec2(1, 1);
  style_.box_width = 224;
  style_.state_line = 36;
  style_.gap_along = 78;
}

Stage::~Stage() {
  ImGui::DestroyContext();
}

// ── what is shown ──────────────────────────────────────────────────────────

void Stage::set_trace(Trace trace) {
  const int kept = chosen_ >= 0 ? graph_.boxes[chosen_].node : -1;
  const bool same =
      trace.nodes.size() == trace_.nodes.size() &&
      std::equal(trace.nodes.begin(), trace.nodes.end(), trace_.nodes.begin(),
                 [](const Node& a, const Node& b) { return a.text == b.text && a.table == b.table; });
  trace_ = std::move(trace);
  graph_ = make_graph(trace_);
  timeline_.set_trace(trace_);
  view_ = StepView();
  journey_ = Journey();
  shown_ = false;
  playback_.finish();
  chosen_ = -1;
  if (same) {
    choose(kept);
  } else {
    open_ = false;
    view_mode_ = View::kFollow;
  }
  arrange();
}

void Stage::show(StepView view, double now, float limit) {
  const bool forward = shown_ && view.index == view_.index + 1;
  const bool again = shown_ && view.index == view_.index;  // only more of its rows
  const bool running = again && playback_.running(now);
  view_ = std::move(view);
  journey_ = plan_journey(graph_, view_, limit > 0 ? limit : 1000);
  if ((forward || !shown_) && limit > 0 && !journey_.travellers.empty())
    playback_.start(now, journey_.duration);
  else if (!running)
    playback_.finish();
  shown_ = true;
  followed_ = -1;
  if (!again) {
    asked_ = {};
    timeline_.follow(view_.index);
  }
  touch(kSettle);
}

void Stage::take(Part part) {
  if (!shown_ || part.index != view_.index) return;  // of a step that is no longer in view
  view_.states[part.state] = std::move(part.view);
  touch(kSettle);
}

void Stage::choose(int node) {
  const bool known = node >= 0 && node < static_cast<int>(graph_.box_of.size());
  const int box = known ? graph_.box_of[node] : -1;
  if (box == chosen_) return;
  chosen_ = box;
  tab_ = 0;
  asked_ = {};
  if (box < 0) open_ = false;
  arrange();
  if (box >= 0 && (cut_ || view_mode_ == View::kFree)) camera_.reveal(layout_.boxes[box], inside_graph());
}

void Stage::set_theme(const uint32_t* colors) {
  theme_.set(colors);
  touch(kSettle);
}

void Stage::set_words(Words words) {
  words_ = std::move(words);
  touch(kSettle);
}

void Stage::forget_writing() {
  writing_.forget();
  touch(kSettle);
}

void Stage::resize(float width, float height, float dpr) {
  if (dpr != dpr_) writing_.forget();
  width_ = width;
  height_ = height;
  dpr_ = dpr;
  pen_ = Pen(writing_, theme_, dpr);
  arrange();
}

// ── where things are ───────────────────────────────────────────────────────

void Stage::arrange() {
  const auto lanes = static_cast<float>(std::max<size_t>(1, timeline_.lanes().size()));
  constexpr float kRuler = 24, kFoot = 12;
  lane_height_ = std::clamp((height_ * 0.32F - kRuler - kFoot) / lanes, 13.0F, 24.0F);
  const float timeline = std::min(kRuler + kFoot + lanes * lane_height_, height_ * 0.45F);
  timeline_area_ = {0, height_ - timeline, width_, timeline};
  lanes_area_ = {0, timeline_area_.y + kRuler, width_, timeline - kRuler - kFoot};
  const Rect above{0, 0, width_, height_ - timeline};
  graph_area_ = above;
  table_area_ = {};
  if (open_state() != nullptr) {
    if (width_ >= 640) {
      table_area_ = above;
      table_area_.w = std::clamp(width_ * 0.38F, 280.0F, 460.0F);
      table_area_.x = width_ - table_area_.w;
      graph_area_.w -= table_area_.w;
    } else {
      // Below the graph; over it where both would be too small.
      constexpr float kLeast = 190;
      table_area_ = above;
      if (above.h > 2 * kLeast) {
        table_area_.h = std::floor(above.h * 0.5F);
        table_area_.y = above.h - table_area_.h;
        graph_area_.h -= table_area_.h;
      }
    }
  }
  lay_out_graph();
  touch(kSettle);
}

// The graph and what stands beside its edges.
Rect Stage::with_labels(const Layout& layout) const {
  constexpr float kLetter = 6.4F, kRows = 150;
  Rect out = layout.bounds;
  for (size_t edge = 0; edge < layout.routes.size(); ++edge) {
    const Label label = label_of(layout, static_cast<int>(edge));
    const float wide = std::max(kRows, static_cast<float>(label.text.size()) * kLetter);
    const Point at = layout.routes[edge].at(0) + label.offset;
    out = cover(out, Rect{label.leftwards ? at.x - wide : at.x, at.y, wide, 1});
  }
  return out;
}

// Beside the beginning of the edge, on the side that the curve leaves free.
Stage::Label Stage::label_of(const Layout& layout, int edge) const {
  const Edge& one = graph_.edges[edge];
  const Route& route = layout.routes[edge];
  const bool down = layout.boxes[one.to].y > layout.boxes[one.from].bottom() - 1;
  Label out;
  out.leftwards = down && route.at(1).x > route.at(0).x + 8;
  out.offset = down ? Point{out.leftwards ? -10.0F : 10.0F, 11} : Point{8, -9};
  out.row = down ? 17 : 20;
  for (const std::string& kind : trace_.nodes[one.carrier].mode)
    out.text += (out.text.empty() ? "" : " ") + kind;
  if (!out.text.empty() && !one.route.empty()) out.text += "  ·  ";
  out.text += one.route;
  return out;
}

// Downwards or sideways, whichever shows the graph larger.
void Stage::lay_out_graph() {
  Rect inside{graph_area_.x + kMargin, graph_area_.y + kMargin, graph_area_.w - 2 * kMargin,
              graph_area_.h - 2 * kMargin};
  LayoutStyle sideways = style_;
  sideways.sideways = true;
  sideways.gap_along = 190;
  sideways.gap_across = 40;
  layout_ = lay_out(graph_, style_);
  Layout other = lay_out(graph_, sideways);
  auto zoom = [&](const Layout& layout) {
    const Rect all = with_labels(layout);
    return std::min(inside.w / all.w, inside.h / all.h);
  };
  sideways_ = zoom(other) > zoom(layout_) * 1.1F;
  if (sideways_) layout_ = std::move(other);
  if (view_mode_ == View::kFree)
    camera_.pan({}, layout_.bounds, graph_area_);
  else
    cut_ = !camera_.fit(with_labels(layout_), inside, 1.3F,
                        view_mode_ == View::kAll ? Camera::kLeast : kReadable);
}

Rect Stage::inside_graph() const {
  return {graph_area_.x + kMargin, graph_area_.y + kMargin, graph_area_.w - 2 * kMargin,
          graph_area_.h - 2 * kMargin};
}

// Where not all of the graph is in view, the camera goes along with the rows.
void Stage::follow_journey(float time, bool running) {
  if (time == followed_ || view_mode_ != View::kFollow || !cut_) return;
  followed_ = time;
  int latest = -1;
  for (size_t box = 0; box < journey_.awake.size(); ++box) {
    const float at = journey_.awake[box];
    if (at >= 0 && at <= time && (latest < 0 || at >= journey_.awake[latest])) latest = static_cast<int>(box);
  }
  if (latest >= 0) camera_.reveal(layout_.boxes[latest], inside_graph(), running ? 0.14F : 1);
}

Stage::Area Stage::area_at(Point at) const {
  if (table_area_.contains(at)) return Area::kTable;
  if (timeline_area_.contains(at)) return Area::kTimeline;
  return graph_area_.contains(at) ? Area::kGraph : Area::kNone;
}

int Stage::box_at(Point at) const {
  if (!graph_area_.contains(at)) return -1;
  for (size_t box = 0; box < layout_.boxes.size(); ++box)
    if (camera_.to_screen(layout_.boxes[box]).contains(at)) return static_cast<int>(box);
  return -1;
}

// ── a frame ────────────────────────────────────────────────────────────────

void Stage::feed_imgui(double now) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(std::max(1.0F, width_), std::max(1.0F, height_));
  io.DisplayFramebufferScale = ImVec2(dpr_, dpr_);
  io.DeltaTime = std::clamp(static_cast<float>(now - last_) / 1000, 1e-3F, 0.1F);
  last_ = now;
  const bool hovers = !touch_ || !buttons_.empty() || io.MouseDown[0];
  io.MousePos = hovers ? to_im(at_) : ImVec2(-FLT_MAX, -FLT_MAX);
  if (!buttons_.empty()) {
    io.MouseDown[0] = buttons_.front();
    buttons_.pop_front();
    touch(2);
  }
  ImGuiStyle& style = ImGui::GetStyle();
  auto set = [&](ImGuiCol at, Color color) {
    style.Colors[at] = ImGui::ColorConvertU32ToFloat4(theme_[color]);
  };
  set(ImGuiCol_WindowBg, Color::kBg);
  set(ImGuiCol_ChildBg, Color::kPanel);
  set(ImGuiCol_TableHeaderBg, Color::kPanel);
  set(ImGuiCol_TableBorderStrong, Color::kLine);
  set(ImGuiCol_TableBorderLight, Color::kLine);
  set(ImGuiCol_ScrollbarBg, Color::kPanel);
  set(ImGuiCol_ScrollbarGrab, Color::kLine2);
  set(ImGuiCol_ScrollbarGrabHovered, Color::kControl);
  set(ImGuiCol_ScrollbarGrabActive, Color::kControl);
  set(ImGuiCol_SeparatorHovered, Color::kAccentLine);
  set(ImGuiCol_SeparatorActive, Color::kAccent);
}

bool Stage::frame(double now) {
  if (writing_.overflowed()) writing_.forget();
  feed_imgui(now);
  if (frames_ > 0) --frames_;
  cursor_ = Cursor::kDefault;
  ImGui::NewFrame();
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::Begin("stage", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoScrollWithMouse);
  const bool running = playback_.running(now);
  const float time = playback_.at(now);
  const bool visible = width_ >= 120 && height_ >= 80;  // a hidden canvas has no size
  follow_journey(time, running);
  if (visible) {
    draw_graph(time);
    draw_timeline();
    if (open_state() != nullptr) draw_table();
    draw_tip();
  }
  ImGui::End();
  ImGui::Render();
  return running || frames_ > 0 || writing_.overflowed();
}

std::string Stage::number(int64_t value) const {
  std::string out = std::to_string(value);
  for (size_t at = out.size(); at > 3 && !words_.group.empty();) out.insert(at -= 3, words_.group);
  return out;
}

}  // namespace rowkind::stage
