// Values: +I of each row when the job starts (step 0), then the end of the input.
#include "ops/factory.h"

namespace rowkind {
namespace {

class ValuesOperator final : public Operator {
 public:
  explicit ValuesOperator(const ValuesNode& node) : rows_(node.rows) {}
  // The job sends one empty change at the start.
  void process(int32_t, RowKind, const RowPtr&) override {
    RowPtr none = make_row({});
    for (const ExprList& exprs : rows_) {
      RowBuilder builder(static_cast<int32_t>(exprs.size()));
      for (size_t i = 0; i < exprs.size(); ++i) {
        builder.set(static_cast<int32_t>(i), compile(exprs[i])->eval(*none, *context.eval));
      }
      context.emit(RowKind::kInsert, builder.finish(), Reason{Rule::kValues});
    }
  }

 private:
  std::vector<ExprList> rows_;
};

}  // namespace

OperatorPtr make_values(const ValuesNode& node, const FactoryContext&) {
  return std::make_unique<ValuesOperator>(node);
}

}  // namespace rowkind
