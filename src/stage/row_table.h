// The rows of one state as text: one buffer for all cells, so that size, not number, decides what a large table costs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rowkind::stage {

struct Column {
  std::string name;
  bool numeric = false;
  bool key = false;
  bool expiry = false;  // when the row is forgotten; its name is a word of the page
};

enum class Change : uint8_t { kSame, kAdded, kRemoved, kChanged };

// A value alone in its cell needs no quotes, unless they tell it from nothing (as in the page's tables).
std::string plain_cell(std::string_view notation);

class RowTable {
 public:
  void set_columns(std::vector<Column> columns) { columns_ = std::move(columns); }
  // Starts a row; `cell` is then called once a column, from left to right. nullopt is NULL.
  void add_row(Change change);
  void add_cell(std::optional<std::string_view> notation);
  // What stood in a cell of the row added last before this step.
  void add_before(size_t column, std::optional<std::string_view> notation);

  const std::vector<Column>& columns() const { return columns_; }
  size_t rows() const { return changes_.size(); }
  Change change(size_t row) const { return changes_[row]; }
  std::string_view cell(size_t row, size_t column) const;  // "null" for NULL
  bool is_null(size_t row, size_t column) const;
  const std::string* before(size_t row, size_t column) const;  // null: as now
  // Letters (about) that column `column` needs: its name and the longest of the first rows.
  size_t letters(size_t column) const;

 private:
  size_t at(size_t row, size_t column) const { return first_[row] + column; }
  bool there(size_t row, size_t column) const;

  std::vector<Column> columns_;
  std::string text_;
  std::vector<uint32_t> ends_;   // of cells, in text_
  std::vector<bool> nulls_;      // by cell
  std::vector<uint32_t> first_;  // cell of each row
  std::vector<Change> changes_;
  std::unordered_map<size_t, std::string> before_;  // by cell
};

}  // namespace rowkind::stage
