#include "formats/paste.h"

#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"
#include "changelog/notation.h"
#include "formats/time_text.h"
#include "types/datetime.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

constexpr std::string_view kNulls[] = {"null", "NULL", "<NULL>", "(NULL)"};

bool is_null_text(std::string_view text) {
  return std::find(std::begin(kNulls), std::end(kNulls), text) != std::end(kNulls);
}
bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

char closing(char open) {
  return open == '[' ? ']' : open == '(' ? ')' : open == '{' ? '}' : '\0';
}

std::optional<RowKind> kind_at(std::string_view text) {
  for (RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete}) {
    if (starts_with(text, short_string(kind))) return kind;
  }
  return std::nullopt;
}

// Where the bracket that opens at `open` is closed; npos if it is not. Quotes count only where a value
// starts.
size_t matching(std::string_view text, size_t open) {
  int32_t depth = 0;
  bool value_start = false;
  for (size_t i = open; i < text.size(); ++i) {
    char c = text[i];
    if (value_start && (c == '\'' || c == '"')) {
      for (++i; i < text.size(); ++i) {
        if (text[i] != c) continue;
        if (i + 1 < text.size() && text[i + 1] == c) {
          ++i;
          continue;
        }
        break;
      }
      value_start = false;
      continue;
    }
    if (closing(c)) ++depth;
    if (c == ']' || c == ')' || c == '}') {
      if (--depth == 0) return i;
    }
    if (depth > limits::kNestingDepth) return std::string_view::npos;
    if (c != ' ') value_start = closing(c) || c == ',' || c == ':' || c == '=';
  }
  return std::string_view::npos;
}

// The parts between top-level commas, trimmed.
std::vector<std::string_view> split_items(std::string_view text) {
  std::vector<std::string_view> out;
  if (trim(text).empty()) return out;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == ',') {
      out.push_back(trim(text.substr(begin, i - begin)));
      begin = i + 1;
      continue;
    }
    bool at_start = trim(text.substr(begin, i - begin)).empty() || text[i - 1] == ':' || text[i - 1] == '=';
    if (closing(text[i])) {
      size_t end = matching(text, i);
      if (end != std::string_view::npos) i = end;
    } else if (at_start && (text[i] == '\'' || text[i] == '"')) {
      for (size_t j = i + 1; j < text.size(); ++j) {
        if (text[j] != text[i]) continue;
        if (j + 1 < text.size() && text[j + 1] == text[i]) {
          ++j;
          continue;
        }
        i = j;
        break;
      }
    }
  }
  return out;
}

// "name: v", "name=v", "name = v": where the value starts; npos if there is no such name.
size_t value_behind_name(std::string_view item, std::string_view& name) {
  size_t at = item.find_first_of(":=");
  if (at == std::string_view::npos) return at;
  name = trim(item.substr(0, at));
  return name.empty() || name.find_first_of(" '\"[({") != std::string_view::npos ? std::string_view::npos
                                                                                 : at + 1;
}

// Turns the text of a value into the row notation, by its type.
class Rewriter {
 public:
  explicit Rewriter(const TimeZone& zone) : zone_(zone) {}

  std::string value(std::string_view text, const LogicalType& type, int depth = 0) {
    text = trim(text);
    if (is_null_text(text)) return "null";
    if (depth > limits::kNestingDepth)
      throw Failure("rows/syntax",
                    "The row is nested deeper than " + std::to_string(limits::kNestingDepth) + " levels");
    switch (type.root()) {
      case TypeRoot::kChar:
      case TypeRoot::kVarChar:
      case TypeRoot::kVariant:
        return quote_string(unquoted(text));
      case TypeRoot::kArray: {
        std::string out;
        for (std::string_view item : split_items(inside(text, type)))
          out += (out.empty() ? "" : ", ") + value(item, type.element(), depth + 1);
        return "[" + out + "]";
      }
      case TypeRoot::kMap:
        return map(text, type, type.key(), type.value(), depth);
      case TypeRoot::kMultiset:
        return map(text, type, type.element(), LogicalType::integer(), depth);
      case TypeRoot::kRow:
        return row(text, type, depth);
      case TypeRoot::kBinary:
      case TypeRoot::kVarBinary:
        return bytes(text);
      case TypeRoot::kTimestamp:
      case TypeRoot::kTimestampLtz:
        return timestamp(text, type);
      default:
        return quote_string(unquoted(text));
    }
  }

  static std::string unquoted(std::string_view text) {
    char quote = text.empty() ? '\0' : text[0];
    if (text.size() < 2 || (quote != '\'' && quote != '"') || text.back() != quote) return std::string(text);
    std::string out;
    for (size_t i = 1; i + 1 < text.size(); ++i) {
      char next = i + 2 < text.size() ? text[i + 1] : '\0';
      if (text[i] == quote && next == quote) ++i;
      if (quote == '\'' && text[i] == '\\' && next != '\0' &&
          std::string_view("nrt\\").find(next) != std::string_view::npos) {
        out += next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : '\\';
        ++i;
        continue;
      }
      out += text[i];
    }
    return out;
  }

 private:
  static std::string_view inside(std::string_view text, const LogicalType& type) {
    if (text.size() < 2 || text.back() != closing(text[0]) || !closing(text[0])) {
      throw Failure("rows/value", "Expected brackets around the value of " + type.to_string() + ", found " +
                                      std::string(text.substr(0, 80)));
    }
    return text.substr(1, text.size() - 2);
  }

  std::string map(std::string_view text, const LogicalType& type, const LogicalType& key,
                  const LogicalType& mapped, int depth) {
    std::string out;
    for (std::string_view item : split_items(inside(text, type))) {
      size_t at = item.find('=');
      if (at == std::string_view::npos)
        throw Failure("rows/value", "Expected key=value, found " + std::string(item.substr(0, 80)));
      out += (out.empty() ? "" : ", ") + value(item.substr(0, at), key, depth + 1) + "=" +
             value(item.substr(at + 1), mapped, depth + 1);
    }
    return "{" + out + "}";
  }

  std::string row(std::string_view text, const LogicalType& type, int depth) {
    if (kind_at(text)) text.remove_prefix(2);
    std::vector<std::string_view> items = split_items(inside(text, type));
    if (items.size() != type.fields().size()) {
      throw Failure("rows/value", "The row has " + std::to_string(items.size()) + " values, its type has " +
                                      std::to_string(type.fields().size()) + " fields");
    }
    std::string out;
    for (size_t i = 0; i < items.size(); ++i) {
      std::string_view name, item = items[i];
      size_t at = value_behind_name(item, name);
      if (at != std::string_view::npos && name == type.fields()[i].name) item = item.substr(at);
      out += (i ? ", " : "") + value(item, type.fields()[i].type, depth + 1);
    }
    return "(" + out + ")";
  }

  // "[1, 2, -1]" as Java prints a byte[].
  static std::string bytes(std::string_view text) {
    if (text[0] != '[') return starts_with(text, "x'") ? std::string(text) : quote_string(text);
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string out = "x'";
    for (std::string_view item : split_items(text.substr(1, text.size() > 1 ? text.size() - 2 : 0))) {
      int v = std::atoi(std::string(item).c_str()) & 255;
      out += kHex[v >> 4];
      out += kHex[v & 15];
    }
    return out + "'";
  }

  // "2024-06-01T09:30", "…:05.120", "…Z" (an instant, shown in the session zone).
  std::string timestamp(std::string_view text, const LogicalType& type) {
    std::string out = unquoted(text);
    if (out.size() > 10 && out[10] == 'T') out[10] = ' ';
    bool utc = out.size() > 11 && out.back() == 'Z';
    if (utc) out.pop_back();
    if (out.size() == 16) out += ":00";
    Timestamp t;
    if (utc && type.is(TypeRoot::kTimestampLtz) &&
        parse_format_timestamp(out, TimestampFormat::kSql, false, t)) {
      return timestamp_text(zone_.to_local(t), 9);
    }
    return out;
  }

  const TimeZone& zone_;
};

struct Span32 {
  size_t begin = 0, end = 0;
};

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
    std::string_view body = without_trailer(text);
    if (printed(body, row)) return true;
    if (body[0] == '(' && (starts_with(body, "(true,") || starts_with(body, "(false,")))
      return retract(body, row);
    if (body[0] == '+' || body[0] == '-') return signed_line(line, row);
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
  // --------------------------------------------------------------------------

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
      if (open >= text.size() || !closing(text[open]) ||
          (at > 0 && text[at - 1] != ' ' && text[at - 1] != '>'))
        continue;
      size_t close = matching(text, open);
      if (close == std::string_view::npos)
        throw Failure("rows/syntax", "The row ends too early", {},
                      std::string("close it with ") + closing(text[open]));
      items_row(*kind, text.substr(open + 1, close - open - 1), row);
      return true;
    }
    return false;
  }

  bool retract(std::string_view text, PastedRow& row) {
    size_t close = matching(text, 0);
    if (close == std::string_view::npos)
      throw Failure("rows/syntax", "The tuple ends too early", {}, "close it with )");
    bool add = text[1] == 't';
    std::string_view rest = trim(text.substr(add ? 6 : 7, close - (add ? 6 : 7)));
    if (kind_at(rest) && rest.size() > 2 && closing(rest[2])) rest = rest.substr(3, rest.size() - 4);
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
      values[column] = rewrite_.value(item, columns_[column].type);
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
  // -------------------------------------------------------------------------------

  // Display columns of the '+' or '|' of a border.
  static std::vector<size_t> positions(std::string_view line) {
    std::vector<size_t> out;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '+' || line[i] == '|') out.push_back(i);
    }
    return out;
  }

  static bool is_wide(uint32_t c) {
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || c >= 0x1F300;
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
      uint32_t c = utf8_next(line, pos);
      display += is_wide(c) ? 2 : 1;
      cell += line.substr(start, pos - start);
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
    constexpr int64_t kDefaultWidth = 30;
    std::vector<std::string> values(columns_.size(), "null");
    for (size_t i = 0; i < cells.size(); ++i) {
      size_t column = i < order_.size() ? static_cast<size_t>(order_[i]) : i;
      if (column >= columns_.size()) column = i;
      if (cells[i].size() > 3 && cells[i].substr(cells[i].size() - 3) == "..." &&
          utf8_length(cells[i]) >= kDefaultWidth) {
        row.note = "the cell of column " + columns_[column].name + " was cut by the SQL client";
      }
      values[column] = rewrite_.value(cells[i], columns_[column].type);
    }
    finish(kind, values, row);
    return true;
  }

  // ---- tables of the docs, signs
  // ------------------------------------------------------------------------------

  void ruler(std::string_view line) {
    spans_.clear();
    for (size_t i = 0; i < line.size();) {
      if (line[i] == ' ') {
        ++i;
        continue;
      }
      size_t end = std::min(line.find(' ', i), line.size());
      spans_.push_back({i, end});
      i = end;
    }
    if (spans_.size() < 2 && columns_.size() > 1) spans_.clear();
  }

  // By the ruler: a cell reaches to the start of the next one. Without: at two blanks, else at every blank.
  std::vector<std::string> cut(std::string_view line) const {
    size_t comment = line.find(" <=");
    if (comment != std::string_view::npos) line = line.substr(0, comment);
    std::vector<std::string> cells;
    for (size_t i = 0; i < spans_.size(); ++i) {
      size_t begin = std::min(spans_[i].begin, line.size());
      size_t end = i + 1 < spans_.size() ? std::min(spans_[i + 1].begin, line.size()) : line.size();
      cells.emplace_back(trim(line.substr(begin, end - begin)));
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
    } else if (rest.find(',') != std::string_view::npos) {
      items_row(kind, rest, row);
      return true;
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
    for (size_t i = 0; i < cells.size(); ++i) values.push_back(rewrite_.value(cells[i], columns_[i].type));
    finish(kind, values, row);
    return true;
  }

  const RowType& columns_;
  const TimeZone& zone_;
  Rewriter rewrite_;
  std::vector<PastedRow> rows_;
  std::vector<size_t> border_;
  std::vector<Span32> spans_;
  bool has_header_ = false, has_op_ = false;
  std::vector<int32_t> order_;  // column of each cell
};

}  // namespace

std::vector<PastedRow> parse_pasted(std::string_view text, const RowType& columns, const TimeZone& zone) {
  return PasteReader(columns, zone).read(text);
}

bool is_paste_format(std::string_view format) {
  for (const char* name : {"tableau", "print", "docs", "retract", "paste"}) {
    if (format == name) return true;
  }
  return false;
}

}  // namespace rowkind
