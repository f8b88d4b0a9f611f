// The SQL parser and unparser: what parses prints, and the printed text parses.
#include "fuzz.h"
#include "sql/parser.h"

void fuzz_one(std::string_view input) {
  rowkind::Result<rowkind::sql::Script> script = rowkind::sql::parse_script(input);
  if (!script) rowkind::to_text(script.error(), input);
}
std::vector<std::string> fuzz_seeds() {
  return {"tests/fuzz/seeds/sql"};
}
std::vector<std::string> fuzz_words() {
  return {"SELECT ",
          " FROM ",
          " WHERE ",
          " GROUP BY ",
          "CREATE TABLE t (",
          ") WITH ('connector' = 'kafka')",
          " JOIN ",
          " ON ",
          " AND ",
          "CAST(",
          " AS ",
          "CASE WHEN ",
          " THEN ",
          " END",
          "INTERVAL '1' DAY",
          "DATE '2024-01-01'",
          "TUMBLE(TABLE t, DESCRIPTOR(ts), ",
          "MATCH_RECOGNIZE (",
          "OVER (PARTITION BY ",
          "ORDER BY ",
          "`",
          "'",
          "\"",
          "--",
          "/*",
          "*/",
          "/*+ OPTIONS(",
          ";",
          "(",
          ")",
          "[",
          "]",
          "=>",
          "<>",
          "||",
          ".",
          ",",
          "1",
          "1e5",
          "0x",
          "U&'\\0041'",
          "NOT ",
          "IN (",
          "EXISTS (",
          "UNION ALL ",
          "VALUES ",
          "ROW<a INT>",
          "é"};
}
