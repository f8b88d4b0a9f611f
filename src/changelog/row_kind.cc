#include "changelog/row_kind.h"

namespace rowkind {

std::string_view short_string(RowKind kind) {
  constexpr std::string_view kTexts[] = {"+I", "-U", "+U", "-D"};
  return kTexts[static_cast<int>(kind)];
}

bool ChangelogMode::contains(RowKind kind) const {
  switch (kind) {
    case RowKind::kInsert:
      return insert;
    case RowKind::kUpdateBefore:
      return update_before;
    case RowKind::kUpdateAfter:
      return update_after;
    default:
      return deletes;
  }
}

std::string ChangelogMode::to_string() const {
  std::string out;
  auto add = [&](bool present, const char* kind) {
    if (!present) return;
    if (!out.empty()) out += ',';
    out += kind;
  };
  add(insert, "I");
  add(update_before, "UB");
  add(update_after, "UA");
  add(deletes, key_only_deletes ? "PD" : "D");
  return "[" + (out.empty() ? "NONE" : out) + "]";
}

}  // namespace rowkind
