// Objects of structured types, made and changed without a class.
#include <algorithm>

#include "expr/functions/tables.h"
#include "expr/infer.h"
#include "types/java_hash.h"

namespace rowkind {

namespace {

[[noreturn]] void refuse(const ScalarFunction& self, std::string message, Span span) {
  throw Failure("sql/wrong-arguments", std::move(message), span, std::string(self.signature));
}

bool is_text_literal(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && expr.type.is_character() && !expr.literal.is_null();
}

bool is_class_name(std::string_view name) {
  bool start = true;
  for (char c : name) {
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
    const bool digit = c >= '0' && c <= '9';
    if (!(letter || (!start && (digit || c == '.')))) return false;
    start = c == '.';
  }
  return !start;
}

// The operands behind the first one are names and values in turn: each name is a new literal.
void check_pairs(const ScalarFunction& self, const ExprList& operands, const char* not_null, Span span) {
  if (operands.size() % 2 == 0) {
    refuse(self, "No match found for function signature " + signature_text(self.name, operands) + ".", span);
  }
  std::vector<std::string_view> seen;
  for (size_t i = 1; i < operands.size(); i += 2) {
    const std::string place = " at position " + std::to_string(i + 1);
    const Expr& key = *operands[i];
    if (!key.type.is_character()) {
      refuse(self,
             "The field key" + place + " must be a non-nullable character string, but was " +
                 key.type.to_string() + ".",
             span);
    }
    if (!is_text_literal(key))
      refuse(self, "The field key" + place + " must be a " + not_null + " character string literal.", span);
    const std::string_view name = key.literal.string();
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      refuse(self, "The field name '" + std::string(name) + "'" + place + " is repeated.", span);
    seen.push_back(name);
    const LogicalType& type = operands[i + 1]->type;
    if (type.is(TypeRoot::kNull)) refuse(self, "Unsupported type 'NULL' to get internal serializer", span);
  }
}

LogicalType infer_of(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.empty()) refuse(self, "No match found for function signature OBJECT_OF().", span);
  if (!is_text_literal(*operands[0])) {
    refuse(self,
           "The first argument must be a non-nullable character string literal representing the class name.",
           span);
  }
  check_pairs(self, operands, "non-nullable", span);
  const std::string name(operands[0]->literal.string());
  if (!is_class_name(name))
    refuse(self, "Invalid class name '" + name + "'. The class name must comply with JVM identifier rules.",
           span);
  RowType fields;
  for (size_t i = 1; i < operands.size(); i += 2) {
    fields.push_back(Field{std::string(operands[i]->literal.string()),
                           operands[i + 1]->type.with_attribute(TimeAttribute::kNone)});
  }
  return LogicalType::structured(name, std::move(fields));
}

LogicalType infer_update(const ScalarFunction& self, ExprList& operands, Span span) {
  if (operands.empty()) refuse(self, "No match found for function signature OBJECT_UPDATE().", span);
  const LogicalType& object = operands[0]->type;
  if (!object.is_structured()) {
    refuse(self, "The first argument must be a structured type, but was " + object.to_string() + ".", span);
  }
  check_pairs(self, operands, "non-null", span);
  RowType fields = object.fields();
  for (size_t i = 1; i < operands.size(); i += 2) {
    const std::string name(operands[i]->literal.string());
    const int32_t field = find_field(fields, name);
    if (field < 0) {
      std::string known;
      for (const Field& one : fields) known += (known.empty() ? "" : ", ") + one.name;
      refuse(self,
             "The field name '" + name + "' at position " + std::to_string(i + 1) +
                 " is not part of the structured type attributes. Available attributes: [" + known + "].",
             span);
    }
    fields[static_cast<size_t>(field)].type = operands[i + 1]->type.with_attribute(TimeAttribute::kNone);
  }
  return LogicalType::structured(object.class_name(), std::move(fields)).with_nullable(object.nullable());
}

Value eval_of(const Expr& call, const Value* args, EvalContext&) {
  std::vector<Value> fields;
  for (size_t i = 1; i < call.operands.size(); i += 2) fields.push_back(args[i + 1]);
  return Value::row(make_row(std::move(fields)));
}

// Flink keeps the fields in a HashMap on the way: where its order puts a value into a field of another type the job fails.
void check_order(const Expr& call) {
  const RowType& fields = call.type.fields();
  std::vector<uint32_t> hashes;
  for (const Field& field : fields) hashes.push_back(java_string_hash(field.name));
  const std::vector<size_t> order = java_map_order(hashes);
  for (size_t i = 0; i < order.size(); ++i) {
    if (fields[i].type.root() == fields[order[i]].type.root()) continue;
    throw Failure(
        "run/object-update",
        "The fields of " + call.type.to_string() + " are mixed up: a value of type " +
            fields[order[i]].type.to_string() + " cannot be cast to " + fields[i].type.to_string() + ".",
        call.span,
        "Flink 2.3 loses the order of some fields in OBJECT_UPDATE: make the object anew with OBJECT_OF");
  }
}

Value eval_update(const Expr& call, const Value* args, EvalContext&) {
  if (args[0].is_null()) return Value::null();
  if (call.operands.size() > 1) check_order(call);
  std::vector<Value> fields;
  for (int32_t i = 0; i < args[0].row().arity(); ++i) fields.push_back(args[0].row()[i]);
  for (size_t i = 1; i < call.operands.size(); i += 2) {
    const int32_t field = find_field(call.type.fields(), call.operands[i]->literal.string());
    fields[static_cast<size_t>(field)] = args[i + 1];
  }
  return Value::row(make_row(std::move(fields)));
}

const ScalarFunction kRows[] = {
    {"OBJECT_OF", "value construction", "OBJECT_OF(className, [key, value [, key, value]*])",
     "An object of a structured type with these fields.", nullptr, nullptr, eval_of, kSeesNulls, infer_of},
    {"OBJECT_UPDATE", "value construction", "OBJECT_UPDATE(object, key, value [, key, value]*)",
     "The object with other values in some fields.", nullptr, nullptr, eval_update, kSeesNulls, infer_update},
};

}  // namespace

FunctionTable object_functions() {
  return table_of(kRows);
}

}  // namespace rowkind
