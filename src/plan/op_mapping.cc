#include "plan/op_mapping.h"

#include <algorithm>

#include "expr/function.h"

namespace rowkind {
namespace {

constexpr std::pair<std::string_view, RowKind> kOperations[] = {{"INSERT", RowKind::kInsert},
                                                                {"UPDATE_BEFORE", RowKind::kUpdateBefore},
                                                                {"UPDATE_AFTER", RowKind::kUpdateAfter},
                                                                {"DELETE", RowKind::kDelete}};

const Expr& without_casts(const Expr& expr) {
  const Expr* inner = &expr;
  while (is_call(*inner, "CAST")) inner = inner->operands[0].get();
  return *inner;
}

std::optional<std::string> text_of(const Expr& expr) {
  const Expr& inner = without_casts(expr);
  if (inner.kind != ExprKind::kLiteral || inner.literal.kind() != ValueKind::kString) return std::nullopt;
  return std::string(inner.literal.string());
}

}  // namespace

std::optional<std::vector<std::pair<std::string, std::string>>> constant_mapping(const Expr& expr) {
  const Expr& map = without_casts(expr);
  std::vector<std::pair<std::string, std::string>> out;
  const auto put = [&](std::string key, std::string value) {
    const auto known =
        std::find_if(out.begin(), out.end(), [&](const auto& entry) { return entry.first == key; });
    if (known != out.end()) {
      known->second = std::move(value);
    } else {
      out.emplace_back(std::move(key), std::move(value));
    }
  };
  if (map.kind == ExprKind::kLiteral && map.literal.kind() == ValueKind::kMap) {
    for (const auto& entry : map.literal.map()) {
      if (entry.first.kind() != ValueKind::kString || entry.second.kind() != ValueKind::kString)
        return std::nullopt;
      put(std::string(entry.first.string()), std::string(entry.second.string()));
    }
    return out;
  }
  if (!is_call(map, "MAP")) return std::nullopt;
  for (size_t i = 0; i + 1 < map.operands.size(); i += 2) {
    std::optional<std::string> key = text_of(*map.operands[i]), value = text_of(*map.operands[i + 1]);
    if (!key || !value) return std::nullopt;
    put(std::move(*key), std::move(*value));
  }
  return out;
}

std::string java_trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return std::string(text);
}

std::vector<std::string> split_codes(std::string_view list) {
  std::vector<std::string> out;
  if (list.empty()) return {""};
  size_t empty_at_end = 0;
  for (size_t from = 0; from <= list.size();) {
    const size_t comma = std::min(list.find(',', from), list.size());
    empty_at_end = comma == from ? empty_at_end + 1 : 0;
    out.push_back(java_trim(list.substr(from, comma - from)));
    from = comma + 1;
  }
  out.resize(out.size() - empty_at_end);
  return out;
}

std::optional<RowKind> change_operation(std::string_view name) {
  for (const auto& operation : kOperations) {
    if (operation.first == name) return operation.second;
  }
  return std::nullopt;
}

std::string_view operation_name(RowKind kind) {
  for (const auto& operation : kOperations) {
    if (operation.second == kind) return operation.first;
  }
  return "";
}

}  // namespace rowkind
