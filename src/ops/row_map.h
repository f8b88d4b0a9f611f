// Hash map from rows to values, probed with a view of columns of another row: nothing is allocated unless a key is new. All keys of one
// map have the same number of columns. Entries stay where they are until they are erased. Iteration (for_each) is in no defined order: nothing that leaves an operator may depend on it.
#pragma once

#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "base/pool.h"
#include "types/row.h"

namespace rowkind {

// Columns of a row as a key. `columns` null: the whole row. Equal keys have equal hashes however they are viewed (and the hash of a key row
// is Row::hash()).
struct KeyView {
  const Row* row = nullptr;
  const int32_t* columns = nullptr;
  int32_t count = 0;

  explicit KeyView(const Row& whole) : row(&whole), count(whole.arity()) {}
  KeyView(const Row& r, const std::vector<int32_t>& c)
      : row(&r), columns(c.data()), count(static_cast<int32_t>(c.size())) {
    static const int32_t kNoColumns[1] = {0};
    if (columns == nullptr) columns = kNoColumns;
  }
  const Value& operator[](int32_t i) const { return (*row)[columns ? columns[i] : i]; }
  uint64_t hash() const {
    if (columns == nullptr) return row->hash();
    uint64_t h = static_cast<uint64_t>(count);
    for (int32_t i = 0; i < count; ++i) h = (*row)[columns[i]].add_to_hash(h);
    h = Value::finish_hash(h);
    return h != 0 ? h : 1;
  }
  bool equals(const Row& key) const {
    if (key.arity() != count) return false;
    if (columns == nullptr) return row->equals(key);
    for (int32_t i = 0; i < count; ++i) {
      if (!(*row)[columns[i]].equals(key[i])) return false;
    }
    return true;
  }
  RowPtr to_row() const;
};

// The part of RowMap that does not depend on the value type: open addressing over entries that live elsewhere.
class RowIndex {
 public:
  struct Entry {
    RowPtr key;
    uint32_t hash = 0;
    Value
        first;  // first column of the key: most keys have one, and comparing it needs no look at the key row
  };
  RowIndex() = default;
  RowIndex(const RowIndex&) = delete;
  RowIndex& operator=(const RowIndex&) = delete;
  RowIndex(RowIndex&& other) noexcept { swap(other); }
  RowIndex& operator=(RowIndex&& other) noexcept {
    swap(other);
    return *this;
  }
  ~RowIndex();

  Entry* find(const KeyView& key, uint32_t hash) const {
    if (size_ == 0) return nullptr;
    for (uint32_t i = hash & mask_;; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.entry == nullptr) return nullptr;
      if (slot.hash == hash && equals(key, *slot.entry)) return slot.entry;
    }
  }
  void insert(Entry* entry);  // its key must not be there
  void remove(Entry* entry);
  void clear();
  int64_t size() const { return size_; }
  int64_t bytes() const { return static_cast<int64_t>(capacity_) * static_cast<int64_t>(sizeof(Slot)); }
  uint32_t capacity() const { return capacity_; }
  Entry* at(uint32_t slot) const { return slots_[slot].entry; }

 private:
  struct Slot {
    Entry* entry;
    uint32_t hash;
  };
  static bool equals(const KeyView& key, const Entry& entry) {
    if (key.count == 0) return entry.key->arity() == 0;
    if (!key[0].equals(entry.first)) return false;
    return key.count == 1 ? true : key.equals(*entry.key);
  }
  void swap(RowIndex& other) noexcept {
    std::swap(slots_, other.slots_);
    std::swap(mask_, other.mask_);
    std::swap(capacity_, other.capacity_);
    std::swap(size_, other.size_);
  }
  void grow();

  Slot* slots_ = nullptr;
  uint32_t mask_ = 0;
  uint32_t capacity_ = 0;
  uint32_t size_ = 0;
};

template <typename T>
class RowMap {
 public:
  struct Entry : RowIndex::Entry {
    T value{};
  };
  // `extra_bytes` of raw memory follow each value; T makes and destroys what is in it.
  explicit RowMap(size_t extra_bytes = 0) : entry_bytes_(sizeof(Entry) + extra_bytes) {}
  RowMap(RowMap&&) noexcept = default;
  RowMap& operator=(RowMap&& other) noexcept {
    std::swap(index_, other.index_);
    std::swap(entry_bytes_, other.entry_bytes_);
    return *this;
  }
  ~RowMap() { clear(); }

  void set_extra_bytes(size_t extra_bytes) { entry_bytes_ = sizeof(Entry) + extra_bytes; }  // while empty
  Entry* find(const KeyView& key) const {
    return static_cast<Entry*>(index_.find(key, static_cast<uint32_t>(key.hash())));
  }
  Entry* find(const RowPtr& key) const { return find(KeyView(*key)); }
  // A new entry with a default value; the key must not be there.
  Entry* insert(RowPtr key) {
    Entry* entry = new (pool::allocate(entry_bytes_)) Entry();
    entry->hash = static_cast<uint32_t>(key->hash());
    if (key->arity() > 0) entry->first = (*key)[0];
    entry->key = std::move(key);
    index_.insert(entry);
    return entry;
  }
  // The entry of `key`, made if need be.
  Entry* at(const KeyView& key) {
    Entry* entry = find(key);
    return entry ? entry : insert(key.to_row());
  }
  void erase(Entry* entry) {
    index_.remove(entry);
    destroy(entry);
  }
  void clear() {
    for (uint32_t i = 0; i < index_.capacity(); ++i) {
      if (RowIndex::Entry* entry = index_.at(i)) destroy(static_cast<Entry*>(entry));
    }
    index_.clear();
  }
  int64_t size() const { return index_.size(); }
  // Of the index and the entries themselves.
  int64_t bytes() const { return index_.bytes() + size() * static_cast<int64_t>(entry_bytes_); }
  // `f(Entry&)` must neither insert nor erase.
  template <typename F>
  void for_each(F&& f) const {
    for (uint32_t i = 0; i < index_.capacity(); ++i) {
      if (RowIndex::Entry* entry = index_.at(i)) f(*static_cast<Entry*>(entry));
    }
  }

 private:
  void destroy(Entry* entry) {
    entry->~Entry();
    pool::free(entry, entry_bytes_);
  }
  RowIndex index_;
  size_t entry_bytes_;
};

}  // namespace rowkind
