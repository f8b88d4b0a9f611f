// TemporalSort: ORDER BY a time attribute [, more] over insert-only input.
//
// Event time (Flink: RowTimeSortOperator): rows wait under their time; when the watermark reaches it they go out as they came, sorted by the
// further keys. A row whose time is not after the last one that went out is dropped (that time counts, not the watermark).
// Processing time: alone it orders nothing and rows pass; with further keys the rows of one millisecond are sorted when it is over.
#include <algorithm>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/row_order.h"

namespace rowkind {
namespace {

struct Waiting {
  std::vector<RowPtr> rows;
  int64_t written = 0;
};
std::vector<RowPtr> describe_waiting(const void*, const Waiting& waiting) {
  return waiting.rows;
}
struct Fired {
  int64_t time = 0;
  int64_t written = 0;
};

std::vector<SortKey> further_keys(const SortLimitNode& node) {
  return std::vector<SortKey>(node.keys.begin() + 1, node.keys.end());
}

class RowtimeSort final : public Operator {
 public:
  explicit RowtimeSort(const SortLimitNode& node)
      : column_(node.keys[0].column), type_(input_of(node).type), order_(further_keys(node), type_) {}

  void open() override {
    Field time{type_[static_cast<size_t>(column_)].name, LogicalType::timestamp(3)};
    rows_.open(context, StateSchema{"rows waiting", {time}, type_}, 0, this, describe_waiting);
    fired_.open(context, StateSchema{"last time sent", {}, {time}}, 0, this,
                [](const void*, const Fired& fired) {
                  return std::vector<RowPtr>{make_row({Value::timestamp({fired.time, 0})})};
                });
  }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    int64_t time = row[column_].timestamp().millis;
    auto* fired = fired_.find(none_);
    if (fired != nullptr && time <= fired->value.time) {
      context.late(kind, row);
      return;
    }
    RowPtr key = make_row({Value::timestamp({time, 0})});
    rows_.touch_or_create(KeyView(*key))->value.rows.push_back(row);
    context.register_event_timer(key, time);
  }
  void on_event_timer(const RowPtr& key, int64_t time) override {
    auto* entry = rows_.find(key);
    if (entry == nullptr) return;
    std::vector<RowPtr> rows = entry->value.rows;
    rows_.erase(entry);
    std::stable_sort(rows.begin(), rows.end(), order_);
    for (const RowPtr& row : rows)
      context.emit(RowKind::kInsert, row, Reason{Rule::kSortTime, nullptr, nullptr, time});
    fired_.touch_or_create(KeyView(*none_))->value.time = time;
  }

 private:
  int32_t column_;
  RowType type_;
  RowOrder order_;
  RowPtr none_ = make_row({});
  KeyedState<Waiting> rows_;
  KeyedState<Fired> fired_;
};

class ProctimeSort final : public Operator {
 public:
  explicit ProctimeSort(const SortLimitNode& node)
      : type_(input_of(node).type), order_(further_keys(node), type_), sorts_(node.keys.size() > 1) {}

  void open() override {
    rows_.open(context, StateSchema{"rows waiting", {}, type_}, 0, this, describe_waiting);
  }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (!sorts_) {
      context.emit(kind, row, Reason{Rule::kForward});
      return;
    }
    rows_.touch_or_create(KeyView(*none_))->value.rows.push_back(row);
    context.register_processing_timer(none_, context.clock() + 1);
  }
  void on_processing_timer(const RowPtr& key, int64_t time) override {
    auto* entry = rows_.find(key);
    if (entry == nullptr) return;
    std::vector<RowPtr> rows = entry->value.rows;
    rows_.erase(entry);
    std::stable_sort(rows.begin(), rows.end(), order_);
    for (const RowPtr& row : rows)
      context.emit(RowKind::kInsert, row, Reason{Rule::kSortTime, nullptr, nullptr, time});
  }

 private:
  RowType type_;
  RowOrder order_;
  bool sorts_;
  RowPtr none_ = make_row({});
  KeyedState<Waiting> rows_;
};

}  // namespace

OperatorPtr make_temporal_sort(const SortLimitNode& node, const FactoryContext&) {
  const LogicalType& time = input_of(node).type[static_cast<size_t>(node.keys[0].column)].type;
  if (time.is_proctime()) return std::make_unique<ProctimeSort>(node);
  return std::make_unique<RowtimeSort>(node);
}

}  // namespace rowkind
