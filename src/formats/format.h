// Formats: text messages <-> typed changes. One file a format, one registry.
//   json csv raw binlog                              insert-only
//   debezium-json canal-json maxwell-json ogg-json   all four kinds
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

struct FormatConfig {
  RowType physical;                        // columns of the message
  std::vector<std::string> metadata_keys;  // requested metadata ("source.timestamp"), appended to each row
  std::map<std::string, std::string> options;  // WITH options of the table, whole
  const TimeZone* zone = nullptr;
};

// What a format can read beside the columns; a kafka table spells the key 'value.<key>'.
struct MetadataKey {
  std::string key;
  LogicalType type;  // of the value that the decoder appends; another declared type is up to a CAST
};
std::vector<MetadataKey> format_metadata(std::string_view format);

class Decoder {
 public:
  virtual ~Decoder() = default;
  // Appends the changes of one message (null view data() == nullptr: message without value). Errors
  // (format/message) have Flink's gist, causes joined, with the byte offset in the message as span; what was
  // appended before the error is kept only where Flink keeps it.
  virtual Status decode(std::string_view message, std::vector<Change>& out) = 0;
};
class Encoder {
 public:
  virtual ~Encoder() = default;
  // The message that Flink's format writes for one change. Columns behind those of FormatConfig::physical (a
  // sink's metadata) are not in it. An error (a null key of a map) fails the job before the row is written.
  virtual Result<std::string> encode(RowKind kind, const Row& row) = 0;
};

// Planning-time errors (format/unknown, format/option, format/type, format/metadata) have Flink's gist.
Result<std::unique_ptr<Decoder>> make_decoder(std::string_view format, const FormatConfig& config);
Result<std::unique_ptr<Encoder>> make_encoder(std::string_view format, const FormatConfig& config);
// Known formats; of those that need a schema registry or binary messages make_decoder says what to use
// instead.
std::vector<std::string> format_names();
// json, csv, raw: messages carry no kind.
bool is_insert_only(std::string_view format);

// Splits pasted raw text of a table into messages: one a line; blank lines and lines starting with '#' are
// skipped; `null` is a message without value. Each with its byte offset in `text` and line number (1-based).
struct RawMessage {
  std::string_view text;  // data() == nullptr for `null`
  int32_t offset = 0;
  int32_t line = 0;
};
std::vector<RawMessage> split_messages(std::string_view text);

}  // namespace rowkind
