// Union: UNION ALL interleaves its inputs as they come, kinds unchanged. Its watermark is the lowest of the inputs.
#include "ops/factory.h"

namespace rowkind {
namespace {

class Union final : public Operator {
 public:
  void process(int32_t, RowKind kind, const RowPtr& row) override {
    context.emit(kind, row, Reason{Rule::kUnion});
  }
};

}  // namespace

OperatorPtr make_union(const UnionNode&, const FactoryContext&) {
  return std::make_unique<Union>();
}

}  // namespace rowkind
