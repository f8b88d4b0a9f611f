// TO_CHANGELOG: every change as an inserted row that names its kind: columns of PARTITION BY, the code, then the others and the time of
// on_time. Keeps nothing.
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
      : partition_(node.partition),
        columns_(node.columns),
        on_time_(node.on_time),
        by_clock_(on_time_ >= 0 && input_of(node).type[static_cast<size_t>(on_time_)].type.is_proctime()),
        full_deletes_(node.full_deletes) {
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
    const bool timed = on_time_ >= 0;
    if (timed && (by_clock_ || row[on_time_].is_null())) fail_without_time();
    RowBuilder out(static_cast<int32_t>(partition_.size() + columns_.size() + 1 + timed));
    int32_t at = 0;
    for (int32_t column : partition_) out.set(at++, row[column]);
    out.set(at++, code);
    for (size_t i = 0; i < columns_.size(); ++i, ++at) {
      if (!partial || kept_[i]) out.set(at, row[columns_[i]]);
    }
    if (timed) out.set(at, row[on_time_]);
    context.emit(RowKind::kInsert, out.finish(),
                 Reason{partial ? Rule::kToChangelogKey : Rule::kToChangelog, row.get()});
  }

 private:
  [[noreturn]] static void fail_without_time() {
    throw Failure("run/null-time",
                  "NullPointerException: Cannot invoke \"org.apache.flink.table.data.TimestampData."
                  "getMillisecond()\" because the return value of \"org.apache.flink.table.data.RowData."
                  "getTimestamp(int, int)\" is null",
                  {}, "rows hold no processing time: let on_time name a column with WATERMARK FOR");
  }

  std::array<Value, 4> codes_;  // by kind, NULL: not mapped
  std::vector<int32_t> partition_, columns_;
  int32_t on_time_;         // of the input, comes last once more; -1: does not
  bool by_clock_;           // on_time names processing time, which is NULL inside of Flink's rows
  std::vector<bool> kept_;  // per column: part of the key that a partial delete keeps
  bool full_deletes_;
};

}  // namespace

OperatorPtr make_to_changelog(const ProcessTableFunctionNode& node, const FactoryContext&) {
  return std::make_unique<ToChangelog>(node);
}

}  // namespace rowkind
