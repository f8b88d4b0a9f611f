#include "ops/row_list.h"

#include <cstring>
#include <new>

namespace rowkind {

RowList::~RowList() {
  for (Item& item : *this) item.~Item();
  if (!inline_items()) pool::free(items_, sizeof(Item) * static_cast<size_t>(capacity_));
}

// Items are moved as bytes: a RowPtr is one pointer and knows nothing of its own address.
void RowList::grow() {
  size_t bytes = sizeof(Item) * static_cast<size_t>(capacity_);
  Item* items = static_cast<Item*>(pool::allocate(2 * bytes));
  std::memcpy(static_cast<void*>(items), static_cast<const void*>(items_),
              sizeof(Item) * static_cast<size_t>(used_));
  if (!inline_items()) pool::free(items_, bytes);
  items_ = items;
  capacity_ *= 2;
}

RowList::Item* RowList::find(const KeyView& key) const {
  if (live_ == 0) return nullptr;
  if (index_) {
    auto* entry = index_->find(key);
    return entry ? items_ + entry->value : nullptr;
  }
  uint32_t hash = static_cast<uint32_t>(key.hash());
  for (Item& item : *this) {
    if (item.hash != hash || !item.row) continue;
    bool equal = true;
    for (int32_t i = 0; equal && i < key.count; ++i) {
      equal = key[i].equals(item.row[key.columns ? key.columns[i] : i]);
    }
    if (equal) return &item;
  }
  return nullptr;
}

RowList::Item& RowList::append(const KeyView& key, const RowPtr& row) {
  if (used_ == capacity_) grow();
  Item* item = new (items_ + used_) Item();
  item->row = row;
  item->hash = static_cast<uint32_t>(key.hash());
  if (index_) {
    index_->insert(key.to_row())->value = used_;
  } else if (live_ + 1 >= kIndexFrom) {
    index_ = std::make_unique<RowMap<int32_t>>();
    ++used_;
    for (int32_t i = 0; i < used_; ++i) {
      if (!items_[i].row) continue;
      KeyView view = key;
      view.row = items_[i].row.get();
      index_->insert(view.to_row())->value = i;
    }
    --used_;
  }
  ++used_;
  ++live_;
  return *item;
}

void RowList::remove(Item* item, const KeyView& key) {
  --live_;
  if (index_) {
    index_->erase(index_->find(key));
    item->row = nullptr;
    if (used_ > 2 * live_ + kIndexFrom) compact();
    return;
  }
  item->~Item();
  --used_;
  size_t behind = static_cast<size_t>(items_ + used_ - item);
  std::memmove(static_cast<void*>(item), static_cast<const void*>(item + 1), behind * sizeof(Item));
}

void RowList::compact() {
  int32_t to = 0;
  std::vector<int32_t> moved(static_cast<size_t>(used_), -1);
  for (int32_t i = 0; i < used_; ++i) {
    if (!items_[i].row) {
      items_[i].~Item();
      continue;
    }
    if (to != i)
      std::memcpy(static_cast<void*>(items_ + to), static_cast<const void*>(items_ + i), sizeof(Item));
    moved[static_cast<size_t>(i)] = to++;
  }
  used_ = to;
  if (index_) {
    index_->for_each(
        [&](RowMap<int32_t>::Entry& entry) { entry.value = moved[static_cast<size_t>(entry.value)]; });
  }
}

bool RowList::expire(int64_t latest) {
  bool any = false;
  for (Item& item : *this) {
    if (!item.row || item.written > latest) continue;
    item.row = nullptr;
    --live_;
    any = true;
  }
  if (!any) return live_ == 0;
  if (index_) {
    std::vector<RowMap<int32_t>::Entry*> gone;
    index_->for_each([&](RowMap<int32_t>::Entry& entry) {
      if (!items_[entry.value].row) gone.push_back(&entry);
    });
    for (auto* entry : gone) index_->erase(entry);
  }
  compact();
  return live_ == 0;
}

int64_t RowList::oldest() const {
  int64_t oldest = INT64_MAX;
  for (const Item& item : *this) {
    if (item.row && item.written < oldest) oldest = item.written;
  }
  return oldest;
}

std::vector<int64_t> RowList::times_written() const {
  std::vector<int64_t> times;
  for (const Item& item : *this) {
    if (item.row) times.insert(times.end(), static_cast<size_t>(item.count), item.written);
  }
  return times;
}

}  // namespace rowkind
