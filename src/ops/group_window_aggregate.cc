// GroupWindowAggregate: where the rows of legacy group windows are kept (group_window.h says when results go out).
//
// TUMBLE and HOP keep accumulators of panes: as long as the greatest common divisor of size and slide, shared by the windows that cover them
// and folded, the earliest first, when one of these sends its result. The size of HOP need not be a multiple of its slide; a row may also fall
// between two windows. SESSION keeps accumulators of sessions.
#include <numeric>

#include "ops/group_window.h"
#include "ops/window_aggregate.h"

namespace rowkind {
namespace {

class PanedGroupWindow final : public GroupWindow {
 public:
  explicit PanedGroupWindow(const GroupWindowAggregateNode& node)
      : GroupWindow(node),
        size_(node.window.size_millis),
        slide_(node.window.window == WindowKind::kHop ? node.window.slide_millis : size_),
        pane_(std::gcd(size_, slide_)) {}

  void open() override {
    GroupWindow::open();
    panes_.open(
        context, accumulator_schema(), 0, this,
        [](const void* owner, const GroupState& group) {
          return describe_group(static_cast<const PanedGroupWindow*>(owner)->calls_, group, true);
        },
        calls_.slot_bytes());
  }

 private:
  bool assign(RowKind kind, const Row& row, int64_t time, std::vector<SessionBounds>& windows) override {
    int64_t start = window_start_of(time, 0, pane_);
    if (over(last_window(start))) return false;
    RowPtr key = session_key(row, grouping_, {start, start + pane_});
    auto* entry = panes_.find(key);
    if (entry != nullptr) {
      panes_.touch(*entry);
    } else {
      entry = panes_.create(key);
      calls_.create(entry->value);
    }
    accumulate(kind, row, entry->value.values(), entry->value.rows);
    for (int64_t from = window_start_of(time, 0, slide_); from > time - size_; from -= slide_) {
      if (!over({from, from + size_})) windows.push_back({from, from + size_});
    }
    return true;
  }
  const Value* fold(const Row& key, SessionBounds window, std::vector<Value>& scratch,
                    int64_t& rows) override {
    if (pane_ == size_) {
      if (auto* entry = panes_.find(session_key(key, key_columns_, window))) {
        rows = entry->value.rows;
        return entry->value.values();
      }
    }
    scratch.resize(static_cast<size_t>(calls_.slots()));
    calls_.create(scratch.data());
    each_pane(key, window, [&](auto* entry, int64_t) {
      calls_.merge(scratch.data(), entry->value.values(), *context.eval);
      rows += entry->value.rows;
    });
    return scratch.data();
  }
  void free(const Row& key, SessionBounds window) override {
    each_pane(key, window, [&](auto* entry, int64_t start) {
      if (last_window(start) == window) panes_.erase(entry);
    });
  }

  SessionBounds last_window(int64_t pane_start) const {
    int64_t start = window_start_of(pane_start, 0, slide_);
    return {start, start + size_};
  }
  template <typename F>
  void each_pane(const Row& key, SessionBounds window, F&& f) {
    for (int64_t start = window.start; start < window.end; start += pane_) {
      if (auto* entry = panes_.find(session_key(key, key_columns_, {start, start + pane_}))) f(entry, start);
    }
  }

  int64_t size_, slide_, pane_;
  KeyedState<GroupState> panes_;
};

class SessionGroupWindow final : public GroupWindow {
 public:
  explicit SessionGroupWindow(const GroupWindowAggregateNode& node) : GroupWindow(node) {}

  void open() override {
    GroupWindow::open();
    StateSchema schema =
        window_state_schema("sessions", grouping_, call_list_, input_, {"window_start", "window_end"});
    sessions_.open(context, std::move(schema), 0, this,
                   [](const void* owner, const Sessions<WindowContent>& sessions) {
                     return static_cast<const SessionGroupWindow*>(owner)->describe(sessions);
                   });
  }

 private:
  std::vector<RowPtr> describe(const Sessions<WindowContent>& sessions) const {
    std::vector<RowPtr> rows;
    for (const auto& [bounds, content] : sessions.open) {
      rows.push_back(content.describe(calls_, {bounds.start, bounds.end}));
    }
    return rows;
  }

  bool assign(RowKind kind, const Row& row, int64_t time, std::vector<SessionBounds>& windows) override {
    KeyView key(row, grouping_);
    auto* entry = sessions_.find(key);
    SessionMerge merge{{time, time + window_.size_millis}, {}};
    if (entry != nullptr) merge = entry->value.merge(merge.result);
    if (over(merge.result)) return false;
    if (entry != nullptr) {
      sessions_.touch(*entry);
    } else {
      entry = sessions_.create(key);
    }
    if (!merge.merged.empty() && !merge.unchanged()) {
      announce(session_key(row, grouping_, merge.result), merge.result);
      for (const SessionBounds& merged : merge.merged) {
        if (!(merged == merge.result)) forget(session_key(row, grouping_, merged), merged);
      }
    }
    auto fold = [&](WindowContent& into, const WindowContent& from) {
      into.fold(calls_, from, *context.eval);
    };
    auto make = [&](WindowContent& content) { content.create(calls_); };
    entry->value.apply(merge, fold, make).add(calls_, kind, row, *context.eval);
    windows.push_back(merge.result);
    return true;
  }
  const Value* fold(const Row& key, SessionBounds window, std::vector<Value>& scratch,
                    int64_t& rows) override {
    if (auto* entry = sessions_.find(KeyView(key, key_columns_))) {
      auto session = entry->value.open.find(window);
      if (session != entry->value.open.end()) {
        rows = session->second.rows;
        return session->second.slots.data();
      }
    }
    scratch.resize(static_cast<size_t>(calls_.slots()));
    calls_.create(scratch.data());
    return scratch.data();
  }
  void free(const Row& key, SessionBounds window) override {
    auto* entry = sessions_.find(KeyView(key, key_columns_));
    if (entry == nullptr) return;
    sessions_.touch(*entry);
    entry->value.open.erase(window);
    if (entry->value.open.empty()) sessions_.erase(entry);
  }

  KeyedState<Sessions<WindowContent>> sessions_;
};

}  // namespace

OperatorPtr make_group_window_aggregate(const GroupWindowAggregateNode& node, const FactoryContext&) {
  if (node.window.window == WindowKind::kSession) return std::make_unique<SessionGroupWindow>(node);
  return std::make_unique<PanedGroupWindow>(node);
}

}  // namespace rowkind
