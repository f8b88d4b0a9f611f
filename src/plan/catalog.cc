#include "plan/catalog.h"

namespace rowkind {
namespace {

void append(RowType& out, const CatalogTable& table, ColumnKind kind) {
  for (const Column& column : table.columns) {
    if (column.kind == kind) out.push_back({column.name, column.type});
  }
}

}  // namespace

RowType CatalogTable::input_type() const {
  RowType out;
  append(out, *this, ColumnKind::kPhysical);
  append(out, *this, ColumnKind::kMetadata);
  return out;
}

RowType CatalogTable::scan_type() const {
  RowType feed;
  append(feed, *this, ColumnKind::kPhysical);
  for (const Column& column : columns) {
    if (column.kind == ColumnKind::kMetadata) feed.push_back({column.name, column.metadata_type});
  }
  if (scan_columns.empty()) return feed;
  RowType out;
  for (const int32_t i : scan_columns) out.push_back(feed[static_cast<size_t>(i)]);
  return out;
}

RowType CatalogTable::schema() const {
  RowType out;
  for (const Column& column : columns) {
    const bool rowtime = watermark && watermark->column == column.name;
    out.push_back({column.name, rowtime ? column.type.with_attribute(TimeAttribute::kRowtime) : column.type});
  }
  return out;
}

RowType CatalogTable::sink_type() const {
  RowType out;
  for (const Column& column : columns) {
    if (column.kind == ColumnKind::kComputed || (column.kind == ColumnKind::kMetadata && column.is_virtual))
      continue;
    out.push_back({column.name, column.type});
  }
  return out;
}

}  // namespace rowkind
