// Top-N over updates that only move rows up (Flink: UpdatableTopNFunction): the input has an upsert key that holds the partition key, no -U,
// and its sort key only gets better. Keeps about N rows of a partition, found by their key.
//
//   known key, same sort key    without rank column or with: [-U old@r,] +U new@r
//   known key, better           without: [-U old,] +U new; with: at its new rank t [-U x@t,] [-U old@oldRank,] +U new@t, then each row moves
//                               down [-U y@r,] +U x@r, the last one to +U x@oldRank
//   known key, worse            (its state had expired elsewhere) [-U old@oldRank,] the rows between move up [-U x@r+1,] +U x@r, +U new@t
//   new key                     as with append-only input
#include <algorithm>

#include "ops/rank.h"

namespace rowkind {
namespace {

struct TopRows {
  std::vector<RowPtr> rows;  // in rank order
  int64_t range_end = 0;
  int64_t written = 0;
};

class UpdatableTopN final : public RankOperator {
 public:
  using RankOperator::RankOperator;
  void open() override {
    state_.open(context, schema("top rows"), spec_.ttl_millis, this,
                [](const void*, const TopRows& top) { return top.rows; });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (is_retract(kind)) {
      context.suppress(Reason{Rule::kRankOutside, row.get()});
      return;
    }
    KeyView key = partition(*row);
    auto* entry = state_.touch_or_create(key);
    TopRows& top = entry->value;
    int64_t end = range_end(*row, top.range_end);
    size_t old_index = find(top.rows, *row);
    if (old_index == top.rows.size()) {
      add(top.rows, row, end);
    } else {
      change(top.rows, old_index, row, end);
    }
  }

 private:
  size_t find(const std::vector<RowPtr>& rows, const Row& row) const {
    for (size_t i = 0; i < rows.size(); ++i) {
      bool equal = true;
      for (int32_t column : spec_.primary_keys) equal = equal && row[column].equals(rows[i][column]);
      if (equal) return i;
    }
    return rows.size();
  }

  void add(std::vector<RowPtr>& rows, const RowPtr& row, int64_t end) {
    bool full = static_cast<int64_t>(rows.size()) >= end;
    if (full && (rows.empty() || order_.compare(*row, *rows.back()) >= 0)) {
      context.suppress(Reason{Rule::kRankOutside, row.get()});
      return;
    }
    auto place = std::upper_bound(rows.begin(), rows.end(), row, order_);
    size_t index = static_cast<size_t>(place - rows.begin());
    rows.insert(place, row);
    int64_t rank = static_cast<int64_t>(index) + 1;
    RowPtr last;
    if (static_cast<int64_t>(rows.size()) > end) {
      last = rows.back();
      rows.pop_back();
    }
    if (!spec_.with_number()) {
      if (last)
        context.emit(RowKind::kDelete, last, Reason{Rule::kRankPushedOut, last.get(), row.get(), end});
      context.emit(RowKind::kInsert, row, Reason{Rule::kRankEnter, nullptr, nullptr, rank});
      return;
    }
    const RowPtr* current = &rows[index];
    for (size_t i = index + 1; i < rows.size(); ++i, ++rank) {
      replace(rows[i], *current, rank, end, Rule::kRankShift);
      current = &rows[i];
    }
    if (last) {
      replace(last, *current, rank, end, Rule::kRankShift);
    } else {
      insert(*current, rank, end, Reason{Rule::kRankEnter, nullptr, nullptr, rank});
    }
  }

  void change(std::vector<RowPtr>& rows, size_t old_index, const RowPtr& row, int64_t end) {
    RowPtr old_row = rows[old_index];
    int64_t old_rank = static_cast<int64_t>(old_index) + 1;
    if (order_.compare(*old_row, *row) == 0) {
      rows[old_index] = row;
      replace(old_row, row, old_rank, end, Rule::kRankReplace);
      return;
    }
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(old_index));
    auto place = std::upper_bound(rows.begin(), rows.end(), row, order_);
    size_t index = static_cast<size_t>(place - rows.begin());
    rows.insert(place, row);
    int64_t rank = static_cast<int64_t>(index) + 1;
    Reason moved{Rule::kRankReplace, old_row.get(), row.get(), rank};
    if (!spec_.with_number() || index == old_index) {
      update_before(old_row, old_rank, end, moved);
      update_after(row, rank, end, moved);
    } else if (index < old_index) {
      // rows[index + 1 .. old_index] were at one rank less.
      const RowPtr& displaced = rows[index + 1];
      update_before(displaced, rank, end, Reason{Rule::kRankShift, displaced.get(), row.get(), rank});
      update_before(old_row, old_rank, end, moved);
      update_after(row, rank, end, moved);
      for (size_t i = index + 2; i <= old_index; ++i) {
        replace(rows[i], rows[i - 1], static_cast<int64_t>(i), end, Rule::kRankShift);
      }
      const RowPtr& last = rows[old_index];
      update_after(last, old_rank, end, Reason{Rule::kRankShift, old_row.get(), last.get(), old_rank});
    } else {
      update_before(old_row, old_rank, end, moved);
      for (size_t i = old_index; i < index; ++i) {
        int64_t to = static_cast<int64_t>(i) + 1;
        Reason shift{Rule::kRankShift, nullptr, rows[i].get(), to};
        update_before(rows[i], to + 1, end, shift);
        update_after(rows[i], to, end, shift);
      }
      update_after(row, rank, end, moved);
    }
  }

  KeyedState<TopRows> state_;
};

}  // namespace

OperatorPtr make_updatable_top_n(RankSpec spec) {
  return std::make_unique<UpdatableTopN>(std::move(spec));
}

}  // namespace rowkind
