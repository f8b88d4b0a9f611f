#include "types/logical_type.h"

namespace rowkind {
namespace {

const char* interval_words(IntervalUnit unit) {
  static constexpr const char* kWords[] = {
      "YEAR",           "YEAR TO MONTH",  "MONTH",         "DAY",
      "DAY TO HOUR",    "DAY TO MINUTE",  "DAY TO SECOND", "HOUR",
      "HOUR TO MINUTE", "HOUR TO SECOND", "MINUTE",        "MINUTE TO SECOND",
      "SECOND"};
  return kWords[static_cast<int>(unit)];
}

std::string in_parentheses(int32_t n) {
  return "(" + std::to_string(n) + ")";
}

// Flink prints the precision of days and years, and the fraction of seconds.
std::string interval_text(IntervalUnit unit, int32_t precision, int32_t fraction) {
  std::string out = "INTERVAL ";
  for (std::string_view words = interval_words(unit); !words.empty();) {
    size_t end = words.find(' ');
    std::string_view word = words.substr(0, end);
    out += word;
    if (word == "YEAR" || word == "DAY") out += in_parentheses(precision);
    if (word == "SECOND") out += in_parentheses(fraction);
    if (end == std::string_view::npos) break;
    out += ' ';
    words.remove_prefix(end + 1);
  }
  return out;
}

std::string quoted_identifier(const std::string& name) {
  std::string out = "`";
  for (char c : name) {
    if (c == '`') out += '`';
    out += c;
  }
  return out + "`";
}

std::string length_text(const char* name, int32_t length) {
  return name + in_parentheses(length);
}

enum class Style { kSummary, kDdl };

std::string flink_text(const LogicalType& type, Style style) {
  std::string out;
  switch (type.root()) {
    case TypeRoot::kNull:
      out = "NULL";
      break;
    case TypeRoot::kBoolean:
      out = "BOOLEAN";
      break;
    case TypeRoot::kTinyInt:
      out = "TINYINT";
      break;
    case TypeRoot::kSmallInt:
      out = "SMALLINT";
      break;
    case TypeRoot::kInt:
      out = "INT";
      break;
    case TypeRoot::kBigInt:
      out = "BIGINT";
      break;
    case TypeRoot::kFloat:
      out = "FLOAT";
      break;
    case TypeRoot::kDouble:
      out = "DOUBLE";
      break;
    case TypeRoot::kDecimal:
      out = "DECIMAL(" + std::to_string(type.precision()) + ", " + std::to_string(type.scale()) + ")";
      break;
    case TypeRoot::kChar:
      out = length_text("CHAR", type.length());
      break;
    case TypeRoot::kVarChar:
      out = type.length() == kMaxLength ? "STRING" : length_text("VARCHAR", type.length());
      break;
    case TypeRoot::kBinary:
      out = length_text("BINARY", type.length());
      break;
    case TypeRoot::kVarBinary:
      out = type.length() == kMaxLength ? "BYTES" : length_text("VARBINARY", type.length());
      break;
    case TypeRoot::kDate:
      out = "DATE";
      break;
    case TypeRoot::kTime:
      out = length_text("TIME", type.precision());
      break;
    case TypeRoot::kTimestamp:
      out = length_text("TIMESTAMP", type.precision());
      break;
    case TypeRoot::kTimestampLtz:
      out = length_text("TIMESTAMP_LTZ", type.precision());
      break;
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      out = interval_text(type.interval_unit(), type.precision(), type.scale());
      break;
    case TypeRoot::kArray:
      out = "ARRAY<" + flink_text(type.element(), style) + ">";
      break;
    case TypeRoot::kMultiset:
      out = "MULTISET<" + flink_text(type.element(), style) + ">";
      break;
    case TypeRoot::kMap:
      out = "MAP<" + flink_text(type.key(), style) + ", " + flink_text(type.value(), style) + ">";
      break;
    case TypeRoot::kRow: {
      out = "ROW<";
      const char* separator = "";
      for (const Field& field : type.fields()) {
        out += separator + quoted_identifier(field.name) + " " + flink_text(field.type, style);
        separator = ", ";
      }
      out += ">";
      break;
    }
    case TypeRoot::kVariant:
      out = "VARIANT";
      break;
    case TypeRoot::kDescriptor:
      out = "DESCRIPTOR";
      break;
    case TypeRoot::kSymbol:
      out = "SYMBOL";
      break;
  }
  if (!type.nullable()) out += " NOT NULL";
  if (style == Style::kSummary) {
    if (type.is_rowtime()) out += " *ROWTIME*";
    if (type.is_proctime()) out += " *PROCTIME*";
  }
  return out;
}

std::string calcite_text(const LogicalType& type, bool full) {
  auto nested = [full](const LogicalType& part) { return part.to_plan(full, full); };
  std::string out;
  switch (type.root()) {
    case TypeRoot::kInt:
      out = "INTEGER";
      break;
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      out = length_text(type.is(TypeRoot::kChar) ? "CHAR" : "VARCHAR", type.length());
      if (full) out += " CHARACTER SET \"UTF-16LE\"";
      break;
    case TypeRoot::kVarBinary:
      out = length_text("VARBINARY", type.length());
      break;
    case TypeRoot::kTimestampLtz:
      out = length_text("TIMESTAMP_WITH_LOCAL_TIME_ZONE", type.precision());
      break;
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      out = std::string("INTERVAL ") + interval_words(type.interval_unit());
      break;
    case TypeRoot::kArray:
      out = nested(type.element()) + " ARRAY";
      break;
    case TypeRoot::kMultiset:
      out = nested(type.element()) + " MULTISET";
      break;
    case TypeRoot::kMap:
      out = "(" + nested(type.key()) + ", " + nested(type.value()) + ") MAP";
      break;
    case TypeRoot::kRow: {
      out = "RecordType:peek_no_expand(";
      const char* separator = "";
      for (const Field& field : type.fields()) {
        out += separator + nested(field.type) + " " + field.name;
        separator = ", ";
      }
      out += ")";
      break;
    }
    default:
      out = flink_text(type.with_nullable(true), Style::kDdl);
      break;
  }
  if (type.is_rowtime()) out += " *ROWTIME*";
  if (type.is_proctime()) out += " *PROCTIME*";
  return out;
}

}  // namespace

LogicalType LogicalType::decimal(int32_t precision, int32_t scale) {
  LogicalType type(TypeRoot::kDecimal);
  type.precision_ = precision;
  type.scale_ = scale;
  return type;
}

LogicalType LogicalType::with_precision(TypeRoot root, int32_t precision) {
  LogicalType type(root);
  type.precision_ = precision;
  return type;
}

LogicalType LogicalType::character(int32_t length) {
  return with_precision(TypeRoot::kChar, length);
}
LogicalType LogicalType::varchar(int32_t length) {
  return with_precision(TypeRoot::kVarChar, length);
}
LogicalType LogicalType::binary(int32_t length) {
  return with_precision(TypeRoot::kBinary, length);
}
LogicalType LogicalType::varbinary(int32_t length) {
  return with_precision(TypeRoot::kVarBinary, length);
}
LogicalType LogicalType::time(int32_t precision) {
  return with_precision(TypeRoot::kTime, precision);
}

LogicalType LogicalType::timestamp(int32_t precision, TimeAttribute attribute) {
  return with_precision(TypeRoot::kTimestamp, precision).with_attribute(attribute);
}

LogicalType LogicalType::timestamp_ltz(int32_t precision, TimeAttribute attribute) {
  return with_precision(TypeRoot::kTimestampLtz, precision).with_attribute(attribute);
}

LogicalType LogicalType::interval(IntervalUnit unit, int32_t precision, int32_t fraction) {
  LogicalType type(unit <= IntervalUnit::kMonth ? TypeRoot::kIntervalYearMonth : TypeRoot::kIntervalDayTime);
  type.unit_ = unit;
  type.precision_ = precision;
  type.scale_ = fraction;
  return type;
}

LogicalType LogicalType::array(LogicalType element) {
  LogicalType type(TypeRoot::kArray);
  type.children_ =
      std::make_shared<const std::vector<Field>>(std::vector<Field>{Field{"", std::move(element)}});
  return type;
}

LogicalType LogicalType::multiset(LogicalType element) {
  LogicalType type = array(std::move(element));
  type.root_ = TypeRoot::kMultiset;
  return type;
}

LogicalType LogicalType::map(LogicalType key, LogicalType value) {
  LogicalType type(TypeRoot::kMap);
  type.children_ = std::make_shared<const std::vector<Field>>(
      std::vector<Field>{Field{"", std::move(key)}, Field{"", std::move(value)}});
  return type;
}

LogicalType LogicalType::row(std::vector<Field> fields) {
  LogicalType type(TypeRoot::kRow);
  type.children_ = std::make_shared<const std::vector<Field>>(std::move(fields));
  return type;
}

const std::vector<Field>& LogicalType::fields() const {
  static const std::vector<Field> kNone;
  return children_ ? *children_ : kNone;
}
const LogicalType& LogicalType::element() const {
  return (*children_)[0].type;
}
const LogicalType& LogicalType::key() const {
  return (*children_)[0].type;
}
const LogicalType& LogicalType::value() const {
  return (*children_)[1].type;
}

LogicalType LogicalType::with_nullable(bool nullable) const {
  LogicalType type = *this;
  type.nullable_ = nullable;
  return type;
}

LogicalType LogicalType::with_attribute(TimeAttribute attribute) const {
  LogicalType type = *this;
  type.attribute_ = attribute;
  return type;
}

std::string LogicalType::to_string() const {
  return flink_text(*this, Style::kSummary);
}
std::string LogicalType::to_ddl() const {
  return flink_text(*this, Style::kDdl);
}

std::string LogicalType::to_plan(bool with_nullability, bool with_charset) const {
  std::string out = calcite_text(*this, with_charset);
  if (with_nullability && !nullable_) out += " NOT NULL";
  return out;
}

bool LogicalType::equals(const LogicalType& other, bool ignore_nullability) const {
  if (root_ != other.root_ || precision_ != other.precision_ || scale_ != other.scale_) return false;
  if (!ignore_nullability && nullable_ != other.nullable_) return false;
  if (is_interval() && unit_ != other.unit_) return false;
  if (children_ == other.children_) return true;
  const std::vector<Field>&a = fields(), &b = other.fields();
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].name != b[i].name || !a[i].type.equals(b[i].type, ignore_nullability)) return false;
  }
  return true;
}

int32_t find_field(const RowType& fields, std::string_view name) {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return static_cast<int32_t>(i);
  }
  return -1;
}

std::vector<std::string> field_names(const RowType& fields) {
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (const Field& field : fields) names.push_back(field.name);
  return names;
}

}  // namespace rowkind
