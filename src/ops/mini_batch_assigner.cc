// MiniBatchAssigner: sends the marks (watermarks) on which the bundles above are flushed.
//
// Processing time: a mark on the start of the current interval goes out before the first row of each interval, the very first row
// included, and by a timer when an interval has ended. Event time: hands on the first watermark, then one an interval. Watermarks from
// below are otherwise swallowed but the last one. (Flink: ProcTimeMiniBatchAssignerOperator, RowTimeMiniBatchAssginerOperator.)
#include "ops/factory.h"

namespace rowkind {
namespace {

class ProctimeMiniBatchAssigner final : public Operator {
 public:
  explicit ProctimeMiniBatchAssigner(int64_t interval) : interval_(interval) {}

  void open() override { context.register_processing_timer(make_row({}), context.clock() + interval_); }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    mark(batch_start());
    context.emit(kind, row, Reason{Rule::kForward});
  }
  void on_processing_timer(const RowPtr& key, int64_t) override {
    mark(batch_start());
    context.register_processing_timer(key, batch_start() + interval_);
  }
  void on_watermark(int64_t watermark) override {
    if (watermark == kMaxWatermark) mark(watermark);
  }

 private:
  int64_t batch_start() const { return context.clock() - context.clock() % interval_; }
  void mark(int64_t watermark) {
    if (watermark <= last_) return;
    last_ = watermark;
    context.emit_watermark(watermark);
  }
  int64_t interval_;
  int64_t last_ = 0;
};

class RowtimeMiniBatchAssigner final : public Operator {
 public:
  explicit RowtimeMiniBatchAssigner(int64_t interval) : interval_(interval), next_(interval - 1) {}

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    context.emit(kind, row, Reason{Rule::kForward});
  }
  void on_watermark(int64_t watermark) override {
    if (watermark > last_) last_ = watermark;
    if (watermark != kMaxWatermark && last_ < next_) return;
    emitted_ = last_;
    context.emit_watermark(last_);
    if (watermark == kMaxWatermark) return;
    int64_t end = last_ - last_ % interval_ + interval_ - 1;
    next_ = end > last_ ? end : end + interval_;
  }
  void on_finish() override {
    if (last_ > emitted_) context.emit_watermark(last_);
  }

 private:
  int64_t interval_;
  int64_t next_;
  int64_t last_ = 0;
  int64_t emitted_ = 0;
};

}  // namespace

OperatorPtr make_mini_batch_assigner(const MiniBatchAssignerNode& node, const FactoryContext&) {
  if (node.rowtime) return std::make_unique<RowtimeMiniBatchAssigner>(node.interval_millis);
  return std::make_unique<ProctimeMiniBatchAssigner>(node.interval_millis);
}

}  // namespace rowkind
