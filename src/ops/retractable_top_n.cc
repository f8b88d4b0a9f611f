// Top-N over any changelog (Flink: RetractableTopNFunction). Keeps every row of a partition, by sort key and arrival.
//
//   insert, with rank column     each row from the new one's rank on: [-U x@r,] +U previous@r …; +I if fewer than N
//   insert, without              -D of the row that N now pushes out, then +I row (nothing if it is outside)
//   delete, with rank column     each following row: [-U previous@r,] +U next@r; -D of the last one if the range is no longer full
//   delete, without              -D row, then +I of the row that moves into rank N
//
// -U and +U of the input are a delete and an insert. Deleting an unknown row is not an error.
//
// The rows live in Flink's heap state, which hands out its own objects: with an OFFSET and no rank column a row keeps the kind under which
// it was sent, and is then no longer equal to the row that wants to delete it unless that kind is +I. `kind` below reproduces this.
#include <map>

#include "ops/rank.h"

namespace rowkind {
namespace {

struct Kept {
  RowPtr row;
  RowKind kind = RowKind::kInsert;
};

// Rows of one sort key. `count` is what the sorted map says, `rows` what the list holds; they differ only after an unknown delete.
struct Group {
  int64_t count = 0;
  std::vector<Kept> rows;
};

struct ByOrder {
  const RowOrder* order = nullptr;
  bool operator()(const RowPtr& a, const RowPtr& b) const { return order->compare(*a, *b) < 0; }
};

struct Partition {
  std::map<RowPtr, Group, ByOrder> groups;  // by a row of the group
  int64_t range_end = 0;
  int64_t written = 0;
};

class RetractableTopN final : public RankOperator {
 public:
  using RankOperator::RankOperator;
  void open() override {
    state_.open(context, schema("rows"), spec_.ttl_millis, this, [](const void*, const Partition& partition) {
      std::vector<RowPtr> out;
      for (const auto& [key, group] : partition.groups) {
        for (const Kept& kept : group.rows) out.push_back(kept.row);
      }
      return out;
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key = partition(*row);
    auto* entry = state_.find(key);
    if (entry) {
      state_.touch(*entry);
    } else {
      entry = state_.create(key);
      // The map is empty: giving it its order is safe.
      entry->value.groups = std::map<RowPtr, Group, ByOrder>(ByOrder{&order_});
    }
    Partition& part = entry->value;
    end_ = range_end(*row, part.range_end);
    if (is_accumulate(kind)) {
      Group& group = part.groups[row];
      ++group.count;
      if (spec_.with_number()) {
        insert_with_rank(part, row);
      } else {
        insert_without_rank(part, row);
      }
      group.rows.push_back(Kept{row, kind_after_insert_});
    } else {
      erase(part, row);
      if (part.groups.empty()) state_.erase(entry);
    }
  }

 private:
  using Iterator = std::map<RowPtr, Group, ByOrder>::iterator;

  // Sends a kept row of the algorithm with ranks; without a rank column it keeps the kind.
  void send(RowKind kind, Kept& kept, int64_t rank, const Reason& reason) {
    if (!in_range(rank, end_)) return;
    if (kind == RowKind::kUpdateBefore && !spec_.update_before) return;
    if (!spec_.output_rank) kept.kind = kind;
    switch (kind) {
      case RowKind::kInsert:
        return insert(kept.row, rank, end_, reason);
      case RowKind::kUpdateBefore:
        return update_before(kept.row, rank, end_, reason);
      case RowKind::kUpdateAfter:
        return update_after(kept.row, rank, end_, reason);
      case RowKind::kDelete:
        return remove(kept.row, rank, end_, reason);
    }
  }
  void swap_at(Kept& old_row, Kept& new_row, int64_t rank) {
    Reason reason{Rule::kRankShift, old_row.row.get(), new_row.row.get(), rank};
    send(RowKind::kUpdateBefore, old_row, rank, reason);
    send(RowKind::kUpdateAfter, new_row, rank, reason);
  }

  // The new row is counted in its group, but not yet in its list.
  void insert_with_rank(Partition& part, const RowPtr& row) {
    Kept fresh{row, RowKind::kInsert};
    Kept* current = nullptr;
    int64_t rank = 0;
    for (Iterator it = part.groups.begin(); it != part.groups.end() && rank <= end_; ++it) {
      if (it->second.count == 0) continue;
      if (current != nullptr) {
        for (size_t i = 0; i < it->second.rows.size() && rank <= end_; ++i, ++rank) {
          swap_at(it->second.rows[i], *current, rank);
          current = &it->second.rows[i];
        }
      } else {
        rank += it->second.count;
        if (order_.compare(*it->first, *row) == 0) current = &fresh;
      }
    }
    if (current == nullptr || rank > end_) {
      if (current == nullptr || current == &fresh) context.suppress(Reason{Rule::kRankOutside, row.get()});
    } else {
      send(RowKind::kInsert, *current, rank, Reason{Rule::kRankEnter, nullptr, nullptr, rank});
    }
    kind_after_insert_ = fresh.kind;
  }

  void insert_without_rank(Partition& part, const RowPtr& row) {
    kind_after_insert_ = RowKind::kInsert;
    int64_t rank = 0;
    bool found = false, inside = false;
    const Kept* pushed_out = nullptr;
    for (Iterator it = part.groups.begin(); it != part.groups.end() && rank <= end_; ++it) {
      int64_t count = it->second.count;
      if (count == 0) continue;
      if (found) {
        if (rank + count > end_) {
          size_t index = static_cast<size_t>(end_ - rank);
          if (index < it->second.rows.size()) pushed_out = &it->second.rows[index];
          break;
        }
        rank += count;
      } else {
        rank += count;
        if (order_.compare(*it->first, *row) == 0) {
          found = true;
          inside = in_range(rank, end_);
          entered_ = rank;
        }
      }
    }
    if (pushed_out != nullptr) {
      context.emit(RowKind::kDelete, pushed_out->row,
                   Reason{Rule::kRankPushedOut, pushed_out->row.get(), row.get(), end_});
    }
    if (inside) {
      context.emit(RowKind::kInsert, row, Reason{Rule::kRankEnter, nullptr, nullptr, entered_});
    } else {
      context.suppress(Reason{Rule::kRankOutside, row.get()});
    }
  }

  void erase(Partition& part, const RowPtr& row) {
    Iterator own = part.groups.find(row);
    bool found = spec_.with_number() ? erase_with_rank(part, own, row) : erase_without_rank(part, own, row);
    if (own == part.groups.end()) {
      context.suppress(Reason{Rule::kRankUnknown, row.get()});
      return;
    }
    Group& group = own->second;
    if (!found) {
      // Outside the range (or unknown): forgotten without a word.
      context.suppress(Reason{Rule::kRankOutside, row.get()});
      for (size_t i = 0; i < group.rows.size(); ++i) {
        if (same(group.rows[i], row)) {
          group.rows.erase(group.rows.begin() + static_cast<std::ptrdiff_t>(i));
          break;
        }
      }
    }
    if (group.count > 0) --group.count;
    if (group.count == 0 && group.rows.empty()) part.groups.erase(own);
  }

  static bool same(const Kept& kept, const RowPtr& row) {
    return kept.kind == RowKind::kInsert && kept.row->equals(*row);
  }

  bool erase_with_rank(Partition& part, Iterator own, const RowPtr& row) {
    int64_t rank = 1;
    bool found = false;
    Kept previous;
    for (Iterator it = part.groups.begin(); it != part.groups.end() && rank <= end_; ++it) {
      Group& group = it->second;
      if (group.count == 0) continue;
      if (!found && it != own) {
        rank += group.count;
        continue;
      }
      for (size_t i = 0; i < group.rows.size() && rank <= end_;) {
        if (found) {
          swap_at(previous, group.rows[i], rank);
          previous = group.rows[i];
        } else if (same(group.rows[i], row)) {
          found = true;
          previous = group.rows[i];
          group.rows.erase(group.rows.begin() + static_cast<std::ptrdiff_t>(i));
          continue;
        }
        ++i;
        ++rank;
      }
      if (it == own && !found) break;
    }
    if (found && rank <= end_) {
      send(RowKind::kDelete, previous, rank, Reason{Rule::kRankLeave, previous.row.get(), nullptr, rank});
    }
    return found;
  }

  bool erase_without_rank(Partition& part, Iterator own, const RowPtr& row) {
    int64_t rank = 1;
    bool found = false;
    for (Iterator it = part.groups.begin(); it != part.groups.end() && rank <= end_; ++it) {
      Group& group = it->second;
      if (group.count == 0) continue;
      if (it == own) {
        for (size_t i = 0; i < group.rows.size() && rank <= end_;) {
          if (!found && same(group.rows[i], row)) {
            found = true;
            RowPtr gone = group.rows[i].row;
            group.rows.erase(group.rows.begin() + static_cast<std::ptrdiff_t>(i));
            context.emit(RowKind::kDelete, gone, Reason{Rule::kRankLeave, gone.get(), nullptr, rank});
            continue;
          }
          if (found && rank == end_) move_up(group.rows[i], row);
          ++i;
          ++rank;
        }
        if (!found) break;
      } else if (!found || rank + group.count - 1 < end_) {
        rank += group.count;
      } else {
        size_t index = static_cast<size_t>(end_ - rank);
        if (index < group.rows.size()) move_up(group.rows[index], row);
        break;
      }
    }
    return found;
  }
  void move_up(const Kept& kept, const RowPtr& gone) {
    context.emit(RowKind::kInsert, kept.row, Reason{Rule::kRankMovesUp, gone.get(), nullptr, end_});
  }

  KeyedState<Partition> state_;
  int64_t end_ = 0;
  int64_t entered_ = 0;
  RowKind kind_after_insert_ = RowKind::kInsert;
};

}  // namespace

OperatorPtr make_retractable_top_n(RankSpec spec) {
  return std::make_unique<RetractableTopN>(std::move(spec));
}

}  // namespace rowkind
