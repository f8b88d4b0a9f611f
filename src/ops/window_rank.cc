// WindowRank: Top-N of each window, sent when the watermark has passed it: +I in the order of their ranks, never taken back. Rows that tie
// keep the order in which they came. (Flink: WindowRankProcessor.)
#include <algorithm>

#include "ops/row_order.h"
#include "ops/window_rows.h"

namespace rowkind {
namespace {

class WindowRank final : public WindowRows {
 public:
  explicit WindowRank(const WindowRankNode& node)
      : WindowRows(node.window, node.partition, input_of(node).type),
        order_(node.order, type_),
        start_(node.rank_start),
        end_(node.rank_end),
        output_rank_(node.output_rank) {}

 private:
  void keep(std::vector<RowPtr>& kept, const RowPtr& row) override {
    auto position = std::upper_bound(kept.begin(), kept.end(), row, order_);
    if (position - kept.begin() >= end_) {
      context.suppress(Reason{Rule::kWindowRankOutside, row.get(), nullptr, end_});
      return;
    }
    kept.insert(position, row);
    if (static_cast<int64_t>(kept.size()) <= end_) return;
    context.suppress(Reason{Rule::kWindowRankOutside, kept.back().get(), row.get(), end_});
    kept.pop_back();
  }
  void send(const std::vector<RowPtr>& kept, const RowPtr& key) override {
    for (size_t i = static_cast<size_t>(start_ - 1); i < kept.size(); ++i) {
      int64_t rank = static_cast<int64_t>(i) + 1;
      context.emit(RowKind::kInsert, output_rank_ ? with_rank(*kept[i], rank) : kept[i],
                   Reason{Rule::kWindowRank, key.get(), kept[i].get(), rank});
    }
  }
  static RowPtr with_rank(const Row& row, int64_t rank) {
    RowBuilder builder(row.arity() + 1);
    for (int32_t i = 0; i < row.arity(); ++i) builder.set(i, row[i]);
    builder.set(row.arity(), Value::integer(rank));
    return builder.finish();
  }

  RowOrder order_;
  int64_t start_, end_;
  bool output_rank_;
};

}  // namespace

OperatorPtr make_window_rank(const WindowRankNode& node, const FactoryContext&) {
  return std::make_unique<WindowRank>(node);
}

}  // namespace rowkind
