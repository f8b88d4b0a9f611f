// Top-N over insert-only input (Flink: AppendOnlyTopNFunction). Keeps the rows of a partition in order, at most about N of them.
//
// A row is rejected when N rows are there and its key is not better than the worst one (ties are rejected).
//   without rank column   +I row; if there are too many now, first -D of the last one
//   with rank column      from the rank r behind its equals on, each row moves down: [-U x@r,] +U previous@r …; as long as there are
//                         fewer than N, the last one is +I
#include <algorithm>

#include "ops/rank.h"

namespace rowkind {
namespace {

struct TopRows {
  // In rank order; with rank column as they were sent, so that the -U of a rank is at hand (a row that was never sent: as it came).
  std::vector<RowPtr> rows;
  int64_t range_end = 0;  // see RankOperator::range_end
  int64_t written = 0;
};

class AppendOnlyTopN final : public RankOperator {
 public:
  using RankOperator::RankOperator;
  void open() override {
    state_.open(context, schema("top rows"), spec_.ttl_millis, this,
                [](const void* owner, const TopRows& top) {
                  std::vector<RowPtr> out;
                  for (const RowPtr& row : top.rows)
                    out.push_back(static_cast<const AppendOnlyTopN*>(owner)->without_rank(row));
                  return out;
                });
  }

  void process(int32_t, RowKind, const RowPtr& row) override {
    KeyView key = partition(*row);
    auto* entry = state_.find(key);
    int64_t first_end = 0;
    int64_t end = range_end(*row, entry ? entry->value.range_end : first_end);
    if (entry) {
      const std::vector<RowPtr>& rows = entry->value.rows;
      bool full = static_cast<int64_t>(rows.size()) >= end;
      if (full && !rows.empty() && order_.compare(*row, *rows.back()) >= 0) {
        context.suppress(Reason{Rule::kRankOutside, row.get()});
        return;
      }
    }
    entry = state_.touch_or_create(key);
    TopRows& top = entry->value;
    if (top.range_end == 0) top.range_end = first_end;
    if (top.rows.empty()) top.rows.reserve(static_cast<size_t>(std::clamp<int64_t>(end, 0, 7)) + 1);
    auto place = std::upper_bound(top.rows.begin(), top.rows.end(), row, order_);
    size_t index = static_cast<size_t>(place - top.rows.begin());
    if (spec_.with_number()) {
      shift_down(top.rows, index, row, end);
      return;
    }
    top.rows.insert(place, row);
    if (static_cast<int64_t>(top.rows.size()) > end) {
      RowPtr last = top.rows.back();
      top.rows.pop_back();
      if (last->equals(*row)) return;
      context.emit(RowKind::kDelete, last, Reason{Rule::kRankPushedOut, last.get(), row.get(), end});
      context.emit(RowKind::kInsert, row,
                   Reason{Rule::kRankEnter, nullptr, nullptr, static_cast<int64_t>(index) + 1});
    } else {
      context.emit(RowKind::kInsert, row,
                   Reason{Rule::kRankEnter, nullptr, nullptr, static_cast<int64_t>(index) + 1});
    }
  }

 private:
  // `row` comes to stand at `index`; rows from there on lose one rank.
  void shift_down(std::vector<RowPtr>& rows, size_t index, const RowPtr& row, int64_t end) {
    RowPtr moving = row;
    int64_t rank = static_cast<int64_t>(index) + 1;
    for (; index < rows.size() && rank <= end; ++index, ++rank) {
      RowPtr previous = std::exchange(rows[index], with_rank(moving, rank));
      if (in_range(rank, end)) {
        Reason reason{Rule::kRankShift, previous.get(), rows[index].get(), rank};
        if (spec_.update_before) context.emit(RowKind::kUpdateBefore, previous, reason);
        context.emit(RowKind::kUpdateAfter, rows[index], reason);
      }
      moving = std::move(previous);
    }
    if (rank <= end) {
      rows.push_back(with_rank(moving, rank));
      if (in_range(rank, end)) {
        context.emit(RowKind::kInsert, rows.back(), Reason{Rule::kRankEnter, nullptr, nullptr, rank});
      }
    } else {
      rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(index), std::move(moving));
    }
    // The first row behind the range stays with all its equals, as Flink looks at one group of equals too many.
    if (end < 0 || static_cast<int64_t>(rows.size()) <= end) return;
    size_t keep = static_cast<size_t>(end) + 1;
    while (keep < rows.size() && order_.compare(*rows[keep - 1], *rows[keep]) == 0) ++keep;
    rows.resize(keep);
  }

  KeyedState<TopRows> state_;
};

}  // namespace

OperatorPtr make_append_only_top_n(RankSpec spec) {
  return std::make_unique<AppendOnlyTopN>(std::move(spec));
}

}  // namespace rowkind
