#include "cdc/event_reader.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "cdc/ddl.h"
#include "cdc/value_text.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

constexpr std::pair<const char*, EventKind> kNames[] = {
    {"CreateTableEvent", EventKind::kCreateTable},
    {"AddColumnEvent", EventKind::kAddColumn},
    {"AlterColumnTypeEvent", EventKind::kAlterColumnType},
    {"RenameColumnEvent", EventKind::kRenameColumn},
    {"DropColumnEvent", EventKind::kDropColumn},
    {"DropTableEvent", EventKind::kDropTable},
    {"TruncateTableEvent", EventKind::kTruncateTable},
    {"AlterTableCommentEvent", EventKind::kAlterTableComment},
    {"DataChangeEvent", EventKind::kDataChange},
};

[[noreturn]] void fail(const std::string& message, const std::string& hint = "") {
  throw Failure("cdc/event-text", message, {}, hint);
}

// Parts between `separator`s that stand outside of brackets and quotes.
std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> out;
  if (trim(text).empty()) return out;
  int32_t depth = 0;
  char quote = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '`') {
      quote = c;
    } else if (c == '{' || c == '[' || c == '(' || c == '<') {
      ++depth;
    } else if (c == '}' || c == ']' || c == ')' || (c == '>' && (i == 0 || text[i - 1] != '-'))) {
      --depth;
    } else if (depth == 0 && text.substr(i, separator.size()) == separator) {
      out.push_back(text.substr(start, i - start));
      start = i + separator.size();
      i = start - 1;
    }
  }
  out.push_back(text.substr(start));
  return out;
}

std::string_view between(std::string_view text, char open, char close) {
  text = trim(text);
  if (text.size() < 2 || text.front() != open || text.back() != close)
    fail("Expected " + std::string(1, open) + "…" + std::string(1, close) + ", found `" + std::string(text) +
         "`.");
  return text.substr(1, text.size() - 2);
}

std::string quoted(std::string_view name) {
  return "`" + std::string(name) + "`";
}

class EventReader {
 public:
  EventReader(std::string_view text, const std::function<SchemaPtr(const std::string&)>& schema_of)
      : text_(trim(text)), schema_of_(schema_of) {}

  Event read() {
    size_t brace = text_.find('{');
    std::string name(text_.substr(0, std::min(brace, text_.size())));
    const auto* known = std::find_if(std::begin(kNames), std::end(kNames),
                                     [&](const auto& entry) { return name == entry.first; });
    if (known == std::end(kNames)) fail("`" + name + "` is no event of Flink CDC.");
    body_ = between(text_.substr(brace), '{', '}');
    Event event;
    event.kind = known->second;
    event.table = parse_table_id(field("tableId", ", ")).or_throw();
    if (event.is_data()) {
      data(event);
      return event;
    }
    event.change = std::make_shared<const SchemaChange>(change(event.kind));
    return event;
  }

 private:
  // The text behind `name=` up to `end`, or to the end of the event without one.
  std::string_view field(const std::string& name, std::string_view end) const {
    size_t at = body_.find(name + "=");
    if (at == std::string_view::npos) fail("The event has no " + name + ".");
    std::string_view rest = body_.substr(at + name.size() + 1);
    size_t stop = end.empty() ? std::string_view::npos : rest.find(end);
    return rest.substr(0, stop);
  }

  static Column column(std::string_view text) {
    SchemaPtr schema = parse_table_schema(column_ddl(text)).or_throw();
    return schema->columns[0];
  }

  // `id` INT NOT NULL 'comment' 'default'  as DDL
  static std::string column_ddl(std::string_view text) {
    text = trim(text);
    size_t quote = text.find('\'');
    if (quote == std::string_view::npos) return std::string(text);
    std::string out(text.substr(0, quote));
    std::string_view rest = text.substr(quote);
    size_t end = 1;
    while (end < rest.size() && (rest[end] != '\'' || rest.substr(end, 2) == "''"))
      end += rest[end] == '\'' ? 2 : 1;
    std::string comment(rest.substr(0, end + 1)), value(trim(rest.substr(std::min(end + 1, rest.size()))));
    if (!value.empty()) out += "DEFAULT " + value + " ";
    return out + "COMMENT " + comment;
  }

  static SchemaPtr schema(std::string_view text) {
    size_t brace = text.find("columns={"), end = text.rfind("}, primaryKeys=");
    if (brace == std::string_view::npos || end == std::string_view::npos)
      fail("A schema is columns={…}, primaryKeys=…, options=(…).");
    std::string ddl;
    for (std::string_view part : split(text.substr(brace + 9, end - brace - 9), ","))
      ddl += (ddl.empty() ? "" : ", ") + column_ddl(part);
    std::string_view rest = text.substr(end + 3);  // "primaryKeys=…"
    size_t options = rest.find(", options=(");
    std::string_view head = rest.substr(0, options);
    std::string keys, partitions, comment, entries;
    for (std::string_view part : split(head, ", ")) {
      size_t equals = part.find('=');
      std::string name(part.substr(0, equals)), value(part.substr(std::min(equals + 1, part.size())));
      if (name == "comment") comment = value;
      std::string& list = name == "primaryKeys" ? keys : partitions;
      if (name != "primaryKeys" && name != "partitionKeys") continue;
      for (std::string_view key : split(value, ";")) list += (list.empty() ? "" : ", ") + quoted(key);
    }
    if (options != std::string_view::npos && rest.find('{', options) != std::string_view::npos) {
      size_t open = rest.find('{', options);
      for (std::string_view entry : split(rest.substr(open + 1, rest.rfind('}') - open - 1), ", ")) {
        size_t equals = entry.find('=');
        if (equals == std::string_view::npos) fail("An option is key=value.");
        entries += (entries.empty() ? "'" : ", '") + std::string(entry.substr(0, equals)) + "' = '" +
                   std::string(entry.substr(equals + 1)) + "'";
      }
    }
    if (!keys.empty()) ddl += ", PRIMARY KEY (" + keys + ")";
    ddl = "(" + ddl + ")";
    if (!partitions.empty()) ddl += " PARTITIONED BY (" + partitions + ")";
    if (!comment.empty()) ddl += " COMMENT '" + comment + "'";
    if (!entries.empty()) ddl += " WITH (" + entries + ")";
    return parse_table_schema(ddl).or_throw();
  }

  // {a=b, c=d} at the start of `text`
  static std::map<std::string, std::string> mapping(std::string_view text) {
    std::map<std::string, std::string> out;
    for (std::string_view entry : split(between(text.substr(0, text.find('}') + 1), '{', '}'), ", ")) {
      size_t equals = entry.find('=');
      if (equals == std::string_view::npos)
        fail("A mapping is {a=b, …}, found `" + std::string(entry) + "`.");
      out.emplace(entry.substr(0, equals), entry.substr(equals + 1));
    }
    return out;
  }

  SchemaChange change(EventKind kind) const {
    SchemaChange out;
    switch (kind) {
      case EventKind::kCreateTable:
        out.schema = schema(field("schema", ""));
        break;
      case EventKind::kAddColumn:
        for (std::string_view entry : split(between(field("addedColumns", ""), '[', ']'), ", "))
          out.added.push_back(added(entry));
        break;
      case EventKind::kAlterColumnType:
        for (const auto& [name, type] : mapping(field("typeMapping", "")))
          out.types[name] = column("c " + type).type;
        break;
      case EventKind::kRenameColumn:
        out.renames = mapping(field("nameMapping", ""));
        break;
      case EventKind::kDropColumn:
        for (std::string_view name : split(between(field("droppedColumnNames", ""), '[', ']'), ", "))
          out.dropped.emplace_back(name);
        break;
      case EventKind::kAlterTableComment:
        out.comment = std::string(between(field("comment", ""), '\'', '\''));
        break;
      default:
        break;
    }
    return out;
  }

  // ColumnWithPosition{column=`c` INT, position=AFTER, existedColumnName=b}
  static AddedColumn added(std::string_view text) {
    constexpr const char* kPositions[] = {"FIRST", "LAST", "BEFORE", "AFTER"};
    AddedColumn out;
    size_t brace = text.find('{');
    if (brace == std::string_view::npos) fail("An added column is ColumnWithPosition{…}.");
    for (std::string_view part : split(between(text.substr(brace), '{', '}'), ", ")) {
      size_t equals = std::min(part.find('='), part.size());
      std::string_view name = part.substr(0, equals), value = part.substr(std::min(equals + 1, part.size()));
      if (name == "column") out.column = column(value);
      if (name == "existedColumnName" && value != "null") out.existing = std::string(value);
      for (int32_t i = 0; name == "position" && i < 4; ++i)
        if (value == kPositions[i]) out.position = static_cast<Position>(i);
    }
    return out;
  }

  void data(Event& event) const {
    event.schema = schema_of_(event.table->text);
    if (!event.schema)
      fail("No schema of table " + event.table->text + " is known.",
           "give its CreateTableEvent first, or write it in `tables:`");
    std::string op(field("op", ","));
    event.op = op == "INSERT"    ? DataOp::kInsert
               : op == "UPDATE"  ? DataOp::kUpdate
               : op == "REPLACE" ? DataOp::kReplace
               : op == "DELETE"  ? DataOp::kDelete
                                 : throw Failure("cdc/event-text", "`" + op + "` is no operation.");
    event.before = image(field("before", ", after="), *event.schema);
    event.after = image(field("after", ", op="), *event.schema);
    size_t meta = body_.find("meta=({");
    if (meta != std::string_view::npos)
      event.meta = std::make_shared<const Meta>(mapping(body_.substr(meta + 6)));
    const bool needs_before = event.op == DataOp::kUpdate || event.op == DataOp::kDelete;
    if ((needs_before && !event.before) || (event.op != DataOp::kDelete && !event.after))
      fail("An image of the " + op + " is missing.");
  }

  static RowPtr image(std::string_view text, const Schema& schema) {
    const bool nested = std::any_of(schema.columns.begin(), schema.columns.end(), [](const Column& column) {
      return column.type.is_nested() || column.type.is(TypeRoot::kVariant);
    });
    std::vector<std::string_view> values = split_values(between(text, '[', ']'), nested);
    if (values.empty()) return RowPtr();
    if (values.size() != schema.columns.size())
      fail("The image has " + std::to_string(values.size()) + " values, the table " +
               std::to_string(schema.columns.size()) + " columns.",
           "a comma inside a string looks like the next value: write the row as +I[…]");
    RowBuilder row(static_cast<int32_t>(values.size()));
    for (size_t i = 0; i < values.size(); ++i)
      row.set(static_cast<int32_t>(i),
              read_field(value_of_text(values[i], schema.columns[i].type, schema.columns[i].name),
                         schema.columns[i].type));
    return row.finish();
  }

  std::string_view text_, body_;
  const std::function<SchemaPtr(const std::string&)>& schema_of_;
};

}  // namespace

bool is_event_text(std::string_view text) {
  text = trim(text);
  return std::any_of(std::begin(kNames), std::end(kNames), [&](const auto& entry) {
    std::string_view name = entry.first;
    return text.substr(0, name.size()) == name && text.substr(name.size(), 1) == "{";
  });
}

Result<Event> parse_event_text(std::string_view text,
                               const std::function<SchemaPtr(const std::string& table)>& schema_of) {
  try {
    return EventReader(text, schema_of).read();
  } catch (const Failure& failure) {
    return failure;
  }
}

}  // namespace rowkind::cdc
