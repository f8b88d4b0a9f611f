#include "cdc/event.h"

#include <algorithm>

#include "types/decimal.h"

namespace rowkind::cdc {
namespace {

constexpr std::string_view kLocalTime = "\1time", kZone = "\1zone";

int32_t index_of(const std::vector<Column>& columns, std::string_view name) {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return static_cast<int32_t>(i);
  return -1;
}

void add_columns(std::vector<Column>& columns, const std::vector<AddedColumn>& added) {
  for (const AddedColumn& add : added) {
    size_t at = columns.size();
    if (add.position == Position::kFirst) at = 0;
    if (add.position == Position::kBefore || add.position == Position::kAfter) {
      int32_t existing = index_of(columns, add.existing);
      if (existing < 0)
        throw Failure("cdc/schema-change", add.existing + " of AddColumnEvent is not existed");
      at = static_cast<size_t>(existing) + (add.position == Position::kAfter ? 1 : 0);
    }
    columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(at), add.column);
  }
}

}  // namespace

Result<TableIdPtr> parse_table_id(std::string_view text) {
  // As String.split() does, without the dots at the end; then without those in front.
  auto id = std::make_shared<TableId>();
  std::string_view rest = text.substr(0, text.find_last_not_of('.') + 1);
  size_t count = static_cast<size_t>(std::count(rest.begin(), rest.end(), '.')) + 1;
  if (rest.empty() && !text.empty()) count = 0;
  rest.remove_prefix(std::min(rest.find_first_not_of('.'), rest.size()));
  id->text = std::string(rest);
  for (size_t start = 0; start <= rest.size();) {
    const size_t dot = std::min(rest.find('.', start), rest.size());
    id->parts.emplace_back(rest.substr(start, dot - start));
    start = dot + 1;
  }
  if (count == 0 || count > 3)
    return Error{"cdc/table-id", "Invalid tableId: " + std::string(text), {}, "one to three parts"};
  return TableIdPtr(std::move(id));
}

LogicalType zoned_timestamp(int32_t precision) {
  std::vector<Field> fields;
  fields.push_back(Field{std::string(kLocalTime), LogicalType::timestamp(precision)});
  fields.push_back(Field{std::string(kZone), LogicalType::string()});
  return LogicalType::row(std::move(fields));
}

bool is_zoned(const LogicalType& type) {
  return type.is(TypeRoot::kRow) && type.fields().size() == 2 && type.fields()[0].name == kLocalTime;
}

int32_t zoned_precision(const LogicalType& type) {
  return type.fields()[0].type.precision();
}

Value zoned_value(Timestamp local, std::string_view zone) {
  return Value::row(make_row({Value::timestamp(local), Value::string(zone)}));
}

std::string type_text(const LogicalType& type) {
  if (!is_zoned(type)) return type.to_string();
  return "TIMESTAMP(" + std::to_string(zoned_precision(type)) + ") WITH TIME ZONE" +
         (type.nullable() ? "" : " NOT NULL");
}

bool operator==(const Column& a, const Column& b) {
  return a.name == b.name && a.type.equals(b.type) && a.comment == b.comment &&
         a.default_value == b.default_value;
}

bool operator==(const Schema& a, const Schema& b) {
  return a.columns == b.columns && a.primary_keys == b.primary_keys && a.partition_keys == b.partition_keys &&
         a.options == b.options && a.comment == b.comment;
}

int32_t Schema::find(std::string_view name) const {
  return index_of(columns, name);
}

std::string_view kind_tag(EventKind kind) {
  switch (kind) {
    case EventKind::kCreateTable:
      return "create.table";
    case EventKind::kAddColumn:
      return "add.column";
    case EventKind::kAlterColumnType:
      return "alter.column.type";
    case EventKind::kRenameColumn:
      return "rename.column";
    case EventKind::kDropColumn:
      return "drop.column";
    case EventKind::kDropTable:
      return "drop.table";
    case EventKind::kTruncateTable:
      return "truncate.table";
    case EventKind::kAlterTableComment:
      return "alter.table.comment";
    case EventKind::kDataChange:
      break;
  }
  return "";
}

SchemaPtr apply_change(const SchemaPtr& schema, const Event& event) {
  const SchemaChange& change = *event.change;
  if (event.kind == EventKind::kCreateTable) return change.schema;
  if (event.kind == EventKind::kDropTable || event.kind == EventKind::kTruncateTable) return schema;
  auto next = std::make_shared<Schema>(*schema);
  std::vector<Column>& columns = next->columns;
  switch (event.kind) {
    case EventKind::kAddColumn:
      add_columns(columns, change.added);
      break;
    case EventKind::kAlterColumnType:
      for (Column& column : columns) {
        auto it = change.types.find(column.name);
        if (it != change.types.end()) column.type = it->second;
      }
      break;
    case EventKind::kRenameColumn:
      for (Column& column : columns) {
        auto it = change.renames.find(column.name);
        if (it != change.renames.end()) column.name = it->second;
      }
      break;
    case EventKind::kDropColumn:
      columns.erase(std::remove_if(columns.begin(), columns.end(),
                                   [&](const Column& column) {
                                     return std::find(change.dropped.begin(), change.dropped.end(),
                                                      column.name) != change.dropped.end();
                                   }),
                    columns.end());
      break;
    case EventKind::kAlterTableComment:
      next->comment = change.comment;
      break;
    default:
      break;
  }
  return next;
}

bool is_redundant(const SchemaPtr& schema, const Event& event) {
  const SchemaChange& change = *event.change;
  switch (event.kind) {
    case EventKind::kCreateTable:
      return schema != nullptr;
    case EventKind::kAddColumn:
      return schema && std::all_of(change.added.begin(), change.added.end(), [&](const AddedColumn& add) {
               return std::find(schema->columns.begin(), schema->columns.end(), add.column) !=
                      schema->columns.end();
             });
    case EventKind::kAlterColumnType:
      return schema && std::all_of(change.types.begin(), change.types.end(), [&](const auto& entry) {
               int32_t at = schema->find(entry.first);
               return at >= 0 && schema->columns[static_cast<size_t>(at)].type.equals(entry.second);
             });
    case EventKind::kDropColumn:
      return schema && std::all_of(change.dropped.begin(), change.dropped.end(),
                                   [&](const std::string& name) { return schema->find(name) < 0; });
    case EventKind::kRenameColumn:
      return schema && std::all_of(change.renames.begin(), change.renames.end(), [&](const auto& entry) {
               return schema->find(entry.first) < 0 && schema->find(entry.second) >= 0;
             });
    case EventKind::kAlterTableComment:
      return schema && schema->comment == change.comment;
    default:
      return false;
  }
}

Value read_field(const Value& value, const LogicalType& type, int64_t nulls) {
  if (!value.is_null() || type.nullable()) return value;
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(false);
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
      return Value::integer(0);
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return Value::floating(0);
    case TypeRoot::kDecimal:
      return Value::decimal(Decimal{0, type.scale()});
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return Value::string("");
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return Value::bytes("");
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return Value::timestamp(Timestamp{nulls, 0});
    default:
      return value;
  }
}

bool reads_no_null(const LogicalType& type) {
  return !type.nullable() && (is_zoned(type) || type.is(TypeRoot::kArray) || type.is(TypeRoot::kMap) ||
                              (type.is(TypeRoot::kDecimal) && type.precision() > kMaxCompactPrecision));
}

void fail_unread(const Column& column) {
  const LogicalType& type = column.type;
  const char* message = is_zoned(type)                ? "For input string: \"\""
                        : type.is(TypeRoot::kDecimal) ? "Zero length BigInteger"
                        : type.is(TypeRoot::kRow)     ? "IndexOutOfBoundsException"
                                                      : "Index 1 out of bounds for length 1";
  throw Failure("cdc/run", message, {},
                "nobody looks for a null in column " + column.name + ", which is NOT NULL");
}

RowPtr read_row(const RowPtr& row, const Schema& schema) {
  if (!row) return row;
  bool missing = false;
  for (int32_t i = 0; i < row->arity() && !missing; ++i)
    missing = (*row)[i].is_null() && !schema.columns[static_cast<size_t>(i)].type.nullable();
  if (!missing) return row;
  int64_t nulls = 0;
  for (int32_t i = 0; i < row->arity() && i < 56; ++i)
    if ((*row)[i].is_null()) nulls |= static_cast<int64_t>(uint64_t{1} << (i + 8));
  RowBuilder out(row->arity());
  for (int32_t i = 0; i < row->arity(); ++i) {
    const LogicalType& type = schema.columns[static_cast<size_t>(i)].type;
    if ((*row)[i].is_null() && reads_no_null(type)) fail_unread(schema.columns[static_cast<size_t>(i)]);
    out.set(i, read_field((*row)[i], type, nulls));
  }
  return out.finish();
}

}  // namespace rowkind::cdc
