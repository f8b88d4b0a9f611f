#include "ops/group_window.h"

#include <algorithm>

#include "ops/window_aggregate.h"
#include "ops/window_buffer.h"

namespace rowkind {

GroupWindow::GroupWindow(const GroupWindowAggregateNode& node)
    : grouping_(node.grouping),
      window_(node.window),
      event_time_(node.window.rowtime),
      call_list_(node.calls),
      calls_(node.calls, node.retract, input_of(node).type),
      input_(input_of(node).type),
      properties_(node.properties),
      counts_(node.needs_retraction),
      updates_(node.early_fire || (event_time_ && node.late_fire)),
      lateness_(node.allow_lateness_millis),
      trigger_(node),
      result_(node.type) {
  for (size_t i = 0; i < grouping_.size(); ++i) key_columns_.push_back(static_cast<int32_t>(i));
}

StateSchema GroupWindow::accumulator_schema() const {
  StateSchema schema{"accumulators", window_key_type(input_, grouping_, "window_end"), {}};
  schema.key.insert(schema.key.end() - 1, Field{"window_start", schema.key.back().type});
  schema.value.push_back(Field{"rows", LogicalType::bigint()});
  for (const AggregateCall& call : call_list_)
    schema.value.push_back(Field{call.name, LogicalType::string()});
  return schema;
}

void GroupWindow::open() {
  zone_ = WindowZone(window_, context.eval->zone);
  StateSchema schema{"results sent", accumulator_schema().key, result_};
  for (Field& field : schema.value) field.type = field.type.with_nullable(true);
  schema.value.push_back(Field{"next_firing", LogicalType::timestamp_ltz(3)});
  windows_.open(context, std::move(schema), 0, this, [](const void* owner, const Window& window) {
    std::vector<Value> values(static_cast<const GroupWindow*>(owner)->result_.size());
    if (window.sent) values.assign(window.sent->values(), window.sent->values() + window.sent->arity());
    int64_t next = std::max(window.trigger.next, window.trigger.next_late);
    values.push_back(next == INT64_MIN ? Value::null() : Value::timestamp({next, 0}));
    return std::vector<RowPtr>{make_row(std::move(values))};
  });
}

void GroupWindow::process(int32_t, RowKind kind, const RowPtr& row) {
  int64_t time = event_time_ ? local_time_of(window_, zone_, *row, 0) : zone_.to_local(context.clock());
  std::vector<SessionBounds> windows;
  if (!assign(kind, *row, time, windows)) {
    context.late(kind, row);
    return;
  }
  for (const SessionBounds& window : windows) {
    RowPtr key = session_key(*row, grouping_, window);
    Window none;
    if (trigger_.on_row(memory(key, none).trigger, context, key, due(window))) {
      bool late = event_time_ && due(window) <= context.watermark;
      send(key, late ? Rule::kGroupWindowLate : Rule::kGroupWindowEarly);
    } else {
      context.suppress(Reason{Rule::kGroupWindowWaits, row.get(), key.get()});
    }
    if (event_time_) {
      context.register_event_timer(key, end_of_life(window));
    } else {
      context.register_processing_timer(key, end_of_life(window));
    }
  }
}

void GroupWindow::on_event_timer(const RowPtr& key, int64_t time) {
  Window none;
  if (trigger_.on_event_time(memory(key, none).trigger, time, due(bounds_of(*key))))
    send(key, Rule::kWindowFired);
  clean_up(key, time);
}

void GroupWindow::on_processing_timer(const RowPtr& key, int64_t time) {
  Window none;
  GroupWindowTrigger::State& state = memory(key, none).trigger;
  bool on_time = !event_time_ && time == due(bounds_of(*key));
  Rule rule = on_time ? Rule::kWindowFired : state.fired ? Rule::kGroupWindowLate : Rule::kGroupWindowEarly;
  if (trigger_.on_processing_time(state, context, key, time, due(bounds_of(*key)))) send(key, rule);
  if (!event_time_) clean_up(key, time);
}

GroupWindow::Window& GroupWindow::memory(const RowPtr& key, Window& none) {
  if (!updates_ && !trigger_.keeps_state()) return none;
  return windows_.touch_or_create(KeyView(*key))->value;
}

void GroupWindow::accumulate(RowKind kind, const Row& row, Value* slots, int64_t& rows) {
  if (is_accumulate(kind)) {
    ++rows;
    calls_.accumulate(slots, row, *context.eval);
  } else {
    --rows;
    calls_.retract(slots, row, *context.eval);
  }
}

void GroupWindow::send(const RowPtr& key, Rule rule) {
  SessionBounds window = bounds_of(*key);
  std::vector<Value> scratch;
  int64_t rows = 0;
  const Value* slots = fold(*key, window, scratch, rows);
  Window none;
  Window& memory = this->memory(key, none);
  RowPtr sent = memory.sent;
  if (counts_ && rows == 0) {
    if (sent) {
      memory.sent = nullptr;
      context.emit(RowKind::kDelete, sent, Reason{Rule::kGroupWindowEmptied, key.get(), sent.get()});
    } else {
      context.suppress(Reason{Rule::kWindowEmpty, nullptr, key.get(), window.end});
    }
    return;
  }
  RowBuilder builder(static_cast<int32_t>(result_.size()));
  int32_t column = 0;
  for (size_t i = 0; i < grouping_.size(); ++i, ++column) builder.set(column, key[column]);
  for (size_t i = 0; i < calls_.size(); ++i) builder.set(column++, calls_.result(i, slots, *context.eval));
  set_window(builder, column, properties_, zone_, window.start, window.end);
  RowPtr result = builder.finish();
  if (sent && sent->equals(*result)) {
    context.suppress(Reason{Rule::kGroupWindowSame, key.get(), sent.get()});
    return;
  }
  if (updates_) memory.sent = result;
  Reason reason{rule, key.get(), result.get(), rows};
  if (!sent) {
    context.emit(RowKind::kInsert, result, reason);
    return;
  }
  context.emit(RowKind::kUpdateBefore, sent, reason);
  context.emit(RowKind::kUpdateAfter, result, reason);
}

void GroupWindow::clean_up(const RowPtr& key, int64_t time) {
  SessionBounds window = bounds_of(*key);
  if (time != end_of_life(window)) return;
  free(*key, window);
  forget(key, window);
  context.suppress(Reason{Rule::kWindowCleared, nullptr, key.get(), window.end});
}

void GroupWindow::forget(const RowPtr& key, SessionBounds window) {
  auto* entry = windows_.find(key);
  if (entry != nullptr) windows_.touch(*entry);
  GroupWindowTrigger::State none;
  trigger_.clear(entry ? entry->value.trigger : none, context, key, due(window));
  if (entry != nullptr) windows_.erase(entry);
  (event_time_ ? context.event_timers : context.processing_timers).remove(key, end_of_life(window));
}

void GroupWindow::announce(const RowPtr& key, SessionBounds window) {
  Window none;
  trigger_.on_merge(memory(key, none).trigger, context, key, due(window));
}

}  // namespace rowkind
