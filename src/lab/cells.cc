#include "lab/cells.h"

#include "changelog/notation.h"
#include "types/datetime.h"

namespace rowkind {
namespace {

// The state of an aggregate that travels between two phases has no SQL type.
Json accumulator_json(const Value& value, const TimeZone& zone) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return nullptr;
    case ValueKind::kBool:
      return value.as_bool() ? "true" : "false";
    case ValueKind::kInt:
      return std::to_string(value.integer());
    case ValueKind::kDouble:
      return print_value(value, LogicalType::double_type(), zone);
    case ValueKind::kTimestamp:
      return timestamp_text(value.timestamp(), 3);
    case ValueKind::kDecimal:
      return print_value(value, LogicalType::decimal(38, value.decimal().scale), zone);
    case ValueKind::kString:
      return std::string(value.string());
    default:
      return "…";
  }
}

}  // namespace

Json cell_json(const Value& value, const LogicalType& type, const TimeZone& zone) {
  return value.is_null() ? Json(nullptr) : Json(print_value(value, type, zone));
}

bool fits(const Value& value, const LogicalType& type) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return true;
    case ValueKind::kBool:
      return type.is(TypeRoot::kBoolean);
    case ValueKind::kDouble:
      return type.is(TypeRoot::kFloat) || type.is(TypeRoot::kDouble);
    case ValueKind::kDecimal:
      return type.is(TypeRoot::kDecimal);
    case ValueKind::kTimestamp:
      return type.is_timestamp();
    case ValueKind::kString:
      return type.is_character();
    case ValueKind::kBytes:
      return type.is_binary();
    case ValueKind::kArray:
      return type.is(TypeRoot::kArray);
    case ValueKind::kMap:
      return type.is(TypeRoot::kMap) || type.is(TypeRoot::kMultiset);
    case ValueKind::kRow:
      return type.is(TypeRoot::kRow);
    case ValueKind::kInt:
      return type.is_integer() || type.is(TypeRoot::kDate) || type.is(TypeRoot::kTime) ||
             type.is(TypeRoot::kIntervalDayTime) || type.is(TypeRoot::kIntervalYearMonth);
    case ValueKind::kObject:
      break;
  }
  return true;
}

Json cells_json(const Row& row, const RowType& type, const TimeZone& zone) {
  Json cells = Json::array();
  for (int32_t i = 0; i < row.arity(); ++i) {
    bool typed = static_cast<size_t>(i) < type.size() && !type[i].type.is(TypeRoot::kNull) &&
                 fits(row[i], type[i].type);
    cells.push_back(typed ? cell_json(row[i], type[i].type, zone) : accumulator_json(row[i], zone));
  }
  return cells;
}

}  // namespace rowkind
