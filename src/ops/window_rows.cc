#include "ops/window_rows.h"

namespace rowkind {

WindowRows::WindowRows(const WindowSpec& window, std::vector<int32_t> partition, RowType type)
    : type_(std::move(type)), window_(window), partition_(std::move(partition)) {}

void WindowRows::open() {
  zone_ = WindowZone(window_, context.eval->zone);
  RowType key = window_key_type(type_, partition_, "window_end");
  RowType partition(key.begin(), key.end() - 1);
  buffer_.open(context, StateSchema{"buffered rows", partition, type_}, this,
               [](const void*, const ByEnd<std::vector<RowPtr>>& windows) {
                 std::vector<RowPtr> rows;
                 for (const auto& part : windows.parts)
                   rows.insert(rows.end(), part.content.begin(), part.content.end());
                 return rows;
               });
  state_.open(context, StateSchema{"rows of open windows", key, type_}, 0, this, describe);
}

void WindowRows::process(int32_t, RowKind kind, const RowPtr& row) {
  int64_t end = row[window_.end_column].timestamp().millis;
  if (zone_.fired(end, context.watermark)) {
    context.late(kind, row);
    return;
  }
  bool made;
  buffer_.at(KeyView(*row, partition_), end, made).push_back(row);
  if (context.recorder) {
    context.suppress(Reason{Rule::kWindowBuffered, row.get(), window_key(*row, partition_, end).get(), end});
  }
}

void WindowRows::on_watermark(int64_t watermark) {
  if (buffer_.due(zone_, watermark)) {
    buffer_.flush([&](const RowPtr&, int64_t end, const std::vector<RowPtr>& rows) {
      auto* entry = state_.touch_or_create(KeyView(*window_key(*rows[0], partition_, end)));
      for (const RowPtr& row : rows) keep(entry->value.rows, row);
      context.register_event_timer(entry->key, zone_.timer_time(end - 1));
    });
  }
  Operator::on_watermark(watermark);
}

void WindowRows::on_event_timer(const RowPtr& key, int64_t) {
  auto* entry = state_.find(key);
  if (entry == nullptr) return;
  send(entry->value.rows, key);
  context.suppress(Reason{Rule::kWindowCleared, nullptr, key.get(), end_of(*key)});
  state_.erase(entry);
}

}  // namespace rowkind
