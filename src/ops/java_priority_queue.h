// java.util.PriorityQueue's binary heap. Equal elements come out in an order that depends on every step before, and iteration shows the heap
// itself; where Flink's results hang on either, the same steps have to be made.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace rowkind {

// `Less(a, b)`: a comes out before b.
template <typename T, typename Less>
class JavaPriorityQueue {
 public:
  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  const T& peek() const { return heap_.front(); }  // not when empty
  // In heap order, as Java's iterator.
  typename std::vector<T>::const_iterator begin() const { return heap_.begin(); }
  typename std::vector<T>::const_iterator end() const { return heap_.end(); }

  void add(T element) {
    heap_.push_back(T());
    size_t at = heap_.size() - 1;
    while (at > 0) {
      const size_t parent = (at - 1) / 2;
      if (!less_(element, heap_[parent])) break;
      heap_[at] = std::move(heap_[parent]);
      at = parent;
    }
    heap_[at] = std::move(element);
  }
  T poll() {
    T first = std::move(heap_.front());
    T last = std::move(heap_.back());
    heap_.pop_back();
    if (!heap_.empty()) sift_down(0, std::move(last));
    return first;
  }
  // removeAll(): the survivors keep their order, then the heap is made anew; nothing moves if all survive.
  template <typename Predicate>
  void remove_if(Predicate gone) {
    size_t kept = 0;
    for (size_t i = 0; i < heap_.size(); ++i) {
      if (gone(heap_[i])) continue;
      if (kept != i) heap_[kept] = std::move(heap_[i]);
      ++kept;
    }
    if (kept == heap_.size()) return;
    heap_.resize(kept);
    for (size_t i = kept / 2; i-- > 0;) sift_down(i, std::move(heap_[i]));
  }

 private:
  void sift_down(size_t at, T element) {
    const size_t half = heap_.size() / 2;
    while (at < half) {
      size_t child = 2 * at + 1;
      if (child + 1 < heap_.size() && less_(heap_[child + 1], heap_[child])) ++child;
      if (!less_(heap_[child], element)) break;
      heap_[at] = std::move(heap_[child]);
      at = child;
    }
    heap_[at] = std::move(element);
  }

  std::vector<T> heap_;
  Less less_;
};

}  // namespace rowkind
