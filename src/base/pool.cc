#include "base/pool.h"

#include <cstdlib>
#include <new>

namespace rowkind::pool {

FreeBlock* free_blocks[kLargestPooled / kGrain + 1];

namespace {

void* checked_malloc(size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* allocate_slow(size_t bytes) {
#ifndef ROWKIND_PLAIN_MALLOC
  if (bytes <= kLargestPooled) {
    constexpr size_t kSlabBytes = 16 << 10;
    size_t size = grains(bytes) * kGrain;
    char* slab = static_cast<char*>(checked_malloc(kSlabBytes));
    size_t count = kSlabBytes / size;
    // The first block goes to the caller, the others on the list in address order.
    FreeBlock* head = nullptr;
    for (size_t i = count - 1; i > 0; --i) {
      FreeBlock* block = reinterpret_cast<FreeBlock*>(slab + i * size);
      block->next = head;
      head = block;
    }
    free_blocks[grains(bytes)] = head;
    return slab;
  }
#endif
  return checked_malloc(bytes);
}

void free_slow(void* block) noexcept {
  std::free(block);
}

}  // namespace rowkind::pool
