#include "stage/row_table.h"

#include <algorithm>

#include "base/utf8.h"

namespace rowkind::stage {

std::string plain_cell(std::string_view notation) {
  const size_t size = notation.size();
  if (size < 3 || notation.front() != '\'' || notation.back() != '\'') return std::string(notation);
  const std::string_view inside = notation.substr(1, size - 2);
  if (inside == "null") return std::string(notation);
  std::string out;
  for (size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '\'' && i + 1 < inside.size() && inside[i + 1] == '\'') ++i;
    if (inside[i] != '\\' || i + 1 == inside.size()) {
      out += inside[i];
      continue;
    }
    const char letter = inside[++i];
    out += letter == 'n' ? '\n' : letter == 'r' ? '\r' : letter == 't' ? '\t' : letter;
  }
  return out;
}

void RowTable::add_row(Change change) {
  first_.push_back(static_cast<uint32_t>(ends_.size()));
  changes_.push_back(change);
}

void RowTable::add_cell(std::optional<std::string_view> notation) {
  text_ += notation ? plain_cell(*notation) : "null";
  ends_.push_back(static_cast<uint32_t>(text_.size()));
  nulls_.push_back(!notation);
}

void RowTable::add_before(size_t column, std::optional<std::string_view> notation) {
  before_[at(rows() - 1, column)] = notation ? plain_cell(*notation) : "null";
}

bool RowTable::there(size_t row, size_t column) const {
  const size_t end = row + 1 < rows() ? first_[row + 1] : ends_.size();
  return at(row, column) < end;
}

std::string_view RowTable::cell(size_t row, size_t column) const {
  if (!there(row, column)) return {};
  const size_t cell = at(row, column);
  const size_t from = cell == 0 ? 0 : ends_[cell - 1];
  return std::string_view(text_).substr(from, ends_[cell] - from);
}

bool RowTable::is_null(size_t row, size_t column) const {
  return there(row, column) && nulls_[at(row, column)];
}

const std::string* RowTable::before(size_t row, size_t column) const {
  auto found = before_.find(at(row, column));
  return found == before_.end() || !there(row, column) ? nullptr : &found->second;
}

size_t RowTable::letters(size_t column) const {
  constexpr size_t kLooked = 200, kMost = 40;
  int64_t most = utf8_length(columns_[column].name);
  for (size_t row = 0; row < std::min(rows(), kLooked); ++row) {
    int64_t here = utf8_length(cell(row, column));
    if (const std::string* old = before(row, column)) here += utf8_length(*old) + 1;
    most = std::max(most, here);
  }
  return std::min(static_cast<size_t>(most), kMost);
}

}  // namespace rowkind::stage
