// The upstream's schemas and schema changes as scenario files write them (`tables:` and `ddl:` items):
//
//   tables   id INT NOT NULL COMMENT 'key', name STRING DEFAULT 'none', PRIMARY KEY (id)
//            (...) PARTITIONED BY (a) COMMENT '...' WITH ('k' = 'v')
//   ddl      CREATE TABLE t (...) ... | DROP TABLE t | TRUNCATE TABLE t
//            ALTER TABLE t ADD [COLUMN] c T [FIRST|LAST|AFTER x|BEFORE x] | ADD (c T, d T) | DROP [COLUMN] c
//                        | RENAME [COLUMN] a TO b | MODIFY [COLUMN] c T | COMMENT '...'   (clauses by commas)
#pragma once

#include <string_view>
#include <vector>

#include "cdc/event.h"

namespace rowkind::cdc {

// Errors: cdc/ddl with the place in `text`.
Result<SchemaPtr> parse_table_schema(std::string_view text);
// One event a clause.
Result<std::vector<Event>> parse_ddl(std::string_view text);

}  // namespace rowkind::cdc
