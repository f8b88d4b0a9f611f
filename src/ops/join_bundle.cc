#include "ops/join_bundle.h"

namespace rowkind {

JoinBundle::JoinBundle(const JoinNode& node, int64_t size) : size_(size) {
  for (int32_t i : {0, 1}) {
    Side& side = sides_[i];
    InputSpec spec = i == 0 ? node.left_spec : node.right_spec;
    side.unique = spec != InputSpec::kNoUniqueKey;
    side.key = i == 0 ? node.left_keys : node.right_keys;
    if (spec == InputSpec::kHasUniqueKey) {
      const ColumnSet& unique = i == 0 ? node.left_unique_key : node.right_unique_key;
      side.key.insert(side.key.end(), unique.begin(), unique.end());
    }
  }
}

void JoinBundle::add(int32_t input, RowKind kind, const RowPtr& row) {
  Side& side = sides_[input];
  ++messages_;
  if (!side.unique) {
    std::vector<Change>& same = side.bundle.add(KeyView(*row));
    if (!same.empty() && is_accumulate(same.back().kind) != is_accumulate(kind)) {
      same.pop_back();
    } else {
      same.push_back(Change{kind, row});
    }
    return;
  }
  std::vector<Change>& changes = side.bundle.add(KeyView(*row, side.key));
  if (is_retract(kind)) {
    // Takes back what the bundle itself brought; else it is the retraction of what was there before.
    if (!changes.empty() && is_accumulate(changes.back().kind)) {
      changes.pop_back();
    } else if (changes.empty()) {
      changes.push_back(Change{kind, row});
    }
  } else if (!changes.empty() && is_accumulate(changes.back().kind)) {
    changes.back() = Change{kind, row};
  } else {
    changes.push_back(Change{kind, row});
  }
}

std::vector<Change> JoinBundle::take(int32_t input) {
  messages_ -= sides_[input].bundle.messages();
  std::vector<Change> out;
  for (auto& item : sides_[input].bundle.take()) {
    for (Change& change : item.value) out.push_back(std::move(change));
  }
  return out;
}

}  // namespace rowkind
