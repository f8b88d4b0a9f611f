// Decoding in one line: columns as DDL, messages in, changes out as text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "changelog/notation.h"
#include "doctest/doctest.h"
#include "formats/format.h"
#include "types/time_zone.h"

namespace rowkind {

// "id INT, name STRING"
inline RowType ddl(const std::string& columns) {
  return columns.empty() ? RowType() : parse_type("ROW<" + columns + ">").or_throw().fields();
}

using WithOptions = std::map<std::string, std::string>;

struct FormatTest {
  std::string format;
  std::string columns;
  WithOptions options = {};
  std::vector<std::string> metadata = {};

  FormatConfig config() const {
    FormatConfig out;
    out.physical = ddl(columns);
    out.metadata_keys = metadata;
    for (const auto& [key, value] : options) out.options[format + "." + key] = value;
    out.zone = &TimeZone::utc();
    return out;
  }
  // "+I[..] -U[..]" for each message, or the error's text; a message "null" has no value.
  std::string operator()(const std::string& message) const {
    Result<std::unique_ptr<Decoder>> decoder = make_decoder(format, config());
    if (!decoder) return to_text(decoder.error());
    RowType type = config().physical;
    for (const std::string& key : metadata) {
      for (const MetadataKey& known : format_metadata(format)) {
        if (known.key == key) type.push_back({key, known.type});
      }
    }
    std::vector<Change> changes;
    Status status =
        (*decoder)->decode(message == "null" ? std::string_view() : std::string_view(message), changes);
    std::string out;
    for (const Change& change : changes) {
      out += (out.empty() ? "" : " ") + print_change(change.kind, *change.row, type, TimeZone::utc());
    }
    if (!status) out += (out.empty() ? "" : " ") + std::string("error: ") + to_text(status.error());
    return out;
  }
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace rowkind
