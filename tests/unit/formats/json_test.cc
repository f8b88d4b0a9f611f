#include "support.h"

using namespace rowkind;

namespace {

// One column `v` of `type`, one value; format json (the streaming decoder) or debezium-json (the tree
// decoder).
std::string parser(const std::string& type, const std::string& value) {
  std::string out = FormatTest{"json", "v " + type}("{\"v\":" + value + "}");
  if (out.substr(0, 3) == "+I[") return out.substr(3, out.size() - 4);
  return contains(out, "Fail to deserialize at field: v.") ? "refused" : out;
}
std::string tree(const std::string& type, const std::string& value) {
  std::string out =
      FormatTest{"debezium-json", "v " + type}("{\"after\":{\"v\":" + value + "},\"op\":\"c\"}");
  if (out.substr(0, 3) == "+I[") return out.substr(3, out.size() - 4);
  return contains(out, "Fail to deserialize at field: after. Fail to deserialize at field: v.") ? "refused"
                                                                                                : out;
}
void both(const std::string& type, const std::string& value, const std::string& expected) {
  CAPTURE(type);
  CAPTURE(value);
  CHECK(parser(type, value) == expected);
  CHECK(tree(type, value) == expected);
}

}  // namespace

TEST_CASE("BOOLEAN takes everything; only true is TRUE") {
  for (const char* value : {"true", "\"TRUE\"", "\" true \""}) both("BOOLEAN", value, "TRUE");
  for (const char* value : {"false", "1", "0", "\"yes\"", "\"\"", "\"1\""}) both("BOOLEAN", value, "FALSE");
  both("BOOLEAN", "null", "null");
}

TEST_CASE("integers") {
  both("TINYINT", "127", "127");
  both("TINYINT", "\" -128 \"", "-128");
  for (const char* value : {"1.5", "\"1.5\"", "true", "128", "\"x\"", "1e1"})
    both("TINYINT", value, "refused");
  both("SMALLINT", "-32768", "-32768");
  both("SMALLINT", "32768", "refused");
  both("INT", "3.7", "3");
  both("INT", "-3.7", "-3");
  both("INT", "1e3", "1000");
  both("INT", "\"+5\"", "5");
  both("INT", "\" 7 \"", "7");
  for (const char* value : {"\"3.7\"", "true", "3000000000", "3e9", "\"\"", "\"-\""})
    both("INT", value, "refused");
  CHECK(parser("INT", "{}") == "refused");
  CHECK(tree("INT", "[1]") == "refused");
  both("BIGINT", "9223372036854775807", "9223372036854775807");
  both("BIGINT", "-9223372036854775808", "-9223372036854775808");
  both("BIGINT", "9223372036854775808", "refused");
  both("INTERVAL YEAR TO MONTH", "14", "+1-02");
  both("INTERVAL DAY TO SECOND(3)", "90061001", "+1 01:01:01.001");
}

TEST_CASE("floating point numbers and decimals") {
  both("DOUBLE", "1.50", "1.5");
  both("DOUBLE", "1", "1.0");
  both("DOUBLE", "\"NaN\"", "NaN");
  both("DOUBLE", "\" -Infinity\"", "-Infinity");
  both("DOUBLE", "\"1.5f\"", "1.5");
  both("DOUBLE", "\"0x1p3\"", "8.0");
  both("DOUBLE", "1e400", "Infinity");
  both("DOUBLE", "\"x\"", "refused");
  both("FLOAT", "0.1", "0.1");
  both("FLOAT", "\"3.4e39\"", "Infinity");
  both("DECIMAL(5, 2)", "123.456", "123.46");
  both("DECIMAL(5, 2)", "-12.345", "-12.35");
  both("DECIMAL(5, 2)", "999.995", "null");
  both("DECIMAL(5, 2)", "\"0012.5\"", "12.50");
  both("DECIMAL(5, 2)", "1e2", "100.00");
  both("DECIMAL(5, 2)", "12", "12.00");
  CHECK(parser("DECIMAL(5, 2)", "\" 12.5 \"") == "12.50");
  CHECK(tree("DECIMAL(5, 2)", "\" 12.5 \"") == "refused");
  for (const char* value : {"\"abc\"", "true", "\"AZA=\"", "{}"}) both("DECIMAL(5, 2)", value, "refused");
}

TEST_CASE("strings take any JSON") {
  both("STRING", "\"a\\\"b\\tc\"", "'a\"b\\tc'");
  both("STRING", "true", "true");
  CHECK(parser("STRING", "1.50") == "1.50");
  CHECK(tree("STRING", "1.50") == "1.5");
  CHECK(parser("STRING", "1E3") == "1E3");
  CHECK(tree("STRING", "1E3") == "1000.0");
  both("STRING", "{\"k\": 1, \"l\":[1, 2.50]}", "'{\"k\":1,\"l\":[1,2.5]}'");
  both("VARCHAR(2)", "\"abc\"", "abc");
  both("CHAR(5)", "\"abc\"", "abc");
  // A DECIMAL anywhere makes floats BigDecimals.
  CHECK(FormatTest{"debezium-json", "v STRING, d DECIMAL(5, 2)"}("{\"after\":{\"v\":1E3},\"op\":\"c\"}") ==
        "+I[1E+3, null]");
}

TEST_CASE("bytes are base64 with padding") {
  both("BYTES", "\"AQ==\"", "x'01'");
  both("BYTES", "\"AQID\"", "x'010203'");
  both("BYTES", "\"\"", "x''");
  both("BYTES", "\" AQ== AQID\"", "x'01010203'");
  for (const char* value : {"\"AQ\"", "\"AQ=\"", "\"A\"", "\"AQ==A\"", "\"*\"", "\"A Q==\"", "\"-_8=\""})
    both("BYTES", value, "refused");
  CHECK(parser("BYTES", "1") == "refused");
  CHECK(tree("BYTES", "1") == "null");
}

TEST_CASE("dates and times") {
  both("DATE", "\"2024-02-29\"", "2024-02-29");
  for (const char* value :
       {"\"2024-02-30\"", "\"2024-2-3\"", "19000", "\"2024-01-01 00:00:00\"", "\" 2024-01-01\""})
    both("DATE", value, "refused");
  both("TIME", "\"09:30:00\"", "09:30:00");
  both("TIME(3)", "\"09:30:00.25\"", "09:30:00.25");
  both("TIME", "\"24:00:00\"", "00:00:00");
  for (const char* value : {"\"9:30:00\"", "\"09:30\"", "\"24:00:01\""}) both("TIME", value, "refused");
  both("TIMESTAMP(3)", "\"2024-06-01 09:30:05.12\"", "2024-06-01 09:30:05.120");
  both("TIMESTAMP(3)", "\"2024-06-01 09:30:05.123456789\"", "2024-06-01 09:30:05.123");
  both("TIMESTAMP(6)", "\"2024-06-01 09:30:05.123456789\"", "2024-06-01 09:30:05.123456");
  both("TIMESTAMP(0)", "\"1969-12-31 23:59:59.9\"", "1969-12-31 23:59:59");
  both("TIMESTAMP(3)", "\"2024-02-30 10:00:00\"", "2024-02-29 10:00:00.000");
  both("TIMESTAMP(3)", "\"2024-12-31 24:00:00\"", "2025-01-01 00:00:00.000");
  for (const char* value : {"\"2024-06-01T09:30:00\"", "\"2024-06-01 09:30\"", "\"2024-6-1 09:30:00\"",
                            "1717200000000", "\"2024-06-01 09:30:00 \"", "\"2024-06-32 00:00:00\""}) {
    both("TIMESTAMP(3)", value, "refused");
  }
  both("TIMESTAMP_LTZ(3)", "\"2024-06-01 09:30:00Z\"", "2024-06-01 09:30:00.000");
  both("TIMESTAMP_LTZ(3)", "\"2024-06-01 09:30:00\"", "refused");
  both("TIMESTAMP_LTZ(3)", "\"2024-06-01 09:30:00+08:00\"", "refused");
}

TEST_CASE("ISO-8601 timestamps") {
  FormatTest t{"json",
               "t TIMESTAMP(3), z TIMESTAMP_LTZ(3)",
               {{"timestamp-format.standard", "ISO-8601"}, {"ignore-parse-errors", "true"}}};
  CHECK(t("{\"t\":\"2024-06-01T09:30\",\"z\":\"2024-06-01T09:30Z\"}") ==
        "+I[2024-06-01 09:30:00.000, 2024-06-01 09:30:00.000]");
  CHECK(t("{\"t\":\"2024-06-01t09:30:00.5\",\"z\":\"2024-06-01T09:30:00.5Z\"}") ==
        "+I[2024-06-01 09:30:00.500, 2024-06-01 09:30:00.500]");
  CHECK(t("{\"t\":\"2024-06-01 09:30:00\",\"z\":\"2024-06-01T09:30:00\"}") == "+I[null, null]");
  CHECK(t("{\"t\":\"2024-02-30T00:00:00\"}") == "+I[null, null]");
  FormatTest bad{"json", "a INT", {{"timestamp-format.standard", "iso-8601"}}};
  CHECK(contains(bad("{}"),
                 "Unsupported value 'iso-8601' for timestamp-format.standard. Supported values are [SQL, "
                 "ISO-8601]. (did you mean 'ISO-8601'?)"));
}

TEST_CASE("nested values") {
  both("ARRAY<INT>", "[1, null, \"3\"]", "[1, null, 3]");
  both("ARRAY<INT>", "\"x\"", "refused");
  both("MAP<STRING, INT>", "{\"a\":1,\"b\":null}", "{a=1, b=null}");
  CHECK(parser("MAP<STRING, INT>", "\"x\"") == "refused");
  CHECK(tree("MAP<STRING, INT>", "\"x\"") == "{}");
  both("MULTISET<STRING>", "{\"a\":2}", "{a=2}");
  both("ROW<x INT, y ROW<z STRING>>", "{\"y\":{\"z\":\"q\",\"w\":[{}]},\"x\":1}", "(1, (q))");
  both("ROW<x INT>", "{\"x\":\"y\"}", "refused");
  both("ROW<x INT>", "[]", "refused");
  CHECK(contains(FormatTest{"json", "m MAP<INT, STRING>"}("{}"),
                 "JSON format doesn't support non-string as key type of map. The type is: MAP<INT, STRING>"));
  CHECK(contains(FormatTest{"json", "m MULTISET<INT>"}("{}"), "The type is: MULTISET<INT>"));
}

TEST_CASE("json: messages") {
  FormatTest t{"json", "a INT, b STRING"};
  CHECK(t("{\"b\":\"x\",\"c\":{\"d\":[1,{}]},\"a\":1} trailing") == "+I[1, x]");
  CHECK(t("{}") == "+I[null, null]");
  CHECK(t("null") == "");
  CHECK(t("") == "");
  CHECK(t("[{\"a\":1,\"b\":\"p\"},{\"a\":2,\"b\":\"q\"}]") == "+I[1, p] +I[2, q]");
  CHECK(t("[]") == "");
  CHECK(t("{\"A\":1}") == "+I[null, null]");
  CHECK(contains(t("{\"a\":1,\"b\":\"x\""),
                 "Failed to deserialize JSON '{\"a\":1,\"b\":\"x\"'. Unexpected end-of-input"));
  CHECK(contains(t("42"), "Failed to deserialize JSON '42'. No content to map due to end-of-input"));
  CHECK(contains(t("[{\"a\":1},2]"), "+I[1, null] error: Failed to deserialize JSON"));
  CHECK(contains(t("{\"a\":\"x\"}"), "Fail to deserialize at field: a."));
  FormatTest strict{"json", "a INT, b STRING", {{"fail-on-missing-field", "true"}}};
  CHECK(contains(strict("{\"b\":\"x\"}"), "Some field is missing in the JSON data."));
  CHECK(strict("{\"a\":null,\"b\":\"x\"}") == "+I[null, x]");
  FormatTest lenient{"json", "a INT, b STRING", {{"ignore-parse-errors", "true"}}};
  CHECK(lenient("{\"a\":\"x\",\"b\":\"y\"}") == "+I[null, y]");
  for (const char* message : {"42", "\"text\"", "not json", "{\"a\":1", "{\"a\":1,\"b\":"})
    CHECK(lenient(message) == "");
  CHECK(lenient("[{\"a\":1},2,{\"a\":3}]") == "+I[1, null] +I[3, null]");
  FormatTest both{"json", "a INT", {{"ignore-parse-errors", "true"}, {"fail-on-missing-field", "true"}}};
  CHECK(contains(both("{}"), "fail-on-missing-field and ignore-parse-errors shouldn't both be true."));
  FormatTest boolean{"json", "a INT", {{"ignore-parse-errors", "yes"}}};
  CHECK(contains(boolean("{}"), "Could not parse value 'yes' for key 'json.ignore-parse-errors'."));
}

TEST_CASE("json: the streaming decoder's quirks and the tree decoder") {
  CHECK(FormatTest{"json", "a INT, b INT"}("{\"a\":1,\"a\":2,\"b\":3}") == "+I[2, null]");
  FormatTest lenient{"json", "n INT, s STRING", {{"ignore-parse-errors", "true"}}};
  CHECK(lenient("{\"n\":{\"a\":1},\"s\":\"object\"}") == "+I[null, null]");
  CHECK(lenient("{\"n\":{\"s\":\"inside\"},\"s\":\"object\"}") == "+I[null, inside]");
  CHECK(lenient("{\"n\":[1],\"s\":\"array\"}") == "+I[null, array]");
  FormatTest tree{"json", "a INT, b STRING", {{"decode.json-parser.enabled", "false"}}};
  CHECK(tree("{\"a\":1,\"a\":2,\"b\":1.50}") == "+I[2, 1.5]");
  CHECK(tree("null") == "");
  CHECK(contains(tree("{\"a\":\"x\"}"), "Fail to deserialize at field: a. For input string: \"x\""));
  FormatTest strict{"json",
                    "a INT, b STRING",
                    {{"decode.json-parser.enabled", "false"}, {"fail-on-missing-field", "true"}}};
  CHECK(
      contains(strict("{\"a\":1}"), "Fail to deserialize at field: b. Could not find field with name 'b'."));
}

TEST_CASE("a large message is cut in the error, and its place is kept") {
  std::string message = "{\"a\":\"" + std::string(10 << 20, 'x') + "\",\"a\":}";
  std::vector<Change> changes;
  FormatTest t{"json", "b INT"};
  Status status = make_decoder("json", t.config()).or_throw()->decode(message, changes);
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().message.size() < 3000);
  CHECK(status.error().span.offset == static_cast<int32_t>(message.size()) - 1);
  CHECK(contains(t(std::string(10000, '{')), "Unexpected character"));
  CHECK(contains(t("{\"x\":" + std::string(10000, '[') + "}"), "JSON nested deeper than 200 levels"));
}
