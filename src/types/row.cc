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

Row* Row::allocate(int32_t arity) {
  void* memory = pool::allocate(row_bytes(arity));
  Row* row = new (memory) Row();
  row->arity_ = arity;
  for (int32_t i = 0; i < arity; ++i) new (row->mutable_values() + i) Value();
  return row;
}

void Row::free(Row* row) {
  int32_t arity = row->arity_;
  for (int32_t i = 0; i < arity; ++i) row->mutable_values()[i].~Value();
  pool::free(row, row_bytes(arity));
}

uint64_t Row::compute_hash() const {
  uint64_t hash = static_cast<uint64_t>(arity_);
  for (int32_t i = 0; i < arity_; ++i) hash = values()[i].add_to_hash(hash);
  hash = Value::finish_hash(hash);
  hash_ = hash != 0 ? hash : 1;
  return hash_;
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
  RowBuilder builder(static_cast<int32_t>(indices.size()));
  for (size_t i = 0; i < indices.size(); ++i) builder.set(static_cast<int32_t>(i), row[indices[i]]);
  return builder.finish();
}

}  // namespace rowkind
