// Columns picked on top of a watermark are picked below it too, in the projection that computes columns of the table
// (ProjectFilterTranspose, ProjectWatermarkAssignerTransposeRule).
#include <algorithm>

#include "plan/rules/rules.h"

namespace rowkind::rules {

namespace {

void add(std::vector<int32_t>& columns, int32_t column) {
  if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
}

// Input columns in the order in which an expression names them.
void add_refs(std::vector<int32_t>& columns, const Expr& expr) {
  if (expr.kind == ExprKind::kInputRef) add(columns, expr.index);
  for (const ExprPtr& operand : expr.operands) add_refs(columns, *operand);
}

// What a projection over a watermark reads of it: as it comes to them, or in the table's order when it came through a filter.
std::vector<int32_t> columns_read(const ProjectRel& project, const FilterRel* filter) {
  std::vector<int32_t> columns;
  for (const ExprPtr& expr : project.exprs) add_refs(columns, *expr);
  if (!filter) return columns;
  add_refs(columns, *filter->condition);
  std::sort(columns.begin(), columns.end());
  return columns;
}

struct Picked {
  RelPtr rel;
  std::vector<int32_t> map;  // old column -> new one, -1: gone
};

Picked pick_below(const WatermarkRel& watermark, const std::vector<int32_t>& columns) {
  const auto& lower = as<ProjectRel>(*watermark.inputs[0]);
  auto out = std::make_shared<WatermarkRel>(watermark);
  std::vector<int32_t> map(watermark.type.size(), -1);
  ExprList exprs;
  std::vector<std::string> names;
  out->type.clear();
  for (int32_t column : columns) {
    const auto at = static_cast<size_t>(column);
    map[at] = static_cast<int32_t>(exprs.size());
    exprs.push_back(lower.exprs[at]);
    names.push_back(lower.type[at].name);
    out->type.push_back(watermark.type[at]);
  }
  const bool nothing_left = is_identity(exprs, *lower.inputs[0]);
  out->inputs = {nothing_left
                     ? lower.inputs[0]
                     : make_project(lower.inputs[0], std::move(exprs), std::move(names), lower.span)};
  out->rowtime = map[static_cast<size_t>(watermark.rowtime)];
  if (watermark.expression) out->expression = remap(watermark.expression, map);
  return Picked{out, std::move(map)};
}

// With a projection above and below, fewer columns are no gain; an expression less to compute is.
bool saves_expression(const ProjectRel& lower, const std::vector<int32_t>& map) {
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] < 0 && lower.exprs[i]->kind != ExprKind::kInputRef) return true;
  }
  return false;
}

}  // namespace

RelPtr pick_below_watermark(const ProjectRel& project) {
  const FilterRel* filter = nullptr;
  RelPtr below = project.inputs[0];
  if (below->kind == RelKind::kFilter) {
    filter = &as<FilterRel>(*below);
    below = below->inputs[0];
  }
  if (below->kind != RelKind::kWatermark || below->inputs[0]->kind != RelKind::kProject) return nullptr;
  const auto& watermark = as<WatermarkRel>(*below);
  std::vector<int32_t> columns = columns_read(project, filter);
  if (watermark.expression) add_refs(columns, *watermark.expression);
  add(columns, watermark.rowtime);
  if (columns.size() == watermark.type.size()) return nullptr;
  Picked picked = pick_below(watermark, columns);
  if (filter) picked.rel = make_filter(picked.rel, remap(filter->condition, picked.map), filter->span);
  ExprList exprs;
  for (const ExprPtr& expr : project.exprs) exprs.push_back(remap(expr, picked.map));
  if (is_identity(exprs, *picked.rel) && field_names(project.type) == field_names(picked.rel->type))
    return picked.rel;
  if (!saves_expression(as<ProjectRel>(*watermark.inputs[0]), picked.map)) return nullptr;
  return make_project(picked.rel, std::move(exprs), field_names(project.type), project.span);
}

namespace {

// What a Rank does not read is cut off later than this.
RelPtr rewrite(const RelPtr& rel, bool of_rank) {
  if (rel->kind == RelKind::kProject && !of_rank) {
    if (RelPtr out = pick_below_watermark(as<ProjectRel>(*rel))) return out;
  }
  std::vector<RelPtr> inputs;
  for (const RelPtr& input : rel->inputs)
    inputs.push_back(
        rewrite(input, rel->kind == RelKind::kRank || (of_rank && rel->kind == RelKind::kProject)));
  return inputs == rel->inputs ? rel : with_inputs(*rel, std::move(inputs));
}

}  // namespace

RelPtr pick_below_watermarks(const RelPtr& root) {
  return rewrite(root, false);
}

}  // namespace rowkind::rules
