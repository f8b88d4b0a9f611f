#include "ops/row_map.h"

#include <cstdlib>

namespace rowkind {

RowPtr KeyView::to_row() const {
  if (columns == nullptr) return RowPtr::share(*row);
  RowBuilder builder(count);
  for (int32_t i = 0; i < count; ++i) builder.set(i, (*row)[columns[i]]);
  return builder.finish();
}

RowIndex::~RowIndex() {
  std::free(slots_);
}

void RowIndex::grow() {
  uint32_t capacity = capacity_ == 0 ? 8 : capacity_ * 2;
  Slot* slots = static_cast<Slot*>(std::calloc(capacity, sizeof(Slot)));
  if (slots == nullptr) throw std::bad_alloc();
  uint32_t mask = capacity - 1;
  for (uint32_t i = 0; i < capacity_; ++i) {
    if (slots_[i].entry == nullptr) continue;
    uint32_t to = slots_[i].hash & mask;
    while (slots[to].entry != nullptr) to = (to + 1) & mask;
    slots[to] = slots_[i];
  }
  std::free(slots_);
  slots_ = slots;
  mask_ = mask;
  capacity_ = capacity;
}

void RowIndex::insert(Entry* entry) {
  if (size_ + size_ / 2 >= capacity_) grow();  // at most two thirds full
  uint32_t i = entry->hash & mask_;
  while (slots_[i].entry != nullptr) i = (i + 1) & mask_;
  slots_[i] = Slot{entry, entry->hash};
  ++size_;
}

void RowIndex::remove(Entry* entry) {
  uint32_t hole = entry->hash & mask_;
  while (slots_[hole].entry != entry) hole = (hole + 1) & mask_;
  // Closes the gap: an entry further on that may sit in the hole moves there.
  for (uint32_t i = (hole + 1) & mask_; slots_[i].entry != nullptr; i = (i + 1) & mask_) {
    uint32_t home = slots_[i].hash & mask_;
    if (((i - home) & mask_) >= ((i - hole) & mask_)) {
      slots_[hole] = slots_[i];
      hole = i;
    }
  }
  slots_[hole].entry = nullptr;
  --size_;
}

void RowIndex::clear() {
  std::free(slots_);
  slots_ = nullptr;
  mask_ = capacity_ = size_ = 0;
}

}  // namespace rowkind
