#include "changelog/table.h"

#include <algorithm>

#include "changelog/notation.h"

namespace rowkind {

void MaterializedTable::apply(const Change& change) {
  const bool keyed = !key_.empty();
  RowPtr key = keyed ? project(*change.row, key_) : change.row;
  auto found = latest_.find(key);
  if (is_accumulate(change.kind)) {
    fresh_ = false;
    if (keyed && found != latest_.end()) {
      slots_[static_cast<size_t>(found->second)].row = change.row;
      return;
    }
    int32_t slot = static_cast<int32_t>(slots_.size());
    slots_.push_back({change.row, found == latest_.end() ? -1 : found->second});
    latest_[key] = slot;
    ++live_;
    return;
  }
  if (found == latest_.end()) {
    ++unmatched_;
    return;
  }
  fresh_ = false;
  Slot& slot = slots_[static_cast<size_t>(found->second)];
  slot.row = nullptr;
  if (slot.previous < 0) {
    latest_.erase(found);
  } else {
    found.value() = slot.previous;
  }
  --live_;
  if (static_cast<int64_t>(slots_.size()) > 2 * live_ + 64) compact();
}

void MaterializedTable::compact() {
  std::vector<int32_t> moved(slots_.size(), -1);
  size_t kept = 0;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i].row) continue;
    moved[i] = static_cast<int32_t>(kept);
    int32_t previous = slots_[i].previous;
    slots_[i].previous = previous < 0 ? -1 : moved[static_cast<size_t>(previous)];
    if (kept != i) slots_[kept] = std::move(slots_[i]);
    ++kept;
  }
  slots_.resize(kept);
  for (auto it = latest_.begin(); it != latest_.end(); ++it)
    it.value() = moved[static_cast<size_t>(it->second)];
}

const std::vector<RowPtr>& MaterializedTable::rows() const {
  if (fresh_) return rows_;
  rows_.clear();
  for (const Slot& slot : slots_) {
    if (slot.row) rows_.push_back(slot.row);
  }
  fresh_ = true;
  return rows_;
}

std::vector<std::pair<std::string, RowPtr>> MaterializedTable::sorted(const RowType& type,
                                                                      const TimeZone& zone) const {
  std::vector<std::pair<std::string, RowPtr>> out;
  for (const RowPtr& row : rows()) out.emplace_back(print_row(*row, type, zone), row);
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return compare_java(a.first, b.first) < 0; });
  return out;
}

std::string MaterializedTable::to_text(const RowType& type, const TimeZone& zone) const {
  std::string out;
  for (const auto& [text, row] : sorted(type, zone)) out += text + "\n";
  return out;
}

}  // namespace rowkind
