// Data types as DDL and CAST spell them.
#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "sql/parser_state.h"

namespace rowkind::sql {
namespace {

constexpr int32_t kMaxDecimalPrecision = 38;
constexpr int32_t kMaxTimePrecision = 3;
constexpr int32_t kMaxTimestampPrecision = 9;

// Types without parameters.
struct SimpleType {
  std::string_view word;
  TypeRoot root;
};
constexpr SimpleType kSimpleTypes[] = {
    {"STRING", TypeRoot::kVarChar},    {"INT", TypeRoot::kInt},         {"INTEGER", TypeRoot::kInt},
    {"BIGINT", TypeRoot::kBigInt},     {"BOOLEAN", TypeRoot::kBoolean}, {"DOUBLE", TypeRoot::kDouble},
    {"FLOAT", TypeRoot::kFloat},       {"REAL", TypeRoot::kFloat},      {"TINYINT", TypeRoot::kTinyInt},
    {"SMALLINT", TypeRoot::kSmallInt}, {"BYTES", TypeRoot::kVarBinary}, {"DATE", TypeRoot::kDate},
    {"VARIANT", TypeRoot::kVariant},   {"BITMAP", TypeRoot::kBitmap},
};
constexpr std::string_view kOtherTypes[] = {"DECIMAL",   "CHAR",     "VARCHAR",   "BINARY",
                                            "VARBINARY", "TIME",     "TIMESTAMP", "TIMESTAMP_LTZ",
                                            "ARRAY",     "MULTISET", "MAP",       "ROW"};

}  // namespace

// CAST takes a type without NOT NULL at the top; columns and fields may have it.
DataType Parser::data_type(bool with_nullability) {
  DataType result;
  int32_t first = position_;
  result.type = type_with_suffixes(with_nullability);
  result.span = span_from(first);
  return result;
}

// INT NOT NULL ARRAY NOT NULL: each ARRAY or MULTISET wraps what stands in front of it.
LogicalType Parser::type_with_suffixes(bool with_nullability) {
  Level level(*this);
  LogicalType type = type_name();
  for (;;) {
    int32_t before = position_;
    bool nullable = nullability();
    if (at("ARRAY") || at("MULTISET")) {
      bool array = is("ARRAY");
      advance();
      type = array ? LogicalType::array(type.with_nullable(nullable))
                   : LogicalType::multiset(type.with_nullable(nullable));
      continue;
    }
    if (with_nullability) return type.with_nullable(nullable);
    position_ = before;
    return type;
  }
}

bool Parser::nullability() {
  if (is("NOT") && is("NULL", 1)) {
    position_ += 2;
    return false;
  }
  note("NOT");
  accept("NULL");
  return true;
}

int32_t Parser::number(std::string_view what) {
  if (kind() != TokenKind::kInteger) fail(what);
  std::string_view digits = word();
  int64_t value = 0;
  for (char c : digits) {
    value = value * 10 + (c - '0');
    if (value > kMaxLength)
      fail_with("sql/type", "The number " + std::string(digits) + " is too large here.", here());
  }
  advance();
  return static_cast<int32_t>(value);
}

// "(n)", or `otherwise` without. Flink cuts a precision that is too large without a word.
int32_t Parser::parameter(int32_t otherwise, int32_t most) {
  if (!accept("(")) return otherwise;
  int32_t value = number("a number");
  expect(")");
  return std::min(value, most);
}

LogicalType Parser::type_name() {
  int32_t first = position_;
  for (const SimpleType& simple : kSimpleTypes) {
    if (!accept(simple.word)) continue;
    if (simple.root == TypeRoot::kDouble) accept("PRECISION");
    if (simple.root == TypeRoot::kVarChar) return LogicalType::string();
    if (simple.root == TypeRoot::kVarBinary) return LogicalType::bytes();
    return LogicalType(simple.root);
  }
  if (accept("DECIMAL") || accept("NUMERIC") || accept("DEC")) {
    if (!accept("(")) return LogicalType::decimal(10, 0);
    Span span = here();
    int32_t precision = std::min(number("a precision"), kMaxDecimalPrecision);
    if (precision < 1) {
      fail_with("sql/type", "Decimal precision must be between 1 and 38 (both inclusive).", span);
    }
    int32_t scale = 0;
    if (accept(",")) {
      span = here();
      scale = number("a scale");
      if (scale > precision) {
        fail_with("sql/type",
                  "Decimal scale must be between 0 and the precision " + std::to_string(precision) +
                      " (both inclusive).",
                  span);
      }
    }
    expect(")");
    return LogicalType::decimal(precision, scale);
  }
  bool character = is("CHAR") || is("CHARACTER");
  if (character || is("VARCHAR")) {
    advance();
    bool varying = !character || accept("VARYING");
    int32_t length = parameter(varying ? kMaxLength : 1, kMaxLength);
    if (accept("CHARACTER")) {
      expect("SET");
      identifier("a character set");
    }
    return varying ? LogicalType::varchar(length) : LogicalType::character(length);
  }
  if (accept("BINARY")) {
    if (accept("VARYING")) return LogicalType::varbinary(parameter(kMaxLength, kMaxLength));
    return LogicalType::binary(parameter(1, kMaxLength));
  }
  if (accept("VARBINARY")) return LogicalType::varbinary(parameter(kMaxLength, kMaxLength));
  if (accept("TIME")) {
    int32_t precision = parameter(0, kMaxTimePrecision);
    if (accept("WITHOUT")) {
      expect("TIME");
      expect("ZONE");
    }
    return LogicalType::time(precision);
  }
  if (at("TIMESTAMP") || at("TIMESTAMP_LTZ")) return timestamp_type();
  if (accept("ARRAY")) {
    expect("<");
    LogicalType element = type_with_suffixes(true);
    expect(">");
    return LogicalType::array(element);
  }
  if (accept("MULTISET")) {
    expect("<");
    LogicalType element = type_with_suffixes(true);
    expect(">");
    return LogicalType::multiset(element);
  }
  if (accept("MAP")) {
    expect("<");
    LogicalType key = type_with_suffixes(true);
    expect(",");
    LogicalType value = type_with_suffixes(true);
    expect(">");
    return LogicalType::map(key, value);
  }
  if (accept("ROW")) return row_type();
  if (accept("STRUCTURED")) return structured_type();
  if (at("RAW") || at("ANY")) {
    unsupported("The data type " + ascii_upper(word()), here());
  }
  if (!at_name()) fail("a data type");
  QualifiedName name = qualified_name();
  std::vector<std::string> known(std::begin(kOtherTypes), std::end(kOtherTypes));
  for (const SimpleType& simple : kSimpleTypes) known.emplace_back(simple.word);
  std::string hint = did_you_mean(name.text(), known);
  std::string upper = ascii_upper(name.text());
  if (upper == "LONG") hint = "did you mean 'BIGINT'?";
  if (upper == "TEXT") hint = "did you mean 'STRING'?";
  // Flink's parser takes any name for a type, and finds out when the statement is read to its end.
  if (!unknown_type_) {
    unknown_type_ = Error{"sql/type", "Unknown identifier '" + name.text() + "': it is no data type.",
                          span_from(first), hint};
  }
  return LogicalType();
}

LogicalType Parser::timestamp_type() {
  bool local = is("TIMESTAMP_LTZ");
  advance();
  int32_t precision = parameter(6, kMaxTimestampPrecision);
  if (!local && accept("WITHOUT")) {
    expect("TIME");
    expect("ZONE");
  } else if (!local && accept("WITH")) {
    expect("LOCAL");
    expect("TIME");
    expect("ZONE");
    local = true;
  }
  return local ? LogicalType::timestamp_ltz(precision) : LogicalType::timestamp(precision);
}

// ROW<a INT 'comment', b STRING> or ROW(a INT, b STRING); the comments are read and dropped.
LogicalType Parser::row_type() {
  if (accept("<>")) return LogicalType::row({});
  if (is("<") && dialect_ == Dialect::kCalcite) fail();
  bool angle = accept("<");
  if (!angle) expect("(");
  const char* close = angle ? ">" : ")";
  std::vector<Field> fields;
  if (!accept(close)) {
    do {
      Field field;
      field.name = identifier("a field name").name;
      field.type = type_with_suffixes(true);
      if (kind() == TokenKind::kString) advance();
      fields.push_back(std::move(field));
    } while (accept(","));
    expect(close);
  }
  return LogicalType::row(std::move(fields));
}

// STRUCTURED<'class.name', a INT>
LogicalType Parser::structured_type() {
  expect("<");
  const std::string class_name = string_literal();
  std::vector<Field> fields;
  while (accept(",")) {
    Field field;
    field.name = identifier("a field name").name;
    field.type = type_with_suffixes(true);
    fields.push_back(std::move(field));
  }
  expect(">");
  return LogicalType::structured(class_name, std::move(fields));
}

// The unit of an INTERVAL: DAY, DAY(3) TO SECOND(2), WEEKS ... `unit` gets its text, `months_or_millis` what
// one of them is (0 for a range of units).
LogicalType Parser::interval_type(std::string* unit, int32_t* months_or_millis) {
  struct Word {
    const char* word;
    const char* plural;
    IntervalUnit type;
    int32_t amount;
  };
  static constexpr Word kWords[] = {
      {"DAY", "DAYS", IntervalUnit::kDay, 86'400'000},
      {"HOUR", "HOURS", IntervalUnit::kHour, 3'600'000},
      {"MINUTE", "MINUTES", IntervalUnit::kMinute, 60'000},
      {"SECOND", "SECONDS", IntervalUnit::kSecond, 1'000},
      {"WEEK", "WEEKS", IntervalUnit::kDay, 7 * 86'400'000},
      {"YEAR", "YEARS", IntervalUnit::kYear, 12},
      {"MONTH", "MONTHS", IntervalUnit::kMonth, 1},
      {"QUARTER", "QUARTERS", IntervalUnit::kMonth, 3},
  };
  const Word* start = nullptr;
  for (const Word& known : kWords) {
    if (!accept(known.word) && !accept(known.plural)) continue;
    start = &known;
    break;
  }
  if (start == nullptr) fail("a unit of time");
  std::string text = start->word;
  int32_t precision = 2;
  int32_t fraction = 6;
  auto parameters = [&](bool second, bool leading) {
    if (!accept("(")) return;
    if (leading) {
      precision = number("a precision");
      text += "(" + std::to_string(precision);
      if (second && accept(",")) {
        fraction = number("a precision");
        text += ", " + std::to_string(fraction);
      }
    } else {
      fraction = number("a precision");
      text += "(" + std::to_string(fraction);
    }
    text += ")";
    expect(")");
  };
  IntervalUnit type = start->type;
  parameters(type == IntervalUnit::kSecond, true);
  *months_or_millis = start->amount;
  bool single = text.rfind("WEEK", 0) == 0 || text.rfind("QUARTER", 0) == 0 || type == IntervalUnit::kMonth ||
                type == IntervalUnit::kSecond;
  if (!single && accept("TO")) {
    *months_or_millis = 0;
    if (type == IntervalUnit::kYear) {
      expect("MONTH");
      text += " TO MONTH";
      type = IntervalUnit::kYearToMonth;
    } else if (type == IntervalUnit::kDay && accept("HOUR")) {
      text += " TO HOUR";
      type = IntervalUnit::kDayToHour;
    } else if (type != IntervalUnit::kMinute && accept("MINUTE")) {
      text += " TO MINUTE";
      type = type == IntervalUnit::kDay ? IntervalUnit::kDayToMinute : IntervalUnit::kHourToMinute;
    } else {
      expect("SECOND");
      text += " TO SECOND";
      parameters(true, false);
      type = type == IntervalUnit::kDay    ? IntervalUnit::kDayToSecond
             : type == IntervalUnit::kHour ? IntervalUnit::kHourToSecond
                                           : IntervalUnit::kMinuteToSecond;
    }
  }
  *unit = std::move(text);
  return LogicalType::interval(type, precision, fraction);
}

}  // namespace rowkind::sql
