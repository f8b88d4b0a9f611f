// What stands in front of the state of a windowed operator (Flink: RecordsWindowBuffer): messages by key and slice, until time closes the
// earliest slice in it. Then everything leaves, also what belongs to later slices, in the order in which the (key, slice) pairs came.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/keyed_state.h"
#include "ops/window_time.h"

namespace rowkind {

// What is kept of one key, by the ends of its slices or windows, ascending. There are few at a time.
template <typename T>
struct ByEnd {
  struct Part {
    int64_t end = 0;
    T content{};
  };
  std::vector<Part> parts;
  int64_t written = 0;

  T* find(int64_t end) {
    for (Part& part : parts) {
      if (part.end == end) return &part.content;
    }
    return nullptr;
  }
  // The part with this end, made if need be.
  T& at(int64_t end, bool& made) {
    auto it = parts.end();
    while (it != parts.begin() && (it - 1)->end >= end) --it;
    made = it == parts.end() || it->end != end;
    if (made) it = parts.insert(it, Part{end, T{}});
    return it->content;
  }
  bool erase(int64_t end) {
    for (auto it = parts.begin(); it != parts.end(); ++it) {
      if (it->end != end) continue;
      parts.erase(it);
      return true;
    }
    return false;
  }
};

// Keys of timers: columns of a row, and the end of a window as TIMESTAMP(3).
RowPtr window_key(const Row& row, const std::vector<int32_t>& columns, int64_t end);
// The end in such a key.
int64_t end_of(const Row& window_key);
// Types of these columns, and of the end.
RowType window_key_type(const RowType& type, const std::vector<int32_t>& columns, const char* end_name);

template <typename T>
class WindowBuffer {
 public:
  using Entry = typename KeyedState<ByEnd<T>>::Entry;

  void open(OperatorContext& context, StateSchema schema, const void* owner,
            typename KeyedState<ByEnd<T>>::Describe describe) {
    state_.open(context, std::move(schema), 0, owner, describe);
  }
  // What is kept for a key and slice, about to be written; `made` says that it is new.
  T& at(const KeyView& key, int64_t end, bool& made) {
    Entry* entry = state_.touch_or_create(key);
    T& content = entry->value.at(end, made);
    if (made) {
      order_.emplace_back(entry, end);
      earliest_ = std::min(earliest_, end);
    }
    return content;
  }
  bool due(const WindowZone& zone, int64_t progress) const { return zone.fired(earliest_, progress); }
  // Calls f(key row, end, T&), which may take from the content, for each key and slice and forgets it.
  template <typename F>
  void flush(F&& f) {
    auto order = std::exchange(order_, {});
    earliest_ = INT64_MAX;
    for (auto& [entry, end] : order) {
      state_.touch(*entry);
      f(entry->key, end, *entry->value.find(end));
      entry->value.erase(end);
      if (entry->value.parts.empty()) state_.erase(entry);
    }
  }

 private:
  KeyedState<ByEnd<T>> state_;
  std::vector<std::pair<Entry*, int64_t>> order_;
  int64_t earliest_ = INT64_MAX;  // end of a slice
};

}  // namespace rowkind
