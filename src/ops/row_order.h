// Order of rows by sort keys, values as in expr/compare.h. NULLs are low unless the key says otherwise.
#pragma once

#include <vector>

#include "plan/rel.h"
#include "types/row.h"

namespace rowkind {

class RowOrder {
 public:
  // Columns that are processing-time attributes are NULL inside operators: all rows tie there.
  RowOrder(const std::vector<SortKey>& keys, const RowType& type);
  int compare(const Row& a, const Row& b) const;
  bool operator()(const RowPtr& a, const RowPtr& b) const { return compare(*a, *b) < 0; }

 private:
  std::vector<SortKey> keys_;
};

}  // namespace rowkind
