#include "formats/options.h"

#include "base/utf8.h"

namespace rowkind {

const std::string* FormatOptions::find(std::string_view key) const {
  std::string name = prefix_ + "." + std::string(key);
  auto it = all_.find("value." + name);
  if (it == all_.end()) it = all_.find(name);
  return it == all_.end() ? nullptr : &it->second;
}

std::string FormatOptions::text(std::string_view key, std::string_view otherwise) const {
  const std::string* found = find(key);
  return found ? *found : std::string(otherwise);
}

bool FormatOptions::boolean(std::string_view key, bool otherwise) const {
  const std::string* found = find(key);
  if (!found) return otherwise;
  if (ascii_iequals(*found, "true")) return true;
  if (ascii_iequals(*found, "false")) return false;
  throw Failure("format/option", "Could not parse value '" + *found + "' for key '" + prefix_ + "." +
                                     std::string(key) + "'. Unrecognized option for boolean: " + *found +
                                     ". Expected either true or false(case insensitive)");
}

TimestampFormat FormatOptions::timestamp_format() const {
  std::string standard = text("timestamp-format.standard", "SQL");
  if (standard == "SQL") return TimestampFormat::kSql;
  if (standard == "ISO-8601") return TimestampFormat::kIso8601;
  throw Failure("format/option",
                "Unsupported value '" + standard +
                    "' for timestamp-format.standard. Supported values are [SQL, ISO-8601].",
                {}, did_you_mean(standard, {"SQL", "ISO-8601"}));
}

void check_json_switches(const FormatOptions& options) {
  options.boolean("encode.decimal-as-plain-number", false);
  options.boolean("encode.ignore-null-fields", false);
}

JsonEncodeOptions json_encode_options(const FormatOptions& options) {
  JsonEncodeOptions out;
  out.timestamp_format = options.timestamp_format();
  std::string mode = ascii_upper(options.text("map-null-key.mode", "FAIL"));
  if (mode == "DROP") {
    out.map_null_key = MapNullKeyMode::kDrop;
  } else if (mode == "LITERAL") {
    out.map_null_key = MapNullKeyMode::kLiteral;
  } else if (mode != "FAIL") {
    throw Failure("format/option",
                  "Unsupported value '" + options.text("map-null-key.mode", "") +
                      "' for option map-null-key.mode. Supported values are [LITERAL, FAIL, DROP].");
  }
  out.map_null_key_literal = options.text("map-null-key.literal", "null");
  out.decimal_as_plain_number = options.boolean("encode.decimal-as-plain-number", false);
  out.ignore_null_fields = options.boolean("encode.ignore-null-fields", false);
  return out;
}

}  // namespace rowkind
