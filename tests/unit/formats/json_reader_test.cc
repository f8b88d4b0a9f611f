#include "formats/json_reader.h"

#include <random>

#include "doctest/doctest.h"
#include "nlohmann/json.hpp"

using namespace rowkind;

namespace {

// All tokens of the first value: "{ n:a 1 }", or "error".
std::string tokens(std::string_view text) {
  JsonReader in(text);
  std::string out, buffer;
  while (in.next() != JsonToken::kNone) {
    if (in.token() == JsonToken::kError) return "error";
    if (in.token() == JsonToken::kFieldName) out += "n:";
    if (in.token() == JsonToken::kString) out += "s:";
    out += std::string(in.text(buffer)) + " ";
  }
  return out;
}

// The same from nlohmann's parser.
struct Events : nlohmann::json_sax<nlohmann::json> {
  std::string out;
  bool null() override { return add("null"); }
  bool boolean(bool v) override { return add(v ? "true" : "false"); }
  bool number_integer(number_integer_t v) override { return add(v == 0 ? "-0" : std::to_string(v)); }
  bool number_unsigned(number_unsigned_t v) override { return add(std::to_string(v)); }
  bool number_float(number_float_t, const std::string& raw) override { return add(raw); }
  bool string(std::string& v) override { return add("s:" + v); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(size_t) override { return add("{"); }
  bool key(std::string& v) override { return add("n:" + v); }
  bool end_object() override { return add("}"); }
  bool start_array(size_t) override { return add("["); }
  bool end_array() override { return add("]"); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    out = "error";
    return false;
  }
  bool add(const std::string& token) {
    out += token + " ";
    return true;
  }
};
std::string reference(const std::string& text) {
  Events events;
  nlohmann::json::sax_parse(text, &events, nlohmann::json::input_format_t::json, false);
  return events.out;
}

std::string tree(std::string_view text, bool big = false) {
  JsonReader in(text);
  in.next();
  std::string out;
  return in.tree_text(big, out) ? out : "error at " + std::to_string(in.offset()) + ": " + in.problem();
}

}  // namespace

TEST_CASE("tokens are those of nlohmann's parser") {
  for (const std::string text : {"{}",
                                 "[]",
                                 "null",
                                 "true",
                                 "false",
                                 "12",
                                 "-0",
                                 "-0.0",
                                 "1.50",
                                 "1e3",
                                 "1E+3",
                                 "1E-03",
                                 "\"\"",
                                 "\"a\\u00e9\\n\\\"\\\\\\/\"",
                                 "\"\\ud83d\\ude00\"",
                                 "[1,2 , 3]",
                                 "{\"a\":1,\"b\":{\"c\":[{},[],null]}}",
                                 " [ ] ",
                                 "[\"é\",\"😀\"]",
                                 "",
                                 " ",
                                 "{",
                                 "[",
                                 "[1",
                                 "[1,",
                                 "[1,]",
                                 "[,1]",
                                 "{\"a\"}",
                                 "{\"a\":}",
                                 "{\"a\":1,}",
                                 "{a:1}",
                                 "{'a':1}",
                                 "tru",
                                 "truex",
                                 "nul",

                                 "-",
                                 "-a",
                                 "1.",
                                 ".5",
                                 "1e",
                                 "1e+",
                                 "+1",
                                 "NaN",
                                 "\"a",
                                 "\"\\x\"",
                                 "\"\\u12g4\"",
                                 "[1}",
                                 "{\"a\":1]",
                                 "[1 2]",
                                 "{\"a\" 1}",
                                 "// x\n1",
                                 "[1]]",
                                 "}",
                                 "]",
                                 ":",
                                 ","}) {
    CAPTURE(text);
    std::string expected = reference(text);
    // What follows a root value is not looked at; nlohmann's lexer takes "truex" apart in the same way.
    CHECK(tokens(text) == expected);
  }
}

TEST_CASE("random damage is found where nlohmann finds it") {
  const std::string whole =
      "{\"before\":null,\"after\":{\"id\":-12.5e3,\"n\":[true,false,\"x\\ty\",{\"k\":{}}]},\"op\":\"c\"}";
  std::mt19937 random(7);
  const std::string alphabet = "{}[]:,\"\\0123456789.eE+-truefalsn xu";
  for (int round = 0; round < 20000; ++round) {
    std::string text = whole;
    for (unsigned n = random() % 3 + 1; n > 0; --n) {
      size_t at = random() % text.size();
      if (random() % 3 == 0) {
        text.erase(at, 1 + random() % 4);
      } else if (random() % 2 == 0) {
        text[at] = alphabet[random() % alphabet.size()];
      } else {
        text.insert(at, 1, alphabet[random() % alphabet.size()]);
      }
      if (text.empty()) text = "{";
    }
    std::string expected = reference(text);
    if (tokens(text) != expected) {
      CAPTURE(text);
      CHECK(tokens(text) == expected);
    }
  }
}

TEST_CASE("leading zeros are refused") {
  CHECK(tokens("01") == "error");
  CHECK(tokens("[-012]") == "error");
}

TEST_CASE("raw control characters inside strings are allowed") {
  CHECK(tokens("\"a\nb\x01\"") == "s:a\nb\x01 ");
  CHECK(reference("\"a\nb\"") == "error");
}

TEST_CASE("nesting has a limit, in a message that says so") {
  std::string deep(10000, '[');
  CHECK(tree(deep) == "error at 200: JSON nested deeper than 200 levels");
  std::string fits = std::string(200, '[') + std::string(200, ']');
  CHECK(tree(fits) == fits);
}

TEST_CASE("a tree prints as JsonNode.toString()") {
  CHECK(tree("{\"k\": 1, \"l\":[1, 2.50]}") == "{\"k\":1,\"l\":[1,2.5]}");
  CHECK(tree("{\"k\": 1, \"l\":[1, 2.50, 1E3, 100.0]}", true) == "{\"k\":1,\"l\":[1,2.5,1E+3,1E+2]}");
  CHECK(tree("[1E3,1e400,-0,-0.0,123456789012345678901234567890]") ==
        "[1000.0,Infinity,0,-0.0,123456789012345678901234567890]");
  CHECK(tree("{\"a\":1,\"b\":2,\"a\":3}") == "{\"a\":3,\"b\":2}");
  CHECK(tree("\"\\u0001\\u001f/\\/é\\ud83d\\ude00\\ud83d\"") == "\"\\u0001\\u001F//é😀?\"");
  CHECK(tree("[1.50e-7,0.000001,0.0000001,12.0e1]", true) == "[1.5E-7,0.000001,1E-7,1.2E+2]");
}

TEST_CASE("an error has a place") {
  JsonReader in("{\"a\":1,\"b\":x}");
  while (in.next() != JsonToken::kError) {
  }
  CHECK(in.offset() == 11);
  CHECK(in.problem() == "Unexpected character ('x' (code 120))");
  JsonReader open("{\"a\":1");
  while (open.next() != JsonToken::kError) {
  }
  CHECK(open.problem() == "Unexpected end-of-input: expected close marker for Object");
  CHECK(open.next() == JsonToken::kError);
}
