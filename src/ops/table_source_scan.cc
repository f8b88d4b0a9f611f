// TableSourceScan: hands on what the feed holds, in the columns that the plan reads. What connectors do to kinds (upsert-kafka: every value
// arrives as +I) happens in the feed (scenario/feed.h).
#include "ops/factory.h"

namespace rowkind {
namespace {

class TableSourceScan final : public Operator {
 public:
  explicit TableSourceScan(const TableSourceScanNode& node)
      : table_(node.table), checks_kinds_(node.table->lookup) {
    RowType input = node.table->input_type();
    for (const Field& field : node.type) {
      columns_.push_back(find_field(input, field.name));
      if (columns_.back() < 0)
        throw Failure("plan/unknown-column", "The feed has no column " + field.name + ".");
    }
    identity_ = columns_.size() == input.size();
    for (size_t i = 0; identity_ && i < columns_.size(); ++i)
      identity_ = columns_[i] == static_cast<int32_t>(i);
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (checks_kinds_ && !table_->source_mode.contains(kind)) refuse(kind);
    context.emit(kind, identity_ ? row : project(*row, columns_), Reason{Rule::kSource});
  }

 private:
  // The feed lets any change of a look-up table through: it may only be looked up.
  [[noreturn]] void refuse(RowKind kind) const {
    throw Failure("input/kind",
                  "Table " + table_->name + " cannot emit " + std::string(short_string(kind)) +
                      ", its changelog mode is " + table_->source_mode.to_string(),
                  {}, "only a table that is looked up, and not read, may change in any way");
  }
  std::shared_ptr<const CatalogTable> table_;
  bool checks_kinds_;
  std::vector<int32_t> columns_;
  bool identity_ = true;
};

}  // namespace

OperatorPtr make_table_source_scan(const TableSourceScanNode& node, const FactoryContext&) {
  return std::make_unique<TableSourceScan>(node);
}

}  // namespace rowkind
