// Passes 2 and 3 of mode inference, one function each; a null result: no alternative satisfies the
// requirement.
#pragma once

#include "plan/modes.h"

namespace rowkind {

NodePtr satisfy_update_kind(const NodePtr& node, UpdateKind required);
NodePtr satisfy_delete_kind(const NodePtr& node, DeleteKind required);

inline UpdateKind before_after_or_none(const ModifyKindSet& kinds) {
  return kinds.update ? UpdateKind::kBeforeAndAfter : UpdateKind::kNone;
}
inline UpdateKind only_after_or_none(const ModifyKindSet& kinds) {
  return kinds.update ? UpdateKind::kOnlyUpdateAfter : UpdateKind::kNone;
}
inline DeleteKind full_delete_or_none(const ModifyKindSet& kinds) {
  return kinds.deletes ? DeleteKind::kFullDelete : DeleteKind::kNone;
}
inline DeleteKind delete_by_key_or_none(const ModifyKindSet& kinds) {
  return kinds.deletes ? DeleteKind::kDeleteByKey : DeleteKind::kNone;
}

}  // namespace rowkind
