// What a message does that its sender hardly meant, though Flink reads it without a word. Codes are stable:
//   format/before-partial      the old row lacks columns of the new one: it will not match what it takes back
//   format/canal-several-rows  rows of one Canal message that hide each other's unchanged values
//   format/unchanged-toast     Debezium's placeholder for a large value that did not change
//   format/decimal-null        a number that does not fit its DECIMAL
//   format/boolean-false       a value other than true in a BOOLEAN column
//   format/fraction-cut        more digits of a second than the column has
//   format/field-case          a field that is a column but for its letters' case
//   format/duplicate-field     a name twice in one object
//   format/dropped-message     what ignore-parse-errors leaves out: a message ...
//   format/dropped-value       ... or a value
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "formats/format.h"

namespace rowkind {

class MessageLinter {
 public:
  // `format` has been made with this config already.
  MessageLinter(std::string_view format, const FormatConfig& config);
  // What there is to say about a message that was read into `rows` changes; each column's remark only once.
  // Spans count in `message`.
  void check(std::string_view message, size_t rows, std::vector<Error>& notes);

 private:
  struct Sight;
  std::string format_;
  FormatConfig config_;
  std::unique_ptr<Decoder> strict_;  // with ignore-parse-errors: the format without it
  std::vector<std::string> said_;    // code and column
};

}  // namespace rowkind
