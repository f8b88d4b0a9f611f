// The rows under one key in arrival order, found by content: a multiset of whole rows (each with a count) or a set by a unique key. Small
// lists are scanned; larger ones get an index.
#pragma once

#include <memory>
#include <vector>

#include "ops/row_map.h"

namespace rowkind {

class RowList {
 public:
  struct Item {
    RowPtr row;  // null: removed, to be skipped
    uint32_t hash = 0;
    int32_t count = 1;         // copies of an equal row
    int32_t associations = 0;  // matches on the other side of an outer join
    int64_t written = 0;
  };
  RowList() : items_(reinterpret_cast<Item*>(first_)) {}
  RowList(const RowList&) = delete;
  RowList& operator=(const RowList&) = delete;
  ~RowList();

  bool empty() const { return live_ == 0; }
  int32_t size() const { return live_; }  // items, whatever their counts
  // All items, removed ones included.
  Item* begin() const { return items_; }
  Item* end() const { return items_ + used_; }

  // `key` views the identity of a row: the whole row, or its unique key (always the same columns for one list; `columns` of the view).
  Item* find(const KeyView& key) const;
  // At the end; the key must not be there. Pointers to items are lost.
  Item& append(const KeyView& key, const RowPtr& row);
  // May move items.
  void remove(Item* item, const KeyView& key);
  // Removes items with written <= latest. Used by state TTL.
  bool expire(int64_t latest);
  int64_t oldest() const;
  std::vector<int64_t> times_written() const;  // of all rows, copies counted

 private:
  static constexpr int32_t kIndexFrom = 16;
  void grow();
  void compact();
  bool inline_items() const { return capacity_ == 1; }

  // Most keys have one row: the first item needs no memory of its own. A list never moves.
  Item* items_;
  int32_t used_ = 0;
  int32_t live_ = 0;
  int32_t capacity_ = 1;
  alignas(Item) unsigned char first_[sizeof(Item)];
  // Position by identity, once the list is long; it knows the columns by which it was filled.
  std::unique_ptr<RowMap<int32_t>> index_;
};

}  // namespace rowkind
