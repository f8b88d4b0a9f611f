// What stands in front of the state of a windowed operator (Flink: RecordsWindowBuffer): messages by key and slice, until time closes the
// earliest slice in it. Then everything leaves, also what belongs to later slices, in the order in which the (key, slice) pairs came.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/keyed_state.h"
#include "ops/window_time.h"

namespace rowkind {

// A state key of a windowed operator: columns of a row, and the end of a window or slice as TIMESTAMP(3).
RowPtr window_key(const Row& row, const std::vector<int32_t>& columns, int64_t end);
// The end in such a key.
int64_t end_of(const Row& window_key);
// Its type.
RowType window_key_type(const RowType& type, const std::vector<int32_t>& columns, const char* end_name);

template <typename T>
class WindowBuffer {
 public:
  using Entry = typename KeyedState<T>::Entry;

  void open(OperatorContext& context, StateSchema schema, const void* owner,
            typename KeyedState<T>::Describe describe, size_t extra_bytes = 0) {
    state_.open(context, std::move(schema), 0, owner, describe, extra_bytes);
  }
  // The entry of a window_key(), about to be written; `made` says that it is new.
  Entry* at(const RowPtr& key, bool& made) {
    Entry* entry = state_.find(key);
    made = entry == nullptr;
    if (!made) {
      state_.touch(*entry);
      return entry;
    }
    entry = state_.create(key);
    order_.push_back(entry);
    earliest_ = std::min(earliest_, end_of(*key));
    return entry;
  }
  bool due(const WindowZone& zone, int64_t progress) const { return zone.fired(earliest_, progress); }
  // Calls f(Entry&) for each entry and forgets it.
  template <typename F>
  void flush(F&& f) {
    std::vector<Entry*> order = std::exchange(order_, {});
    earliest_ = INT64_MAX;
    for (Entry* entry : order) {
      f(*entry);
      state_.erase(entry);
    }
  }

 private:
  KeyedState<T> state_;
  std::vector<Entry*> order_;
  int64_t earliest_ = INT64_MAX;  // end of a slice
};

}  // namespace rowkind
