#include "plan/source_build.h"

#include "plan/physical_util.h"

namespace rowkind {

namespace {

void check_mode(const CatalogTable& table, Span span) {
  const ChangelogMode& mode = table.source_mode;
  if (mode.update_after && !mode.update_before && table.primary_key.empty()) {
    throw Failure("plan/upsert-source-key",
                  "Table '" + table.full_name() +
                      "' produces a changelog stream that contains UPDATE_AFTER but no UPDATE_BEFORE. This "
                      "requires defining a primary key "
                      "constraint on the table.",
                  span, "add PRIMARY KEY (...) NOT ENFORCED");
  }
  if (mode.update_before && !mode.update_after) {
    throw Failure("plan/source-mode",
                  "Invalid source for table '" + table.full_name() +
                      "'. A ScanTableSource doesn't support a changelog stream that contains UPDATE_BEFORE "
                      "but no UPDATE_AFTER. Please adapt "
                      "the implementation of the table source.",
                  span);
  }
}

NodePtr normalize(NodePtr input, const std::vector<int32_t>& key) {
  auto node = std::make_shared<ChangelogNormalizeNode>();
  node->key = key;
  node->type = input->type;
  node->span = input->span;
  node->inputs.push_back(make_exchange(std::move(input), key));
  return node;
}

}  // namespace

NodePtr build_scan(const ScanRel& rel, const PlannerConfig& config, bool as_snapshot) {
  auto node = std::make_shared<TableSourceScanNode>();
  node->version = config.version;
  node->table = rel.table;
  node->type = rel.type;
  node->span = rel.span;
  const ChangelogMode& mode = rel.table->source_mode;
  check_mode(*rel.table, rel.span);
  bool upsert = mode.update_after && !mode.update_before;
  if (as_snapshot || (!upsert && !(config.cdc_duplicates && !mode.append_only()))) return node;
  if (rel.table->primary_key.empty()) {
    throw Failure("plan/duplicates-need-key",
                  "Configuration 'table.exec.source.cdc-events-duplicate' is enabled which requires the "
                  "changelog sources to define a PRIMARY KEY.",
                  rel.span);
  }
  std::vector<int32_t> key;
  for (const std::string& name : rel.table->primary_key) key.push_back(find_field(node->type, name));
  return normalize(node, key);
}

NodePtr build_watermark(NodePtr input, const WatermarkRel& rel) {
  if (input->kind == NodeKind::kChangelogNormalize) {
    const NodePtr exchange = input->inputs[0];
    NodePtr below = build_watermark(exchange->inputs[0], rel);
    return normalize(below, node_as<ChangelogNormalizeNode>(*input).key);
  }
  if (input->kind == NodeKind::kCalc && input->inputs[0]->kind == NodeKind::kChangelogNormalize) {
    // Computed columns below the normalize too, if the key survives.
    const auto& calc_node = node_as<CalcNode>(*input);
    const auto& old = node_as<ChangelogNormalizeNode>(*input->inputs[0]);
    std::vector<int32_t> key;
    for (int32_t column : old.key) {
      for (size_t i = 0; i < calc_node.projects.size(); ++i) {
        const Expr& expr = *calc_node.projects[i];
        if (expr.kind == ExprKind::kInputRef && expr.index == column) {
          key.push_back(static_cast<int32_t>(i));
          break;
        }
      }
    }
    if (key.size() == old.key.size() && !calc_node.condition) {
      NodePtr moved = with_inputs(*input, {old.inputs[0]->inputs[0]});
      return normalize(build_watermark(moved, rel), key);
    }
  }
  if (!rel.expression && input->kind == NodeKind::kTableSourceScan) {
    NodePtr scan_node = clone_node(*input);
    node_as<TableSourceScanNode>(*scan_node).source_watermark = true;
    node_as<TableSourceScanNode>(*scan_node).rowtime = rel.rowtime;
    scan_node->type = rel.type;
    return scan_node;
  }
  auto node = std::make_shared<WatermarkAssignerNode>();
  node->rowtime = rel.rowtime;
  node->expression = rel.expression;
  node->type = input->type;
  Field& field = node->type[static_cast<size_t>(rel.rowtime)];
  field.type = field.type.with_attribute(TimeAttribute::kRowtime);
  node->span = rel.span;
  node->inputs.push_back(std::move(input));
  return node;
}

}  // namespace rowkind
