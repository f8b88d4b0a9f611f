#include "formats/forms.h"

#include <algorithm>

#include "changelog/notation.h"
#include "formats/docs_table.h"
#include "formats/format.h"
#include "formats/json_values.h"
#include "formats/print_text.h"
#include "types/text.h"

namespace rowkind {
namespace {

// "+I[id:1, name:'it''s']": top-level texts always in quotes.
std::string named_text(const Change& change, const RowType& columns, const TimeZone& zone) {
  std::string out = std::string(short_string(change.kind)) + "[";
  for (int32_t i = 0; i < change.row->arity(); ++i) {
    const Field& column = columns[static_cast<size_t>(i)];
    const Value& value = (*change.row)[i];
    std::string text = print_value(value, column.type, zone);
    if (!value.is_null() && column.type.is_character() && text.front() != '\'') text = "'" + text + "'";
    out += (i > 0 ? ", " : "") + column.name + ":" + text;
  }
  return out + "]";
}

// The objects that Flink's JSON format writes for rows.
class JsonRows {
 public:
  JsonRows(std::string_view format, const RowType& columns, const TimeZone& zone) {
    FormatConfig config;
    config.physical = columns;
    config.zone = &zone;
    encoder_ = std::move(make_encoder(format, config).or_throw());
  }
  std::string text(RowKind kind, const Row& row) { return encoder_->encode(kind, row).or_throw(); }
  std::string text(const RowPtr& row) { return row ? text(RowKind::kInsert, *row) : "null"; }

 private:
  std::unique_ptr<Encoder> encoder_;
};

std::string json_text(std::string_view text) {
  std::string out;
  append_json_string(out, text, true);
  return out;
}

// One event of a changelog: a pair of -U and +U is one.
struct DataEvent {
  RowPtr before, after;
};

std::vector<DataEvent> join_updates(const std::vector<Change>& changes) {
  std::vector<DataEvent> events;
  for (size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    bool pair = change.kind == RowKind::kUpdateBefore && i + 1 < changes.size() &&
                changes[i + 1].kind == RowKind::kUpdateAfter;
    if (pair) {
      events.push_back({change.row, changes[++i].row});
    } else if (is_accumulate(change.kind)) {
      events.push_back({nullptr, change.row});
    } else {
      events.push_back({change.row, nullptr});
    }
  }
  return events;
}

constexpr const char* kDatabase = "default_database";

std::string debezium_text(const DataEvent& event, JsonRows& rows, const FormOptions& options) {
  const char* op = event.before && event.after ? "u" : event.after ? "c" : "d";
  return "{\"before\":" + rows.text(event.before) + ",\"after\":" + rows.text(event.after) + ",\"op\":\"" +
         op + "\",\"source\":{\"db\":" + json_text(kDatabase) + ",\"table\":" + json_text(options.table) +
         "}}";
}

std::string canal_text(const DataEvent& event, JsonRows& rows, const FormOptions& options) {
  const char* type = event.before && event.after ? "UPDATE" : event.after ? "INSERT" : "DELETE";
  std::string old = event.before && event.after ? "[" + rows.text(event.before) + "]" : "null";
  std::string keys;
  for (const std::string& key : options.keys) keys += (keys.empty() ? "" : ",") + json_text(key);
  return "{\"old\":" + old + ",\"data\":[" + rows.text(event.after ? event.after : event.before) +
         "],\"type\":\"" + type + "\",\"database\":" + json_text(kDatabase) +
         ",\"table\":" + json_text(options.table) + ",\"pkNames\":[" + keys + "]}";
}

template <typename Print>
std::string lines(const std::vector<Change>& changes, const Print& print) {
  std::string out;
  for (const Change& change : changes) out += print(change) + "\n";
  return out;
}

template <typename Print>
std::string events(const std::vector<Change>& changes, const Print& print) {
  std::string out;
  for (const DataEvent& event : join_updates(changes)) out += print(event) + "\n";
  return out;
}

[[noreturn]] void fail_form(std::string_view form, const std::vector<std::string>& known) {
  std::string hint;
  for (const std::string& name : known) hint += (hint.empty() ? "" : ", ") + name;
  throw Failure("format/form", "There is no form '" + std::string(form) + "'.", {}, hint);
}

}  // namespace

const std::vector<std::string>& changelog_forms() {
  static const std::vector<std::string> names = {"notation", "tableau",        "print",         "named",
                                                 "docs",     "changelog-json", "debezium-json", "canal-json"};
  return names;
}

const std::vector<std::string>& table_forms() {
  static const std::vector<std::string> names = {"notation", "tableau", "docs", "json", "csv"};
  return names;
}

Result<std::string> write_changelog(std::string_view form, const std::vector<Change>& changes,
                                    const RowType& columns, const TimeZone& zone,
                                    const FormOptions& options) {
  try {
    if (form == "notation")
      return lines(changes, [&](const Change& c) { return print_change(c.kind, *c.row, columns, zone); });
    if (form == "tableau") return tableau_text(changes, columns, zone, options.max_width);
    if (form == "print")
      return lines(changes, [&](const Change& c) { return print_text(c.kind, *c.row, columns); });
    if (form == "named") return lines(changes, [&](const Change& c) { return named_text(c, columns, zone); });
    if (form == "docs") return docs_table_text(changes, columns, zone);
    if (form == "changelog-json") {
      JsonRows rows(form, columns, zone);
      return lines(changes, [&](const Change& c) { return rows.text(c.kind, *c.row); });
    }
    if (form == "debezium-json" || form == "canal-json") {
      JsonRows rows("json", columns, zone);
      const auto print = form == "canal-json" ? canal_text : debezium_text;
      return events(changes, [&](const DataEvent& event) { return print(event, rows, options); });
    }
    fail_form(form, changelog_forms());
  } catch (const Failure& failure) {
    return failure.error;
  }
}

Result<std::string> write_table(std::string_view form, const std::vector<RowPtr>& rows,
                                const RowType& columns, const TimeZone& zone, const FormOptions& options) {
  try {
    if (form == "tableau") return tableau_text(rows, columns, zone, options.max_width);
    if (form == "docs") return docs_table_text(rows, columns, zone);
    std::string out;
    if (form == "notation") {
      for (const RowPtr& row : rows) out += print_row(*row, columns, zone) + "\n";
    } else if (form == "json" || form == "csv") {
      JsonRows texts(form, columns, zone);
      for (const RowPtr& row : rows) out += texts.text(RowKind::kInsert, *row) + "\n";
    } else {
      fail_form(form, table_forms());
    }
    return out;
  } catch (const Failure& failure) {
    return failure.error;
  }
}

}  // namespace rowkind
