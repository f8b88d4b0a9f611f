#include "ops/timer_queue.h"

namespace rowkind {

void TimerQueue::add(const RowPtr& key, int64_t time, int64_t sequence) {
  RowMap<Timer>& timers = times_[time];
  if (timers.find(key) != nullptr) return;
  Entry* timer = timers.insert(key);
  timer->value = Timer{time, sequence, heap_.size()};
  heap_.push_back(timer);
  sift_up(heap_.size() - 1);
}

void TimerQueue::remove(const RowPtr& key, int64_t time) {
  auto timers = times_.find(time);
  if (timers == times_.end()) return;
  if (Entry* timer = timers->second.find(key)) take(timer->value.position);
}

RowPtr TimerQueue::pop() {
  RowPtr key = heap_.front()->key;
  take(0);
  return key;
}

void TimerQueue::take(size_t position) {
  Entry* timer = heap_[position];
  Entry* last = heap_.back();
  heap_.pop_back();
  if (position < heap_.size()) {
    place(last, position);
    sift_down(position);
    if (heap_[position] == last) sift_up(position);
  }
  auto timers = times_.find(timer->value.time);
  timers->second.erase(timer);
  if (timers->second.size() == 0) times_.erase(timers);
}

void TimerQueue::place(Entry* timer, size_t position) {
  heap_[position] = timer;
  timer->value.position = position;
}

void TimerQueue::sift_up(size_t position) {
  Entry* timer = heap_[position];
  while (position > 0) {
    size_t parent = (position - 1) / 2;
    if (heap_[parent]->value.time <= timer->value.time) break;
    place(heap_[parent], position);
    position = parent;
  }
  place(timer, position);
}

void TimerQueue::sift_down(size_t position) {
  Entry* timer = heap_[position];
  while (true) {
    size_t child = 2 * position + 1;
    if (child + 1 < heap_.size() && heap_[child + 1]->value.time < heap_[child]->value.time) ++child;
    if (child >= heap_.size() || heap_[child]->value.time >= timer->value.time) break;
    place(heap_[child], position);
    position = child;
  }
  place(timer, position);
}

}  // namespace rowkind
