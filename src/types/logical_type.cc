#include "types/logical_type.h"

#include <algorithm>

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

void append_number(std::string& out, int32_t n) {
  out += '(';
  out += std::to_string(n);
  out += ')';
}

// Flink prints the precision of days and years, and the fraction of seconds.
void append_interval(std::string& out, const LogicalType& type) {
  out += "INTERVAL ";
  for (std::string_view words = interval_words(type.interval_unit());;) {
    size_t end = words.find(' ');
    std::string_view word = words.substr(0, end);
    out += word;
    if (word == "YEAR" || word == "DAY") append_number(out, type.precision());
    if (word == "SECOND") append_number(out, type.scale());
    if (end == std::string_view::npos) return;
    out += ' ';
    words.remove_prefix(end + 1);
  }
}

// Calcite prints what is not as it is without being written.
void append_interval_precision(std::string& out, const LogicalType& type) {
  const bool seconds_only = type.interval_unit() == IntervalUnit::kSecond;
  const bool leading = type.precision() != 2, fraction = type.scale() != 6;
  const std::string_view words = interval_words(type.interval_unit());
  if (seconds_only && fraction) {
    out += "(" + std::to_string(type.precision()) + ", " + std::to_string(type.scale()) + ")";
  } else if (leading) {
    const size_t end = words.find(' ');
    out.insert(end == std::string_view::npos ? out.size() : out.size() - words.size() + end,
               "(" + std::to_string(type.precision()) + ")");
  }
  if (!seconds_only && fraction && words.ends_with("SECOND")) append_number(out, type.scale());
}

void append_identifier(std::string& out, const std::string& name) {
  out += '`';
  for (char c : name) {
    if (c == '`') out += '`';
    out += c;
  }
  out += '`';
}

// Name of the root as Flink prints it, and whether its precision or length follows.
struct RootName {
  const char* name;
  bool with_precision;
};

RootName root_name(const LogicalType& type) {
  bool longest = type.length() == kMaxLength;
  switch (type.root()) {
    case TypeRoot::kNull:
      return {"NULL", false};
    case TypeRoot::kBoolean:
      return {"BOOLEAN", false};
    case TypeRoot::kTinyInt:
      return {"TINYINT", false};
    case TypeRoot::kSmallInt:
      return {"SMALLINT", false};
    case TypeRoot::kInt:
      return {"INT", false};
    case TypeRoot::kBigInt:
      return {"BIGINT", false};
    case TypeRoot::kFloat:
      return {"FLOAT", false};
    case TypeRoot::kDouble:
      return {"DOUBLE", false};
    case TypeRoot::kDecimal:
      return {"DECIMAL", false};
    case TypeRoot::kChar:
      return {"CHAR", true};
    case TypeRoot::kVarChar:
      return longest ? RootName{"STRING", false} : RootName{"VARCHAR", true};
    case TypeRoot::kBinary:
      return {"BINARY", true};
    case TypeRoot::kVarBinary:
      return longest ? RootName{"BYTES", false} : RootName{"VARBINARY", true};
    case TypeRoot::kDate:
      return {"DATE", false};
    case TypeRoot::kTime:
      return {"TIME", true};
    case TypeRoot::kTimestamp:
      return {"TIMESTAMP", true};
    case TypeRoot::kTimestampLtz:
      return {"TIMESTAMP_LTZ", true};
    case TypeRoot::kArray:
      return {"ARRAY", false};
    case TypeRoot::kMultiset:
      return {"MULTISET", false};
    case TypeRoot::kMap:
      return {"MAP", false};
    case TypeRoot::kRow:
      return {type.is_structured() ? "STRUCTURED" : "ROW", false};
    case TypeRoot::kVariant:
      return {"VARIANT", false};
    case TypeRoot::kBitmap:
      return {"BITMAP", false};
    case TypeRoot::kDescriptor:
      return {"DESCRIPTOR", false};
    case TypeRoot::kSymbol:
      return {"SYMBOL", false};
    default:
      return {"INTERVAL", false};
  }
}

void append_attribute(std::string& out, const LogicalType& type) {
  if (type.is_rowtime()) out += " *ROWTIME*";
  if (type.is_proctime()) out += " *PROCTIME*";
}

// `parts` of a nested type one by one, with a separator between them.
template <typename Append>
void append_parts(std::string& out, const std::vector<Field>& parts, Append append) {
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += ", ";
    append(parts[i]);
  }
}

void append_flink(std::string& out, const LogicalType& type, bool summary) {
  if (type.is_interval()) {
    append_interval(out, type);
  } else {
    RootName root = root_name(type);
    out += root.name;
    if (root.with_precision) append_number(out, type.precision());
    if (type.is(TypeRoot::kDecimal)) {
      out += "(" + std::to_string(type.precision()) + ", " + std::to_string(type.scale()) + ")";
    }
    if (type.is_nested()) {
      out += '<';
      if (type.is_structured()) out += "'" + type.class_name() + (type.fields().empty() ? "'" : "', ");
      append_parts(out, type.fields(), [&](const Field& part) {
        if (type.is(TypeRoot::kRow)) {
          append_identifier(out, part.name);
          out += ' ';
        }
        append_flink(out, part.type, summary);
      });
      out += '>';
    }
  }
  if (!type.nullable()) out += " NOT NULL";
  if (summary) append_attribute(out, type);
}

// As Calcite prints it; `full` is with character sets and the NOT NULL of nested parts.
void append_calcite(std::string& out, const LogicalType& type, bool full) {
  auto nested = [&out, full](const Field& part) {
    append_calcite(out, part.type, full);
    if (full && !part.type.nullable()) out += " NOT NULL";
  };
  switch (type.root()) {
    case TypeRoot::kInt:
      out += "INTEGER";
      break;
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      out += type.is(TypeRoot::kChar) ? "CHAR" : "VARCHAR";
      append_number(out, type.length());
      if (full) out += " CHARACTER SET \"UTF-16LE\"";
      break;
    case TypeRoot::kVarBinary:
      out += "VARBINARY";
      append_number(out, type.length());
      break;
    case TypeRoot::kTimestampLtz:
      out +=
          type.time_attribute() == TimeAttribute::kNone ? "TIMESTAMP_WITH_LOCAL_TIME_ZONE" : "TIMESTAMP_LTZ";
      append_number(out, type.precision());
      break;
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      out += "INTERVAL ";
      out += interval_words(type.interval_unit());
      append_interval_precision(out, type);
      break;
    case TypeRoot::kArray:
    case TypeRoot::kMultiset:
      nested(type.fields()[0]);
      out += type.is(TypeRoot::kArray) ? " ARRAY" : " MULTISET";
      break;
    case TypeRoot::kMap:
      out += '(';
      append_parts(out, type.fields(), nested);
      out += ") MAP";
      break;
    case TypeRoot::kRow:
      if (type.is_structured()) {
        append_flink(out, type.with_nullable(true), false);
        break;
      }
      out += "RecordType:peek_no_expand(";
      append_parts(out, type.fields(), [&](const Field& part) {
        nested(part);
        out += ' ';
        out += part.name;
      });
      out += ')';
      break;
    default:
      append_flink(out, type.with_nullable(true), false);
      break;
  }
  append_attribute(out, type);
}

}  // namespace

LogicalType::LogicalType() = default;
LogicalType::LogicalType(TypeRoot root, bool nullable) : root_(root), nullable_(nullable) {}
LogicalType::LogicalType(const LogicalType& other) = default;
LogicalType::LogicalType(LogicalType&& other) noexcept = default;
LogicalType& LogicalType::operator=(const LogicalType& other) = default;
LogicalType& LogicalType::operator=(LogicalType&& other) noexcept = default;
LogicalType::~LogicalType() = default;

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

namespace {

// Names of structured types; a type knows its place here, from 1.
std::vector<std::string>& class_names() {
  static std::vector<std::string> names;
  return names;
}

}  // namespace

LogicalType LogicalType::structured(const std::string& class_name, std::vector<Field> fields) {
  std::vector<std::string>& names = class_names();
  const auto found = std::find(names.begin(), names.end(), class_name);
  LogicalType type = row(std::move(fields));
  type.precision_ = static_cast<int32_t>(found - names.begin()) + 1;
  if (found == names.end()) names.push_back(class_name);
  return type;
}

const std::string& LogicalType::class_name() const {
  return class_names()[static_cast<size_t>(precision_) - 1];
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
  std::string out;
  append_flink(out, *this, true);
  return out;
}

std::string LogicalType::to_ddl() const {
  std::string out;
  append_flink(out, *this, false);
  return out;
}

std::string LogicalType::to_plan(bool with_nullability, bool with_charset) const {
  std::string out;
  append_calcite(out, *this, with_charset);
  // Calcite knows no BITMAP: it is always called as Flink does.
  if ((with_nullability || is(TypeRoot::kBitmap)) && !nullable_) out += " NOT NULL";
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
