// What Flink's generated code has in a field that it takes for NOT NULL and that is NULL all the same: nothing looks for
// the null, the Java default of the type is read or written (CodeGenUtils.primitiveDefaultValue).
#pragma once

#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind {

// -1 for numbers, dates and intervals, FALSE, an empty text; NULL for types that are objects in Java.
Value java_default(const LogicalType& type);

}  // namespace rowkind
