#include "scenario/messages.h"

#include <algorithm>
#include <optional>

#include "base/utf8.h"
#include "formats/json_reader.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {

struct MessageReader::Record {
  std::optional<std::string> key_text, value_text;  // own texts of an envelope
  std::string_view key, value;                      // data() == nullptr: none
  int64_t offset = 0, partition = 0, timestamp = 0;
  std::string topic;
  std::vector<std::pair<Value, Value>> headers;
  bool has_headers = false;
};

namespace {

std::string option(const CatalogTable& table, const std::string& key) {
  auto it = table.options.find(key);
  return it == table.options.end() ? "" : it->second;
}

std::vector<std::string> key_fields(const CatalogTable& table) {
  if (table.connector == "upsert-kafka") return table.primary_key;
  std::vector<std::string> out;
  std::string fields = option(table, "key.fields");
  for (size_t at = 0; at < fields.size();) {
    size_t end = std::min(fields.find(';', at), fields.size());
    out.push_back(fields.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace

MessageReader::MessageReader(const CatalogTable& table, const TimeZone& zone)
    : table_(table), zone_(zone), type_(table.input_type()), upsert_(table.connector == "upsert-kafka") {}

Result<std::unique_ptr<MessageReader>> MessageReader::make(const CatalogTable& table,
                                                           const std::string& format, const TimeZone& zone) {
  std::unique_ptr<MessageReader> reader(new MessageReader(table, zone));
  FormatConfig value, key;
  value.options = key.options = table.options;
  value.zone = key.zone = &zone;

  std::vector<std::string> fields = key_fields(table);
  std::string key_format = option(table, "key.format");
  bool keyed = !key_format.empty() && !fields.empty();
  bool except_key = keyed && option(table, "value.fields-include") == "EXCEPT_KEY";
  std::string prefix = option(table, "key.fields-prefix");
  for (const Column& column : table.columns) {
    if (column.kind != ColumnKind::kPhysical) continue;
    int32_t at = reader->physical_++;
    bool in_key = keyed && std::find(fields.begin(), fields.end(), column.name) != fields.end();
    if (in_key) {
      bool cut = column.name.compare(0, prefix.size(), prefix) == 0;
      key.physical.push_back({cut ? column.name.substr(prefix.size()) : column.name, column.type});
      reader->key_columns_.push_back(at);
    }
    if (in_key && except_key) continue;
    value.physical.push_back({column.name, column.type});
    reader->value_columns_.push_back(at);
  }
  reader->plain_ = !keyed;

  std::vector<MetadataKey> readable = format_metadata(format);
  for (const Column& column : table.columns) {
    if (column.kind != ColumnKind::kMetadata) continue;
    Metadata metadata;
    metadata.key = column.metadata_key.empty() ? column.name : column.metadata_key;
    std::string bare = metadata.key.compare(0, 6, "value.") == 0 ? metadata.key.substr(6) : metadata.key;
    for (const MetadataKey& known : readable) {
      if (known.key != bare) continue;
      metadata.decoded = static_cast<int32_t>(value.physical.size() + value.metadata_keys.size());
      metadata.type = known.type;
      value.metadata_keys.push_back(bare);
    }
    const LogicalType& expected =
        reader->type_[static_cast<size_t>(reader->physical_) + reader->metadata_.size()].type;
    reader->plain_ = reader->plain_ && metadata.decoded >= 0 && metadata.type.equals(expected, true);
    reader->metadata_.push_back(std::move(metadata));
  }

  Result<std::unique_ptr<Decoder>> decoder = make_decoder(format, value);
  if (!decoder) return decoder.error();
  reader->value_ = std::move(*decoder);
  reader->format_ = format;
  reader->value_config_ = std::move(value);
  if (keyed) {
    decoder = make_decoder(key_format, key);
    if (!decoder) return decoder.error();
    reader->key_ = std::move(*decoder);
  }
  return reader;
}

Status MessageReader::read(std::string_view line, int64_t clock_millis, std::vector<Change>& out,
                           std::vector<Error>* notes) {
  Record record;
  record.value = line;
  record.offset = next_offset_++;
  record.timestamp = clock_millis;
  std::string topic = option(table_, "topic");
  record.topic = topic.empty() ? table_.name : topic;
  Status status = parse(line, record);
  if (!status) return status;

  RowPtr key;
  status = key_row(record, key);
  if (!status) return status;
  if (record.value.data() == nullptr && upsert_) {
    if (!key)
      return Error{"input/tombstone",
                   "A tombstone needs a key",
                   {},
                   "write key, a tab and null, or -D[key, null, …] in the row notation"};
    Result<RowPtr> row = whole_row(key.get(), nullptr, record);
    if (!row) return row.error();
    out.push_back({RowKind::kDelete, std::move(*row)});
    return ok_status();
  }
  if (record.value.data() == nullptr && key) {
    return Error{
        "format/message",
        "Invalid null value received in non-upsert mode. Could not to set row kind for output record."};
  }
  decoded_.clear();
  status = value_->decode(record.value, decoded_);
  if (notes && status) {
    if (!linter_) linter_ = std::make_unique<MessageLinter>(format_, value_config_);
    linter_->check(record.value, decoded_.size(), *notes);
  }
  for (Change& change : decoded_) {
    if (!plain_) {
      Result<RowPtr> row = whole_row(key.get(), change.row.get(), record);
      if (!row) return row.error();
      change.row = std::move(*row);
    }
    out.push_back(std::move(change));
  }
  return status;
}

Status MessageReader::parse(std::string_view line, Record& record) const {
  if (line.data() == nullptr) return ok_status();
  if (trim(line).substr(0, 1) == "{" && (line.find("\"@value\"") != std::string_view::npos ||
                                         line.find("\"@key\"") != std::string_view::npos)) {
    return parse_envelope(line, record);
  }
  size_t tab = line.find('\t');
  if (tab == std::string_view::npos || !key_) return ok_status();
  record.key = line.substr(0, tab);
  record.value = line.substr(tab + 1);
  if (record.value == "null") record.value = {};
  if (record.key == "null") record.key = {};
  return ok_status();
}

Status MessageReader::parse_envelope(std::string_view line, Record& record) const {
  JsonReader in(line);
  std::string name, text;
  auto part = [&](std::optional<std::string>& own, std::string_view& view) {
    size_t begin = static_cast<size_t>(in.offset());
    if (in.token() == JsonToken::kNull) {
      view = {};
    } else if (in.token() == JsonToken::kString) {
      own = std::string(in.text(text));
      view = *own;
    } else {
      if (!in.skip_children()) return;
      view = line.substr(begin, static_cast<size_t>(in.position()) - begin);
    }
  };
  record.value = {};
  in.next();
  while (in.next() == JsonToken::kFieldName) {
    name = std::string(in.text(text));
    in.next();
    bool number = in.token() == JsonToken::kInt;
    int64_t n = number ? std::strtoll(std::string(in.raw()).c_str(), nullptr, 10) : 0;
    if (name == "@key") {
      part(record.key_text, record.key);
    } else if (name == "@value") {
      part(record.value_text, record.value);
    } else if (name == "@timestamp" && number) {
      record.timestamp = n;
    } else if (name == "@partition" && number) {
      record.partition = n;
    } else if (name == "@offset" && number) {
      record.offset = n;
    } else if (name == "@topic") {
      record.topic = std::string(in.text(text));
    } else if (name == "@headers" && in.token() == JsonToken::kStartObject) {
      record.has_headers = true;
      while (in.next() == JsonToken::kFieldName) {
        Value header = Value::string(in.text(text));
        in.next();
        record.headers.emplace_back(
            std::move(header), in.token() == JsonToken::kNull ? Value::null() : Value::bytes(in.text(text)));
        if (!in.skip_children()) break;
      }
    } else if (name.compare(0, 1, "@") == 0) {
      return Error{"input/record",
                   "A record has no part '" + name + "' of this kind",
                   {in.offset(), 0},
                   "the parts are @key, @value, @timestamp, @partition, @offset, @topic and @headers"};
    } else if (!in.skip_children()) {
      break;
    }
  }
  if (in.token() == JsonToken::kError)
    return Error{"input/record", "The record is no JSON: " + in.problem(), {in.offset(), 0}, ""};
  return ok_status();
}

Status MessageReader::key_row(const Record& record, RowPtr& out) {
  if (!key_ || record.key.data() == nullptr) return ok_status();
  std::vector<Change> rows;
  Status status = key_->decode(record.key, rows);
  if (!status) return status;
  if (!rows.empty()) out = rows.back().row;
  return ok_status();
}

Result<RowPtr> MessageReader::whole_row(const Row* key, const Row* value, const Record& record) const {
  RowBuilder out(static_cast<int32_t>(type_.size()));
  for (size_t i = 0; key && i < key_columns_.size(); ++i)
    out.set(key_columns_[i], (*key)[static_cast<int32_t>(i)]);
  for (size_t i = 0; value && i < value_columns_.size(); ++i)
    out.set(value_columns_[i], (*value)[static_cast<int32_t>(i)]);
  for (size_t m = 0; m < metadata_.size(); ++m) {
    const Metadata& metadata = metadata_[m];
    int32_t at = physical_ + static_cast<int32_t>(m);
    LogicalType from = metadata.type;
    Value found;
    if (metadata.decoded < 0) {
      found = record_metadata(metadata.key, record, from);
    } else if (value) {
      found = (*value)[metadata.decoded];
    }
    const LogicalType& expected = type_[static_cast<size_t>(at)].type;
    if (!found.is_null() && !from.equals(expected, true)) {
      CastOptions options;
      options.zone = &zone_;
      Result<Value> cast = cast_value(found, from, expected, options);
      if (!cast) return cast.error();
      found = std::move(*cast);
    }
    out.set(at, std::move(found));
  }
  return out.finish();
}

Value MessageReader::record_metadata(const std::string& key, const Record& record, LogicalType& type) const {
  if (key == "offset") {
    type = LogicalType::bigint();
    return Value::integer(record.offset);
  }
  if (key == "partition") {
    type = LogicalType::integer();
    return Value::integer(record.partition);
  }
  if (key == "timestamp") {
    type = LogicalType::timestamp_ltz(3);
    return Value::timestamp({record.timestamp, 0});
  }
  if (key == "headers") {
    type = LogicalType::map(LogicalType::string(), LogicalType::bytes());
    return record.has_headers ? Value::map(record.headers) : Value::null();
  }
  type = LogicalType::string();
  if (key == "topic") return Value::string(record.topic);
  return key == "timestamp-type" ? Value::string("CreateTime") : Value::null();
}

}  // namespace rowkind
