#include "ops/window_time.h"

#include "types/datetime.h"

namespace rowkind {

int64_t WindowZone::timer_time(int64_t local) const {
  if (zone_ == nullptr || local == INT64_MAX) return local;
  int64_t instant = zone_->to_utc(local);
  if (!zone_->daylight_saving()) return instant;
  int64_t hour_later = zone_->to_utc(local + kMillisPerHour);
  if (instant == hour_later) return instant - instant % kMillisPerHour;  // the hour that is skipped: at once
  if (hour_later - instant > kMillisPerHour)
    return instant + kMillisPerHour;  // the hour that comes twice: the second time
  return instant;
}

int64_t WindowZone::next_flush(int64_t watermark, int64_t interval, int64_t offset) const {
  if (watermark > INT64_MAX - interval) return INT64_MAX;  // the input has ended
  int64_t next = zone_ != nullptr && zone_->daylight_saving()
                     ? timer_time(window_start_of(to_local(watermark), offset, interval) + interval - 1)
                     : window_start_of(watermark, offset, interval) + interval - 1;
  return next > watermark ? next : next + interval;
}

int64_t window_start_of(int64_t local, int64_t offset, int64_t size) {
  return local - floor_mod(local - offset, size);
}

WindowSlices::WindowSlices(const WindowSpec& window)
    : kind_(window.window),
      size_(window.size_millis),
      slice_(window.window == WindowKind::kTumble ? window.size_millis : window.slide_millis),
      offset_(window.offset_millis),
      shared_(window.time_column >= 0 && window.window != WindowKind::kTumble) {}

int64_t WindowSlices::last_window_end(int64_t slice_end) const {
  if (!shared_) return slice_end;
  return cumulates() ? window_start(slice_end) + size_ : slice_end - slice_ + size_;
}

int64_t WindowSlices::window_start(int64_t window_end) const {
  return kind_ == WindowKind::kCumulate ? window_start_of(window_end - 1, offset_, size_)
                                        : window_end - size_;
}

std::optional<int64_t> WindowSlices::next_window(int64_t window_end, bool empty) const {
  int64_t next = window_end + slice_;
  if (cumulates() ? next > window_start(window_end) + size_ : empty) return std::nullopt;
  return next;
}

}  // namespace rowkind
