// What the operators on SESSION windows share (session_window_aggregate.cc, window_table_function.cc): a row goes into the session of its key
// that it opens, joins or bridges; a timer closes a session when time has passed its last row by the gap. A row is late if the session that
// it makes, merged with the open ones it touches, is over already. (Flink: UnsliceWindowAggProcessor, MergingWindowSet.)
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/session_windows.h"
#include "ops/window_time.h"

namespace rowkind {

template <typename Content>
class SessionOperator : public Operator {
 public:
  // `keys`: the columns of a row that tell its sessions apart.
  SessionOperator(const WindowSpec& window, std::vector<int32_t> keys)
      : window_(window),
        keys_(std::move(keys)),
        carried_(window.time_column < 0),
        event_time_(window.rowtime || carried_),
        key_columns_(keys_.size()) {
    std::iota(key_columns_.begin(), key_columns_.end(), 0);
  }

  void on_event_timer(const RowPtr& session, int64_t) final { fire(session); }
  void on_processing_timer(const RowPtr& session, int64_t) final { fire(session); }

 protected:
  // The session that is over: its key and bounds as one row, and what was kept for it.
  virtual void close(const RowPtr& session, SessionBounds bounds, Content content) = 0;

  // The content of the session that takes `row`, whose own window is `added`; null: the row is late. Contents of sessions that become one are
  // joined by fold(into, from); make(content) fills that of a new one.
  template <typename Fold, typename Make>
  Content* enter(RowKind kind, const RowPtr& row, SessionBounds added, Fold&& fold, Make&& make) {
    KeyView key(*row, keys_);
    auto* entry = state_.find(key);
    SessionMerge merge{added, {}};
    if (entry != nullptr && !carried_) {
      merge = entry->value.merge(added);
    } else if (entry != nullptr && entry->value.open.count(added) > 0) {
      merge.merged.push_back(added);
    }
    if (event_time_ && zone_.fired(merge.result.end, context.watermark)) {
      context.late(kind, row);
      return nullptr;
    }
    if (entry != nullptr) {
      state_.touch(*entry);
    } else {
      entry = state_.create(key);
    }
    RowPtr session = session_key(*row, keys_, merge.result);
    set_timer(session, merge.result.end);
    if (!merge.unchanged()) {
      for (const SessionBounds& merged : merge.merged)
        timers().remove(session_key(*row, keys_, merged), zone_.timer_time(merged.end - 1));
    }
    Rule rule = merge.merged.size() > 1 ? Rule::kSessionBridged
                : merge.merged.empty()  ? Rule::kSessionOpened
                                        : Rule::kSessionJoined;
    context.suppress(Reason{rule, row.get(), session.get()});
    return &entry->value.apply(merge, fold, make);
  }

  const WindowSpec window_;
  const std::vector<int32_t> keys_;
  const bool carried_;  // rows come with their session, which then stays as it is
  WindowZone zone_;     // set by open()
  KeyedState<Sessions<Content>> state_;

 private:
  TimerQueue& timers() { return event_time_ ? context.event_timers : context.processing_timers; }
  void set_timer(const RowPtr& session, int64_t end) {
    int64_t time = zone_.timer_time(end - 1);
    if (event_time_) {
      context.register_event_timer(session, time);
    } else {
      context.register_processing_timer(session, time);
    }
  }

  void fire(const RowPtr& session) {
    auto* entry = state_.find(KeyView(*session, key_columns_));
    if (entry == nullptr) return;
    SessionBounds bounds = bounds_of(*session);
    auto open = entry->value.open.find(bounds);
    if (open == entry->value.open.end()) return;
    state_.touch(*entry);
    Content content = std::move(open->second);
    entry->value.open.erase(open);
    if (entry->value.open.empty()) state_.erase(entry);
    close(session, bounds, std::move(content));
    context.suppress(Reason{Rule::kWindowCleared, nullptr, session.get(), bounds.end});
  }

  const bool event_time_;
  std::vector<int32_t> key_columns_;  // of a session's row
};

}  // namespace rowkind
