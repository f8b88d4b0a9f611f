// What a changelog describes: a keyed table (upsert by key) or a bag of rows.
#pragma once

#include <string>
#include <vector>

#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

class MaterializedTable {
 public:
  // `key`: columns of the primary key; empty: a bag.
  explicit MaterializedTable(std::vector<int32_t> key) : key_(std::move(key)) {}
  // Keyed: +I/+U put, -D/-U remove by key (a -U that is followed by its +U leaves a hole in between, and says so). Bag: add one / remove one
  // equal row; removing a row that is not there is counted in `unmatched`.
  void apply(const Change& change);
  const std::vector<RowPtr>& rows() const { return rows_; }  // in order of first arrival
  int64_t unmatched() const { return unmatched_; }
  // Sorted text, one row a line, each line ended by \n; as `expect.table`.
  std::string to_text(const RowType& type, const TimeZone& zone) const;

 private:
  std::vector<int32_t> key_;
  std::vector<RowPtr> rows_;
  int64_t unmatched_ = 0;
};

}  // namespace rowkind
