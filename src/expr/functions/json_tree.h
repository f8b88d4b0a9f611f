// JSON as SQL's JSON functions see it (Jackson's objects with BigDecimal floats): objects sorted by key when
// written, of equal names the last one counts. And the JsonPath subset: $, .name, ['name'], [n], [a,b],
// [from:to], [*], .*, ..name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "types/logical_type.h"
#include "types/value.h"

namespace rowkind {

struct JsonNode {
  enum class Kind : uint8_t { kNull, kTrue, kFalse, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  std::string text;  // of a string; of a number as Java prints it
  bool is_float = false;
  std::vector<JsonNode> elements;
  std::vector<std::pair<std::string, JsonNode>> members;  // in the order of the text; names are unique

  bool scalar() const { return kind < Kind::kArray; }
  const JsonNode* find(std::string_view name) const;
};

// False if the text does not start with a JSON value. What follows the value is not looked at.
bool parse_json(std::string_view text, JsonNode& out);
void append_json(std::string& out, const JsonNode& node);
std::string json_text(const JsonNode& node);
// A string, number or word as text without quotes (String.valueOf).
std::string json_scalar_text(const JsonNode& node);

// A typed value as JSON (JSON_OBJECT, JSON_ARRAY, JSON_STRING). Throws Failure for types that have no JSON
// form.
void append_value_as_json(std::string& out, const Value& value, const LogicalType& type);
void check_json_type(const LogicalType& type, int32_t offset);

struct PathResult {
  enum class Status : uint8_t { kFound, kNull, kError };
  Status status = Status::kNull;
  bool strict = true;
  JsonNode node;
  std::string error;
};
// `path` with an optional mode in front ("lax $.a"; strict without).
PathResult read_json_path(std::string_view json, std::string_view path);

}  // namespace rowkind
