// What FROM t means: scan, casts of metadata, computed columns, watermark.
#include "plan/rel_build.h"

namespace rowkind {
namespace {

// CAST even when only the nullability differs, as Flink's metadata projection has it.
ExprPtr declared(const ExprPtr& column, const LogicalType& type) {
  if (column->type.equals(type)) return column;
  auto cast = std::make_shared<Expr>(*make_cast(column, type).or_throw());
  if (cast->kind != ExprKind::kCall) {
    const ExprPtr probe = make_cast(input_ref(0, LogicalType::integer()), LogicalType::bigint()).or_throw();
    cast = std::make_shared<Expr>(*probe);
    cast->operands = {column};
  }
  cast->type = type;
  return cast;
}

}  // namespace

RelPtr make_table(const std::shared_ptr<const CatalogTable>& table,
                  const std::map<std::string, std::string>& hints, Span span) {
  auto scan = std::make_shared<ScanRel>();
  scan->table = table;
  scan->hints = hints;
  scan->type = table->scan_type();
  scan->span = span;
  RelPtr rel = scan;

  // Columns that exist, in DDL order: as they are shown, and as computed ones see them (without a cast that
  // only says nullable).
  ExprList present, raw;
  bool plain = true;
  for (const Column& column : table->columns) {
    if (column.kind == ColumnKind::kComputed) {
      plain = false;
      continue;
    }
    const ExprPtr ref = column_ref(*rel, find_field(rel->type, column.name));
    plain = plain && ref->index == static_cast<int32_t>(present.size()) && ref->type.equals(column.type);
    const bool rowtime = table->watermark && table->watermark->column == column.name;
    present.push_back(
        declared(ref, rowtime ? column.type.with_attribute(TimeAttribute::kRowtime) : column.type));
    raw.push_back(ref->type.equals(column.type, true) ? ref : present.back());
  }
  if (!plain) {
    ExprList exprs;
    std::vector<std::string> names;
    size_t next = 0;
    for (const Column& column : table->columns) {
      exprs.push_back(column.kind == ColumnKind::kComputed ? substitute(column.computed, raw)
                                                           : present[next++]);
      names.push_back(column.name);
    }
    rel = make_project(rel, std::move(exprs), std::move(names), true, span);
  }
  if (!table->watermark) return rel;
  auto assigner = std::make_shared<WatermarkRel>();
  assigner->rowtime = find_field(rel->type, table->watermark->column);
  assigner->expression = table->watermark->expression;
  assigner->inputs = {rel};
  assigner->type = rel->type;
  Field& rowtime = assigner->type[static_cast<size_t>(assigner->rowtime)];
  rowtime.type = rowtime.type.with_attribute(TimeAttribute::kRowtime);
  assigner->span = span;
  return assigner;
}

}  // namespace rowkind
