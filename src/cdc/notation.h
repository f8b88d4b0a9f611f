// The parts of an event in the changelog notation; whole lines: notation_lines() of event.h.
#pragma once

#include <string>
#include <vector>

#include "cdc/event.h"
#include "changelog/row_kind.h"

namespace rowkind::cdc {

// One image of a row change; a null prints as null.
struct Image {
  RowKind kind = RowKind::kInsert;
  std::vector<std::string> cells;
};
// Of a data event: -U and +U of an UPDATE, else one.
std::vector<Image> images(const Event& event, const TimeZone& zone);
// Of a schema change: "CREATE (...)", "ALTER ADD c INT LAST", ...
std::string change_text(const Event& event);

}  // namespace rowkind::cdc
