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

StateSchema window_state_schema(std::string name, const std::vector<int32_t>& grouping,
                                const std::vector<AggregateCall>& calls, const RowType& input,
                                std::initializer_list<const char*> times) {
  StateSchema schema{std::move(name), {}, {}};
  for (int32_t column : grouping) schema.key.push_back(input[static_cast<size_t>(column)]);
  for (const char* time : times) schema.value.push_back(Field{time, LogicalType::timestamp(3)});
  schema.value.push_back(Field{"rows", LogicalType::bigint()});
  for (const AggregateCall& call : calls) schema.value.push_back(Field{call.name, LogicalType::string()});
  return schema;
}

RowPtr WindowContent::describe(const AggregateCalls& calls, std::initializer_list<int64_t> times) const {
  std::vector<Value> values;
  for (int64_t time : times) values.push_back(Value::timestamp({time, 0}));
  values.push_back(Value::integer(rows));
  for (size_t i = 0; i < calls.size(); ++i) {
    values.push_back(Value::string(calls.aggregator(i).describe(slots.data() + calls.slot(i))));
  }
  return make_row(std::move(values));
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

void set_window(RowBuilder& builder, int32_t to, const std::vector<WindowProperty>& properties,
                const WindowZone& zone, int64_t start, int64_t end) {
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
  return node.kind == NodeKind::kGlobalWindowAggregate
             ? static_cast<const WindowAggregateNode&>(input_of(node))
             : node;
}

using Waiting = std::vector<Change>;

class SlicingWindowAggregate final : public Operator {
 public:
  // `rows`: the node whose input holds the rows that `calls` refer to.
  SlicingWindowAggregate(const WindowAggregateNode& node, const WindowAggregateNode& rows)
      : grouping_(node.grouping),
        window_(node.window),
        properties_(node.properties),
        global_(&node != &rows),
        event_time_(node.window.rowtime || node.window.time_column < 0),
        counts_(node.needs_retraction ||
                (node.window.window == WindowKind::kHop && node.window.time_column >= 0)),
        slices_(node.window),
        calls_(visible_calls(rows), rows.retract, input_of(rows).type),
        waiting_schema_{"buffered rows", {}, {Field{"slice_end", LogicalType::timestamp(3)}}},
        state_schema_(window_state_schema("accumulators", rows.grouping, visible_calls(rows),
                                          input_of(rows).type,
                                          {slices_.shared() ? "slice_end" : "window_end"})),
        arity_(static_cast<int32_t>(grouping_.size() + calls_.size() + properties_.size())) {
    waiting_schema_.key = state_schema_.key;
    if (global_) {
      waiting_schema_.value.push_back(Field{"accumulators", LogicalType::bigint()});
    } else {
      const RowType& type = input_of(node).type;
      waiting_schema_.value.insert(waiting_schema_.value.end(), type.begin(), type.end());
    }
    for (size_t i = 0; i < grouping_.size(); ++i) key_columns_.push_back(static_cast<int32_t>(i));
  }

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    buffer_.open(context, waiting_schema_, this, [](const void* owner, const ByEnd<Waiting>& slices) {
      return static_cast<const SlicingWindowAggregate*>(owner)->describe_waiting(slices);
    });
    state_.open(context, state_schema_, 0, this, [](const void* owner, const ByEnd<WindowContent>& slices) {
      std::vector<RowPtr> rows;
      for (const auto& part : slices.parts) {
        rows.push_back(
            part.content.describe(static_cast<const SlicingWindowAggregate*>(owner)->calls_, {part.end}));
      }
      return rows;
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    int64_t slice =
        global_ ? row[row->arity() - 1].integer() : slice_of(window_, slices_, zone_, *row, context.clock());
    bool closed = event_time_ && zone_.fired(slice, progress_);
    if (closed && zone_.fired(slices_.last_window_end(slice), progress_)) {
      context.late(kind, row);
      return;
    }
    int64_t target = closed ? slices_.late_target(slice) : slice;
    bool made;
    buffer_.at(KeyView(*row, grouping_), target, made).push_back(Change{kind, row});
    if (!event_time_) {
      context.register_processing_timer(window_key(*row, grouping_, slice), zone_.timer_time(slice - 1));
    } else if (closed) {
      int64_t open = slice;
      while (zone_.fired(open, progress_)) open += slices_.interval();
      context.register_event_timer(window_key(*row, grouping_, open), zone_.timer_time(open - 1));
    }
    if (context.recorder) {
      Rule rule = closed ? Rule::kWindowPartlyLate : Rule::kWindowBuffered;
      context.suppress(Reason{rule, row.get(), window_key(*row, grouping_, target).get(), target});
    }
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
  using Slices = ByEnd<WindowContent>;

  std::vector<RowPtr> describe_waiting(const ByEnd<Waiting>& slices) const {
    std::vector<RowPtr> rows;
    for (const auto& part : slices.parts) {
      Value end = Value::timestamp({part.end, 0});
      if (global_) {
        rows.push_back(make_row({end, Value::integer(static_cast<int64_t>(part.content.size()))}));
        continue;
      }
      for (const Change& change : part.content) {
        std::vector<Value> values{end};
        values.insert(values.end(), change.row->values(), change.row->values() + change.row->arity());
        rows.push_back(make_row(std::move(values)));
      }
    }
    return rows;
  }

  void advance(int64_t progress) {
    if (progress <= progress_) return;
    progress_ = progress;
    if (progress_ < next_flush_) return;
    if (buffer_.due(zone_, progress_)) {
      buffer_.flush(
          [&](const RowPtr& key, int64_t end, const Waiting& waiting) { combine(key, end, waiting); });
    }
    next_flush_ = zone_.next_flush(progress_, slices_.interval(), slices_.offset());
  }

  // Messages of one key and slice into its accumulators.
  void combine(const RowPtr& key, int64_t end, const Waiting& waiting) {
    WindowContent& content = at(state_.touch_or_create(KeyView(*key))->value, end);
    for (const Change& change : waiting) {
      if (global_) {
        const Value* accumulators = change.row->values() + grouping_.size();
        calls_.merge(content.slots.data(), accumulators, *context.eval);
        content.rows += accumulators[calls_.slots()].integer();
      } else {
        content.add(calls_, change.kind, *change.row, *context.eval);
      }
    }
    if (!event_time_) return;
    if (!zone_.fired(end, timers_at_)) {
      context.register_event_timer(window_key(*key, key_columns_, end), zone_.timer_time(end - 1));
    } else if (!slices_.shared() && context.recorder) {
      context.suppress(Reason{Rule::kWindowLost, nullptr, window_key(*key, key_columns_, end).get(),
                              static_cast<int64_t>(waiting.size())});
    }
  }

  WindowContent& at(Slices& slices, int64_t end) {
    bool made;
    WindowContent& content = slices.at(end, made);
    if (made) content.create(calls_);
    return content;
  }

  void fire(const RowPtr& key) {
    int64_t end = end_of(*key);
    auto* entry = state_.touch_or_create(KeyView(*key, key_columns_));
    Slices& slices = entry->value;
    bool empty;
    if (slices_.shared() && !slices_.cumulates()) {
      // HOP: a fresh accumulator for the slices of the window.
      WindowContent whole;
      whole.create(calls_);
      slices_.each_merged(end, [&](int64_t slice) {
        if (WindowContent* part = slices.find(slice)) whole.fold(calls_, *part, *context.eval);
      });
      empty = !send(key, end, whole);
    } else {
      // The result is that of one accumulator in the state; CUMULATE: of the first slice, which takes this one in.
      WindowContent& whole = at(slices, slices_.cumulates() ? slices_.first_slice_end(end) : end);
      slices_.each_merged(end, [&](int64_t slice) {
        WindowContent* part = slices_.shared() ? slices.find(slice) : nullptr;
        if (part != nullptr) whole.fold(calls_, *part, *context.eval);
      });
      empty = !send(key, end, whole);
    }
    std::optional<int64_t> next;
    if (slices_.shared()) next = slices_.next_window(end, empty);
    if (next) {
      RowPtr timer = window_key(*key, key_columns_, *next);
      int64_t due = zone_.timer_time(*next - 1);
      if (event_time_) {
        context.register_event_timer(timer, due);
      } else {
        context.register_processing_timer(timer, due);
      }
    }
    slices_.each_expired(end, [&](int64_t slice) {
      if (!slices.erase(slice) || !context.recorder) return;
      context.suppress(
          Reason{Rule::kWindowCleared, nullptr, window_key(*key, key_columns_, slice).get(), slice});
    });
    if (slices.parts.empty()) state_.erase(entry);
  }

  // False when the window is empty.
  bool send(const RowPtr& key, int64_t end, const WindowContent& content) {
    if (counts_ && content.rows == 0) {
      context.suppress(Reason{Rule::kWindowEmpty, nullptr, key.get(), end});
      return false;
    }
    RowBuilder builder(arity_);
    int32_t column = 0;
    for (size_t i = 0; i < grouping_.size(); ++i, ++column) builder.set(column, key[column]);
    for (size_t i = 0; i < calls_.size(); ++i) {
      builder.set(column++, calls_.result(i, content.slots.data(), *context.eval));
    }
    set_window(builder, column, properties_, zone_, slices_.window_start(end), end);
    RowPtr row = builder.finish();
    context.emit(RowKind::kInsert, row, Reason{Rule::kWindowFired, key.get(), row.get(), content.rows});
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
  KeyedState<Slices> state_;
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
