// WITH options of a format, read with Flink's checks. `prefix` is that of the format ("json"); a table with
// 'value.format' spells them 'value.json.…', both are read.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "formats/time_text.h"

namespace rowkind {

class FormatOptions {
 public:
  FormatOptions(const std::map<std::string, std::string>& all, std::string prefix)
      : all_(all), prefix_(std::move(prefix)) {}
  const std::string& prefix() const { return prefix_; }
  // Null when not set.
  const std::string* find(std::string_view key) const;
  std::string text(std::string_view key, std::string_view otherwise) const;
  // Throws Failure for text that is no boolean.
  bool boolean(std::string_view key, bool otherwise) const;
  // 'timestamp-format.standard'.
  TimestampFormat timestamp_format() const;

 private:
  const std::map<std::string, std::string>& all_;
  std::string prefix_;
};

enum class MapNullKeyMode : uint8_t { kFail, kDrop, kLiteral };
// What the json family of encoders may be told.
struct JsonEncodeOptions {
  TimestampFormat timestamp_format = TimestampFormat::kSql;
  MapNullKeyMode map_null_key = MapNullKeyMode::kFail;
  std::string map_null_key_literal = "null";
  bool decimal_as_plain_number = false;
  bool ignore_null_fields = false;
};
JsonEncodeOptions json_encode_options(const FormatOptions& options);
// What a reader of a JSON format looks at of the writer's options: switches have to be true or false.
void check_json_switches(const FormatOptions& options);

}  // namespace rowkind
