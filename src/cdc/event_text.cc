// The text of events as Flink CDC's values sink prints it (ValuesDataSinkHelper, toString() of the events).
#include <algorithm>
#include <cstdio>

#include "cdc/event.h"
#include "cdc/value_text.h"
#include "formats/json_values.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/java_hash.h"
#include "types/java_time.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

std::string fields_text(const Row& row, const std::vector<Field>& fields) {
  std::string out = "{";
  for (int32_t i = 0; i < row.arity(); ++i) {
    const Field& field = fields[static_cast<size_t>(i)];
    if (i > 0) out += ", ";
    out += field.name + ": " + type_text(field.type) + " -> " + java_text(row[i], field.type);
  }
  return out + "}";
}

std::string quote(std::string_view text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

std::string column_text(const Column& column) {
  std::string out = "`" + column.name + "` " + type_text(column.type);
  if (column.comment) out += " " + quote(*column.comment);
  if (column.default_value) out += " " + quote(*column.default_value);
  return out;
}

std::string joined(const std::vector<std::string>& names, const char* between) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : between) + name;
  return out;
}

// Buckets of a HashMap that began with at least `least` of them and took `count` entries.
uint32_t buckets_for(size_t least, size_t count) {
  uint32_t buckets = 1;
  while (buckets < least) buckets *= 2;
  while (count * 4 > buckets * size_t{3}) buckets *= 2;
  return buckets;
}

// Puts keys, which are sorted, in the order of a Java HashMap of `buckets` that was filled out of one with the usual
// sixteen.
void sort_by_hash(std::vector<std::string_view>& keys, uint32_t buckets) {
  for (uint32_t size : {buckets_for(16, keys.size()), buckets}) {
    auto bucket = [&](size_t i) {
      uint32_t hash = java_string_hash(keys[i]);
      return (hash ^ hash >> 16) & (size - 1);
    };
    for (size_t i = 1; i < keys.size(); ++i)
      for (size_t k = i; k > 0 && bucket(k) < bucket(k - 1); --k) std::swap(keys[k], keys[k - 1]);
  }
}

// "{k=v, x=y}"
template <typename Value, typename Print>
std::string map_text(const std::map<std::string, Value>& entries, uint32_t buckets, const Print& print) {
  std::vector<std::string_view> keys;
  for (const auto& entry : entries) keys.push_back(entry.first);
  sort_by_hash(keys, buckets);
  std::string out = "{";
  for (std::string_view key : keys) {
    if (out.size() > 1) out += ", ";
    out += key;
    out += '=';
    out += print(entries.find(std::string(key))->second);
  }
  return out + "}";
}

template <typename Map>
uint32_t buckets_of(const Map& map) {
  return buckets_for(map.size(), map.size());
}

const std::string& same_text(const std::string& text) {
  return text;
}

std::string types_text(const std::map<std::string, LogicalType>& types) {
  return map_text(types, buckets_of(types), type_text);
}

std::string image_text(const RowPtr& row, const Schema& schema) {
  if (!row) return "[]";
  std::string out = "[";
  for (int32_t i = 0; i < row->arity(); ++i) {
    if (i > 0) out += ", ";
    out += java_text((*row)[i], schema.columns[static_cast<size_t>(i)].type);
  }
  return out + "]";
}

std::string meta_text(const Meta* meta) {
  if (meta == nullptr || meta->empty()) return "";
  std::string out;
  for (const auto& [key, value] : *meta) out += (out.empty() ? "" : ", ") + key + "=" + value;
  return "{" + out + "}";
}

const char* op_text(DataOp op) {
  switch (op) {
    case DataOp::kInsert:
      return "INSERT";
    case DataOp::kUpdate:
      return "UPDATE";
    case DataOp::kReplace:
      return "REPLACE";
    case DataOp::kDelete:
      return "DELETE";
  }
  return "";
}

std::string added_text(const std::vector<AddedColumn>& added) {
  constexpr const char* kPositions[] = {"FIRST", "LAST", "BEFORE", "AFTER"};
  std::string out;
  for (const AddedColumn& add : added) {
    bool beside = add.position == Position::kBefore || add.position == Position::kAfter;
    out += (out.empty() ? "" : ", ") + std::string("ColumnWithPosition{column=") + column_text(add.column) +
           ", position=" + kPositions[static_cast<int>(add.position)] +
           ", existedColumnName=" + (beside ? add.existing : "null") + "}";
  }
  return out;
}

}  // namespace

std::string schema_text(const Schema& schema) {
  std::string out = "columns={";
  for (size_t i = 0; i < schema.columns.size(); ++i)
    out += (i > 0 ? "," : "") + column_text(schema.columns[i]);
  out += "}, primaryKeys=" + joined(schema.primary_keys, ";");
  if (!schema.partition_keys.empty()) out += ", partitionKeys=" + joined(schema.partition_keys, ";");
  if (!schema.comment.empty()) out += ", comment=" + schema.comment;
  out += ", options=(";
  if (!schema.options.empty()) {
    // new HashMap(options)
    out += map_text(schema.options, buckets_for(schema.options.size() * 4 / 3 + 1, 0), same_text);
  }
  return out + ")";
}

std::string offset_text(int64_t offset_millis) {
  if (offset_millis == 0) return "Z";
  int64_t minutes = (offset_millis < 0 ? -offset_millis : offset_millis) / kMillisPerMinute;
  char text[16];
  snprintf(text, sizeof text, "%c%02d:%02d", offset_millis < 0 ? '-' : '+', static_cast<int>(minutes / 60),
           static_cast<int>(minutes % 60));
  return text;
}

std::string java_text(const Value& value, const LogicalType& type) {
  if (value.is_null()) return "null";
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
      return value.kind() == ValueKind::kInt ? std::to_string(value.integer()) : std::string(value.string());
    case TypeRoot::kFloat:
      return java_float(static_cast<float>(value.floating()));
    case TypeRoot::kDouble:
      return java_double(value.floating());
    case TypeRoot::kDecimal:
      return decimal_text(value.decimal());
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return encode_base64(value.string());
    case TypeRoot::kDate:
      return local_date_text(value.integer());
    case TypeRoot::kTime:
      return local_time_text(value.integer(), 0);
    case TypeRoot::kTimestamp:
    case TypeRoot::kTimestampLtz:
      return local_date_time_text(value.timestamp());
    case TypeRoot::kArray: {
      std::string out;
      for (const Value& element : value.array())
        out += (out.empty() ? "" : ", ") + java_text(element, type.element());
      return "[" + out + "]";
    }
    case TypeRoot::kMap: {
      std::string out;
      for (const auto& [key, entry] : value.map())
        out +=
            (out.empty() ? "" : ", ") + java_text(key, type.key()) + " -> " + java_text(entry, type.value());
      return "{" + out + "}";
    }
    case TypeRoot::kRow: {
      const Row& row = value.row();
      if (!is_zoned(type)) return fields_text(row, type.fields());
      Timestamp local = row[0].timestamp();
      const TimeZone* zone = TimeZone::find(row[1].string());
      int64_t offset = zone ? local.millis - zone->to_utc(local.millis) : 0;
      std::string text = local_date_time_text(local);
      if (std::count(text.begin(), text.end(), ':') == 1) text += ":00";  // ISO_OFFSET_DATE_TIME
      return text + offset_text(offset);
    }
    default:
      return std::string(value.string());
  }
}

std::string event_text(const Event& event, Version version) {
  std::string id = "{tableId=" + event.table->text;
  switch (event.kind) {
    case EventKind::kDataChange:
      return "DataChangeEvent" + id + ", before=" + image_text(event.before, *event.schema) +
             ", after=" + image_text(event.after, *event.schema) + ", op=" + op_text(event.op) + ", meta=(" +
             meta_text(event.meta.get()) + ")}";
    case EventKind::kCreateTable:
      return "CreateTableEvent" + id + ", schema=" + schema_text(*event.change->schema) + "}";
    case EventKind::kAddColumn:
      return "AddColumnEvent" + id + ", addedColumns=[" + added_text(event.change->added) + "]}";
    case EventKind::kAlterColumnType:
      return "AlterColumnTypeEvent" + id + ", typeMapping=" + types_text(event.change->types) +
             (event.change->old_types.empty() ? ""
                                              : ", oldTypeMapping=" + types_text(event.change->old_types)) +
             (level(version) > 35 ? ", comments={}}" : "}");
    case EventKind::kRenameColumn: {
      return "RenameColumnEvent" + id + ", nameMapping=" +
             map_text(event.change->renames, buckets_of(event.change->renames), same_text) + "}";
    }
    case EventKind::kDropColumn:
      return "DropColumnEvent" + id + ", droppedColumnNames=[" + joined(event.change->dropped, ", ") + "]}";
    case EventKind::kDropTable:
      return "DropTableEvent" + id + "}";
    case EventKind::kTruncateTable:
      return "TruncateTableEvent" + id + "}";
    case EventKind::kAlterTableComment:
      return "AlterTableCommentEvent" + id + ", comment=" + quote(event.change->comment) + "}";
  }
  return "";
}

}  // namespace rowkind::cdc
