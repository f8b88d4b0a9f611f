#include "plan/catalog.h"

namespace rowkind {
RowType CatalogTable::input_type() const {
  RowType out;
  for (const Column& column : columns) {
    if (column.kind == ColumnKind::kPhysical) out.push_back({column.name, column.type});
  }
  for (const Column& column : columns) {
    if (column.kind != ColumnKind::kMetadata) continue;
    out.push_back(
        {column.name, column.metadata_type.is(TypeRoot::kNull) ? column.type : column.metadata_type});
  }
  return out;
}

RowType CatalogTable::scan_type() const {
  RowType feed = input_type();
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
