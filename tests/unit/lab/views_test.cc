// What the page sees of a query: steps with their place in the input, and a run that fails.
#include <doctest/doctest.h>

#include "lab/document.h"
#include "lab/lab.h"

namespace rowkind {
namespace {

constexpr const char* kSql =
    "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'kafka', 'format' = 'json');\n"
    "SELECT a FROM t;";

Json open(Lab& lab, const Json& rows) {
  Json document = {{"sql", kSql}, {"input", Json::array({rows})}};
  Json answer = Json::parse(lab.call(Json{{"method", "open"}, {"document", document}}.dump()));
  REQUIRE(answer["ok"] == true);
  return answer;
}

TEST_CASE("a step knows its line inside of its item, also when it comes from a file") {
  Lab lab;
  Json rows = {{"table", "t"}, {"rows", "# first\n+I[1, x]\n\n+I[2, y]\n"}};
  CHECK(open(lab, rows)["steps"][2]["line"] == 4);
  std::string yaml =
      "sql: |\n  CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'format' = 'json');\n"
      "  SELECT a FROM t;\ninput:\n  - table: t\n    rows: |\n      +I[1]\n      +I[2]\n";
  Json answer = Json::parse(lab.call(Json{{"method", "open"}, {"scenario", yaml}}.dump()));
  REQUIRE(answer["ok"] == true);
  CHECK(answer["steps"][2]["line"] == 2);
}

TEST_CASE("a message that cannot be read is the last step, and can be looked at") {
  Lab lab;
  Json opened = open(lab, {{"table", "t"}, {"format", "json"}, {"rows", "{\"a\":1}\n{\"a\":\"x\"}\n"}});
  CHECK(opened["steps"][2]["failed"] == true);
  Json step =
      Json::parse(lab.call(Json{{"method", "step"}, {"session", opened["session"]}, {"index", 2}}.dump()));
  REQUIRE(step["ok"] == true);
  CHECK(step["events"][0]["type"] == "error");
  CHECK(step["events"][0]["node"] == -1);
}

}  // namespace
}  // namespace rowkind
