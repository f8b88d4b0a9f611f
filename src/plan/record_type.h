// Row types as Calcite prints them: "RecordType(INTEGER id, VARCHAR(2147483647) ARRAY items)".
#pragma once

#include <string>

#include "types/logical_type.h"

namespace rowkind {

std::string record_type_text(const RowType& type);

}  // namespace rowkind
