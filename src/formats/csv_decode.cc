// csv, reading: one record a message, split as Jackson's CsvParser does, converted as CsvToRowDataConverters.
#include <algorithm>

#include "base/utf8.h"
#include "formats/csv.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {
namespace {

struct CsvField {
  std::string text;
  int32_t offset = 0;
};

class CsvSplitter {
 public:
  CsvSplitter(std::string_view text, const CsvOptions& options) : text_(text), options_(options) {}

  // The first record; throws Failure (span = place in the message).
  std::vector<CsvField> record() {
    skip_comments();
    if (at_ >= text_.size()) throw Failure("format/message", "No content to map due to end-of-input");
    std::vector<CsvField> fields;
    while (true) {
      CsvField field;
      field.offset = static_cast<int32_t>(at_);
      bool more = at_ < text_.size() && options_.quote != 0 && peek() == options_.quote ? quoted(field.text)
                                                                                        : bare(field.text);
      fields.push_back(std::move(field));
      if (!more) return fields;
    }
  }

 private:
  char32_t peek() const {
    size_t pos = at_;
    return utf8_next(text_, pos);
  }
  char32_t take() { return utf8_next(text_, at_); }
  bool at_line_end() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

  void skip_comments() {
    while (options_.allow_comments && at_ < text_.size()) {
      size_t first = text_.find_first_not_of(" \t", at_);
      if (first == std::string_view::npos || text_[first] != '#') return;
      size_t end = text_.find('\n', first);
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
    }
  }

  // Both return whether a delimiter, and so another field, follows.
  bool bare(std::string& out) {
    while (!at_line_end()) {
      char32_t c = take();
      if (c == options_.field_delimiter) return true;
      if (c == options_.escape && c != 0) {
        escaped(out);
      } else {
        utf8_append(out, c);
      }
    }
    return false;
  }

  bool quoted(std::string& out) {
    size_t open = at_;
    take();
    while (true) {
      if (at_ >= text_.size())
        throw Failure("format/message", "Missing closing quote for value", {static_cast<int32_t>(open), 1});
      char32_t c = take();
      if (c == options_.quote) {
        if (at_ >= text_.size() || peek() != options_.quote) break;
        take();
        utf8_append(out, c);
      } else if (c == options_.escape && c != 0) {
        escaped(out);
      } else {
        utf8_append(out, c);
      }
    }
    // Blanks and tabs behind the quote do not count.
    while (!at_line_end() && static_cast<unsigned char>(text_[at_]) <= ' ' &&
           static_cast<unsigned char>(text_[at_]) != options_.field_delimiter)
      ++at_;
    if (at_line_end()) return false;
    size_t here = at_;
    char32_t c = take();
    if (c == options_.field_delimiter) return true;
    std::string shown, delimiter;
    utf8_append(shown, c);
    utf8_append(delimiter, options_.field_delimiter);
    throw Failure("format/message",
                  "Unexpected character ('" + shown + "' (code " + std::to_string(static_cast<uint32_t>(c)) +
                      ")): Expected column separator character ('" + delimiter + "' (code " +
                      std::to_string(static_cast<uint32_t>(options_.field_delimiter)) + ")) or end-of-line",
                  {static_cast<int32_t>(here), 1});
  }

  void escaped(std::string& out) {
    if (at_ >= text_.size())
      throw Failure("format/message", "Unexpected end-of-input after the escape character");
    char32_t c = take();
    utf8_append(out, c == '0' ? 0 : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c);
  }

  std::string_view text_;
  const CsvOptions& options_;
  size_t at_ = 0;
};

// Byte.parseByte() and Short.parseShort() tell a number too large from what is no number.
std::string refused_small(std::string_view text) {
  int64_t v = 0;
  const std::string number(text.substr(0, 200));
  if (parse_java_integer(text, INT32_MIN, INT32_MAX, v))
    return "Value out of range. Value:\"" + number + "\" Radix:10";
  return "For input string: \"" + number + "\"";
}

std::string refused(std::string_view text) {
  return "For input string: \"" + std::string(text.substr(0, 200)) + "\"";
}

// java.sql.Date.valueOf: "yyyy-[m]m-[d]d", days beyond the month run into the next one.
bool parse_sql_date(std::string_view text, int64_t& days) {
  size_t first = text.find('-'), second = first == std::string_view::npos ? first : text.find('-', first + 1);
  if (first != 4 || second == std::string_view::npos) return false;
  std::string_view parts[] = {text.substr(0, 4), text.substr(5, second - 5), text.substr(second + 1)};
  int64_t values[3];
  for (int i = 0; i < 3; ++i) {
    if (parts[i].empty() || (i > 0 && parts[i].size() > 2) ||
        parts[i].find_first_not_of("0123456789") != std::string_view::npos)
      return false;
    parse_java_integer(parts[i], 0, 9999, values[i]);
  }
  if (values[1] < 1 || values[1] > 12 || values[2] < 1 || values[2] > 31) return false;
  days = days_from_civil(values[0], static_cast<int32_t>(values[1]), static_cast<int32_t>(values[2]));
  return true;
}

// LocalTime.parse: "HH:mm[:ss[.f]]".
bool parse_local_time(std::string_view text, int64_t& millis) {
  std::string padded(text);
  if (text.size() == 5) padded += ":00";
  return text.substr(0, 2) != "24" && parse_sql_time(padded, millis);
}

// Throws the cause's text on failure.
Value scalar(std::string_view text, const LogicalType& type) {
  int64_t v = 0;
  switch (type.root()) {
    case TypeRoot::kNull:
      return Value::null();
    case TypeRoot::kBoolean:
      return Value::boolean(ascii_iequals(trim(text), "true"));
    case TypeRoot::kTinyInt:
      if (!parse_java_integer(trim(text), -128, 127, v)) throw refused_small(trim(text));
      return Value::integer(v);
    case TypeRoot::kSmallInt:
      if (!parse_java_integer(trim(text), -32768, 32767, v)) throw refused_small(trim(text));
      return Value::integer(v);
    case TypeRoot::kInt:
    case TypeRoot::kIntervalYearMonth:
      if (!parse_java_integer(trim(text), INT32_MIN, INT32_MAX, v)) throw refused(trim(text));
      return Value::integer(v);
    case TypeRoot::kBigInt:
    case TypeRoot::kIntervalDayTime:
      if (!parse_java_integer(trim(text), INT64_MIN, INT64_MAX, v)) throw refused(trim(text));
      return Value::integer(v);
    case TypeRoot::kFloat: {
      float f = 0;
      if (!parse_java_float(text, f)) throw refused(text);
      return Value::floating(f);
    }
    case TypeRoot::kDouble: {
      double d = 0;
      if (!parse_java_double(text, d)) throw refused(text);
      return Value::floating(d);
    }
    case TypeRoot::kDecimal: {
      Decimal d;
      DecimalParse parsed = parse_decimal(text, type.precision(), type.scale(), d);
      if (parsed == DecimalParse::kSyntax) throw "Not a decimal number: " + std::string(text.substr(0, 200));
      return parsed == DecimalParse::kOk ? Value::decimal(d) : Value::null();
    }
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary: {
      std::string bytes;
      if (!decode_base64(text, bytes))
        throw std::string("Unable to deserialize byte array: it is not base64 text with padding");
      return Value::bytes(bytes);
    }
    case TypeRoot::kDate:
      if (!parse_sql_date(text, v)) throw "Not a date: " + std::string(text.substr(0, 200));
      return Value::integer(v);
    case TypeRoot::kTime:
      if (!parse_local_time(text, v))
        throw "Text '" + std::string(text.substr(0, 200)) + "' could not be parsed";
      if (type.precision() > 3) {
        throw "Csv does not support TIME type with precision: " + std::to_string(type.precision()) +
            ", it only supports precision 0 ~ 3.";
      }
      return Value::integer(type.precision() == 0 ? v / kMillisPerSecond * kMillisPerSecond : v);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz: {
      Timestamp t;
      if (!parse_format_timestamp(trim(text), TimestampFormat::kSql, type.is(TypeRoot::kTimestampLtz), t)) {
        throw "Text '" + std::string(text.substr(0, 200)) + "' could not be parsed";
      }
      return Value::timestamp(cut_to_precision(t, type.precision()));
    }
    default:
      return Value::string(text);
  }
}

class CsvDecoder final : public Decoder {
 public:
  explicit CsvDecoder(const FormatConfig& config) : columns_(config.physical), options_(csv_options(config)) {
    check_csv_types(columns_);
    if (!config.metadata_keys.empty()) fail_metadata_key(config.metadata_keys[0], {});
  }

  Status decode(std::string_view message, std::vector<Change>& out) override {
    if (message.data() == nullptr) return ok_status();
    JsonFailure failure;
    try {
      std::vector<CsvField> fields = CsvSplitter(message, options_).record();
      RowPtr row = row_of(fields, failure);
      if (row) {
        out.push_back({RowKind::kInsert, std::move(row)});
        return ok_status();
      }
    } catch (const Failure& f) {
      failure.chain = {f.error.message};
      failure.offset = std::max(f.error.span.offset, 0);
    }
    if (options_.ignore_parse_errors) return ok_status();
    return message_error("Failed to deserialize CSV row", message, failure);
  }

 private:
  static std::string arity(size_t expected, size_t actual) {
    return "Row length mismatch. " + std::to_string(expected) + " fields expected but was " +
           std::to_string(actual) + ".";
  }

  bool is_null(std::string_view text) const {
    return options_.null_literal && text == *options_.null_literal;
  }

  // Null: see `failure`.
  RowPtr row_of(std::vector<CsvField>& fields, JsonFailure& failure) {
    const size_t count = columns_.size();
    if (fields.size() == count + 1 && fields.back().text.empty())
      fields.pop_back();  // one trailing delimiter
    if (fields.size() > count) {
      const CsvField& extra = fields[count];
      failure.chain = {"Too many entries: expected at most " + std::to_string(count) + " (value #" +
                       std::to_string(count) + " (" + std::to_string(utf8_length(extra.text)) + " chars) \"" +
                       extra.text.substr(0, 200) + "\")"};
      failure.offset = extra.offset;
      return nullptr;
    }
    if (fields.size() < count && !options_.ignore_parse_errors) {
      failure.chain = {arity(count, fields.size())};
      return nullptr;
    }
    RowBuilder row(static_cast<int32_t>(count));
    for (size_t i = 0; i < fields.size(); ++i) {
      try {
        row.set(static_cast<int32_t>(i), field(fields[i].text, columns_[i].type));
      } catch (const std::string& cause) {
        if (options_.ignore_parse_errors) continue;
        failure.chain = {"Fail to deserialize at field: " + columns_[i].name + ".", cause};
        failure.offset = fields[i].offset;
        return nullptr;
      }
    }
    return row.finish();
  }

  // One column; nested ones are split at the array delimiter.
  Value field(const std::string& text, const LogicalType& type) {
    if (!type.is_nested()) return is_null(text) ? Value::null() : scalar(text, type);
    std::vector<std::string> parts;
    for (size_t at = 0; !text.empty();) {
      size_t end =
          options_.array_delimiter.empty() ? std::string::npos : text.find(options_.array_delimiter, at);
      parts.push_back(text.substr(at, end == std::string::npos ? end : end - at));
      if (end == std::string::npos) break;
      at = end + options_.array_delimiter.size();
    }
    std::vector<Value> values;
    if (type.is(TypeRoot::kRow)) {
      if (parts.empty()) return Value::null();
      if (parts.size() != type.fields().size() && !options_.ignore_parse_errors)
        throw arity(type.fields().size(), parts.size());
      values.resize(type.fields().size());
      for (size_t i = 0; i < values.size() && i < parts.size(); ++i)
        values[i] = part(parts[i], type.fields()[i].type, type.fields()[i].name);
      return Value::row(make_row(std::move(values)));
    }
    for (const std::string& text_of_part : parts) values.push_back(part(text_of_part, type.element(), ""));
    return Value::array(std::move(values));
  }

  Value part(const std::string& text, const LogicalType& type, const std::string& name) {
    if (is_null(text)) return Value::null();
    try {
      return scalar(text, type);
    } catch (const std::string& cause) {
      if (options_.ignore_parse_errors) return Value::null();
      if (name.empty()) throw;
      throw "Fail to deserialize at field: " + name + ". " + cause;
    }
  }

  RowType columns_;
  CsvOptions options_;
};

}  // namespace

std::unique_ptr<Decoder> make_csv_decoder(const FormatConfig& config) {
  return std::make_unique<CsvDecoder>(config);
}

}  // namespace rowkind
