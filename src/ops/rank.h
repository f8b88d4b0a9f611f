// What the Top-N algorithms share: partition, order, range, and how a row is sent with its rank. Ranks count from 1; a row is sent only
// if rankStart <= rank <= rankEnd. The end may be a column: then the value in the first row of a partition holds for all of it.
#pragma once

#include <memory>
#include <vector>

#include "ops/factory.h"
#include "ops/keyed_state.h"
#include "ops/row_order.h"

namespace rowkind {

// A RankNode, or a SortLimitNode seen as one.
struct RankSpec {
  RankStrategy strategy = RankStrategy::kAppendFast;
  std::vector<int32_t> primary_keys;
  std::vector<int32_t> partition;
  std::vector<SortKey> order;
  int64_t start = 1, end = 1;
  int32_t end_column = -1;
  bool output_rank = false;
  bool update_before = true;
  int64_t ttl_millis = 0;
  RowType type;  // of the input

  bool with_number() const { return output_rank || start > 1; }
};

class RankOperator : public Operator {
 public:
  explicit RankOperator(RankSpec spec) : spec_(std::move(spec)), order_(spec_.order, spec_.type) {}

 protected:
  KeyView partition(const Row& row) const { return KeyView(row, spec_.partition); }
  StateSchema schema(const char* name) const;
  // The end of the range for a partition; `stored` is what its state keeps, 0 for a new one.
  int64_t range_end(const Row& row, int64_t& stored) const;
  bool in_range(int64_t rank, int64_t end) const { return rank >= spec_.start && rank <= end; }

  // Each sends nothing when the rank is outside the range.
  void insert(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason);
  void remove(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason);
  void update_before(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason);
  void update_after(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason);
  // -U old at the rank, +U new at the rank.
  void replace(const RowPtr& old_row, const RowPtr& new_row, int64_t rank, int64_t end, Rule rule);

  // The row as it is sent: with its rank behind it, if the plan reads that. `row` may hold an earlier rank.
  RowPtr with_rank(const RowPtr& row, int64_t rank) const;
  RowPtr without_rank(const RowPtr& row) const;

  RankSpec spec_;
  RowOrder order_;
};

OperatorPtr make_fast_top1(RankSpec spec);
OperatorPtr make_append_only_first_n(RankSpec spec);
OperatorPtr make_append_only_top_n(RankSpec spec);
OperatorPtr make_retractable_top_n(RankSpec spec);
OperatorPtr make_updatable_top_n(RankSpec spec);
// Picks the algorithm as StreamExecRank and StreamExecSortLimit do.
OperatorPtr make_top_n(RankSpec spec);

}  // namespace rowkind
