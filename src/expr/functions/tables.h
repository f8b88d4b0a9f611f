// The families. Each file under functions/ hands out one table; registry.cc joins them.
#pragma once

#include <cstddef>

#include "expr/function.h"

namespace rowkind {

struct FunctionTable {
  const ScalarFunction* rows = nullptr;
  size_t count = 0;
};

FunctionTable comparison_functions();
FunctionTable logical_functions();
FunctionTable arithmetic_functions();
FunctionTable math_functions();
FunctionTable string_functions();
FunctionTable text_code_functions();
FunctionTable regexp_functions();
FunctionTable temporal_functions();
FunctionTable time_text_functions();
FunctionTable conditional_functions();
FunctionTable collection_functions();
FunctionTable bitmap_functions();
FunctionTable object_functions();
FunctionTable json_functions();
FunctionTable hash_functions();
FunctionTable system_functions();

template <size_t N>
FunctionTable table_of(const ScalarFunction (&rows)[N]) {
  return FunctionTable{rows, N};
}

}  // namespace rowkind
