// Rows that operators put together.
#pragma once

#include "changelog/row_kind.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {

// A row of a join, or what it pads: NULLs for the side that is null. `left_arity` and `right_arity`: columns of either side.
inline RowPtr joined_row(const Row* left, size_t left_arity, const Row* right, size_t right_arity) {
  const auto split = static_cast<int32_t>(left_arity), rest = static_cast<int32_t>(right_arity);
  RowBuilder out(split + rest);
  for (int32_t i = 0; left && i < split; ++i) out.set(i, (*left)[i]);
  for (int32_t i = 0; right && i < rest; ++i) out.set(split + i, (*right)[i]);
  return out.finish();
}

// How a state shows a row that it keeps with something else: that comes first.
inline RowPtr prefixed_row(const Value& first, const Row& row) {
  RowBuilder out(row.arity() + 1);
  out.set(0, first);
  for (int32_t i = 0; i < row.arity(); ++i) out.set(i + 1, row[i]);
  return out.finish();
}
inline RowPtr prefixed_row(RowKind kind, const Row& row) {
  return prefixed_row(Value::string(short_string(kind)), row);
}
inline RowType prefixed_type(const char* name, const LogicalType& type, const RowType& row) {
  RowType out = {Field{name, type}};
  out.insert(out.end(), row.begin(), row.end());
  return out;
}

}  // namespace rowkind
