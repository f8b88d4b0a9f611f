// The op_mapping argument of FROM_CHANGELOG and TO_CHANGELOG.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "changelog/row_kind.h"
#include "expr/expr.h"

namespace rowkind {

// The entries of a constant MAP['key', 'value', ...]; casts of the texts are looked through. A key that is
// there twice keeps its last value. Nothing for a map that is not made of text literals.
std::optional<std::vector<std::pair<std::string, std::string>>> constant_mapping(const Expr& map);

// "c, r" -> c and r, as Java cuts and trims: parts may be empty, but not at the end.
std::vector<std::string> split_codes(std::string_view list);

// As Java's String.trim().
std::string java_trim(std::string_view text);

// INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE.
std::optional<RowKind> change_operation(std::string_view name);
std::string_view operation_name(RowKind kind);

}  // namespace rowkind
