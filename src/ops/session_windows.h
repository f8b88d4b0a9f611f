// The open sessions of one key, each with what an operator keeps for it. A row opens the window [time, time + gap); windows that overlap or
// touch become one. (Flink: SessionWindowAssigner, MergingWindowSet.)
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ops/row_map.h"

namespace rowkind {

struct SessionBounds {
  int64_t start = 0, end = 0;
  bool operator<(const SessionBounds& o) const { return start != o.start ? start < o.start : end < o.end; }
  bool operator==(const SessionBounds& o) const { return start == o.start && end == o.end; }
};

// What a new window does to the open ones.
struct SessionMerge {
  SessionBounds result;
  // Open windows that become part of it, at most two, in the order of Flink's hash set: the first one's state takes the others in.
  std::vector<SessionBounds> merged;
  // The result is one open window as it is.
  bool unchanged() const { return merged.size() == 1 && merged[0] == result; }
};
// `above`, `below`: the nearest open windows not before and not after the new one; null: none.
SessionMerge merge_session(SessionBounds added, const SessionBounds* above, const SessionBounds* below);

template <typename T>
struct Sessions {
  std::map<SessionBounds, T> open;
  int64_t written = 0;

  SessionMerge merge(SessionBounds added) const {
    auto above = open.lower_bound(added);
    auto below = open.upper_bound(added);
    return merge_session(added, above == open.end() ? nullptr : &above->first,
                         below == open.begin() ? nullptr : &(--below)->first);
  }
  // The content of the result, which replaces the merged windows; fold(into, from) joins contents, make(content) fills that of a window
  // that merges with none.
  template <typename Fold, typename Make>
  T& apply(const SessionMerge& merge, Fold&& fold, Make&& make) {
    if (merge.unchanged()) return open[merge.result];
    if (merge.merged.empty()) {
      T& content = open[merge.result];
      make(content);
      return content;
    }
    T content = std::move(open[merge.merged[0]]);
    open.erase(merge.merged[0]);
    for (size_t i = 1; i < merge.merged.size(); ++i) {
      fold(content, open[merge.merged[i]]);
      open.erase(merge.merged[i]);
    }
    return open[merge.result] = std::move(content);
  }
};

// Keys of a session's timers: columns of a row, then start and end as TIMESTAMP(3).
RowPtr session_key(const Row& row, const std::vector<int32_t>& columns, SessionBounds bounds);
SessionBounds bounds_of(const Row& session_key);

}  // namespace rowkind
