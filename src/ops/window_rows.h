// What WindowRank and WindowDeduplicate share: insert-only rows that carry their window wait in a buffer until the watermark closes the
// earliest window in it, go into the state of their (key, window), and a timer sends the result. Rows of a closed window are late.
#pragma once

#include "ops/factory.h"
#include "ops/window_buffer.h"

namespace rowkind {

class WindowRows : public Operator {
 public:
  WindowRows(const WindowSpec& window, std::vector<int32_t> partition, RowType type);
  void open() override;
  void process(int32_t input, RowKind kind, const RowPtr& row) final;
  void on_watermark(int64_t watermark) final;
  void on_event_timer(const RowPtr& key, int64_t time) final;

 protected:
  struct Rows {
    std::vector<RowPtr> rows;
    int64_t written = 0;
  };
  // A row that leaves the buffer, for what is kept of its window.
  virtual void keep(std::vector<RowPtr>& kept, const RowPtr& row) = 0;
  // The window is over.
  virtual void send(const std::vector<RowPtr>& kept, const RowPtr& key) = 0;

  RowType type_;

 private:
  static std::vector<RowPtr> describe(const void*, const Rows& rows) { return rows.rows; }

  WindowSpec window_;
  std::vector<int32_t> partition_;
  WindowZone zone_;
  WindowBuffer<std::vector<RowPtr>> buffer_;
  KeyedState<Rows> state_;
};

}  // namespace rowkind
