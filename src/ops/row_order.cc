#include "ops/row_order.h"

#include "expr/compare.h"

namespace rowkind {

RowOrder::RowOrder(const std::vector<SortKey>& keys, const RowType& type) {
  for (const SortKey& key : keys) {
    if (!type[static_cast<size_t>(key.column)].type.is_proctime()) keys_.push_back(key);
  }
}

int RowOrder::compare(const Row& a, const Row& b) const {
  for (const SortKey& key : keys_) {
    const Value &x = a[key.column], &y = b[key.column];
    if (x.is_null() || y.is_null()) {
      if (x.is_null() && y.is_null()) continue;
      return x.is_null() == key.nulls_first ? -1 : 1;
    }
    int order = compare_values(x, y);
    if (order != 0) return key.descending ? -order : order;
  }
  return 0;
}

}  // namespace rowkind
