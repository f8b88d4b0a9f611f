#include "cdc/notation.h"
#include "cdc/value_text.h"
#include "changelog/notation.h"
#include "types/datetime.h"
#include "types/java_time.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

std::string name_text(const std::string& name) {
  bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  for (char c : name)
    plain = plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || static_cast<unsigned char>(c) >= 0x80);
  return plain ? name : "`" + name + "`";
}

std::string quote(std::string_view text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name_text(name);
  return out;
}

std::string column_text(const Column& column) {
  std::string out = name_text(column.name) + " " + type_text(column.type);
  if (column.default_value) out += " DEFAULT " + quote(*column.default_value);
  if (column.comment) out += " COMMENT " + quote(*column.comment);
  return out;
}

std::string create_text(const Schema& schema) {
  std::string out = "CREATE (";
  for (size_t i = 0; i < schema.columns.size(); ++i)
    out += (i > 0 ? ", " : "") + column_text(schema.columns[i]);
  if (!schema.primary_keys.empty()) out += ", PRIMARY KEY (" + names_text(schema.primary_keys) + ")";
  out += ")";
  if (!schema.partition_keys.empty()) out += " PARTITIONED BY (" + names_text(schema.partition_keys) + ")";
  if (!schema.comment.empty()) out += " COMMENT " + quote(schema.comment);
  if (!schema.options.empty()) {
    std::string entries;
    for (const auto& [key, value] : schema.options)
      entries += (entries.empty() ? "" : ", ") + quote(key) + " = " + quote(value);
    out += " WITH (" + entries + ")";
  }
  return out;
}

// Digits of the type's precision, more when the value has them.
int32_t digits_of(int64_t nanos_of_second, int32_t precision) {
  int32_t needed = 9;
  while (needed > precision && nanos_of_second % 10 == 0) {
    nanos_of_second /= 10;
    --needed;
  }
  return needed;
}

std::string stamp_text(Timestamp t, int32_t precision) {
  int64_t nanos = floor_mod(t.millis, 1000) * 1000000 + t.nanos_of_millis;
  int64_t day = floor_div(t.millis, kMillisPerDay);
  std::string clock = timestamp_text(t, digits_of(nanos, precision));
  return local_date_text(day) + clock.substr(clock.find(' '));
}

std::string clock_text(int64_t millis, int32_t precision) {
  std::string out = time_text(millis, 0);
  int32_t digits = digits_of(millis % 1000 * 1000000, precision);
  if (digits == 0) return out;
  return out + "." +
         std::to_string(1000000000 + millis % 1000 * 1000000).substr(1, static_cast<size_t>(digits));
}

std::string value_text(const Value& raw, const LogicalType& type, const TimeZone& zone) {
  Value value = read_field(raw, type);
  if (value.is_null()) return "null";
  switch (type.root()) {
    case TypeRoot::kDate:
      return local_date_text(value.integer());
    case TypeRoot::kTime:
      return clock_text(value.integer(), type.precision());
    case TypeRoot::kTimestamp:
      return stamp_text(value.timestamp(), type.precision());
    case TypeRoot::kTimestampLtz:
      return stamp_text(zone.to_local(value.timestamp()), type.precision());
    case TypeRoot::kVariant:
      return std::string(value.string());
    case TypeRoot::kArray: {
      std::string out;
      for (const Value& element : value.array())
        out += (out.empty() ? "" : ", ") + value_text(element, type.element(), zone);
      return "[" + out + "]";
    }
    case TypeRoot::kRow: {
      const Row& row = value.row();
      if (is_zoned(type))
        return stamp_text(row[0].timestamp(), zoned_precision(type)) + " " + std::string(row[1].string());
      std::string out;
      for (int32_t i = 0; i < row.arity(); ++i)
        out += (i > 0 ? ", " : "") + value_text(row[i], type.fields()[static_cast<size_t>(i)].type, zone);
      return "(" + out + ")";
    }
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
      return std::to_string(value.integer());
    default:
      return print_value(value, type, zone);
  }
}

Image image(RowKind kind, const RowPtr& row, const Schema& schema, const TimeZone& zone) {
  Image out{kind, {}};
  for (int32_t i = 0; i < row->arity(); ++i)
    out.cells.push_back(value_text((*row)[i], schema.columns[static_cast<size_t>(i)].type, zone));
  return out;
}

std::string image_text(const Image& image) {
  std::string out = std::string(short_string(image.kind)) + "[";
  for (size_t i = 0; i < image.cells.size(); ++i) out += (i > 0 ? ", " : "") + image.cells[i];
  return out + "]";
}

std::string added_text(const AddedColumn& add) {
  std::string out = column_text(add.column);
  switch (add.position) {
    case Position::kFirst:
      return out + " FIRST";
    case Position::kLast:
      return out + " LAST";
    case Position::kBefore:
      return out + " BEFORE " + name_text(add.existing);
    case Position::kAfter:
      return out + " AFTER " + name_text(add.existing);
  }
  return out;
}

}  // namespace

std::vector<Image> images(const Event& event, const TimeZone& zone) {
  const Schema& schema = *event.schema;
  switch (event.op) {
    case DataOp::kInsert:
      return {image(RowKind::kInsert, event.after, schema, zone)};
    case DataOp::kReplace:
      return {image(RowKind::kUpdateAfter, event.after, schema, zone)};
    case DataOp::kDelete:
      return {image(RowKind::kDelete, event.before, schema, zone)};
    case DataOp::kUpdate:
      break;
  }
  std::vector<Image> out;
  if (event.before) out.push_back(image(RowKind::kUpdateBefore, event.before, schema, zone));
  out.push_back(image(RowKind::kUpdateAfter, event.after, schema, zone));
  return out;
}

std::string change_text(const Event& event) {
  const SchemaChange& change = *event.change;
  std::string list;
  auto add = [&](const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
  switch (event.kind) {
    case EventKind::kCreateTable:
      return create_text(*change.schema);
    case EventKind::kAddColumn:
      for (const AddedColumn& added : change.added) add(added_text(added));
      return "ALTER ADD " + list;
    case EventKind::kAlterColumnType:
      for (const auto& [name, type] : change.types) add(name_text(name) + " " + type_text(type));
      return "ALTER MODIFY " + list;
    case EventKind::kRenameColumn:
      for (const auto& [from, to] : change.renames) add(name_text(from) + " TO " + name_text(to));
      return "ALTER RENAME " + list;
    case EventKind::kDropColumn:
      return "ALTER DROP " + names_text(change.dropped);
    case EventKind::kDropTable:
      return "DROP";
    case EventKind::kTruncateTable:
      return "TRUNCATE";
    case EventKind::kAlterTableComment:
      return "ALTER COMMENT " + quote(change.comment);
    case EventKind::kDataChange:
      break;
  }
  return "";
}

std::vector<std::string> notation_lines(const Event& event, const TimeZone& zone) {
  std::vector<std::string> lines;
  if (event.is_data()) {
    for (const Image& image : images(event, zone)) lines.push_back(image_text(image));
  } else {
    lines.push_back(change_text(event));
  }
  for (std::string& line : lines) line = event.table->text + " " + line;
  return lines;
}

}  // namespace rowkind::cdc
