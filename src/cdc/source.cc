#include "cdc/source.h"

#include <map>
#include <memory>

#include "base/utf8.h"
#include "cdc/ddl.h"
#include "cdc/event_reader.h"
#include "changelog/notation.h"
#include "formats/format.h"
#include "types/decimal.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

// CAST counts the zero of 0.5 as a digit, so that a DECIMAL(1, 1) does not take it.
bool is_fraction(const LogicalType& type) {
  return type.is(TypeRoot::kDecimal) && type.precision() == type.scale();
}

// Rows of the notation are read with zoned timestamps as texts and fractions with room for their zero.
LogicalType readable_type(const LogicalType& type) {
  if (is_fraction(type)) return LogicalType::decimal(kMaxDecimalPrecision, type.scale());
  return is_zoned(type) ? LogicalType::string() : type;
}

class SourceReader {
 public:
  SourceReader(const Scenario& scenario, const TimeZone& zone) : scenario_(scenario), zone_(zone) {}

  std::vector<SourceStep> read(bool batch) {
    for (const auto& [name, text] : scenario_.table_schemas) {
      Result<TableIdPtr> id = parse_table_id(name);
      Result<SchemaPtr> schema = parse_table_schema(text);
      if (!id || !schema) {
        SourceStep& step = add(-1, 0, text);
        step.error = id ? schema.error() : id.error();
        step.error->message = "Table " + name + ": " + step.error->message;
        return std::move(steps_);
      }
      Table table;
      table.id = *id;
      table.schema = *schema;
      tables_[name] = std::move(table);
    }
    for (size_t i = 0; batch && i < scenario_.table_schemas.size(); ++i)
      create(scenario_.table_schemas[i].first, -1, 0);
    for (size_t i = 0; i < scenario_.input.size() && !failed(); ++i)
      item(scenario_.input[i], static_cast<int32_t>(i));
    for (const auto& entry : scenario_.table_schemas)
      if (!failed()) create(entry.first, -1, 0);
    return std::move(steps_);
  }

 private:
  struct Table {
    TableIdPtr id;
    SchemaPtr schema;
    bool created = false;
    std::map<std::string, std::unique_ptr<Decoder>> decoders;  // by format, for this schema
  };

  bool failed() const { return !steps_.empty() && steps_.back().error; }

  SourceStep& add(int32_t item, int32_t line, std::string_view text) {
    SourceStep step;
    step.item = item;
    step.line = line;
    step.text = std::string(text);
    steps_.push_back(std::move(step));
    return steps_.back();
  }

  void create(const std::string& name, int32_t item, int32_t line) {
    Table& table = tables_[name];
    if (table.created) return;
    table.created = true;
    Event event;
    event.kind = EventKind::kCreateTable;
    event.table = table.id;
    SchemaChange change;
    change.schema = table.schema;
    event.change = std::make_shared<const SchemaChange>(std::move(change));
    add(item, line, "").events.push_back(std::move(event));
  }

  void item(const InputItem& input, int32_t index) {
    switch (input.kind) {
      case InputKind::kDdl:
        return ddl(input, index);
      case InputKind::kRows:
        return rows(input, index);
      case InputKind::kEnd:
        return;
      default:
        add(index, input.text.line, input.text.text).error =
            Error{"input/item", "A pipeline has no clock and no watermarks.", {}, "remove the item"};
    }
  }

  void ddl(const InputItem& input, int32_t index) {
    Result<std::vector<Event>> events = parse_ddl(input.text.text);
    if (!events) {
      add(index, input.text.line, input.text.text).error = events.error();
      return;
    }
    const std::string& name = (*events)[0].table->text;
    auto found = tables_.find(name);
    const bool creates = (*events)[0].kind == EventKind::kCreateTable;
    if (found == tables_.end() && !creates) return unknown_table(input, index, name);
    if (found == tables_.end()) {
      tables_[name].id = (*events)[0].table;
    } else if (!(creates && !found->second.created)) {
      create(name, index, input.text.line);
    }
    Table& table = tables_[name];
    table.created = true;
    SourceStep& step = add(index, input.text.line, input.text.text);
    for (Event& event : *events) {
      try {
        table.schema = apply_change(table.schema, event);
      } catch (Failure& failure) {
        step.error = failure.error;
        return;
      }
      if (const std::string twice = doubled_name(*table.schema); !twice.empty()) {
        step.error = Error{
            "cdc/ddl", "Table " + name + " has a column " + twice + " already.", {}, "use another name"};
        return;
      }
      event.table = table.id;
      step.events.push_back(std::move(event));
    }
    table.decoders.clear();
  }

  static std::string doubled_name(const Schema& schema) {
    for (size_t i = 0; i < schema.columns.size(); ++i)
      if (schema.find(schema.columns[i].name) != static_cast<int32_t>(i)) return schema.columns[i].name;
    return "";
  }

  void unknown_table(const InputItem& input, int32_t index, const std::string& name) {
    std::vector<std::string> names;
    for (const auto& entry : tables_) names.push_back(entry.first);
    add(index, input.text.line, input.text.text).error =
        Error{"input/unknown-table",
              "input names table " + name + ", whose schema is not in `tables:`",
              {},
              did_you_mean(name, names)};
  }

  // Lines of Flink CDC's own event text; they name their tables.
  void event_lines(const InputItem& input, int32_t index) {
    auto schema_of = [&](const std::string& name) {
      auto known = tables_.find(name);
      return known == tables_.end() ? nullptr : known->second.schema;
    };
    for (const RawMessage& line : split_messages(input.text.text)) {
      int32_t number = input.text.line + line.line - 1;
      std::string_view text = trim(line.text);
      Result<Event> event = parse_event_text(text, schema_of);
      Status fits = event ? ok_status() : Status(event.error());
      if (event && event->kind != EventKind::kCreateTable &&
          tables_.find(event->table->text) == tables_.end())
        fits = Error{"cdc/event-text",
                     "No schema of table " + event->table->text + " is known.",
                     {},
                     "give its CreateTableEvent first, or write it in `tables:`"};
      if (!fits) {
        add(index, number, text).error = fits.error();
        return;
      }
      if (event->kind == EventKind::kCreateTable) {
        tables_[event->table->text].id = event->table;
      } else {
        create(event->table->text, index, number);
      }
      Table& table = tables_[event->table->text];
      table.created = true;
      SourceStep& step = add(index, number, text);
      event->table = table.id;
      if (!event->is_data()) {
        table.schema = apply_change(table.schema, *event);
        table.decoders.clear();
      }
      step.events.push_back(std::move(*event));
    }
  }

  void rows(const InputItem& input, int32_t index) {
    if (input.format.empty() && is_event_text(input.text.text)) return event_lines(input, index);
    auto found = tables_.find(input.table);
    if (found == tables_.end()) return unknown_table(input, index, input.table);
    create(input.table, index, input.text.line);
    Table& table = found->second;
    pending_ = RowPtr();
    for (const RawMessage& line : split_messages(input.text.text)) {
      int32_t number = input.text.line + line.line - 1;
      std::string_view text = line.text.data() ? trim(line.text) : std::string_view("null");
      std::vector<Change> changes;
      Status status = input.format.empty() ? notation(table, text, changes)
                                           : message(table, input.format, line.text, changes);
      if (!status) {
        SourceStep& step = add(index, number, text);
        step.error = status.error();
        step.error->message = "Table " + input.table + ": " + step.error->message;
        return;
      }
      for (const Change& change : changes) give(table, change, index, number, text);
      if (failed()) return;
    }
    if (pending_) lone_before(index, input.text.line);
  }

  void lone_before(int32_t index, int32_t line) {
    add(index, line, "-U").error = Error{"input/update",
                                         "A -U stands without the +U that follows it in an update.",
                                         {},
                                         "write both, or -D for a delete"};
  }

  Status notation(const Table& table, std::string_view text, std::vector<Change>& out) const {
    RowType type;
    bool converted = false;
    for (const Column& column : table.schema->columns) {
      type.push_back(Field{column.name, readable_type(column.type).with_nullable(true)});
      converted = converted || is_zoned(column.type) || is_fraction(column.type);
    }
    Result<Change> change = parse_change(text, type, zone_);
    if (!change) return change.error();
    if (converted) {
      RowBuilder row(change->row->arity());
      for (int32_t i = 0; i < change->row->arity(); ++i) {
        Value value = (*change->row)[i];
        const LogicalType& wanted = table.schema->columns[static_cast<size_t>(i)].type;
        if (is_fraction(wanted) && !value.is_null()) {
          std::optional<Decimal> fitting =
              decimal_rescale(value.decimal(), wanted.precision(), wanted.scale());
          if (!fitting)
            return Error{"rows/value", "Column " + table.schema->columns[static_cast<size_t>(i)].name +
                                           ": For input string: '" + decimal_text(value.decimal()) +
                                           "'. Overflow."};
        }
        if (is_zoned(wanted) && !value.is_null()) {
          Result<Value> stamp = zoned_text(value.string());
          if (!stamp) return stamp.error();
          value = *stamp;
        }
        row.set(i, value);
      }
      change->row = row.finish();
    }
    out.push_back(std::move(*change));
    return ok_status();
  }

  // "2024-02-29 10:20:30.123 Europe/Berlin"
  static Result<Value> zoned_text(std::string_view text) {
    size_t blank = text.rfind(' ');
    std::string_view zone = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
    if (TimeZone::find(zone) == nullptr)
      return Error{"rows/value",
                   "'" + std::string(text) + "' names no time zone.",
                   {},
                   "write 2024-01-31 10:00:00 Europe/Berlin"};
    CastOptions options;
    options.zone = &TimeZone::utc();
    Result<Value> local = cast_value(Value::string(text.substr(0, blank)), LogicalType::string(),
                                     LogicalType::timestamp(9), options);
    if (!local) return local.error();
    return zoned_value(local->timestamp(), zone);
  }

  Status message(Table& table, const std::string& format, std::string_view text,
                 std::vector<Change>& out) const {
    std::unique_ptr<Decoder>& decoder = table.decoders[format];
    if (!decoder) {
      FormatConfig config;
      for (const Column& column : table.schema->columns)
        config.physical.push_back({column.name, readable_type(column.type)});
      config.zone = &zone_;
      Result<std::unique_ptr<Decoder>> made = make_decoder(format, config);
      if (!made) return made.error();
      decoder = std::move(*made);
    }
    return decoder->decode(text, out);
  }

  // A null that fails its readers is still one here; the job will see it.
  static RowPtr source_row(const RowPtr& row, const Schema& schema) {
    try {
      return read_row(row, schema);
    } catch (const Failure&) {
      return row;
    }
  }

  void give(const Table& table, const Change& change, int32_t index, int32_t line, std::string_view text) {
    if (change.kind == RowKind::kUpdateBefore) {
      if (pending_) return lone_before(index, line);
      pending_ = change.row;
      pending_text_ = std::string(text);
      return;
    }
    if (pending_ && change.kind != RowKind::kUpdateAfter) return lone_before(index, line);
    Event event;
    event.table = table.id;
    event.schema = table.schema;
    bool update = static_cast<bool>(pending_);
    event.op = change.kind == RowKind::kInsert   ? DataOp::kInsert
               : change.kind == RowKind::kDelete ? DataOp::kDelete
               : update                          ? DataOp::kUpdate
                                                 : DataOp::kReplace;
    (event.op == DataOp::kDelete ? event.before : event.after) = source_row(change.row, *table.schema);
    if (update) event.before = source_row(pending_, *table.schema);
    std::string typed =
        update && pending_text_ != text ? pending_text_ + "\n" + std::string(text) : std::string(text);
    add(index, line, typed).events.push_back(std::move(event));
    pending_ = RowPtr();
  }

  const Scenario& scenario_;
  const TimeZone& zone_;
  std::map<std::string, Table> tables_;
  std::vector<SourceStep> steps_;
  RowPtr pending_;  // a -U that waits for its +U
  std::string pending_text_;
};

}  // namespace

std::vector<std::pair<TableIdPtr, SchemaPtr>> upstream_tables(const Scenario& scenario) {
  std::vector<std::pair<TableIdPtr, SchemaPtr>> out;
  for (const auto& [name, text] : scenario.table_schemas) {
    Result<TableIdPtr> id = parse_table_id(name);
    Result<SchemaPtr> schema = parse_table_schema(text);
    if (id && schema) out.emplace_back(*id, *schema);
  }
  return out;
}

std::vector<SourceStep> read_source(const Scenario& scenario, const TimeZone& zone, bool batch) {
  return SourceReader(scenario, zone).read(batch);
}

}  // namespace rowkind::cdc
