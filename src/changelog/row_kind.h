// The four kinds of change and the sets of them that a stream may hold (Flink's RowKind and ChangelogMode).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "types/row.h"

namespace rowkind {

enum class RowKind : uint8_t { kInsert, kUpdateBefore, kUpdateAfter, kDelete };  // byte values as Flink's

inline bool is_accumulate(RowKind kind) {
  return kind == RowKind::kInsert || kind == RowKind::kUpdateAfter;
}
inline bool is_retract(RowKind kind) {
  return !is_accumulate(kind);
}
std::string_view short_string(RowKind kind);  // "+I" "-U" "+U" "-D"

struct Change {
  RowKind kind = RowKind::kInsert;
  RowPtr row;
};

// Which kinds occur, and whether deletes carry only the key. Printed as [I,UB,UA,D] ([I,UA,PD] for key-only
// deletes, [NONE] for a sink).
struct ChangelogMode {
  bool insert = false;
  bool update_before = false;
  bool update_after = false;
  bool deletes = false;
  bool key_only_deletes = false;

  static ChangelogMode append() { return {true, false, false, false, false}; }
  static ChangelogMode retract() { return {true, true, true, true, false}; }
  static ChangelogMode upsert() { return {true, false, true, true, false}; }

  bool contains(RowKind kind) const;
  bool append_only() const { return insert && !update_before && !update_after && !deletes; }
  bool updates() const { return update_before || update_after; }
  bool operator==(const ChangelogMode& o) const {
    return insert == o.insert && update_before == o.update_before && update_after == o.update_after &&
           deletes == o.deletes && key_only_deletes == o.key_only_deletes;
  }
  std::string to_string() const;
};

}  // namespace rowkind
