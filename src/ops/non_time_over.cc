// OverAggregate ordered by plain columns, UNBOUNDED PRECEDING to CURRENT ROW, over any changelog (Flink: NonTimeRangeUnbounded- and
// NonTimeRowsUnboundedPrecedingFunction). Rows of a partition are kept in order; rows with an equal sort key are peers.
//
//   +I/+U r, kind k, new sort key   `k r`, then [-U old +U new] of each later row, as long as accumulators differ from before (not results:
//                                   a SUM that also counts rows sends equal results again)
//   +I/+U r, peers (RANGE)          first -U/+U of each peer if the accumulator changes, then `k r`, then later rows
//   +I/+U r, peers (ROWS)           behind its peers, as with a new sort key
//   -U/-D r                         RANGE: the peers in order, -U/+U each (if the accumulator changes) and `-D r` in its place, then later rows; ROWS: -D r, then later rows.
//                                   RANGE removes the last equal row, ROWS the first; an unknown row is ignored
//
// -U is always sent. RANK counts the rows up to the last peer (two equal first rows are both 2).
#include <algorithm>
#include <utility>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/over_calls.h"
#include "ops/row_order.h"

namespace rowkind {
namespace {

struct OverRow {
  RowPtr row, sent;
};

// One row (ROWS) or all peers (RANGE), with the accumulator behind it.
struct Cell {
  std::vector<OverRow> rows;
  OverCalls::Accumulator accumulator;
};

struct Partition {
  std::vector<Cell> cells;
  int64_t written = 0;
};

class NonTimeOver final : public Operator {
 public:
  NonTimeOver(const OverAggregateNode& node, const OperatorOptions& options)
      : partition_(node.partition),
        type_(input_of(node).type),
        order_(node.order, type_),
        calls_(node, false),
        peers_together_(!node.rows),
        ttl_(options.state_ttl_millis) {}

  void open() override {
    StateSchema schema{"rows", {}, type_};
    for (int32_t column : partition_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    state_.open(context, std::move(schema), ttl_, this, [](const void*, const Partition& partition) {
      std::vector<RowPtr> out;
      for (const Cell& cell : partition.cells) {
        for (const OverRow& row : cell.rows) out.push_back(row.row);
      }
      return out;
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, partition_);
    if (is_accumulate(kind)) {
      insert(state_.touch_or_create(key)->value.cells, kind, row);
      return;
    }
    auto* entry = state_.find(key);
    if (entry == nullptr) {
      context.suppress(Reason{Rule::kOverUnknown, row.get()});
      return;
    }
    state_.touch(*entry);
    remove(entry->value.cells, row);
    if (entry->value.cells.empty()) state_.erase(entry);
  }

 private:
  using Cells = std::vector<Cell>;

  static size_t at(const Cells& cells, Cells::const_iterator it) {
    return static_cast<size_t>(it - cells.begin());
  }
  int compare(const Cell& cell, const RowPtr& row) const { return order_.compare(*cell.rows[0].row, *row); }

  // Accumulator in front of a cell.
  OverCalls::Accumulator before(const Cells& cells, size_t index) const {
    return index == 0 ? calls_.create() : calls_.copy(cells[index - 1].accumulator);
  }
  void add_cell(OverCalls::Accumulator& to, const Cells& cells, size_t index) {
    bool new_group = index == 0 || compare(cells[index - 1], cells[index].rows[0].row) != 0;
    for (const OverRow& row : cells[index].rows) {
      calls_.accumulate(to, *row.row, new_group, *context.eval);
      new_group = false;
    }
  }

  void insert(Cells& cells, RowKind kind, const RowPtr& row) {
    auto less = [this](const RowPtr& r, const Cell& cell) { return compare(cell, r) > 0; };
    size_t index = at(cells, std::upper_bound(cells.cbegin(), cells.cend(), row, less));
    if (peers_together_ && index > 0 && compare(cells[index - 1], row) == 0) {
      --index;
      Cell& cell = cells[index];
      cell.rows.push_back(OverRow{row, {}});
      const OverCalls::Accumulator old = std::exchange(cell.accumulator, before(cells, index));
      add_cell(cell.accumulator, cells, index);
      if (!calls_.same(old, cell.accumulator)) {
        for (size_t i = 0; i + 1 < cell.rows.size(); ++i)
          resend(cell.rows[i], cell.accumulator, Rule::kOverPeer);
      }
      const RowPtr sent = calls_.result(row, cell.accumulator, *context.eval);
      cell.rows.back().sent = sent;
      context.emit(kind, sent, Reason{Rule::kOverRow, row.get()});
    } else {
      Cell cell;
      cell.accumulator = before(cells, index);
      bool new_group = index == 0 || compare(cells[index - 1], row) != 0;
      calls_.accumulate(cell.accumulator, *row, new_group, *context.eval);
      RowPtr sent = calls_.result(row, cell.accumulator, *context.eval);
      cell.rows.push_back(OverRow{row, sent});
      cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(index), std::move(cell));
      context.emit(kind, sent, Reason{Rule::kOverRow, row.get()});
    }
    update_from(cells, index + 1);
  }

  void remove(Cells& cells, const RowPtr& row) {
    auto less = [this](const Cell& cell, const RowPtr& r) { return compare(cell, r) < 0; };
    size_t index = at(cells, std::lower_bound(cells.cbegin(), cells.cend(), row, less));
    size_t found = cells.size(), place = 0;
    for (size_t c = index; c < cells.size() && found == cells.size() && compare(cells[c], row) == 0; ++c) {
      for (size_t i = 0; i < cells[c].rows.size(); ++i) {
        if (!cells[c].rows[i].row->equals(*row)) continue;
        found = c;
        place = i;
      }
    }
    if (found == cells.size()) {
      context.suppress(Reason{Rule::kOverUnknown, row.get()});
      return;
    }
    Cell& cell = cells[found];
    OverRow gone = cell.rows[place];
    if (cell.rows.size() == 1) {
      cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(found));
      context.emit(RowKind::kDelete, gone.sent, Reason{Rule::kOverDelete, gone.row.get()});
      update_from(cells, found);
      return;
    }
    std::vector<OverRow> old_rows = cell.rows;
    cell.rows.erase(cell.rows.begin() + static_cast<std::ptrdiff_t>(place));
    const OverCalls::Accumulator old = std::exchange(cell.accumulator, before(cells, found));
    add_cell(cell.accumulator, cells, found);
    const bool changed = !calls_.same(old, cell.accumulator);
    size_t kept = 0;
    for (size_t i = 0; i < old_rows.size(); ++i) {
      if (i == place) {
        context.emit(RowKind::kDelete, gone.sent, Reason{Rule::kOverDelete, gone.row.get()});
      } else if (changed) {
        resend(cell.rows[kept++], cell.accumulator, Rule::kOverPeer);
      }
    }
    update_from(cells, found + 1);
  }

  // Sends the rows of later cells anew until an accumulator is what it was.
  void update_from(Cells& cells, size_t index) {
    for (; index < cells.size(); ++index) {
      OverCalls::Accumulator now = before(cells, index);
      add_cell(now, cells, index);
      if (calls_.same(now, cells[index].accumulator)) return;
      cells[index].accumulator = std::move(now);
      for (OverRow& row : cells[index].rows) resend(row, cells[index].accumulator, Rule::kOverChanged);
    }
  }

  void resend(OverRow& row, const OverCalls::Accumulator& accumulator, Rule rule) {
    RowPtr old_row = std::exchange(row.sent, calls_.result(row.row, accumulator, *context.eval));
    RowPtr new_row = row.sent;
    Reason reason{rule, old_row.get(), new_row.get()};
    context.emit(RowKind::kUpdateBefore, old_row, reason);
    context.emit(RowKind::kUpdateAfter, new_row, reason);
  }

  std::vector<int32_t> partition_;
  RowType type_;
  RowOrder order_;
  OverCalls calls_;
  bool peers_together_;
  int64_t ttl_;
  KeyedState<Partition> state_;
};

}  // namespace

OperatorPtr make_non_time_over(const OverAggregateNode& node, const FactoryContext& context) {
  return std::make_unique<NonTimeOver>(node, context.options);
}

}  // namespace rowkind
