#include "formats/lint.h"

#include "support.h"

using namespace rowkind;

namespace {

// Codes of what there is to say about messages, in order.
std::string codes(const FormatTest& t, const std::vector<std::string>& messages) {
  std::unique_ptr<Decoder> decoder = std::move(make_decoder(t.format, t.config()).or_throw());
  MessageLinter linter(t.format, t.config());
  std::string out;
  for (const std::string& message : messages) {
    std::vector<Change> changes;
    std::vector<Error> notes;
    if (decoder->decode(message, changes)) linter.check(message, changes.size(), notes);
    for (const Error& note : notes) {
      CHECK(note.severity == Severity::kAdvice);
      out += (out.empty() ? "" : " ") + note.code;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("lint: old rows that will not match") {
  FormatTest debezium{"debezium-json", "sku STRING, qty INT"};
  CHECK(codes(debezium, {R"({"before":{"sku":"A"},"after":{"sku":"A","qty":9},"op":"u"})"}) ==
        "format/before-partial");
  CHECK(codes(debezium, {R"({"before":{"sku":"A","qty":null},"after":{"sku":"A","qty":9},"op":"u"})"}) == "");
  CHECK(codes(debezium,
              {R"({"before":null,"after":{"sku":"__debezium_unavailable_value","qty":9},"op":"c"})"}) ==
        "format/unchanged-toast");
  FormatTest payload{"debezium-json", "sku STRING, qty INT", {{"schema-include", "true"}}};
  CHECK(codes(payload, {R"({"payload":{"before":{"sku":"A"},"after":{"sku":"A","qty":9},"op":"u"}})"}) ==
        "format/before-partial");
  FormatTest ogg{"ogg-json", "sku STRING, qty INT"};
  CHECK(codes(ogg, {R"({"before":{"sku":"A"},"after":{"sku":"A","qty":9},"op_type":"U"})"}) ==
        "format/before-partial");
  FormatTest canal{"canal-json", "id INT, city STRING, temp INT"};
  CHECK(codes(canal, {R"({"data":[{"id":"1","city":"A","temp":"1"},{"id":"2","city":"B","temp":"2"}],)"
                      R"("old":[{"temp":null},{"city":"C"}],"type":"UPDATE"})"}) ==
        "format/canal-several-rows");
  CHECK(codes(canal,
              {R"({"data":[{"id":"1"},{"id":"2"}],"old":[{"temp":"1"},{"temp":"2"}],"type":"UPDATE"})"}) ==
        "");
}

TEST_CASE("lint: values that are not what was sent") {
  FormatTest json{"json", "Id INT, ok BOOLEAN, d DECIMAL(5, 2), ts TIMESTAMP(3), r ROW<b BOOLEAN>"};
  CHECK(codes(json, {R"({"id":1})"}) == "format/field-case");
  CHECK(codes(json, {R"({"Id":1,"id":2})"}) == "");
  CHECK(codes(json, {R"({"ok":" true "})", R"({"ok":false})", R"({"ok":null})"}) == "");
  CHECK(codes(json, {R"({"ok":"yes"})", R"({"ok":0})", R"({"r":{"b":1}})"}) ==
        "format/boolean-false format/boolean-false");  // once a column
  CHECK(codes(json, {R"({"d":999.995})"}) == "format/decimal-null");
  CHECK(codes(json, {R"({"d":999.99})"}) == "");
  CHECK(codes(json, {R"({"ts":"2024-06-01 09:30:00.1234"})"}) == "format/fraction-cut");
  CHECK(codes(json, {R"({"ts":"2024-06-01 09:30:00.1230"})"}) == "");
  CHECK(codes(json, {R"({"Id":1,"Id":2})"}) == "format/duplicate-field");
  CHECK(codes(json, {R"([{"ok":true},{"ok":1}])"}) == "format/boolean-false");
  FormatTest maxwell{"maxwell-json", "id INT, ok BOOLEAN"};
  CHECK(codes(maxwell, {R"({"type":"insert","data":{"id":1,"ok":"1"}})"}) == "format/boolean-false");
  FormatTest changelog{"changelog-json", "id INT, ok BOOLEAN"};
  CHECK(codes(changelog, {R"({"op":"+I","data":{"id":1,"ok":1}})"}) == "format/boolean-false");
}

TEST_CASE("lint: what ignore-parse-errors leaves out") {
  FormatTest json{"json", "a INT, b STRING", {{"ignore-parse-errors", "true"}}};
  CHECK(codes(json, {R"({"a":1})", "no json", R"({"a":"x"})"}) ==
        "format/dropped-message format/dropped-value");
  FormatTest csv{"csv", "a INT, b STRING", {{"ignore-parse-errors", "true"}}};
  CHECK(codes(csv, {"1,x", "y,x", "1,x,y"}) == "format/dropped-value format/dropped-message");
  FormatTest maxwell{"maxwell-json", "id INT", {{"ignore-parse-errors", "true"}}};
  CHECK(codes(maxwell, {R"({"type":"bootstrap-insert","data":{"id":8}})"}) == "format/dropped-message");
}
