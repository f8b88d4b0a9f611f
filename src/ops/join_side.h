// The state of one input of a regular, semi or anti join, by join key, in one of Flink's three forms:
//
//   JoinKeyContainsUniqueKey  at most one row a join key: a new one overwrites, a retraction clears whatever is there
//   HasUniqueKey              rows by unique key: an equal key overwrites, a retraction removes by key
//   NoUniqueKey               rows with a count: duplicates stand together at the place of the first copy
#pragma once

#include <string>
#include <vector>

#include "ops/keyed_state.h"
#include "ops/row_list.h"
#include "plan/physical.h"

namespace rowkind {

class JoinSide {
 public:
  using Entry = KeyedState<RowList>::Entry;

  JoinSide(InputSpec spec, std::vector<int32_t> join_key, std::vector<bool> filter_nulls,
           ColumnSet unique_key, RowType type, int64_t ttl_millis);
  void open(OperatorContext& context, const std::string& name);

  KeyView join_key(const Row& row) const { return KeyView(row, join_key_); }
  // A NULL in a column that is compared with `=`: the row matches nothing.
  bool null_key(const Row& row) const;
  Entry* find(const KeyView& join_key) const { return state_.find(join_key); }
  void add(const RowPtr& row, int32_t associations);
  void retract(const RowPtr& row);
  // Before items of the entry are changed in place.
  void touch(Entry& entry) { state_.touch(entry); }
  void set_associations(RowList::Item& item, int32_t associations) {
    item.associations = associations;
    if (ttl_ > 0) item.written = state_.clock();
  }
  int32_t arity() const { return static_cast<int32_t>(type_.size()); }

 private:
  KeyView identity(const Row& row) const;

  InputSpec spec_;
  std::vector<int32_t> join_key_;
  std::vector<int32_t> filtered_;  // columns that never match when NULL
  ColumnSet unique_key_;           // empty for kJoinKeyContainsUniqueKey: every row is the same one
  RowType type_;
  int64_t ttl_;
  KeyedState<RowList> state_;
};

}  // namespace rowkind
