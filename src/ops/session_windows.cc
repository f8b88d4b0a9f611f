#include "ops/session_windows.h"

#include <algorithm>

namespace rowkind {
namespace {

// Position of a window in a small java.util.HashSet: TimeWindow.hashCode(), 16 buckets.
uint32_t bucket(const SessionBounds& window) {
  uint32_t x = (static_cast<uint32_t>(window.end) << 1) + 1;
  uint32_t inverse = x * x * x;  // of x modulo 2^4; three steps of Newton's make it 2^32
  for (int i = 0; i < 3; ++i) inverse *= 2 - x * inverse;
  uint32_t hash = static_cast<uint32_t>(window.start) + inverse;
  return (hash ^ (hash >> 16)) & 15;
}

}  // namespace

SessionMerge merge_session(SessionBounds added, const SessionBounds* above, const SessionBounds* below) {
  SessionMerge merge{added, {}};
  for (const SessionBounds* window : {above, below}) {
    if (window == nullptr || window->start > merge.result.end || window->end < merge.result.start) continue;
    if (merge.merged.empty() || !(merge.merged[0] == *window)) merge.merged.push_back(*window);
    merge.result = {std::min(merge.result.start, window->start), std::max(merge.result.end, window->end)};
  }
  std::stable_sort(merge.merged.begin(), merge.merged.end(),
                   [](const SessionBounds& a, const SessionBounds& b) { return bucket(a) < bucket(b); });
  return merge;
}

RowPtr session_key(const Row& row, const std::vector<int32_t>& columns, SessionBounds bounds) {
  int32_t count = static_cast<int32_t>(columns.size());
  RowBuilder builder(count + 2);
  for (int32_t i = 0; i < count; ++i) builder.set(i, row[columns[static_cast<size_t>(i)]]);
  builder.set(count, Value::timestamp({bounds.start, 0}));
  builder.set(count + 1, Value::timestamp({bounds.end, 0}));
  return builder.finish();
}

SessionBounds bounds_of(const Row& session_key) {
  int32_t end = session_key.arity() - 1;
  return {session_key[end - 1].timestamp().millis, session_key[end].timestamp().millis};
}

}  // namespace rowkind
