#include "support.h"

using namespace rowkind;

namespace {

const FormatTest kItems{"debezium-json", "sku STRING, qty INT, price DECIMAL(8, 2)"};
const FormatTest kIgnoring{
    "debezium-json", "sku STRING, qty INT, price DECIMAL(8, 2)", {{"ignore-parse-errors", "true"}}};

}  // namespace

TEST_CASE("debezium-json: operations") {
  CHECK(kItems(R"({"before":null,"after":{"sku":"A-1","qty":5,"price":9.9},"op":"c","ts_ms":1})") ==
        "+I[A-1, 5, 9.90]");
  CHECK(kItems(R"({"after":{"sku":"B-7","qty":1,"price":"12.345"},"op":"r"})") == "+I[B-7, 1, 12.35]");
  CHECK(kItems(R"({"op":"u","before":{"sku":"A-1","qty":5},"after":{"sku":"A-1","qty":3,"price":9.9}})") ==
        "-U[A-1, 5, null] +U[A-1, 3, 9.90]");
  CHECK(kItems(R"({"before":{"sku":"A-1"},"after":null,"op":"d"})") == "-D[A-1, null, null]");
  CHECK(kItems("null") == "");
  CHECK(kItems("") == "");
  CHECK(kItems(R"({"after":{"sku":"Q","qty":1,"price":1234567.5},"op":"c"} junk)") == "+I[Q, 1, null]");
}

TEST_CASE("debezium-json: failures leave nothing behind; ignored, the message is dropped") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"before":null,"after":{"qty":1},"op":"u"})",
       "The \"before\" field of UPDATE message is null, if you are using Debezium Postgres Connector"},
      {R"({"before":null,"after":null,"op":"d"})", "The \"before\" field of DELETE message is null"},
      {R"({"before":{},"after":null,"op":"u"})", "The \"after\" field is null"},
      {R"({"after":null,"op":"c"})", "The \"after\" field is null"},
      {R"({"before":null,"after":null,"op":"t"})", "Unknown \"op\" value \"t\"."},
      {R"({"after":{},"op":"C"})", "Unknown \"op\" value \"C\"."},
      {R"({"after":{}})", "The \"op\" field is missing"},
      {R"({"schema":{},"payload":{"after":{},"op":"c"}})", "set 'debezium-json.schema-include' = 'true'"},
      {R"({"after":{"sku":"x")", "Unexpected end-of-input"},
      {R"([1])", "Illegal JSON object data"},
      {R"(null )", "Illegal JSON object data"},
  };
  for (const auto& [message, gist] : cases) {
    CAPTURE(message);
    CHECK(contains(kItems(message), "error: Corrupt Debezium JSON message '" + message + "'. "));
    CHECK(contains(kItems(message), gist));
    CHECK(kIgnoring(message) == "");
  }
  const std::string bad = R"({"after":{"sku":"Q","qty":"x","price":"A+g="},"op":"c"})";
  CHECK(contains(
      kItems(bad),
      "Fail to deserialize at field: after. Fail to deserialize at field: qty. For input string: \"x\""));
  CHECK(kIgnoring(bad) == "+I[Q, null, null]");
  CHECK(contains(kItems(R"({"after":{"price":"A+g="},"op":"c"})"), "decimal.handling.mode"));
  // The columns are read whatever the operation needs.
  CHECK(contains(kItems(R"({"before":{"qty":"x"},"after":{"qty":1},"op":"c"})"),
                 "Fail to deserialize at field: before."));
}

TEST_CASE("debezium-json: schema envelope") {
  FormatTest t{"debezium-json", "a INT", {{"schema-include", "true"}}, {"schema"}};
  CHECK(t(R"({"schema":{"type": "struct"},"payload":{"before":null,"after":{"a":4},"op":"c"}})") ==
        "+I[4, '{\"type\":\"struct\"}']");
  CHECK(t(R"({"payload":{"before":{"a":4},"after":{"a":5},"op":"u"}})") == "-U[4, null] +U[5, null]");
  CHECK(contains(t(R"({"after":{"a":4},"op":"c"})"), "unset 'debezium-json.schema-include'"));
}

TEST_CASE("debezium-json: metadata") {
  FormatTest t{"debezium-json",
               "a INT",
               {},
               {"ingestion-timestamp", "source.timestamp", "source.database", "source.schema", "source.table",
                "source.properties", "schema"}};
  CHECK(
      t(R"({"source":{"db":"shop","table":"orders","ts_ms":1589361987000,"snapshot":null,"pos":1.50},"ts_ms":1717200000456,"after":{"a":1},"op":"c"})") ==
      "+I[1, 2024-06-01 00:00:00.456, 2020-05-13 09:26:27.000, shop, null, orders, {db=shop, pos=1.5, "
      "snapshot=null, table=orders, ts_ms=1589361987000}, null]");
  CHECK(t(R"({"after":{"a":1},"before":{"a":0},"op":"u"})") ==
        "-U[0, null, null, null, null, null, null, null] +U[1, null, null, null, null, null, null, null]");
  FormatTest bad{"debezium-json", "a INT", {}, {"source.collection"}};
  CHECK(contains(bad("{}"), "Invalid metadata key 'source.collection'."));
}

TEST_CASE("formats that are not there") {
  CHECK(contains(FormatTest{"debezium-jsn", "a INT"}("{}"),
                 "Could not find any factory for identifier 'debezium-jsn' that implements"));
  CHECK(contains(FormatTest{"debezium-jsn", "a INT"}("{}"), "did you mean 'debezium-json'?"));
  CHECK(contains(FormatTest{"avro", "a INT"}("{}"), "use json or debezium-json"));
}

TEST_CASE("messages are lines") {
  std::vector<RawMessage> messages = split_messages("{\"a\":1}\n\n  \n# no\n  # no\nnull\n null\n{}");
  REQUIRE(messages.size() == 4);
  CHECK(messages[0].text == "{\"a\":1}");
  CHECK(messages[1].text.data() == nullptr);
  CHECK(messages[1].line == 6);
  CHECK(messages[2].text == " null");
  CHECK(messages[3].line == 8);
  CHECK(messages[3].offset == 35);
}
