#include "scenario/feed.h"

#include <map>

#include "base/utf8.h"
#include "changelog/notation.h"
#include "formats/format.h"
#include "formats/time_text.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

constexpr int64_t kClockStart = 1704067200000;  // 2024-01-01 00:00:00 UTC

// What generated code sees in a NOT NULL column without a value: nothing checks it, the type's default is
// read.
Value default_of(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(false);
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return Value::integer(-1);
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return Value::floating(-1);
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return Value::string("");
    default:
      return Value::null();
  }
}

RowPtr with_defaults(const RowPtr& row, const RowType& type) {
  bool missing = false;
  for (size_t i = 0; i < type.size(); ++i)
    missing = missing || (!type[i].type.nullable() && (*row)[static_cast<int32_t>(i)].is_null());
  if (!missing) return row;
  RowBuilder out(row->arity());
  for (int32_t i = 0; i < row->arity(); ++i) {
    const LogicalType& column = type[static_cast<size_t>(i)].type;
    out.set(i, (*row)[i].is_null() && !column.nullable() ? default_of(column) : (*row)[i]);
  }
  return out.finish();
}

// Reads the messages of one table in one format: the decoder, and where each metadata column comes from.
struct MessageSource {
  std::unique_ptr<Decoder> decoder;
  std::optional<Error> error;
  struct Metadata {
    int32_t decoded = -1;  // column behind the physical ones; -1: of the record, by `key`
    LogicalType type;      // before the cast to the declared type
    std::string key;
  };
  std::vector<Metadata> metadata;
  bool plain = true;  // decoded rows are the table's rows
};

struct Table {
  const CatalogTable* catalog = nullptr;
  RowType type;
  int32_t physical = 0;
  bool upsert_kafka = false;
  int64_t rows = 0;    // given so far
  int64_t offset = 0;  // of the next message
  std::map<std::string, MessageSource> sources;
};

class Builder {
 public:
  Builder(const std::vector<std::shared_ptr<const CatalogTable>>& tables, const TimeZone& zone)
      : zone_(zone) {
    for (const auto& table : tables) {
      Table t;
      t.catalog = table.get();
      t.type = table->input_type();
      for (const Column& column : table->columns) t.physical += column.kind == ColumnKind::kPhysical ? 1 : 0;
      t.upsert_kafka = table->connector == "upsert-kafka";
      tables_.push_back(std::move(t));
    }
  }

  Feed build(const Scenario& scenario) {
    for (size_t i = 0; i < scenario.input.size(); ++i) {
      item_ = static_cast<int32_t>(i);
      add(scenario.input[i]);
      if (!feed_.items.empty() && feed_.items.back().error) break;
    }
    return std::move(feed_);
  }

 private:
  FeedItem& step(const InputItem& input, std::string_view text, int32_t line, int32_t table) {
    FeedItem item;
    item.kind = input.kind;
    item.item = item_;
    item.line = line;
    item.table = table;
    item.text = std::string(text);
    feed_.items.push_back(std::move(item));
    return feed_.items.back();
  }

  void add(const InputItem& input) {
    int32_t table = -1;
    if (input.kind == InputKind::kRows || input.kind == InputKind::kWatermark) {
      table = find(input.table);
      if (table < 0) {
        std::vector<std::string> names;
        for (const Table& t : tables_) names.push_back(t.catalog->name);
        step(input, input.text.text, input.text.line, -1).error =
            Error{"input/unknown-table",
                  "input names table " + input.table + ", which the script does not create",
                  {},
                  did_you_mean(input.table, names)};
        return;
      }
    }
    switch (input.kind) {
      case InputKind::kRows:
        rows(input, table);
        break;
      case InputKind::kClock:
      case InputKind::kWatermark:
        time(input, table);
        break;
      case InputKind::kDdl:
      case InputKind::kEnd:
        step(input, input.text.text, input.text.line, -1);
        break;
    }
  }

  int32_t find(const std::string& name) const {
    for (size_t i = 0; i < tables_.size(); ++i) {
      if (tables_[i].catalog->name == name || tables_[i].catalog->full_name() == name)
        return static_cast<int32_t>(i);
    }
    return -1;
  }

  void time(const InputItem& input, int32_t table) {
    std::string_view text = trim(input.text.text);
    FeedItem& item = step(input, text, input.text.line, table);
    std::string iso(text);
    if (iso.size() > 10 && iso[10] == ' ') iso[10] = 'T';
    if (iso.size() == 10) iso += "T00:00:00";
    Timestamp local;
    if (!parse_format_timestamp(iso, TimestampFormat::kIso8601, false, local)) {
      item.error = Error{"input/time",
                         "Text '" + std::string(text) + "' could not be parsed as a time",
                         {0, static_cast<int32_t>(text.size())},
                         "write '2024-01-01 10:00:00'"};
      return;
    }
    item.time = zone_.to_utc(local.millis);
    if (input.kind != InputKind::kClock) return;
    if (item.time < clock_) {
      item.error = Error{"input/time",
                         "The clock cannot go back to " + std::string(text),
                         {0, static_cast<int32_t>(text.size())},
                         "it starts at 2024-01-01 00:00:00 UTC and only moves forward"};
      return;
    }
    clock_ = item.time;
  }

  void rows(const InputItem& input, int32_t index) {
    Table& table = tables_[static_cast<size_t>(index)];
    MessageSource* source = input.format.empty() ? nullptr : &message_source(table, input.format);
    for (const RawMessage& line : split_messages(input.text.text)) {
      std::string_view text =
          source ? line.text : trim(line.text.data() ? line.text : std::string_view("null"));
      FeedItem& item = step(input, text.data() ? text : "null", input.text.line + line.line - 1, index);
      ++table.rows;
      Status status = source ? message(table, *source, text, item) : notation(table, text, item);
      if (status) continue;
      const CatalogTable& catalog = *table.catalog;
      Error error = status.error();
      error.message = "Table " + catalog.name + (source ? ", message " : ", row ") +
                      std::to_string(table.rows) + ": " + error.message;
      item.error = std::move(error);
      item.changes.clear();
      return;
    }
  }

  Status notation(Table& table, std::string_view text, FeedItem& item) {
    Result<Change> change = parse_change(text, table.type, zone_);
    if (!change) return change.error();
    RowKind& kind = change->kind;
    if (table.upsert_kafka && kind == RowKind::kUpdateAfter) {
      kind = RowKind::kInsert;
    } else if (!table.upsert_kafka && kind == RowKind::kInsert && !table.catalog->source_mode.insert) {
      kind = RowKind::kUpdateAfter;
    }
    return give(table, std::move(*change), item);
  }

  Status give(Table& table, Change change, FeedItem& item) {
    const ChangelogMode& mode = table.catalog->source_mode;
    if (!mode.contains(change.kind) && !(table.upsert_kafka && change.kind == RowKind::kInsert)) {
      return Error{"input/kind",
                   "Table " + table.catalog->name + " cannot emit " + std::string(short_string(change.kind)) +
                       ", its changelog mode is " + mode.to_string(),
                   {0, 2},
                   "the mode follows connector and format; `tables: {" + table.catalog->name +
                       ": {changelog-mode: [I, UB, UA, D]}}` sets another one"};
    }
    change.row = with_defaults(change.row, table.type);
    item.changes.push_back(std::move(change));
    return ok_status();
  }

  Status message(Table& table, MessageSource& source, std::string_view text, FeedItem& item) {
    item.message = true;
    int64_t offset = table.offset++;
    if (source.error) return *source.error;
    if (table.upsert_kafka && text.data() == nullptr) {
      return Error{
          "input/tombstone", "A tombstone needs a key", {}, "write it in the row notation: -D[key, null, …]"};
    }
    std::vector<Change> decoded;
    Status status = source.decoder->decode(text, decoded);
    if (!status) return status;
    for (Change& change : decoded) {
      if (!source.plain) {
        Result<RowPtr> row = whole_row(table, source, *change.row, offset);
        if (!row) return row.error();
        change.row = std::move(*row);
      }
      status = give(table, std::move(change), item);
      if (!status) return status;
    }
    return ok_status();
  }

  MessageSource& message_source(Table& table, const std::string& format) {
    auto [it, is_new] = table.sources.try_emplace(format);
    MessageSource& source = it->second;
    if (!is_new) return source;
    std::vector<MetadataKey> readable = format_metadata(format);
    FormatConfig config;
    config.options = table.catalog->options;
    config.zone = &zone_;
    for (const Column& column : table.catalog->columns) {
      if (column.kind == ColumnKind::kPhysical) config.physical.push_back({column.name, column.type});
    }
    for (const Column& column : table.catalog->columns) {
      if (column.kind != ColumnKind::kMetadata) continue;
      MessageSource::Metadata metadata;
      metadata.key = column.metadata_key.empty() ? column.name : column.metadata_key;
      std::string bare = metadata.key.substr(0, 6) == "value." ? metadata.key.substr(6) : metadata.key;
      for (const MetadataKey& key : readable) {
        if (key.key != bare) continue;
        metadata.decoded = table.physical + static_cast<int32_t>(config.metadata_keys.size());
        metadata.type = key.type;
        config.metadata_keys.push_back(bare);
      }
      source.plain = source.plain && metadata.decoded >= 0 && metadata.type.equals(column.type, true);
      source.metadata.push_back(std::move(metadata));
    }
    Result<std::unique_ptr<Decoder>> decoder = make_decoder(format, config);
    if (decoder) {
      source.decoder = std::move(*decoder);
    } else {
      source.error = decoder.error();
    }
    return source;
  }

  Result<RowPtr> whole_row(const Table& table, const MessageSource& source, const Row& decoded,
                           int64_t offset) {
    RowBuilder out(static_cast<int32_t>(table.type.size()));
    for (int32_t i = 0; i < table.physical; ++i) out.set(i, decoded[i]);
    for (size_t m = 0; m < source.metadata.size(); ++m) {
      const MessageSource::Metadata& metadata = source.metadata[m];
      int32_t at = table.physical + static_cast<int32_t>(m);
      LogicalType from = metadata.type;
      Value value = metadata.decoded >= 0 ? decoded[metadata.decoded]
                                          : record_metadata(table, metadata.key, offset, from);
      const LogicalType& declared = table.type[static_cast<size_t>(at)].type;
      if (!value.is_null() && !from.equals(declared, true)) {
        CastOptions options;
        options.zone = &zone_;
        Result<Value> cast = cast_value(value, from, declared, options);
        if (!cast) return cast.error();
        value = std::move(*cast);
      }
      out.set(at, std::move(value));
    }
    return out.finish();
  }

  // Of the Kafka record around a message: offsets count from 0, its time is the scenario's clock.
  Value record_metadata(const Table& table, const std::string& key, int64_t offset, LogicalType& type) const {
    if (key == "offset") {
      type = LogicalType::bigint();
      return Value::integer(offset);
    }
    if (key == "partition") {
      type = LogicalType::integer();
      return Value::integer(0);
    }
    if (key == "timestamp") {
      type = LogicalType::timestamp_ltz(3);
      return Value::timestamp({clock_, 0});
    }
    type = LogicalType::string();
    if (key == "timestamp-type") return Value::string("CreateTime");
    if (key != "topic") return Value::null();
    auto topic = table.catalog->options.find("topic");
    return Value::string(topic == table.catalog->options.end() ? table.catalog->name : topic->second);
  }

  const TimeZone& zone_;
  std::vector<Table> tables_;
  Feed feed_;
  int32_t item_ = 0;
  int64_t clock_ = kClockStart;
};

}  // namespace

Feed build_feed(const Scenario& scenario, const std::vector<std::shared_ptr<const CatalogTable>>& tables,
                const TimeZone& zone) {
  return Builder(tables, zone).build(scenario);
}

}  // namespace rowkind
