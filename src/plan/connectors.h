// What stands behind a connector name in real life: the changes it can read, those it can take, and whether
// it answers look-ups. The lists are those of design/scenario.md; a scenario's `tables: {t: {changelog-mode:
// [...]}}` wins over them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "plan/catalog.h"

namespace rowkind {

// Formats whose messages carry their kind.
bool is_changelog_format(std::string_view format);
// "value.format", else "format", else "".
std::string value_format(const std::map<std::string, std::string>& options);

// Fills connector, format, modes and look-up ability of `table` from its options.
void apply_connector(CatalogTable& table, const std::optional<ChangelogMode>& override_mode);

// What a table of this connector takes when the query offers `requested`. An upsert store without a key takes
// inserts only; offered more, it answers "please declare primary key for sink table when query contains
// update/delete record.".
Result<ChangelogMode> sink_mode(const CatalogTable& table, const ChangelogMode& requested, Span span = {});

}  // namespace rowkind
