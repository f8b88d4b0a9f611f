// TableSourceScan: hands on what the feed holds, in the columns that the plan reads.
//
// upsert-kafka declares [UA, D], but its real source passes the kinds of the value format: every value arrives as +I (also when typed +U),
// every message without value as -D (the feed gives it the key columns only). It shows where no ChangelogNormalize is planned (golden
// sources/upsert-passthrough-to-upsert-sink).
#include "ops/factory.h"

namespace rowkind {
namespace {

class TableSourceScan final : public Operator {
 public:
  explicit TableSourceScan(const TableSourceScanNode& node) {
    RowType input = node.table->input_type();
    for (const Field& field : node.type) {
      columns_.push_back(find_field(input, field.name));
      if (columns_.back() < 0) throw Failure("plan/unknown-column", "The feed has no column " + field.name + ".");
    }
    identity_ = columns_.size() == input.size();
    for (size_t i = 0; identity_ && i < columns_.size(); ++i) identity_ = columns_[i] == static_cast<int32_t>(i);
    upsert_values_ = node.table->connector == "upsert-kafka" && !node.table->source_mode.update_before;
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (!identity_) {
      forward(kind, project(*row, columns_));
    } else {
      forward(kind, row);
    }
  }

 private:
  void forward(RowKind kind, const RowPtr& row) {
    if (!upsert_values_) {
      context.emit(kind, row, Reason{Rule::kSource});
    } else if (is_accumulate(kind)) {
      context.emit(RowKind::kInsert, row, Reason{kind == RowKind::kInsert ? Rule::kSource : Rule::kSourceUpsertValue});
    } else {
      context.emit(RowKind::kDelete, row, Reason{Rule::kSourceTombstone});
    }
  }
  std::vector<int32_t> columns_;
  bool identity_ = true;
  bool upsert_values_ = false;
};

}  // namespace

OperatorPtr make_table_source_scan(const TableSourceScanNode& node, const FactoryContext&) {
  return std::make_unique<TableSourceScan>(node);
}

}  // namespace rowkind
