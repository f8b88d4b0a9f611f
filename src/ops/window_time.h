// Local time of windows, and the arithmetic of windows of fixed size.
//
// The bounds of a window are local times: of the session's zone if the time attribute is TIMESTAMP_LTZ, else of no zone. Watermarks and timers
// are instants; WindowZone converts as Flink's TimeWindowUtil does (a local time that a zone skips or has twice fires a timer late enough for
// both).
//
// Windows are cut into slices that do not overlap, named by their ends. TUMBLE: a window is a slice. HOP: a window is size / slide slices,
// which later windows share. CUMULATE: a window is all slices of its period so far; the first slice's state takes the later ones in. Rows that
// carry their window already (from a window function or aggregate below) have slices of their own, whatever the kind of window.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/physical.h"
#include "types/time_zone.h"

namespace rowkind {

class WindowZone {
 public:
  WindowZone() = default;
  // `zone`: the session's.
  WindowZone(const WindowSpec& window, const TimeZone* zone) : zone_(window.ltz ? zone : nullptr) {}

  int64_t to_local(int64_t instant) const {
    return zone_ == nullptr || instant == INT64_MAX ? instant : zone_->to_local(instant);
  }
  int64_t to_instant(int64_t local) const {
    return zone_ == nullptr || local == INT64_MAX ? local : zone_->to_utc(local);
  }
  // The instant at which a timer for a local time is due.
  int64_t timer_time(int64_t local) const;
  // Whether a window with this end has closed when time (watermark or clock) has come to `progress`.
  bool fired(int64_t end, int64_t progress) const {
    return end != INT64_MAX && progress >= timer_time(end - 1);
  }
  // The watermark at which Flink flushes the buffer next. In zones without daylight saving it looks at UTC slices even when the zone's own are
  // elsewhere (FLINK-38075): then windows fire before their last rows leave the buffer.
  int64_t next_flush(int64_t watermark, int64_t interval, int64_t offset) const;

 private:
  const TimeZone* zone_ = nullptr;  // null: local times are instants
};

// Start of the window of `size` that holds a local time.
int64_t window_start_of(int64_t local, int64_t offset, int64_t size);

class WindowSlices {
 public:
  explicit WindowSlices(const WindowSpec& window);

  bool shared() const { return shared_; }
  int64_t interval() const { return slice_; }
  int64_t offset() const { return offset_; }
  int64_t slice_end(int64_t local) const { return window_start_of(local, offset_, slice_) + slice_; }
  // End of the last window that a slice belongs to.
  int64_t last_window_end(int64_t slice_end) const;
  int64_t window_start(int64_t window_end) const;
  // Where a row for a slice whose window has fired goes, while later windows with it are open.
  int64_t late_target(int64_t slice_end) const {
    return cumulates() ? first_slice_end(slice_end) : slice_end;
  }
  // The window whose timer must be set when this one has fired.
  std::optional<int64_t> next_window(int64_t window_end, bool empty) const;

  // Calls f(slice end) for the slices that a fired window folds, in Flink's order: HOP the latest first, all into a fresh accumulator;
  // CUMULATE the window's own slice, into that of the first.
  template <typename F>
  void each_merged(int64_t window_end, F&& f) const {
    if (cumulates()) {
      if (window_end != first_slice_end(window_end)) f(window_end);
      return;
    }
    for (int64_t end = window_end; end > window_end - size_; end -= slice_) f(end);
  }
  bool cumulates() const { return shared_ && kind_ == WindowKind::kCumulate; }
  int64_t first_slice_end(int64_t window_end) const { return window_start(window_end) + slice_; }
  // Calls f(slice end) for the slices that no window needs after this one.
  template <typename F>
  void each_expired(int64_t window_end, F&& f) const {
    if (!shared_) {
      f(window_end);
    } else if (!cumulates()) {
      f(window_end - size_ + slice_);
    } else {
      int64_t first = first_slice_end(window_end);
      if (window_end == first) return;
      f(window_end);
      if (window_end == first - slice_ + size_) f(first);
    }
  }

 private:
  WindowKind kind_;
  int64_t size_, slice_, offset_;
  bool shared_;
};

}  // namespace rowkind
