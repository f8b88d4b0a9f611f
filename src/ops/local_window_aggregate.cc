// LocalWindowAggregate: first phase of a two-phase window aggregate. Folds rows by key and slice; when the watermark closes the earliest slice
// of its buffer, sends one +I for each (key, slice) that holds the accumulators: grouping columns, the slots of every call
// (aggregate-internal values), the record counter, and the end of the slice. It neither knows late rows nor drops any.
#include "ops/aggregate_calls.h"
#include "ops/factory.h"
#include "ops/window_aggregate.h"
#include "ops/window_buffer.h"

namespace rowkind {
namespace {

class LocalWindowAggregate final : public Operator {
 public:
  explicit LocalWindowAggregate(const WindowAggregateNode& node)
      : grouping_(node.grouping),
        window_(node.window),
        slices_(node.window),
        calls_(visible_calls(node), node.retract, input_of(node).type),
        schema_(window_state_schema("buffered accumulators", node, input_of(node).type, "slice_end")) {}

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    buffer_.open(
        context, schema_, this,
        [](const void* owner, const GroupState& group) {
          return describe_group(static_cast<const LocalWindowAggregate*>(owner)->calls_, group, true);
        },
        calls_.slot_bytes());
  }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    int64_t end = slice_of(window_, slices_, zone_, *row, context.clock());
    bool made;
    auto* entry = buffer_.at(window_key(*row, grouping_, end), made);
    GroupState& group = entry->value;
    if (made) calls_.create(group);
    if (is_accumulate(kind)) {
      ++group.rows;
      calls_.accumulate(group.values(), *row, *context.eval);
    } else {
      --group.rows;
      calls_.retract(group.values(), *row, *context.eval);
    }
    context.suppress(Reason{Rule::kWindowBuffered, row.get(), entry->key.get(), end});
  }
  void on_watermark(int64_t watermark) override {
    if (watermark >= next_flush_) {
      if (buffer_.due(zone_, watermark)) flush();
      next_flush_ = zone_.next_flush(watermark, slices_.interval(), slices_.offset());
    }
    Operator::on_watermark(watermark);
  }

 private:
  void flush() {
    buffer_.flush([&](auto& entry) {
      int32_t keys = entry.key->arity() - 1;
      RowBuilder builder(keys + calls_.slots() + 2);
      for (int32_t i = 0; i < keys; ++i) builder.set(i, entry.key[i]);
      for (int32_t i = 0; i < calls_.slots(); ++i) builder.set(keys + i, std::move(entry.value.values()[i]));
      builder.set(keys + calls_.slots(), Value::integer(entry.value.rows));
      builder.set(keys + calls_.slots() + 1, Value::integer(end_of(*entry.key)));
      RowPtr row = builder.finish();
      context.emit(RowKind::kInsert, row, Reason{Rule::kWindowSlice, nullptr, entry.key.get(), end_of(*entry.key)});
    });
  }

  std::vector<int32_t> grouping_;
  WindowSpec window_;
  WindowSlices slices_;
  WindowZone zone_;
  AggregateCalls calls_;
  StateSchema schema_;
  WindowBuffer<GroupState> buffer_;
  int64_t next_flush_ = 0;
};

}  // namespace

OperatorPtr make_local_window_aggregate(const WindowAggregateNode& node, const FactoryContext&) {
  return std::make_unique<LocalWindowAggregate>(node);
}

}  // namespace rowkind
