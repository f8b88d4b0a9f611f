#include "expr/functions/tables.h"
namespace rowkind {
FunctionTable temporal_functions() {
  return {};
}
FunctionTable time_text_functions() {
  return {};
}
FunctionTable collection_functions() {
  return {};
}
FunctionTable json_functions() {
  return {};
}
FunctionTable hash_functions() {
  return {};
}
FunctionTable system_functions() {
  return {};
}
}  // namespace rowkind
