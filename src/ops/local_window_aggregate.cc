// LocalWindowAggregate: first phase of a two-phase window aggregate. Folds rows by key and slice; when the watermark closes the earliest slice
// of its buffer, sends one +I for each (key, slice) that holds the accumulators: grouping columns, the slots of every call
// (aggregate-internal values), the record counter, and the end of the slice. It neither knows late rows nor drops any.
#include <numeric>

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
        key_columns_(node.grouping.size()),
        window_(node.window),
        slices_(node.window),
        calls_(visible_calls(node), node.retract, input_of(node).type),
        schema_(window_state_schema("buffered accumulators", node.grouping, visible_calls(node),
                                    input_of(node).type, {"slice_end"})) {
    std::iota(key_columns_.begin(), key_columns_.end(), 0);
  }

  void open() override {
    zone_ = WindowZone(window_, context.eval->zone);
    buffer_.open(context, schema_, this, [](const void* owner, const ByEnd<WindowContent>& slices) {
      std::vector<RowPtr> rows;
      for (const auto& part : slices.parts) {
        rows.push_back(
            part.content.describe(static_cast<const LocalWindowAggregate*>(owner)->calls_, {part.end}));
      }
      return rows;
    });
  }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    int64_t end = slice_of(window_, slices_, zone_, *row, context.clock());
    bool made;
    WindowContent& content = buffer_.at(KeyView(*row, grouping_), end, made);
    if (made) content.create(calls_);
    content.add(calls_, kind, *row, *context.eval);
    if (context.recorder) {
      context.suppress(Reason{Rule::kWindowBuffered, row.get(), window_key(*row, grouping_, end).get(), end});
    }
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
    buffer_.flush([&](const RowPtr& key, int64_t end, WindowContent& content) {
      RowPtr about = context.recorder ? window_key(*key, key_columns_, end) : nullptr;
      context.emit(RowKind::kInsert, content.to_row(*key, {end}),
                   Reason{Rule::kWindowSlice, nullptr, about.get(), content.rows});
    });
  }

  std::vector<int32_t> grouping_, key_columns_;  // of a row, of its key
  WindowSpec window_;
  WindowSlices slices_;
  WindowZone zone_;
  AggregateCalls calls_;
  StateSchema schema_;
  WindowBuffer<WindowContent> buffer_;
  int64_t next_flush_ = 0;
};

}  // namespace

OperatorPtr make_local_window_aggregate(const WindowAggregateNode& node, const FactoryContext&) {
  return std::make_unique<LocalWindowAggregate>(node);
}

}  // namespace rowkind
