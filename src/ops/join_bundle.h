// The buffers of a mini-batch join: messages of both inputs, folded (Flink: MiniBatchStreamingJoinOperator and its BufferBundles).
//
//   with a unique key  one retraction (the first of the key, of what was there before the bundle) and one accumulation (the last) a key
//   without            an accumulation and a retraction of equal rows cancel out
#pragma once

#include <vector>

#include "changelog/row_kind.h"
#include "ops/row_map.h"
#include "plan/physical.h"

namespace rowkind {

class JoinBundle {
 public:
  JoinBundle(const JoinNode& node, int64_t size);
  void add(int32_t input, RowKind kind, const RowPtr& row);
  bool full() const { return size_ > 0 && messages_ >= size_; }
  bool empty() const { return messages_ == 0; }
  int64_t messages() const { return messages_; }
  // The folded messages of one input, retractions of a key before its accumulation.
  std::vector<Change> take(int32_t input);

 private:
  struct Side {
    bool unique = false;
    std::vector<int32_t> key;  // join key, then the unique key
    RowMap<int32_t> positions;
    std::vector<std::vector<Change>>
        changes;  // by key, in order of first arrival (Flink: hash order of several maps)
    int64_t messages = 0;
  };
  static std::vector<Change>& at(Side& side, const KeyView& key);
  Side sides_[2];
  int64_t size_;
  int64_t messages_ = 0;
};

}  // namespace rowkind
