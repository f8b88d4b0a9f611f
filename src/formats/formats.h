// What the files of this room share; other rooms use format.h.
#pragma once

#include <memory>

#include "formats/format.h"
#include "formats/json_values.h"
#include "formats/options.h"

namespace rowkind {

// Makers of the single formats; they throw Failure.
std::unique_ptr<Decoder> make_json_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_debezium_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_canal_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_maxwell_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_ogg_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_changelog_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_csv_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_raw_decoder(const FormatConfig& config);
std::unique_ptr<Decoder> make_binlog_decoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_json_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_debezium_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_canal_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_maxwell_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_ogg_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_changelog_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_csv_encoder(const FormatConfig& config);
std::unique_ptr<Encoder> make_raw_encoder(const FormatConfig& config);

std::vector<MetadataKey> debezium_metadata();
std::vector<MetadataKey> canal_metadata();
std::vector<MetadataKey> maxwell_metadata();
std::vector<MetadataKey> ogg_metadata();

// `head` ("Corrupt Debezium JSON message") with the message quoted, then the chain of causes.
Error message_error(std::string_view head, std::string_view message, const JsonFailure& failure);
// `Unknown "op" value "t". The Debezium JSON message is '…'`
std::string unknown(std::string_view field, std::string_view value, std::string_view format,
                    std::string_view message);
// For requested keys that a format does not have.
[[noreturn]] void fail_metadata_key(const std::string& key, const std::vector<MetadataKey>& known);

// The frame of the four CDC formats in JSON: a tree is read, converted to one root row, and becomes changes.
// A failing message is an error that leaves nothing behind; with ignore-parse-errors it is dropped, but for
// the changes made before the failure.
class CdcJsonDecoder : public Decoder {
 public:
  CdcJsonDecoder(std::string head, const FormatConfig& config, std::string_view format);
  Status decode(std::string_view message, std::vector<Change>& out) final;

 protected:
  // Asked before anything is converted: `keep` false skips the message. False after a call of fail().
  virtual bool wanted(std::string_view message, bool& keep);
  // The changes of a converted root row; false after a call of fail().
  virtual bool changes(std::string_view message, const Row& root, std::vector<Change>& out) = 0;
  bool fail(std::string cause, std::string hint = "");
  // Whether the change just read is the only one of its array; false after a call of fail().
  bool alone(JsonReader& in, bool array);
  // A row of `columns` with the metadata of `root` appended.
  void emit(RowKind kind, const RowPtr& columns, const Row& root, std::vector<Change>& out);
  // From the root row, the value of a metadata key.
  virtual Value metadata(const std::string& key, const Row& root) const = 0;

  FormatOptions options_;
  JsonDecodeOptions decode_options_;
  std::vector<std::string> metadata_keys_;
  JsonType root_type_;         // set by the derived class
  bool one_in_array_ = false;  // a message may be an array of one change

 private:
  std::map<std::string, std::string> all_options_;
  std::string head_;
  std::unique_ptr<JsonConverter> converter_;
};

// The row at field `index` of a root row; null when there is none.
RowPtr row_field(const Row& root, int32_t index);
// TIMESTAMP_LTZ(3) of epoch milliseconds.
Value instant(const Value& millis, int64_t factor = 1);

}  // namespace rowkind
