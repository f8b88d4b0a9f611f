#include "expr/functions/tables.h"
namespace rowkind {
FunctionTable json_functions() {
  return {};
}
}  // namespace rowkind
