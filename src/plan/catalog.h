// Tables and views of one script, and what connectors mean for a changelog: mode, sink mode, look-up ability
// (design/scenario.md).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "changelog/row_kind.h"
#include "expr/expr.h"
#include "types/logical_type.h"

namespace rowkind {

enum class ColumnKind : uint8_t { kPhysical, kComputed, kMetadata };

struct Column {
  std::string name;
  LogicalType type;
  ColumnKind kind = ColumnKind::kPhysical;
  ExprPtr computed;           // kComputed: over all non-computed columns in DDL order
  std::string metadata_key;   // kMetadata
  LogicalType metadata_type;  // kMetadata: as the connector declares it; cast to `type` above the scan
  bool is_virtual = false;    // kMetadata ... VIRTUAL: not written by INSERT
  std::string comment;
};

struct WatermarkSpec {
  std::string column;  // a top-level TIMESTAMP(<=3) or TIMESTAMP_LTZ(<=3) column
  ExprPtr expression;  // over all columns of the table; null for SOURCE_WATERMARK()
};

struct CatalogTable {
  std::string catalog = "default_catalog";
  std::string database = "default_database";
  std::string name;
  std::vector<Column> columns;
  std::vector<std::string> primary_key;  // empty: none
  std::optional<WatermarkSpec> watermark;
  std::map<std::string, std::string> options;  // WITH (...)
  Span span;

  // Filled from connector and format (or the scenario's `tables`).
  ChangelogMode source_mode = ChangelogMode::append();
  std::optional<ChangelogMode> sink_mode;  // none: takes whatever comes (print)
  bool lookup = false;                     // answers look-up joins
  std::string connector, format;

  std::string full_name() const { return catalog + "." + database + "." + name; }
  // Columns of the feed in the order in which Flink's scan puts them out (metadata keys in the order of the
  // connector's list). Empty: as they are in the feed.
  std::vector<int32_t> scan_columns;

  // Columns a row of the feed has: physical in DDL order, then metadata with the type that the connector
  // declares.
  RowType input_type() const;
  // Columns of the scan: those of the feed permuted by scan_columns.
  RowType scan_type() const;
  // All columns in DDL order, as a query sees them; the watermark column is a rowtime attribute.
  RowType schema() const;
  // Columns an INSERT writes: physical and metadata ones that are not virtual, in DDL order.
  RowType sink_type() const;
};

}  // namespace rowkind
