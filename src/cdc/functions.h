// The tables of built-in functions, by family.
#pragma once

#include "cdc/expr_internal.h"

namespace rowkind::cdc {

enum class Returns : uint8_t {
  kString,
  kInt,
  kBigInt,
  kBoolean,
  kTimestamp,     // (3)
  kTimestampLtz,  // (3)
  kDate,
  kTime,  // (0)
  kVariant,
  kStrings,  // ARRAY<STRING>
  kBinary,   // VARBINARY(65536)
  kFirst,    // the first argument's type
  kThird,
};

struct FunctionEntry {
  const char* name;
  int16_t since;  // 35, 36, 37
  // A letter an argument; those behind ? may be left out, * repeats the last one:
  //   s text, i int, b Integer, n whole number, l BIGINT, d number, t DATE/TIME/TIMESTAMP/LTZ, m TIMESTAMP/LTZ, x text
  //   or bytes, u unit of time, c ARRAY or MAP, r ARRAY, a anything
  const char* arguments;
  Returns returns;
  OnNull on_null;
  Evaluate evaluate;
  int32_t option = 0;
};

struct FunctionTable {
  const FunctionEntry* begin;
  const FunctionEntry* end;
};
FunctionTable numeric_functions();
FunctionTable text_functions();
FunctionTable regex_functions();
FunctionTable time_functions();
FunctionTable other_functions();

}  // namespace rowkind::cdc
