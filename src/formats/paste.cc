#include "formats/paste.h"

#include <algorithm>

#include "base/utf8.h"
#include "changelog/notation.h"
#include "formats/paste_values.h"
#include "formats/tableau.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

class PasteReader {
 public:
  PasteReader(const RowType& columns, const TimeZone& zone)
      : columns_(columns), zone_(zone), rewrite_(zone) {}

  std::vector<PastedRow> read(std::string_view text) {
    int32_t line = 1;
    for (size_t at = 0; at < text.size(); ++line) {
      size_t end = std::min(text.find('\n', at), text.size());
      std::string_view content = text.substr(at, end - at);
      if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
      at = end + 1;
      PastedRow row;
      row.text = content;
      row.line = line;
      try {
        if (!read_line(content, row)) continue;
      } catch (const Failure& failure) {
        row.error = failure.error;
        // Places in the rewritten row mean nothing here.
        row.error->span = {0, static_cast<int32_t>(content.size())};
      }
      rows_.push_back(std::move(row));
      if (rows_.back().error) break;
    }
    return std::move(rows_);
  }

 private:
  // False: the line is no row.
  bool read_line(std::string_view line, PastedRow& row) {
    std::string_view text = trim(line);
    if (text.empty() || text[0] == '#') return false;
    if (starts_with(text, "+--") || starts_with(text, "|--") || starts_with(text, "|:-")) {
      border_ = positions(line);
      return false;
    }
    if (text[0] == '|') return tableau(line, row);
    if (text.find_first_not_of("= ") == std::string_view::npos ||
        text.find_first_not_of("- ") == std::string_view::npos) {
      ruler(line);
      return false;
    }
    if (printed(text, row)) return true;
    std::string_view body = without_trailer(text);
    if (body[0] == '(' && (starts_with(body, "(true,") || starts_with(body, "(false,")))
      return retract(body, row);
    if ((body[0] == '+' || body[0] == '-') && signed_line(line, row)) return true;
    if (!spans_.empty()) return cells_row(RowKind::kInsert, cut(line), row);
    return false;
  }

  static std::string_view without_trailer(std::string_view text) {
    for (std::string_view mark : {" <=", " --"}) {
      size_t at = text.find(mark);
      if (at != std::string_view::npos && at > 0) text = trim(text.substr(0, at));
    }
    return text;
  }

  // ---- +I[..], with anything in front

  bool printed(std::string_view text, PastedRow& row) {
    // "[+I, id = 1]"
    if (text[0] == '[' && kind_at(text.substr(1)) && text.back() == ']') {
      std::string_view rest = text.substr(3, text.size() - 4);
      size_t comma = rest.find(',');
      items_row(*kind_at(text.substr(1)),
                comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1), row);
      return true;
    }
    for (size_t at = 0; at + 2 < text.size(); ++at) {
      std::optional<RowKind> kind = kind_at(text.substr(at));
      if (!kind) continue;
      size_t open = at + 2;
      while (open < text.size() && text[open] == ' ') ++open;
      if (open >= text.size() || !closing_bracket(text[open]) ||
          (at > 0 && text[at - 1] != ' ' && text[at - 1] != '>'))
        continue;
      size_t close = matching_bracket(text, open);
      if (close == std::string_view::npos)
        throw Failure("rows/syntax", "The row ends too early", {},
                      std::string("close it with ") + closing_bracket(text[open]));
      items_row(*kind, text.substr(open + 1, close - open - 1), row);
      return true;
    }
    return false;
  }

  bool retract(std::string_view text, PastedRow& row) {
    size_t close = matching_bracket(text, 0);
    if (close == std::string_view::npos)
      throw Failure("rows/syntax", "The tuple ends too early", {}, "close it with )");
    bool add = text[1] == 't';
    std::string_view rest = trim(text.substr(add ? 6 : 7, close - (add ? 6 : 7)));
    if (kind_at(rest) && rest.size() > 2 && closing_bracket(rest[2])) rest = rest.substr(3, rest.size() - 4);
    items_row(add ? RowKind::kInsert : RowKind::kDelete, rest, row);
    return true;
  }

  void items_row(RowKind kind, std::string_view text, PastedRow& row) {
    std::vector<std::string_view> items = split_items(text);
    std::vector<std::string> values(columns_.size(), "null");
    bool named = !items.empty();
    for (std::string_view item : items) {
      std::string_view name;
      named =
          named && value_behind_name(item, name) != std::string_view::npos && find_field(columns_, name) >= 0;
    }
    if (!named) check_arity(items.size());
    for (size_t i = 0; i < items.size(); ++i) {
      std::string_view name, item = items[i];
      size_t column = i;
      if (named) {
        item = item.substr(value_behind_name(item, name));
        column = static_cast<size_t>(find_field(columns_, name));
      }
      values[column] = rewrite_.item(item, columns_[column].type);
    }
    finish(kind, values, row);
  }

  void check_arity(size_t count) {
    if (count == columns_.size()) return;
    std::string hint = "columns: ";
    int texts = 0;
    for (const Field& column : columns_) {
      hint += (&column == columns_.data() ? "" : ", ") + column.name;
      texts += column.type.is_character() ? 1 : 0;
    }
    if (count > columns_.size() && texts == 1) hint += "; put a text with commas in quotes: 'a, b'";
    throw Failure("rows/arity",
                  "The row has " + std::to_string(count) + (count == 1 ? " value" : " values") +
                      ", the table has " + std::to_string(columns_.size()) +
                      (columns_.size() == 1 ? " column" : " columns"),
                  {}, hint);
  }

  void finish(RowKind kind, const std::vector<std::string>& values, PastedRow& row) {
    std::string line = std::string(short_string(kind)) + "[";
    for (size_t i = 0; i < values.size(); ++i) line += (i ? ", " : "") + values[i];
    row.change = parse_change(line + "]", columns_, zone_).or_throw();
  }

  // ---- tables of the SQL client

  // Display columns of the '+' or '|' of a border.
  static std::vector<size_t> positions(std::string_view line) {
    std::vector<size_t> out;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '+' || line[i] == '|') out.push_back(i);
    }
    return out;
  }

  std::vector<std::string> tableau_cells(std::string_view line) const {
    std::string_view inner = trim(line);
    inner.remove_prefix(1);
    if (!inner.empty() && inner.back() == '|') inner.remove_suffix(1);
    std::vector<std::string> cells;
    for (size_t at = 0; at <= inner.size();) {
      size_t end = std::min(inner.find('|', at), inner.size());
      cells.emplace_back(trim(inner.substr(at, end - at)));
      at = end + 1;
    }
    if (border_.size() < 2 || cells.size() + 1 == border_.size()) return cells;
    // A cell holds a bar: cut where the border says.
    cells.clear();
    size_t column = 0, display = 0, pos = 0;
    std::string cell;
    while (pos < line.size()) {
      if (column < border_.size() && display == border_[column]) {
        if (column > 0) cells.emplace_back(trim(cell));
        cell.clear();
        ++column;
        ++pos;
        ++display;
        continue;
      }
      size_t start = pos;
      utf8_next(line, pos);
      std::string_view character = line.substr(start, pos - start);
      display += static_cast<size_t>(display_width(character));
      cell += character;
    }
    return cells;
  }

  bool tableau(std::string_view line, PastedRow& row) {
    std::vector<std::string> cells = tableau_cells(line);
    if (!has_header_) {
      has_header_ = true;
      has_op_ = !cells.empty() && ascii_iequals(cells[0], "op") && cells.size() == columns_.size() + 1;
      order_.clear();
      for (size_t i = has_op_ ? 1 : 0; i < cells.size(); ++i)
        order_.push_back(find_field(columns_, cells[i]));
      bool by_name = std::find(order_.begin(), order_.end(), -1) == order_.end();
      for (size_t i = 0; i < order_.size() && !by_name; ++i) order_[i] = static_cast<int32_t>(i);
      if (by_name || has_op_ || kind_at(cells.empty() ? "" : cells[0]) == std::nullopt) return false;
    }
    RowKind kind = RowKind::kInsert;
    if (!cells.empty() && kind_at(cells[0]) && cells[0].size() == 2 && cells.size() == columns_.size() + 1) {
      kind = *kind_at(cells[0]);
      cells.erase(cells.begin());
    }
    check_arity(cells.size());
    std::vector<std::string> values(columns_.size(), "null");
    for (size_t i = 0; i < cells.size(); ++i) {
      size_t column = i < order_.size() ? static_cast<size_t>(order_[i]) : i;
      if (column >= columns_.size()) column = i;
      if (cells[i].size() > 3 && cells[i].substr(cells[i].size() - 3) == "..." &&
          display_width(cells[i]) >= kTableauWidth) {
        row.note = "the cell of column " + columns_[column].name + " was cut by the SQL client";
      }
      values[column] = rewrite_.cell(cells[i], columns_[column].type);
    }
    finish(kind, values, row);
    return true;
  }

  // ---- tables of the docs, signs

  void ruler(std::string_view line) {
    spans_.clear();
    for (size_t i = 0; i < line.size();) {
      if (line[i] == ' ') {
        ++i;
        continue;
      }
      size_t end = std::min(line.find(' ', i), line.size());
      spans_.push_back(i);
      i = end;
    }
    if (spans_.size() < 2 && columns_.size() > 1) spans_.clear();
  }

  // Where the display column starts; wide characters take two.
  static size_t offset_of(std::string_view line, size_t column) {
    size_t at = 0;
    for (size_t display = 0; at < line.size() && display < column;) {
      size_t start = at;
      utf8_next(line, at);
      display += static_cast<size_t>(display_width(line.substr(start, at - start)));
    }
    return at;
  }

  // By the ruler: a cell reaches to the start of the next one. Without: at two blanks, else at every blank.
  std::vector<std::string> cut(std::string_view line) const {
    size_t comment = line.find(" <=");
    if (comment != std::string_view::npos) line = line.substr(0, comment);
    std::vector<std::string> cells;
    size_t begin = 0;
    for (size_t i = 0; i < spans_.size(); ++i) {
      size_t end = i + 1 < spans_.size() ? offset_of(line, spans_[i + 1]) : line.size();
      cells.emplace_back(trim(line.substr(begin, end - begin)));
      begin = end;
    }
    return cells;
  }

  static std::vector<std::string> blank_separated(std::string_view text, bool two) {
    std::vector<std::string> cells;
    for (size_t at = 0; at < text.size();) {
      size_t end = std::min(text.find(two ? "  " : " ", at), text.size());
      if (!trim(text.substr(at, end - at)).empty()) cells.emplace_back(trim(text.substr(at, end - at)));
      at = std::min(text.find_first_not_of(' ', end), text.size());
    }
    return cells;
  }

  bool signed_line(std::string_view line, PastedRow& row) {
    std::string_view text = without_trailer(trim(line));
    bool add = text[0] == '+';
    RowKind kind = add ? RowKind::kInsert : RowKind::kDelete;
    std::string_view rest = text.substr(1);
    if (!rest.empty() && rest[0] == '(') {
      size_t close = rest.find(')');
      std::string_view name = rest.substr(1, close == std::string_view::npos ? 0 : close - 1);
      constexpr std::string_view kNames[] = {"INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"};
      auto found = std::find(std::begin(kNames), std::end(kNames), name);
      if (found == std::end(kNames)) return false;
      kind = static_cast<RowKind>(found - std::begin(kNames));
      if (is_accumulate(kind) != add)
        throw Failure("rows/syntax", "The sign contradicts " + std::string(name), {},
                      "+ goes with INSERT and UPDATE_AFTER, - with the others");
      rest = rest.substr(close + 1);
    } else if (rest.empty() || rest[0] != ' ') {
      return false;
    } else {
      row.bare_sign = true;
      if (rest.find(',') != std::string_view::npos) {
        items_row(kind, rest, row);
        return true;
      }
    }
    if (spans_.size() == columns_.size() + 1) {
      std::vector<std::string> cells = cut(line);
      cells.erase(cells.begin());
      return cells_row(kind, cells, row);
    }
    std::vector<std::string> cells = blank_separated(rest, true);
    if (cells.size() != columns_.size()) cells = blank_separated(rest, false);
    return cells_row(kind, cells, row);
  }

  bool cells_row(RowKind kind, const std::vector<std::string>& cells, PastedRow& row) {
    check_arity(cells.size());
    std::vector<std::string> values;
    for (size_t i = 0; i < cells.size(); ++i) values.push_back(rewrite_.cell(cells[i], columns_[i].type));
    finish(kind, values, row);
    return true;
  }

  const RowType& columns_;
  const TimeZone& zone_;
  ValueRewriter rewrite_;
  std::vector<PastedRow> rows_;
  std::vector<size_t> border_;
  std::vector<size_t> spans_;  // display columns where the ruler's parts start
  bool has_header_ = false, has_op_ = false;
  std::vector<int32_t> order_;  // column of each cell
};

}  // namespace

std::vector<PastedRow> parse_pasted(std::string_view text, const RowType& columns, const TimeZone& zone) {
  return PasteReader(columns, zone).read(text);
}

void pair_updates(std::vector<PastedRow>& rows, const std::vector<int32_t>& key) {
  auto same_key = [&](const Row& a, const Row& b) {
    return std::all_of(key.begin(), key.end(), [&](int32_t column) { return a[column].equals(b[column]); });
  };
  for (size_t i = 1; i < rows.size(); ++i) {
    PastedRow &before = rows[i - 1], &after = rows[i];
    if (key.empty() || !before.bare_sign || !after.bare_sign || before.error || after.error) continue;
    if (before.change.kind != RowKind::kDelete || after.change.kind != RowKind::kInsert ||
        !same_key(*before.change.row, *after.change.row))
      continue;
    before.change.kind = RowKind::kUpdateBefore;
    after.change.kind = RowKind::kUpdateAfter;
  }
}

bool is_paste_format(std::string_view format) {
  for (const char* name : {"tableau", "print", "docs", "retract", "paste"}) {
    if (format == name) return true;
  }
  return false;
}

}  // namespace rowkind
