#include "scenario/feed.h"

#include <map>
#include <set>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "changelog/notation.h"
#include "formats/format.h"
#include "formats/paste.h"
#include "formats/time_text.h"
#include "scenario/messages.h"
#include "types/java_default.h"
#include "types/time_zone.h"

namespace rowkind {
namespace {

// Nothing checks a NOT NULL column of the input.
RowPtr with_defaults(const RowPtr& row, const RowType& type) {
  bool missing = false;
  for (size_t i = 0; i < type.size(); ++i)
    missing = missing || (!type[i].type.nullable() && (*row)[static_cast<int32_t>(i)].is_null());
  if (!missing) return row;
  RowBuilder out(row->arity());
  for (int32_t i = 0; i < row->arity(); ++i) {
    const LogicalType& column = type[static_cast<size_t>(i)].type;
    out.set(i, (*row)[i].is_null() && !column.nullable() ? java_default(column) : (*row)[i]);
  }
  return out.finish();
}

struct Table {
  const CatalogTable* catalog = nullptr;
  RowType type;
  bool upsert_kafka = false;
  int64_t rows = 0;                                                       // given so far
  std::map<std::string, Result<std::unique_ptr<MessageReader>>> readers;  // by format
  std::set<std::string> said;                                             // notes on pasted rows
};

class Builder {
 public:
  Builder(const std::vector<std::shared_ptr<const CatalogTable>>& tables, const TimeZone& zone,
          bool with_notes)
      : zone_(zone), with_notes_(with_notes) {
    for (const auto& table : tables) {
      Table t;
      t.catalog = table.get();
      t.type = table->input_type();
      t.upsert_kafka = table->connector == "upsert-kafka";
      tables_.push_back(std::move(t));
    }
  }

  Feed build(const Scenario& scenario) {
    for (const auto& [key, value] : scenario.options)
      pair_updates_ = pair_updates_ || (key == "pair-updates" && value == "true");
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

  bool too_many(FeedItem& item) const {
    if (static_cast<int64_t>(feed_.items.size()) <= limits::kSteps) return false;
    item.error = Error{"input/too-many",
                       "The input has more than " + std::to_string(limits::kSteps) + " steps",
                       {},
                       "give fewer rows"};
    return true;
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
    if (is_paste_format(input.format)) return pasted(input, index);
    const bool messages = !input.format.empty();
    for (const RawMessage& line : split_messages(input.text.text)) {
      std::string_view text =
          messages ? line.text : trim(line.text.data() ? line.text : std::string_view("null"));
      FeedItem& item = step(input, text.data() ? text : "null", input.text.line + line.line - 1, index);
      ++table.rows;
      if (too_many(item)) return;
      Status status = messages ? message(table, input.format, text, item) : notation(table, text, item);
      if (!status) return stop(table, item, messages ? ", message " : ", row ", status.error());
    }
  }

  static std::string place(const Table& table, const char* what) {
    return "Table " + table.catalog->name + what + std::to_string(table.rows) + ": ";
  }

  static void note(const Table& table, FeedItem& item, const char* what, Error error) {
    error.message = place(table, what) + error.message;
    item.notes.push_back(std::move(error));
  }

  static void stop(const Table& table, FeedItem& item, const char* what, Error error) {
    error.message = place(table, what) + error.message;
    item.error = std::move(error);
    item.changes.clear();
  }

  // Text of the SQL client, the print connector, Flink's docs: a step a row.
  void pasted(const InputItem& input, int32_t index) {
    Table& table = tables_[static_cast<size_t>(index)];
    std::vector<PastedRow> rows = parse_pasted(input.text.text, table.type, zone_);
    if (pair_updates_) {
      std::vector<int32_t> key;
      for (const std::string& name : table.catalog->primary_key) key.push_back(find_field(table.type, name));
      pair_updates(rows, key);
    }
    for (PastedRow& row : rows) {
      FeedItem& item = step(input, row.text, input.text.line + row.line - 1, index);
      ++table.rows;
      if (too_many(item)) return;
      if (row.error) return stop(table, item, ", row ", std::move(*row.error));
      if (with_notes_ && !row.note.empty() && table.said.insert(row.note).second)
        note(table, item, ", row ", Error{"format/cell-cut", row.note, {}, "", Severity::kAdvice});
      Status status = typed(table, std::move(row.change), item);
      if (!status) return stop(table, item, ", row ", status.error());
    }
  }

  Status notation(Table& table, std::string_view text, FeedItem& item) {
    Result<Change> change = parse_change(text, table.type, zone_);
    if (!change) return change.error();
    return typed(table, std::move(*change), item);
  }

  // A row that people typed: the kinds of sources without inserts are adjusted.
  Status typed(Table& table, Change change, FeedItem& item) {
    RowKind& kind = change.kind;
    if (table.upsert_kafka && kind == RowKind::kUpdateAfter) {
      kind = RowKind::kInsert;
    } else if (!table.upsert_kafka && kind == RowKind::kInsert && !table.catalog->source_mode.insert) {
      kind = RowKind::kUpdateAfter;
    }
    return give(table, std::move(change), item);
  }

  Status give(Table& table, Change change, FeedItem& item) {
    const ChangelogMode& mode = table.catalog->source_mode;
    // What a table that answers look-ups holds may change in any way; its scan checks again.
    if (!mode.contains(change.kind) && !table.catalog->lookup &&
        !(table.upsert_kafka && change.kind == RowKind::kInsert)) {
      return Error{"input/kind",
                   "Table " + table.catalog->name + " cannot emit " + std::string(short_string(change.kind)) +
                       ", its changelog mode is " + mode.to_string(),
                   {0, 2},
                   "the mode follows connector and format; `tables: {" + table.catalog->name +
                       ": {changelog-mode: [I, UB, UA, D]}}` sets another one"};
    }
    // A tombstone's row is made by the connector, not by generated code: what is not the key stays NULL.
    bool tombstone = table.upsert_kafka && change.kind == RowKind::kDelete;
    if (!tombstone) change.row = with_defaults(change.row, table.type);
    item.changes.push_back(std::move(change));
    return ok_status();
  }

  Status message(Table& table, const std::string& format, std::string_view text, FeedItem& item) {
    item.message = true;
    auto it = table.readers.find(format);
    if (it == table.readers.end())
      it = table.readers.emplace(format, MessageReader::make(*table.catalog, format, zone_)).first;
    if (!it->second) return it->second.error();
    std::vector<Change> changes;
    std::vector<Error> notes;
    Status status = (*it->second)->read(text, clock_, changes, with_notes_ ? &notes : nullptr);
    if (!status) return status;
    for (Error& error : notes) note(table, item, ", message ", std::move(error));
    for (Change& change : changes) {
      status = give(table, std::move(change), item);
      if (!status) return status;
    }
    return ok_status();
  }

  const TimeZone& zone_;
  bool with_notes_, pair_updates_ = false;
  std::vector<Table> tables_;
  Feed feed_;
  int32_t item_ = 0;
  int64_t clock_ = kStartClockMillis;
};

}  // namespace

Feed build_feed(const Scenario& scenario, const std::vector<std::shared_ptr<const CatalogTable>>& tables,
                const TimeZone& zone, bool with_notes) {
  return Builder(tables, zone, with_notes).build(scenario);
}

}  // namespace rowkind
