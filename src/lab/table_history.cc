#include "lab/table_history.h"

#include <unordered_map>

namespace rowkind {
namespace {

// Decides which slot each change touches: a keyed row keeps its slot for ever; in a bag a row removed by -U
// leaves its slot to the +U that follows, so that the pair reads as one changed row.
class SlotBook {
 public:
  explicit SlotBook(std::vector<int32_t> key) : key_(std::move(key)) {}

  // -1: nothing to remove.
  int32_t slot_of(RowKind kind, const RowPtr& row) {
    RowPtr id = key_.empty() ? row : project(*row, key_);
    if (!key_.empty()) {
      auto found = free_or_used_.find(id);
      if (found != free_or_used_.end()) return found->second.back();
      if (is_retract(kind)) return -1;
      free_or_used_[id].push_back(next_);
      return next_++;
    }
    if (is_retract(kind)) return remove(kind, id);
    int32_t slot = kind == RowKind::kUpdateAfter && left_by_update_ >= 0 ? left_by_update_ : next_++;
    left_by_update_ = -1;
    free_or_used_[id].push_back(slot);
    return slot;
  }

 private:
  int32_t remove(RowKind kind, const RowPtr& id) {
    auto found = free_or_used_.find(id);
    if (found == free_or_used_.end()) return -1;
    int32_t slot = found->second.front();
    found->second.erase(found->second.begin());
    if (found->second.empty()) free_or_used_.erase(found);
    if (kind == RowKind::kUpdateBefore) left_by_update_ = slot;
    return slot;
  }

  std::vector<int32_t> key_;
  std::unordered_map<RowPtr, std::vector<int32_t>, RowHash, RowEqual> free_or_used_;
  int32_t next_ = 0;
  int32_t left_by_update_ = -1;
};

}  // namespace

TableHistory::TableHistory(const Output& output) {
  SlotBook book(output.key);
  std::vector<RowPtr> rows;
  for (const OutputChange& change : output.changes) {
    int32_t slot = book.slot_of(change.kind, change.row);
    if (slot < 0) continue;
    if (slot >= static_cast<int32_t>(rows.size())) rows.resize(slot + 1);
    RowPtr after = is_accumulate(change.kind) ? change.row : RowPtr();
    touches_.push_back(Touch{change.step, slot, rows[slot], after});
    rows[slot] = after;
  }
  slots_.resize(rows.size());
}

void TableHistory::move_to(int32_t step) {
  while (applied_ < touches_.size() && touches_[applied_].step <= step) {
    slots_[touches_[applied_].slot] = touches_[applied_].after;
    ++applied_;
  }
  while (applied_ > 0 && touches_[applied_ - 1].step > step) {
    --applied_;
    slots_[touches_[applied_].slot] = touches_[applied_].before;
  }
}

std::vector<TableHistory::Slot> TableHistory::at(int32_t step) {
  move_to(step - 1);
  std::vector<RowPtr> before = slots_;
  move_to(step);
  std::vector<Slot> out;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (before[i] || slots_[i]) out.push_back(Slot{before[i], slots_[i]});
  }
  return out;
}

}  // namespace rowkind
