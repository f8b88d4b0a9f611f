// Changelogs and tables as text for people and other tools. What is written here is read again by
// parse_pasted() or the decoder of that name.
//   notation       +I[1, 'a, b']                         the row notation
//   tableau        the SQL client's table
//   print          +I[1, a, b]                           the print connector
//   named          +I[id:1, name:'a, b']
//   docs           +(INSERT)  1 a, b                     the tables of Flink's docs
//   changelog-json debezium-json canal-json              one message a line; a -U and the +U behind it are one
//                                                        update, as Flink CDC's Kafka sink writes them
//   json csv                                             tables only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "changelog/row_kind.h"
#include "formats/tableau.h"
#include "types/logical_type.h"

namespace rowkind {

struct FormOptions {
  int32_t max_width = kTableauWidth;
  std::string table;              // its name, in debezium-json and canal-json
  std::vector<std::string> keys;  // of the primary key, in canal-json
};

const std::vector<std::string>& changelog_forms();
const std::vector<std::string>& table_forms();

// Lines end with \n. Errors: a form that is not known, columns that the format cannot write.
Result<std::string> write_changelog(std::string_view form, const std::vector<Change>& changes,
                                    const RowType& columns, const TimeZone& zone,
                                    const FormOptions& options = {});
Result<std::string> write_table(std::string_view form, const std::vector<RowPtr>& rows,
                                const RowType& columns, const TimeZone& zone,
                                const FormOptions& options = {});

}  // namespace rowkind
