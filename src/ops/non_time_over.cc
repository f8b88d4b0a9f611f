// OverAggregate ordered by plain columns, UNBOUNDED PRECEDING to CURRENT ROW, over any changelog (Flink: NonTimeRangeUnbounded- and
// NonTimeRowsUnboundedPrecedingFunction). Rows of a partition are kept in order; rows with an equal sort key are peers.
//
//   +I/+U r, kind k, new sort key   `k r`, then [-U old +U new] of each later row, as long as accumulators differ from before (not results:
//                                   a SUM that also counts rows sends equal results again)
//   +I/+U r, peers (RANGE)          first -U/+U of each peer if the accumulator changes, then `k r`, then later rows
//   +I/+U r, peers (ROWS)           behind its peers, as with a new sort key
//   -U/-D r                         RANGE: the peers in order, -U/+U each if the accumulator changes, and `-D r` in the place of the last
//                                   equal row, then later rows; the accumulator is made of the rows that are not equal to r: until the next
//                                   change of the key, equal rows that stay do not count. ROWS: -D of the first equal row, then later rows.
//                                   An unknown row is ignored
//
// -U is always sent; old results are made of the old accumulators when they are sent, with what has become of views meanwhile
// (over_calls.h). RANK and DENSE_RANK count the rows up to the last peer (two equal first rows are both 2).
#include <algorithm>
#include <utility>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/over_calls.h"
#include "ops/row_order.h"

namespace rowkind {
namespace {

// One row (ROWS) or all peers (RANGE), with the accumulator behind it.
struct Cell {
  std::vector<RowPtr> rows;
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
        out.insert(out.end(), cell.rows.begin(), cell.rows.end());
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
  int compare(const Cell& cell, const RowPtr& row) const { return order_.compare(*cell.rows[0], *row); }

  // To go on with at a cell.
  OverCalls::Accumulator before(const Cells& cells, size_t index) const {
    return index == 0 ? calls_.create() : calls_.load(cells[index - 1].accumulator);
  }
  void add(OverCalls::Accumulator& to, const std::vector<RowPtr>& rows) {
    for (const RowPtr& row : rows) calls_.accumulate(to, *row, *context.eval);
  }

  void insert(Cells& cells, RowKind kind, const RowPtr& row) {
    auto less = [this](const RowPtr& r, const Cell& cell) { return compare(cell, r) > 0; };
    size_t index = at(cells, std::upper_bound(cells.cbegin(), cells.cend(), row, less));
    if (peers_together_ && index > 0 && compare(cells[index - 1], row) == 0) {
      --index;
    } else {
      cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(index), Cell{});
    }
    Cell& cell = cells[index];
    OverCalls::Accumulator running = before(cells, index);
    add(running, cell.rows);
    calls_.accumulate(running, *row, *context.eval);
    const OverCalls::Accumulator old = std::exchange(cell.accumulator, calls_.keep(running));
    if (!cell.rows.empty() && !calls_.same(old, running)) {
      for (const RowPtr& peer : cell.rows) resend(peer, old, cell, running, Rule::kOverPeer);
    }
    cell.rows.push_back(row);
    context.emit(kind, calls_.result(row, running, *context.eval), Reason{Rule::kOverRow, row.get()});
    update_from(cells, index + 1, running);
  }

  void remove(Cells& cells, const RowPtr& row) {
    auto less = [this](const Cell& cell, const RowPtr& r) { return compare(cell, r) < 0; };
    size_t index = at(cells, std::lower_bound(cells.cbegin(), cells.cend(), row, less));
    auto equal = [&](const RowPtr& other) { return other->equals(*row); };
    for (; index < cells.size() && compare(cells[index], row) == 0; ++index) {
      const std::vector<RowPtr>& rows = cells[index].rows;
      auto last = std::find_if(rows.rbegin(), rows.rend(), equal);
      if (last == rows.rend()) continue;
      remove(cells, index, static_cast<size_t>(rows.rend() - last) - 1);
      return;
    }
    context.suppress(Reason{Rule::kOverUnknown, row.get()});
  }

  void remove(Cells& cells, size_t index, size_t place) {
    Cell& cell = cells[index];
    const RowPtr gone = cell.rows[place];
    OverCalls::Accumulator running = before(cells, index);
    if (peers_together_) {
      for (const RowPtr& row : cell.rows) {
        if (!row->equals(*gone)) calls_.accumulate(running, *row, *context.eval);
      }
    } else {
      calls_.check_rows();
    }
    const OverCalls::Accumulator old = std::exchange(cell.accumulator, calls_.keep(running));
    const bool changed = peers_together_ && !calls_.same(old, running);
    for (size_t i = 0; i < cell.rows.size(); ++i) {
      if (i == place) {
        context.emit(RowKind::kDelete, calls_.result(gone, old, running, *context.eval),
                     Reason{Rule::kOverDelete, gone.get()});
      } else if (changed) {
        resend(cell.rows[i], old, cell, running, Rule::kOverPeer);
      }
    }
    cell.rows.erase(cell.rows.begin() + static_cast<std::ptrdiff_t>(place));
    const bool empty = cell.rows.empty();
    if (empty) cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(index));
    update_from(cells, empty ? index : index + 1, running);
  }

  // Sends the rows of later cells anew until an accumulator is what it was.
  void update_from(Cells& cells, size_t index, OverCalls::Accumulator& running) {
    if (!peers_together_ && index < cells.size()) calls_.check_rows();
    for (; index < cells.size(); ++index) {
      Cell& cell = cells[index];
      add(running, cell.rows);
      if (calls_.same(running, cell.accumulator)) return;
      const OverCalls::Accumulator old = std::exchange(cell.accumulator, calls_.keep(running));
      for (const RowPtr& row : cell.rows) resend(row, old, cell, running, Rule::kOverChanged);
    }
  }

  // `old`: the accumulator of the cell before.
  void resend(const RowPtr& row, const OverCalls::Accumulator& old, const Cell& cell,
              const OverCalls::Accumulator& running, Rule rule) {
    const RowPtr before = calls_.result(row, old, running, *context.eval);
    const RowPtr after = calls_.result(row, cell.accumulator, running, *context.eval);
    Reason reason{rule, before.get(), after.get()};
    context.emit(RowKind::kUpdateBefore, before, reason);
    context.emit(RowKind::kUpdateAfter, after, reason);
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
