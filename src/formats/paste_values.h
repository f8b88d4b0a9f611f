// What the readers of pasted text share: taking rows apart, and turning the text of a value into the row
// notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

// ']' for '[' and so on; 0 for any other character.
char closing_bracket(char open);
// The kind that `text` starts with.
std::optional<RowKind> kind_at(std::string_view text);
// Where the bracket that opens at `open` is closed; npos if it is not. Quotes count only where a value starts.
size_t matching_bracket(std::string_view text, size_t open);
// The parts between top-level commas, trimmed.
std::vector<std::string_view> split_items(std::string_view text);
// "name: v", "name=v", "name = v": where the value starts; npos if there is no such name.
size_t value_behind_name(std::string_view item, std::string_view& name);

// Turns the text of a value into the row notation, by its type.
class ValueRewriter {
 public:
  explicit ValueRewriter(const TimeZone& zone) : zone_(zone) {}

  // An item between commas, where texts may stand in quotes.
  std::string item(std::string_view text, const LogicalType& type, int32_t depth = 0) const;
  // A cell of a table: texts are what is there.
  std::string cell(std::string_view text, const LogicalType& type) const;

 private:
  std::string map(std::string_view text, const LogicalType& type, const LogicalType& key,
                  const LogicalType& mapped, int32_t depth) const;
  std::string row(std::string_view text, const LogicalType& type, int32_t depth) const;
  std::string timestamp(std::string_view text, const LogicalType& type) const;

  const TimeZone& zone_;
};

}  // namespace rowkind
