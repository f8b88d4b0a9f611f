// WindowAggregate and GlobalWindowAggregate over TUMBLE, HOP, CUMULATE windows and over rows that carry their window: one +I a key and window
// when time has passed it, never taken back. (Flink: WindowAggOperator with SliceUnsharedWindowAggProcessor, SliceSharedWindowAggProcessor.)
//
//   row, slice open                     buffered (window_buffer.h)
//   row, slice closed, a later window   buffered for that one: the row is late for some of its windows only
//   with it open
//   row, all its windows closed         late, dropped
//   time passes a slice in the buffer   the buffer goes into the slices' accumulators, a timer for each window
//   timer of a window                   its slices are folded; +I unless the record counter is 0 (it exists if rows can be retracted, and for
//                                       HOP, where a window without rows ends the chain of timers); slices without further use are freed
//
// Retractions are applied without asking whether their row is known; after the window has fired they are late. Keys come in the order of
// Flink's timer heap (timer_queue.h). What leaves the buffer after its window has fired is lost (WindowZone::next_flush).
// The global phase gets the local one's accumulators instead of rows and does the same with them.
#include "ops/window_aggregate.h"

#include "ops/window_buffer.h"

namespace rowkind {

std::vector<AggregateCall> visible_calls(const WindowAggregateNode& node) {
  std::vector<AggregateCall> calls = node.calls;
  if (node.hidden_count >= 0) calls.erase(calls.begin() + node.hidden_count);
  return calls;
}

StateSchema window_state_schema(std::string name, const WindowAggregateNode& node, const RowType& input,
                                const char* end_name) {
  StateSchema schema{std::move(name), window_key_type(input, node.grouping, end_name), {}};
  schema.value.push_back(Field{"rows", LogicalType::bigint()});
  for (const AggregateCall& call : visible_calls(node)) schema.value.push_back(Field{call.name, LogicalType::string()});
  return schema;
}

int64_t local_time_of(const WindowSpec& window, const WindowZone& zone, const Row& row, int64_t clock) {
  if (!window.rowtime) return zone.to_local(clock);
  const Value& time = row[window.time_column];
  if (time.is_null()) {
    throw Failure("job/null-rowtime",
                  "RowTime field should not be null, please convert it to a non-null long value.");
  }
  return zone.to_local(time.timestamp().millis);
}

int64_t slice_of(const WindowSpec& window, const WindowSlices& slices, const WindowZone& zone, const Row& row,
                 int64_t clock) {
  if (window.time_column < 0) return row[window.end_column].timestamp().millis;
  return slices.slice_end(local_time_of(window, zone, row, clock));
}

void set_window(RowBuilder& builder, int32_t to, const std::vector<WindowProperty>& properties, const WindowZone& zone,
                int64_t start, int64_t end) {
  for (WindowProperty property : properties) {
    switch (property) {
      case WindowProperty::kStart:
        builder.set(to++, Value::timestamp({start, 0}));
        break;
      case WindowProperty::kEnd:
        builder.set(to++, Value::timestamp({end, 0}));
        break;
      case WindowProperty::kRowtime:
        builder.set(to++, Value::timestamp({zone.to_instant(end - 1), 0}));
        break;
      case WindowProperty::kProctime:
        builder.set(to++, Value::null());  // an attribute: its value is taken above
        break;
    }
  }
}

namespace {

const WindowAggregateNode& argument_node(const WindowAggregateNode& node) {
  return node.kind == NodeKind::kGlobalWindowAggregate ? static_cast<const WindowAggregateNode&>(input_of(node)) : node;
}

struct Waiting {
  std::vector<Change> changes;
  int64_t written = 0;
};

class SlicingWindowAggregate final : public Operator {
 public:
  // `rows`: the node whose input holds the rows that `calls` refer to.
  SlicingWindowAggregate(const WindowAggregateNode& node, const WindowAggregateNode& rows)
      : grouping_(node.grouping),
        window_(node.window),
        properties_(node.properties),
        global_(&node != &rows),
        event_time_(node.window.rowtime || node.window.time_column < 0),
        counts_(node.needs_retraction || (node.window.window == WindowKind::kHop && node.window.time_column >= 0)),
        slices_(node.window),
        calls_(visible_calls(rows), rows.retract, input_of(rows).type),
        waiting_schema_{"buffered rows", window_key_type(input_of(rows).type, rows.grouping, "slice_end"),
                        global_ ? RowType{Field{"accumulators", LogicalType::bigint()}} : input_of(node).type},
        state_schema_(window_state_schema("accumulators", rows, input_of(rows).type,
                                          slices_.shared() ? "slice_end" : "window_end")),
        arity_(static_cast<int32_t>(grouping_.size() + calls_.size() + properties_.size())) {
    for (size_t i = 0; i < grouping_.size(); ++i) key_columns_.push_back(static_cast<int32_t>(i));
  }

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    buffer_.open(context, waiting_schema_, this, global_ ? count_waiting : describe_waiting);
    state_.open(
        context, state_schema_, 0, this,
        [](const void* owner, const GroupState& group) {
          return describe_group(static_cast<const SlicingWindowAggregate*>(owner)->calls_, group, true);
        },
        calls_.slot_bytes());
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    int64_t slice = global_ ? row[row->arity() - 1].integer()
                            : slice_of(window_, slices_, zone_, *row, context.clock());
    int64_t target = slice;
    if (event_time_ && zone_.fired(slice, progress_)) {
      if (zone_.fired(slices_.last_window_end(slice), progress_)) {
        context.late(kind, row);
        return;
      }
      target = slices_.late_target(slice);
    }
    bool made;
    auto* entry = buffer_.at(window_key(*row, grouping_, target), made);
    entry->value.changes.push_back(Change{kind, row});
    if (!event_time_) {
      context.register_processing_timer(entry->key, zone_.timer_time(slice - 1));
    } else if (zone_.fired(slice, progress_)) {
      int64_t open = slice;
      while (zone_.fired(open, progress_)) open += slices_.interval();
      set_timer(*entry->key, open);
      context.suppress(Reason{Rule::kWindowPartlyLate, row.get(), entry->key.get(), open});
      return;
    }
    context.suppress(Reason{Rule::kWindowBuffered, row.get(), entry->key.get(), slice});
  }

  void on_watermark(int64_t watermark) override {
    if (event_time_) {
      advance(watermark);
      timers_at_ = watermark;
    }
    Operator::on_watermark(watermark);
  }
  void on_event_timer(const RowPtr& key, int64_t) override { fire(key); }
  void on_processing_timer(const RowPtr& key, int64_t time) override {
    advance(time);
    fire(key);
  }

 private:
  using Entry = KeyedState<GroupState>::Entry;

  static std::vector<RowPtr> describe_waiting(const void*, const Waiting& waiting) {
    std::vector<RowPtr> rows;
    for (const Change& change : waiting.changes) rows.push_back(change.row);
    return rows;
  }
  static std::vector<RowPtr> count_waiting(const void*, const Waiting& waiting) {
    return {make_row({Value::integer(static_cast<int64_t>(waiting.changes.size()))})};
  }

  void advance(int64_t progress) {
    if (progress <= progress_) return;
    progress_ = progress;
    if (progress_ < next_flush_) return;
    if (buffer_.due(zone_, progress_)) buffer_.flush([&](auto& entry) { combine(entry.key, entry.value); });
    next_flush_ = zone_.next_flush(progress_, slices_.interval(), slices_.offset());
  }

  // Messages of one key and slice into its accumulators.
  void combine(const RowPtr& key, const Waiting& waiting) {
    GroupState& group = slot(key)->value;
    for (const Change& change : waiting.changes) {
      if (global_) {
        const Row& row = *change.row;
        const Value* accumulators = row.values() + grouping_.size();
        calls_.merge(group.values(), accumulators, *context.eval);
        group.rows += accumulators[calls_.slots()].integer();
      } else if (is_accumulate(change.kind)) {
        ++group.rows;
        calls_.accumulate(group.values(), *change.row, *context.eval);
      } else {
        --group.rows;
        calls_.retract(group.values(), *change.row, *context.eval);
      }
    }
    if (!event_time_) return;
    int64_t end = end_of(*key);
    if (!zone_.fired(end, timers_at_)) {
      context.register_event_timer(key, zone_.timer_time(end - 1));
    } else if (!slices_.shared()) {
      context.suppress(Reason{Rule::kWindowLost, nullptr, key.get(), static_cast<int64_t>(waiting.changes.size())});
    }
  }

  Entry* slot(const RowPtr& key) {
    Entry* entry = state_.find(key);
    if (entry != nullptr) {
      state_.touch(*entry);
    } else {
      entry = state_.create(key);
      calls_.create(entry->value);
    }
    return entry;
  }
  RowPtr key_at(const Row& key, int64_t end) const { return window_key(key, key_columns_, end); }
  void set_timer(const Row& key, int64_t window_end) {
    RowPtr timer = key_at(key, window_end);
    if (event_time_) {
      context.register_event_timer(timer, zone_.timer_time(window_end - 1));
    } else {
      context.register_processing_timer(timer, zone_.timer_time(window_end - 1));
    }
  }

  void fire(const RowPtr& key) {
    int64_t end = end_of(*key);
    bool empty = slices_.shared() && !slices_.cumulates() ? fire_folded(key, end) : fire_slot(key, end);
    if (slices_.shared()) {
      if (std::optional<int64_t> next = slices_.next_window(end, empty)) set_timer(*key, *next);
    }
    slices_.each_expired(end, [&](int64_t slice) {
      RowPtr slice_key = key_at(*key, slice);
      Entry* entry = state_.find(slice_key);
      if (entry == nullptr) return;
      context.suppress(Reason{Rule::kWindowCleared, nullptr, slice_key.get(), slice});
      state_.erase(entry);
    });
  }
  // TUMBLE, CUMULATE, attached: the result is that of one accumulator in the state.
  bool fire_slot(const RowPtr& key, int64_t end) {
    RowPtr slot_key = slices_.cumulates() ? key_at(*key, slices_.first_slice_end(end)) : key;
    GroupState& group = slot(slot_key)->value;
    if (slices_.cumulates()) {
      slices_.each_merged(end, [&](int64_t slice) {
        if (Entry* merged = state_.find(key_at(*key, slice))) fold(group.values(), group.rows, merged->value);
      });
    }
    return !send(key, end, group.values(), group.rows);
  }
  // HOP: a fresh accumulator for the slices of the window.
  bool fire_folded(const RowPtr& key, int64_t end) {
    std::vector<Value> slots(static_cast<size_t>(calls_.slots()));
    calls_.create(slots.data());
    int64_t rows = 0;
    slices_.each_merged(end, [&](int64_t slice) {
      if (Entry* merged = state_.find(key_at(*key, slice))) fold(slots.data(), rows, merged->value);
    });
    return !send(key, end, slots.data(), rows);
  }
  void fold(Value* slots, int64_t& rows, const GroupState& slice) {
    calls_.merge(slots, slice.values(), *context.eval);
    rows += slice.rows;
  }

  // False when the window is empty.
  bool send(const RowPtr& key, int64_t end, const Value* slots, int64_t rows) {
    if (counts_ && rows == 0) {
      context.suppress(Reason{Rule::kWindowEmpty, nullptr, key.get(), end});
      return false;
    }
    RowBuilder builder(arity_);
    int32_t column = 0;
    for (size_t i = 0; i < grouping_.size(); ++i, ++column) builder.set(column, key[column]);
    for (size_t i = 0; i < calls_.size(); ++i) builder.set(column++, calls_.result(i, slots, *context.eval));
    set_window(builder, column, properties_, zone_, slices_.window_start(end), end);
    RowPtr row = builder.finish();
    context.emit(RowKind::kInsert, row, Reason{Rule::kWindowFired, key.get(), row.get(), rows});
    return true;
  }

  std::vector<int32_t> grouping_, key_columns_;
  WindowSpec window_;
  std::vector<WindowProperty> properties_;
  bool global_, event_time_, counts_;
  WindowSlices slices_;
  WindowZone zone_;
  AggregateCalls calls_;
  StateSchema waiting_schema_, state_schema_;
  int32_t arity_;
  WindowBuffer<Waiting> buffer_;
  KeyedState<GroupState> state_;
  int64_t progress_ = INT64_MIN;    // watermark, or time of the last timer
  int64_t next_flush_ = INT64_MIN;  // the buffer is left alone before this
  int64_t timers_at_ = INT64_MIN;   // watermark that the timers know
};

}  // namespace

OperatorPtr make_window_aggregate(const WindowAggregateNode& node, const FactoryContext&) {
  if (node.window.window == WindowKind::kSession) return make_session_window_aggregate(node);
  return std::make_unique<SlicingWindowAggregate>(node, argument_node(node));
}

}  // namespace rowkind
