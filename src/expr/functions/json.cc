// JSON functions: paths, tests, construction.
#include <map>

#include "base/utf8.h"
#include "expr/functions/json_tree.h"
#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "formats/json_reader.h"
#include "types/text.h"

namespace rowkind {

namespace {

std::string_view symbol_at(const Expr& call, size_t i) {
  return i < call.operands.size() && call.operands[i]->type.is(TypeRoot::kSymbol)
             ? call.operands[i]->literal.string()
             : std::string_view();
}

[[noreturn]] void fail(const Expr& call, const std::string& message) {
  throw Failure("run/json", message, call.span);
}

// --- JSON_EXISTS, JSON_VALUE, JSON_QUERY
// -----------------------------------------------------------------------------------------

Value eval_exists(const Expr& call, const Value* args, EvalContext&) {
  PathResult result = read_json_path(args[0].string(), args[1].string());
  if (result.status != PathResult::Status::kError)
    return Value::boolean(result.status == PathResult::Status::kFound);
  std::string_view on_error = symbol_at(call, 2);
  if (on_error == "ERROR") fail(call, result.error);
  return on_error == "UNKNOWN" ? Value::null() : Value::boolean(on_error == "TRUE");
}

// The behaviour written for "ON EMPTY" or "ON ERROR" and the place of its default.
std::string_view value_behaviour(const Expr& call, std::string_view clause, size_t& default_at) {
  for (size_t i = 3; i < call.operands.size(); ++i) {
    if (symbol_at(call, i) != clause) continue;
    if (!symbol_at(call, i - 1).empty()) return symbol_at(call, i - 1);
    default_at = i - 1;
    return "DEFAULT";
  }
  return "NULL";
}

[[noreturn]] void class_cast(const Expr& call, const JsonNode& node, const char* to) {
  const char* from = node.kind == JsonNode::Kind::kString   ? "java.lang.String"
                     : node.kind != JsonNode::Kind::kNumber ? "java.lang.Boolean"
                     : node.is_float                        ? "java.math.BigDecimal"
                     : node.text.size() > 10                ? "java.lang.Long"
                                                            : "java.lang.Integer";
  fail(call, std::string("ClassCastException: class ") + from + " cannot be cast to class " + to);
}

Value scalar_value(const Expr& call, const JsonNode& node) {
  switch (call.type.root()) {
    case TypeRoot::kBoolean:
      if (node.kind != JsonNode::Kind::kTrue && node.kind != JsonNode::Kind::kFalse)
        class_cast(call, node, "java.lang.Boolean");
      return Value::boolean(node.kind == JsonNode::Kind::kTrue);
    case TypeRoot::kInt: {
      if (node.kind != JsonNode::Kind::kNumber || node.is_float || node.text.size() > 11)
        class_cast(call, node, "java.lang.Integer");
      int64_t v = 0;
      bool negative = node.text[0] == '-';
      for (size_t i = negative ? 1 : 0; i < node.text.size(); ++i) v = v * 10 + (node.text[i] - '0');
      if (negative) v = -v;
      if (v != static_cast<int32_t>(v))
        fail(call, "ClassCastException: class java.lang.Long cannot be cast to class java.lang.Integer");
      return Value::integer(v);
    }
    case TypeRoot::kDouble: {
      if (node.kind != JsonNode::Kind::kNumber || !node.is_float)
        class_cast(call, node, "java.math.BigDecimal");
      double v = 0;
      parse_java_double(node.text, v);
      return Value::floating(v);
    }
    default:
      return Value::string(json_scalar_text(node));
  }
}

Value eval_value(const Expr& call, const Value* args, EvalContext&) {
  if (args[0].is_null() || args[1].is_null()) return Value::null();
  PathResult result = read_json_path(args[0].string(), args[1].string());
  bool found = result.status == PathResult::Status::kFound;
  if (found && result.node.scalar()) return scalar_value(call, result.node);
  bool empty = !found && result.status != PathResult::Status::kError;
  if (found && !result.strict) empty = true;
  if (found && result.strict) {
    result.error = "Strict jsonpath mode requires scalar value, and the actual value is: '" +
                   json_text(result.node) + "'";
  }
  size_t default_at = 0;
  std::string_view behaviour = value_behaviour(call, empty ? "ON EMPTY" : "ON ERROR", default_at);
  if (behaviour == "ERROR")
    fail(call, empty ? "Empty result of JSON_VALUE function is not allowed" : result.error);
  return behaviour == "DEFAULT" ? args[default_at] : Value::null();
}

Value query_default(const Expr& call, std::string_view behaviour, const std::string& error) {
  bool array = call.type.is(TypeRoot::kArray);
  if (behaviour == "ERROR") fail(call, error);
  if (behaviour == "EMPTY_ARRAY") return array ? Value::array({}) : Value::string("[]");
  return behaviour == "EMPTY_OBJECT" ? Value::string("{}") : Value::null();
}

// "SqlJsonQueryEmptyOrErrorBehavior[NULL]": the word in brackets.
std::string_view query_behaviour(const Expr& call, size_t i) {
  std::string_view text = symbol_at(call, i);
  size_t open = text.find('[');
  return open == std::string_view::npos ? text : text.substr(open + 1, text.size() - open - 2);
}

Value eval_query(const Expr& call, const Value* args, EvalContext&) {
  PathResult result = read_json_path(args[0].string(), args[1].string());
  std::string_view wrapper = symbol_at(call, 2);
  if (result.status == PathResult::Status::kError)
    return query_default(call, query_behaviour(call, 4), result.error);
  bool found = result.status == PathResult::Status::kFound;
  if (found) {
    bool wrap = wrapper == "WITH_UNCONDITIONAL_ARRAY" ||
                (wrapper == "WITH_CONDITIONAL_ARRAY" && result.node.kind != JsonNode::Kind::kArray);
    if (wrap) {
      JsonNode array;
      array.kind = JsonNode::Kind::kArray;
      array.elements.push_back(std::move(result.node));
      result.node = std::move(array);
    }
  }
  if (!found || (result.node.scalar() && !result.strict)) {
    return query_default(call, query_behaviour(call, 3),
                         "Empty result of JSON_QUERY function is not allowed");
  }
  if (result.node.scalar()) {
    return query_default(call, query_behaviour(call, 4),
                         "Strict jsonpath mode requires array or object value, and the actual value is: '" +
                             json_scalar_text(result.node) + "'");
  }
  if (!call.type.is(TypeRoot::kArray)) return Value::string(json_text(result.node));
  if (result.node.kind != JsonNode::Kind::kArray)
    return query_default(call, query_behaviour(call, 4), "The value is no array.");
  std::vector<Value> elements;
  for (const JsonNode& node : result.node.elements) {
    elements.push_back(node.kind == JsonNode::Kind::kNull ? Value::null()
                       : node.scalar()                    ? Value::string(json_scalar_text(node))
                                                          : Value::string(json_text(node)));
  }
  return Value::array(std::move(elements));
}

// Keywords get the text that plans show.
ExprPtr renamed(const ExprPtr& operand, const std::string& name) {
  return symbol(name, operand->span);
}

void check_texts(const ScalarFunction& self, const ExprList& operands, Span span) {
  if (operands.size() < 2 || !operands[0]->type.is_character() || !operands[1]->type.is_character()) {
    wrong_arguments(self.name, "cc", operands, span);
  }
}

LogicalType infer_exists(const ScalarFunction& self, ExprList& operands, Span span) {
  check_texts(self, operands, span);
  return LogicalType::boolean();
}

LogicalType infer_value(const ScalarFunction& self, ExprList& operands, Span span) {
  check_texts(self, operands, span);
  for (size_t i = 3; i < operands.size(); ++i) {
    if (!operands[i]->type.is(TypeRoot::kSymbol)) continue;
    std::string_view word = operands[i]->literal.string();
    bool clause = i + 1 == operands.size() || operands[i + 1]->type.is(TypeRoot::kSymbol);
    if (clause && (word == "EMPTY" || word == "ERROR"))
      operands[i] = renamed(operands[i], "ON " + std::string(word));
  }
  return LogicalType::string();
}

LogicalType infer_query(const ScalarFunction& self, ExprList& operands, Span span) {
  check_texts(self, operands, span);
  if (operands.size() < 3) operands.push_back(symbol("WITHOUT_ARRAY"));
  while (operands.size() < 5) operands.push_back(symbol("NULL"));
  for (size_t i = 3; i < 5; ++i) {
    std::string_view word = operands[i]->literal.string();
    if (word.find('[') == std::string_view::npos) {
      operands[i] = renamed(operands[i], "SqlJsonQueryEmptyOrErrorBehavior[" + std::string(word) + "]");
    }
  }
  return LogicalType::string();
}

// --- tests
// -----------------------------------------------------------------------------------------------------------------------

bool is_json(std::string_view name, const Value& v) {
  JsonNode node;
  if (v.is_null() || !parse_json(v.string(), node)) return false;
  std::string_view shape = name.substr(name.rfind(' ') + 1);
  if (shape == "OBJECT") return node.kind == JsonNode::Kind::kObject;
  if (shape == "ARRAY") return node.kind == JsonNode::Kind::kArray;
  return shape == "SCALAR" ? node.scalar() : true;
}

Value eval_is_json(const Expr& call, const Value* args, EvalContext&) {
  return Value::boolean(is_json(call.function->name, args[0]));
}
Value eval_is_not_json(const Expr& call, const Value* args, EvalContext&) {
  return Value::boolean(!is_json(call.function->name, args[0]));
}

// --- construction
// ----------------------------------------------------------------------------------------------------------------

// JSON_OBJECT, JSON_ARRAY and JSON give JSON, not text, to the function around them.
bool raw_json(const Expr& operand) {
  return is_call(operand, "JSON_OBJECT") || is_call(operand, "JSON_ARRAY") || is_call(operand, "JSON");
}

void append_operand(std::string& out, const Expr& operand, const Value& v) {
  if (!v.is_null() && raw_json(operand)) {
    out += v.string();
  } else {
    append_value_as_json(out, v, operand.type);
  }
}

Value eval_object(const Expr& call, const Value* args, EvalContext&) {
  bool absent = symbol_at(call, 0) == "ABSENT_ON_NULL";
  std::map<std::string, std::string> members;
  for (size_t i = 1; i + 1 < call.operands.size(); i += 2) {
    if (args[i + 1].is_null() && absent) continue;
    std::string text;
    append_operand(text, *call.operands[i + 1], args[i + 1]);
    members[args[i].is_null() ? std::string("null") : std::string(args[i].string())] = text;
  }
  std::string out = "{";
  for (const auto& [name, text] : members) {
    if (out.size() > 1) out += ',';
    append_json_string(out, name, false);
    out += ":" + text;
  }
  return Value::string(out + "}");
}

Value eval_array(const Expr& call, const Value* args, EvalContext&) {
  bool absent = symbol_at(call, 0) != "NULL_ON_NULL";
  std::string out = "[";
  for (size_t i = 1; i < call.operands.size(); ++i) {
    if (args[i].is_null() && absent) continue;
    if (out.size() > 1) out += ',';
    append_operand(out, *call.operands[i], args[i]);
  }
  return Value::string(out + "]");
}

Value eval_json_string(const Expr& call, const Value* args, EvalContext&) {
  std::string out;
  append_operand(out, *call.operands[0], args[0]);
  return Value::string(out);
}

void check_member(const Expr& value) {
  if (value.type.is(TypeRoot::kNull)) {
    throw Failure("sql/wrong-arguments", "Type is not supported: ANY", value.span,
                  "give the NULL a type: CAST(NULL AS ...)");
  }
  check_json_type(value.type, value.span.offset);
}

LogicalType infer_object(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.empty() || operands.size() % 2 != 1 || !operands[0]->type.is(TypeRoot::kSymbol)) {
    wrong_arguments(self.name, nullptr, operands, span);
  }
  for (size_t i = 1; i + 1 < operands.size(); i += 2) {
    if (!operands[i]->type.is_character())
      throw Failure("sql/wrong-arguments", "Expected a character type", operands[i]->span, "a key is a text");
    check_member(*operands[i + 1]);
  }
  return LogicalType::string().with_nullable(false);
}

LogicalType infer_array(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.empty() || !operands[0]->type.is(TypeRoot::kSymbol))
    wrong_arguments(self.name, nullptr, operands, span);
  for (size_t i = 1; i < operands.size(); ++i) check_member(*operands[i]);
  return LogicalType::string().with_nullable(false);
}

LogicalType infer_json_string(const ScalarFunction&, ExprList& operands, Span) {
  check_json_type(operands[0]->type, operands[0]->span.offset);
  return LogicalType::string().with_nullable(operands[0]->type.nullable());
}

Value eval_json(const Expr& call, const Value* args, EvalContext&) {
  std::string_view text = trim(args[0].string());
  if (text.empty()) return Value::null();
  JsonNode node;
  if (!parse_json(text, node))
    fail(call, "Invalid JSON string in JSON(value) function: \"" + std::string(args[0].string()) + "\".");
  return Value::string(json_text(node));
}

// --- quoting
// ---------------------------------------------------------------------------------------------------------------------

void append_unicode(std::string& out, uint32_t code) {
  std::string hex;
  do {
    hex.insert(hex.begin(), "0123456789abcdef"[code & 15]);
    code >>= 4;
  } while (code != 0);
  while (hex.size() < 4) hex.insert(hex.begin(), '0');
  out += "\\u" + hex;
}

Value eval_quote(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  std::string out = "\"";
  for (size_t i = 0; i < s.size();) {
    uint32_t c = utf8_next(s, i);
    static constexpr std::string_view kPlain = "\"\\/\b\f\n\r\t", kLetters = "\"\\/bfnrt";
    size_t special = c < 0x80 ? kPlain.find(static_cast<char>(c)) : std::string_view::npos;
    if (special != std::string_view::npos) {
      out += '\\';
      out += kLetters[special];
    } else if (c < 0x80) {
      out += static_cast<char>(c);
    } else {
      append_unicode(out, c);
      // Flink goes on with the second half of the pair.
      if (c >= 0x10000) append_unicode(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  return Value::string(out + "\"");
}

Value eval_unquote(const Expr&, const Value* args, EvalContext&) {
  std::string_view s = args[0].string();
  JsonNode node;
  if (s.size() < 2 || s.front() != '"' || s.back() != '"' || !parse_json(s, node) ||
      node.kind != JsonNode::Kind::kString)
    return args[0];
  return Value::string(node.text);
}

// --- VARIANT
// ---------------------------------------------------------------------------------------------------------------------

Value parse_variant(const Value& v) {
  JsonNode node;
  return parse_json(v.string(), node) ? Value::string(json_text(node)) : Value::null();
}

Value eval_parse(const Expr& call, const Value* args, EvalContext&) {
  Value v = parse_variant(args[0]);
  if (v.is_null()) fail(call, "Failed to parse json string: " + std::string(args[0].string()));
  return v;
}

Value eval_try_parse(const Expr&, const Value* args, EvalContext&) {
  return parse_variant(args[0]);
}

LogicalType infer_variant(const ScalarFunction& self, ExprList& operands, Span) {
  return LogicalType(TypeRoot::kVariant)
      .with_nullable(self.name == "TRY_PARSE_JSON" || any_nullable(operands));
}

const ScalarFunction kRows[] = {
    {"JSON_EXISTS", "json", "JSON_EXISTS(jsonValue, path [{TRUE | FALSE | UNKNOWN | ERROR} ON ERROR])",
     "TRUE if the path finds something.", nullptr, nullptr, eval_exists, 0, infer_exists},
    {"JSON_VALUE", "json",
     "JSON_VALUE(jsonValue, path [RETURNING type] [{NULL | ERROR | DEFAULT value} ON EMPTY] [{NULL | ERROR | "
     "DEFAULT value} ON ERROR])",
     "A scalar at a path.", nullptr, nullptr, eval_value, kSeesNulls, infer_value},
    {"JSON_QUERY", "json",
     "JSON_QUERY(jsonValue, path [RETURNING type] [wrapper] [behaviour ON EMPTY] [behaviour ON ERROR])",
     "An object or array at a path.", nullptr, nullptr, eval_query, 0, infer_query},
    {"IS JSON VALUE", "json", "string IS JSON [VALUE]", "TRUE if the text is JSON.", "c", "Z!", eval_is_json,
     kSeesNulls},
    {"IS JSON OBJECT", "json", "string IS JSON OBJECT", "TRUE if the text is a JSON object.", "c", "Z!",
     eval_is_json, kSeesNulls},
    {"IS JSON ARRAY", "json", "string IS JSON ARRAY", "TRUE if the text is a JSON array.", "c", "Z!",
     eval_is_json, kSeesNulls},
    {"IS JSON SCALAR", "json", "string IS JSON SCALAR", "TRUE if the text is a JSON scalar.", "c", "Z!",
     eval_is_json, kSeesNulls},
    {"IS NOT JSON VALUE", "json", "string IS NOT JSON [VALUE]", "TRUE if the text is no JSON.", "c", "Z!",
     eval_is_not_json, kSeesNulls},
    {"IS NOT JSON OBJECT", "json", "string IS NOT JSON OBJECT", "TRUE if the text is no JSON object.", "c",
     "Z!", eval_is_not_json, kSeesNulls},
    {"IS NOT JSON ARRAY", "json", "string IS NOT JSON ARRAY", "TRUE if the text is no JSON array.", "c", "Z!",
     eval_is_not_json, kSeesNulls},
    {"IS NOT JSON SCALAR", "json", "string IS NOT JSON SCALAR", "TRUE if the text is no JSON scalar.", "c",
     "Z!", eval_is_not_json, kSeesNulls},
    {"JSON_OBJECT", "json", "JSON_OBJECT([[KEY] key VALUE value]* [{NULL | ABSENT} ON NULL])",
     "A JSON object.", nullptr, nullptr, eval_object, kSeesNulls, infer_object},
    {"JSON_ARRAY", "json", "JSON_ARRAY([value]* [{NULL | ABSENT} ON NULL])", "A JSON array.", nullptr,
     nullptr, eval_array, kSeesNulls, infer_array},
    {"JSON_STRING", "json", "JSON_STRING(value)", "The value as JSON.", "a", nullptr, eval_json_string, 0,
     infer_json_string},
    {"JSON", "json", "JSON(value)", "A JSON text as it is, inside JSON_OBJECT and JSON_ARRAY.", "c", "S",
     eval_json},
    {"JSON_QUOTE", "json", "JSON_QUOTE(string)", "The text as a JSON string.", "c", "S", eval_quote},
    {"JSON_UNQUOTE", "json", "JSON_UNQUOTE(string)", "The text of a JSON string; other text as it is.", "c",
     "S", eval_unquote},
    {"PARSE_JSON", "variant", "PARSE_JSON(json_string [, allow_duplicate_keys])",
     "A VARIANT from JSON; other text fails the job.", "c|cb", nullptr, eval_parse, 0, infer_variant},
    {"TRY_PARSE_JSON", "variant", "TRY_PARSE_JSON(json_string [, allow_duplicate_keys])",
     "A VARIANT from JSON, NULL for other text.", "c|cb", nullptr, eval_try_parse, 0, infer_variant},
};

Result<ExprPtr> returning_call(std::string_view name, ExprList operands, const LogicalType& returning,
                               Span span) {
  Result<ExprPtr> call = make_call(name, std::move(operands), span);
  if (!call.ok() || returning.is(TypeRoot::kNull)) return call;
  return with_type(*call, returning.with_nullable(true));
}

}  // namespace

FunctionTable json_functions() {
  return table_of(kRows);
}

Result<ExprPtr> make_json_value(ExprList operands, const LogicalType& returning, Span span) {
  bool known = returning.is(TypeRoot::kNull) || returning.is(TypeRoot::kBoolean) ||
               returning.is(TypeRoot::kInt) || returning.is(TypeRoot::kDouble) ||
               returning.is(TypeRoot::kVarChar);
  if (!known) {
    return Error{"sql/wrong-arguments",
                 "Unsupported type '" + returning.to_string() + "' for RETURNING in JSON_VALUE().", span,
                 "use STRING, BOOLEAN, INT or DOUBLE"};
  }
  return returning_call("JSON_VALUE", std::move(operands), returning, span);
}

Result<ExprPtr> make_json_query(ExprList operands, const LogicalType& returning, Span span) {
  bool known = returning.is(TypeRoot::kNull) || returning.is(TypeRoot::kVarChar) ||
               (returning.is(TypeRoot::kArray) && returning.element().is(TypeRoot::kVarChar));
  if (!known) {
    return Error{"sql/wrong-arguments",
                 "Unsupported type '" + returning.to_string() + "' for RETURNING in JSON_QUERY().", span,
                 "use STRING or ARRAY<STRING>"};
  }
  return returning_call("JSON_QUERY", std::move(operands), returning, span);
}

}  // namespace rowkind
