#include "plan/function_build.h"

#include <algorithm>

#include "expr/infer.h"
#include "plan/match_functions.h"
#include "plan/physical_util.h"

namespace rowkind {

namespace {

struct KindName {
  const char* name;
  RowKind kind;
};
constexpr KindName kKinds[] = {{"INSERT", RowKind::kInsert},
                               {"UPDATE_BEFORE", RowKind::kUpdateBefore},
                               {"UPDATE_AFTER", RowKind::kUpdateAfter},
                               {"DELETE", RowKind::kDelete}};

std::string text_of(const Expr& expr) {
  const Expr* inner = &expr;
  while (is_call(*inner, "CAST")) inner = inner->operands[0].get();
  return inner->kind == ExprKind::kLiteral && inner->literal.kind() == ValueKind::kString
             ? std::string(inner->literal.string())
             : "";
}

// MAP['key', 'value', ...] as pairs.
std::vector<std::pair<std::string, std::string>> mapping_of(const Expr& expr) {
  std::vector<std::pair<std::string, std::string>> out;
  const Expr* map = &expr;
  while (is_call(*map, "CAST")) map = map->operands[0].get();
  if (map->kind == ExprKind::kLiteral && map->literal.kind() == ValueKind::kMap) {
    for (const auto& [key, value] : map->literal.map())
      out.emplace_back(std::string(key.string()), std::string(value.string()));
  }
  for (size_t i = 0; i + 1 < map->operands.size(); i += 2)
    out.emplace_back(text_of(*map->operands[i]), text_of(*map->operands[i + 1]));
  return out;
}

// "a, b" without blanks around the parts.
std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text) {
    if (c == ',') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  for (std::string& part : out) {
    size_t first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
    part = first == std::string::npos ? "" : part.substr(first, last - first + 1);
  }
  return out;
}

const KindName* find_kind(const std::string& name) {
  for (const KindName& known : kKinds) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

std::string argument_text(const TableFunctionRel::Argument& argument) {
  if (argument.table_input >= 0) {
    std::string out = "TABLE(#" + std::to_string(argument.table_input) + ")";
    if (argument.partition_by.empty()) return out;
    std::vector<std::string> keys;
    for (int32_t column : argument.partition_by) keys.push_back("$" + std::to_string(column));
    return out + " PARTITION BY(" + joined(keys) + ")";
  }
  if (!argument.descriptor.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : argument.descriptor) names.push_back("_UTF-16LE'" + name + "'");
    return "DESCRIPTOR(" + joined(names) + ")";
  }
  return argument.scalar ? to_plan_text(*argument.scalar, {}) : "DEFAULT()";
}

// A time attribute in a measure is a plain time behind it; only those of MATCH_ROWTIME and MATCH_PROCTIME stay.
std::shared_ptr<const MatchRel> with_plain_times(const std::shared_ptr<const MatchRel>& rel) {
  auto out = std::make_shared<MatchRel>(*rel);
  for (size_t i = 0; i < out->measures.size(); ++i) {
    const ExprPtr& measure = out->measures[i].expr->operands[0];
    if (measure->type.time_attribute() == TimeAttribute::kNone || is_call(*measure, "MATCH_ROWTIME") ||
        is_call(*measure, "MATCH_PROCTIME"))
      continue;
    const ExprPtr plain = measure->type.is_proctime()
                              ? make_call("PROCTIME_MATERIALIZE", {measure}).or_throw()
                              : cast_call(measure, measure->type.with_attribute(TimeAttribute::kNone));
    out->measures[i].expr = match_call("FINAL", {plain}, plain->type, measure->span);
  }
  return out;
}

}  // namespace

NodePtr build_process_function(const TableFunctionRel& rel, NodePtr input) {
  bool from = rel.function == "FROM_CHANGELOG";
  if (!from && rel.function != "TO_CHANGELOG") {
    throw Failure("plan/not-yet", "The table function " + rel.function + " is not executable yet.", rel.span);
  }
  auto node = std::make_shared<ProcessTableFunctionNode>();
  node->function = rel.function;
  node->arguments = rel.arguments;
  node->type = rel.type;
  node->span = rel.span;
  std::vector<std::string> texts;
  const Expr* mapping = nullptr;
  for (const auto& argument : rel.arguments) {
    texts.push_back(argument_text(argument));
    if (argument.name == "op" && !argument.descriptor.empty()) node->op_name = argument.descriptor[0];
    if (argument.name == "op_mapping" && argument.scalar) mapping = argument.scalar.get();
  }
  node->invocation = rel.function + "(" + joined(texts) + ")";
  if (from) node->op_column = find_field(input->type, node->op_name);
  if (!mapping) {
    for (const KindName& known : kKinds) {
      if (from) {
        node->from_codes.emplace_back(known.name, known.kind);
      } else {
        node->to_codes.emplace_back(known.kind, known.name);
      }
    }
  } else {
    for (const auto& [key, value] : mapping_of(*mapping)) {
      for (const std::string& part : listed(key)) {
        const KindName* kind = find_kind(from ? value : part);
        if (!kind) continue;
        if (from) {
          node->from_codes.emplace_back(part, kind->kind);
        } else {
          node->to_codes.emplace_back(kind->kind, value);
        }
      }
    }
  }
  node->inputs.push_back(std::move(input));
  return node;
}

NodePtr build_match(const std::shared_ptr<const MatchRel>& rel, NodePtr input) {
  const LogicalType* first =
      rel->order.empty() ? nullptr : &input->type[static_cast<size_t>(rel->order[0].column)].type;
  if (!first || (!first->is_rowtime() && !first->is_proctime())) {
    throw Failure("plan/match-order",
                  "You must specify either rowtime or proctime for order by as the first one.", rel->span);
  }
  if (rel->order[0].descending) {
    throw Failure("plan/match-order", "Primary sort order of a streaming table must be ascending on time.",
                  rel->span);
  }
  auto node = std::make_shared<MatchNode>();
  node->match = with_plain_times(rel);
  node->type = node->match->type;
  node->span = rel->span;
  node->inputs.push_back(make_exchange(std::move(input), rel->partition));
  return node;
}

}  // namespace rowkind
