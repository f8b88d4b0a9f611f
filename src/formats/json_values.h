// JSON values -> typed values, compiled once for a row type. Two of Flink's decoders are here, told apart by
// JsonDialect because they differ in what they accept (spec/formats.md §1):
//   kParser  JsonParserToRowDataConverters: format `json`
//   kTree    JsonToRowDataConverters: the CDC formats, and `json` with 'json.decode.json-parser.enabled' =
//   'false'
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "formats/json_reader.h"
#include "formats/time_text.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {

enum class JsonDialect : uint8_t { kParser, kTree };

struct JsonDecodeOptions {
  JsonDialect dialect = JsonDialect::kTree;
  bool fail_on_missing_field = false;
  bool ignore_parse_errors = false;
  TimestampFormat timestamp_format = TimestampFormat::kSql;
  bool big_decimals = false;  // set by check_json_type() when a DECIMAL occurs: floats are read as BigDecimal
};

// A type as the converter walks it.
struct JsonType {
  TypeRoot root = TypeRoot::kNull;
  int32_t precision = 0, scale = 0;
  std::vector<JsonType> children;                  // fields; element; key and value
  std::vector<std::string> names;                  // of fields
  std::unordered_map<std::string, int32_t> index;  // by name, for rows with many fields

  int32_t find(std::string_view name, int32_t expected) const;
};

// Throws Failure for types that the format refuses at planning time; notes DECIMALs in `options`.
JsonType make_json_type(const LogicalType& type, JsonDecodeOptions& options);
JsonType make_json_row_type(const RowType& fields, JsonDecodeOptions& options);

// What a message's decoding failed with: Flink's chain of causes, outermost first, and where.
struct JsonFailure {
  std::vector<std::string> chain;
  std::string hint;
  int32_t offset = 0;
  bool syntax = false;  // not JSON at all
};

class JsonConverter {
 public:
  explicit JsonConverter(const JsonDecodeOptions& options) : options_(options) {}

  // The value at the reader's current token; afterwards the reader is at its last token. False: see
  // failure().
  bool convert(JsonReader& in, const JsonType& type, Value& out);
  // The object at the current token as a row.
  bool convert_row(JsonReader& in, const JsonType& type, RowPtr& out);

  // Notes why decoding stopped, for callers that find out themselves.
  bool fail(const JsonReader& in, std::string cause, std::string hint = "");
  bool fail_syntax(const JsonReader& in);
  // "Fail to deserialize at field: name." in front of the causes.
  void wrap_field(std::string_view name);
  JsonFailure& failure() { return failure_; }
  void clear_failure() { failure_ = {}; }

 private:
  bool scalar(JsonReader& in, const JsonType& type, Value& out);
  bool integer(JsonReader& in, const JsonType& type, std::string_view text, Value& out);
  bool approximate(JsonReader& in, const JsonType& type, std::string_view text, Value& out);
  bool decimal(JsonReader& in, const JsonType& type, std::string_view text, Value& out);
  bool bytes(JsonReader& in, std::string_view text, Value& out);
  bool array(JsonReader& in, const JsonType& type, Value& out);
  bool map(JsonReader& in, const JsonType& type, Value& out);
  bool parser_row(JsonReader& in, const JsonType& type, RowPtr& out);
  bool tree_row(JsonReader& in, const JsonType& type, RowPtr& out);

  JsonDecodeOptions options_;
  JsonFailure failure_;
  std::string text_;  // unescaped text of the current scalar
  std::string name_;  // of the current field
};

// Base64 as Jackson's MIME-NO-LINEFEEDS: blanks between groups are skipped, padding is required, more groups
// may follow it.
bool decode_base64(std::string_view text, std::string& out);
std::string encode_base64(std::string_view bytes);

// Java's Long.parseLong with a range: optional sign, digits, nothing else.
bool parse_java_integer(std::string_view text, int64_t low, int64_t high, int64_t& out);

}  // namespace rowkind
