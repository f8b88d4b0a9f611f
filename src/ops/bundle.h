// The buffer of a mini-batch operator: one value a key, in order of first arrival (Flink: hash order). It is full after `size` messages
// (table.exec.mini-batch.size); marks, watermarks and the end of the input flush it too.
#pragma once

#include <utility>
#include <vector>

#include "ops/row_map.h"

namespace rowkind {

template <typename T>
class Bundle {
 public:
  struct Item {
    RowPtr key;
    T value{};
  };
  explicit Bundle(int64_t size = 0) : size_(size) {}
  // The value of the key; counts one message.
  T& add(const KeyView& key) {
    ++messages_;
    auto* entry = positions_.find(key);
    if (entry == nullptr) {
      entry = positions_.insert(key.to_row());
      entry->value = static_cast<int32_t>(items_.size());
      items_.push_back(Item{entry->key, T{}});
    }
    return items_[static_cast<size_t>(entry->value)].value;
  }
  bool full() const { return size_ > 0 && messages_ >= size_; }
  bool empty() const { return items_.empty(); }
  int64_t messages() const { return messages_; }
  // Everything, leaving the bundle empty.
  std::vector<Item> take() {
    positions_.clear();
    messages_ = 0;
    return std::exchange(items_, {});
  }

 private:
  int64_t size_;
  int64_t messages_ = 0;
  RowMap<int32_t> positions_;
  std::vector<Item> items_;
};

}  // namespace rowkind
