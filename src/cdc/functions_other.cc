// JSON and collections.
#include "cdc/functions.h"
#include "expr/functions/json_tree.h"

namespace rowkind::cdc {
namespace {

// PARSE_JSON, TRY_PARSE_JSON (option 1): compact text with sorted keys. Empty text is NULL.
Value parse_variant(const Args& a) {
  std::string_view text = a[0].string();
  if (text.empty()) return Value::null();
  JsonNode node;
  if (parse_json(text, node)) return Value::string(json_text(node));
  if (a.node.option == 1) return Value::null();
  fail_run("Failed to parse json string: " + std::string(text));
}

Value cardinality(const Args& a) {
  bool list = a[0].kind() == ValueKind::kArray;
  return Value::integer(static_cast<int64_t>(list ? a[0].array().size() : a[0].map().size()));
}

// 1-based, 0: not there. Numbers compare whatever their types.
int64_t place_in(const Args& a) {
  const std::vector<Value>& items = a[0].array();
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_null()) continue;
    bool same = is_number(items[i]) && is_number(a[1]) ? as_double(items[i]) == as_double(a[1])
                                                       : items[i].equals(a[1]);
    if (same) return static_cast<int64_t>(i + 1);
  }
  return 0;
}

Value array_contains(const Args& a) {
  return Value::boolean(place_in(a) > 0);
}

Value array_position(const Args& a) {
  return Value::integer(place_in(a));
}

Value element(const Args& a) {
  const std::vector<Value>& items = a[0].array();
  if (items.size() > 1) fail_run("Array has more than one element.");
  return items.empty() ? Value::null() : items[0];
}

const FunctionEntry kFunctions[] = {
    {"PARSE_JSON", 36, "s?a", Returns::kVariant, OnNull::kNull, parse_variant},
    {"TRY_PARSE_JSON", 36, "s?a", Returns::kVariant, OnNull::kNull, parse_variant, 1},
    {"CARDINALITY", 37, "c", Returns::kInt, OnNull::kNull, cardinality},
    {"ARRAY_CONTAINS", 37, "ra", Returns::kBoolean, OnNull::kNull, array_contains},
    {"ARRAY_POSITION", 37, "ra", Returns::kInt, OnNull::kNull, array_position},
    {"ELEMENT", 37, "r", Returns::kFirst, OnNull::kNull, element},
};

}  // namespace

FunctionTable other_functions() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace rowkind::cdc
