// What flows through a Flink CDC pipeline: table ids, schemas, schema changes and row changes with both
// images. (flink-cdc-common: TableId, Schema, CreateTableEvent ... DataChangeEvent.)
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cdc/version.h"
#include "types/logical_type.h"
#include "types/row.h"

namespace rowkind {
class TimeZone;
}

namespace rowkind::cdc {

// One to three parts: table | schema.table | namespace.schema.table.
struct TableId {
  std::vector<std::string> parts;
  std::string text;  // the parts joined with dots

  const std::string& table() const { return parts.back(); }
};
using TableIdPtr = std::shared_ptr<const TableId>;
// Error "Invalid tableId: a.b.c.d" for other numbers of parts.
Result<TableIdPtr> parse_table_id(std::string_view text);

// TIMESTAMP(p) WITH TIME ZONE, which the SQL types do not have: a row of local time and zone id whose field
// names cannot be written.
LogicalType zoned_timestamp(int32_t precision);
bool is_zoned(const LogicalType& type);
int32_t zoned_precision(const LogicalType& type);
Value zoned_value(Timestamp local, std::string_view zone);
// As Flink CDC prints types: LogicalType::to_string(), but for zoned timestamps.
std::string type_text(const LogicalType& type);

struct Column {
  std::string name;
  LogicalType type;
  std::optional<std::string> comment, default_value;
};
bool operator==(const Column& a, const Column& b);

struct Schema {
  std::vector<Column> columns;
  std::vector<std::string> primary_keys, partition_keys;
  std::map<std::string, std::string> options;
  std::string comment;

  int32_t find(std::string_view name) const;  // -1: no such column
};
bool operator==(const Schema& a, const Schema& b);
using SchemaPtr = std::shared_ptr<const Schema>;

enum class Position : uint8_t { kFirst, kLast, kBefore, kAfter };
struct AddedColumn {
  Column column;
  Position position = Position::kLast;
  std::string existing;  // kBefore, kAfter
};

enum class EventKind : uint8_t {
  kCreateTable,
  kAddColumn,
  kAlterColumnType,
  kRenameColumn,
  kDropColumn,
  kDropTable,
  kTruncateTable,
  kAlterTableComment,
  kDataChange,
};
std::string_view kind_tag(EventKind kind);  // "add.column" as include.schema.changes spells it

// What a schema change says; each kind uses its own members.
struct SchemaChange {
  SchemaPtr schema;                                     // kCreateTable
  std::vector<AddedColumn> added;                       // kAddColumn
  std::map<std::string, LogicalType> types, old_types;  // kAlterColumnType
  std::map<std::string, std::string> renames;           // kRenameColumn: old -> new
  std::vector<std::string> dropped;                     // kDropColumn
  std::string comment;                                  // kAlterTableComment
};

enum class DataOp : uint8_t { kInsert, kUpdate, kReplace, kDelete };

using Meta = std::map<std::string, std::string>;  // what a connector knows beside the row: op_ts

struct Event {
  EventKind kind = EventKind::kDataChange;
  TableIdPtr table;
  std::shared_ptr<const SchemaChange> change;  // not for kDataChange
  DataOp op = DataOp::kInsert;
  RowPtr before, after;              // null: absent
  SchemaPtr schema;                  // of the images
  std::shared_ptr<const Meta> meta;  // of a row; null: none

  bool is_data() const { return kind == EventKind::kDataChange; }
};

// The schema after a change (not for kDataChange; kCreateTable gives its own, kDropTable and kTruncateTable
// change nothing). Columns that are not there are left alone.
SchemaPtr apply_change(const SchemaPtr& schema, const Event& event);
// Whether `schema` already is what the change would make of it (SchemaUtils.isSchemaChangeEventRedundant).
bool is_redundant(const SchemaPtr& schema, const Event& event);

// A field as Flink CDC reads it: nothing looks at the null bit of a NOT NULL type, so a null shows as '', 0,
// FALSE. A timestamp shows the bits in front of the row, `nulls`, as milliseconds: a byte of the kind, then a bit
// for every null field.
Value read_field(const Value& value, const LogicalType& type, int64_t nulls = 0);
// Whether a null in a column of this type fails who reads it.
bool reads_no_null(const LogicalType& type);
[[noreturn]] void fail_unread(const Column& column);
// The row as it is read by `schema`. Throws Failure.
RowPtr read_row(const RowPtr& row, const Schema& schema);

// "columns={`id` INT NOT NULL}, primaryKeys=id, options=()"
std::string schema_text(const Schema& schema);
// As the values sink prints it: "DataChangeEvent{tableId=db.t, before=[], after=[1], op=INSERT, meta=()}".
std::string event_text(const Event& event, Version version);
// In the changelog notation, one or two lines without step: "db.t +I[1, a]".
std::vector<std::string> notation_lines(const Event& event, const TimeZone& zone);

}  // namespace rowkind::cdc
