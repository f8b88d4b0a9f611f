#include <algorithm>

#include "base/utf8.h"
#include "formats/formats.h"

namespace rowkind {
namespace {

using DecoderMaker = std::unique_ptr<Decoder> (*)(const FormatConfig&);
using MetadataLister = std::vector<MetadataKey> (*)();

std::vector<MetadataKey> no_metadata() {
  return {};
}

struct Format {
  std::string_view name;
  DecoderMaker decoder;
  MetadataLister metadata;
};
constexpr Format kFormats[] = {
    {"json", make_json_decoder, no_metadata},
    {"debezium-json", make_debezium_decoder, debezium_metadata},
};

const Format* find_format(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

[[noreturn]] void fail_unknown(std::string_view name, const char* factory) {
  std::string hint;
  for (const char* binary :
       {"avro", "avro-confluent", "debezium-avro-confluent", "protobuf", "parquet", "orc"}) {
    if (name == binary)
      hint = "binary formats and schema registries are not available here: use json or debezium-json";
  }
  throw Failure("format/unknown",
                "Could not find any factory for identifier '" + std::string(name) + "' that implements '" +
                    factory + "' in the classpath.",
                {}, hint.empty() ? did_you_mean(name, format_names()) : hint);
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> out;
  for (const Format& format : kFormats) out.emplace_back(format.name);
  return out;
}

std::vector<MetadataKey> format_metadata(std::string_view name) {
  const Format* format = find_format(name);
  return format ? format->metadata() : std::vector<MetadataKey>();
}

Result<std::unique_ptr<Decoder>> make_decoder(std::string_view name, const FormatConfig& config) {
  try {
    const Format* format = find_format(name);
    if (!format) fail_unknown(name, "org.apache.flink.table.factories.DeserializationFormatFactory");
    return format->decoder(config);
  } catch (const Failure& failure) {
    return failure.error;
  }
}

std::vector<RawMessage> split_messages(std::string_view text) {
  std::vector<RawMessage> out;
  int32_t line = 1;
  for (size_t at = 0; at < text.size(); ++line) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view content = text.substr(at, end - at);
    std::string_view bare = trim(content);
    if (!bare.empty() && bare[0] != '#') {
      out.push_back({content == "null" ? std::string_view() : content, static_cast<int32_t>(at), line});
    }
    at = end + 1;
  }
  return out;
}

}  // namespace rowkind
