#include "types/java_default.h"

namespace rowkind {

Value java_default(const LogicalType& type) {
  switch (type.root()) {
    case TypeRoot::kBoolean:
      return Value::boolean(false);
    case TypeRoot::kTinyInt:
    case TypeRoot::kSmallInt:
    case TypeRoot::kInt:
    case TypeRoot::kBigInt:
    case TypeRoot::kDate:
    case TypeRoot::kTime:
    case TypeRoot::kIntervalYearMonth:
    case TypeRoot::kIntervalDayTime:
      return Value::integer(-1);
    case TypeRoot::kFloat:
    case TypeRoot::kDouble:
      return Value::floating(-1);
    case TypeRoot::kChar:
    case TypeRoot::kVarChar:
      return Value::string("");
    default:
      return Value::null();
  }
}

}  // namespace rowkind
