// Literals: numbers, texts, binaries, dates and times, intervals.
#include "base/utf8.h"
#include "sql/parser_state.h"

namespace rowkind::sql {
namespace {

// Reads digits of `text` at `pos`; -1 when there are none or too many.
int64_t digits(std::string_view text, size_t& pos, size_t most = 12) {
  size_t start = pos;
  int64_t value = 0;
  while (pos < text.size() && text[pos] >= '0' && text[pos] <= '9' && pos - start < most) {
    value = value * 10 + (text[pos++] - '0');
  }
  return pos == start ? -1 : value;
}

bool eat(std::string_view text, size_t& pos, char c) {
  if (pos >= text.size() || text[pos] != c) return false;
  ++pos;
  return true;
}

std::string padded(int64_t value, size_t width) {
  std::string out = std::to_string(value);
  return out.size() < width ? std::string(width - out.size(), '0') + out : out;
}

bool read_date(std::string_view text, size_t& pos, std::string& out) {
  int64_t year = digits(text, pos);
  if (year < 0 || !eat(text, pos, '-')) return false;
  int64_t month = digits(text, pos);
  if (!eat(text, pos, '-')) return false;
  int64_t day = digits(text, pos);
  if (year > 9999 || month < 1 || month > 12 || day < 1) return false;
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (day > kDays[month - 1] + (month == 2 && leap ? 1 : 0)) return false;
  out += padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2);
  return true;
}

bool read_time(std::string_view text, size_t& pos, std::string& out) {
  int64_t hour = digits(text, pos);
  if (!eat(text, pos, ':')) return false;
  int64_t minute = digits(text, pos);
  if (!eat(text, pos, ':')) return false;
  int64_t second = digits(text, pos);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  out += padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2);
  if (eat(text, pos, '.')) {
    size_t start = pos;
    digits(text, pos, std::string_view::npos);
    if (pos > start) out += "." + std::string(text.substr(start, pos - start));
  }
  return true;
}

}  // namespace

ExprPtr Parser::literal() {
  int32_t first = position_;
  auto simple = [&](LiteralKind kind, std::string text) {
    auto node = std::make_shared<Literal>();
    node->literal = kind;
    node->text = std::move(text);
    advance();
    return finish(std::move(node), first);
  };
  switch (kind()) {
    case TokenKind::kInteger:
    case TokenKind::kDecimal:
      return simple(LiteralKind::kExact, std::string(word()));
    case TokenKind::kApproximate:
      return simple(LiteralKind::kApproximate, std::string(word()));
    case TokenKind::kString:
    case TokenKind::kPrefixedString:
    case TokenKind::kUnicodeString:
      return string_value();
    case TokenKind::kBinaryString:
      return binary_value();
    case TokenKind::kSymbol:
      // JDBC's escapes: {d '..'}, {t '..'}, {ts '..'}.
      if (is("{") && token(2).kind == TokenKind::kString) {
        advance();
        LiteralKind kind = is("D")   ? LiteralKind::kDate
                           : is("T") ? LiteralKind::kTime
                                     : LiteralKind::kTimestamp;
        if (!is("D") && !is("T") && !is("TS")) fail();
        ExprPtr value = datetime_literal(kind, 1);
        expect("}");
        return value;
      }
      return nullptr;
    case TokenKind::kReserved:
      break;
    default:
      return nullptr;
  }
  if (is("NULL")) return simple(LiteralKind::kNull, "NULL");
  if (is("TRUE")) return simple(LiteralKind::kBoolean, "TRUE");
  if (is("FALSE")) return simple(LiteralKind::kBoolean, "FALSE");
  if (is("UNKNOWN")) return simple(LiteralKind::kUnknown, "UNKNOWN");
  if (is("INTERVAL")) return interval_literal();
  bool text_follows = token(1).kind == TokenKind::kString;
  if (text_follows && is("DATE")) return datetime_literal(LiteralKind::kDate, 1);
  if (text_follows && is("TIME")) return datetime_literal(LiteralKind::kTime, 1);
  if (text_follows && is("TIMESTAMP")) return datetime_literal(LiteralKind::kTimestamp, 1);
  if (is("TIMESTAMP") && is("WITH", 1) && is("LOCAL", 2) && token(5).kind == TokenKind::kString) {
    return datetime_literal(LiteralKind::kTimestampLtz, 5);
  }
  return nullptr;
}

ExprPtr Parser::string_value() {
  auto node = std::make_shared<Literal>();
  node->literal = LiteralKind::kString;
  int32_t first = position_;
  const Token& start = token();
  if (start.kind == TokenKind::kUnicodeString) {
    std::string raw = unquote(start);
    advance();
    char escape = '\\';
    if (accept("UESCAPE")) {
      std::string given = string_literal();
      if (given.size() != 1) fail_with("sql/literal", "UESCAPE takes one character.", span_from(first));
      escape = given[0];
    }
    node->text = unescape_unicode(raw, escape, start.span);
  } else {
    if (start.kind == TokenKind::kPrefixedString) {
      std::string_view prefix = start.text(text_).substr(0, start.text(text_).find('\''));
      std::string set = ascii_upper(prefix.substr(1));
      static constexpr const char* kSets[] = {"UTF8", "UTF16", "UTF32", "LATIN1", "ASCII", "ISO"};
      bool known = set.empty();  // N'..'
      for (const char* name : kSets) known = known || set.rfind(name, 0) == 0;
      if (!known) {
        fail_with("sql/literal",
                  "SQL parse failed. Unknown character set '" + std::string(prefix.substr(1)) + "'.",
                  start.span);
      }
    }
    node->text = unquote(start);
    advance();
  }
  if (kind() == TokenKind::kString && dialect_ == Dialect::kCalcite) {
    // Calcite's operator for adjacent texts, which not every table of operators has.
    auto chain = std::make_shared<Call>();
    chain->name.parts.push_back(Identifier{"$LiteralChain", false, start.span});
    chain->arguments.push_back(Argument{{}, finish(std::move(node), first)});
    while (kind() == TokenKind::kString) advance();
    return finish(std::move(chain), first);
  }
  // 'a' <line break> 'b' is one text.
  while (kind() == TokenKind::kString) {
    int32_t previous_end = tokens_[static_cast<size_t>(position_ - 1)].span.end();
    std::string_view between =
        text_.substr(static_cast<size_t>(previous_end), static_cast<size_t>(here().offset - previous_end));
    if (between.find('\n') == std::string_view::npos) {
      // Two texts in one line are most often a missing comma or AS; Calcite's validator says this.
      fail_with("sql/literal", "String literal continued on same line.", here(),
                "is a comma or an operator missing in front of it?");
    }
    node->text += string_literal();
  }
  return finish(std::move(node), first);
}

std::string Parser::unescape_unicode(std::string_view text, char escape, Span span) {
  std::string out;
  uint32_t high = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != escape) {
      out += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == escape) {
      out += escape;
      ++i;
      continue;
    }
    uint32_t value = 0;
    size_t count = 0;
    for (; count < 4 && i + 1 + count < text.size(); ++count) {
      char c = text[i + 1 + count];
      uint32_t digit = c >= '0' && c <= '9'   ? static_cast<uint32_t>(c - '0')
                       : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                       : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                              : 16;
      if (digit == 16) break;
      value = value * 16 + digit;
    }
    if (count < 4) {
      fail_with("sql/literal",
                "Unicode escape sequence starting at character " + std::to_string(i) +
                    " is not exactly four hex digits",
                span);
    }
    i += 4;
    // A pair of surrogates is one character.
    if (value >= 0xD800 && value < 0xDC00) {
      high = value;
      continue;
    }
    if (high != 0 && value >= 0xDC00 && value < 0xE000)
      value = 0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00);
    high = 0;
    utf8_append(out, value);
  }
  return out;
}

ExprPtr Parser::binary_value() {
  auto node = std::make_shared<Literal>();
  node->literal = LiteralKind::kBinary;
  int32_t first = position_;
  do {
    node->text += ascii_upper(unquote(token()));
    advance();
  } while (kind() == TokenKind::kString);
  Span span = span_from(first);
  if (node->text.find_first_not_of("0123456789ABCDEF") != std::string::npos) {
    fail_with("sql/literal", "Binary literal string must contain only characters '0' - '9', 'A' - 'F'", span);
  }
  if (node->text.size() % 2 != 0) {
    fail_with("sql/literal", "Binary literal string must contain an even number of hexits", span);
  }
  return finish(std::move(node), first);
}

ExprPtr Parser::datetime_literal(LiteralKind kind, int32_t words) {
  auto node = std::make_shared<Literal>();
  int32_t first = position_;
  position_ += words;
  node->literal = kind;
  std::string text = string_literal();
  node->text = checked_datetime(kind, text, span_from(first));
  return finish(std::move(node), first);
}

// As Calcite's SqlParserUtil: short fields are padded, a missing time of day is midnight, blanks at the end
// are wrong.
std::string Parser::checked_datetime(LiteralKind kind, const std::string& text, Span span) {
  std::string out;
  size_t pos = 0;
  bool good = false;
  const char* name = "TIMESTAMP";
  const char* format = "yyyy-MM-dd HH:mm:ss";
  if (kind == LiteralKind::kTime) {
    name = "TIME";
    format = "HH:mm:ss";
    good = read_time(text, pos, out);
  } else {
    good = read_date(text, pos, out);
    if (kind == LiteralKind::kDate) {
      name = "DATE";
      format = "yyyy-MM-dd";
    } else if (good) {
      out += " ";
      size_t blanks = pos;
      while (eat(text, pos, ' ')) {
      }
      if (pos == text.size() && pos == blanks) {
        out += "00:00:00";
      } else {
        good = pos > blanks && read_time(text, pos, out);
      }
    }
  }
  if (kind == LiteralKind::kTimestampLtz) name = "TIMESTAMP WITH LOCAL TIME ZONE";
  if (!good || pos != text.size()) {
    fail_with("sql/literal",
              std::string("Illegal ") + name + " literal '" + text + "': not in format '" + format + "'",
              span);
  }
  return out;
}

// --- intervals -------------------------------------------------------------------------------------------

ExprPtr Parser::interval_literal() {
  auto node = std::make_shared<Interval>();
  int32_t first = position_;
  expect("INTERVAL");
  if (is("-") || is("+")) {
    node->negative = is("-");
    advance();
    if (kind() != TokenKind::kString) fail("a text in single quotes");
  }
  if (kind() == TokenKind::kString) {
    node->text = string_literal();
  } else if (is("(")) {
    node->value = parenthesized();
  } else if (kind() == TokenKind::kInteger || kind() == TokenKind::kDecimal ||
             kind() == TokenKind::kApproximate) {
    node->value = literal();
  } else if (at_name()) {
    auto column = std::make_shared<Column>();
    int32_t start = position_;
    column->name = qualified_name();
    node->value = finish(std::move(column), start);
  } else {
    position_ = first;
    note("an expression");
    fail_tokens(first, first + 1);
  }
  int32_t amount = 0;
  node->type = interval_type(&node->unit, &amount);
  node->amount = node->value ? amount : interval_amount(*node, amount, span_from(first));
  return finish(std::move(node), first);
}

// Months or milliseconds of an interval's text. `one` is the amount of a single unit. The leading field must
// fit the precision, the others their natural range.
int64_t Parser::interval_amount(const Interval& interval, int32_t one, Span span) {
  std::string_view text = rowkind::trim(interval.text);
  bool negative = interval.negative;
  size_t pos = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    if (text[0] == '-') negative = !negative;
    pos = 1;
  }
  auto illegal = [&]() {
    fail_with("sql/literal",
              "Illegal interval literal format '" + interval.text + "' for INTERVAL " + interval.unit, span);
  };
  // The fields behind the leading one: separator, highest value, amount of one.
  struct Part {
    char separator;
    int64_t highest;
    int64_t amount;
  };
  static constexpr Part kMonths{'-', 11, 1};
  static constexpr Part kHours{' ', 23, 3'600'000};
  static constexpr Part kMinutes{':', 59, 60'000};
  static constexpr Part kSeconds{':', 59, 1'000};
  std::vector<Part> parts;
  int64_t leading = one;
  bool seconds = false;
  switch (interval.type.interval_unit()) {
    case IntervalUnit::kYearToMonth:
      leading = 12;
      parts = {kMonths};
      break;
    case IntervalUnit::kDayToHour:
      leading = 86'400'000;
      parts = {kHours};
      break;
    case IntervalUnit::kDayToMinute:
      leading = 86'400'000;
      parts = {kHours, kMinutes};
      break;
    case IntervalUnit::kDayToSecond:
      leading = 86'400'000;
      parts = {kHours, kMinutes, kSeconds};
      seconds = true;
      break;
    case IntervalUnit::kHourToMinute:
      leading = 3'600'000;
      parts = {kMinutes};
      break;
    case IntervalUnit::kHourToSecond:
      leading = 3'600'000;
      parts = {kMinutes, kSeconds};
      seconds = true;
      break;
    case IntervalUnit::kMinuteToSecond:
      leading = 60'000;
      parts = {kSeconds};
      seconds = true;
      break;
    case IntervalUnit::kSecond:
      seconds = true;
      break;
    default:
      break;
  }
  int64_t value = digits(text, pos);
  if (value < 0) illegal();
  int64_t limit = 1;
  for (int32_t i = 0; i < interval.type.precision() && i < 10; ++i) limit *= 10;
  if (value >= limit) {
    std::string grouped = std::to_string(value);
    for (auto at = static_cast<int32_t>(grouped.size()) - 3; at > 0; at -= 3)
      grouped.insert(static_cast<size_t>(at), ",");
    std::string field = interval.unit.substr(0, interval.unit.find_first_of(" ("));
    std::string with_precision = field + "(" + std::to_string(interval.type.precision()) + ")";
    fail_with("sql/literal",
              "Interval field value " + grouped + " exceeds precision of " + with_precision + " field", span,
              "write " + field + "(" + std::to_string(std::to_string(value).size()) + ")");
  }
  int64_t total = value * leading;
  for (const Part& part : parts) {
    bool separated = eat(text, pos, part.separator);
    while (part.separator == ' ' && eat(text, pos, ' ')) {
    }
    value = separated ? digits(text, pos, 2) : -1;
    if (value < 0 || value > part.highest) illegal();
    total += value * part.amount;
  }
  if (seconds && eat(text, pos, '.')) {
    size_t start = pos;
    int64_t fraction = digits(text, pos, static_cast<size_t>(interval.type.scale()));
    if (fraction < 0) illegal();
    // Milliseconds; what is finer is cut off.
    for (size_t n = pos - start; n > 3; --n) fraction /= 10;
    for (size_t n = pos - start; n < 3; ++n) fraction *= 10;
    total += fraction;
  }
  if (pos != text.size()) illegal();
  return negative ? -total : total;
}

}  // namespace rowkind::sql
