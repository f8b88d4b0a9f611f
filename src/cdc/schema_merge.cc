#include "cdc/schema_merge.h"

#include <algorithm>

#include "base/utf8.h"
#include "cdc/value_text.h"
#include "types/datetime.h"
#include "types/decimal.h"
#include "types/time_zone.h"

namespace rowkind::cdc {
namespace {

LogicalType common_decimal(const LogicalType& a, const LogicalType& b, Version version) {
  LogicalType x = exact_decimal(a), y = exact_decimal(b);
  int32_t whole = std::max(x.precision() - x.scale(), y.precision() - y.scale());
  int32_t scale = std::max(x.scale(), y.scale());
  if (level(version) < 36 && whole + scale > kMaxDecimalPrecision) {
    if (!a.is(TypeRoot::kDecimal) || !b.is(TypeRoot::kDecimal)) return LogicalType::string();
    throw Failure("cdc/run",
                  "Failed to merge " + type_text(a.with_nullable(false)) + " and " +
                      type_text(b.with_nullable(false)) + " type into DECIMAL. " +
                      std::to_string(whole + scale) + " precision digits required, " +
                      std::to_string(kMaxDecimalPrecision) + " available",
                  {}, "CAST the column in a transform, or route the tables to different sinks");
  }
  whole = std::min(whole, kMaxDecimalPrecision);
  return LogicalType::decimal(std::min(whole + scale, kMaxDecimalPrecision),
                              std::min(scale, kMaxDecimalPrecision - whole));
}

// 0 TIMESTAMP, 1 TIMESTAMP_LTZ, 2 WITH TIME ZONE; -1: none of them.
int32_t zone_rank(const LogicalType& type) {
  return type.is(TypeRoot::kTimestamp) ? 0 : type.is(TypeRoot::kTimestampLtz) ? 1 : is_zoned(type) ? 2 : -1;
}

int32_t stamp_precision(const LogicalType& type) {
  if (is_zoned(type)) return zoned_precision(type);
  return type.is(TypeRoot::kDate) ? 9 : type.precision();
}

LogicalType common_stamp(const LogicalType& a, const LogicalType& b) {
  int32_t precision = std::max(stamp_precision(a), stamp_precision(b));
  switch (std::max(zone_rank(a), zone_rank(b))) {
    case 2:
      return zoned_timestamp(precision);
    case 1:
      return LogicalType::timestamp_ltz(precision);
    default:
      return LogicalType::timestamp(precision);
  }
}

// A DECIMAL and a floating number meet in STRING, a FLOAT and an INT in DOUBLE.
LogicalType common_number(const LogicalType& a, const LogicalType& b, Version version) {
  const bool decimal = a.is(TypeRoot::kDecimal) || b.is(TypeRoot::kDecimal);
  if (a.is_approximate() || b.is_approximate()) {
    if (decimal) return LogicalType::string();
    auto fits_float = [](const LogicalType& t) {
      return t.is(TypeRoot::kFloat) || t.is(TypeRoot::kTinyInt) || t.is(TypeRoot::kSmallInt);
    };
    return fits_float(a) && fits_float(b) ? LogicalType::float_type() : LogicalType::double_type();
  }
  if (decimal) return common_decimal(a, b, version);
  return a.root() < b.root() ? b : a;
}

LogicalType common_root(const LogicalType& a, const LogicalType& b, Version version) {
  if (a.equals(b, true)) return a;
  if (a.is_numeric() && b.is_numeric()) return common_number(a, b, version);
  bool stamp_a = zone_rank(a) >= 0, stamp_b = zone_rank(b) >= 0;
  if ((stamp_a || a.is(TypeRoot::kDate)) && (stamp_b || b.is(TypeRoot::kDate)) && (stamp_a || stamp_b))
    return common_stamp(a, b);
  return LogicalType::string();
}

// Number.intValue()
Value days_of(const Value& value) {
  if (value.kind() == ValueKind::kInt) return Value::integer(static_cast<int32_t>(value.integer()));
  if (value.kind() != ValueKind::kDouble || value.floating() != value.floating()) return Value::null();
  return Value::integer(static_cast<int32_t>(std::clamp(value.floating(), -2147483648.0, 2147483647.0)));
}

}  // namespace

LogicalType common_type(const LogicalType& a, const LogicalType& b, Version version) {
  return common_root(a, b, version).with_nullable(a.nullable() || b.nullable());
}

SchemaPtr merge_schemas(const SchemaPtr& wide, const Schema& next, Version version) {
  auto out = std::make_shared<Schema>(*wide);
  for (const Column& column : next.columns) {
    int32_t at = out->find(column.name);
    if (at < 0) {
      out->columns.push_back(column);
    } else {
      Column& known = out->columns[static_cast<size_t>(at)];
      known.type = common_type(known.type, column.type, version);
    }
  }
  return out;
}

std::vector<Event> schema_difference(const TableIdPtr& table, const Schema& before, const Schema& after) {
  SchemaChange added, altered, dropped;
  for (size_t i = 0; i < after.columns.size(); ++i) {
    const Column& column = after.columns[i];
    int32_t at = before.find(column.name);
    if (at < 0) {
      AddedColumn add;
      add.column = column;
      add.position = i == 0 ? Position::kFirst : Position::kAfter;
      if (i > 0) add.existing = after.columns[i - 1].name;
      added.added.push_back(std::move(add));
    } else if (!before.columns[static_cast<size_t>(at)].type.equals(column.type)) {
      altered.types.emplace(column.name, column.type);
    }
  }
  for (const Column& column : before.columns)
    if (after.find(column.name) < 0) dropped.dropped.push_back(column.name);
  std::vector<Event> out;
  auto emit = [&](EventKind kind, SchemaChange change, bool any) {
    if (!any) return;
    Event event;
    event.kind = kind;
    event.table = table;
    event.change = std::make_shared<const SchemaChange>(std::move(change));
    out.push_back(std::move(event));
  };
  bool adds = !added.added.empty(), alters = !altered.types.empty(), drops = !dropped.dropped.empty();
  emit(EventKind::kAddColumn, std::move(added), adds);
  emit(EventKind::kAlterColumnType, std::move(altered), alters);
  emit(EventKind::kDropColumn, std::move(dropped), drops);
  return out;
}

Value coerce_value(const Value& value, const LogicalType& from, const LogicalType& to, const TimeZone& zone) {
  if (value.is_null() || from.equals(to, true)) return value;
  if (to.is_character()) return from.is_character() ? value : Value::string(java_text(value, from));
  if (to.is(TypeRoot::kBoolean)) return Value::boolean(ascii_iequals(java_text(value, from), "true"));
  if (to.is_binary()) return from.is_binary() ? value : Value::bytes(java_text(value, from));
  if (to.is_integer()) return from.is_integer() && from.root() <= to.root() ? value : Value::null();
  if (to.is(TypeRoot::kDecimal)) {
    std::optional<Decimal> out;
    if (from.is_integer()) out = decimal_rescale(Decimal{value.integer(), 0}, to.precision(), to.scale());
    if (from.is(TypeRoot::kDecimal)) out = decimal_rescale(value.decimal(), to.precision(), to.scale());
    return out ? Value::decimal(*out) : Value::null();
  }
  if (to.is_approximate()) {
    if (from.is_integer()) return Value::floating(static_cast<double>(value.integer()));
    if (from.is(TypeRoot::kDecimal))
      return Value::floating(decimal_to_double(value.decimal(), from.precision()));
    return from.is(TypeRoot::kFloat) ? value : Value::null();
  }
  // Numbers are days, and nanoseconds of a day.
  if (to.is(TypeRoot::kDate)) return from.is_numeric() ? days_of(value) : Value::null();
  if (to.is(TypeRoot::kTime))
    return from.is(TypeRoot::kTime) ? value
           : from.is_integer()      ? Value::integer(value.integer() / 1000000)
                                    : Value::null();
  if (zone_rank(to) < 0 || (zone_rank(from) < 0 && !from.is(TypeRoot::kDate))) return Value::null();
  if (zone_rank(from) == zone_rank(to)) return value;
  // The wall clock in the pipeline's zone, which is taken for that of UTC where an instant is wanted.
  Timestamp local;
  if (from.is(TypeRoot::kDate)) {
    local = Timestamp{value.integer() * kMillisPerDay, 0};
  } else if (is_zoned(from)) {
    const TimeZone* own = TimeZone::find(value.row()[1].string());
    local = zone.to_local((own ? *own : zone).to_utc(value.row()[0].timestamp()));
  } else {
    local = from.is(TypeRoot::kTimestampLtz) ? zone.to_local(value.timestamp()) : value.timestamp();
  }
  return is_zoned(to) ? zoned_value(zone.to_local(local), zone.id()) : Value::timestamp(local);
}

RowPtr coerce_row(const RowPtr& row, const Schema& from, const Schema& to, const TimeZone& zone) {
  if (!row) return row;
  RowBuilder out(static_cast<int32_t>(to.columns.size()));
  for (size_t i = 0; i < to.columns.size(); ++i) {
    const Column& column = to.columns[i];
    int32_t at = from.find(column.name);
    Value value;
    if (at >= 0 && at < row->arity())
      value = coerce_value((*row)[at], from.columns[static_cast<size_t>(at)].type, column.type, zone);
    out.set(static_cast<int32_t>(i), value);
  }
  return read_row(out.finish(), to);
}

}  // namespace rowkind::cdc
