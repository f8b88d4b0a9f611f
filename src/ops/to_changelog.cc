// TO_CHANGELOG: every change as an inserted row that names its kind: columns of PARTITION BY, the code, then the others. Keeps nothing.
//
//   mapped kind     +I with the code of the kind
//   other kinds     nothing
//   -D with produces_full_deletes => FALSE (2.4)   keeps the columns of the partition and of the upsert key; the rest is NULL
#include <algorithm>
#include <array>

#include "ops/factory.h"

namespace rowkind {
namespace {

class ToChangelog final : public Operator {
 public:
  explicit ToChangelog(const ProcessTableFunctionNode& node)
      : partition_(node.partition), columns_(node.columns), full_deletes_(node.full_deletes) {
    for (const auto& code : node.to_codes)
      codes_[static_cast<size_t>(code.first)] = Value::string(code.second);
    for (int32_t column : columns_) {
      const ColumnSet& key = node.delete_key;
      kept_.push_back(std::find(key.begin(), key.end(), column) != key.end());
    }
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    const Value& code = codes_[static_cast<size_t>(kind)];
    if (code.is_null()) {
      context.suppress(Reason{Rule::kToChangelogDropped, row.get()});
      return;
    }
    const bool partial = kind == RowKind::kDelete && !full_deletes_;
    RowBuilder out(static_cast<int32_t>(partition_.size() + columns_.size() + 1));
    int32_t at = 0;
    for (int32_t column : partition_) out.set(at++, row[column]);
    out.set(at++, code);
    for (size_t i = 0; i < columns_.size(); ++i, ++at) {
      if (!partial || kept_[i]) out.set(at, row[columns_[i]]);
    }
    context.emit(RowKind::kInsert, out.finish(),
                 Reason{partial ? Rule::kToChangelogKey : Rule::kToChangelog, row.get()});
  }

 private:
  std::array<Value, 4> codes_;  // by kind, NULL: not mapped
  std::vector<int32_t> partition_, columns_;
  std::vector<bool> kept_;  // per column: part of the key that a partial delete keeps
  bool full_deletes_;
};

}  // namespace

OperatorPtr make_to_changelog(const ProcessTableFunctionNode& node, const FactoryContext&) {
  return std::make_unique<ToChangelog>(node);
}

}  // namespace rowkind
