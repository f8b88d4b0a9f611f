// Subscripts and constructors of ARRAY, MAP, ROW and VARIANT.
#include "base/utf8.h"
#include "cdc/expr_internal.h"
#include "expr/functions/json_tree.h"

namespace rowkind::cdc {
namespace {

Value array_item(const Args& a) {
  int64_t index = a[1].integer();
  const std::vector<Value>& items = a[0].array();
  if (index < 1 || index > static_cast<int64_t>(items.size())) return Value::null();
  return items[static_cast<size_t>(index - 1)];
}

Value map_item(const Args& a) {
  for (const auto& [key, value] : a[0].map())
    if (key.equals(a[1])) return value;
  return Value::null();
}

Value row_item(const Args& a) {
  return a[0].row()[a.node.option];
}

Value variant_item(const Args& a) {
  JsonNode node;
  if (!parse_json(a[0].string(), node)) return Value::null();
  const JsonNode* found = nullptr;
  if (a[1].kind() == ValueKind::kInt) {
    int64_t index = a[1].integer();
    if (node.kind == JsonNode::Kind::kArray && index >= 1 &&
        index <= static_cast<int64_t>(node.elements.size()))
      found = &node.elements[static_cast<size_t>(index - 1)];
  } else if (node.kind == JsonNode::Kind::kObject) {
    found = node.find(a[1].string());
  }
  return found ? Value::string(json_text(*found)) : Value::null();
}

Value make_array(const Args& a) {
  return Value::array(std::vector<Value>(a.values, a.values + a.node.args.size()));
}

Value make_map(const Args& a) {
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i + 1 < a.node.args.size(); i += 2) entries.emplace_back(a[i], a[i + 1]);
  return Value::map(std::move(entries));
}

Value make_struct(const Args& a) {
  return Value::row(make_row(std::vector<Value>(a.values, a.values + a.node.args.size())));
}

}  // namespace

NodePtr ExprCompiler::item(const sql::Operator& op) {
  if (!projection()) check_deducible(op.operands[0]);
  NodePtr container = compile(op.operands[0]), index = compile(op.operands[1]);
  const LogicalType& type = container->type;
  switch (container->java) {
    case JavaType::kList:
      return function(array_item, OnNull::kNull, class_of(type.element()), type.element().with_nullable(true),
                      {container, index});
    case JavaType::kMap:
      return function(map_item, OnNull::kNull, class_of(type.value()), type.value().with_nullable(true),
                      {container, index});
    case JavaType::kRow: {
      const Value* at = index->literal();
      if (!at || at->kind() != ValueKind::kInt || at->integer() < 1 ||
          at->integer() > static_cast<int64_t>(type.fields().size()))
        refuse("Cannot infer type of field at position 0 within ROW type: " + type_text(type), op,
               "the index of a ROW is a literal from 1 on");
      int32_t field = static_cast<int32_t>(at->integer() - 1);
      const LogicalType& of = type.fields()[static_cast<size_t>(field)].type;
      return function(row_item, OnNull::kNull, class_of(of), of.with_nullable(true), {container, index},
                      field);
    }
    case JavaType::kVariant:
      return function(variant_item, OnNull::kNull, JavaType::kVariant, LogicalType(TypeRoot::kVariant),
                      {container, index});
    default:
      refuse("Cannot apply 'ITEM' to arguments of type 'ITEM(<" + type_text(type) + ">, <" +
                 type_text(index->type) + ">)'",
             op);
  }
}

NodePtr ExprCompiler::constructor(const sql::Operator& op) {
  std::vector<NodePtr> args, keys, values;
  for (const sql::ExprPtr& operand : op.operands) args.push_back(compile(operand));
  for (size_t i = 0; i < args.size(); ++i) (i % 2 == 0 ? keys : values).push_back(args[i]);
  if (op.op == sql::Op::kRow) {
    std::vector<Field> fields;
    for (size_t i = 0; i < args.size(); ++i) fields.push_back(Field{"f" + std::to_string(i), args[i]->type});
    return function(make_struct, OnNull::kSee, JavaType::kRow, LogicalType::row(std::move(fields)),
                    std::move(args));
  }
  std::optional<LogicalType> key = least_restrictive(op.op == sql::Op::kMap ? keys : args);
  std::optional<LogicalType> value = least_restrictive(values);
  if (!key || (op.op == sql::Op::kMap && !value)) refuse("Parameters must be of the same type", op);
  if (op.op == sql::Op::kArray) {
    LogicalType element = key->is_character() ? LogicalType::string() : *key;
    return function(make_array, OnNull::kSee, JavaType::kList, LogicalType::array(element), std::move(args));
  }
  auto text = [](const LogicalType& t) { return t.is_character() ? LogicalType::string() : t; };
  return function(make_map, OnNull::kSee, JavaType::kMap, LogicalType::map(text(*key), text(*value)),
                  std::move(args));
}

}  // namespace rowkind::cdc
