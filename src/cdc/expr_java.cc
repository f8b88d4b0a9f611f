// Java's classes and primitives behind the types of expressions.
#include "cdc/expr.h"

namespace rowkind::cdc {

JavaType boxed(JavaType type) {
  switch (type) {
    case JavaType::kBool:
      return JavaType::kBoolean;
    case JavaType::kPrimitiveShort:
      return JavaType::kShort;
    case JavaType::kInt:
      return JavaType::kInteger;
    case JavaType::kLong:
      return JavaType::kLongBox;
    case JavaType::kPrimitiveFloat:
      return JavaType::kFloat;
    case JavaType::kPrimitiveDouble:
      return JavaType::kDouble;
    default:
      return type;
  }
}

JavaType numeric_primitive(JavaType type) {
  switch (type) {
    case JavaType::kPrimitiveShort:
    case JavaType::kInt:
    case JavaType::kByte:
    case JavaType::kShort:
    case JavaType::kInteger:
      return JavaType::kInt;
    case JavaType::kLong:
    case JavaType::kLongBox:
      return JavaType::kLong;
    case JavaType::kPrimitiveFloat:
    case JavaType::kFloat:
      return JavaType::kPrimitiveFloat;
    case JavaType::kPrimitiveDouble:
    case JavaType::kDouble:
      return JavaType::kPrimitiveDouble;
    default:
      return JavaType::kNull;
  }
}

JavaType class_of(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return JavaType::kBoolean;
    case TypeRoot::kTinyInt:
      return JavaType::kByte;
    case TypeRoot::kSmallInt:
      return JavaType::kShort;
    case TypeRoot::kInt:
      return JavaType::kInteger;
    case TypeRoot::kBigInt:
      return JavaType::kLongBox;
    case TypeRoot::kFloat:
      return JavaType::kFloat;
    case TypeRoot::kDouble:
      return JavaType::kDouble;
    case TypeRoot::kDecimal:
      return JavaType::kDecimal;
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return JavaType::kString;
    case TypeRoot::kBinary:
    case TypeRoot::kVarBinary:
      return JavaType::kBytes;
    case TypeRoot::kDate:
      return JavaType::kDate;
    case TypeRoot::kTime:
      return JavaType::kTime;
    case TypeRoot::kTimestamp:
      return JavaType::kTimestamp;
    case TypeRoot::kTimestampLtz:
      return JavaType::kInstant;
    case TypeRoot::kArray:
      return JavaType::kList;
    case TypeRoot::kMap:
      return JavaType::kMap;
    case TypeRoot::kRow:
      return is_zoned(type) ? JavaType::kZoned : JavaType::kRow;
    case TypeRoot::kVariant:
      return JavaType::kVariant;
    default:
      return JavaType::kNull;
  }
}

std::string class_name(JavaType type, Version version) {
  bool old = level(version) < 36;
  switch (boxed(type)) {
    case JavaType::kBoolean:
      return "java.lang.Boolean";
    case JavaType::kByte:
      return "java.lang.Byte";
    case JavaType::kShort:
      return "java.lang.Short";
    case JavaType::kInteger:
      return "java.lang.Integer";
    case JavaType::kLongBox:
      return "java.lang.Long";
    case JavaType::kFloat:
      return "java.lang.Float";
    case JavaType::kDouble:
      return "java.lang.Double";
    case JavaType::kDecimal:
      return old ? "org.apache.flink.cdc.common.data.DecimalData" : "java.math.BigDecimal";
    case JavaType::kString:
      return "java.lang.String";
    case JavaType::kBytes:
      return "[B";
    case JavaType::kDate:
      return old ? "org.apache.flink.cdc.common.data.DateData" : "java.time.LocalDate";
    case JavaType::kTime:
      return old ? "org.apache.flink.cdc.common.data.TimeData" : "java.time.LocalTime";
    case JavaType::kTimestamp:
      return old ? "org.apache.flink.cdc.common.data.TimestampData" : "java.time.LocalDateTime";
    case JavaType::kInstant:
      return old ? "org.apache.flink.cdc.common.data.LocalZonedTimestampData" : "java.time.Instant";
    case JavaType::kZoned:
      return old ? "org.apache.flink.cdc.common.data.ZonedTimestampData" : "java.time.ZonedDateTime";
    case JavaType::kList:
    case JavaType::kRow:
      return "java.util.ArrayList";
    case JavaType::kMap:
      return "java.util.HashMap";
    default:
      return "java.lang.Object";
  }
}

}  // namespace rowkind::cdc
