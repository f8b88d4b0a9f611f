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

TEST_CASE("a state comes in parts, what the step changed first") {
  Lab lab;
  const char* sql =
      "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'kafka', 'format' = 'json');\n"
      "SELECT a, COUNT(*) AS n FROM t GROUP BY a;";
  std::string text;
  for (int i = 0; i < 50; ++i) text += "+I[" + std::to_string(i) + ", x]\n";
  Json input = Json::array({{{"table", "t"}, {"rows", text + "+I[7, y]\n"}}});
  Json opened =
      Json::parse(lab.call(Json{{"method", "open"}, {"document", {{"sql", sql}, {"input", input}}}}.dump()));
  auto part = [&](int offset, int limit, int state = 0) {
    return Json::parse(lab.call(Json{
        {"method", "rows"},
        {"session", opened["session"]},
        {"index", 51},
        {"state", state},
        {"offset", offset},
        {"limit", limit}}.dump()));
  };
  Json first = part(0, 20), last = part(40, 20);
  CHECK(first["total"] == 50);
  CHECK(first["lines"] == 50);
  CHECK(first["rows"].size() == 20);
  CHECK(first["rows"][0]["change"] == "changed");
  CHECK(first["rows"][0]["cells"] == Json::array({"7", "2"}));
  CHECK(last["offset"] == 40);
  CHECK(last["rows"].size() == 10);
  Json all = first["rows"], middle = part(20, 20);
  for (const Json& one : middle["rows"]) all.push_back(one);
  for (const Json& one : last["rows"]) all.push_back(one);
  CHECK(all == part(0, 1000)["rows"]);
  CHECK(part(60, 20)["rows"].empty());
  CHECK(part(0, 20, 1)["error"]["code"] == "lab/state");
}

}  // namespace
}  // namespace rowkind
