#include "plan/correlate_build.h"

#include <algorithm>

#include "plan/physical_util.h"
#include "plan/rules/rules.h"

namespace rowkind {

namespace {

ExprPtr uncorrelate(const ExprPtr& expr, int32_t id) {
  if (expr->kind == ExprKind::kCorrelRef && expr->correl_id == id)
    return input_ref(expr->index, expr->type, expr->span);
  if (expr->operands.empty()) return expr;
  ExprList operands;
  for (const ExprPtr& operand : expr->operands) operands.push_back(uncorrelate(operand, id));
  return with_operands(*expr, std::move(operands));
}

RowType unnest_columns(const UnnestRel& rel) {
  RowType out;
  const LogicalType& type = rel.collection->type;
  const char* scalar = rel.with_ordinality ? "EXPR$0" : "f0";
  if (type.is(TypeRoot::kMap)) {
    out = {Field{rel.with_ordinality ? "KEY" : "f0", type.key()},
           Field{rel.with_ordinality ? "VALUE" : "f1", type.value()}};
  } else if (type.element().is(TypeRoot::kRow)) {
    out = type.element().fields();
    for (Field& field : out)
      field.type = field.type.with_nullable(field.type.nullable() || type.element().nullable());
  } else {
    out = {Field{scalar, type.element()}};
  }
  if (rel.with_ordinality) out.push_back(Field{"ORDINALITY", LogicalType::integer().with_nullable(false)});
  return out;
}

}  // namespace

NodePtr build_correlate(const CorrelateRel& rel, NodePtr left, int32_t variable) {
  const Rel* right = rel.inputs[1].get();
  ExprList inside;
  if (right->kind == RelKind::kProject &&
      std::all_of(rules::as<ProjectRel>(*right).exprs.begin(), rules::as<ProjectRel>(*right).exprs.end(),
                  [](const ExprPtr& e) { return e->kind == ExprKind::kInputRef; })) {
    if (rules::is_identity(rules::as<ProjectRel>(*right).exprs, *right->inputs[0]))
      right = right->inputs[0].get();
  }
  if (right->kind == RelKind::kFilter) {
    inside = conjuncts(rules::as<FilterRel>(*right).condition);
    right = right->inputs[0].get();
  }
  if (right->kind != RelKind::kUnnest)
    throw Failure("plan/not-yet", "This correlated sub-query is not executable yet.", rel.span);
  const auto& unnest = rules::as<UnnestRel>(*right);
  auto node = std::make_shared<CorrelateNode>();
  node->join = rel.join;
  node->span = rel.span;
  node->with_ordinality = unnest.with_ordinality;
  node->function = unnest.with_ordinality ? "$UNNEST_ROWS_WITH_ORDINALITY$1" : "$UNNEST_ROWS$1";
  node->args = {uncorrelate(unnest.collection, rel.correl_id)};
  node->produced = unnest_columns(unnest);
  node->type = rules::join_type_of(left->type, node->produced, rel.join);
  int32_t base = static_cast<int32_t>(left->type.size());
  if (rel.condition && !is_true_literal(*rel.condition)) {
    for (const ExprPtr& part : conjuncts(rel.condition)) inside.push_back(shift(part, -base));
  }
  if (!inside.empty()) node->condition = conjunction(inside);
  std::vector<std::string> fields;
  for (const std::string& name : field_names(left->type))
    fields.push_back("$cor" + std::to_string(variable) + "." + name);
  std::string argument = to_plan_text(*node->args[0], fields);
  node->invocation = node->function + "(" + argument + ")";
  node->correlate = "table(" + node->invocation + ")";
  node->inputs.push_back(std::move(left));
  return node;
}

NodePtr build_replicate(const rules::ReplicateRel& rel, NodePtr input) {
  auto node = std::make_shared<CorrelateNode>();
  node->span = rel.span;
  node->function = "$REPLICATE_ROWS$1";
  std::vector<int32_t> columns{rel.count};
  columns.insert(columns.end(), rel.columns.begin(), rel.columns.end());
  std::vector<std::string> positions;
  for (int32_t column : columns) {
    node->args.push_back(input_ref(column, input->type[static_cast<size_t>(column)].type));
    positions.push_back("$" + std::to_string(column));
  }
  for (int32_t column : rel.columns) node->produced.push_back(input->type[static_cast<size_t>(column)]);
  node->type = rules::join_type_of(input->type, node->produced, JoinType::kInner);
  node->invocation = node->function + "(" + joined(positions) + ")";
  std::vector<std::string> names;
  for (int32_t column : columns) names.push_back(input->type[static_cast<size_t>(column)].name);
  node->correlate = "table(" + node->function + "(" + joined(names, ",") + "))";
  node->inputs.push_back(std::move(input));
  return node;
}

}  // namespace rowkind
