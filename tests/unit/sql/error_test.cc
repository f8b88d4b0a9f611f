// Errors: place, message, way out; recovery; limits; nothing that a person can paste crashes or takes long.
#include <ctime>
#include <string>

#include "base/limits.h"
#include "doctest/doctest.h"
#include "sql/parser.h"
#include "sql/unparser.h"

namespace rowkind::sql {
namespace {

Error error(const std::string& text) {
  Result<Script> result = parse_script(text);
  REQUIRE_FALSE(result.ok());
  return result.error();
}

std::string repeated(const std::string& text, int count) {
  std::string out;
  out.reserve(text.size() * static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("the error names token, place, what was expected") {
  Error e = error("CREATE TABLE t (a INT);\nSELECT a b c FROM t");
  CHECK(e.code == "sql/syntax");
  CHECK(e.message.rfind(
            "SQL parse failed. Encountered \"c\" at line 2, column 12. Was expecting one of: \",\", \"FROM\"",
            0) == 0);
  CHECK(e.span.offset == 35);
  CHECK(e.span.length == 1);
  CHECK(e.hint == "is a comma missing in front of it?");
  e = error("SELECT a FROM");
  CHECK(e.message ==
        "SQL parse failed. Encountered \"<EOF>\" at line 1, column 13. Was expecting one of: \"LATERAL\", "
        "\"UNNEST\", \"TABLE\", \"(\", a table name.");
  // A semicolon is the end of the statement.
  CHECK(error("SELECT a FROM; SELECT b").message == e.message);
}

TEST_CASE("a keyword in capitals where a name could stand has Calcite's own words") {
  CHECK(error("SELECT a, FROM t")
            .message.rfind("SQL parse failed. Incorrect syntax near the keyword 'FROM' at line 1, column 11.",
                           0) == 0);
  CHECK(error("SELECT * FROM t JOIN ON a").message.find("near the keyword 'JOIN' at line 1, column 17.") !=
        std::string::npos);
  CHECK(error("SELECT a AND").message.find("near the keyword 'AND' at line 1, column 10.") !=
        std::string::npos);
  CHECK(error("SELECT t.TIMESTAMP FROM t").message.find("Encountered \". TIMESTAMP\" at line 1, column 9.") !=
        std::string::npos);
  CHECK(error("SELECT a FROM t LIMIT 1 WHERE b").message.find("Encountered \"WHERE\" at") !=
        std::string::npos);
  CHECK(error("SELECT a IN SELECT b").message.find("Encountered \"IN SELECT\" at line 1, column 10.") !=
        std::string::npos);
  CHECK(error("SELECT 1，2").message ==
        "SQL parse failed. Lexical error at line 1, column 9.  Encountered: \"\\uff0c\" (65292), after : "
        "\"\".");
  CHECK(error("SELECT @a").message ==
        "SQL parse failed. Lexical error at line 1, column 8.  Encountered: \"@\" (64), after : \"\".");
  CHECK(error("SELECT `abc").message ==
        "SQL parse failed. Lexical error at line 1, column 12.  Encountered: <EOF> after : \"`abc\".");
}

TEST_CASE("columns count characters") {
  CHECK(error("SELECT 'äöü', FROM t").message.find("at line 1, column 15") != std::string::npos);
}

TEST_CASE("hints say the way out") {
  struct Sample {
    const char* text;
    const char* hint;
  };
  const Sample samples[] = {
      {"CREATE TABLE raw (a INT)", "`raw` is a reserved word: as a name, write it in back-quotes"},
      {"CREATE TABLE t (offset INT)", "`offset` is a reserved word: as a name, write it in back-quotes"},
      {"SELECT value FROM t", "`value` is a reserved word: as a name, write it in back-quotes"},
      {"SELECT year FROM t", "`year` is a reserved word: as a name, write it in back-quotes"},
      {"SELCT a FROM t", "did you mean 'SELECT'?"},
      {"SELECT a FORM t", "is a comma missing in front of it?"},
      {"SELECT a, b, FROM t", "remove the comma in front of FROM"},
      {"CREATE TABLE t (a INT,)", "remove the comma in front of )"},
      {"SELECT a == b FROM t", "write = instead of =="},
      {"SELECT a != b FROM t", "write <>"},
      {"SELECT a::INT FROM t", "write CAST(x AS type) instead of ::"},
      {"SELECT \"a\" FROM t", "texts stand in single quotes, names in back-quotes"},
      {"SELECT a，b FROM t", "write `,` instead of `，`"},
      {"SELECT 'abc FROM t", "a single quote is missing at the end of this text"},
      {"SELECT `abc FROM t", "a back-quote is missing at the end of this name"},
      {"SELECT a /* b", "the end of this comment is missing: */"},
      {"insert intosink select 1", "is a blank missing behind `into`?"},
      {"CREATE TABLE t (a INT) WITH (type='console')", "write the key in single quotes: 'type'"},
      {"CREATE TABLE t (a INT) WITH (\n...\n)", "write out what the ... stands for"},
      {"CREATE TABLE t (a STRING,sq\n b STRING)",
       "the word in front of it is no data type: is there a word too many, or a comma missing?"},
      {"SELECT a FROM t LIMIT 5, 10", "write LIMIT count OFFSET start"},
      {"SELECT a FROM t LEFT SEMI JOIN u ON a = b", "write WHERE x IN (SELECT ..) or WHERE EXISTS (..)"},
      {"SELECT a FROM t MINUS SELECT b FROM u", "write EXCEPT"},
      {"SELECT 1 AS 'x'", "write the name without quotes or in back-quotes"},
      {"CREATE TABLE t (a)", "write the data type behind the column name"},
      {"CREATE TABLE t (a LONG)", "did you mean 'BIGINT'?"},
      {"CREATE TABLE t (a INT) PARTITONED BY (a)", "did you mean 'PARTITIONED'?"},
      {"SELECT EXTRACT(HOURS FROM a)", "did you mean 'HOUR'?"},
      {"SELECT INTERVAL '100' DAY", "write DAY(3)"},
      {"SELECT * FROM (a)", "leave out the parentheses around a single table"},
  };
  for (const Sample& sample : samples) {
    CAPTURE(sample.text);
    Error e = error(sample.text);
    CHECK_MESSAGE(e.hint == sample.hint, e.message);
    CHECK(e.span.known());
  }
}

TEST_CASE("a syntax error wins over an unknown type in front of it") {
  CHECK(error("CREATE TABLE t (a FOO, b INT").code == "sql/syntax");
  CHECK(error("CREATE TABLE t (a FOO, b INT)").code == "sql/type");
}

TEST_CASE("one error for each broken statement, the others are read") {
  Recovered result = parse_recovering(
      "CREATE TABLE t (a INT);\nSELECT FROM t;\nSELECT a FROM t;\nSELECT b c d FROM t;;\nEXECUTE STATEMENT "
      "SET BEGIN INSERT "
      "INTO x SELECT; INSERT INTO y SELECT 1; END;\nSELECT 'open");
  CHECK(result.script.statements.size() == 2);
  REQUIRE(result.errors.size() == 4);
  CHECK(result.errors[0].message.find("line 2, column 8") != std::string::npos);
  CHECK(result.errors[1].message.find("line 4, column 12") != std::string::npos);
  CHECK(result.errors[2].message.find("line 5") != std::string::npos);
  CHECK(result.errors[3].message.find("line 6, column 8") != std::string::npos);
  CHECK(parse_recovering("").errors.empty());
  CHECK(parse_recovering(";;; -- nothing\n").script.statements.empty());
}

TEST_CASE("statement spans of broken text") {
  std::string text = "SELECT ;; a b c;\n'x";
  std::vector<Span> spans = statement_spans(text);
  REQUIRE(spans.size() == 3);
  CHECK(spans[1].offset == 10);
  CHECK(spans[1].length == 5);
}

TEST_CASE("nesting has a limit with a name") {
  const char* openings[] = {"(",          "ABS(",
                            "NOT ",       "- ",
                            "CASE WHEN ", "ARRAY[",
                            "a[",         "EXISTS (SELECT ",
                            "a IN (",     "CAST(",
                            "a BETWEEN ", "1 + (",
                            "POSITION(",  "SUM(a) OVER (ROWS "};
  for (const char* opening : openings) {
    CAPTURE(opening);
    Error e = error("SELECT " + repeated(opening, 10'000) + "1");
    CHECK(e.code == "sql/nesting");
    CHECK(e.message.find("200") != std::string::npos);
  }
  CHECK(error("SELECT * FROM " + repeated("(", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT * FROM " + repeated("(SELECT * FROM ", 10'000)).code == "sql/nesting");
  CHECK(error("CREATE TABLE t (a " + repeated("ARRAY<", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT a" + repeated(" + 1", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT a" + repeated("[1]", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT 1" + repeated(" UNION ALL SELECT 1", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT * FROM a" + repeated(" JOIN b ON TRUE", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT * FROM t MATCH_RECOGNIZE (PATTERN (" + repeated("(", 10'000)).code == "sql/nesting");
  CHECK(error("SELECT 1 FROM t GROUP BY " + repeated("ROLLUP (", 10'000)).code == "sql/nesting");
  // What fits is read: deep and wide.
  int32_t deep = limits::kNestingDepth - 20;
  CHECK(parse_script("SELECT " + repeated("(", deep) + "1" + repeated(")", deep)).ok());
  CHECK(parse_script("SELECT * FROM t WHERE a = 1" + repeated(" OR a = 2", 20'000)).ok());
  CHECK(parse_script("SELECT a IN (1" + repeated(", 2", 20'000) + ")").ok());
}

TEST_CASE("parentheses are read once, however they turn out") {
  // Each would take 2^n steps if it were tried as a query and as an expression.
  std::string open = repeated("(", 150);
  std::string close = repeated(")", 150);
  CHECK(parse_script("SELECT " + open + "SELECT 1" + close + " + 1").ok());
  CHECK(parse_script("SELECT * FROM " + open + "SELECT 1" + close + " AS t").ok());
  CHECK(parse_script("SELECT " + repeated("(1 + ", 150) + "a NOT IN (1)" + close).ok());
  CHECK(parse_script("SELECT " + repeated("a + b NOT IN (", 80) + "1" + repeated(")", 80)).ok());
}

TEST_CASE("ten megabytes are read in linear time") {
  auto seconds = [](const std::string& text) {
    std::clock_t start = std::clock();
    Recovered result = parse_recovering(text);
    double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    CHECK(result.script.statements.size() + result.errors.size() > 0);
    return spent;
  };
  constexpr int kMegabytes10 = 10'000'000;
  // Sanitizers make this some ten times slower; a quadratic step would take hours.
  CHECK(seconds(repeated("SELECT a, b + 1 AS c FROM t WHERE d = 'x';\n", kMegabytes10 / 43)) < 60);
  CHECK(seconds("INSERT INTO t VALUES (1, 'a')" + repeated(", (2, 'bcd')", kMegabytes10 / 12)) < 60);
  CHECK(seconds(repeated("x", kMegabytes10)) < 10);
  CHECK(seconds(repeated("(", kMegabytes10)) < 20);
  CHECK(seconds(repeated("SELECT FROM;", kMegabytes10 / 480)) < 60);
  CHECK(seconds("'" + repeated("x''", kMegabytes10 / 3)) < 10);
}

TEST_CASE("mutilated text never crashes, and what parses reads back the same") {
  const std::string seeds[] = {
      "CREATE TABLE t (a INT NOT NULL, b ROW<c STRING, d ARRAY<INT>>, e AS a + 1, f TIMESTAMP(3) METADATA "
      "FROM 'x' VIRTUAL, "
      "PRIMARY KEY (a) NOT ENFORCED, WATERMARK FOR f AS f - INTERVAL '5' SECOND) WITH ('k' = 'v') LIKE u "
      "(INCLUDING ALL);",
      "SELECT /*+ STATE_TTL('a' = '1d') */ DISTINCT a, COUNT(DISTINCT b) FILTER (WHERE c > 1) OVER "
      "(PARTITION BY d ORDER BY e "
      "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS x FROM t LEFT JOIN u FOR SYSTEM_TIME AS OF t.p AS v ON "
      "t.a = v.a WHERE a "
      "BETWEEN 1 AND 2 AND b LIKE 'x%' ESCAPE '!' OR NOT c IN (SELECT 1) GROUP BY ROLLUP (a, b) HAVING x IS "
      "NOT NULL QUALIFY "
      "y = 1 ORDER BY a DESC NULLS LAST LIMIT 3 OFFSET 1;",
      "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES LAST(A.x, 1) AS y ONE ROW PER "
      "MATCH AFTER MATCH "
      "SKIP TO NEXT ROW PATTERN (A B{2,3}? (C | D)+) WITHIN INTERVAL '1' HOUR DEFINE B AS PREV(B.x) > 1) AS "
      "m;",
      "SELECT JSON_VALUE(j, '$.a' RETURNING INT DEFAULT 1 ON EMPTY), TRIM(BOTH 'x' FROM a), CASE a WHEN 1 "
      "THEN (b).c[1] END, "
      "DATE '2024-01-01', X'0A', U&'\\0041', CAST(a AS MAP<STRING, INT>), f(x => TABLE t PARTITION BY a, "
      "DESCRIPTOR(b));",
      "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1 UNION ALL (SELECT 2); INSERT INTO b VALUES (1, "
      "DEFAULT); END;"};
  uint32_t state = 12345;
  auto random = [&state](size_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % static_cast<uint32_t>(below);
  };
  const std::string bits[] = {"(", ")",    ",",    "'",    "`",  ";", "SELECT ", "[",
                              "]", "NOT ", " AS ", "\xFF", "/*", "{", "<",       "1"};
  int parsed = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = seeds[random(5)];
    size_t changes = 1 + random(4);
    for (size_t i = 0; i < changes; ++i) {
      size_t at = random(text.size());
      switch (random(3)) {
        case 0:
          text.erase(at, 1 + random(12));
          break;
        case 1:
          text.insert(at, bits[random(16)]);
          break;
        default:
          text.insert(at, text.substr(random(text.size()), random(30)));
      }
    }
    Recovered result = parse_recovering(text);
    for (const Error& e : result.errors) {
      REQUIRE_MESSAGE(e.span.known(), text);
      REQUIRE_MESSAGE(!e.message.empty(), text);
      REQUIRE(e.span.end() <= static_cast<int32_t>(text.size()));
    }
    if (!result.errors.empty()) continue;
    ++parsed;
    std::string canonical = unparse(result.script);
    Result<Script> again = parse_script(canonical);
    REQUIRE_MESSAGE(again.ok(), text, "\n", canonical, "\n", again.error().message);
    REQUIRE_MESSAGE(unparse(*again) == canonical, text);
  }
  CHECK(parsed > 300);
}

}  // namespace rowkind::sql
