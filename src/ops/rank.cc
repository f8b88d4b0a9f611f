// Rank: picks the Top-N algorithm; SortLimit and Limit are Top-N without partition and rank column (Limit: all rows tie).
#include "ops/rank.h"

namespace rowkind {

StateSchema RankOperator::schema(const char* name) const {
  StateSchema schema{name, {}, spec_.type};
  for (int32_t column : spec_.partition) schema.key.push_back(spec_.type[static_cast<size_t>(column)]);
  return schema;
}

int64_t RankOperator::range_end(const Row& row, int64_t& stored) const {
  if (spec_.end_column < 0) return spec_.end;
  if (stored == 0) {
    const Value& value = row[spec_.end_column];
    stored = value.is_null() || value.integer() < 0 ? -1 : value.integer() + 1;
  }
  return stored < 0 ? 0 : stored - 1;
}

RowPtr RankOperator::with_rank(const RowPtr& row, int64_t rank) const {
  if (!spec_.output_rank) return row;
  const int32_t columns = static_cast<int32_t>(spec_.type.size());
  RowBuilder builder(columns + 1);
  for (int32_t i = 0; i < columns; ++i) builder.set(i, row[i]);
  builder.set(columns, Value::integer(rank));
  return builder.finish();
}

RowPtr RankOperator::without_rank(const RowPtr& row) const {
  const int32_t columns = static_cast<int32_t>(spec_.type.size());
  if (row->arity() == columns) return row;
  RowBuilder builder(columns);
  for (int32_t i = 0; i < columns; ++i) builder.set(i, row[i]);
  return builder.finish();
}

void RankOperator::insert(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason) {
  if (in_range(rank, end)) context.emit(RowKind::kInsert, with_rank(row, rank), reason);
}
void RankOperator::remove(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason) {
  if (in_range(rank, end)) context.emit(RowKind::kDelete, with_rank(row, rank), reason);
}
void RankOperator::update_before(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason) {
  if (spec_.update_before && in_range(rank, end)) {
    context.emit(RowKind::kUpdateBefore, with_rank(row, rank), reason);
  }
}
void RankOperator::update_after(const RowPtr& row, int64_t rank, int64_t end, const Reason& reason) {
  if (in_range(rank, end)) context.emit(RowKind::kUpdateAfter, with_rank(row, rank), reason);
}
void RankOperator::replace(const RowPtr& old_row, const RowPtr& new_row, int64_t rank, int64_t end,
                           Rule rule) {
  Reason reason{rule, old_row.get(), new_row.get(), rank};
  update_before(old_row, rank, end, reason);
  update_after(new_row, rank, end, reason);
}

OperatorPtr make_top_n(RankSpec spec) {
  bool top1 = spec.end_column < 0 && spec.start == 1 && spec.end == 1;
  switch (spec.strategy) {
    case RankStrategy::kRetract:
      return make_retractable_top_n(std::move(spec));
    case RankStrategy::kUpdateFast:
      return top1 ? make_fast_top1(std::move(spec)) : make_updatable_top_n(std::move(spec));
    case RankStrategy::kAppendFast:
      break;
  }
  if (top1) return make_fast_top1(std::move(spec));
  bool by_arrival = spec.order.size() == 1 && !spec.order[0].descending &&
                    spec.type[static_cast<size_t>(spec.order[0].column)].type.is_proctime();
  return by_arrival ? make_append_only_first_n(std::move(spec)) : make_append_only_top_n(std::move(spec));
}

OperatorPtr make_rank(const RankNode& node, const FactoryContext& context) {
  if (node.deduplicate) return make_deduplicate(node, context);
  RankSpec spec;
  spec.strategy = node.strategy;
  spec.primary_keys = node.primary_keys;
  spec.partition = node.partition;
  spec.order = node.order;
  spec.start = node.rank_start;
  spec.end = node.rank_end;
  spec.end_column = node.rank_end_column;
  spec.output_rank = node.output_rank;
  spec.update_before = generates_update_before(node);
  spec.ttl_millis = context.options.state_ttl_millis;
  spec.type = input_of(node).type;
  return make_top_n(std::move(spec));
}

OperatorPtr make_sort_limit(const SortLimitNode& node, const FactoryContext& context) {
  RankSpec spec;
  spec.strategy = node.strategy;
  if (node.kind == NodeKind::kLimit && !input_of(node).modify.insert_only())
    spec.strategy = RankStrategy::kRetract;
  spec.primary_keys = node.primary_keys;
  spec.order = node.keys;
  spec.start = node.offset + 1;
  spec.end = node.fetch < 0 ? INT64_MAX : node.offset + node.fetch;
  spec.update_before = generates_update_before(node);
  spec.ttl_millis = context.options.state_ttl_millis;
  spec.type = input_of(node).type;
  return make_top_n(std::move(spec));
}

}  // namespace rowkind
