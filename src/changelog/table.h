// What a changelog describes: a keyed table (upsert by key) or a bag of rows. Every change costs a constant
// time.
#pragma once

#include <tsl/robin_map.h>

#include <string>
#include <utility>
#include <vector>

#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

class MaterializedTable {
 public:
  // `key`: columns of the primary key; empty: a bag.
  explicit MaterializedTable(std::vector<int32_t> key) : key_(std::move(key)) {}
  // Keyed: +I/+U put, -D/-U remove by key (between a -U and its +U the row is gone). Bag: add one, or remove
  // one equal row, the latest. A removal without a row to remove is counted in unmatched().
  void apply(const Change& change);
  // In order of first arrival: a row that takes the place of another one of its key stands where that one
  // stood.
  const std::vector<RowPtr>& rows() const;
  int64_t size() const { return live_; }
  int64_t unmatched() const { return unmatched_; }
  // Its rows with their texts, in the order of the texts (Java's).
  std::vector<std::pair<std::string, RowPtr>> sorted(const RowType& type, const TimeZone& zone) const;
  // Sorted text, one row a line, each line ended by \n; as `expect.table`.
  std::string to_text(const RowType& type, const TimeZone& zone) const;

 private:
  struct Slot {
    RowPtr row;             // null: removed
    int32_t previous = -1;  // bag: the slot of an equal row that came before
  };
  void compact();

  std::vector<int32_t> key_;
  std::vector<Slot> slots_;                                    // in order of arrival
  tsl::robin_map<RowPtr, int32_t, RowHash, RowEqual> latest_;  // key or row -> slot
  int64_t live_ = 0;
  int64_t unmatched_ = 0;
  mutable std::vector<RowPtr> rows_;  // the live slots, while `fresh_`
  mutable bool fresh_ = true;
};

}  // namespace rowkind
