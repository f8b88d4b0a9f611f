// json: one object a message is a row, a top-level array several.
#include "formats/formats.h"

namespace rowkind {
namespace {

class JsonDecoder final : public Decoder {
 public:
  explicit JsonDecoder(const FormatConfig& config) {
    FormatOptions options(config.options, "json");
    options_.fail_on_missing_field = options.boolean("fail-on-missing-field", false);
    options_.ignore_parse_errors = options.boolean("ignore-parse-errors", false);
    if (options_.fail_on_missing_field && options_.ignore_parse_errors) {
      throw Failure("format/option", "fail-on-missing-field and ignore-parse-errors shouldn't both be true.",
                    {}, "unset one of the two");
    }
    options_.timestamp_format = options.timestamp_format();
    options_.dialect =
        options.boolean("decode.json-parser.enabled", true) ? JsonDialect::kParser : JsonDialect::kTree;
    check_json_switches(options);
    if (!config.metadata_keys.empty()) fail_metadata_key(config.metadata_keys[0], {});
    type_ = make_json_row_type(config.physical, options_);
    converter_ = std::make_unique<JsonConverter>(options_);
  }

  Status decode(std::string_view message, std::vector<Change>& out) override {
    if (message.empty()) return ok_status();
    JsonReader in(message);
    in.next();
    if (in.token() == JsonToken::kNull && options_.dialect == JsonDialect::kTree) return ok_status();
    if (in.token() != JsonToken::kStartArray) return row(in, message, out, false);
    while (in.next() != JsonToken::kEndArray) {
      Status status = row(in, message, out, true);
      if (!status) return status;
      if (in.token() == JsonToken::kError) return ok_status();
    }
    return ok_status();
  }

 private:
  Status row(JsonReader& in, std::string_view message, std::vector<Change>& out, bool in_array) {
    RowPtr row;
    bool ok = true;
    if (in.token() != JsonToken::kStartObject && options_.dialect == JsonDialect::kParser &&
        in.token() != JsonToken::kError) {
      ok = converter_->fail(
          in, in_array ? "Illegal JSON object data..." : "No content to map due to end-of-input");
      in.skip_children();
    } else {
      ok = converter_->convert_row(in, type_, row);
    }
    if (ok) {
      out.push_back({RowKind::kInsert, std::move(row)});
    } else if (!options_.ignore_parse_errors) {
      return message_error("Failed to deserialize JSON", message, converter_->failure());
    }
    return ok_status();
  }

  JsonDecodeOptions options_;
  JsonType type_;
  std::unique_ptr<JsonConverter> converter_;
};

}  // namespace

std::unique_ptr<Decoder> make_json_decoder(const FormatConfig& config) {
  return std::make_unique<JsonDecoder>(config);
}

}  // namespace rowkind
