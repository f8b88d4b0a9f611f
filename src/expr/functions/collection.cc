// Arrays, maps, multisets and rows. Positions count from 1; NULL elements are elements.
#include <algorithm>

#include "expr/compare.h"
#include "expr/functions/json_tree.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"

namespace rowkind {

namespace {

using Elements = std::vector<Value>;

bool same(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return a.is_null() && b.is_null();
  return a.equals(b);
}

bool holds(const Elements& elements, const Value& v) {
  return std::any_of(elements.begin(), elements.end(), [&](const Value& e) { return same(e, v); });
}

[[noreturn]] void wrong(const ScalarFunction& self, const ExprList& operands, Span span) {
  wrong_call(self.name, self.signature, operands, span);
}

// --- types
// -----------------------------------------------------------------------------------------------------------------------

LogicalType least_or_throw(const ScalarFunction& self, const ExprList& operands, size_t first, size_t step,
                           Span span) {
  TypeList types;
  for (size_t i = first; i < operands.size(); i += step) types.push_back(operands[i]->type);
  std::optional<LogicalType> type = least_restrictive(types);
  if (!type)
    throw Failure("sql/wrong-arguments", "Parameters must be of the same type", span,
                  std::string(self.signature));
  return *type;
}

LogicalType infer_array(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.empty()) throw Failure("sql/wrong-arguments", "Require at least 1 argument", span);
  LogicalType element = least_or_throw(self, operands, 0, 1, span);
  cast_all(operands, element);
  return LogicalType::array(element).with_nullable(false);
}

LogicalType infer_map(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.empty() || operands.size() % 2 != 0) {
    throw Failure("sql/wrong-arguments", "Map requires an even number of arguments", span);
  }
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(TypeRoot::kNull))
      throw Failure("sql/wrong-arguments", "Parameters must be of the same type", operand->span,
                    "give the NULL a type: CAST(NULL AS ...)");
  }
  LogicalType key = least_or_throw(self, operands, 0, 2, span),
              value = least_or_throw(self, operands, 1, 2, span);
  cast_all(operands, key, 0, 2);
  cast_all(operands, value, 1, 2);
  return LogicalType::map(key, value).with_nullable(false);
}

LogicalType infer_row(const ScalarFunction&, ExprList& operands, Span span) {
  RowType fields;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i]->type.is(TypeRoot::kNull)) illegal_null(*operands[i], span);
    fields.push_back(
        Field{"EXPR$" + std::to_string(i), operands[i]->type.with_attribute(TimeAttribute::kNone)});
  }
  return LogicalType::row(std::move(fields)).with_nullable(false);
}

LogicalType infer_item(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 2) wrong_arguments(self.name, nullptr, operands, span);
  const LogicalType &type = operands[0]->type, &index = operands[1]->type;
  if (type.is(TypeRoot::kArray)) {
    if (!index.is_integer()) wrong_arguments(self.name, nullptr, operands, span);
    if (operands[1]->kind == ExprKind::kLiteral && operands[1]->literal.integer() < 1) {
      throw Failure("sql/wrong-arguments",
                    "Array element access needs an index starting at 1 but was " +
                        std::to_string(operands[1]->literal.integer()) + ".",
                    span);
    }
    return type.element().with_nullable(true);
  }
  if (type.is(TypeRoot::kVariant) && (index.is_character() || index.is_integer()))
    return type.with_nullable(true);
  if (type.is(TypeRoot::kMap)) {
    std::optional<LogicalType> common = least_restrictive({type.key(), index});
    if (!common) wrong_arguments(self.name, nullptr, operands, span);
    return type.value().with_nullable(true);
  }
  wrong_arguments(self.name, nullptr, operands, span);
}

LogicalType infer_cardinality(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 1) wrong_arguments(self.name, nullptr, operands, span);
  const LogicalType& type = operands[0]->type;
  if (type.is(TypeRoot::kMultiset)) throw Failure("sql/wrong-arguments", "Expect an array or a map.", span);
  if (!type.is(TypeRoot::kArray) && !type.is(TypeRoot::kMap))
    wrong_arguments(self.name, "A|M", operands, span);
  return LogicalType::integer().with_nullable(type.nullable());
}

LogicalType infer_element(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 1 ||
      (!operands[0]->type.is(TypeRoot::kArray) && !operands[0]->type.is(TypeRoot::kMultiset))) {
    wrong_arguments(self.name, "A", operands, span);
  }
  const LogicalType& element = operands[0]->type.element();
  return element.with_nullable(element.nullable() || operands[0]->type.nullable());
}

void check_array(const ScalarFunction& self, const ExprList& operands, Span span) {
  if (operands.empty() || !operands[0]->type.is(TypeRoot::kArray)) wrong(self, operands, span);
}

// The second operand becomes an element.
void element_operand(const ScalarFunction& self, ExprList& operands, Span span) {
  check_array(self, operands, span);
  const LogicalType& element = operands[0]->type.element();
  if (operands.size() != 2 || !common_type({element, operands[1]->type}) ||
      !(implicitly_castable(operands[1]->type, element) || element.equals(operands[1]->type, true))) {
    wrong(self, operands, span);
  }
  if (!element.is_character() && !operands[1]->type.equals(element, true)) {
    operands[1] = cast_or_throw(operands[1], element);
  }
}

LogicalType infer_contains(const ScalarFunction& self, ExprList& operands, Span span) {
  element_operand(self, operands, span);
  return LogicalType::boolean().with_nullable(operands[0]->type.nullable());
}

LogicalType infer_position(const ScalarFunction& self, ExprList& operands, Span span) {
  element_operand(self, operands, span);
  return LogicalType::integer().with_nullable(any_nullable(operands));
}

LogicalType infer_remove(const ScalarFunction& self, ExprList& operands, Span span) {
  element_operand(self, operands, span);
  return operands[0]->type;
}

LogicalType infer_append(const ScalarFunction& self, ExprList& operands, Span span) {
  element_operand(self, operands, span);
  const LogicalType& element = operands[0]->type.element();
  bool nullable = element.nullable() || operands[1]->type.nullable();
  return LogicalType::array(element.with_nullable(nullable)).with_nullable(any_nullable(operands));
}

LogicalType infer_same_array(const ScalarFunction& self, ExprList& operands, Span span) {
  check_array(self, operands, span);
  return operands[0]->type.with_nullable(any_nullable(operands));
}

LogicalType infer_slice(const ScalarFunction& self, ExprList& operands, Span span) {
  check_array(self, operands, span);
  if (operands.size() < 2 || operands.size() > 3) wrong(self, operands, span);
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!operands[i]->type.is_integer()) wrong(self, operands, span);
  }
  return operands[0]->type.with_nullable(any_nullable(operands));
}

LogicalType infer_sort(const ScalarFunction& self, ExprList& operands, Span span) {
  check_array(self, operands, span);
  if (operands.size() > 3 || operands[0]->type.element().is_nested()) wrong(self, operands, span);
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!operands[i]->type.is(TypeRoot::kBoolean)) wrong(self, operands, span);
  }
  return operands[0]->type.with_nullable(any_nullable(operands));
}

LogicalType infer_extreme(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() == 1 && !operands[0]->type.is(TypeRoot::kArray))
    throw Failure("sql/wrong-arguments", "The argument requires to be an ARRAY type", span);
  check_array(self, operands, span);
  if (operands.size() != 1 || operands[0]->type.element().is_nested()) wrong(self, operands, span);
  return operands[0]->type.element().with_nullable(true);
}

// The common type as one operand is cast to it: texts stay as they are, and so does what cannot be NULL.
LogicalType retyped(const LogicalType& from, const LogicalType& to) {
  if (from.is_character() && to.is_character()) return from;
  const bool nullable = from.nullable();
  if (from.root() != to.root()) return to.with_nullable(nullable);
  if (to.is(TypeRoot::kArray))
    return LogicalType::array(retyped(from.element(), to.element())).with_nullable(nullable);
  if (to.is(TypeRoot::kMap)) {
    return LogicalType::map(retyped(from.key(), to.key()), retyped(from.value(), to.value()))
        .with_nullable(nullable);
  }
  return to.with_nullable(nullable);
}

// Arrays, or maps, of one common type.
LogicalType infer_common(const ScalarFunction& self, ExprList& operands, Span span) {
  TypeRoot root = self.name == "MAP_UNION" ? TypeRoot::kMap : TypeRoot::kArray;
  const bool pair =
      self.name == "ARRAY_UNION" || self.name == "ARRAY_EXCEPT" || self.name == "ARRAY_INTERSECT";
  if (operands.empty() || (pair && operands.size() != 2)) wrong(self, operands, span);
  for (const ExprPtr& operand : operands) {
    if (operand->type.is(root)) continue;
    throw Failure(
        "sql/wrong-arguments",
        std::string("All arguments requires to be a ") + (root == TypeRoot::kMap ? "MAP" : "ARRAY") + " type",
        operand->span.known() ? operand->span : span, std::string(self.signature));
  }
  const std::optional<LogicalType> type = common_type(types_of(operands));
  if (!type) wrong(self, operands, span);
  for (ExprPtr& operand : operands) {
    const LogicalType to = retyped(operand->type, *type);
    if (!to.equals(operand->type)) operand = cast_or_throw(operand, to);
  }
  return type->with_nullable(any_nullable(operands));
}

LogicalType infer_join(const ScalarFunction& self, ExprList& operands, Span span) {
  check_array(self, operands, span);
  if (operands.size() < 2 || operands.size() > 3 || !operands[0]->type.element().is_character())
    wrong(self, operands, span);
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!operands[i]->type.is_character()) wrong(self, operands, span);
  }
  return LogicalType::string().with_nullable(any_nullable(operands));
}

LogicalType infer_map_part(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 1 || !operands[0]->type.is(TypeRoot::kMap)) wrong(self, operands, span);
  const LogicalType& map = operands[0]->type;
  LogicalType element = self.name == "MAP_KEYS" ? map.key()
                        : self.name == "MAP_VALUES"
                            ? map.value()
                            : LogicalType::row({Field{"key", map.key()}, Field{"value", map.value()}});
  return LogicalType::array(element).with_nullable(map.nullable());
}

LogicalType infer_from_arrays(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.size() != 2 || !operands[0]->type.is(TypeRoot::kArray) ||
      !operands[1]->type.is(TypeRoot::kArray)) {
    wrong(self, operands, span);
  }
  return LogicalType::map(operands[0]->type.element(), operands[1]->type.element())
      .with_nullable(any_nullable(operands));
}

// --- evaluation
// ------------------------------------------------------------------------------------------------------------------

Value eval_array(const Expr& call, const Value* args, EvalContext&) {
  return Value::array(Elements(args, args + call.operands.size()));
}

void put(std::vector<std::pair<Value, Value>>& entries, const Value& key, const Value& value) {
  for (auto& entry : entries) {
    if (same(entry.first, key)) {
      entry.second = value;
      return;
    }
  }
  entries.emplace_back(key, value);
}

Value eval_map(const Expr& call, const Value* args, EvalContext&) {
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i + 1 < call.operands.size(); i += 2) put(entries, args[i], args[i + 1]);
  return Value::map(std::move(entries));
}

Value eval_row(const Expr& call, const Value* args, EvalContext&) {
  return Value::row(make_row(Elements(args, args + call.operands.size())));
}

// A member or (from 1) an element of a VARIANT, which is kept as JSON text.
Value variant_item(const Value& variant, const Value& key) {
  JsonNode node;
  if (!parse_json(variant.string(), node)) return Value::null();
  if (key.kind() == ValueKind::kString) {
    const JsonNode* member = node.find(key.string());
    return member == nullptr ? Value::null() : Value::string(json_text(*member));
  }
  int64_t index = key.integer();
  bool inside = index >= 1 && index <= static_cast<int64_t>(node.elements.size());
  return inside ? Value::string(json_text(node.elements[static_cast<size_t>(index - 1)])) : Value::null();
}

Value eval_item(const Expr& call, const Value* args, EvalContext&) {
  if (args[0].is_null() || args[1].is_null()) return Value::null();
  if (call.operands[0]->type.is(TypeRoot::kMap)) {
    for (const auto& entry : args[0].map()) {
      if (!entry.first.is_null() && compare_values(entry.first, args[1]) == 0) return entry.second;
    }
    return Value::null();
  }
  if (call.operands[0]->type.is(TypeRoot::kVariant)) return variant_item(args[0], args[1]);
  const Elements& elements = args[0].array();
  int64_t index = args[1].integer();
  return index < 1 || index > static_cast<int64_t>(elements.size())
             ? Value::null()
             : elements[static_cast<size_t>(index - 1)];
}

Value eval_cardinality(const Expr& call, const Value* args, EvalContext&) {
  size_t size = call.operands[0]->type.is(TypeRoot::kArray) ? args[0].array().size() : args[0].map().size();
  return Value::integer(static_cast<int64_t>(size));
}

Value eval_element(const Expr& call, const Value* args, EvalContext&) {
  Elements elements;
  if (call.operands[0]->type.is(TypeRoot::kArray)) {
    elements = args[0].array();
  } else {
    for (const auto& entry : args[0].map())
      elements.insert(elements.end(), static_cast<size_t>(std::max<int64_t>(entry.second.integer(), 0)),
                      entry.first);
  }
  if (elements.size() > 1) throw Failure("run/element", "Array has more than one element.", call.span);
  return elements.empty() ? Value::null() : elements[0];
}

Value eval_contains(const Expr&, const Value* args, EvalContext&) {
  return args[0].is_null() ? Value::null() : Value::boolean(holds(args[0].array(), args[1]));
}

Value eval_position(const Expr&, const Value* args, EvalContext&) {
  const Elements& elements = args[0].array();
  for (size_t i = 0; i < elements.size(); ++i) {
    if (same(elements[i], args[1])) return Value::integer(static_cast<int64_t>(i) + 1);
  }
  return Value::integer(0);
}

Value eval_remove(const Expr&, const Value* args, EvalContext&) {
  if (args[0].is_null()) return Value::null();
  Elements out;
  for (const Value& v : args[0].array()) {
    if (!same(v, args[1])) out.push_back(v);
  }
  return Value::array(std::move(out));
}

Value eval_append(const Expr& call, const Value* args, EvalContext&) {
  if (args[0].is_null()) return Value::null();
  Elements out = args[0].array();
  out.insert(call.function->name == "ARRAY_APPEND" ? out.end() : out.begin(), args[1]);
  return Value::array(std::move(out));
}

Value eval_distinct(const Expr&, const Value* args, EvalContext&) {
  Elements out;
  for (const Value& v : args[0].array()) {
    if (!holds(out, v)) out.push_back(v);
  }
  return Value::array(std::move(out));
}

Value eval_reverse(const Expr&, const Value* args, EvalContext&) {
  Elements out(args[0].array().rbegin(), args[0].array().rend());
  return Value::array(std::move(out));
}

Value eval_slice(const Expr& call, const Value* args, EvalContext&) {
  const Elements& elements = args[0].array();
  int64_t size = static_cast<int64_t>(elements.size());
  if (size == 0) return args[0];
  int64_t start = args[1].integer(), end = call.operands.size() > 2 ? args[2].integer() : size;
  if (start < 0) start += size + 1;
  if (end < 0) end += size + 1;
  start = std::max<int64_t>(1, start);
  end = end == 0 ? 1 : std::min(end, size);
  if (end < start) return Value::array({});
  return Value::array(Elements(elements.begin() + (start - 1), elements.begin() + end));
}

Value eval_sort(const Expr& call, const Value* args, EvalContext&) {
  bool ascending = call.operands.size() < 2 || args[1].as_bool();
  bool nulls_first = call.operands.size() > 2 ? args[2].as_bool() : ascending;
  Elements out = args[0].array();
  std::stable_sort(out.begin(), out.end(), [&](const Value& a, const Value& b) {
    if (a.is_null() || b.is_null()) return a.is_null() != b.is_null() && a.is_null() == nulls_first;
    return ascending ? compare_values(a, b) < 0 : compare_values(a, b) > 0;
  });
  return Value::array(std::move(out));
}

Value extreme(const Value& array, bool max) {
  Value best;
  for (const Value& v : array.array()) {
    if (v.is_null()) continue;
    int c = best.is_null() ? 0 : compare_values(v, best);
    if (best.is_null() || (max ? c > 0 : c < 0)) best = v;
  }
  return best;
}
Value eval_max(const Expr&, const Value* args, EvalContext&) {
  return extreme(args[0], true);
}
Value eval_min(const Expr&, const Value* args, EvalContext&) {
  return extreme(args[0], false);
}

Value eval_union(const Expr&, const Value* args, EvalContext&) {
  Elements out;
  for (size_t i = 0; i < 2; ++i) {
    for (const Value& v : args[i].array()) {
      if (!holds(out, v)) out.push_back(v);
    }
  }
  return Value::array(std::move(out));
}

// ARRAY_EXCEPT and ARRAY_INTERSECT: elements of the first that are not (are) in the second, each once.
Value eval_set(const Expr& call, const Value* args, EvalContext&) {
  bool wanted = call.function->name == "ARRAY_INTERSECT";
  Elements out;
  for (const Value& v : args[0].array()) {
    if (holds(args[1].array(), v) == wanted && !holds(out, v)) out.push_back(v);
  }
  return Value::array(std::move(out));
}

Value eval_concat(const Expr& call, const Value* args, EvalContext&) {
  Elements out;
  for (size_t i = 0; i < call.operands.size(); ++i)
    out.insert(out.end(), args[i].array().begin(), args[i].array().end());
  return Value::array(std::move(out));
}

Value eval_join(const Expr& call, const Value* args, EvalContext&) {
  std::string out;
  bool first = true;
  for (const Value& v : args[0].array()) {
    if (v.is_null() && call.operands.size() < 3) continue;
    if (!first) out += args[1].string();
    out += v.is_null() ? args[2].string() : v.string();
    first = false;
  }
  return Value::string(out);
}

Value eval_map_part(const Expr& call, const Value* args, EvalContext&) {
  Elements out;
  for (const auto& [key, value] : args[0].map()) {
    out.push_back(call.function->name == "MAP_KEYS"     ? key
                  : call.function->name == "MAP_VALUES" ? value
                                                        : Value::row(make_row({key, value})));
  }
  return Value::array(std::move(out));
}

Value eval_map_union(const Expr& call, const Value* args, EvalContext&) {
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    for (const auto& [key, value] : args[i].map()) put(entries, key, value);
  }
  return Value::map(std::move(entries));
}

Value eval_from_arrays(const Expr& call, const Value* args, EvalContext&) {
  const Elements &keys = args[0].array(), &values = args[1].array();
  if (keys.size() != values.size()) {
    throw Failure("run/argument",
                  "Invalid function MAP_FROM_ARRAYS call:\nThe length of the keys array " +
                      std::to_string(keys.size()) + " is not equal to the length of the values array " +
                      std::to_string(values.size()),
                  call.span);
  }
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i < keys.size(); ++i) put(entries, keys[i], values[i]);
  return Value::map(std::move(entries));
}

const ScalarFunction kRows[] = {
    {"ARRAY", "value construction", "ARRAY[value1 [, value2]*]", "An array of the values.", nullptr, nullptr,
     eval_array, kSeesNulls, infer_array},
    {"MAP", "value construction", "MAP[key1, value1 [, key2, value2]*]", "A map of keys and values.", nullptr,
     nullptr, eval_map, kSeesNulls, infer_map},
    {"ROW", "value construction", "ROW(value1 [, value2]*)", "A row of the values.", nullptr, nullptr,
     eval_row, kSeesNulls, infer_row},
    {"ITEM", "collection", "array[integer] | map[value]",
     "An element by position, or a value by key; NULL if there is none.", nullptr, nullptr, eval_item,
     kSeesNulls, infer_item},
    {"CARDINALITY", "collection", "CARDINALITY(array | map)", "The number of elements or entries.", nullptr,
     nullptr, eval_cardinality, 0, infer_cardinality},
    {"ELEMENT", "collection", "ELEMENT(array)", "The only element; more than one fails.", nullptr, nullptr,
     eval_element, 0, infer_element},
    {"ARRAY_APPEND", "collection", "ARRAY_APPEND(array, element)", "With an element at the end.", nullptr,
     nullptr, eval_append, kSeesNulls, infer_append},
    {"ARRAY_PREPEND", "collection", "ARRAY_PREPEND(array, element)", "With an element at the start.", nullptr,
     nullptr, eval_append, kSeesNulls, infer_append},
    {"ARRAY_CONTAINS", "collection", "ARRAY_CONTAINS(haystack, needle)",
     "TRUE if the array holds the element.", nullptr, nullptr, eval_contains, kSeesNulls, infer_contains},
    {"ARRAY_DISTINCT", "collection", "ARRAY_DISTINCT(haystack)", "Every element once.", "A", nullptr,
     eval_distinct, 0, infer_same_array},
    {"ARRAY_POSITION", "collection", "ARRAY_POSITION(haystack, needle)",
     "Where the element first is, from 1; 0 if nowhere.", nullptr, nullptr, eval_position, 0, infer_position},
    {"ARRAY_REMOVE", "collection", "ARRAY_REMOVE(haystack, needle)", "Without the elements equal to one.",
     nullptr, nullptr, eval_remove, kSeesNulls, infer_remove},
    {"ARRAY_REVERSE", "collection", "ARRAY_REVERSE(haystack)", "From last to first.", "A", nullptr,
     eval_reverse, 0, infer_same_array},
    {"ARRAY_SLICE", "collection", "ARRAY_SLICE(array, start_offset [, end_offset])",
     "The elements between two positions.", nullptr, nullptr, eval_slice, 0, infer_slice},
    {"ARRAY_SORT", "collection", "ARRAY_SORT(array [, ascending_order [, null_first]])", "Sorted.", nullptr,
     nullptr, eval_sort, 0, infer_sort},
    {"ARRAY_UNION", "collection", "ARRAY_UNION(array1, array2)", "The elements of both, each once.", nullptr,
     nullptr, eval_union, 0, infer_common},
    {"ARRAY_EXCEPT", "collection", "ARRAY_EXCEPT(array1, array2)",
     "The elements of the first that are not in the second, each once.", nullptr, nullptr, eval_set, 0,
     infer_common},
    {"ARRAY_INTERSECT", "collection", "ARRAY_INTERSECT(array1, array2)",
     "The elements that are in both, each once.", nullptr, nullptr, eval_set, 0, infer_common},
    {"ARRAY_CONCAT", "collection", "ARRAY_CONCAT(array1, ...)", "One behind the other.", nullptr, nullptr,
     eval_concat, 0, infer_common},
    {"ARRAY_MAX", "collection", "ARRAY_MAX(array)", "The largest element.", nullptr, nullptr, eval_max, 0,
     infer_extreme},
    {"ARRAY_MIN", "collection", "ARRAY_MIN(array)", "The smallest element.", nullptr, nullptr, eval_min, 0,
     infer_extreme},
    {"ARRAY_JOIN", "collection", "ARRAY_JOIN(array, delimiter [, nullReplacement])",
     "The texts with a delimiter.", nullptr, nullptr, eval_join, 0, infer_join},
    {"MAP_KEYS", "collection", "MAP_KEYS(map)", "The keys as an array.", nullptr, nullptr, eval_map_part, 0,
     infer_map_part},
    {"MAP_VALUES", "collection", "MAP_VALUES(map)", "The values as an array.", nullptr, nullptr,
     eval_map_part, 0, infer_map_part},
    {"MAP_ENTRIES", "collection", "MAP_ENTRIES(map)", "The entries as an array of rows.", nullptr, nullptr,
     eval_map_part, 0, infer_map_part},
    {"MAP_UNION", "collection", "MAP_UNION(map1, ...)", "The entries of all maps; later ones win.", nullptr,
     nullptr, eval_map_union, 0, infer_common},
    {"MAP_FROM_ARRAYS", "collection", "MAP_FROM_ARRAYS(array_of_keys, array_of_values)",
     "A map of keys and values.", nullptr, nullptr, eval_from_arrays, 0, infer_from_arrays},
};

}  // namespace

FunctionTable collection_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
