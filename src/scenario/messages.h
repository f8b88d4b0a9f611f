// Raw messages of one table in one format, as its connector hands them to the format: key and value of a
// Kafka record, metadata of record and message. One line of input is one record, written as
//   value                      `null`: a record without value
//   key <TAB> value            tables with a key (upsert-kafka, or 'key.format'); value `null`: a tombstone
//   {"@key": …, "@value": …, "@timestamp": ms, "@partition": n, "@offset": n, "@topic": …, "@headers": {…}}
//                              key and value as JSON values, or as strings that hold the text
// Offsets count from 0; a record's time is the scenario's clock.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "formats/format.h"
#include "formats/lint.h"
#include "plan/catalog.h"

namespace rowkind {

class TimeZone;

class MessageReader {
 public:
  // Errors of the format's own planning.
  static Result<std::unique_ptr<MessageReader>> make(const CatalogTable& table, const std::string& format,
                                                     const TimeZone& zone);

  // Appends rows of CatalogTable::input_type(). `line` without data(): a record without value. `notes`, if
  // given: what there is to say about the message (formats/lint.h).
  Status read(std::string_view line, int64_t clock_millis, std::vector<Change>& out,
              std::vector<Error>* notes = nullptr);

 private:
  // A column of the table's rows, and where it comes from.
  struct Metadata {
    int32_t decoded = -1;  // column of the value format's rows; -1: of the record, by `key`
    LogicalType type;      // before the cast to what the scan expects
    std::string key;
  };
  struct Record;

  MessageReader(const CatalogTable& table, const TimeZone& zone);
  Status parse(std::string_view line, Record& record) const;
  Status parse_envelope(std::string_view line, Record& record) const;
  Status key_row(const Record& record, RowPtr& out);
  Result<RowPtr> whole_row(const Row* key, const Row* value, const Record& record) const;
  Value record_metadata(const std::string& key, const Record& record, LogicalType& type) const;

  const CatalogTable& table_;
  const TimeZone& zone_;
  RowType type_;
  bool upsert_ = false;
  int32_t physical_ = 0;
  std::unique_ptr<Decoder> value_, key_;
  std::unique_ptr<MessageLinter> linter_;  // made when notes are wanted
  std::string format_;
  FormatConfig value_config_;
  std::vector<int32_t> value_columns_, key_columns_;  // of the formats' rows among the physical columns
  std::vector<Metadata> metadata_;
  bool plain_ = true;  // the value format's rows are the table's rows
  int64_t next_offset_ = 0;
  std::vector<Change> decoded_;
};

}  // namespace rowkind
