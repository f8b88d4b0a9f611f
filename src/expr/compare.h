// Comparison of two non-null values of comparable types, numbers of different kinds included, as SQL's
// operators see it.
#pragma once

#include "types/value.h"

namespace rowkind {

enum class CompareOp : uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };

// Negative, 0 or positive. Texts by their UTF-8 bytes; NaN above everything (sorting, MIN/MAX, SEARCH).
int compare_values(const Value& a, const Value& b);
// The operator on two values; NaN compares as in Java.
bool compare_with(CompareOp op, const Value& a, const Value& b);
// SQL's `=` of nested values: two NULLs are equal as fields of a ROW, but not as elements of an array or as
// values of a map.
bool equal_values(const Value& a, const Value& b);
double to_double(const Value& number);

}  // namespace rowkind
