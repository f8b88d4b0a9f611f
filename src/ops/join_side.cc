#include "ops/join_side.h"

namespace rowkind {

JoinSide::JoinSide(InputSpec spec, std::vector<int32_t> join_key, std::vector<bool> filter_nulls,
                   ColumnSet unique_key, RowType type, int64_t ttl_millis)
    : spec_(spec),
      join_key_(std::move(join_key)),
      unique_key_(spec == InputSpec::kHasUniqueKey ? std::move(unique_key) : ColumnSet{}),
      type_(std::move(type)),
      ttl_(ttl_millis) {
  for (size_t i = 0; i < join_key_.size(); ++i) {
    if (i < filter_nulls.size() && filter_nulls[i]) filtered_.push_back(join_key_[i]);
  }
}

void JoinSide::open(OperatorContext& context, const std::string& name) {
  StateSchema schema{name, {}, type_};
  for (int32_t column : join_key_) schema.key.push_back(type_[static_cast<size_t>(column)]);
  state_.open(context, std::move(schema), ttl_, nullptr, [](const void*, const RowList& rows) {
    std::vector<RowPtr> out;
    for (const RowList::Item& item : rows) {
      for (int32_t i = 0; item.row && i < item.count; ++i) out.push_back(item.row);
    }
    return out;
  });
}

bool JoinSide::null_key(const Row& row) const {
  for (int32_t column : filtered_) {
    if (row[column].is_null()) return true;
  }
  return false;
}

KeyView JoinSide::identity(const Row& row) const {
  return spec_ == InputSpec::kNoUniqueKey ? KeyView(row) : KeyView(row, unique_key_);
}

void JoinSide::add(const RowPtr& row, int32_t associations) {
  RowList& rows = state_.touch_or_create(join_key(*row))->value;
  KeyView key = identity(*row);
  RowList::Item* item = rows.find(key);
  if (item == nullptr) {
    item = &rows.append(key, row);
  } else if (spec_ == InputSpec::kNoUniqueKey) {
    ++item->count;
  } else {
    item->row = row;
  }
  set_associations(*item, associations);
}

void JoinSide::retract(const RowPtr& row) {
  Entry* entry = state_.find(join_key(*row));
  if (entry == nullptr) return;
  KeyView key = identity(*row);
  RowList::Item* item = entry->value.find(key);
  if (item == nullptr) return;
  state_.touch(*entry);
  if (--item->count > 0) return;
  if (entry->value.size() == 1) {
    state_.erase(entry);
  } else {
    entry->value.remove(item, key);
  }
}

}  // namespace rowkind
