// The table of a state. Only the rows in view are drawn (ImGuiListClipper), so a hundred thousand cost what thirty cost.
#include "stage.h"

namespace rowkind::stage {
namespace {

constexpr float kHead = 38, kTabs = 30, kRowHeight = 21, kGutter = 22;
constexpr int kMostColumns = 62;  // Dear ImGui's tables have 64; two are ours
constexpr float kLetter = 7.4F;   // about, of the mono font at 12 pixels
constexpr int64_t kAhead = 150;   // lines asked for above those that are in view

}  // namespace

const StateView* Stage::open_state() const {
  if (!open_ || !shown_ || chosen_ < 0 || chosen_ >= static_cast<int>(graph_.boxes.size())) return nullptr;
  const std::vector<int>& states = graph_.boxes[chosen_].states;
  if (states.empty()) return nullptr;
  const int state = states[std::clamp(tab_, 0, static_cast<int>(states.size()) - 1)];
  return state < static_cast<int>(view_.states.size()) ? &view_.states[state] : nullptr;
}

void Stage::draw_table() {
  const StateView& state = *open_state();
  const Box& box = graph_.boxes[chosen_];
  const Rect area = table_area_;
  pen_.begin(ImGui::GetWindowDrawList());
  pen_.fill(area, Color::kPanel);
  const bool beside = area.y <= 0;
  pen_.line({area.x, area.y}, beside ? Point{area.x, area.bottom()} : Point{area.right(), area.y},
            Color::kLine);

  const Rect head{area.x, area.y, area.w, kHead};
  const Rect close{head.right() - 34, head.y + 5, 28, 28};
  const bool over_close = close.contains(at_);
  if (over_close) {
    pen_.fill(close, Color::kHover, 5);
    cursor_ = Cursor::kPointer;
  }
  const Point c = close.center();
  pen_.line(c + Point{-4.5F, -4.5F}, c + Point{4.5F, 4.5F}, Color::kInk2, 1.6F);
  pen_.line(c + Point{4.5F, -4.5F}, c + Point{-4.5F, 4.5F}, Color::kInk2, 1.6F);
  const float used =
      pen_.text({head.x + 12, head.center().y}, box.title, {Font::kUiBold, 13, Color::kInk, head.w - 120});
  pen_.text({head.x + 20 + used, head.center().y}, number(state.total),
            {Font::kUi, 11, Color::kInk3, head.w - used - 60});

  const Rect tabs{area.x, head.bottom(), area.w, kTabs};
  draw_tabs(tabs);
  const Rect body{area.x + 1, tabs.bottom(), area.w - 1, area.bottom() - tabs.bottom()};
  pen_.line({area.x, body.y}, {area.right(), body.y}, Color::kLine);
  if (body.h > 2 * kRowHeight) {
    ImGui::SetCursorScreenPos(ImVec2(body.x, body.y + 1));
    ImGui::BeginChild("table", ImVec2(body.w, body.h - 1), false,
                      ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
    draw_rows(state);
    ImGui::EndChild();
  }
  // Last: it ends the table.
  ImGui::SetCursorScreenPos(ImVec2(close.x, close.y));
  if (ImGui::InvisibleButton("close", ImVec2(close.w, close.h))) {
    open_ = false;
    arrange();
  }
}

void Stage::draw_tabs(Rect head) {
  const std::vector<int>& states = graph_.boxes[chosen_].states;
  float x = head.x + 12;
  for (size_t s = 0; s < states.size(); ++s) {
    const bool current = static_cast<int>(s) == tab_;
    const TextStyle style{current ? Font::kUiBold : Font::kUi, 12, current ? Color::kInk : Color::kInk2,
                          (head.w - 24) / static_cast<float>(states.size()) - 12};
    const float wide = pen_.width(trace_.states[states[s]].name, style);
    const Rect tab{x - 4, head.y, wide + 8, head.h};
    pen_.text({x, head.center().y - 1}, trace_.states[states[s]].name, style);
    if (current && states.size() > 1) pen_.fill({x, head.bottom() - 2, wide, 2}, Color::kAccent, 1);
    ImGui::PushID(static_cast<int>(s));
    ImGui::SetCursorScreenPos(ImVec2(tab.x, tab.y));
    if (ImGui::InvisibleButton("tab", ImVec2(tab.w, tab.h)) && !current) {
      tab_ = static_cast<int>(s);
      asked_ = {};
      touch(3);
    }
    if (!current && ImGui::IsItemHovered()) cursor_ = Cursor::kPointer;
    ImGui::PopID();
    x += wide + 20;
  }
}

void Stage::draw_header(const RowTable& rows, int columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers, kRowHeight);
  for (int i = 0; i < columns; ++i) {
    if (!ImGui::TableSetColumnIndex(i + 1)) continue;
    const Column& column = rows.columns()[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = ImGui::GetContentRegionAvail().x;
    const TextStyle style{column.key ? Font::kUiBold : Font::kUi, 11, Color::kInk3, wide - 12};
    const std::string& name = column.expiry ? words_.expires : column.name;
    const float y = at.y + kRowHeight / 2;
    if (column.numeric)
      pen_.text_right({at.x + wide - 8, y}, name, style);
    else
      pen_.text({at.x + 8, y}, name, style);
  }
}

void Stage::draw_row(const RowTable& rows, size_t row, int columns) {
  const Change change = rows.change(row);
  if (change == Change::kAdded) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, theme_[Color::kInsertSoft]);
  if (change == Change::kRemoved)
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, theme_[Color::kDeleteSoft]);
  if (change != Change::kSame && ImGui::TableSetColumnIndex(0)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    constexpr std::string_view kSigns[] = {"", "+", "−", "~"};
    constexpr Color kInks[] = {Color::kInk3, Color::kInsertInk, Color::kDeleteInk, Color::kAfterInk};
    pen_.text_center({at.x + kGutter / 2, at.y + kRowHeight / 2}, kSigns[static_cast<int>(change)],
                     {Font::kMonoBold, 12, kInks[static_cast<int>(change)]});
  }
  for (int column = 0; column < columns; ++column)
    if (ImGui::TableSetColumnIndex(column + 1)) draw_cell(rows, row, column);
}

void Stage::draw_rows(const StateView& state) {
  const RowTable& rows = state.rows;
  const int columns = std::min(static_cast<int>(rows.columns().size()), kMostColumns);
  if (state.lines == 0) {
    pen_.begin(ImGui::GetWindowDrawList());
    pen_.text({table_area_.x + 14, table_area_.y + kHead + kTabs + 18}, words_.empty,
              {Font::kUi, 12, Color::kInk3});
    return;
  }
  ImGui::PushID(graph_.boxes[chosen_].node);
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                     ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInner |
                                     ImGuiTableFlags_NoBordersInBody | ImGuiTableFlags_SizingFixedFit |
                                     ImGuiTableFlags_NoPadOuterX;
  ImGui::PushID(tab_);
  if (ImGui::BeginTable("rows", columns + 2, kFlags)) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("##sign", ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_NoResize,
                            kGutter);
    for (int i = 0; i < columns; ++i) {
      const std::string id = "##" + std::to_string(i);
      ImGui::TableSetupColumn(id.c_str(), ImGuiTableColumnFlags_WidthFixed,
                              static_cast<float>(rows.letters(i)) * kLetter + 24);
    }
    ImGui::TableSetupColumn("##rest", ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_NoResize, 4);
    pen_.begin(ImGui::GetWindowDrawList());
    draw_header(rows, columns);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.lines), kRowHeight);
    int64_t missing = -1;
    while (clipper.Step()) {
      for (int line = clipper.DisplayStart; line < clipper.DisplayEnd; ++line) {
        ImGui::TableNextRow(ImGuiTableRowFlags_None, kRowHeight);
        if (state.covers(line)) {
          draw_row(rows, static_cast<size_t>(line - state.first), columns);
        } else {
          if (missing < 0) missing = line;
          if (ImGui::TableSetColumnIndex(1)) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            pen_.fill({at.x + 8, at.y + kRowHeight / 2 - 3, 40, 6}, Color::kHover, 3);
          }
        }
      }
    }
    // Lines that are not here are asked for once; what comes covers some above and below them.
    const int id = graph_.boxes[chosen_].states[tab_];
    if (missing >= 0 && (asked_.state != id || asked_.from != missing)) {
      asked_ = {id, missing};
      host_wish(Wish::kRows, id, static_cast<int32_t>(std::max<int64_t>(0, missing - kAhead)));
    }
    if (table_scroll_.y != 0) ImGui::SetScrollY(ImGui::GetScrollY() + table_scroll_.y);
    if (table_scroll_.x != 0) ImGui::SetScrollX(ImGui::GetScrollX() + table_scroll_.x);
    if (table_scroll_.x != 0 || table_scroll_.y != 0) touch(2);
    table_scroll_ = {};
    ImGui::EndTable();
  }
  ImGui::PopID();
  ImGui::PopID();
  if (ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeEW) cursor_ = Cursor::kResize;
}

void Stage::draw_cell(const RowTable& rows, size_t row, size_t column) {
  const Column& head = rows.columns()[column];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float wide = ImGui::GetContentRegionAvail().x, y = at.y + kRowHeight / 2;
  const bool removed = rows.change(row) == Change::kRemoved;
  const std::string* before = rows.before(row, column);
  if (before != nullptr) ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, theme_[Color::kAfterSoft]);
  TextStyle style{before != nullptr ? Font::kMonoBold : Font::kMono, 12,
                  before != nullptr           ? Color::kAfterInk
                  : removed                   ? Color::kDeleteInk
                  : rows.is_null(row, column) ? Color::kInk3
                                              : Color::kInk,
                  std::max(8.0F, wide - 14)};
  const std::string_view text = rows.cell(row, column);
  const float width = pen_.width(text, style);
  // The old value struck in front of the new one.
  const TextStyle old{Font::kMono, 11, Color::kInk3, std::max(8.0F, wide - 20 - width)};
  const float old_width = before != nullptr && width + 30 < wide ? pen_.width(*before, old) : 0;
  float x = head.numeric ? at.x + wide - 8 - width : at.x + 8 + (old_width > 0 ? old_width + 6 : 0);
  if (old_width > 0) {
    const float left = x - 6 - old_width;
    pen_.text({left, y}, *before, old);
    pen_.line({left, y}, {left + old_width, y}, Color::kInk3);
  }
  pen_.text({x, y}, text, style);
  if (removed) pen_.line({x, y}, {x + width, y}, Color::kDeleteInk);
}

}  // namespace rowkind::stage
