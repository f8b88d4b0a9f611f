#include "base/limits.h"
#include "base/utf8.h"
#include "types/logical_type.h"

namespace rowkind {
namespace {

// Recursive descent over the text, as Flink's LogicalTypeParser. Throws Failure; parse_type() is the border.
class TypeParser {
 public:
  explicit TypeParser(std::string_view text) : text_(text) {}

  LogicalType parse_all() {
    LogicalType type = parse(0);
    skip_blanks();
    if (pos_ < text_.size()) fail("unexpected '" + std::string(text_.substr(pos_)) + "'");
    return type;
  }

 private:
  [[noreturn]] void fail(const std::string& what) {
    throw Failure("type/syntax", "Could not parse type '" + std::string(text_) + "': " + what + ".",
                  Span{static_cast<int32_t>(pos_), 0});
  }

  void skip_blanks() {
    while (pos_ < text_.size() && static_cast<unsigned char>(text_[pos_]) <= ' ') ++pos_;
  }

  bool accept(char c) {
    skip_blanks();
    if (pos_ >= text_.size() || text_[pos_] != c) return false;
    ++pos_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(std::string("'") + c + "' expected");
  }

  static bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
  }

  std::string_view word() {
    skip_blanks();
    size_t start = pos_;
    while (pos_ < text_.size() && is_word_char(text_[pos_])) ++pos_;
    return text_.substr(start, pos_ - start);
  }

  bool accept_word(std::string_view wanted) {
    size_t start = pos_;
    if (ascii_iequals(word(), wanted)) return true;
    pos_ = start;
    return false;
  }

  void expect_word(std::string_view wanted) {
    if (!accept_word(wanted)) fail(std::string(wanted) + " expected");
  }

  std::string identifier() {
    skip_blanks();
    if (!accept('`')) {
      std::string name(word());
      if (name.empty()) fail("a field name is expected");
      return name;
    }
    std::string name;
    for (;; ++pos_) {
      if (pos_ >= text_.size()) fail("a backtick is missing");
      if (text_[pos_] == '`') {
        ++pos_;
        if (pos_ >= text_.size() || text_[pos_] != '`') return name;
      }
      name += text_[pos_];
    }
  }

  int32_t number(int32_t least, int32_t most) {
    std::string_view digits = word();
    int64_t n = 0;
    bool good = !digits.empty() && digits.size() <= 10;
    for (char c : digits) {
      good = good && c >= '0' && c <= '9';
      if (good) n = n * 10 + (c - '0');
    }
    if (!good || n < least || n > most) {
      fail("a number between " + std::to_string(least) + " and " + std::to_string(most) + " is expected");
    }
    return static_cast<int32_t>(n);
  }

  // "(n)", or `otherwise` when there is none.
  int32_t parameter(int32_t otherwise, int32_t least, int32_t most) {
    if (!accept('(')) return otherwise;
    int32_t n = number(least, most);
    expect(')');
    return n;
  }

  LogicalType parse(int32_t depth) {
    if (depth > limits::kNestingDepth) {
      fail("types are nested deeper than " + std::to_string(limits::kNestingDepth));
    }
    LogicalType type = suffixes(prefix(depth));
    for (;;) {
      if (accept_word("ARRAY")) {
        type = suffixes(LogicalType::array(type));
      } else if (accept_word("MULTISET")) {
        type = suffixes(LogicalType::multiset(type));
      } else {
        return type;
      }
    }
  }

  LogicalType suffixes(LogicalType type) {
    if (accept_word("NOT")) {
      expect_word("NULL");
      return type.with_nullable(false);
    }
    accept_word("NULL");
    return type;
  }

  // What may follow a type's name.
  enum class Tail : uint8_t {
    kNothing,
    kDecimal,
    kLength,
    kTime,
    kTimestamp,
    kLtz,
    kInterval,
    kElement,
    kMap,
    kRow
  };
  struct Name {
    const char* text;
    TypeRoot root;
    Tail tail;
  };

  static const Name* find_name(std::string_view word) {
    static constexpr Name kNames[] = {{"STRING", TypeRoot::kVarChar, Tail::kNothing},
                                      {"BYTES", TypeRoot::kVarBinary, Tail::kNothing},
                                      {"BOOLEAN", TypeRoot::kBoolean, Tail::kNothing},
                                      {"TINYINT", TypeRoot::kTinyInt, Tail::kNothing},
                                      {"SMALLINT", TypeRoot::kSmallInt, Tail::kNothing},
                                      {"INT", TypeRoot::kInt, Tail::kNothing},
                                      {"INTEGER", TypeRoot::kInt, Tail::kNothing},
                                      {"BIGINT", TypeRoot::kBigInt, Tail::kNothing},
                                      {"FLOAT", TypeRoot::kFloat, Tail::kNothing},
                                      {"DOUBLE", TypeRoot::kDouble, Tail::kNothing},
                                      {"DATE", TypeRoot::kDate, Tail::kNothing},
                                      {"VARIANT", TypeRoot::kVariant, Tail::kNothing},
                                      {"BITMAP", TypeRoot::kBitmap, Tail::kNothing},
                                      {"NULL", TypeRoot::kNull, Tail::kNothing},
                                      {"DECIMAL", TypeRoot::kDecimal, Tail::kDecimal},
                                      {"NUMERIC", TypeRoot::kDecimal, Tail::kDecimal},
                                      {"DEC", TypeRoot::kDecimal, Tail::kDecimal},
                                      {"CHAR", TypeRoot::kChar, Tail::kLength},
                                      {"VARCHAR", TypeRoot::kVarChar, Tail::kLength},
                                      {"BINARY", TypeRoot::kBinary, Tail::kLength},
                                      {"VARBINARY", TypeRoot::kVarBinary, Tail::kLength},
                                      {"TIME", TypeRoot::kTime, Tail::kTime},
                                      {"TIMESTAMP", TypeRoot::kTimestamp, Tail::kTimestamp},
                                      {"TIMESTAMP_LTZ", TypeRoot::kTimestampLtz, Tail::kLtz},
                                      {"INTERVAL", TypeRoot::kIntervalDayTime, Tail::kInterval},
                                      {"ARRAY", TypeRoot::kArray, Tail::kElement},
                                      {"MULTISET", TypeRoot::kMultiset, Tail::kElement},
                                      {"MAP", TypeRoot::kMap, Tail::kMap},
                                      {"ROW", TypeRoot::kRow, Tail::kRow}};
    for (const Name& name : kNames) {
      if (ascii_iequals(word, name.text)) return &name;
    }
    return nullptr;
  }

  LogicalType prefix(int32_t depth) {
    skip_blanks();
    size_t start = pos_;
    std::string_view text = word();
    const Name* name = find_name(text);
    if (name == nullptr) {
      pos_ = start;
      fail(text.empty() ? "a type is expected" : "unknown type '" + std::string(text) + "'");
    }
    switch (name->tail) {
      case Tail::kNothing:
        return plain(name->root);
      case Tail::kDecimal:
        return decimal();
      case Tail::kLength:
        return with_length(name->root, parameter(1, 1, kMaxLength));
      case Tail::kTime:
        return time();
      case Tail::kTimestamp:
        return timestamp();
      case Tail::kLtz:
        return LogicalType::timestamp_ltz(parameter(6, 0, 9));
      case Tail::kInterval:
        return interval();
      case Tail::kRow:
        return row(depth);
      default:
        return collection(name->root, depth);
    }
  }

  LogicalType plain(TypeRoot root) {
    if (root == TypeRoot::kVarChar || root == TypeRoot::kVarBinary) return with_length(root, kMaxLength);
    if (root == TypeRoot::kDouble) accept_word("PRECISION");
    return LogicalType(root);
  }

  static LogicalType with_length(TypeRoot root, int32_t length) {
    switch (root) {
      case TypeRoot::kChar:
        return LogicalType::character(length);
      case TypeRoot::kVarChar:
        return LogicalType::varchar(length);
      case TypeRoot::kBinary:
        return LogicalType::binary(length);
      default:
        return LogicalType::varbinary(length);
    }
  }

  LogicalType time() {
    LogicalType type = LogicalType::time(parameter(0, 0, 9));
    if (accept_word("WITHOUT")) time_zone_words();
    return type;
  }

  LogicalType collection(TypeRoot root, int32_t depth) {
    expect('<');
    LogicalType first = parse(depth + 1), second;
    if (root == TypeRoot::kMap) {
      expect(',');
      second = parse(depth + 1);
    }
    expect('>');
    if (root == TypeRoot::kMap) return LogicalType::map(first, second);
    return root == TypeRoot::kArray ? LogicalType::array(first) : LogicalType::multiset(first);
  }

  LogicalType decimal() {
    if (!accept('(')) return LogicalType::decimal(10, 0);
    int32_t precision = number(1, 38);
    int32_t scale = accept(',') ? number(0, precision) : 0;
    expect(')');
    return LogicalType::decimal(precision, scale);
  }

  void time_zone_words() {
    expect_word("TIME");
    expect_word("ZONE");
  }

  LogicalType timestamp() {
    int32_t precision = parameter(6, 0, 9);
    if (accept_word("WITHOUT")) {
      time_zone_words();
    } else if (accept_word("WITH")) {
      expect_word("LOCAL");
      time_zone_words();
      return LogicalType::timestamp_ltz(precision);
    }
    return LogicalType::timestamp(precision);
  }

  LogicalType interval() {
    if (accept_word("YEAR")) {
      int32_t precision = parameter(2, 1, 4);
      bool to_month = accept_word("TO");
      if (to_month) expect_word("MONTH");
      return LogicalType::interval(to_month ? IntervalUnit::kYearToMonth : IntervalUnit::kYear, precision);
    }
    if (accept_word("MONTH")) return LogicalType::interval(IntervalUnit::kMonth);
    if (accept_word("DAY")) {
      int32_t precision = parameter(2, 1, 6);
      if (!accept_word("TO")) return LogicalType::interval(IntervalUnit::kDay, precision);
      if (accept_word("HOUR")) return LogicalType::interval(IntervalUnit::kDayToHour, precision);
      if (accept_word("MINUTE")) return LogicalType::interval(IntervalUnit::kDayToMinute, precision);
      return to_second(IntervalUnit::kDayToSecond, precision);
    }
    if (accept_word("HOUR")) {
      if (!accept_word("TO")) return LogicalType::interval(IntervalUnit::kHour);
      if (accept_word("MINUTE")) return LogicalType::interval(IntervalUnit::kHourToMinute);
      return to_second(IntervalUnit::kHourToSecond, 2);
    }
    if (accept_word("MINUTE")) {
      return accept_word("TO") ? to_second(IntervalUnit::kMinuteToSecond, 2)
                               : LogicalType::interval(IntervalUnit::kMinute);
    }
    return to_second(IntervalUnit::kSecond, 2);
  }

  LogicalType to_second(IntervalUnit unit, int32_t precision) {
    expect_word("SECOND");
    return LogicalType::interval(unit, precision, parameter(6, 0, 9));
  }

  LogicalType row(int32_t depth) {
    char closing = accept('(') ? ')' : '>';
    if (closing == '>') expect('<');
    std::vector<Field> fields;
    while (!accept(closing)) {
      if (!fields.empty()) expect(',');
      std::string name = identifier();
      LogicalType type = parse(depth + 1);
      skip_comment();
      fields.push_back(Field{std::move(name), std::move(type)});
    }
    return LogicalType::row(std::move(fields));
  }

  // A field may end with a description: 'text', with quotes doubled. It does not matter here.
  void skip_comment() {
    if (!accept('\'')) return;
    for (; pos_ < text_.size(); ++pos_) {
      if (text_[pos_] != '\'') continue;
      ++pos_;
      if (pos_ >= text_.size() || text_[pos_] != '\'') return;
    }
    fail("a quote is missing");
  }

  std::string_view text_;
  size_t pos_ = 0;
};

}  // namespace

Result<LogicalType> parse_type(std::string_view text) {
  try {
    return TypeParser(text).parse_all();
  } catch (const Failure& failure) {
    return failure.error;
  }
}

}  // namespace rowkind
