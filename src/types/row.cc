#include "types/row.h"

#include <cstring>
#include <new>

#include "base/pool.h"

namespace rowkind {
namespace {

size_t row_bytes(int32_t arity) {
  return sizeof(Row) + static_cast<size_t>(arity) * sizeof(Value);
}

}  // namespace

Row* Row::allocate_raw(int32_t arity) {
  Row* row = new (pool::allocate(row_bytes(arity))) Row();
  row->arity_ = arity;
  return row;
}

Row* Row::allocate(int32_t arity) {
  Row* row = allocate_raw(arity);
  for (int32_t i = 0; i < arity; ++i) new (row->mutable_values() + i) Value();
  return row;
}

void Row::free(Row* row) noexcept {
  int32_t arity = row->arity_;
  for (int32_t i = 0; i < arity; ++i) row->mutable_values()[i].~Value();
  pool::free(row, row_bytes(arity));
}

// 0 stands for "not computed".
static uint64_t finished(uint64_t hash) {
  hash = Value::finish_hash(hash);
  return hash != 0 ? hash : 1;
}

uint64_t Row::compute_hash() const {
  uint64_t hash = static_cast<uint64_t>(arity_);
  for (int32_t i = 0; i < arity_; ++i) hash = values()[i].add_to_hash(hash);
  return hash_ = finished(hash);
}

uint64_t hash_columns(const Row& row, const std::vector<int32_t>& indices) {
  uint64_t hash = indices.size();
  for (int32_t i : indices) hash = row[i].add_to_hash(hash);
  return finished(hash);
}

bool equal_columns(const Row& row, const std::vector<int32_t>& indices, const Row& key) {
  const Value* wanted = key.values();
  for (int32_t i : indices) {
    if (!row[i].equals(*wanted++)) return false;
  }
  return true;
}

bool same_row(const RowPtr& a, const RowPtr& b) {
  if (!a || !b) return !a && !b;
  return a->equals(*b);
}

RowPtr make_row(std::vector<Value> values) {
  RowBuilder builder(static_cast<int32_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i) builder.set(static_cast<int32_t>(i), std::move(values[i]));
  return builder.finish();
}

RowPtr project(const Row& row, const std::vector<int32_t>& indices) {
  Row* out = Row::allocate_raw(static_cast<int32_t>(indices.size()));
  Value* value = out->mutable_values();
  for (int32_t i : indices) new (value++) Value(row[i]);
  return RowPtr(out);
}

}  // namespace rowkind
