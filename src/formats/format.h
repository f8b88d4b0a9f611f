// Formats: text messages <-> typed changes. One file a format, one registry.
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
  RowType physical;               // columns of the message
  RowType metadata;               // requested metadata columns (appended to each row), with
  std::vector<std::string> metadata_keys;  // their keys ("source.timestamp")
  std::map<std::string, std::string> options;  // WITH options of the table, whole
  const TimeZone* zone = nullptr;
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  // Appends the changes of one message (null view data() == nullptr: message without value). Errors as Flink's gist, with the byte offset in
  // the message as span; what was appended before the error is kept only where Flink keeps it.
  virtual Status decode(std::string_view message, std::vector<Change>& out) = 0;
};
class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual Result<std::string> encode(RowKind kind, const Row& row) = 0;
};

// Planning-time errors (unknown format, options, types) have Flink's gist.
Result<std::unique_ptr<Decoder>> make_decoder(std::string_view format, const FormatConfig& config);
Result<std::unique_ptr<Encoder>> make_encoder(std::string_view format, const FormatConfig& config);
std::vector<std::string> format_names();

// Splits pasted raw text of a table into messages: one a line; blank lines and lines starting with '#' are skipped; `null` is a message
// without value. Each with its byte offset in `text` and line number (1-based).
struct RawMessage {
  std::string_view text;  // data() == nullptr for `null`
  int32_t offset = 0;
  int32_t line = 0;
};
std::vector<RawMessage> split_messages(std::string_view text, std::string_view format);

}  // namespace rowkind
