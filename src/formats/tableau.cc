#include "formats/tableau.h"

#include <algorithm>

#include "base/utf8.h"
#include "base/wide_char.h"
#include "types/text.h"

namespace rowkind {
namespace {

using Cells = std::vector<std::string>;

constexpr std::string_view kNull = "<NULL>";
constexpr std::string_view kCut = "...";

int32_t utf16_length(std::string_view text) {
  int32_t units = 0;
  for (size_t at = 0; at < text.size();) units += utf8_next(text, at) > 0xFFFF ? 2 : 1;
  return units;
}

// As much of the start as fits, with blanks in front if that is less. Counts as Flink does: unit by unit, so
// half of a character beyond U+FFFF may be left over, which prints as '?'.
std::string cut_text(std::string_view text, int32_t width) {
  std::string out;
  int32_t taken = 0, used = 0;
  for (size_t at = 0; at < text.size();) {
    size_t start = at;
    uint32_t c = utf8_next(text, at);
    taken += is_wide(c) ? 2 : 1;
    if (taken > width) break;
    if (c > 0xFFFF && ++taken > width) {
      out += '?';
      ++used;
      break;
    }
    out += text.substr(start, at - start);
    used = taken;
  }
  return used < width ? std::string(static_cast<size_t>(width - used), ' ') + out : out;
}

int32_t timestamp_width(int32_t precision) {
  return precision == 0 ? 19 : precision <= 3 ? 23 : precision <= 6 ? 26 : 29;
}

int32_t type_width(const LogicalType& type, int32_t max_width) {
  switch (type.root()) {
    case TypeRoot::kTinyInt:
      return 4;
    case TypeRoot::kSmallInt:
      return 6;
    case TypeRoot::kInt:
      return 11;
    case TypeRoot::kBigInt:
      return 20;
    case TypeRoot::kDecimal:
      return type.precision() + 2;
    case TypeRoot::kBoolean:
      return 5;
    case TypeRoot::kDate:
      return 10;
    case TypeRoot::kTime:
      return type.precision() == 0 ? 8 : type.precision() + 9;
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return timestamp_width(type.precision());
    default:
      return max_width;
  }
}

class Drawing {
 public:
  explicit Drawing(std::vector<int32_t> widths) : widths_(std::move(widths)) {}

  void border() {
    out_ += '+';
    for (int32_t width : widths_) out_ += std::string(static_cast<size_t>(width + 2), '-') + "+";
    out_ += '\n';
  }
  void line(const Cells& cells) {
    out_ += '|';
    for (size_t i = 0; i < cells.size(); ++i) {
      int32_t width = display_width(cells[i]);
      out_ += ' ';
      if (width <= widths_[i]) {
        out_ += std::string(static_cast<size_t>(widths_[i] - width), ' ') + cells[i];
      } else {
        out_ += cut_text(cells[i], widths_[i] - static_cast<int32_t>(kCut.size()));
        out_ += kCut;
      }
      out_ += " |";
    }
    out_ += '\n';
  }
  std::string take() { return std::move(out_); }

 private:
  std::vector<int32_t> widths_;
  std::string out_;
};

Cells names_of(const RowType& columns) {
  Cells names;
  for (const Field& column : columns) names.push_back(column.name);
  return names;
}

Cells cells_of(const Row& row, const RowType& columns, const TimeZone& zone) {
  Cells cells;
  for (int32_t i = 0; i < row.arity(); ++i) {
    cells.push_back(row[i].is_null() ? std::string(kNull)
                                     : display_text(row[i], columns[static_cast<size_t>(i)].type, zone));
  }
  return cells;
}

const char* row_term(size_t count) {
  return count > 1 ? " rows" : " row";
}

}  // namespace

int32_t display_width(std::string_view text) {
  int32_t width = 0;
  for (size_t at = 0; at < text.size();) {
    uint32_t c = utf8_next(text, at);
    width += (c > 0xFFFF ? 2 : 1) + (is_wide(c) ? 1 : 0);
  }
  return width;
}

std::string tableau_text(const std::vector<Change>& changes, const RowType& columns, const TimeZone& zone,
                         int32_t max_width) {
  std::vector<int32_t> widths = {2};
  for (const Field& column : columns) {
    int32_t width = std::max(type_width(column.type, max_width), static_cast<int32_t>(kNull.size()));
    widths.push_back(std::max(width, utf16_length(column.name)));
  }
  Cells header = names_of(columns);
  header.insert(header.begin(), "op");
  Drawing drawing(std::move(widths));
  drawing.border();
  drawing.line(header);
  drawing.border();
  for (const Change& change : changes) {
    Cells cells = cells_of(*change.row, columns, zone);
    cells.insert(cells.begin(), std::string(short_string(change.kind)));
    drawing.line(cells);
  }
  if (!changes.empty()) drawing.border();
  return drawing.take() + "Received a total of " + std::to_string(changes.size()) + row_term(changes.size()) +
         "\n";
}

std::string tableau_text(const std::vector<RowPtr>& rows, const RowType& columns, const TimeZone& zone,
                         int32_t max_width) {
  if (rows.empty()) return "Empty set\n";
  Cells header = names_of(columns);
  std::vector<int32_t> widths;
  for (const std::string& name : header) widths.push_back(utf16_length(name));
  std::vector<Cells> lines;
  lines.push_back(header);
  for (const RowPtr& row : rows) lines.push_back(cells_of(*row, columns, zone));
  for (const Cells& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  for (int32_t& width : widths) width = std::min(width, max_width);
  Drawing drawing(std::move(widths));
  drawing.border();
  for (size_t i = 0; i < lines.size(); ++i) {
    drawing.line(lines[i]);
    if (i == 0) drawing.border();
  }
  drawing.border();
  return drawing.take() + std::to_string(rows.size()) + row_term(rows.size()) + " in set\n";
}

}  // namespace rowkind
