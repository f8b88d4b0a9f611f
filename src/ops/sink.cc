// Sink: hands the rows to the output. Before it, as planned: constraint enforcers (constraint_enforcer.cc) and materializers. A sink that
// declares no -U (blackhole) drops it.
#include "ops/factory.h"

namespace rowkind {
namespace {

class Sink final : public Operator {
 public:
  Sink(const SinkNode& node, const FactoryContext& context)
      : consumer_(context.consumer), index_(context.sink_index) {
    drops_update_before_ = node.table && node.table->connector == "blackhole";
  }
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (drops_update_before_ && kind == RowKind::kUpdateBefore) {
      context.suppress(Reason{Rule::kSinkDropped, row.get()});
      return;
    }
    if (context.recorder) context.recorder->emit(context.op_id, kind, row, Reason{Rule::kSinkWrite});
    consumer_->on_change(index_, kind, row);
  }

 private:
  SinkConsumer* consumer_;
  int32_t index_;
  bool drops_update_before_;
};

}  // namespace

void append_sink(const SinkNode& node, const FactoryContext& context, std::vector<OperatorPtr>& out) {
  if (node.table) {
    if (OperatorPtr enforcer = make_constraint_enforcer(node, context)) out.push_back(std::move(enforcer));
  }
  if (node.upsert_materialize) {
    bool compacts = node.conflict == ConflictStrategy::kNothing || node.conflict == ConflictStrategy::kError;
    out.push_back(compacts ? make_watermark_compacting_materializer(node, context)
                           : make_sink_upsert_materializer(node, context));
  }
  out.push_back(std::make_unique<Sink>(node, context));
}

}  // namespace rowkind
