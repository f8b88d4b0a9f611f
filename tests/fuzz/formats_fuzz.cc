// Every decoder, or the one that FUZZ_FORMAT names, over the columns of every type it takes, strict and
// lenient; messages are linted, and what was decoded can be encoded and written in every form.
#include <cstdlib>

#include "changelog/notation.h"
#include "formats/format.h"
#include "formats/forms.h"
#include "formats/lint.h"
#include "fuzz.h"
#include "types/time_zone.h"

using namespace rowkind;

namespace {

struct Target {
  std::string format;
  FormatConfig config;
  std::unique_ptr<Decoder> decoder;
  std::unique_ptr<Encoder> encoder;
  RowType type;
};

std::vector<Target> make_targets() {
  const std::string nested =
      "ROW<a INT, b STRING, c DECIMAL(10, 2), d DOUBLE, e BOOLEAN, f DATE, g TIME(3), h TIMESTAMP(3), i "
      "TIMESTAMP_LTZ(6), j BYTES, k ARRAY<INT>, "
      "l MAP<STRING, ROW<x TINYINT, y FLOAT>>, m ROW<x BIGINT, y ARRAY<STRING>>, n MULTISET<STRING>>";
  const std::string flat =
      "ROW<a INT, b STRING, c DECIMAL(10, 2), d DOUBLE, e BOOLEAN, f DATE, g TIME(3), h TIMESTAMP(3), i "
      "TIMESTAMP_LTZ(6), j BYTES, "
      "k ARRAY<INT>, m ROW<x BIGINT, y STRING>>";
  std::vector<Target> out;
  const char* only = std::getenv("FUZZ_FORMAT");
  for (const std::string& format : format_names()) {
    if (only && format != only) continue;
    for (const char* ignore : {"false", "true"}) {
      Target target;
      target.format = format;
      target.type = parse_type(format == "csv" ? flat : format == "raw" ? "ROW<a STRING>" : nested)->fields();
      FormatConfig config;
      config.physical = target.type;
      config.zone = &TimeZone::utc();
      config.options = {{format + ".ignore-parse-errors", ignore},
                        {"json.decode.json-parser.enabled", ignore},
                        {"csv.null-literal", "NULL"},
                        {"csv.escape-character", "\\"}};
      for (const MetadataKey& key : format_metadata(format)) {
        config.metadata_keys.push_back(key.key);
        target.type.push_back({key.key, key.type});
      }
      target.decoder = std::move(make_decoder(format, config).or_throw());
      Result<std::unique_ptr<Encoder>> encoder = make_encoder(format, config);
      if (encoder) target.encoder = std::move(*encoder);
      target.config = config;
      out.push_back(std::move(target));
    }
  }
  return out;
}

}  // namespace

void fuzz_one(std::string_view input) {
  static std::vector<Target> targets = make_targets();
  std::vector<Change> changes;
  for (Target& target : targets) {
    changes.clear();
    Status status = target.decoder->decode(input, changes);
    if (!status) to_text(status.error(), input);
    std::vector<Error> notes;
    MessageLinter(target.format, target.config).check(input, changes.size(), notes);
    for (const Error& note : notes) to_text(note, input);
    for (const std::string& form : changelog_forms())
      static_cast<void>(write_changelog(form, changes, target.type, TimeZone::utc()).ok());
    for (const Change& change : changes) {
      print_change(change.kind, *change.row, target.type, TimeZone::utc());
      if (target.encoder) static_cast<void>(target.encoder->encode(change.kind, *change.row).ok());
    }
  }
}
std::vector<std::string> fuzz_seeds() {
  return {"tests/fuzz/seeds/formats"};
}
std::vector<std::string> fuzz_words() {
  return {"{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "\"",
          "\\u0041",
          "\\ud83d",
          "\\",
          "null",
          "true",
          "1e400",
          "-0",
          "12.50",
          "\"before\":",
          "\"after\":",
          "\"op\":\"u\"",
          "\"data\":",
          "\"old\":",
          "\"type\":\"UPDATE\"",
          "\"type\":\"update\"",
          "\"op_type\":\"U\"",
          "\"source\":{\"ts_ms\":1}",
          "\"a\":",
          "\"k\":[1]",
          "\"l\":{\"k\":{\"x\":1}}",
          "\"m\":{\"y\":[\"q\"]}",
          "\"2024-02-30 24:00:00\"",
          "\"AQ==\"",
          "NULL",
          ";",
          "+ ",
          "\xC3\xA9",
          "\xF0\x9F\x98\x80",
          "\xFF",
          "\n"};
}
