// The buffer of a mini-batch operator: one value a key. It is full after `size` messages (table.exec.mini-batch.size); marks, watermarks and
// the end of the input flush it too, keys in the order of Flink's HashMap (java_hash_order.h), which decides what later bundles see.
#pragma once

#include <utility>
#include <vector>

#include "ops/java_hash_order.h"
#include "ops/operator.h"
#include "ops/row_map.h"

namespace rowkind {

template <typename T>
class Bundle {
 public:
  struct Item {
    RowPtr key;
    T value{};
  };
  Bundle(int64_t size, RowType key) : size_(size), key_(std::move(key)) {}
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
    std::vector<Item> items = std::exchange(items_, {});
    if (items.size() < 2) return items;
    std::vector<const Row*> keys;
    for (const Item& item : items) keys.push_back(item.key.get());
    std::vector<Item> ordered;
    ordered.reserve(items.size());
    for (size_t i : java_hash_order(keys, key_)) ordered.push_back(std::move(items[i]));
    return ordered;
  }

 private:
  int64_t size_;
  RowType key_;
  int64_t messages_ = 0;
  RowMap<int32_t> positions_;
  std::vector<Item> items_;
};

// Types of these columns.
inline RowType key_type(const RowType& type, const std::vector<int32_t>& columns) {
  RowType out;
  for (int32_t column : columns) out.push_back(type[static_cast<size_t>(column)]);
  return out;
}

// An operator that holds its input in a bundle and, behind process(), flushes it when it is full.
template <typename Base>
class InBundles : public Base {
 public:
  using Base::Base;
  void on_watermark(int64_t watermark) override {
    flush();
    Base::on_watermark(watermark);
  }
  void on_finish() override { flush(); }

 protected:
  virtual void flush() = 0;  // nothing to do for an empty bundle
};

}  // namespace rowkind
