// Flink SQL logical types: root, parameters, nullability. Small immutable values; nested parts are shared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace rowkind {

enum class TypeRoot : uint8_t {
  kNull,  // type of the literal NULL
  kBoolean,
  kTinyInt,
  kSmallInt,
  kInt,
  kBigInt,
  kFloat,
  kDouble,
  kDecimal,    // precision 1..38, scale 0..precision
  kChar,       // length
  kVarChar,    // length; STRING is VARCHAR(2147483647)
  kBinary,     // length
  kVarBinary,  // length; BYTES is VARBINARY(2147483647)
  kDate,
  kTime,          // precision 0..9
  kTimestamp,     // precision 0..9, without time zone
  kTimestampLtz,  // precision 0..9, with local time zone
  kIntervalYearMonth,
  kIntervalDayTime,
  kArray,     // element
  kMultiset,  // element
  kMap,       // key, value
  kRow,       // fields
  kVariant,
  kBitmap,      // a set of INTs
  kDescriptor,  // DESCRIPTOR(...) arguments only
  kSymbol,      // time units and other keywords as arguments
};

constexpr int32_t kMaxLength = 2147483647;

// What a timestamp column means to event and processing time. Printed in plans as *ROWTIME* / *PROCTIME*.
enum class TimeAttribute : uint8_t { kNone, kRowtime, kProctime };

// Units of an INTERVAL type; they only matter for printing (INTERVAL MINUTE, INTERVAL DAY TO SECOND ...).
enum class IntervalUnit : uint8_t {
  kYear,
  kYearToMonth,
  kMonth,
  kDay,
  kDayToHour,
  kDayToMinute,
  kDayToSecond,
  kHour,
  kHourToMinute,
  kHourToSecond,
  kMinute,
  kMinuteToSecond,
  kSecond,
};

struct Field;

class LogicalType {
 public:
  LogicalType();  // NULL
  explicit LogicalType(TypeRoot root, bool nullable = true);
  // Out of line: types are copied all over the planner, never in a hot loop.
  LogicalType(const LogicalType& other);
  LogicalType(LogicalType&& other) noexcept;
  LogicalType& operator=(const LogicalType& other);
  LogicalType& operator=(LogicalType&& other) noexcept;
  ~LogicalType();

  static LogicalType boolean() { return LogicalType(TypeRoot::kBoolean); }
  static LogicalType integer() { return LogicalType(TypeRoot::kInt); }
  static LogicalType bigint() { return LogicalType(TypeRoot::kBigInt); }
  static LogicalType float_type() { return LogicalType(TypeRoot::kFloat); }
  static LogicalType double_type() { return LogicalType(TypeRoot::kDouble); }
  static LogicalType decimal(int32_t precision, int32_t scale);
  static LogicalType character(int32_t length);
  static LogicalType varchar(int32_t length);
  static LogicalType string() { return varchar(kMaxLength); }
  static LogicalType binary(int32_t length);
  static LogicalType varbinary(int32_t length);
  static LogicalType bytes() { return varbinary(kMaxLength); }
  static LogicalType date() { return LogicalType(TypeRoot::kDate); }
  static LogicalType time(int32_t precision);
  static LogicalType timestamp(int32_t precision, TimeAttribute attribute = TimeAttribute::kNone);
  static LogicalType timestamp_ltz(int32_t precision, TimeAttribute attribute = TimeAttribute::kNone);
  static LogicalType interval(IntervalUnit unit, int32_t precision = 2, int32_t fraction = 6);
  static LogicalType array(LogicalType element);
  static LogicalType multiset(LogicalType element);
  static LogicalType map(LogicalType key, LogicalType value);
  static LogicalType row(std::vector<Field> fields);
  // STRUCTURED<'class_name', ...>: a ROW with a name.
  static LogicalType structured(const std::string& class_name, std::vector<Field> fields);

  TypeRoot root() const { return root_; }
  bool nullable() const { return nullable_; }
  // DECIMAL precision, CHAR/VARCHAR/BINARY/VARBINARY length, TIME/TIMESTAMP precision, interval leading
  // precision.
  int32_t precision() const { return precision_; }
  int32_t length() const { return precision_; }
  int32_t scale() const { return scale_; }
  IntervalUnit interval_unit() const { return unit_; }
  TimeAttribute time_attribute() const { return attribute_; }
  bool is_rowtime() const { return attribute_ == TimeAttribute::kRowtime; }
  bool is_proctime() const { return attribute_ == TimeAttribute::kProctime; }
  const std::vector<Field>& fields() const;  // ROW
  bool is_structured() const { return root_ == TypeRoot::kRow && precision_ != 0; }
  const std::string& class_name() const;  // STRUCTURED
  const LogicalType& element() const;     // ARRAY, MULTISET
  const LogicalType& key() const;         // MAP
  const LogicalType& value() const;       // MAP

  bool is(TypeRoot root) const { return root_ == root; }
  bool is_integer() const { return root_ >= TypeRoot::kTinyInt && root_ <= TypeRoot::kBigInt; }
  bool is_approximate() const { return root_ == TypeRoot::kFloat || root_ == TypeRoot::kDouble; }
  bool is_exact() const { return is_integer() || root_ == TypeRoot::kDecimal; }
  bool is_numeric() const { return root_ >= TypeRoot::kTinyInt && root_ <= TypeRoot::kDecimal; }
  bool is_character() const { return root_ == TypeRoot::kChar || root_ == TypeRoot::kVarChar; }
  bool is_binary() const { return root_ == TypeRoot::kBinary || root_ == TypeRoot::kVarBinary; }
  bool is_timestamp() const { return root_ == TypeRoot::kTimestamp || root_ == TypeRoot::kTimestampLtz; }
  bool is_datetime() const { return root_ >= TypeRoot::kDate && root_ <= TypeRoot::kTimestampLtz; }
  bool is_interval() const {
    return root_ == TypeRoot::kIntervalYearMonth || root_ == TypeRoot::kIntervalDayTime;
  }
  bool is_nested() const { return root_ >= TypeRoot::kArray && root_ <= TypeRoot::kRow; }

  LogicalType with_nullable(bool nullable) const;
  LogicalType with_attribute(TimeAttribute attribute) const;

  // Flink's asSummaryString: "INT NOT NULL", "VARCHAR(3)", "STRING", "ROW<`a` INT>", "TIMESTAMP(3)
  // *ROWTIME*".
  std::string to_string() const;
  // As a Flink DDL would spell it (no *ROWTIME*).
  std::string to_ddl() const;
  // Calcite's full type string as plans print it: 'VARCHAR(2147483647) CHARACTER SET "UTF-16LE" NOT NULL';
  // without NOT NULL when with_nullability is false. Without charset: the short form of
  // "rowType=[RecordType(...)]", where nested types lose their NOT NULL too.
  std::string to_plan(bool with_nullability, bool with_charset = true) const;

  // Structural equality; time attributes are ignored, nullability counts unless told otherwise.
  bool equals(const LogicalType& other, bool ignore_nullability = false) const;

 private:
  static LogicalType with_precision(TypeRoot root, int32_t precision);

  TypeRoot root_ = TypeRoot::kNull;
  bool nullable_ = true;
  TimeAttribute attribute_ = TimeAttribute::kNone;
  IntervalUnit unit_ = IntervalUnit::kSecond;
  int32_t precision_ = 0;
  int32_t scale_ = 0;
  std::shared_ptr<const std::vector<Field>> children_;  // fields; one or two unnamed ones for collections
};

// A named column.
struct Field {
  std::string name;
  LogicalType type;
};

using RowType = std::vector<Field>;

// Index of the column with exactly this name, or -1.
int32_t find_field(const RowType& fields, std::string_view name);
std::vector<std::string> field_names(const RowType& fields);

// Parses a data type as DDL spells it ("ROW<a INT, b STRING NOT NULL>", "TIMESTAMP(3) WITH LOCAL TIME ZONE").
// Flink CDC and scenario `tables` use it; the SQL parser has its own entry with positions. Defaults as Flink:
// DECIMAL = (10,0), TIMESTAMP = (6), CHAR = 1.
Result<LogicalType> parse_type(std::string_view text);

}  // namespace rowkind
