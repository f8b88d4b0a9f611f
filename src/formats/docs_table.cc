#include "formats/docs_table.h"

#include <algorithm>

#include "formats/tableau.h"
#include "types/text.h"

namespace rowkind {
namespace {

using Cells = std::vector<std::string>;

std::string padded(const std::string& text, int32_t width, bool right) {
  std::string blanks(static_cast<size_t>(std::max(0, width - display_width(text))), ' ');
  return right ? blanks + text : text + blanks;
}

// `right`: by column, whether its cells stand at the right.
std::string draw(const std::vector<Cells>& lines, const std::vector<bool>& right) {
  std::vector<int32_t> widths(right.size(), 1);
  for (const Cells& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  std::string out;
  for (size_t n = 0; n < lines.size(); ++n) {
    std::string text;
    for (size_t i = 0; i < lines[n].size(); ++i)
      text += (i > 0 ? " " : "") + padded(lines[n][i], widths[i], n > 0 && right[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
    if (n > 0) continue;
    for (size_t i = 0; i < widths.size(); ++i)
      out += (i > 0 ? " " : "") + std::string(static_cast<size_t>(widths[i]), '=');
    out += "\n";
  }
  return out;
}

std::string kind_text(RowKind kind) {
  constexpr const char* kNames[] = {"+(INSERT)", "-(UPDATE_BEFORE)", "+(UPDATE_AFTER)", "-(DELETE)"};
  return kNames[static_cast<size_t>(kind)];
}

void add_cells(Cells& line, const Row& row, const RowType& columns, const TimeZone& zone) {
  for (int32_t i = 0; i < row.arity(); ++i)
    line.push_back(display_text(row[i], columns[static_cast<size_t>(i)].type, zone));
}

Cells header(const RowType& columns, std::vector<bool>& right) {
  Cells names;
  for (const Field& column : columns) {
    names.push_back(column.name);
    right.push_back(column.type.is_numeric());
  }
  return names;
}

}  // namespace

std::string docs_table_text(const std::vector<Change>& changes, const RowType& columns,
                            const TimeZone& zone) {
  std::vector<bool> right = {false};
  std::vector<Cells> lines = {header(columns, right)};
  lines[0].insert(lines[0].begin(), "(changelog kind)");
  for (const Change& change : changes) {
    lines.push_back({kind_text(change.kind)});
    add_cells(lines.back(), *change.row, columns, zone);
  }
  return draw(lines, right);
}

std::string docs_table_text(const std::vector<RowPtr>& rows, const RowType& columns, const TimeZone& zone) {
  std::vector<bool> right;
  std::vector<Cells> lines = {header(columns, right)};
  for (const RowPtr& row : rows) {
    lines.emplace_back();
    add_cells(lines.back(), *row, columns, zone);
  }
  return draw(lines, right);
}

}  // namespace rowkind
