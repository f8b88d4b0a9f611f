#include "formats/formats.h"

namespace rowkind {
namespace {

// Long messages are cut in errors.
std::string shown(std::string_view message) {
  constexpr size_t kShown = 2000;
  return std::string(message.substr(0, kShown)) + (message.size() > kShown ? "…" : "");
}

}  // namespace

Error message_error(std::string_view head, std::string_view message, const JsonFailure& failure) {
  Error error;
  error.code = "format/message";
  error.message = std::string(head) + " '" + shown(message) + "'.";
  for (const std::string& cause : failure.chain) error.message += " " + cause;
  error.span = {failure.offset, 0};
  error.hint = failure.hint;
  return error;
}

std::string unknown(std::string_view field, std::string_view value, std::string_view format,
                    std::string_view message) {
  return "Unknown \"" + std::string(field) + "\" value \"" + std::string(value) + "\". The " +
         std::string(format) + " JSON message is '" + shown(message) + "'";
}

void fail_metadata_key(const std::string& key, const std::vector<MetadataKey>& known) {
  std::vector<std::string> names;
  std::string list;
  for (const MetadataKey& k : known) {
    names.push_back(k.key);
    list += (list.empty() ? "" : ", ") + k.key;
  }
  throw Failure("format/metadata",
                "Invalid metadata key '" + key + "'. Supported keys are: " + (list.empty() ? "none" : list),
                {}, did_you_mean(key, names));
}

CdcJsonDecoder::CdcJsonDecoder(std::string head, const FormatConfig& config, std::string_view format)
    : options_(all_options_, std::string(format)),
      metadata_keys_(config.metadata_keys),
      all_options_(config.options),
      head_(std::move(head)) {
  decode_options_.ignore_parse_errors = options_.boolean("ignore-parse-errors", false);
  decode_options_.timestamp_format = options_.timestamp_format();
  check_json_switches(options_);
}

Status CdcJsonDecoder::decode(std::string_view message, std::vector<Change>& out) {
  if (message.empty()) return ok_status();  // a tombstone
  if (!converter_) converter_ = std::make_unique<JsonConverter>(decode_options_);
  const size_t before = out.size();
  bool keep = true;
  if (wanted(message, keep)) {
    if (!keep) return ok_status();
    JsonReader in(message);
    const bool array = in.next() == JsonToken::kStartArray && one_in_array_;
    if (array) in.next();
    RowPtr root;
    if (converter_->convert_row(in, root_type_, root) && alone(in, array) && changes(message, *root, out))
      return ok_status();
  }
  if (decode_options_.ignore_parse_errors) return ok_status();
  out.resize(before);
  return message_error(head_, message, converter_->failure());
}

bool CdcJsonDecoder::alone(JsonReader& in, bool array) {
  return !array || in.next() == JsonToken::kEndArray ||
         fail("Please invoke DeserializationSchema#deserialize(byte[], Collector<RowData>) instead.",
              "an array may hold one change only");
}

bool CdcJsonDecoder::wanted(std::string_view, bool& keep) {
  keep = true;
  return true;
}

bool CdcJsonDecoder::fail(std::string cause, std::string hint) {
  JsonFailure& failure = converter_->failure();
  failure = {};
  failure.chain.push_back(std::move(cause));
  failure.hint = std::move(hint);
  return false;
}

void CdcJsonDecoder::emit(RowKind kind, const RowPtr& columns, const Row& root, std::vector<Change>& out) {
  if (metadata_keys_.empty()) {
    out.push_back({kind, columns});
    return;
  }
  const int32_t arity = columns->arity();
  RowBuilder wide(arity + static_cast<int32_t>(metadata_keys_.size()));
  for (int32_t i = 0; i < arity; ++i) wide.set(i, (*columns)[i]);
  for (size_t m = 0; m < metadata_keys_.size(); ++m)
    wide.set(arity + static_cast<int32_t>(m), metadata(metadata_keys_[m], root));
  out.push_back({kind, wide.finish()});
}

RowPtr row_field(const Row& root, int32_t index) {
  return root[index].is_null() ? RowPtr() : root[index].row_ptr();
}

Value instant(const Value& millis, int64_t factor) {
  return millis.is_null() ? Value::null() : Value::timestamp({millis.integer() * factor, 0});
}

}  // namespace rowkind
