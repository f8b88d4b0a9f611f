// The sink tables of a pipeline at any step: their schemas as they evolve and the rows that the changes
// leave.
#pragma once

#include <string>
#include <vector>

#include "lab/pipeline_run.h"

namespace rowkind {

using TextRow = std::vector<std::string>;  // cells in the notation

struct SinkTable {
  cdc::TableIdPtr id;
  cdc::SchemaPtr schema;  // null: not created yet, or dropped
  std::vector<TextRow> rows;

  // Columns of the primary key; all columns without one.
  std::vector<size_t> key() const;
};

class SinkTables {
 public:
  explicit SinkTables(const PipelineRun& run);

  // In order of first mention, the same at every step.
  const std::vector<SinkTable>& tables() const { return tables_; }
  size_t find(const std::string& id) const;
  // Applies what the sink got in steps 1 to `step`; only forward.
  void advance_to(int32_t step);
  // The schema changes of the step alone, so that the rows before a step have the columns behind it.
  void reshape(int32_t step);

 private:
  void apply(const cdc::Event& event);
  static void change_schema(SinkTable& table, const cdc::Event& event);
  static void change_rows(SinkTable& table, const cdc::Event& event, const TimeZone& zone);

  const PipelineRun& run_;
  std::vector<SinkTable> tables_;
  int32_t step_ = 0;
};

}  // namespace rowkind
