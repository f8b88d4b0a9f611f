// WatermarkAssigner: a row goes on first, then the watermark if the table's expression moved it (Flink holds it back up to
// pipeline.auto-watermark-interval; here the interval is 0). It starts at 0, so event times before 1970 never move it; an expression that
// is NULL leaves it; a NULL row time fails the job. Watermarks from below are ignored but the last one; SOURCE_WATERMARK() tables pass on
// what the feed says.
#include "ops/factory.h"

namespace rowkind {
namespace {

class WatermarkAssigner final : public Operator {
 public:
  explicit WatermarkAssigner(const WatermarkAssignerNode& node)
      : rowtime_(node.rowtime), expression_(node.expression ? compile(node.expression) : nullptr) {}

  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (row[rowtime_].is_null()) {
      throw Failure("job/null-rowtime",
                    "RowTime field should not be null, please convert it to a non-null long value.");
    }
    context.emit(kind, row, Reason{Rule::kForward});
    if (expression_ == nullptr) return;
    Value value = expression_->eval(*row, *context.eval);
    if (!value.is_null() && value.timestamp().millis > last_) advance(value.timestamp().millis);
  }
  void on_watermark(int64_t watermark) override {
    if (expression_ == nullptr) {
      context.emit_watermark(watermark);
    } else if (watermark == kMaxWatermark) {
      advance(watermark);
    }
  }

 private:
  void advance(int64_t watermark) {
    last_ = watermark;
    if (context.recorder) context.recorder->watermark(context.op_id, watermark);
    context.emit_watermark(watermark);
    if (context.recorder) context.recorder->done();
  }

  int32_t rowtime_;
  std::unique_ptr<Evaluator> expression_;
  int64_t last_ = 0;
};

}  // namespace

OperatorPtr make_watermark_assigner(const WatermarkAssignerNode& node, const FactoryContext&) {
  return std::make_unique<WatermarkAssigner>(node);
}

}  // namespace rowkind
