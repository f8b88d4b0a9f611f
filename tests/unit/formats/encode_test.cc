#include "support.h"

using namespace rowkind;

namespace {

struct EncodeTest {
  std::string format;
  std::string columns;
  WithOptions options = {};

  std::string operator()(const std::string& line) const {
    FormatConfig config = FormatTest{format, columns, options}.config();
    Result<std::unique_ptr<Encoder>> encoder = make_encoder(format, config);
    if (!encoder) return to_text(encoder.error());
    Change change = parse_change(line, config.physical, TimeZone::utc()).or_throw();
    Result<std::string> message = (*encoder)->encode(change.kind, *change.row);
    return message ? *message : to_text(message.error());
  }
};

}  // namespace

TEST_CASE("json values as Flink writes them") {
  EncodeTest t{"json", "a DECIMAL(10, 2), b DOUBLE, c FLOAT, d BOOLEAN, e STRING"};
  CHECK(t("+I[100.00, 1e10, 0.1, true, 'é/\"\\n😀']") ==
        R"({"a":1E+2,"b":1.0E10,"c":0.1,"d":true,"e":"é/\"\n\uD83D\uDE00"})");
  CHECK(t("+I[5.10, NaN, -Infinity, false, '']") ==
        R"({"a":5.1,"b":"NaN","c":"-Infinity","d":false,"e":""})");
  CHECK(t("+I[0.00, -0.0, null, null, null]") == R"({"a":0,"b":-0.0,"c":null,"d":null,"e":null})");
  EncodeTest plain{"json", "a DECIMAL(10, 2)", {{"encode.decimal-as-plain-number", "true"}}};
  CHECK(plain("+I[100.00]") == R"({"a":100.00})");
  CHECK(plain("+I[0.00]") == R"({"a":0.00})");
  CHECK(EncodeTest{"json", "a DECIMAL(38, 9)"}("+I[0.000000027]") == R"({"a":2.7E-8})");
  EncodeTest times{"json", "a DATE, b TIME(3), c TIMESTAMP(3), d TIMESTAMP_LTZ(6), e BYTES"};
  CHECK(
      times("+I[2024-06-01, 09:30:00.120, 2024-06-01 09:30:00, 2024-06-01 09:30:00.000001, x'01']") ==
      R"({"a":"2024-06-01","b":"09:30:00.12","c":"2024-06-01 09:30:00","d":"2024-06-01 09:30:00.000001Z","e":"AQ=="})");
  EncodeTest iso{"json", "c TIMESTAMP(3), d TIMESTAMP_LTZ(3)", {{"timestamp-format.standard", "ISO-8601"}}};
  CHECK(iso("+I[2024-06-01 09:30:00.5, 1969-12-31 23:59:59.999]") ==
        R"({"c":"2024-06-01T09:30:00.5","d":"1969-12-31T23:59:59.999Z"})");
}

TEST_CASE("json: nulls, maps and nested values") {
  EncodeTest t{"json",
               "r ROW<x INT, y STRING>, a ARRAY<ROW<x INT>>, m MAP<STRING, INT>",
               {{"encode.ignore-null-fields", "true"}}};
  CHECK(t("+I[(null, b), [(1), (null), null], {k=null}]") ==
        R"({"r":{"y":"b"},"a":[{"x":1},{},null],"m":{"k":null}})");
  CHECK(t("+I[null, null, null]") == "{}");
  CHECK(contains(EncodeTest{"json", "m MAP<STRING, INT>"}("+I[{null=1}]"),
                 "JSON format doesn't support to serialize map data with null keys."));
  CHECK(EncodeTest{"json", "m MAP<STRING, INT>", {{"map-null-key.mode", "DROP"}}}("+I[{null=1, a=2}]") ==
        R"({"m":{"a":2}})");
  CHECK(EncodeTest{"json",
                   "m MAP<STRING, INT>",
                   {{"map-null-key.mode", "LITERAL"}, {"map-null-key.literal", "nil"}}}("+I[{null=1}]") ==
        R"({"m":{"nil":1}})");
  CHECK(contains(
      EncodeTest{"json", "m INT", {{"map-null-key.mode", "SKIP"}}}("+I[1]"),
      "Unsupported value 'SKIP' for option map-null-key.mode. Supported values are [LITERAL, FAIL, DROP]."));
  CHECK(EncodeTest{"json", "m MULTISET<STRING>"}("+I[{a=2}]") == R"({"m":{"a":2}})");
}

TEST_CASE("one change in every format") {
  const std::string columns = "id INT, s STRING";
  auto all = [&](const std::string& format) {
    EncodeTest t{format, columns};
    return t("+U[1, a]") + "\n" + t("-U[1, a]");
  };
  CHECK(all("debezium-json") == R"({"before":null,"after":{"id":1,"s":"a"},"op":"c"})"
                                "\n"
                                R"({"before":{"id":1,"s":"a"},"after":null,"op":"d"})");
  CHECK(all("canal-json") == R"({"data":[{"id":1,"s":"a"}],"type":"INSERT"})"
                             "\n"
                             R"({"data":[{"id":1,"s":"a"}],"type":"DELETE"})");
  CHECK(all("maxwell-json") == R"({"data":{"id":1,"s":"a"},"type":"insert"})"
                               "\n"
                               R"({"data":{"id":1,"s":"a"},"type":"delete"})");
  CHECK(all("ogg-json") == R"({"before":null,"after":{"id":1,"s":"a"},"op_type":"I"})"
                           "\n"
                           R"({"before":{"id":1,"s":"a"},"after":null,"op_type":"D"})");
  CHECK(all("changelog-json") == R"({"data":{"id":1,"s":"a"},"op":"+U"})"
                                 "\n"
                                 R"({"data":{"id":1,"s":"a"},"op":"-U"})");
  CHECK(EncodeTest{"debezium-json", columns, {{"encode.ignore-null-fields", "true"}}}("+I[1, null]") ==
        R"({"after":{"id":1},"op":"c"})");
  CHECK(contains(EncodeTest{"debezium-json", columns, {{"schema-include", "true"}}}("+I[1, a]"),
                 "Debezium JSON serialization doesn't support"));
}

TEST_CASE("csv: quotes and numbers") {
  EncodeTest t{"csv", "a INT, s STRING, d DECIMAL(10, 2)"};
  CHECK(t("+I[1, ann, 100000]") == "1,ann,100000.00");
  CHECK(t("+I[1, a b, 5.10]") == "1,\"a b\",5.10");
  CHECK(t("+I[1, 'say \"hi\"', null]") == "1,\"say \"\"hi\"\"\",");
  CHECK(t("+I[null, abcdefghijklmnopqrstuvwx, null]") == ",abcdefghijklmnopqrstuvwx,");
  CHECK(t("+I[null, abcdefghijklmnopqrstuvwxy, null]") == ",\"abcdefghijklmnopqrstuvwxy\",");
  CHECK(t("+I[1, 中文, null]") == "1,中文,");
  CHECK(t("+I[1, 'a\\\\b', null]") == "1,\"a\\b\",");
  EncodeTest scientific{"csv",
                        "d DECIMAL(10, 2), a ARRAY<DECIMAL(10, 2)>",
                        {{"write-bigdecimal-in-scientific-notation", "true"}}};
  CHECK(scientific("+I[100000, [100000]]") == "1E+5,\"1E+5\"");
  EncodeTest other{"csv",
                   "s STRING, a ARRAY<STRING>",
                   {{"field-delimiter", ";"},
                    {"quote-character", "|"},
                    {"null-literal", "n/a"},
                    {"array-element-delimiter", "+"}}};
  CHECK(other("+I['a|b', ['x,y', null]]") == "|a||b|;|x,y+n/a|");
  CHECK(other("+I[null, null]") == "n/a;n/a");
  EncodeTest escape{"csv", "s STRING", {{"escape-character", "\\"}}};
  CHECK(escape("+I['a\\\\\"b, c']") == "\"a\\\\\"\"b, c\"");
  EncodeTest none{
      "csv", "s STRING, t STRING", {{"disable-quote-character", "true"}, {"field-delimiter", "\\t"}}};
  CHECK(none("+I['a\\tb \"c\"', abcdefghijklmnopqrstuvwxyz]") == "a\tb \"c\"\tabcdefghijklmnopqrstuvwxyz");
}

TEST_CASE("round trips") {
  // Lossless for kinds: changelog-json. The others keep what the table holds.
  for (const char* format : {"changelog-json", "debezium-json", "canal-json", "maxwell-json", "ogg-json"}) {
    const std::string columns =
        "a INT, b STRING, c DECIMAL(10, 2), d TIMESTAMP(3), e ROW<x INT>, f ARRAY<STRING>, g BYTES, h DOUBLE";
    for (const std::string kind : {"+I", "-U", "+U", "-D"}) {
      std::string row =
          "[1, 'a, \"b\"\\n😀', 12.50, 2024-06-01 09:30:00.123, (null), [x, null], x'00FF', 1.0E-7]";
      std::string message = EncodeTest{format, columns}(kind + row);
      bool lossless = format == std::string("changelog-json");
      std::string expected = lossless ? kind : kind[0] == '+' ? "+I" : "-D";
      CHECK(FormatTest{format, columns}(message) == expected + row);
    }
  }
  CHECK(FormatTest{"raw", "s STRING"}(EncodeTest{"raw", "s STRING"}("+I[abc]")) == "+I[abc]");
}
