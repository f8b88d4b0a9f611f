// OverAggregate ordered by a time attribute, over insert-only input; +I only.
//
// Event time: rows wait under their time and come out when the watermark reaches it, times ascending, rows of one time as they came.
//   unbounded          a row at or before the watermark is dropped
//   bounded            a row at or before the last time that came out for its key is dropped; one between that and the watermark is kept
//                      and comes out with the next watermark
//                      Before 2.1 a key of it has one timer, for the next watermark: its rows come out together, not by time among all keys'.
//   RANGE              all rows of one time see the same result; ROWS: one by one
// Processing time: unbounded and ROWS come out at once; bounded RANGE when the millisecond is over.
// Flink: RowTimeUnboundedPrecedingOverFunctionV2 (before 2.1 RowTime…UnboundedPrecedingFunction), RowTime{Rows,Range}BoundedPrecedingFunction, ProcTime….
#include <map>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/over_calls.h"

namespace rowkind {
namespace {

using TimedRows = std::map<int64_t, std::vector<RowPtr>>;

struct Partition {
  TimedRows waiting;
  TimedRows frame;  // rows behind the accumulator that may leave it again, by time
  int64_t frame_rows = 0;
  OverCalls::Accumulator accumulator;
  int64_t last_time = INT64_MIN;  // that came out
  int64_t written = 0;
};

class TimeOver final : public Operator {
 public:
  TimeOver(const OverAggregateNode& node, const OperatorOptions& options)
      : partition_(node.partition),
        type_(input_of(node).type),
        time_(node.order[0].column),
        rowtime_(type_[static_cast<size_t>(time_)].type.is_rowtime()),
        rows_(node.rows),
        bounded_(node.lower.kind != FrameBound::Kind::kUnboundedPreceding),
        one_timer_(!bounded_ && node.one_timer_a_key),
        calls_(node, bounded_),
        ttl_(options.state_ttl_millis) {
    if (node.lower.kind != FrameBound::Kind::kPreceding) return;
    EvalContext context;
    RowPtr none = make_row({});
    preceding_ = compile(node.lower.offset)->eval(*none, context).integer();
    if (preceding_ < 0) preceding_ = -preceding_;
  }

  void open() override {
    StateSchema schema{"rows waiting, rows in the frame", {}, type_};
    for (int32_t column : partition_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    state_.open(context, std::move(schema), ttl_, this, [](const void*, const Partition& partition) {
      std::vector<RowPtr> out;
      for (const TimedRows* timed : {&partition.frame, &partition.waiting}) {
        for (const auto& [time, rows] : *timed) out.insert(out.end(), rows.begin(), rows.end());
      }
      return out;
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, partition_);
    int64_t time = rowtime_ ? row[time_].timestamp().millis : context.clock();
    auto* entry = state_.find(key);
    if (rowtime_ && (bounded_ ? entry && time <= entry->value.last_time : time <= context.watermark)) {
      context.late(kind, row);
      return;
    }
    if (entry) {
      state_.touch(*entry);
    } else {
      entry = state_.create(key);
      entry->value.accumulator = calls_.create();
    }
    Partition& partition = entry->value;
    if (!rowtime_ && (rows_ || !bounded_)) {
      add(partition, row, time);
      send(partition, row);
      return;
    }
    partition.waiting[time].push_back(row);
    if (!rowtime_) {
      context.register_processing_timer(entry->key, time + 1);
    } else {
      context.register_event_timer(entry->key, one_timer_ ? context.watermark + 1 : time);
    }
    context.suppress(Reason{Rule::kOverWaits, row.get()});
  }

  void on_event_timer(const RowPtr& key, int64_t time) override {
    auto* entry = state_.find(key);
    if (entry == nullptr) return;
    state_.touch(*entry);
    if (!one_timer_) {
      release(entry->value, time);
      return;
    }
    TimedRows& waiting = entry->value.waiting;
    while (!waiting.empty() && waiting.begin()->first <= context.watermark)
      release(entry->value, waiting.begin()->first);
    if (!waiting.empty()) context.register_event_timer(entry->key, context.watermark + 1);
  }
  void on_processing_timer(const RowPtr& key, int64_t time) override {
    auto* entry = state_.find(key);
    if (entry == nullptr) return;
    state_.touch(*entry);
    release(entry->value, time - 1);
  }

 private:
  // The rows of one time come out.
  void release(Partition& partition, int64_t time) {
    auto it = partition.waiting.find(time);
    if (it == partition.waiting.end()) return;
    std::vector<RowPtr> rows = std::move(it->second);
    partition.waiting.erase(it);
    partition.last_time = time;
    if (rows_) {
      for (const RowPtr& row : rows) {
        add(partition, row, time);
        send(partition, row);
      }
      return;
    }
    if (bounded_) {
      while (!partition.frame.empty() && partition.frame.begin()->first < time - preceding_) {
        for (const RowPtr& old_row : partition.frame.begin()->second) {
          calls_.retract(partition.accumulator, *old_row, *context.eval);
        }
        partition.frame.erase(partition.frame.begin());
      }
    }
    for (const RowPtr& row : rows) add(partition, row, time);
    for (const RowPtr& row : rows) send(partition, row);
  }

  void add(Partition& partition, const RowPtr& row, int64_t time) {
    if (bounded_ && rows_ && partition.frame_rows > preceding_) {
      std::vector<RowPtr>& oldest = partition.frame.begin()->second;
      calls_.retract(partition.accumulator, *oldest.front(), *context.eval);
      oldest.erase(oldest.begin());
      if (oldest.empty()) partition.frame.erase(partition.frame.begin());
      --partition.frame_rows;
    }
    calls_.accumulate(partition.accumulator, *row, *context.eval);
    if (!bounded_) return;
    partition.frame[time].push_back(row);
    ++partition.frame_rows;
  }

  void send(Partition& partition, const RowPtr& row) {
    context.emit(RowKind::kInsert, calls_.result(row, partition.accumulator, *context.eval),
                 Reason{Rule::kOverRow, row.get()});
  }

  std::vector<int32_t> partition_;
  RowType type_;
  int32_t time_;
  bool rowtime_, rows_, bounded_, one_timer_;
  OverCalls calls_;
  int64_t preceding_ = 0;  // rows or milliseconds; 0: CURRENT ROW
  int64_t ttl_;
  KeyedState<Partition> state_;
};

}  // namespace

OperatorPtr make_over_aggregate(const OverAggregateNode& node, const FactoryContext& context) {
  const LogicalType& time = input_of(node).type[static_cast<size_t>(node.order[0].column)].type;
  if (!time.is_rowtime() && !time.is_proctime()) return make_non_time_over(node, context);
  return std::make_unique<TimeOver>(node, context.options);
}

}  // namespace rowkind
