// JSON text as a stream of tokens, with the grammar and the token names of Jackson's JsonParser, which
// Flink's decoders are written against: field names and values are tokens, one value is read, what follows it
// is not looked at. Numbers keep their written form. Unescaped control characters inside strings are allowed;
// comments, single quotes, trailing commas, leading zeros and NaN are not. Nothing is allocated while
// reading. (nlohmann's SAX parser is the reference in the tests. It refuses raw control characters, and its
// lexer alone takes longer than all of the decoding here.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/limits.h"

namespace rowkind {

enum class JsonToken : uint8_t {
  kNone,  // before the first token, and behind the value
  kStartObject,
  kEndObject,
  kStartArray,
  kEndArray,
  kFieldName,
  kString,
  kInt,    // number without fraction and exponent
  kFloat,  // number with one of them
  kTrue,
  kFalse,
  kNull,
  kError,  // not JSON, or nested too deep: problem() says why; every further next() gives kError
};

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  // Moves to the next token.
  JsonToken next();
  JsonToken token() const { return token_; }
  // Behind the value or array that starts here: moves to its closing bracket. Scalars stay. False on an
  // error.
  bool skip_children();

  // Of a string or field name: the characters between the quotes, escapes as written; of a number: all of it;
  // of other tokens: as written.
  std::string_view raw() const { return text_.substr(begin_, end_ - begin_); }
  bool escaped() const { return escaped_; }  // raw() holds escapes
  // What the token says (JsonParser.getText): unescaped text, or raw(). `buffer` holds it if need be.
  std::string_view text(std::string& buffer) const;
  // The compact text of the value that starts here, as JsonNode.toString() prints it: numbers in Java's form,
  // of equal names the last one at the first one's place. Moves to its end. `big_decimals`: floats are
  // BigDecimal.
  bool tree_text(bool big_decimals, std::string& out);

  int32_t offset() const {
    return static_cast<int32_t>(token_ == JsonToken::kString || token_ == JsonToken::kFieldName ? begin_ - 1
                                                                                                : begin_);
  }
  int32_t position() const { return static_cast<int32_t>(at_); }  // behind the token
  std::string_view whole() const { return text_; }
  int32_t depth() const { return depth_; }  // open brackets
  const std::string& problem() const { return problem_; }

 private:
  enum class State : uint8_t { kValue, kFirstValue, kFirstKey, kKey, kColon, kAfterValue };

  JsonToken fail(std::string problem, size_t at);
  JsonToken unexpected(size_t at);
  JsonToken open(bool object);
  JsonToken close(bool object);
  JsonToken string(JsonToken token);
  JsonToken number();
  JsonToken word(std::string_view word, JsonToken token);
  bool in_object() const { return depth_ > 0 && objects_[depth_ - 1]; }
  JsonToken set(JsonToken token) {
    token_ = token;
    return token;
  }

  std::string_view text_;
  size_t at_ = 0, begin_ = 0, end_ = 0;
  JsonToken token_ = JsonToken::kNone;
  State state_ = State::kValue;
  bool escaped_ = false;
  int32_t depth_ = 0;
  bool objects_[limits::kNestingDepth] = {};
  std::string problem_;
};

// The text of a JSON string, given the characters between its quotes; a lone surrogate becomes '?', as in a
// Java string that is turned into UTF-8.
void append_unescaped(std::string& out, std::string_view raw);
// `text` in quotes, escaped as JsonNode.toString() does; with `ascii_surrogates` characters beyond U+FFFF
// become two \uXXXX escapes, as Jackson writes bytes.
void append_json_string(std::string& out, std::string_view text, bool ascii_surrogates);
// Number in Java's form: a double ("1000.0"), or with `big_decimals` a BigDecimal without trailing zeros
// ("1E+3").
std::string java_float_text(std::string_view number, bool big_decimals);

}  // namespace rowkind
