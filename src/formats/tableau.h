// Tables as Flink's SQL client and TableResult.print() draw them:
//   +----+-------------+--------------------------------+
//   | op |          id |                           name |
//   +----+-------------+--------------------------------+
//   | +I |           1 |                         <NULL> |
//   +----+-------------+--------------------------------+
//   Received a total of 1 row
#pragma once

#include <string>
#include <vector>

#include "changelog/row_kind.h"
#include "types/logical_type.h"

namespace rowkind {

class TimeZone;

constexpr int32_t kTableauWidth = 30;  // table.display.max-column-width

// A changelog: with the column `op`, columns as wide as their types.
std::string tableau_text(const std::vector<Change>& changes, const RowType& columns, const TimeZone& zone,
                         int32_t max_width = kTableauWidth);
// A table: columns as wide as what is in them.
std::string tableau_text(const std::vector<RowPtr>& rows, const RowType& columns, const TimeZone& zone,
                         int32_t max_width = kTableauWidth);

// Columns that a text takes there: UTF-16 units, and one more for each wide character.
int32_t display_width(std::string_view text);

}  // namespace rowkind
