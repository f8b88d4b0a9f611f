#include <algorithm>

#include "base/utf8.h"
#include "formats/formats.h"

namespace rowkind {
namespace {

using DecoderMaker = std::unique_ptr<Decoder> (*)(const FormatConfig&);
using EncoderMaker = std::unique_ptr<Encoder> (*)(const FormatConfig&);
using MetadataLister = std::vector<MetadataKey> (*)();

std::vector<MetadataKey> no_metadata() {
  return {};
}

struct Format {
  std::string_view name;
  bool insert_only;
  DecoderMaker decoder;
  EncoderMaker encoder;
  MetadataLister metadata;
};
constexpr Format kFormats[] = {
    {"json", true, make_json_decoder, make_json_encoder, no_metadata},
    {"csv", true, make_csv_decoder, make_csv_encoder, no_metadata},
    {"raw", true, make_raw_decoder, make_raw_encoder, no_metadata},
    {"debezium-json", false, make_debezium_decoder, make_debezium_encoder, debezium_metadata},
    {"canal-json", false, make_canal_decoder, make_canal_encoder, canal_metadata},
    {"maxwell-json", false, make_maxwell_decoder, make_maxwell_encoder, maxwell_metadata},
    {"ogg-json", false, make_ogg_decoder, make_ogg_encoder, ogg_metadata},
    {"binlog", true, make_binlog_decoder, nullptr, no_metadata},
    {"changelog-json", false, make_changelog_decoder, make_changelog_encoder, no_metadata},
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

Result<std::unique_ptr<Encoder>> make_encoder(std::string_view name, const FormatConfig& config) {
  try {
    const Format* format = find_format(name);
    if (!format || !format->encoder)
      fail_unknown(name, "org.apache.flink.table.factories.SerializationFormatFactory");
    return format->encoder(config);
  } catch (const Failure& failure) {
    return failure.error;
  }
}

bool is_insert_only(std::string_view name) {
  const Format* format = find_format(name);
  return format && format->insert_only;
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
