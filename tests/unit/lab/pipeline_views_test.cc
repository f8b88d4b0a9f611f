// What the page sees of a Flink CDC pipeline: stages as a graph, events between them, sink tables as they
// evolve.
#include <doctest/doctest.h>

#include "lab/document.h"
#include "lab/lab.h"

namespace rowkind {
namespace {

constexpr const char* kPipeline = R"(transform:
  - source-table: shop.orders
    projection: id, UPPER(name) AS name, qty
    filter: qty > 0
route:
  - source-table: shop.orders
    sink-table: ods.orders
pipeline:
  schema.change.behavior: EVOLVE
)";

Json document(const char* pipeline, Json input) {
  return {
      {"flink-cdc", "3.7"},
      {"pipeline", pipeline},
      {"tables", {{"shop.orders", "id INT NOT NULL, name STRING, qty INT, note STRING, PRIMARY KEY (id)"}}},
      {"input", std::move(input)}};
}

class Opened {
 public:
  explicit Opened(Json input, const char* pipeline = kPipeline) {
    open = call({{"method", "open"}, {"document", document(pipeline, std::move(input))}});
    REQUIRE(open["ok"] == true);
  }
  Json step(int index) {
    Json answer = call({{"method", "step"}, {"session", open["session"]}, {"index", index}});
    REQUIRE(answer["ok"] == true);
    return answer;
  }
  Json open;

 private:
  Json call(const Json& request) { return Json::parse(lab_.call(request.dump())); }
  Lab lab_;
};

Json rows(const char* text) {
  return Json{{"table", "shop.orders"}, {"rows", text}};
}

// "type node rule kind" of every event.
std::vector<std::string> brief(const Json& step) {
  std::vector<std::string> out;
  for (const Json& event : step["events"]) {
    out.push_back(event["type"].get<std::string>() + " " + std::to_string(event["node"].get<int>()) + " " +
                  event.value("rule", "") + " " + event.value("kind", ""));
  }
  return out;
}

TEST_CASE("stages are the graph, sink tables the outputs") {
  Opened lab(Json::array({rows("+I[1, ann, 5, x]\n")}));
  std::vector<std::string> names;
  for (const Json& node : lab.open["graph"]["nodes"]) names.push_back(node["name"]);
  CHECK(names ==
        std::vector<std::string>{"Source", "PreTransform", "PostTransform", "SchemaOperator", "Sink"});
  CHECK(lab.open["outputs"][0]["name"] == "ods.orders");
  CHECK(lab.open["pipeline"]["transform"][0]["filter"] == "qty > 0");
  REQUIRE(lab.open["steps"].size() == 3);  // start, CREATE, the row
  CHECK(lab.open["steps"][1]["kind"] == "schema");
  CHECK(lab.open["changelog"][0][0]["text"] ==
        "CREATE (id INT NOT NULL, name STRING, qty INT, PRIMARY KEY (id))");
  CHECK(lab.open["changelog"][0][1]["cells"] == Json::array({"1", "ANN", "5"}));
  CHECK(lab.open["changelog"][0][1]["event"] ==
        "DataChangeEvent{tableId=ods.orders, before=[], after=[1, ANN, 5], op=INSERT, meta=()}");
}

TEST_CASE("an update that leaves the filter becomes a delete, and the trace says so") {
  Opened lab(Json::array({rows("+I[1, ann, 5, x]\n-U[1, ann, 5, x]\n+U[1, ann, 0, x]\n")}));
  CHECK(brief(lab.step(3)) ==
        std::vector<std::string>{"emit 0 pipeline/source -U", "emit 0 pipeline/source +U", "receive 1  -U",
                                 "receive 1  +U", "emit 1 pipeline/columns-cut -U",
                                 "emit 1 pipeline/columns-cut +U", "receive 2  -U", "receive 2  +U",
                                 "emit 2 pipeline/update-left-filter -D", "receive 3  -D",
                                 "emit 3 pipeline/routed -D", "receive 4  -D"});
  Json table = lab.step(3)["tables"][0];
  CHECK(table["total"] == 0);
  CHECK(table["rows"][0]["change"] == "removed");
  CHECK(lab.step(2)["tables"][0]["rows"][0]["change"] == "added");
}

TEST_CASE("a row that fails the filter is suppressed where it is lost") {
  Opened lab(Json::array({rows("+I[1, ann, 0, x]\n")}));
  CHECK(brief(lab.step(2)).back() == "suppress 2 pipeline/filtered-out ");
}

TEST_CASE("a new column reshapes the rows that are there") {
  Opened lab(Json::array({rows("+I[1, ann, 5, x]\n"), {{"ddl", "ALTER TABLE shop.orders ADD c INT"}}}),
             "pipeline:\n  schema.change.behavior: EVOLVE\n");
  Json step = lab.step(3);
  CHECK(step["tables"][0]["columns"].size() == 5);
  CHECK(step["tables"][0]["rows"][0]["cells"] == Json::array({"1", "ann", "5", "x", nullptr}));
  CHECK(step["tables"][0]["rows"][0]["change"] == "same");
  CHECK(step["states"][0]["rows"].back()["change"] == "added");
  CHECK(lab.open["graph"]["nodes"].size() == 3);  // without rules there is no transform
}

TEST_CASE("a failing step ends the run and names its stage") {
  Opened lab(Json::array({rows("+I[1, ann, null, x]\n+I[2, bob, 1, x]\n")}),
             "transform:\n  - source-table: shop.orders\n    projection: id, qty + 1 AS n\n");
  REQUIRE(lab.open.contains("error"));
  CHECK(lab.open["error"]["step"] == 2);
  CHECK(brief(lab.step(2)).back() == "error 2  ");
}

TEST_CASE("a definition that is wrong still opens") {
  Opened lab(Json::array(), "transform:\n  - projection: id\n");
  CHECK(lab.open["graph"].is_null());
  CHECK(lab.open["diagnostics"][0]["source"] == "pipeline");
}

TEST_CASE("advice comes with its place in the pipeline's text") {
  Opened lab(Json::array({rows("+I[1, ann, 5, x]\n")}),
             "transform:\n  - source-table: shop.orders\n    filter: qty <> 1\n");
  Json advice = lab.open["diagnostics"];
  REQUIRE(!advice.empty());
  CHECK(advice[0]["source"] == "pipeline");
  CHECK(advice[0]["place"]["line"] == 3);
}

TEST_CASE("pasted rows are recognised") {
  Lab lab;
  Json answer =
      Json::parse(lab.call(R"({"method":"detect","text":"{\"before\":null,\"after\":{},\"op\":\"c\"}"})"));
  CHECK(answer["format"] == "debezium-json");
}

}  // namespace
}  // namespace rowkind
