#include "expr/functions/java_time_pattern.h"

namespace rowkind {

namespace {

bool is_pattern_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::optional<std::vector<DateItem>> split_date_pattern(std::string_view pattern, bool sections) {
  std::vector<DateItem> items;
  auto literal = [&](char c) {
    if (items.empty() || items.back().letter != 0) items.emplace_back();
    items.back().text += c;
  };
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (is_pattern_letter(c)) {
      DateItem item;
      item.letter = c;
      while (i + 1 < pattern.size() && pattern[i + 1] == c) {
        ++item.count;
        ++i;
      }
      ++item.count;
      items.push_back(item);
    } else if (c == '\'') {
      if (i + 1 < pattern.size() && pattern[i + 1] == '\'') {
        literal('\'');
        ++i;
        continue;
      }
      for (++i;; ++i) {
        if (i >= pattern.size()) return std::nullopt;
        if (pattern[i] != '\'') {
          literal(pattern[i]);
        } else if (i + 1 < pattern.size() && pattern[i + 1] == '\'') {
          literal('\'');
          ++i;
        } else {
          break;
        }
      }
    } else if (sections && std::string_view("[]{}#").find(c) != std::string_view::npos) {
      DateItem item;
      item.letter = c;
      items.push_back(item);
    } else {
      literal(c);
    }
  }
  return items;
}

}  // namespace rowkind
