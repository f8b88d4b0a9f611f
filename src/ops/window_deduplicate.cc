// WindowDeduplicate: the first or last row by event time of each key and window, sent as +I when the watermark has passed the window. Among
// rows of one time the first (keep first) or the last to come (keep last) stays. (Flink: RowTimeWindowDeduplicateProcessor.)
#include "ops/window_rows.h"

namespace rowkind {
namespace {

class WindowDeduplicate final : public WindowRows {
 public:
  explicit WindowDeduplicate(const WindowDeduplicateNode& node)
      : WindowRows(node.window, node.partition, input_of(node).type),
        order_(node.order_column),
        keep_last_(node.keep_last) {}

 private:
  int64_t time_of(const Row& row) const { return row[order_].timestamp().millis; }
  void keep(std::vector<RowPtr>& kept, const RowPtr& row) override {
    if (kept.empty()) {
      kept.push_back(row);
      return;
    }
    bool wins = keep_last_ ? time_of(*kept[0]) <= time_of(*row) : time_of(*row) < time_of(*kept[0]);
    context.suppress(wins ? Reason{Rule::kWindowDedupOutdone, kept[0].get(), row.get()}
                          : Reason{Rule::kWindowDedupOutdone, row.get(), kept[0].get()});
    if (wins) kept[0] = row;
  }
  void send(const std::vector<RowPtr>& kept, const RowPtr& key) override {
    context.emit(RowKind::kInsert, kept[0],
                 Reason{Rule::kWindowDedup, key.get(), kept[0].get(), keep_last_ ? 1 : 0});
  }

  int32_t order_;
  bool keep_last_;
};

}  // namespace

OperatorPtr make_window_deduplicate(const WindowDeduplicateNode& node, const FactoryContext&) {
  return std::make_unique<WindowDeduplicate>(node);
}

}  // namespace rowkind
