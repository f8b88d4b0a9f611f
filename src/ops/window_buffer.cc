#include "ops/window_buffer.h"

namespace rowkind {

RowPtr window_key(const Row& row, const std::vector<int32_t>& columns, int64_t end) {
  int32_t count = static_cast<int32_t>(columns.size());
  RowBuilder builder(count + 1);
  for (int32_t i = 0; i < count; ++i) builder.set(i, row[columns[static_cast<size_t>(i)]]);
  builder.set(count, Value::timestamp({end, 0}));
  return builder.finish();
}

int64_t end_of(const Row& window_key) {
  return window_key[window_key.arity() - 1].timestamp().millis;
}

RowType window_key_type(const RowType& type, const std::vector<int32_t>& columns, const char* end_name) {
  RowType out;
  for (int32_t column : columns) out.push_back(type[static_cast<size_t>(column)]);
  out.push_back(Field{end_name, LogicalType::timestamp(3)});
  return out;
}

}  // namespace rowkind
