// The stage: the dataflow as a graph in which rows travel, the timeline, the table of a state. One frame is a function of the trace, the
// step, the clock and what the reader did; between frames nothing runs, and `frame` says whether another one is wanted.
#pragma once

#include <deque>
#include <string>

#include "pen.h"
#include "stage/camera.h"
#include "stage/journey.h"
#include "stage/layout.h"
#include "stage/timeline.h"

namespace rowkind::stage {

struct Words {
  std::string step = "Step", time = "time", empty = "empty", group = ",";
  std::string windows = "windows", watermark = "watermark", late = "late", dropped = "late, dropped";
  std::string expired = "expired", expires = "expires";
};

enum class Key : int32_t { kUp, kDown, kEnter, kPlus, kMinus, kFit, kPageUp, kPageDown, kEarlier, kLater };
enum class Pointer : int32_t { kMove, kDown, kUp, kLeave };
enum class Cursor : int32_t { kDefault, kPointer, kGrab, kResize };

class Stage {
 public:
  Stage();
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  void set_trace(Trace trace);
  // The journey of the rows takes at most `limit` milliseconds; 0: only the new state.
  void show(StepView view, double now, float limit);
  // Lines of a state that were wished for.
  void take(Part part);
  void choose(int node);  // -1: none
  void set_theme(const uint32_t* colors);
  void set_words(Words words);
  void resize(float width, float height, float dpr);
  void forget_writing();

  void pointer(Pointer what, int id, Point at, bool touch);
  void wheel(Point at, Point by, bool pinch);
  void key(Key key);

  // Draws; afterwards the triangles are in ImGui::GetDrawData(). True: another frame is wanted at once.
  bool frame(double now);
  Cursor cursor() const { return cursor_; }
  const Trace& trace() const { return trace_; }

 private:
  enum class Area : uint8_t { kNone, kGraph, kTimeline, kTable };

  void arrange();
  void lay_out_graph();
  // What describes an edge: its mode and distribution. The offset is from the beginning of the edge.
  struct Label {
    std::string text;
    Point offset;
    float row = 0;  // from there to the first row
    bool leftwards = false;
  };
  Label label_of(const Layout& layout, int edge) const;
  Rect with_labels(const Layout& layout) const;
  Area area_at(Point at) const;
  void touch(int frames) { frames_ = std::max(frames_, frames); }
  void follow_journey(float time, bool running);
  Rect inside_graph() const;
  void tap(Point at);
  int box_at(Point at) const;
  void select(int box, bool open);
  void feed_imgui(double now);

  // graph_view.cc
  void draw_graph(float time);
  void draw_edge(int edge, float time);
  void draw_route(const Route& route, Color color, float thick);
  void draw_resting(int edge, float time, Point at, bool leftwards);
  void draw_travellers(float time);
  void draw_box(int box, float time);
  void draw_state(int state, Rect line, float time);
  void draw_time(int box, Rect rect);

  // timeline_view.cc
  void draw_timeline();
  void draw_lane(const Lane& lane, Rect row, float left, float width);
  void draw_tick(Point at, const std::string& mark, float room, float size, float alpha);
  void draw_windows(const Lane& lane, Rect row);
  void draw_bins(const Lane& lane, Rect row, float left, float width);
  void draw_tip();
  float step_x(double step) const;

  // table_view.cc
  void draw_table();
  void draw_tabs(Rect head);
  void draw_rows(const StateView& state);
  void draw_row(const RowTable& rows, size_t row, int columns);
  void draw_header(const RowTable& rows, int columns);
  void draw_cell(const RowTable& rows, size_t row, size_t column);
  const StateView* open_state() const;

  std::string number(int64_t value) const;

  Trace trace_;
  Graph graph_;
  Layout layout_;
  LayoutStyle style_;
  bool sideways_ = false;  // the layout
  StepView view_;
  Journey journey_;
  Playback playback_;
  Timeline timeline_;
  Camera camera_;
  Words words_;
  Theme theme_;
  Writing writing_;
  Pen pen_;

  float width_ = 0, height_ = 0, dpr_ = 1;
  Rect graph_area_, timeline_area_, table_area_, lanes_area_;
  float lane_height_ = 22;
  // Until the reader moves the camera it shows the whole graph; or, where that would be too small to read, what happens.
  enum class View : uint8_t { kFollow, kAll, kFree } view_mode_ = View::kFollow;
  bool cut_ = false;    // the graph is larger than its area
  bool shown_ = false;  // there is a step

  int chosen_ = -1;  // box
  bool open_ = false;
  int tab_ = 0;  // of the states of the chosen box
  // Lines that were asked for last, of this step.
  struct Asked {
    int state = -1;
    int64_t from = 0;
  } asked_;

  Gesture gesture_;
  Area held_ = Area::kNone;
  Point at_{-1e4F, -1e4F};
  bool touch_ = false;
  std::deque<bool> buttons_;  // Dear ImGui sees one change of the button a frame
  Point table_scroll_;
  int frames_ = 0;
  double last_ = 0;      // time of the last frame
  float followed_ = -1;  // time of the journey that the camera has gone along with
  Cursor cursor_ = Cursor::kDefault;
};

}  // namespace rowkind::stage
