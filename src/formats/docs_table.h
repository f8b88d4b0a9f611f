// Tables as Flink's documentation draws them: a header, a ruler that gives the columns, cells between blanks.
//   (changelog kind) product price
//   ================ ======= =====
//   +(INSERT)        scooter 11.11
#pragma once

#include <string>
#include <vector>

#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

std::string docs_table_text(const std::vector<Change>& changes, const RowType& columns, const TimeZone& zone);
std::string docs_table_text(const std::vector<RowPtr>& rows, const RowType& columns, const TimeZone& zone);

}  // namespace rowkind
