// csv, writing: RowDataToCsvConverters and Jackson's CsvGenerator, whose loose rule for quotes is its own.
#include <algorithm>

#include "base/utf8.h"
#include "formats/csv.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {
namespace {

class CsvEncoder final : public Encoder {
 public:
  explicit CsvEncoder(const FormatConfig& config) : columns_(config.physical), options_(csv_options(config)) {
    check_csv_types(columns_);
  }

  Result<std::string> encode(RowKind, const Row& row) override {
    std::string out;
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) utf8_append(out, options_.field_delimiter);
      const LogicalType& type = columns_[i].type;
      const Value& v = row[static_cast<int32_t>(i)];
      if (v.is_null()) {
        out += null_text();
      } else if (type.is_numeric() || type.is_interval() || type.is(TypeRoot::kBoolean)) {
        out += text(v, type);
      } else {
        field(out, text(v, type));
      }
    }
    return out;
  }

 private:
  std::string null_text() const { return options_.null_literal.value_or(""); }

  std::string text(const Value& v, const LogicalType& type) const {
    if (v.is_null()) return null_text();
    switch (type.root()) {
      case TypeRoot::kBoolean:
        return v.as_bool() ? "true" : "false";
      case TypeRoot::kTinyInt:
      case TypeRoot::kSmallInt:
      case TypeRoot::kInt:
      case TypeRoot::kBigInt:
      case TypeRoot::kIntervalYearMonth:
      case TypeRoot::kIntervalDayTime:
        return std::to_string(v.integer());
      case TypeRoot::kFloat:
        return java_float(static_cast<float>(v.floating()));
      case TypeRoot::kDouble:
        return java_double(v.floating());
      case TypeRoot::kDecimal: {
        std::string plain = decimal_text(v.decimal());
        return options_.scientific_decimals ? java_float_text(plain, true) : plain;
      }
      case TypeRoot::kBinary:
      case TypeRoot::kVarBinary:
        return encode_base64(v.string());
      case TypeRoot::kDate:
        return iso_date_text(v.integer());
      case TypeRoot::kTime:
        return sql_time_text(v.integer());
      case TypeRoot::kTimestamp:
      case TypeRoot::kTimestampLtz:
        return format_timestamp_text(v.timestamp(), TimestampFormat::kSql, type.is(TypeRoot::kTimestampLtz));
      case TypeRoot::kArray: {
        std::string out;
        for (size_t i = 0; i < v.array().size(); ++i)
          out += (i ? options_.array_delimiter : "") + text(v.array()[i], type.element());
        return out;
      }
      case TypeRoot::kRow: {
        std::string out;
        for (size_t i = 0; i < type.fields().size(); ++i) {
          out += (i ? options_.array_delimiter : "") +
                 text(v.row()[static_cast<int32_t>(i)], type.fields()[i].type);
        }
        return out;
      }
      default:
        return std::string(v.string());
    }
  }

  // CsvGenerator: quotes for long texts and for any character up to the greater of delimiter and quote.
  void field(std::string& out, const std::string& text) const {
    if (options_.quote == 0 || !needs_quotes(text)) {
      escape_into(out, text, false);
      return;
    }
    utf8_append(out, options_.quote);
    escape_into(out, text, true);
    utf8_append(out, options_.quote);
  }

  bool needs_quotes(const std::string& text) const {
    constexpr int64_t kLongest = 24;
    char32_t highest = std::max(options_.field_delimiter, options_.quote);
    char32_t escape = options_.escape != 0 ? options_.escape : U'\\';
    int64_t units = 0;  // of UTF-16
    for (size_t pos = 0; pos < text.size();) {
      char32_t c = utf8_next(text, pos);
      units += c > 0xFFFF ? 2 : 1;
      if (c <= highest || c == escape) return true;
    }
    return units > kLongest;
  }

  void escape_into(std::string& out, const std::string& text, bool quoted) const {
    for (size_t pos = 0; pos < text.size();) {
      char32_t c = utf8_next(text, pos);
      if (options_.escape != 0 && c == options_.escape) {
        utf8_append(out, options_.escape);
      } else if (quoted && c == options_.quote) {
        utf8_append(out, options_.quote);
      }
      utf8_append(out, c);
    }
  }

  RowType columns_;
  CsvOptions options_;
};

}  // namespace

std::unique_ptr<Encoder> make_csv_encoder(const FormatConfig& config) {
  return std::make_unique<CsvEncoder>(config);
}

}  // namespace rowkind
