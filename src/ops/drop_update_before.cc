// DropUpdateBefore: removes -U, nothing else; planned where a source has -U and nobody above needs it.
#include "ops/factory.h"

namespace rowkind {
namespace {

class DropUpdateBefore final : public Operator {
 public:
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    if (kind == RowKind::kUpdateBefore) {
      context.suppress(Reason{Rule::kDropUpdateBefore, row.get()});
    } else {
      context.emit(kind, row, Reason{Rule::kForward});
    }
  }
};

}  // namespace

OperatorPtr make_drop_update_before(const DropUpdateBeforeNode&, const FactoryContext&) {
  return std::make_unique<DropUpdateBefore>();
}

}  // namespace rowkind
