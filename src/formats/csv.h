// Options and types that the two halves of `csv` share.
#pragma once

#include <optional>
#include <string>

#include "formats/formats.h"

namespace rowkind {

struct CsvOptions {
  char32_t field_delimiter = ',';
  char32_t quote = '"';  // 0: none
  char32_t escape = 0;   // 0: none
  std::string array_delimiter = ";";
  std::optional<std::string> null_literal;
  bool allow_comments = false;
  bool ignore_parse_errors = false;
  bool scientific_decimals = false;
};

// Both throw Failure with Flink's gist.
CsvOptions csv_options(const FormatConfig& config);
void check_csv_types(const RowType& columns);

}  // namespace rowkind
