// Immutable, shared rows. Built once through RowBuilder, then only read. -U, +U, state and trace point at the
// same row. Memory comes from size-class free lists (row.cc), so making and dropping a row costs a few
// instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "types/value.h"

namespace rowkind {

class RowPtr;

class Row {
 public:
  int32_t arity() const { return arity_; }
  const Value& operator[](int32_t i) const { return values()[i]; }
  const Value* values() const { return reinterpret_cast<const Value*>(this + 1); }
  bool equals(const Row& other) const {
    if (this == &other) return true;
    if (arity_ != other.arity_) return false;
    for (int32_t i = 0; i < arity_; ++i) {
      if (!values()[i].equals(other.values()[i])) return false;
    }
    return true;
  }
  uint64_t hash() const { return hash_ != 0 ? hash_ : compute_hash(); }

 private:
  friend class RowPtr;
  friend class RowBuilder;
  Value* mutable_values() { return reinterpret_cast<Value*>(this + 1); }
  friend RowPtr project(const Row& row, const std::vector<int32_t>& indices);
  static Row* allocate_raw(int32_t arity);  // values are not made yet
  static Row* allocate(int32_t arity);      // values are NULL, refs 0
  static void free(Row* row) noexcept;
  uint64_t compute_hash() const;

  uint32_t refs_ = 0;
  int32_t arity_ = 0;
  mutable uint64_t hash_ = 0;  // 0 until asked for
};
static_assert(sizeof(Row) == 16);

class RowPtr {
 public:
  RowPtr() = default;
  RowPtr(std::nullptr_t) {}  // NOLINT: implicit on purpose
  RowPtr(const RowPtr& other) : row_(other.row_) {
    if (row_) ++row_->refs_;
  }
  RowPtr(RowPtr&& other) noexcept : row_(std::exchange(other.row_, nullptr)) {}
  RowPtr& operator=(RowPtr other) noexcept {
    std::swap(row_, other.row_);
    return *this;
  }
  ~RowPtr() {
    if (row_ && --row_->refs_ == 0) Row::free(row_);
  }

  const Row& operator*() const { return *row_; }
  const Row* operator->() const { return row_; }
  const Value& operator[](int32_t i) const { return (*row_)[i]; }
  const Row* get() const { return row_; }
  explicit operator bool() const { return row_ != nullptr; }
  // The same row object (not: an equal row).
  bool same(const RowPtr& other) const { return row_ == other.row_; }
  // A shared pointer to a row that some RowPtr already owns.
  static RowPtr share(const Row& row) { return RowPtr(const_cast<Row*>(&row)); }

 private:
  friend class RowBuilder;
  friend RowPtr project(const Row& row, const std::vector<int32_t>& indices);
  explicit RowPtr(Row* row) : row_(row) {
    if (row_) ++row_->refs_;
  }
  Row* row_ = nullptr;
};

// Equal content (both may be null pointers).
bool same_row(const RowPtr& a, const RowPtr& b);

// Fills a new row, then hands it out. One builder makes one row.
class RowBuilder {
 public:
  explicit RowBuilder(int32_t arity) : row_(Row::allocate(arity)) {}
  RowBuilder& set(int32_t i, Value v) {
    row_.row_->mutable_values()[i] = std::move(v);
    return *this;
  }
  RowPtr finish() { return std::move(row_); }

 private:
  RowPtr row_;
};

RowPtr make_row(std::vector<Value> values);
// The columns `indices` of `row`.
RowPtr project(const Row& row, const std::vector<int32_t>& indices);
// The hash of project(row, indices), and whether that projection equals `key`, without making it: look keys
// up this way.
uint64_t hash_columns(const Row& row, const std::vector<int32_t>& indices);
bool equal_columns(const Row& row, const std::vector<int32_t>& indices, const Row& key);

struct RowHash {
  size_t operator()(const RowPtr& row) const { return static_cast<size_t>(row->hash()); }
};
struct RowEqual {
  bool operator()(const RowPtr& a, const RowPtr& b) const { return a->equals(*b); }
};

}  // namespace rowkind
