// WindowAggregate over SESSION windows: rows go straight into the accumulators of their session (no buffer, one phase); one +I a session when
// time has passed its last row by the gap. A row is late if the session that it makes, merged with the open ones it touches, is over already.
// Rows that carry their session (from a SESSION function below) are grouped by it as it is. (Flink: UnsliceWindowAggProcessor.)
#include "ops/keyed_state.h"
#include "ops/session_windows.h"
#include "ops/window_aggregate.h"

namespace rowkind {
namespace {

class SessionWindowAggregate final : public Operator {
 public:
  explicit SessionWindowAggregate(const WindowAggregateNode& node)
      : grouping_(node.grouping),
        window_(node.window),
        properties_(node.properties),
        attached_(node.window.time_column < 0),
        event_time_(node.window.rowtime || attached_),
        counts_(node.needs_retraction),
        calls_(visible_calls(node), node.retract, input_of(node).type),
        schema_(window_state_schema("sessions", node.grouping, visible_calls(node), input_of(node).type,
                                    {"window_start", "window_end"})),
        arity_(static_cast<int32_t>(grouping_.size() + calls_.size() + properties_.size())) {
    for (size_t i = 0; i < grouping_.size(); ++i) key_columns_.push_back(static_cast<int32_t>(i));
  }

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    state_.open(context, schema_, 0, this, [](const void* owner, const Sessions<WindowContent>& sessions) {
      return static_cast<const SessionWindowAggregate*>(owner)->describe(sessions);
    });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    KeyView key(*row, grouping_);
    auto* entry = state_.find(key);
    SessionMerge merge;
    if (attached_) {
      merge.result = {row[window_.start_column].timestamp().millis,
                      row[window_.end_column].timestamp().millis};
      if (entry != nullptr && entry->value.open.count(merge.result) > 0) merge.merged.push_back(merge.result);
    } else {
      int64_t time = local_time_of(window_, zone_, *row, context.clock());
      merge.result = {time, time + window_.size_millis};
      if (entry != nullptr) merge = entry->value.merge(merge.result);
    }
    if (event_time_ && zone_.fired(merge.result.end, context.watermark)) {
      context.late(kind, row);
      return;
    }
    if (entry != nullptr) {
      state_.touch(*entry);
    } else {
      entry = state_.create(key);
    }
    RowPtr timer = session_key(*row, grouping_, merge.result);
    set_timer(timer, merge.result.end);
    if (!merge.unchanged()) {
      for (const SessionBounds& merged : merge.merged)
        drop_timer(session_key(*row, grouping_, merged), merged.end);
    }
    add(entry->value, merge, kind, *row);
    Rule rule = merge.merged.size() > 1 ? Rule::kSessionBridged
                : merge.merged.empty()  ? Rule::kSessionOpened
                                        : Rule::kSessionJoined;
    context.suppress(Reason{rule, row.get(), timer.get()});
  }

  void on_event_timer(const RowPtr& key, int64_t) override { fire(key); }
  void on_processing_timer(const RowPtr& key, int64_t) override { fire(key); }

 private:
  std::vector<RowPtr> describe(const Sessions<WindowContent>& sessions) const {
    std::vector<RowPtr> rows;
    for (const auto& [bounds, content] : sessions.open) {
      rows.push_back(content.describe(calls_, {bounds.start, bounds.end}));
    }
    return rows;
  }

  void add(Sessions<WindowContent>& sessions, const SessionMerge& merge, RowKind kind, const Row& row) {
    auto fold = [&](WindowContent& into, const WindowContent& from) {
      into.fold(calls_, from, *context.eval);
    };
    auto make = [&](WindowContent& content) { content.create(calls_); };
    sessions.apply(merge, fold, make).add(calls_, kind, row, *context.eval);
  }

  void set_timer(const RowPtr& key, int64_t end) {
    int64_t time = zone_.timer_time(end - 1);
    if (event_time_) {
      context.register_event_timer(key, time);
    } else {
      context.register_processing_timer(key, time);
    }
  }
  void drop_timer(const RowPtr& key, int64_t end) {
    (event_time_ ? context.event_timers : context.processing_timers).remove(key, zone_.timer_time(end - 1));
  }

  void fire(const RowPtr& key) {
    auto* entry = state_.find(KeyView(*key, key_columns_));
    if (entry == nullptr) return;
    SessionBounds bounds = bounds_of(*key);
    auto session = entry->value.open.find(bounds);
    if (session == entry->value.open.end()) return;
    state_.touch(*entry);
    WindowContent content = std::move(session->second);
    entry->value.open.erase(session);
    if (entry->value.open.empty()) state_.erase(entry);
    if (counts_ && content.rows == 0) {
      context.suppress(Reason{Rule::kWindowEmpty, nullptr, key.get(), bounds.end});
    } else {
      RowBuilder builder(arity_);
      int32_t column = 0;
      for (size_t i = 0; i < grouping_.size(); ++i, ++column) builder.set(column, key[column]);
      for (size_t i = 0; i < calls_.size(); ++i) {
        builder.set(column++, calls_.result(i, content.slots.data(), *context.eval));
      }
      set_window(builder, column, properties_, zone_, bounds.start, bounds.end);
      RowPtr row = builder.finish();
      context.emit(RowKind::kInsert, row, Reason{Rule::kWindowFired, key.get(), row.get(), content.rows});
    }
    context.suppress(Reason{Rule::kWindowCleared, nullptr, key.get(), bounds.end});
  }

  std::vector<int32_t> grouping_, key_columns_;
  WindowSpec window_;
  std::vector<WindowProperty> properties_;
  bool attached_, event_time_, counts_;
  WindowZone zone_;
  AggregateCalls calls_;
  StateSchema schema_;
  int32_t arity_;
  KeyedState<Sessions<WindowContent>> state_;
};

}  // namespace

OperatorPtr make_session_window_aggregate(const WindowAggregateNode& node) {
  return std::make_unique<SessionWindowAggregate>(node);
}

}  // namespace rowkind
