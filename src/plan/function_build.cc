#include "plan/function_build.h"

#include <algorithm>

#include "expr/infer.h"
#include "plan/match_functions.h"
#include "plan/op_mapping.h"
#include "plan/physical_util.h"

namespace rowkind {

namespace {

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

std::string literal_text(const Expr& expr) {
  bool text = expr.kind == ExprKind::kLiteral && expr.literal.kind() == ValueKind::kString;
  return text ? std::string(expr.literal.string()) : "";
}

void set_codes(ProcessTableFunctionNode& node, const Expr* mapping) {
  bool from = node.op_column >= 0;
  std::vector<std::pair<std::string, RowKind>> codes;
  if (!mapping) {
    for (RowKind kind : {RowKind::kInsert, RowKind::kUpdateBefore, RowKind::kUpdateAfter, RowKind::kDelete})
      codes.emplace_back(operation_name(kind), kind);
  } else {
    auto entries = constant_mapping(*mapping);
    for (const auto& entry : *entries) {
      for (std::string& part : split_codes(entry.first)) {
        auto kind = change_operation(from ? java_trim(entry.second) : part);
        codes.emplace_back(from ? std::move(part) : entry.second, *kind);
      }
    }
  }
  auto maps = [&](RowKind kind) {
    return std::any_of(codes.begin(), codes.end(), [&](const auto& code) { return code.second == kind; });
  };
  node.upserts = from && maps(RowKind::kUpdateAfter) && !maps(RowKind::kUpdateBefore);
  node.needs_update_before = node.needs_update_before || maps(RowKind::kUpdateBefore);
  node.needs_full_deletes = node.needs_full_deletes || (node.full_deletes && maps(RowKind::kDelete));
  if (from) {
    node.from_codes = std::move(codes);
    return;
  }
  for (auto& code : codes) node.to_codes.emplace_back(code.second, std::move(code.first));
}

}  // namespace

NodePtr build_process_function(const TableFunctionRel& rel, NodePtr input) {
  bool from = rel.function == "FROM_CHANGELOG";
  auto node = std::make_shared<ProcessTableFunctionNode>();
  node->function = rel.function;
  node->type = rel.type;
  node->span = rel.span;
  std::vector<std::string> texts;
  std::string op = "op";
  const Expr* mapping = nullptr;
  for (const auto& argument : rel.arguments) {
    // The signature of 2.4: what is asked of the input depends on the mapping.
    if (argument.name == "produces_full_deletes")
      node->needs_update_before = node->needs_full_deletes = false;
    texts.push_back(argument_text(argument));
    if (argument.name == "op" && !argument.descriptor.empty()) op = argument.descriptor[0];
    if (argument.name == "on_time" && !argument.descriptor.empty())
      node->on_time = find_field(input->type, argument.descriptor[0]);
    if (!argument.scalar) continue;
    const Expr& value = *argument.scalar;
    if (argument.name == "op_mapping") mapping = &value;
    if (argument.name == "uid") node->uid = literal_text(value);
    if (argument.name == "error_handling") node->skip_unknown = literal_text(value) == "SKIP";
    if (argument.name == "produces_full_deletes")
      node->full_deletes = value.literal.is_null() || value.literal.is_true();
  }
  node->invocation = rel.function + "(" + joined(texts) + ")";
  node->partition = rel.arguments[0].partition_by;
  node->order = rel.arguments[0].order_by;
  if (from) node->op_column = find_field(input->type, op);
  for (int32_t i = 0; i < static_cast<int32_t>(input->type.size()); ++i) {
    bool key = std::find(node->partition.begin(), node->partition.end(), i) != node->partition.end();
    if (i != node->op_column && !key) node->columns.push_back(i);
  }
  set_codes(*node, mapping);
  node->inputs.push_back(node->partition.empty() ? std::move(input)
                                                 : make_exchange(std::move(input), node->partition));
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
