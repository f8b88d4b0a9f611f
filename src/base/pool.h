// Free lists for small heap parts (rows, strings): one list per size of 16 bytes, filled by slabs that are
// never returned. Not thread safe: one thread owns the engine. Under AddressSanitizer every block is its own
// malloc, so misuse is seen.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define ROWKIND_PLAIN_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROWKIND_PLAIN_MALLOC 1
#endif
#endif

namespace rowkind::pool {

constexpr size_t kGrain = 16;
constexpr size_t kLargestPooled = 512;  // bytes; larger blocks come from malloc

struct FreeBlock {
  FreeBlock* next;
};

inline size_t grains(size_t bytes) {
  return (bytes + kGrain - 1) / kGrain;
}

// Heads of the lists, by size in grains.
extern FreeBlock* free_blocks[kLargestPooled / kGrain + 1];

// For an empty list or a large block.
void* allocate_slow(size_t bytes);
void free_slow(void* block) noexcept;

// At least `bytes` bytes of uninitialised memory, aligned for 64-bit values.
inline void* allocate(size_t bytes) {
#ifndef ROWKIND_PLAIN_MALLOC
  if (bytes <= kLargestPooled) {
    FreeBlock*& head = free_blocks[grains(bytes)];
    if (head != nullptr) {
      FreeBlock* block = head;
      head = block->next;
      return block;
    }
  }
#endif
  return allocate_slow(bytes);
}

// `bytes` as given to allocate().
inline void free(void* block, size_t bytes) noexcept {
#ifndef ROWKIND_PLAIN_MALLOC
  if (bytes <= kLargestPooled) {
    FreeBlock*& head = free_blocks[grains(bytes)];
    FreeBlock* freed = static_cast<FreeBlock*>(block);
    freed->next = head;
    head = freed;
    return;
  }
#else
  static_cast<void>(bytes);
#endif
  free_slow(block);
}

}  // namespace rowkind::pool
