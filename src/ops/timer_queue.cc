#include "ops/timer_queue.h"

namespace rowkind {

void TimerQueue::add(const RowPtr& key, int64_t time, int64_t sequence) {
  Bucket& bucket = times_[time];
  KeyView view(*key);
  if (bucket.positions.find(view) != nullptr) return;
  bucket.positions.insert(key)->value = static_cast<int32_t>(bucket.timers.size());
  bucket.timers.push_back(Timer{key, sequence});
}

void TimerQueue::remove(const RowPtr& key, int64_t time) {
  auto it = times_.find(time);
  if (it == times_.end()) return;
  auto* entry = it->second.positions.find(key);
  if (entry == nullptr) return;
  it->second.timers[static_cast<size_t>(entry->value)].key = nullptr;
  it->second.positions.erase(entry);
  skip_removed(it);
}

RowPtr TimerQueue::pop() {
  auto it = times_.begin();
  Bucket& bucket = it->second;
  RowPtr key = std::move(bucket.timers[bucket.next].key);
  bucket.positions.erase(bucket.positions.find(key));
  ++bucket.next;
  skip_removed(it);
  return key;
}

void TimerQueue::skip_removed(std::map<int64_t, Bucket>::iterator it) {
  Bucket& bucket = it->second;
  while (bucket.next < bucket.timers.size() && !bucket.timers[bucket.next].key) ++bucket.next;
  if (bucket.next == bucket.timers.size()) times_.erase(it);
}

}  // namespace rowkind
