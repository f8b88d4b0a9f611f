#include "plan/reuse_sinks.h"

namespace rowkind {

namespace {

bool same_types(const RowType& a, const RowType& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!a[i].type.equals(b[i].type)) return false;
  }
  return true;
}

bool interchangeable(const SinkNode& a, const SinkNode& b) {
  return a.table && a.table == b.table && a.upsert_materialize == b.upsert_materialize &&
         a.conflict == b.conflict && same_types(a.inputs[0]->type, b.inputs[0]->type) &&
         a.inputs[0]->mode().to_string() == b.inputs[0]->mode().to_string();
}

std::shared_ptr<UnionNode> union_over(const SinkNode& sink) {
  const PhysicalNode& input = *sink.inputs[0];
  auto node = std::make_shared<UnionNode>();
  node->inputs = {sink.inputs[0]};
  node->type = input.type;
  node->span = sink.span;
  node->modify = input.modify;
  node->update = input.update;
  node->delete_kind = input.delete_kind;
  return node;
}

}  // namespace

void reuse_sinks(std::vector<std::shared_ptr<SinkNode>>& sinks,
                 std::vector<std::shared_ptr<const SinkRel>> inserts) {
  std::vector<std::shared_ptr<UnionNode>> unions(sinks.size());
  for (size_t i = 0; i < sinks.size(); ++i) {
    for (size_t k = i + 1; k < sinks.size();) {
      // Once merged, the input of the first one is compared by its own types, which are the same.
      if (!interchangeable(*sinks[i], *sinks[k]) ||
          inserts[i]->target_columns != inserts[k]->target_columns) {
        ++k;
        continue;
      }
      if (!unions[i]) {
        unions[i] = union_over(*sinks[i]);
        sinks[i]->inputs = {unions[i]};
      }
      unions[i]->inputs.push_back(sinks[k]->inputs[0]);
      sinks.erase(sinks.begin() + static_cast<std::ptrdiff_t>(k));
      inserts.erase(inserts.begin() + static_cast<std::ptrdiff_t>(k));
      unions.erase(unions.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

}  // namespace rowkind
