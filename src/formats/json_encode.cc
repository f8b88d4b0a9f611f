// json and the CDC formats in JSON, writing: what RowDataToJsonConverters and Jackson make of a row. The CDC
// formats of Flink know no updates: -U is a delete, +U an insert.
#include <algorithm>

#include "formats/formats.h"
#include "types/decimal.h"
#include "types/text.h"

namespace rowkind {
namespace {

// Types that the encoder refuses at planning time are those of the decoder.
void check_types(const RowType& columns) {
  JsonDecodeOptions unused;
  make_json_row_type(columns, unused);
}

class JsonWriter {
 public:
  JsonWriter(std::string& out, const JsonEncodeOptions& options) : out_(out), options_(options) {}

  // Throws Failure for a null key of a map.
  void row(const Row& row, const RowType& fields) {
    out_ += '{';
    bool first = true;
    for (size_t i = 0; i < fields.size(); ++i) {
      const Value& field = row[static_cast<int32_t>(i)];
      if (options_.ignore_null_fields && field.is_null()) continue;
      if (!first) out_ += ',';
      first = false;
      append_json_string(out_, fields[i].name, true);
      out_ += ':';
      value(field, fields[i].type);
    }
    out_ += '}';
  }

 private:
  void value(const Value& v, const LogicalType& type) {
    if (v.is_null()) {
      out_ += "null";
      return;
    }
    switch (type.root()) {
      case TypeRoot::kBoolean:
        out_ += v.as_bool() ? "true" : "false";
        break;
      case TypeRoot::kTinyInt:
      case TypeRoot::kSmallInt:
      case TypeRoot::kInt:
      case TypeRoot::kBigInt:
      case TypeRoot::kIntervalYearMonth:
      case TypeRoot::kIntervalDayTime:
        out_ += std::to_string(v.integer());
        break;
      case TypeRoot::kFloat:
      case TypeRoot::kDouble:
        floating(v.floating(), type);
        break;
      case TypeRoot::kDecimal: {
        std::string plain = decimal_text(v.decimal());
        out_ += options_.decimal_as_plain_number ? plain : java_float_text(plain, true);
        break;
      }
      case TypeRoot::kBinary:
      case TypeRoot::kVarBinary:
        text(encode_base64(v.string()));
        break;
      case TypeRoot::kDate:
        text(iso_date_text(v.integer()));
        break;
      case TypeRoot::kTime:
        text(sql_time_text(v.integer()));
        break;
      case TypeRoot::kTimestamp:
      case TypeRoot::kTimestampLtz:
        text(format_timestamp_text(v.timestamp(), options_.timestamp_format,
                                   type.is(TypeRoot::kTimestampLtz)));
        break;
      case TypeRoot::kArray:
        array(v.array(), type.element());
        break;
      case TypeRoot::kMap:
        map(v.map(), type.value());
        break;
      case TypeRoot::kMultiset:
        map(v.map(), LogicalType::integer());
        break;
      case TypeRoot::kRow:
        row(v.row(), type.fields());
        break;
      default:
        text(v.string());
    }
  }

  void text(std::string_view t) { append_json_string(out_, t, true); }

  void floating(double v, const LogicalType& type) {
    std::string shown = type.is(TypeRoot::kFloat) ? java_float(static_cast<float>(v)) : java_double(v);
    bool number = shown.back() >= '0' && shown.back() <= '9';
    if (number) {
      out_ += shown;
    } else {
      text(shown);  // NaN, Infinity
    }
  }

  void array(const std::vector<Value>& elements, const LogicalType& type) {
    out_ += '[';
    for (size_t i = 0; i < elements.size(); ++i) {
      if (i > 0) out_ += ',';
      value(elements[i], type);
    }
    out_ += ']';
  }

  void map(const std::vector<std::pair<Value, Value>>& entries, const LogicalType& type) {
    // An object of Jackson: of equal names the last value stands at the first one's place.
    std::vector<std::pair<std::string, const Value*>> members;
    for (const auto& [key, mapped] : entries) {
      if (key.is_null() && options_.map_null_key == MapNullKeyMode::kDrop) continue;
      if (key.is_null() && options_.map_null_key == MapNullKeyMode::kFail) {
        throw Failure("format/message",
                      "JSON format doesn't support to serialize map data with null keys. You can drop null "
                      "key entries or encode null in literals "
                      "by specifying map-null-key.mode option.");
      }
      std::string name = key.is_null() ? options_.map_null_key_literal : std::string(key.string());
      auto same = std::find_if(members.begin(), members.end(),
                               [&](const auto& member) { return member.first == name; });
      if (same == members.end()) {
        members.emplace_back(std::move(name), &mapped);
      } else {
        same->second = &mapped;
      }
    }
    out_ += '{';
    for (size_t i = 0; i < members.size(); ++i) {
      if (i > 0) out_ += ',';
      text(members[i].first);
      out_ += ':';
      value(*members[i].second, type);
    }
    out_ += '}';
  }

  std::string& out_;
  const JsonEncodeOptions& options_;
};

// The envelope of each format.
enum class Envelope : uint8_t { kNone, kDebezium, kCanal, kMaxwell, kOgg, kChangelog };

class JsonEncoder final : public Encoder {
 public:
  JsonEncoder(Envelope envelope, const FormatConfig& config, std::string_view format)
      : envelope_(envelope),
        columns_(config.physical),
        options_(json_encode_options(FormatOptions(config.options, std::string(format)))) {
    check_types(columns_);
    FormatOptions options(config.options, std::string(format));
    if (envelope == Envelope::kDebezium && options.boolean("schema-include", false)) {
      throw Failure("format/option",
                    "Debezium JSON serialization doesn't support 'debezium-json.schema-include' option been "
                    "set to true.",
                    {}, "unset it: it is for sources only");
    }
    if (envelope == Envelope::kNone && options.boolean("fail-on-missing-field", false) &&
        options.boolean("ignore-parse-errors", false)) {
      throw Failure("format/option", "fail-on-missing-field and ignore-parse-errors shouldn't both be true.",
                    {}, "unset one of the two");
    }
  }

  Result<std::string> encode(RowKind kind, const Row& row) override {
    std::string out;
    try {
      JsonWriter writer(out, options_);
      bool add = is_accumulate(kind);
      switch (envelope_) {
        case Envelope::kNone:
          writer.row(row, columns_);
          break;
        case Envelope::kDebezium:
          sides(out, writer, add, row, add ? "\"op\":\"c\"" : "\"op\":\"d\"");
          break;
        case Envelope::kOgg:
          sides(out, writer, add, row, add ? "\"op_type\":\"I\"" : "\"op_type\":\"D\"");
          break;
        case Envelope::kCanal:
          out += "{\"data\":[";
          writer.row(row, columns_);
          out += add ? "],\"type\":\"INSERT\"}" : "],\"type\":\"DELETE\"}";
          break;
        case Envelope::kMaxwell:
          out += "{\"data\":";
          writer.row(row, columns_);
          out += add ? ",\"type\":\"insert\"}" : ",\"type\":\"delete\"}";
          break;
        case Envelope::kChangelog:
          out += "{\"data\":";
          writer.row(row, columns_);
          out += ",\"op\":\"" + std::string(short_string(kind)) + "\"}";
          break;
      }
    } catch (const Failure& failure) {
      return failure.error;
    }
    return out;
  }

 private:
  void sides(std::string& out, JsonWriter& writer, bool add, const Row& row, const char* op) {
    const char* null_before = options_.ignore_null_fields ? "" : "\"before\":null,";
    const char* null_after = options_.ignore_null_fields ? "" : "\"after\":null,";
    out += '{';
    if (add) out += null_before;
    out += add ? "\"after\":" : "\"before\":";
    writer.row(row, columns_);
    out += ',';
    if (!add) out += null_after;
    out += op;
    out += '}';
  }

  Envelope envelope_;
  RowType columns_;
  JsonEncodeOptions options_;
};

}  // namespace

std::unique_ptr<Encoder> make_json_encoder(const FormatConfig& c) {
  return std::make_unique<JsonEncoder>(Envelope::kNone, c, "json");
}
std::unique_ptr<Encoder> make_debezium_encoder(const FormatConfig& c) {
  return std::make_unique<JsonEncoder>(Envelope::kDebezium, c, "debezium-json");
}
std::unique_ptr<Encoder> make_canal_encoder(const FormatConfig& c) {
  return std::make_unique<JsonEncoder>(Envelope::kCanal, c, "canal-json");
}
std::unique_ptr<Encoder> make_maxwell_encoder(const FormatConfig& c) {
  return std::make_unique<JsonEncoder>(Envelope::kMaxwell, c, "maxwell-json");
}
std::unique_ptr<Encoder> make_ogg_encoder(const FormatConfig& c) {
  return std::make_unique<JsonEncoder>(Envelope::kOgg, c, "ogg-json");
}
std::unique_ptr<Encoder> make_changelog_encoder(const FormatConfig& c) {
  return std::make_unique<JsonEncoder>(Envelope::kChangelog, c, "changelog-json");
}

}  // namespace rowkind
