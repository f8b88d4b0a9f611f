// FROM_CHANGELOG: each append-only row gets the kind that its code column names and loses that column. No state, no check against what was
// there before: a delete of a row that never was goes on like any other.
//
//   code of the mapping   the row with the mapped kind: columns of PARTITION BY, then the others
//   NULL, unknown code    the job fails, or error_handling => 'SKIP' drops the row
//
// With ORDER BY (2.4) the rows of a partition wait until the watermark reaches their time, then go out sorted; a row at or behind the
// watermark is dropped.
#include <algorithm>

#include "ops/factory.h"
#include "ops/java_hash_order.h"
#include "ops/keyed_state.h"
#include "ops/row_order.h"

namespace rowkind {
namespace {

struct Waiting {
  std::vector<RowPtr> rows;
  int64_t written = 0;
};

class FromChangelog final : public Operator {
 public:
  explicit FromChangelog(const ProcessTableFunctionNode& node)
      : codes_(node.from_codes),
        op_column_(node.op_column),
        skip_unknown_(node.skip_unknown),
        partition_(node.partition),
        columns_(node.partition),
        type_(input_of(node).type),
        order_(node.order, type_),
        time_(node.order.empty() ? -1 : node.order[0].column) {
    columns_.insert(columns_.end(), node.columns.begin(), node.columns.end());
  }

  void open() override {
    if (time_ < 0) return;
    StateSchema schema{"rows waiting", {}, type_};
    for (int32_t column : partition_) schema.key.push_back(type_[static_cast<size_t>(column)]);
    waiting_.open(context, std::move(schema), 0, nullptr,
                  [](const void*, const Waiting& waiting) { return waiting.rows; });
  }

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (time_ < 0) {
      convert(row);
      return;
    }
    int64_t time = row[time_].timestamp().millis;
    if (time <= context.watermark) {
      context.late(kind, row);
      return;
    }
    auto* entry = waiting_.touch_or_create(KeyView(*row, partition_));
    entry->value.rows.push_back(row);
    context.register_event_timer(entry->key, time);
    context.suppress(Reason{Rule::kFromChangelogWaits, row.get()});
  }

  void on_event_timer(const RowPtr& key, int64_t time) override {
    auto* entry = waiting_.find(key);
    if (entry == nullptr) return;
    waiting_.touch(*entry);
    std::vector<RowPtr>& rows = entry->value.rows;
    std::stable_sort(rows.begin(), rows.end(), order_);
    const auto later = std::find_if(rows.begin(), rows.end(),
                                    [&](const RowPtr& row) { return row[time_].timestamp().millis > time; });
    std::vector<RowPtr> due(rows.begin(), later);
    rows.erase(rows.begin(), later);
    if (rows.empty()) waiting_.erase(entry);
    for (const RowPtr& row : due) convert(row);
  }

 private:
  void convert(const RowPtr& row) {
    const Value& code = row[op_column_];
    if (!code.is_null()) {
      const auto known = std::find_if(codes_.begin(), codes_.end(),
                                      [&](const auto& entry) { return entry.first == code.string(); });
      if (known != codes_.end()) {
        context.emit(known->second, project(*row, columns_), Reason{Rule::kFromChangelog, row.get()});
        return;
      }
    }
    if (skip_unknown_) {
      context.suppress(Reason{Rule::kFromChangelogSkipped, row.get()});
      return;
    }
    if (code.is_null()) {
      throw Failure("job/op-code",
                    "Received NULL op code. Every changelog row must carry an operation code.");
    }
    throw Failure("job/op-code", "Received invalid op code '" + std::string(code.string()) +
                                     "'. Defined op codes are: [" + defined_codes() + "].");
  }

  // As Java's HashMap lists them.
  std::string defined_codes() const {
    std::vector<std::string> codes;
    for (const auto& entry : codes_) codes.push_back(entry.first);
    std::string out;
    const char* separator = "";
    for (size_t i : java_string_hash_order(codes)) {
      out += separator + codes[i];
      separator = ", ";
    }
    return out;
  }

  std::vector<std::pair<std::string, RowKind>> codes_;
  int32_t op_column_;
  bool skip_unknown_;
  std::vector<int32_t> partition_, columns_;
  RowType type_;
  RowOrder order_;
  int32_t time_;  // column of the first key of ORDER BY, -1: none
  KeyedState<Waiting> waiting_;
};

}  // namespace

OperatorPtr make_from_changelog(const ProcessTableFunctionNode& node, const FactoryContext&) {
  return std::make_unique<FromChangelog>(node);
}

}  // namespace rowkind
