// Top-1 where a row is only ever replaced by a better one (Flink: FastTop1Function; append-only input, or updates that only get better).
//
//   first row of a partition  +I
//   strictly better           [-U previous,] +U row
//   else                      nothing
#include "ops/rank.h"

namespace rowkind {
namespace {

struct Best {
  RowPtr row;
  int64_t written = 0;
};

class FastTop1 final : public RankOperator {
 public:
  using RankOperator::RankOperator;
  void open() override {
    state_.open(context, schema("best row"), spec_.ttl_millis, this,
                [](const void*, const Best& best) { return std::vector<RowPtr>{best.row}; });
  }

  void process(int32_t, RowKind, const RowPtr& row) override {
    KeyView key = partition(*row);
    auto* entry = state_.find(key);
    if (entry == nullptr) {
      state_.create(key)->value.row = row;
      insert(row, 1, 1, Reason{Rule::kRankEnter, nullptr, nullptr, 1});
    } else if (order_.compare(*row, *entry->value.row) < 0) {
      state_.touch(*entry);
      RowPtr previous = std::exchange(entry->value.row, row);
      replace(previous, row, 1, 1, Rule::kRankReplace);
    } else {
      context.suppress(Reason{Rule::kRankOutside, row.get()});
    }
  }

 private:
  KeyedState<Best> state_;
};

// ORDER BY proctime ASC: the first N rows of a partition, +I each; only their number is kept (Flink: AppendOnlyFirstNFunction).
struct Count {
  int64_t rows = 0;
  int64_t range_end = 0;
  int64_t written = 0;
};

class AppendOnlyFirstN final : public RankOperator {
 public:
  using RankOperator::RankOperator;
  void open() override {
    StateSchema shown = schema("number of rows");
    shown.value = {Field{"rows", LogicalType::bigint()}};
    state_.open(context, std::move(shown), spec_.ttl_millis, this, [](const void*, const Count& count) {
      return std::vector<RowPtr>{make_row({Value::integer(count.rows)})};
    });
  }

  void process(int32_t, RowKind, const RowPtr& row) override {
    KeyView key = partition(*row);
    auto* entry = state_.find(key);
    int64_t first_end = 0;
    int64_t end = range_end(*row, entry ? entry->value.range_end : first_end);
    if ((entry ? entry->value.rows : 0) >= end) {
      context.suppress(Reason{Rule::kRankOutside, row.get()});
      return;
    }
    entry = state_.touch_or_create(key);
    if (entry->value.range_end == 0) entry->value.range_end = first_end;
    int64_t rank = ++entry->value.rows;
    insert(row, rank, end, Reason{Rule::kRankEnter, nullptr, nullptr, rank});
  }

 private:
  KeyedState<Count> state_;
};

}  // namespace

OperatorPtr make_fast_top1(RankSpec spec) {
  return std::make_unique<FastTop1>(std::move(spec));
}
OperatorPtr make_append_only_first_n(RankSpec spec) {
  return std::make_unique<AppendOnlyFirstN>(std::move(spec));
}

}  // namespace rowkind
