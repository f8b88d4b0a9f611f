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

std::vector<Change>& JoinBundle::at(Side& side, const KeyView& key) {
  ++side.messages;
  auto* entry = side.positions.find(key);
  if (entry == nullptr) {
    entry = side.positions.insert(key.to_row());
    entry->value = static_cast<int32_t>(side.changes.size());
    side.changes.emplace_back();
  }
  return side.changes[static_cast<size_t>(entry->value)];
}

void JoinBundle::add(int32_t input, RowKind kind, const RowPtr& row) {
  Side& side = sides_[input];
  ++messages_;
  if (!side.unique) {
    std::vector<Change>& same = at(side, KeyView(*row));
    if (!same.empty() && is_accumulate(same.back().kind) != is_accumulate(kind)) {
      same.pop_back();
    } else {
      same.push_back(Change{kind, row});
    }
    return;
  }
  std::vector<Change>& changes = at(side, KeyView(*row, side.key));
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
  Side& side = sides_[input];
  messages_ -= side.messages;
  side.messages = 0;
  side.positions.clear();
  std::vector<Change> out;
  for (std::vector<Change>& changes : std::exchange(side.changes, {})) {
    for (Change& change : changes) out.push_back(std::move(change));
  }
  return out;
}

}  // namespace rowkind
